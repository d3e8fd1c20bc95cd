// Node: a value of a file and where it is, for messages: "curves[3].q.r". The first mistake met is
// kept; after it every reading gives something harmless and nothing more is said.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/document/fields.h"
#include "app/files/json.h"

namespace limber {

using NodeWords = std::vector<std::string_view>;

// What was probably meant, as a question; nothing when no word comes near.
std::string meant(std::string_view typed, const NodeWords& words);

// The first mistake in a text.
class Mistakes {
 public:
  explicit Mistakes(std::string_view text) : text_(text) {}
  void add(const Json& json, const std::string& where, const std::string& what,
           const std::string& suggestion = {});
  const std::optional<Error>& first() const { return first_; }

 private:
  std::string_view text_;
  std::optional<Error> first_;
};

class Node {
 public:
  Node(const Json& json, std::string where, Mistakes& mistakes)
      : json_(&json), where_(std::move(where)), mistakes_(&mistakes) {}

  void wrong(const std::string& what, const std::string& suggestion = {}) const {
    mistakes_->add(*json_, where_, what, suggestion);
  }
  void wrong(const Error& error) const { wrong(error.message, error.suggestion); }
  bool failed() const { return mistakes_->first().has_value(); }

  const Json& json() const { return *json_; }
  bool is(Json::Kind kind) const { return json_->kind == kind; }
  bool has(const char* key) const { return json_->find(key) != nullptr; }
  Node at(const char* key) const;
  // Refuses members that this version does not know: a misspelt one must not be lost silently.
  void only(const NodeWords& known) const;

  double number(const Rule& rule = {}) const;
  double number(const char* key, double otherwise) const {
    return has(key) ? at(key).number() : otherwise;
  }
  int index(int below) const;  // a whole number from 0
  bool flag() const;
  const std::string& text(const Rule& rule = {}) const;
  std::vector<Node> items() const;
  std::vector<Node> items(const char* key) const {
    return has(key) ? at(key).items() : std::vector<Node>{};
  }
  Eigen::VectorXd numbers(Eigen::Index count, const Rule& rule = {}) const;
  Point place(const Rule& rule = {}) const { return numbers(2, rule); }

 private:
  const Json* json_;
  std::string where_;
  Mistakes* mistakes_;
};

// Finds things by the names of the file.
template <class Thing>
class ByName {
 public:
  void add(const std::string& name, Id<Thing> id) { ids_[name] = id; }
  Id<Thing> find(const Node& node) const {
    const auto found = ids_.find(node.text());
    if (found != ids_.end()) return found->second;
    NodeWords names;
    for (const auto& [name, id] : ids_) names.push_back(name);
    std::sort(names.begin(), names.end());
    node.wrong("there is no " + std::string(name_of(KindOf<Thing>::value)) + " called " +
                   json_string(node.text()),
               meant(node.text(), names));
    return {};
  }

 private:
  std::unordered_map<std::string, Id<Thing>> ids_;
};

}  // namespace limber
