// KeptPicture: the paper in square tiles that are kept. A tile is drawn again when something in it
// changed; moving the view moves the tiles; zooming stretches the old ones until sharp ones are made,
// some in each frame. What was made while zooming is stretched in its turn.
//
// Tiles are fixed to the paper, not to the window: their pixels follow from the scale and from what
// lies in them, whichever way the view came there.
//
// Law: once sharp, the picture is, pixel for pixel, the one that a new KeptPicture would make.
#pragma once

#include <map>
#include <vector>

#include "app/drawing/scene.h"
#include "include/core/SkImage.h"
#include "include/core/SkSurface.h"

namespace limber {

class KeptPicture {
 public:
  static constexpr int tile_side = 128;  // pixels

  // Brings the picture up to date. `like`: a canvas of the sort it will be drawn on; `pixels`: the
  // size of the window; `density`: pixels to the point.
  void update(const Scene& scene, SkCanvas& like, SkISize pixels, float density);

  struct Cell {       // a tile as it stands in the window
    SkIRect where;    // pixels; what lies outside of the window is cut off
    bool changed;     // since the update before
  };
  const std::vector<Cell>& cells() const { return cells_; }  // they cover the window
  void draw(SkCanvas& canvas, std::size_t cell) const;       // in pixels, clipped to the cell
  void draw_all(SkCanvas& canvas) const;                     // the window, in pixels

  bool sharp() const { return sharp_; }             // false: the next update will make it sharper
  int tiles_drawn() const { return tiles_drawn_; }  // by the last update
  void forget();                                    // all of it

 private:
  // How the paper lies under the tiles: pixel = phase + density * scale * (paper - anchor), and tile
  // (i, j) begins at pixel tile_side * (i, j). The window begins at pixel -offset.
  struct Sheet {
    double scale = 0;
    float density = 0;
    Point anchor = Point::Zero(), phase = Point::Zero();
    bool same_as(const Sheet& other) const;
  };
  struct Kind {  // what else all tiles depend on
    const Theme* theme = nullptr;
    bool grid = false, construction = false, constraints = false;
    Page page = {};
    bool operator==(const Kind&) const = default;
  };
  using Place = std::pair<int, int>;
  struct Tile {
    sk_sp<SkSurface> surface;
    sk_sp<SkImage> image;
    std::vector<ThingId> holds;  // what was drawn on it
  };
  struct Stretched {  // a tile of another scale, where it stands now
    SkRect where;
    sk_sp<SkImage> image;
  };
  struct OldSheet {  // the tiles of another scale
    Sheet sheet;
    std::map<Place, Tile> tiles;
  };

  static Sheet sheet_of(const Camera& camera, float density, SkIPoint& offset);
  static Camera camera_of(const Sheet& sheet, Place tile);
  static Box paper_of(const Sheet& sheet, Place tile);
  static SkIRect window_rect(Place tile, SkIPoint offset);

  void start_sheet(const Sheet& sheet, const Kind& kind);
  bool mark_changed(const Scene& scene, const std::vector<SceneItem>& items);  // false: all are
  void mark_new(const Scene& scene, const SceneItem& item);
  void mark_old(ThingId id);
  void find_visible();
  bool is_visible(Place place) const;
  std::vector<Place> visible_over(const Box& paper) const;  // and some more
  std::vector<Place> to_draw(bool began) const;
  void draw_tile(const Scene& scene, SkCanvas& like, Place place);
  SkRect stretched(const Sheet& old, Place place) const;
  bool is_covered(Place place) const;  // by stretched tiles
  void stretch_old();
  void draw_old(SkCanvas& canvas) const;

  Sheet sheet_;
  Kind kind_;
  SkIPoint offset_{0, 0};
  SkISize pixels_{0, 0};
  std::vector<SceneItem> items_;
  std::map<Place, Tile> tiles_;
  // While new ones are made: the newest scale that was sharp all over, and some tiles of those after
  // it.
  std::vector<OldSheet> old_;
  std::vector<Place> changed_;         // have to be drawn again now
  std::vector<Stretched> stretched_;   // old_ in the window
  std::vector<Cell> cells_;
  std::vector<Place> places_;    // of the cells: row by row
  Place first_{0, 0}, last_{0, 0};  // of them: the corners
  bool sharp_ = false;
  int tiles_drawn_ = 0;
};

}  // namespace limber
