// Walks through an SVG and writes what it shows as edits. For svg_import.cpp and its two sisters
// only: svg_import.cpp has the elements that hold others, svg_import_shapes.cpp outlines and
// paints, svg_import_texts.cpp texts and pictures.
#pragma once

#include <memory>

#include "app/exchange/import_writer.h"
#include "app/exchange/shape.h"
#include "app/exchange/simplest.h"
#include "app/exchange/svg_clip.h"
#include "app/exchange/svg_geometry.h"
#include "app/exchange/svg_gradients.h"
#include "app/exchange/svg_markers.h"
#include "app/exchange/svg_work.h"

namespace limber {

class SvgImporter {
 public:
  SvgImporter(const SvgTree& tree, const ImportOptions& options) : tree_(tree), options_(options) {}
  Result<Imported> run();

 private:
  // Where an element stands: all that it has from those around it.
  struct Place {
    Eigen::Affine2d to_paper = Eigen::Affine2d::Identity();
    SvgProperties around;
    LengthFrame frame;
    ClipPath clip;                             // on the paper
    PlacedPaint context_fill, context_stroke;  // inside of a marker: those of its shape
    int depth = 0, reuse = 0;
  };
  // The size that a use gives to what it uses.
  struct Given {
    std::optional<double> width, height;
  };

  void note(int element, std::string text);
  void note_end(bool& told, int element, std::string text);  // once for the file
  std::string_view label_of(int element) const;
  std::string name_for(int element) const;
  void fade(const std::string& group, double opacity);

  // ---- elements that hold others
  void read_style_sheets();
  std::optional<Point> size_of_root(const SvgElement& root, const LengthFrame& frame) const;
  void draw_background(const Place& place, const Point& size);
  void draw_root(const Place& place);
  bool is_layer(int element) const;
  Strings gathered(int element, Strings things, double opacity);
  Strings draw_children(int element, const Place& place);
  Strings draw_switch(int element, const Place& place);
  bool count_element(int element);
  bool may_read(int element);
  Strings draw(int element, const Place& outer);
  bool transform_and_clip(int element, Place& place);
  bool add_clip_path(int element, Place& place);
  Strings draw_svg(int element, Place place, const Given& given);
  bool is_usable(int target) const;
  Strings draw_use(int element, Place place);
  std::optional<double> size_on(const SvgElement& one, const char* key, Axis axis,
                                const LengthFrame& frame) const;

  // ---- shapes
  Strings draw_shape(int element, const Place& place);
  int marker_of(const std::string& id) const;
  bool has_markers(int element, const SvgInherited& its) const;
  void draw_markers(int element, const Place& place, const std::vector<Outline>& outlines,
                    Strings& things);
  Strings draw_marker(int marker, const MarkerPlace& at, const Place& shape);
  void cut_off(int element, Place& place, const Box& box);
  PlacedPaint paint_of(int element, const SvgPaint& paint, double opacity, const Box& object,
                       const Place& place, std::string_view which);
  Strings paint_shape(int element, const Place& place, const std::vector<Outline>& outlines,
                      const PlacedPaint& fill, const PlacedPaint& stroke);
  Style stroke_style(int element, const SvgInherited& its, double width);
  Strings draw_curves(int element, const Place& place, const std::vector<Outline>& outlines,
                      const PlacedPaint& fill, const PlacedPaint& stroke, double width);
  void draw_dots(const std::vector<Point>& dots, const Place& place, const PlacedPaint& stroke,
                 double width, const std::string& name, Strings& things);
  std::optional<Strings> draw_cut(int element, const Place& place,
                                  const std::vector<Outline>& outlines, const PlacedPaint& fill,
                                  const PlacedPaint& stroke);

  std::string draw_area(int element, const std::vector<Outline>& outlines,
                        const PlacedPaint& paint);

  // ---- texts and pictures
  Strings draw_text(int element, const Place& place);
  Strings draw_image(int element, const Place& place);

  const SvgTree& tree_;
  const ImportOptions& options_;
  StyleSheet sheet_;
  std::vector<std::unique_ptr<std::string>> sheets_;  // what the rules are written in
  ImportWriter writer_;
  SvgWork work_{tree_};
  SvgClips clips_{tree_, sheet_, work_};
  SvgGradients gradients_{tree_, sheet_, work_};
  std::vector<int> used_;  // what is being used again, from the outermost
  int in_layer_ = -1;      // the element that is a layer, not a group
  int elements_ = 0, segments_ = 0, cuts_ = 0;
  // What was told of once, as it holds for all that follows.
  bool told_reading_ = false, told_curves_ = false, told_cuts_ = false;
};

}  // namespace limber
