#include "app/files/form.h"

#include <type_traits>

#include "app/files/json.h"

namespace limber {

namespace {

std::string reference(const char* name) {
  return "{\"$ref\": \"#/definitions/" + std::string(name) + "\"}";
}
std::string list_of(const std::string& schema) {
  return "{\"type\": \"array\", \"items\": " + schema + "}";
}
std::string text_of_length(std::size_t longest) {
  return "{\"type\": \"string\", \"minLength\": 1, \"maxLength\": " + std::to_string(longest) + "}";
}
std::string choice_of(std::span<const std::string_view> choices) {
  std::string all;
  for (const std::string_view choice : choices)
    all += (all.empty() ? "" : ", ") + json_string(choice);
  return "{\"enum\": [" + all + "]}";
}
std::string number_in(const Rule& rule) {
  std::string text = "{\"type\": \"number\"";
  if (rule.least > -largest_number)
    text += std::string(", \"") + (rule.above_least ? "exclusiveMinimum" : "minimum") +
            "\": " + json_number(rule.least);
  if (rule.most < largest_number) text += ", \"maximum\": " + json_number(rule.most);
  return text + "}";
}

// ---- of values

template <class Value>
inline constexpr bool is_id = false;
template <class Thing>
inline constexpr bool is_id<Id<Thing>> = true;

template <class Value>
std::string schema_of(const Rule& rule) {
  if constexpr (std::is_same_v<Value, double>)
    return number_in(rule);
  else if constexpr (std::is_same_v<Value, bool>)
    return "{\"type\": \"boolean\"}";
  else if constexpr (is_id<Value> || std::is_same_v<Value, int>)  // by name
    return reference("name");
  else if constexpr (std::is_same_v<Value, std::string> || std::is_same_v<Value, SharedBytes>)
    return !rule.choices.empty() ? choice_of(rule.choices)
           : rule.longest > 0    ? text_of_length(rule.longest)
                                 : "{\"type\": \"string\"}";
  else if constexpr (std::is_same_v<Value, Style> || std::is_same_v<Value, SharedStyle>)
    return reference("style");
  else if constexpr (std::is_same_v<Value, Point>)
    return rule.words[0] == 0 ? reference("pair")
                              : "{\"type\": \"array\", \"items\": " + number_in(rule) +
                                    ", \"minItems\": 2, \"maxItems\": 2}";
  else if constexpr (std::is_same_v<Value, Eigen::Vector4d>)
    return reference("four");
  else if constexpr (std::is_same_v<Value, Eigen::VectorXd>)
    return reference("numbers");
  else
    return list_of(schema_of<typename Value::value_type>({}));
}

// ---- of things

template <class Part>
std::vector<Member> listed_members() {
  std::vector<Member> members;
  fields(Of<Part>(), [&]<class Value>(const char* key, Value Part::*, const Rule& rule) {
    members.push_back({key, schema_of<Value>(rule), rule.said == Rule::Said::must});
  });
  return members;
}

constexpr int look_until = 2;  // the look of a curve, before styles

template <class Thing>
std::vector<Member> own_members() {
  return listed_members<Thing>();
}
template <>
std::vector<Member> own_members<Body>() {
  return {{"type", reference("name"), true},
          {"q", "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"number\", "
                "\"minimum\": -1e12, \"maximum\": 1e12}}"},
          {"nodes", list_of(reference("numbers"))},
          {"locked", list_of(reference("parameter"))},
          {"sense", reference("numbers")},
          {"density", schema_of<double>(weight), false, 3},
          {"mass", schema_of<double>(weight), false, 3},
          {"bends", list_of("{\"type\": \"object\", \"required\": [\"parameter\"], "
                            "\"additionalProperties\": false, \"properties\": {\"parameter\": " +
                            reference("parameter") + ", \"stiffness\": " + schema_of<double>(weight) +
                            ", \"damping\": " + schema_of<double>(weight) + "}}"), false, 3},
          {"rest", reference("numbers"), false, 3},
          {"velocity", reference("numbers"), false, 3},
          {"colour", "{\"type\": \"integer\", \"minimum\": 0, \"maximum\": " +
                         std::to_string(swatch_count - 1) + "}", false, 1, look_until},
          {"width", "{\"type\": \"number\", \"exclusiveMinimum\": 0, \"maximum\": 100}", false, 1,
           look_until},
          {"dashed", "{\"type\": \"boolean\"}", false, 1, look_until},
          {"filled", "{\"type\": \"boolean\"}", false, 1, look_until}};
}
// On the paper, or on a curve: one of its alternatives.
template <>
std::vector<Member> own_members<Connector>() {
  std::vector<Member> members = {{"curve", reference("name")}};
  const auto add = [&]<class Alternative>(Of<Alternative>) {
    for (Member member : listed_members<Alternative>()) {
      member.must = false;
      if (member.key == "parameter") member.schema = reference("parameter");
      const bool known = std::any_of(members.begin(), members.end(), [&](const Member& other) {
        return other.key == member.key;
      });
      if (!known) members.push_back(member);
    }
  };
  add(Of<PointAt>()), add(Of<SlidingAt>()), add(Of<Measured>()), add(Of<ParameterOf>());
  add(Of<OnPaper>());
  return members;
}
template <>
std::vector<Member> own_members<Constraint>() {
  std::vector<Member> members = {
      {"kind", reference("name"), true},
      {"on", "{\"type\": \"array\", \"items\": {\"anyOf\": [" + reference("name") +
                 ", {\"type\": \"number\"}, " + reference("pair") + "]}}", true}};
  fields(Of<Constraint>(), [&]<class Value>(const char* key, Value Constraint::*, const Rule& rule) {
    if constexpr (std::is_arithmetic_v<Value>) members.push_back({key, schema_of<Value>(rule)});
  });
  // Written by earlier programs; it follows from where things are.
  members.push_back({"acting", "{\"type\": \"array\", \"items\": {\"type\": \"integer\", "
                               "\"minimum\": 0}}"});
  return members;
}

// The parts of a thing that may follow texts, by name.
std::string follows_of(std::initializer_list<const char*> parts) {
  std::string all;
  for (const char* part : parts)
    all += (all.empty() ? "" : ", ") + json_string(part) + ": " + reference("expression");
  return "{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {" + all + "}}";
}

template <class Thing>
constexpr bool is_thing = requires { KindOf<Thing>::value; };

template <class Part>
std::vector<Member> all_members() {
  if constexpr (!is_thing<Part>) return listed_members<Part>();
  // Texts had no names before version 3.
  constexpr int named_since = std::is_same_v<Part, Text> ? 3 : 1;
  std::vector<Member> members;
  for (Member& member : own_members<Part>()) members.push_back(std::move(member));
  if constexpr (std::is_same_v<Part, Constraint>)
    members.push_back({"follows", reference("follows"), false, 2});
  if constexpr (std::is_same_v<Part, Motor>)
    members.push_back({"follows", follows_of({"speed", "limit"}), false, 2});
  if constexpr (std::is_same_v<Part, Force>)
    members.push_back({"follows", follows_of({"x", "y"}), false, 2});
  for (Member member : listed_members<Attributes>()) {
    if (member.key == "name") {
      member.schema = reference("name");
      member.since = named_since;
      members.insert(members.begin(), member);
    } else {
      member.since = 3;
      members.push_back(member);
    }
  }
  return members;
}

}  // namespace

template <class Part>
const std::vector<Member>& members_of() {
  static const std::vector<Member> members = all_members<Part>();
  return members;
}
template const std::vector<Member>& members_of<Page>();
template const std::vector<Member>& members_of<Physics>();
template const std::vector<Member>& members_of<Variable>();
template const std::vector<Member>& members_of<NamedStyle>();
template const std::vector<Member>& members_of<Layer>();
template const std::vector<Member>& members_of<Group>();
template const std::vector<Member>& members_of<Body>();
template const std::vector<Member>& members_of<Connector>();
template const std::vector<Member>& members_of<Constraint>();
template const std::vector<Member>& members_of<Link>();
template const std::vector<Member>& members_of<Motor>();
template const std::vector<Member>& members_of<Force>();
template const std::vector<Member>& members_of<Text>();
template const std::vector<Member>& members_of<Picture>();
template const std::vector<Member>& members_of<DimensionMark>();
template const std::vector<Member>& members_of<Trace>();
template const std::vector<Member>& members_of<Plot>();
template const std::vector<Member>& members_of<Guide>();

int first_version_of(std::string_view section) {
  for (const std::string_view first :
       {"types", "kinds", "curves", "connectors", "constraints", "links", "motors", "forces"})
    if (section == first) return 1;
  return section == "variables" ? 2 : 3;
}

}  // namespace limber
