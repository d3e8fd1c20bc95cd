// Numbers that decide something in the editor, each with its reason.
#pragma once

namespace limber {

// Two directions are one when the sine of the angle between them is below this: far above rounding
// (1e-16), far below what a hand could draw by accident (a pixel in a thousand).
inline constexpr double parallel_within = 1e-9;

// A number taken from the figure: Newton's steps, of which linear kinds need one and areas about
// ten, and when the constraint counts as met, relative to its inputs (ten times the rounding).
inline constexpr int most_number_steps = 50;
inline constexpr double met_number = 1e-15;

}  // namespace limber
