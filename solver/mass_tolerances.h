// Every number that decides something in steps with mass, with where it comes from.
#pragma once

namespace limber {

// A point weighs as much as a curve of so many units of length.
inline constexpr double length_a_point_weighs = 100;
// Of its size: a curve turns if its points follow its parameters within this.
inline constexpr double turning_tolerance = 1e-9;
// Of mass times length squared: a body with less (a point, a curve shrunk to one) does not turn.
inline constexpr double least_moment = 1e-12;

// Newton's method for a step ends when the bodies are moved by less than this part of the drawing
// (a few units in the last place: what is left is the error of the energy), or, below the second
// number, when the moves no longer become smaller. Where curves bend that is the third: with the second a
// catenary whose arms are 70 times its size came to no end; whether it is a solution its energy tells.
inline constexpr double mass_newton_rounding = 4e-16, mass_newton_end = 1e-11, bent_newton_end = 1e-9;
// After so many iterations the step is tried in two halves. Five or six are usual; larger: time is
// lost on steps that fail.
inline constexpr int mass_newton_iterations = 16;
// The matrix is renewed when a move is longer than this part of the one before.
inline constexpr double mass_newton_slow = 0.1;
// A tick is cut into at most so many steps.
inline constexpr int most_mass_steps = 64;
// So much energy a step may gain that nobody put in: of all that moved in it, and of mass size^2 / tick^2. Steps that are
// solutions gain 2e-9 at most, others 1e-6 and more. A tenth of it refuses steps that are right.
inline constexpr double most_step_gain = 1e-8, step_gain_rounding = 1e-15;
// Where a curve bends, the last resort: steps down to a tick by two to this power, and at most so many. Fewer: an arc
// of an ellipse that becomes a circle stays there for good.
inline constexpr int most_mass_halvings = 20, most_refined_steps = 800;
// By so many times its kinetic energy may grow in one of them, and so far, of its size, anything in it may go; without
// limits a rounded rectangle at its least radius got a million times what it had.
inline constexpr double most_refined_growth = 2, most_refined_move = 0.1;
// And so much of its energy a tick of such steps may gain or lose. An arc of an ellipse through a circle: 1e-8; a wrong
// solution gains what it had and more. Ten times less would refuse ticks that are right.
inline constexpr double most_refined_gain = 1e-6;
// Of what a row moves: so much it may give in one iteration of Newton's method while rows depend on
// each other; the next iterations make up for it. Larger: more iterations; smaller: digits are lost
// where rows depend on each other.
inline constexpr double mass_row_give = 1e-10;
// The same, for good, where rows disagree: they share the error, and weight in such a row is off by this
// part of what it would fall in a step.
inline constexpr double mass_yield = 1e-8;
// The same for a row that is not met, farther off than this part of the drawing; less in proportion
// when it is nearer. It pulls as a spring that meets it in tau if 1000 times its own mass hangs on it;
// ten times larger, and what is heavy is not lifted to its place, ten times smaller, and rows that
// contradict each other bend the figure so hard that steps must be cut.
inline constexpr double mass_unmet_give = 1e-3, unmet_far = 0.01;
// Of size / tau^2: the largest acceleration with which a row is met that was not.
inline constexpr double snap_acceleration = 1;
// Of itself: a row that is off by its rounding alone is not corrected.
inline constexpr double mass_gap_rounding = 4e-15;
// A hand pulls with this frequency (radians per second) and critical damping on all the mass it
// holds: lifted, a figure hangs 10 mm below it. Higher: it jerks; lower: it lags.
inline constexpr double hand_frequency = 31.4;
// Of what a body or row has in a tick: damping that order 4 may go back in time against.
inline constexpr double mild_damping = 0.05;
// Rows with bounds change sides in at most so many iterations of a step, or it is cut.
inline constexpr int most_side_changes = 12;
// Impulses are found with the stops that act; so many times they are looked at again.
inline constexpr int impulse_revisions = 8;
// Of its size, in a tick: a figure that moves less, and has less speed, stands still. Gravity moves what
// falls from rest by 1e-7 and more of any drawing on a screen; the speed is what steps leave of velocities
// that what holds does not allow, and has 1e-14 of the energy of a fall. Larger: what creeps stops too early.
inline constexpr double still_motion = 1e-12, still_speed = 1e-9;
// Of a tick: the step that forces and accelerations at one moment are found by. Twice as long: sixteen
// times the error of what swings fast; half as long: four times the rounding.
inline constexpr double moment_part = 0.125;
// A figure of at most so many bodies is stepped to order 4, by five steps for one.
inline constexpr int most_bodies_order_4 = 32;
// Radians in a tick: what turns faster is stepped to order 4 in two halves. A slider-crank that a torque has brought to
// 15 rad/s strays by 4e-7 of its length in 3 s then; with twice as much by 1.5e-6, with half as much by 4e-7 too.
inline constexpr double most_turn_order_4 = 0.015;
// Of its kinetic energy: an impulse that gives what is driven its rates takes no more. What turns by 0.3 in a tick is
// given them for a ten-thousandth. Larger: a crank is thrown where what drives it cannot.
inline constexpr double most_rates_take = 0.01;
// Nor one with curves that bend whose formulas are asked for more points than this.
inline constexpr int most_points_order_4 = 200;

// The mass of a curve that bends lies on points: panels of each smooth piece are halved until mass and
// moment stay as they are within this part, at most to so many.
inline constexpr double mass_laid_within = 1e-10;
inline constexpr int most_mass_panels = 16;
// Of the mass: the inertia of a number that bends and moves no point (mm^2 for each unit of it). What moves
// points has a million times more.
inline constexpr double least_bend_inertia = 1e-9;
// Of the energy in bending: less than this is its rounding, and is not looked for along ds.
inline constexpr double bend_gap_rounding = 4e-16;
// Of the length of a curve: so far it is bent to see how its inertia changes. It decides how fast
// Newton's method converges and nothing else.
inline constexpr double bend_difference = 1e-6;
// A place that bends is held by springs to so many others on either side: two resist bending too.
inline constexpr int place_spring_reach = 2;
// Of what it is at rest: no parameter that bends comes nearer to the end of its range.
inline constexpr double bend_margin = 1e-3;

}  // namespace limber
