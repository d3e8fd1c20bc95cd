// docs/document.schema.json, from the form of files.
#include "app/document/view.h"
#include "app/files/form.h"
#include "app/files/json.h"

namespace limber {

namespace {

// Properties by name: one to a line, or all on one.
class Properties {
 public:
  void add(std::string_view key, const std::string& schema) {
    rows_.push_back(json_string(key) + ": " + schema);
  }
  std::string joined(const char* between) const {
    std::string all;
    for (const std::string& row : rows_) all += (all.empty() ? "" : between) + row;
    return all;
  }

 private:
  std::vector<std::string> rows_;
};

// An object with these members. `until`: of files up to this version.
std::string object_of(const std::vector<Member>& members, int until = document_version,
                      const std::string& more = {}) {
  Properties properties;
  std::string required;
  for (const Member& member : members) {
    if (member.since > until) continue;
    properties.add(member.key, member.schema);
    if (member.must) required += (required.empty() ? "" : ", ") + json_string(member.key);
  }
  return "{\"type\": \"object\", " + (required.empty() ? "" : "\"required\": [" + required + "], ") +
         "\"additionalProperties\": false, \"properties\": {" + properties.joined(", ") + "}" +
         more + "}";
}
std::string list_of(const std::string& schema, const std::string& more = {}) {
  return "{\"type\": \"array\", " + more + "\"items\": " + schema + "}";
}

// A connector is on the paper or on a curve, and one of the things a connector can be there.
constexpr const char* one_of_connectors =
    ", \"oneOf\": [{\"required\": [\"paper\"], \"not\": {\"required\": [\"curve\"]}}, "
    "{\"required\": [\"curve\", \"measure\"]}, {\"required\": [\"curve\", \"slides\"]}, "
    "{\"required\": [\"curve\", \"parameter\"]}, "
    "{\"required\": [\"curve\", \"t\"], \"not\": {\"required\": [\"measure\"]}}]";

struct Section {
  Properties& properties;
  template <class Thing>
  void operator()(const char* key, Of<SlotMap<Thing>>) const {
    properties.add(key, list_of(object_of(members_of<Thing>())));
  }
  void operator()(const char* key, Of<SlotMap<Connector>>) const {
    properties.add(
        key, list_of(object_of(members_of<Connector>(), document_version, one_of_connectors)));
  }
  template <class Part>
  void operator()(const char* key, Of<std::vector<Part>>) const {
    const std::string most = std::is_same_v<Part, Variable>
                                 ? "\"maxItems\": " + std::to_string(most_variables) + ", "
                                 : "";
    properties.add(key, list_of(object_of(members_of<Part>()), most));
  }
  void operator()(const char* key, Of<std::vector<std::string>>) const {
    properties.add(key, list_of("{\"type\": \"string\", \"minLength\": 1}"));
  }
  void operator()(const char* key, Of<Page>) const {
    properties.add(key, object_of(members_of<Page>()));
  }
  void operator()(const char* key, Of<CurveLibrary>) const { definitions(key); }
  void operator()(const char* key, Of<ConstraintLibrary>) const { definitions(key); }
  void definitions(const char* key) const {
    properties.add(key, list_of("{\"$ref\": \"#/definitions/definition\"}"));
  }
};

std::string definitions() {
  const auto numbers = [](int count) {
    const std::string n = std::to_string(count);
    return list_of("{\"type\": \"number\"}", "\"minItems\": " + n + ", \"maxItems\": " + n + ", ");
  };
  Properties all, style;
  for (const StylePart& part : style_parts()) style.add(part.name, "{\"type\": \"string\"}");
  all.add("name", "{\"type\": \"string\", \"minLength\": 1}");
  all.add("expression", "{\"type\": \"string\", \"minLength\": 1, \"maxLength\": " +
                            std::to_string(most_text_bytes) + "}");
  all.add("follows",
          "{\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/definitions/expression\"}}");
  all.add("numbers", list_of("{\"type\": \"number\"}"));
  all.add("pair", numbers(2));
  all.add("four", numbers(4));
  all.add("parameter", "{\"anyOf\": [{\"type\": \"string\", \"minLength\": 1}, "
                       "{\"type\": \"integer\", \"minimum\": 0}]}");
  all.add("definition", object_of({{"name", "{\"$ref\": \"#/definitions/name\"}", true},
                                   {"formula", list_of("{\"type\": \"string\"}"), true}}));
  all.add("style", "{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {" +
                       style.joined(", ") + "}}");
  return all.joined(",\n    ");
}

}  // namespace

std::string document_schema() {
  Properties properties;
  std::string versions, title;
  for (int version = 1; version <= document_version; ++version) {
    const std::string number = std::to_string(version);
    versions += (version > 1 ? ", " : "") + number;
    title += (version == 1 ? "" : version < document_version ? ", " : " or ") + number;
  }
  properties.add("limber", "{\"enum\": [" + versions + "]}");
  properties.add(
      "view", object_of({{"center", "{\"$ref\": \"#/definitions/pair\"}", true},
                         {"scale", "{\"type\": \"number\", \"minimum\": " +
                                       json_number(smallest_scale) + ", \"maximum\": " +
                                       json_number(largest_scale) + "}", true}}));
  properties.add("time", "{\"type\": \"number\"}");
  properties.add("physics", object_of(members_of<Physics>()));
  sections(Section{properties});
  properties.add("notes", list_of(object_of(members_of<Text>(), 2)));
  properties.add("order", list_of("{\"$ref\": \"#/definitions/name\"}"));
  return "{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n"
         "  \"title\": \"A Limber drawing, version " + title + "\",\n"
         "  \"type\": \"object\",\n  \"required\": [\"limber\"],\n"
         "  \"additionalProperties\": false,\n  \"properties\": {\n    " +
         properties.joined(",\n    ") + "\n  },\n  \"definitions\": {\n    " + definitions() +
         "\n  }\n}\n";
}

}  // namespace limber
