// Edit: one change of a drawing, as a plain value. Whoever changes a drawing (a tool, a panel, a
// key, a script, the journal after a crash) makes one and applies it; there is no other way.
//
//   Edit edit{edit::Constrain{"tangent", "", {"circle1", "line2@0.5"}}};
//   line_of(edit)  is  constrain tangent circle1 line2@0.5
//
// Each kind of edit says what it consists of in `fields`, once: reading and writing its line, the
// list of verbs and random edits for tests come from it (line.h). The edits of one family stand in
// a header of their own, what they do to a drawing in the .cpp beside it; `apply` is the one door
// (apply.h).
//
// Things are called by their names. A point, direction or number that rides on a curve is written
// as
//
//   crank@0.5            the point of a curve at t        rail~0.5     one that slides, now at t
//   crank.start          what its type names              crank.phi    one of its own numbers
//   coupler.tangent@0.5  a direction there                P            a point with a name of its
//   own (3,4)                a place on the paper             40, 30deg    a number
//
// Laws: read_edit(line_of(e)) == e; apply gives the changed drawing or a sentence and nothing.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/edits/arrange_edits.h"
#include "app/edits/constraint_edits.h"
#include "app/edits/curve_edits.h"
#include "app/edits/look_edits.h"
#include "app/edits/node_edits.h"
#include "app/edits/physics_edits.h"

namespace limber {

namespace edit {

// ---- many edits as one

struct Insert {
  static constexpr std::string_view
      verb = "insert", meaning = "all that these lines of a script make, as one; what is pasted";
  std::string lines;
  bool operator==(const Insert&) const = default;
  template <class F>
  void fields(F& f) {
    f.text("LINES", lines);
  }
};

// ---- what hands and time did

struct Reached {  // numbers of one thing: q, sense, t, place, or of an input
  std::string thing, part;
  std::vector<double> numbers;
  bool operator==(const Reached&) const = default;
};
struct Reach {
  static constexpr std::string_view
      verb = "reach",
      meaning = "the state hands and time have led to: numbers of things, as THING:PART=NUMBERS";
  std::string why;  // the title of the step: "Pull Circle"
  std::vector<Reached> state;
  bool operator==(const Reach&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("TITLE", why), f.state(state);
  }
};

}  // namespace edit

using AnyEdit = std::variant<
    edit::Draw, edit::Delete, edit::Name, edit::Lock, edit::Unlock, edit::Set, edit::Define,
    edit::Redefine, edit::Let, edit::Rename, edit::Explain, edit::Forget, edit::Follow,
    edit::Unfollow, edit::PointEdit, edit::Constrain, edit::Nail, edit::Attach, edit::Slide,
    edit::Spring, edit::Stop, edit::Soften, edit::Harden, edit::Enable, edit::Disable, edit::Weld,
    edit::MotorEdit, edit::Drive, edit::Unlimit, edit::ForceEdit, edit::PhysicsEdit, edit::Gravity,
    edit::Density, edit::Air, edit::Weigh, edit::BendEdit, edit::Stiffen, edit::Damp, edit::Throw,
    edit::Move, edit::Turn, edit::Scale, edit::Mirror, edit::Copy, edit::Order, edit::GroupEdit,
    edit::Ungroup, edit::LayerEdit, edit::Put, edit::Hide, edit::Show, edit::Protect,
    edit::Unprotect, edit::StyleEdit, edit::Unstyle, edit::NameStyle, edit::UseStyle,
    edit::ForgetStyle, edit::TextEdit, edit::Write, edit::PictureEdit, edit::DimensionEdit,
    edit::TraceEdit, edit::PlotEdit, edit::Replot, edit::Span, edit::GuideEdit, edit::PageEdit,
    edit::TryThis, edit::Insert, edit::InsertNode, edit::RemoveNode, edit::Joint, edit::Split,
    edit::Join, edit::Convert, edit::Simplify, edit::Trim, edit::Fillet, edit::Offset, edit::Reach>;

template <class T>
concept OneOfTheEdits = requires { T::verb, T::meaning; };

// What a variant of so many alternatives needs to be copied, compared and destroyed is compiled once, in
// edit.cpp: in every file that makes an edit it took longer than all the rest of the file.
struct Edit {
  AnyEdit what;

  explicit Edit(AnyEdit what);
  template <OneOfTheEdits T>
  Edit(T one) : Edit(of(std::move(one))) {}
  Edit(const Edit&);
  Edit(Edit&&) noexcept;
  Edit& operator=(const Edit&);
  Edit& operator=(Edit&&) noexcept;
  ~Edit();
  bool operator==(const Edit&) const;

  template <class T>
  static Edit of(T one);
};

}  // namespace limber
