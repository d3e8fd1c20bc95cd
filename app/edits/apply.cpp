#include "app/edits/apply.h"

#include <type_traits>
#include <utility>

#include "app/edits/keepable.h"
#include "app/edits/resolve.h"
#include "curves/trace.h"

namespace limber {

namespace {

std::string counted(std::string_view verb, std::size_t count) {
  return count == 1 ? std::string(verb)
                    : std::string(verb) + " " + std::to_string(count) + " things";
}

// What undo calls each edit; where a verb needs no more words than itself, the last one serves.
struct Title {
  const Document& document;

  std::string operator()(const edit::Draw& e) const {
    const auto type = document.library->find(e.type);
    return "Draw " + (type ? type->title : e.type);
  }
  std::string operator()(const edit::Constrain& e) const {
    const auto kind = document.kinds->find(e.kind);
    return "Constrain: " + (kind ? kind->title : e.kind);
  }
  std::string operator()(const edit::Delete& e) const { return counted("Delete", e.things.size()); }
  std::string operator()(const edit::Move& e) const { return counted("Move", e.things.size()); }
  std::string operator()(const edit::Turn& e) const { return counted("Turn", e.things.size()); }
  std::string operator()(const edit::Scale& e) const { return counted("Scale", e.things.size()); }
  std::string operator()(const edit::Mirror& e) const { return counted("Mirror", e.things.size()); }
  std::string operator()(const edit::Copy& e) const { return counted("Copy", e.things.size()); }
  std::string operator()(const edit::Name& e) const { return "Name " + e.as; }
  std::string operator()(const edit::Lock& e) const { return "Lock " + e.parameters.front(); }
  std::string operator()(const edit::Unlock& e) const { return "Unlock " + e.parameters.front(); }
  std::string operator()(const edit::Set& e) const { return "Set " + e.name; }
  std::string operator()(const edit::Let& e) const { return "Set " + e.name; }
  std::string operator()(const edit::Rename& e) const { return "Rename " + e.name; }
  std::string operator()(const edit::Forget& e) const { return "Remove " + e.name; }
  std::string operator()(const edit::Follow& e) const { return e.number + " follows " + e.text; }
  std::string operator()(const edit::Unfollow& e) const { return e.number + " stays"; }
  std::string operator()(const edit::PointEdit& e) const { return "Name a point " + e.as; }
  std::string operator()(const edit::MotorEdit&) const { return "Add motor"; }
  std::string operator()(const edit::Drive& e) const { return "Speed of " + e.motor; }
  std::string operator()(const edit::PhysicsEdit& e) const {
    return e.state == "rest" ? "Stand still" : "Physics " + e.state;
  }
  std::string operator()(const edit::BendEdit& e) const { return "Bend " + e.curve; }
  std::string operator()(const edit::Stiffen& e) const { return "Stiffen " + e.curve; }
  std::string operator()(const edit::Put& e) const { return "Put into " + e.layer; }
  std::string operator()(const edit::StyleEdit& e) const {
    return e.parts.size() == 1 ? "Style: " + e.parts[0].first : "Style";
  }
  std::string operator()(const edit::NameStyle& e) const { return "Style " + e.name; }
  std::string operator()(const edit::UseStyle& e) const { return "Use style " + e.name; }
  std::string operator()(const edit::ForgetStyle& e) const { return "Remove style " + e.name; }
  std::string operator()(const edit::Write&) const { return "Edit text"; }
  std::string operator()(const edit::InsertNode&) const { return "Insert node"; }
  std::string operator()(const edit::RemoveNode&) const { return "Delete node"; }
  std::string operator()(const edit::Joint& e) const { return "Joint: " + e.how; }
  std::string operator()(const edit::Reach& e) const { return e.why; }
  template <class Other>
  std::string operator()(const Other&) const {
    std::string words(Other::verb);
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
    return words;
  }
};

}  // namespace

// Curves given by an equation whose parameters are other ones than they were traced with.
static void trace_what_is_worn(Change& change) {
  std::vector<CurveId> worn;
  std::as_const(change.world()).bodies().each([&](CurveId id, const Body& body) {
    if (is_worn(body.curve)) worn.push_back(id);
  });
  for (const CurveId id : worn) change.world().retrace(id);
}

Result<Document> apply(const Document& document, const Edit& edit) {
  Change change(document);
  const Result<bool> done =
      std::visit([&](const auto& one) { return change_by(change, one); }, edit.what);
  if (!done) return done.error();
  if (!std::holds_alternative<edit::Reach>(edit.what)) trace_what_is_worn(change);
  change.remove_lost_plots();
  if (std::optional<Error> beyond = beyond_limits(change.document(), document.world)) return *beyond;
  return change.document();
}

Document seen(const Document& document, const World& world) {
  Change change(document);
  change.world() = world;
  return change.document();
}

std::string title(const Document& document, const Edit& edit) {
  return std::visit(Title{document}, edit.what);
}

}  // namespace limber
