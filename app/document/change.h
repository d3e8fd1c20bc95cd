// Change: a Document in the hands of an edit. Only apply and the loader can make one (and `seen`,
// whose result is to be looked at, see apply.h); what they call gets a reference. Adding through it
// gives every thing a name and a place in the drawing order.
#pragma once

#include <string>

#include "app/document/document.h"

namespace limber {

struct Edit;   // app/edits
class Loader;  // app/files

class Change {
 public:
  const Document& document() const { return document_; }

  World& world() { return document_.world.value_; }
  CurveLibrary& library() { return document_.library.value_; }
  ConstraintLibrary& kinds() { return document_.kinds.value_; }
  std::vector<Variable>& variables() { return document_.variables.value_; }
  Follows& follows() { return document_.follows.value_; }
  std::vector<NamedStyle>& styles() { return document_.styles.value_; }
  Page& page() { return document_.page.value_; }
  std::vector<std::string>& try_this() { return document_.try_this.value_; }
  SlotMap<Text>& texts() { return document_.texts.value_; }
  SlotMap<Picture>& pictures() { return document_.pictures.value_; }
  SlotMap<DimensionMark>& dimensions() { return document_.dimensions.value_; }
  SlotMap<Trace>& traces() { return document_.traces.value_; }
  SlotMap<Plot>& plots() { return document_.plots.value_; }
  SlotMap<Group>& groups() { return document_.groups.value_; }
  SlotMap<Layer>& layers() { return document_.layers.value_; }
  SlotMap<Guide>& guides() { return document_.guides.value_; }
  Attributes& attributes(ThingId id) {
    return document_.attributes.value_[static_cast<std::size_t>(id.kind)].at(id.index);
  }

  // Each with this name, or a fresh one when it is empty. The name must be free (see free_name).
  CurveId add(Curve curve, const std::string& name = {});
  ConnectorId add(Connector connector, const std::string& name = {});
  ConstraintId add(Constraint constraint, const std::string& name = {});
  LinkId weld(const std::vector<CurveId>& curves, bool scales, const std::string& name = {});
  MotorId add(const Motor& motor, const std::string& name = {});
  ForceId add(const Force& force, const std::string& name = {});
  TextId add(Text text, const std::string& name = {});
  PictureId add(Picture picture, const std::string& name = {});
  DimensionId add(const DimensionMark& dimension, const std::string& name = {});
  TraceId add(const Trace& trace, const std::string& name = {});
  PlotId add(Plot plot, const std::string& name = {});
  GroupId add(const Group& group, const std::string& name = {});
  LayerId add(const Layer& layer, const std::string& name = {});
  GuideId add(const Guide& guide, const std::string& name = {});

  // And what hangs on it. A constraint or force takes along those of its connectors that nothing
  // else needs.
  void remove(ThingId id);
  void rename(ThingId id, const std::string& name);  // the name must be free
  void raise(ThingId id);                            // above everything else
  void remove_lost_plots();  // of quantities that are no more

  // Whether the name can be given to something: nothing has it, and it can be written.
  Result<bool> free_name(const std::string& name) const;

  void set_compiling(const Compiling& compiling) { document_.compiling.value_ = compiling; }

 private:
  // All who may change a Document.
  friend Result<Document> apply(const Document& document, const Edit& edit);
  friend Document with_compiling(const Document& document, const Compiling& compiling);
  friend Result<Document> empty_document(const Compiling& compiling);
  friend Document seen(const Document& document, const World& world);
  friend class Loader;
  explicit Change(Document document) : document_(std::move(document)) {}

  ThingId named(ThingId id, const std::string& name, const std::string& stem);
  void remove_spare(const std::set<ConnectorId>& connectors);
  void forget_gone(const Document& before);
  void leave_gone_groups();
  void forget_empty_groups();

  Document document_;
};

}  // namespace limber
