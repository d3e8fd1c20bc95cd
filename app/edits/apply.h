// The one door: apply gives the changed drawing, or a sentence why not.
#pragma once

#include <string>

#include "app/document/change.h"
#include "app/edits/edit.h"

namespace limber {

Result<Document> apply(const Document& document, const Edit& edit);

// The drawing with the world that hands and time move, to be looked at: drawn, read, asked what an
// edit would make of it. It is never the drawing that is worked on: Live alone makes one, and keeps
// none.
Document seen(const Document& document, const World& world);

// What undo calls it: "Draw Circle".
std::string title(const Document& document, const Edit& edit);

// The edit that carries what hands and time did: from the drawing to the world they moved.
Edit reached(const Document& document, const World& world, std::string why);
// The same of what has come to rest: it tells the clock in any case, so that whoever applies it
// puts all to rest and measures the drawing anew.
Edit reached_at_rest(const Document& document, const World& world, std::string why);
bool moved(const Document& document, const World& world);  // whether there is anything to carry

// `base` moved on as time has moved `from` to `to`: a number that was the same in `base` and `from`
// is now that of `to`; one that an edit had changed moves by as much. Things that are not in all
// three, or not of the same shape, stay as they are in `base`.
World carried_on(const World& base, const World& from, const World& to);

// ---- each kind of edit, in the file of its family
Result<bool> change_by(Change& change, const edit::Draw& edit);
Result<bool> change_by(Change& change, const edit::Delete& edit);
Result<bool> change_by(Change& change, const edit::Name& edit);
Result<bool> change_by(Change& change, const edit::Lock& edit);
Result<bool> change_by(Change& change, const edit::Unlock& edit);
Result<bool> change_by(Change& change, const edit::Set& edit);
Result<bool> change_by(Change& change, const edit::Define& edit);
Result<bool> change_by(Change& change, const edit::Redefine& edit);
Result<bool> change_by(Change& change, const edit::Let& edit);
Result<bool> change_by(Change& change, const edit::Rename& edit);
Result<bool> change_by(Change& change, const edit::Explain& edit);
Result<bool> change_by(Change& change, const edit::Forget& edit);
Result<bool> change_by(Change& change, const edit::Follow& edit);
Result<bool> change_by(Change& change, const edit::Unfollow& edit);
Result<bool> change_by(Change& change, const edit::PointEdit& edit);
Result<bool> change_by(Change& change, const edit::Constrain& edit);
Result<bool> change_by(Change& change, const edit::Nail& edit);
Result<bool> change_by(Change& change, const edit::Attach& edit);
Result<bool> change_by(Change& change, const edit::Slide& edit);
Result<bool> change_by(Change& change, const edit::Spring& edit);
Result<bool> change_by(Change& change, const edit::Stop& edit);
Result<bool> change_by(Change& change, const edit::Soften& edit);
Result<bool> change_by(Change& change, const edit::Harden& edit);
Result<bool> change_by(Change& change, const edit::Enable& edit);
Result<bool> change_by(Change& change, const edit::Disable& edit);
Result<bool> change_by(Change& change, const edit::Weld& edit);
Result<bool> change_by(Change& change, const edit::MotorEdit& edit);
Result<bool> change_by(Change& change, const edit::Drive& edit);
Result<bool> change_by(Change& change, const edit::Unlimit& edit);
Result<bool> change_by(Change& change, const edit::ForceEdit& edit);
Result<bool> change_by(Change& change, const edit::PhysicsEdit& edit);
Result<bool> change_by(Change& change, const edit::Gravity& edit);
Result<bool> change_by(Change& change, const edit::Density& edit);
Result<bool> change_by(Change& change, const edit::Air& edit);
Result<bool> change_by(Change& change, const edit::Weigh& edit);
Result<bool> change_by(Change& change, const edit::BendEdit& edit);
Result<bool> change_by(Change& change, const edit::Stiffen& edit);
Result<bool> change_by(Change& change, const edit::Damp& edit);
Result<bool> change_by(Change& change, const edit::Throw& edit);
Result<bool> change_by(Change& change, const edit::Move& edit);
Result<bool> change_by(Change& change, const edit::Turn& edit);
Result<bool> change_by(Change& change, const edit::Scale& edit);
Result<bool> change_by(Change& change, const edit::Mirror& edit);
Result<bool> change_by(Change& change, const edit::Copy& edit);
Result<bool> change_by(Change& change, const edit::Order& edit);
Result<bool> change_by(Change& change, const edit::GroupEdit& edit);
Result<bool> change_by(Change& change, const edit::Ungroup& edit);
Result<bool> change_by(Change& change, const edit::LayerEdit& edit);
Result<bool> change_by(Change& change, const edit::Put& edit);
Result<bool> change_by(Change& change, const edit::Hide& edit);
Result<bool> change_by(Change& change, const edit::Show& edit);
Result<bool> change_by(Change& change, const edit::Protect& edit);
Result<bool> change_by(Change& change, const edit::Unprotect& edit);
Result<bool> change_by(Change& change, const edit::StyleEdit& edit);
Result<bool> change_by(Change& change, const edit::Unstyle& edit);
Result<bool> change_by(Change& change, const edit::NameStyle& edit);
Result<bool> change_by(Change& change, const edit::UseStyle& edit);
Result<bool> change_by(Change& change, const edit::ForgetStyle& edit);
Result<bool> change_by(Change& change, const edit::TextEdit& edit);
Result<bool> change_by(Change& change, const edit::Write& edit);
Result<bool> change_by(Change& change, const edit::PictureEdit& edit);
Result<bool> change_by(Change& change, const edit::DimensionEdit& edit);
Result<bool> change_by(Change& change, const edit::TraceEdit& edit);
Result<bool> change_by(Change& change, const edit::PlotEdit& edit);
Result<bool> change_by(Change& change, const edit::Replot& edit);
Result<bool> change_by(Change& change, const edit::Span& edit);
Result<bool> change_by(Change& change, const edit::GuideEdit& edit);
Result<bool> change_by(Change& change, const edit::PageEdit& edit);
Result<bool> change_by(Change& change, const edit::TryThis& edit);
Result<bool> change_by(Change& change, const edit::Insert& edit);
Result<bool> change_by(Change& change, const edit::InsertNode& edit);
Result<bool> change_by(Change& change, const edit::RemoveNode& edit);
Result<bool> change_by(Change& change, const edit::Joint& edit);
Result<bool> change_by(Change& change, const edit::Split& edit);
Result<bool> change_by(Change& change, const edit::Join& edit);
Result<bool> change_by(Change& change, const edit::Convert& edit);
Result<bool> change_by(Change& change, const edit::Simplify& edit);
Result<bool> change_by(Change& change, const edit::Trim& edit);
Result<bool> change_by(Change& change, const edit::Fillet& edit);
Result<bool> change_by(Change& change, const edit::Offset& edit);
Result<bool> change_by(Change& change, const edit::Reach& edit);

}  // namespace limber
