// What a canvas without pixels is told of a text beside the text itself, as an annotation of this
// name: its colour (an SkColor), then its outlines (an SkPath, serialized). SVG is written from it.
#pragma once

namespace limber {

inline constexpr const char* text_annotation = "limber.text";

}  // namespace limber
