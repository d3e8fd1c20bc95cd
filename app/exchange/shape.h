// Outlines made of lines, arcs and cubics: moved by affine maps, measured, as paths of Skia and back.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "curves/bezier_pieces.h"
#include "curves/tessellate.h"
#include "include/core/SkPath.h"

namespace limber {

Piece transformed(const Eigen::Affine2d& map, const Piece& piece);
std::vector<Outline> transformed(const Eigen::Affine2d& map, std::vector<Outline> outlines);

Box box_of(const Piece& piece);  // as tight as it is
Box box_of(const Outline& outline);
Box box_of(const std::vector<Outline>& outlines);
std::size_t count_of_pieces(const std::vector<Outline>& outlines);
double length_of(const Piece& piece);

// An arc as cubics, so fine that none is off by more than 4e-6 of its radius.
std::vector<CubicPiece> cubics_of(const ArcPiece& arc);
CubicPiece cubic_of(const LinePiece& line);

SkPath skia_path(const std::vector<Outline>& outlines);
std::vector<Outline> outlines_of(const SkPath& path);

}  // namespace limber
