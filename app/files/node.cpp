#include "app/files/node.h"

#include <algorithm>
#include <cmath>

#include "app/document/nearest_word.h"

namespace limber {

std::string meant(std::string_view typed, const NodeWords& words) {
  const std::string near = nearest_word(typed, words);
  return near.empty() ? "" : "did you mean " + near + "?";
}

void Mistakes::add(const Json& json, const std::string& where, const std::string& what,
                   const std::string& suggestion) {
  if (first_) return;
  const auto [line, column] = place_of(text_, json.offset);
  const std::string stop = what.ends_with('.') ? "" : ".";
  first_ = Error{
      (where.empty() ? "The file" : where) + ": " + what + stop, line, column, 1, suggestion, {}};
}

Node Node::at(const char* key) const {
  static const Json nothing;
  const Json* found = json_->find(key);
  if (!found) wrong("\"" + std::string(key) + "\" is missing");
  return {found ? *found : nothing, where_.empty() ? key : where_ + "." + key, *mistakes_};
}

void Node::only(const NodeWords& known) const {
  if (json_->kind != Json::Kind::object) return wrong("an object {...} is expected here");
  for (const auto& [key, value] : json_->members)
    if (std::find(known.begin(), known.end(), key) == known.end())
      return mistakes_->add(value, where_, "\"" + key + "\" is not known here", meant(key, known));
}

double Node::number(const Rule& rule) const {
  if (!is(Json::Kind::number)) wrong("a number is expected here");
  const double value = json_->number;
  if (!rule.of_any_size && std::abs(value) > largest_number)
    wrong("numbers of a drawing are between -1e12 and 1e12");
  if (!rule.of_any_size &&
      (value < rule.least || value > rule.most || (rule.above_least && value == rule.least)))
    wrong(rule.words);
  return value;
}

int Node::index(int below) const {
  const double value = number();
  if (value >= 0 && value < below && value == std::floor(value)) return static_cast<int>(value);
  wrong("a whole number from 0 to " + std::to_string(below - 1) + " is expected here");
  return 0;
}

bool Node::flag() const {
  if (!is(Json::Kind::boolean)) wrong("true or false is expected here");
  return json_->boolean;
}

const std::string& Node::text(const Rule& rule) const {
  if (!is(Json::Kind::string)) wrong("a text in quotes is expected here");
  if (!rule.choices.empty() &&
      std::find(rule.choices.begin(), rule.choices.end(), json_->string) == rule.choices.end())
    wrong(rule.words);
  return json_->string;
}

std::vector<Node> Node::items() const {
  if (!is(Json::Kind::array)) wrong("a list [...] is expected here");
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < json_->items.size(); ++i)
    nodes.emplace_back(json_->items[i], where_ + "[" + std::to_string(i) + "]", *mistakes_);
  return nodes;
}

Eigen::VectorXd Node::numbers(Eigen::Index count, const Rule& rule) const {
  const std::vector<Node> all = items();
  Eigen::VectorXd values = Eigen::VectorXd::Zero(count);
  if (static_cast<Eigen::Index>(all.size()) != count)
    wrong(std::to_string(count) + " numbers are expected here");
  else
    for (Eigen::Index i = 0; i < count; ++i)
      values[i] = all[static_cast<std::size_t>(i)].number(rule);
  return values;
}

}  // namespace limber
