#include "tests/kind_cases.h"

namespace limber {

const std::vector<KindCase>& kind_cases() {
  static const std::vector<const char*> lines = {
      "draw line as $a a.x=-16 a.y=-9 b.x=10 b.y=-6", "draw line as $b a.x=-15 a.y=4 b.x=13 b.y=10"};
  static const std::vector<const char*> bars = {
      "draw bar as $a a.x=-16 a.y=-9 phi=0.2 l=24", "draw bar as $b a.x=-15 a.y=4 phi=0.1 l=30"};
  static const std::vector<const char*> gears = {
      "draw gear as $a c.x=-9 c.y=0 phi=0.3 m=1 n=12", "draw gear as $b c.x=9 c.y=0 phi=0.1 m=1 n=12"};
  static const std::vector<const char*> on_arm = {
      "draw gear as $a c.x=-9 c.y=0 phi=0.3 m=1 n=12", "draw gear as $b c.x=9 c.y=0 phi=0.1 m=1 n=12",
      "draw bar as $c a.x=-9 a.y=-12 phi=0 l=18"};
  static const std::vector<const char*> three_bars = {
      "draw bar as $a a.x=-16 a.y=-9 phi=0.2 l=24", "draw bar as $b a.x=-15 a.y=4 phi=0.1 l=30",
      "draw bar as $c a.x=-15 a.y=12 phi=0 l=20"};
  static const std::vector<const char*> wheels = {"draw wheel as $a c.x=-9 c.y=0 phi=0.3 r=7",
                                                  "draw wheel as $b c.x=9 c.y=0 phi=0.1 r=5"};
  static const std::vector<const char*> rectangles = {
      "draw rectangle as $a c.x=-9 c.y=0 w=15 h=22 phi=0.1",
      "draw rectangle as $b c.x=9 c.y=0 w=15 h=20 phi=-0.1"};
  // Two curves that touch, for what is about their contact.
  static const std::vector<const char*> touching = {
      "draw line as $a a.x=-17 a.y=-9 b.x=17 b.y=-9",
      "draw wheel as $b c.x=0 c.y=0 phi=0 r=9",
      "lock $a a.x a.y b.x b.y",
      "point $pa $a~0.5",
      "point $pb $b~4.71238898038469",
      "constrain tangent $pa $pb $a.tangent~$pa $b.tangent~$pb as $touch"};
  static const std::vector<KindCase> cases = {
      {"angle", lines, {"$a@0.25", "$b@0.75"}, "0.0960"},
      {"angle_at_least", bars, {"$a@0.25"}, "0.2"},
      {"angle_at_most", bars, {"$b@0.25"}, "0.1"},
      {"at_least", {"draw circle as $a c.x=0 c.y=0 r=11"}, {"$a@1"}, "11"},
      {"at_most", rectangles, {"$a@1.25"}, "22"},
      {"belt_drive", wheels, {"$a@1", "$b@1", "$a@2", "$b@2"}},
      {"coincident", lines, {"$a.end", "$b.start"}},
      {"collinear", lines, {"$a@0.25", "$b.end"}},
      {"crank", bars, {"$a@0.25"}, "0.2"},
      {"curve_distance", lines, {"$a@0.25", "$b@0.75"}},
      {"distance", lines, {"$a.start", "$b.end"}, "34.67"},
      {"equal", bars, {"$a@0.25", "$b@0.25"}},
      {"equal_angle", bars, {"$a@0.25", "$b@0.25"}},
      {"equal_spacing", lines, {"$a.start", "$a.end", "$b.end"}},
      {"equal_steps", three_bars, {"$a@0.25", "$b@0.25", "$c@0.25"}},
      {"equal_number", rectangles, {"$a@0.25", "$b@2.75"}},
      {"fixed_angle", bars, {"$b@0.25"}, "0.1"},
      {"fixed_area", rectangles, {"$b@0.25"}, "300"},
      {"fixed_length", bars, {"$a@0.25"}, "24"},
      {"fixed_number", rectangles, {"$a@0.25"}, "330"},
      {"follow_circle", lines, {"$a.end", "(0,0)"}, "10"},
      {"follow_line", lines, {"$a.end", "$b@0.25"}, "2"},
      {"gears_on_arm", on_arm, {"$a@3.3", "$b@6.3", "$c@0.5"}, "-1"},
      {"gear_ratio", gears, {"$a@3.3", "$b@6.3"}, "-1"},
      {"horizontal", lines, {"$a@0.25"}},
      {"joint_angle", bars, {"$a@0.25", "$b@0.25"}, "-0.1"},
      {"line_distance", lines, {"$a.end", "$b@0.25"}, "-15.016"},
      {"midpoint", lines, {"$a@0.25", "$b.end"}},
      {"near_angle", bars, {"$a@0.25"}, "0.2"},
      {"near_length", lines, {"$b@0.25"}, "28.636"},
      {"parallel", lines, {"$a@0.25", "$b@0.75"}},
      {"perpendicular", lines, {"$a@0.25", "$b@0.75"}},
      {"prismatic", lines, {"$a@0.25", "$b@0.75"}},
      {"ratio", lines, {"$a@0.25", "$b@0.75"}, "0.9140"},
      {"rolling", touching, {"$pa", "$pb"}, "-25.41"},
      {"rope", lines, {"$a.end", "$b.end"}, "16.279"},
      {"slide", lines, {"$a.end", "$b@0.25"}, "15.19"},
      {"stay", lines, {"$a.end", "(4,-2)"}},
      {"stop", lines, {"$a.end", "$b.end"}, "16.279"},
      {"swing", bars, {"$a@0.25"}, "0.2"},
      {"symmetric", lines, {"$a.start", "$b@0.25", "$a.end"}},
      {"tangent",
       {"draw line as $a a.x=-16 a.y=-9 b.x=15 b.y=-12", "draw circle as $b c.x=0 c.y=3 r=9"},
       {"$a@0.25", "$b@4.6"}},
      {"turned_about", lines, {"$a.end", "$b.end", "(0,0)"}, "1.196"},
      {"vertical", lines, {"$a.end", "$b.end"}},
  };
  return cases;
}

}  // namespace limber
