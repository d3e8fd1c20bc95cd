// Every number that decides something while a figure is dragged, flows, or is diagnosed, with where
// it comes from and what breaks when it is ten times larger or ten times smaller. Those of figures
// with mass stand in mass_tolerances.h.
//
// Lengths are parts of the drawing's size (World::size), so that the unit of the drawing does not
// matter. Work is counted, never timed, so that every machine decides alike.
//
// The order of the lengths is the design: rounding << projection << hard << rank << what is seen.
#pragma once

#include <cstddef>

namespace limber {

// Added to a divisor that may be 0: no length or rate of a drawing is so small, and its reciprocal
// times one is still finite. Any other such number does the same.
inline constexpr double nonzero = 1e-300;

// ---- time

inline constexpr double tick = 1.0 / 240;  // seconds. Four ticks are a frame of 1/60 s.

// Seconds in which an unmet constraint comes e times nearer: a figure that assembles itself is
// there in half a second. Ten times less and it snaps before the eye can follow, ten times more and
// it seems not to act.
inline constexpr double tau = 0.08;

// ---- how exactly rows hold

// Promised to the user. 1e-8: drift is visible after a million frames of a mechanism; 1e-10: the
// coordinates of a drawing 1e5 sizes from the origin cannot hold it.
inline constexpr double hard_tolerance = 1e-9;

// What Newton aims at: two digits below what is promised, so that a step that begins at the edge
// of one tolerance still ends within the other. 1e-10: steps that are refused for nothing;
// 1e-12: one more iteration in every step.
inline constexpr double projection_tolerance = 1e-11;

// Of the largest coordinate: what rounding leaves of a row (two units in the last place). Far from
// the origin Newton aims no lower. Larger: figures far out are inexact; smaller: it chases noise.
inline constexpr double rounding_of_coordinates = 5e-16;

// Of a row that was met and of one that is nearly: met in one step, not in tau. Far above what
// rounding and projection leave, far below what is seen. Larger: an edit of this size is a jump;
// smaller: what a drag leaves behind makes the figure flow.
inline constexpr double nearly_met = 1e-6;

// A stop this near is touched: the tolerance of hard rows, since a stop at its end is one.
inline constexpr double touching_distance = hard_tolerance;

// How near a column comes to a limit that its formula excludes. Larger: a radius that visibly does
// not reach zero; smaller: formulas that divide by it lose all digits.
inline constexpr double open_limit = 1e-6;

// ---- rank

// A row with less of its own follows from the others. Far above hard_tolerance: a figure is known
// no better than that. 1e-6: linkages near a change point lose a row that holds them; 1e-8: rows
// that are there twice are told apart by their rounding.
inline constexpr double rank_tolerance = 1e-7;
inline constexpr double pivot_tolerance = 1e-12;  // of LDLT, which sees squares and rounds earlier

// Rank is in doubt when a part kept or dropped lies this near the tolerance: then the next, more
// careful factor is asked. LDLT sees squares: what it drops is never far below its tolerance.
// Larger: the SVD is asked for nothing; smaller: too late.
inline constexpr double rank_doubt = 100, ldlt_doubt_dropped = 3;

// A row with less of its own is nearly dependent: the straight way is not taken there, and the
// motion as it came has a say. Its square is rank_tolerance and a factor of ten. Larger: ordinary
// bent knees are treated as dead points; smaller: steps of 1e3 times the hand's.
inline constexpr double nearly_singular = 1e-3;

// Of a row's own: what is weaker gives way to inertia at a dead point. The square of
// nearly_singular, since a compliance is compared with J M^-1 J'.
inline constexpr double inertia_compliance = 1e-6;

// Of one that moves a point: a row of J shorter than this is rounding (a hundred units in the last
// place of the products it is made of).
inline constexpr double least_row = 1e-13;

// ---- drag

// A point is dragged as if it were so long. Larger: points weigh as much as bars; smaller: M of a
// point and of a bar differ so much that J M^-1 J' loses digits.
inline constexpr double point_drag_length = 1e-3;

// Of a diagonal entry of M: a pivot below it has been eaten by rounding.
inline constexpr double least_pivot = 1e-12;

// Of the curve's own extent: a curve moved and turned by its roles lies where it should.
inline constexpr double follow_tolerance = 1e-9;
// Pieces of the polygon by which a curve's length is known for step control, to a few per cent;
// with 2 a closed curve looks short, with 80 measuring costs as much as its drag.
inline constexpr int length_samples = 8;
// And of the one that tells how far it extends, from its beginning.
inline constexpr int extent_samples = 4;

inline constexpr double preference_compliance = 1;  // of a preference that names none

// ---- the hand

// Steps of a hand are parts of the drawing's size or, where a curve has outgrown that, of so much of
// its length: what was shut to next to nothing opens by a part of what it is by then, a million
// times in a few hundred steps. 1: closed curves, which are three sizes long, take longer steps than
// small contractions bear; 1/40: ten times the steps to open.
inline constexpr double outgrown_part = 1.0 / 4;

// How far ahead of what it holds a hand pulls at once. 1/2: linkages flip to their mirror image;
// 1/160: what has fallen behind takes ten times the steps to come home.
inline constexpr double longest_pull = 1.0 / 16;

// The next pull goes twice as far as the last that was cut short, but never so little that no
// motion comes of it: where one place let nothing through, the figure would stand for good. As far
// as a hand is followed. Larger: pulls tried in vain where ways are narrow; 1e-11: it stands.
inline constexpr double least_stride = 1e-4;

// Lengths of the hand's path between two cuts. The longest is what a few corrections do from one
// factor; the shortest what is worth a factor. Larger: more corrections than a factor costs;
// smaller: a factor for every event.
inline constexpr double longest_cut = 1.0 / 48;
inline constexpr double least_cut = 1.0 / 65536;
inline constexpr double pulled_cut = 1.0 / 4096;  // where the straight way is not to be had
inline constexpr double first_cut = 1.0 / 4;      // of the shortest curve: a quarter radian of turn
inline constexpr double shortest_cut = 1.0 / 64;  // of the shortest curve

// Of the way from the last cut: what of it moves nothing that is held (see straight_way.h). More is
// not the second order of a short way, and left alone. 1: figures near a singular place swing; 0.01:
// ordinary cuts are taken as of first order.
inline constexpr double most_drift = 0.1;

// A held point this near a hand that moves follows it: a tenth of a pixel in a drawing of a
// thousand. Larger: seen; smaller: pulls spent on what the next event undoes.
inline constexpr double following_distance = 1e-4;
// This near one that rests, it is there: what projection aims at.
inline constexpr double arrived_distance = projection_tolerance;
// A step shorter than this is none: rounding and projection make it. Larger: figures stop before
// they are there; smaller: they tremble and never sleep.
inline constexpr double still_step = projection_tolerance;
// The same where rows disagree: the compromise is found by differences of squares, which hold half
// the digits; what is promised of rows is promised of it.
inline constexpr double still_disputed = hard_tolerance;

// Of how far it is to the hand, and of that and the drawing's size: a gain below this product is
// lost in the rounding of the squares it is a difference of (some five hundred units in the last
// place). Larger: the nearest place is found by the pulls themselves too far from it; smaller:
// noise is taken for a gain.
inline constexpr double gain_rounding = 1e-13;
// Beyond rounding a pull goes no farther than a seen distance (see following_distance).
inline constexpr double longest_blind_pull = following_distance;
// Of the last such pull: the next is shorter than this part, or they do not converge. 1: they go to
// and fro; 0.1: good ones are given up.
inline constexpr double blind_contraction = 0.9;
// Of a way shorter than this the second derivative is rounding (its square is below 1e-12).
inline constexpr double least_curved_way = 1e-6;

// Mobility of a held point along the pull, beside that of all directions: less is a dead point. A
// mobility is a square: this is nearly_singular's.
inline constexpr double dead_mobility = nearly_singular * nearly_singular;
// The same, near enough that one cut may lead past it: longest_cut is the square of an elbow's
// offset there. 1: every pull is looked at; 0.01: elbows snap through.
inline constexpr double near_dead_point = 0.1;
// Of a motion remembered: less of it at a dead point is noise. Above what projection leaves of a
// step of a cut's length.
inline constexpr double least_memory = 1e-6;
// Of the drawing, how far a figure is moved off a dead point to see which way that leads: its square
// is far above rounding and below what is seen. 1e-5: rounding decides; 1e-2: steps that are seen.
inline constexpr double dead_point_probe = 1e-4;
// Less than this beside the other direction, and the held point moves on a line only. Between
// dead_mobility and rounding (1e-13): larger takes a nearly dead point for a rail, smaller takes
// rounding for a freedom.
inline constexpr double line_mobility = 1e-9;
// A figure is carried on through a dead point by a quarter of longest_cut, or half of that, and so
// on, so often: what slides moves to second order only, and a correction as long as a point is
// dragged is taken for another branch. Fewer: a crank stands at the end of its way; more: work for
// nothing.
inline constexpr int carry_on_trials = 6;
// Of what a held point would have without rows: a mobility that rounding makes. Larger: what is
// geared down a million times cannot be pulled; smaller: what is nailed trembles.
inline constexpr double rounding_mobility = 1e-13;

// A step longer than this is the direction of a motion, remembered for dead points. Above what
// projection leaves, below what is seen. Larger: slow motions have none; smaller: noise is one.
inline constexpr double worth_remembering = 1e-6;

// ---- judging a step

// Deviation of a row before projection, beside the farthest motion: a quarter radian of turn, where
// a linear step is off by an eighth. Larger: projection finds other branches; smaller: ten times
// the steps.
inline constexpr double most_deviation = 0.25;
// Correction by projection, of the step of an object: more may be another branch.
inline constexpr double largest_correction = 0.3;
// Of the object's own length: so little is no other branch.
inline constexpr double harmless_correction = 0.04;
// A step whose deviation is not bearable is tried again by the length at which it would be, less
// this part for what is not linear; no less than the least, since that is a guess, and no more than
// half. Larger or smaller: one trial more.
inline constexpr double shorten_safely = 0.8, shorten_least = 0.1, shorten_most = 0.5;

// ---- damping: one scheme for hands, flows and the compromise
//
// A compliance, relative to what is typical, raised by a factor while a step makes things worse and
// lowered while it does as expected (Levenberg and Marquardt). From `none` it is raised at once to
// where it begins to tell.
inline constexpr double least_damping = 1e-7;  // as good as none: below the square of half the digits
inline constexpr double felt_damping = 1e-3;   // where raising it begins to tell
inline constexpr double raise_damping = 8;     // by so much when worse; lowered likewise
inline constexpr double raise_little = 4;      // when it did less than a quarter of what was expected
inline constexpr double most_damping = 1e9;    // of a hand out of reach: nothing moves any more
inline constexpr double most_hand_damping = 10;  // of a flow: then time is cut, not the hand
// Times rank_tolerance: what a row must have of its own in the metric of Newton's pull. 1: a row is
// lost and crossed bars uncross; 100: Newton's step is given up where it serves.
inline constexpr double clear_of_rank = 10;

// Of the mobility along a pull to the limit of reach: the damping there. 1: a pull goes half as far
// as it should; smaller: as good as this.
inline constexpr double mobility_damping = 1.0 / 16;
// Of such a pull: its length, a half and a quarter of that. 1: figures of many bars, whose motions
// are of different curvature, creep; 10: work for nothing where the place is out of reach.
inline constexpr int most_limit_trials = 3;

// Of what a step was expected to gain: less is none, less than this is poor, more than that good.
inline constexpr double least_gain = 1e-4;
inline constexpr double poor_gain = 0.25;
inline constexpr double good_gain = 0.75;

// ---- counts of work

inline constexpr int most_pulls = 60;           // for one cut, and for one tick of a hand at rest
inline constexpr int most_pull_trials = 40;     // of one pull: from longest_pull down to rounding
inline constexpr int most_corrections = 12;     // of a straight way
inline constexpr int most_newton_steps = 20;    // of a projection; five or six are usual
// Of a flow in a tick: down to shortest_fast_step and up again, twice.
inline constexpr int most_substeps = 256;
inline constexpr int most_revisions = 12;       // of the set of bounds that act, block by block
inline constexpr int most_compromise_steps = 12;  // in one step of time; the next goes on from there
inline constexpr int saddle_trials = 8;
inline constexpr int phase_iterations = 4;  // of Newton's, for what is linear or nearly: two are usual

// Of the way between cuts: a pull that brings it nearer by less is the last.
inline constexpr double worth_pulling = 0.05;

// Numbers touched by evaluations and factors in one tick: some 12 milliseconds, then a frame is
// due. A factor costs as much as so many evaluations.
inline constexpr double most_spent = 1e6;
inline constexpr double factor_cost = 4.0;
// Amid a pull it may be so many times as much: 1 and where a figure comes to depends on how many events told
// of the way (a chain of 100 led out of reach and back); 100: the picture stands for a second.
inline constexpr double amid_pull = 10;
// Cuts in one tick. A cut where the figure has arrived without a step costs no evaluation, and
// there may be any number of them: a figure shut to next to nothing has cuts so short that a path
// ends never, or, below the rounding of a place, leads nowhere. Ten times more: a frame waits for
// them; ten times fewer: quick hands on small curves are followed late.
inline constexpr int most_cuts = 20'000;

// Numbers of one curve up to which Newton's way out of reach is found: each of its steps costs the cube of
// them. 64: a millisecond; ten times more: a second, and a frame takes many of them. Ten times fewer: splines
// of four nodes out of reach creep.
inline constexpr int most_newton_numbers = 64;

// So many ticks of such work, at the pace of this one, and a figure still follows the path of its hand
// to the end: half of four frames, since the pace is not the same all the way. 160: it circles on for
// seconds after the hand has stopped; 1: it cuts corners that it could have followed.
inline constexpr double most_late_ticks = 8;

// Contraction of the first correction of a straight way: the next cut may be twice as far, or as
// far, or half. And of any: slower, and the way is given up.
inline constexpr double small_contraction = 0.1;
inline constexpr double fair_contraction = 0.3;
inline constexpr double slow_straight_contraction = 0.8;
// Of Newton's: slower three times in a row, and it is given up.
inline constexpr double slow_newton_contraction = 0.5;

// ---- flows

inline constexpr double shortest_step = 1.0 / 1024;  // of a tick: a step cut ten times over
// The same of a motor that turns so fast that such a step is still long: a fold is known to
// shortest_driven_step whatever the speed.
inline constexpr double shortest_fast_step = 1.0 / (1 << 20);
inline constexpr double unfinished_part = 1e-9;  // of a tick: what rounding leaves of it
inline constexpr double short_step = 1.0 / 3;  // of a part of a tick: then hands give before time
// Farther than this nothing assembles itself in a tick: five frames across the drawing.
inline constexpr double longest_leap = 0.2;
inline constexpr double same_direction = 0.99;  // cosine: the motion goes on as it came
// Of a step: by so much what comes may differ from what was, to be guessed from it.
inline constexpr double most_predicted_bend = 0.1;
// Of the farthest motion in a driven step: an object that goes less may be corrected by as much, since
// a slider turns back at the end of its way. 1: forbidden zones of the input are leapt over; 0.01:
// ticks of a degree are cut.
inline constexpr double least_bend_part = 0.25;
// Of the drawing: in shorter steps a driven figure passes any place where branches meet. Above the
// root of projection_tolerance, within which a fold is known. 1e-4: zones of a hundredth of a degree
// are leapt over; 1e-6: rounding decides.
inline constexpr double shortest_driven_step = 1e-5;
// Of a driven step: rows that turn by less in it do not change the figure's orientation; and of the
// way to where they would, from where on that is looked at closely. Larger: it is overlooked; smaller:
// a determinant in every tick.
inline constexpr double least_turning = 1e-4;
inline constexpr double doubtful_turning = 0.5;
// Of its speed: a motor slower than this stalls.
inline constexpr double stalling_pace = 1e-3;

// Of a typical row's own: the compliance of a motor with a limit where rows depend on each other.
// Its root is far above rank_tolerance, itself far below what a motor's speed is seen to be. Larger:
// motors lag; 1e-14: two motors on one crank are one to the factor, and their order decides.
inline constexpr double motor_slip = 1e-8;
// Of a motor's limit: so much beyond is rounding. Larger: seen in a force that is read; smaller: a
// motor just at its limit is taken for one beyond.
inline constexpr double limit_rounding = 1e-10;

// Rows that disagree share the error by a compliance of all, of a typical one: from hardly to all.
inline constexpr double first_sharing = 1e-4;
inline constexpr double most_sharing = 1e4;
inline constexpr double raise_sharing = 100;

// How far a figure is nudged off a saddle, and the part of the error squared worth it.
inline constexpr double saddle_nudge = 1e-4;
inline constexpr double worth_leaving = 1e-10;

// Of a step in a flow: where so much of it would be taken back by the next, it was too long for how
// the forces turn, though its energy, lost in rounding, does not tell. 1: it swings for ever; 0.1:
// steps are cut for nothing.
inline constexpr double most_overshoot = 0.5;
// Of the energies and the work: a sum of thousands of terms is no more exact.
inline constexpr double energy_rounding = 1e-12;

// ---- projection and compromise

// More than this in an implied row is no rounding, it is not implied.
inline constexpr double shared_deviation = 1e-6;
inline constexpr double rounding_compliance = 1e-8;  // of the typical diagonal of J M^-1 J'
inline constexpr int most_sharings = 3;

inline constexpr double first_compromise_damping = 1e-3;
inline constexpr double least_compromise_damping = 1e-10;
inline constexpr double most_compromise_damping = 1e6;
inline constexpr double compromise_step = 10;   // the factor it is raised and lowered by
inline constexpr double longest_compromise = 0.1;  // of an object's length, or of half the drawing
// Of a sum of squares of rows that disagree: so little more or less is none. At the compromise it is
// least and rounding adds to it: with 0 what hangs on such rows cannot be pulled, 1e-12 still serves.
// Larger: a figure stops before it has settled.
inline constexpr double settled_part = 1e-10;

// Changes remembered by the secants: of a few corrections; more only if they converge slowly, and
// then another factor costs less.
inline constexpr int most_secants = 8;
inline constexpr double negligible_secant = 1e-20;  // of |r|^2: a change this short says nothing

// ---- linear algebra

// A factorisation of this many operations takes about two milliseconds: with a few iterations of
// projection a step by QR then still fits a frame of 1/60 s.
inline constexpr double frame_operations = 1e7;
// SVD on request only up to this many rows; beyond, QR runs and the report says so.
inline constexpr int most_svd_rows = 200;
// Rows that hold to this part of what goes into them are not refined further.
inline constexpr double row_tolerance = 1e-13;
// Of the square of a column's length: less left of it after a turn is measured anew, not
// subtracted, by which a digit is lost. 1: always; 1e-3: three digits.
inline constexpr double worth_subtracting = 0.1;
inline constexpr int most_svd_sweeps = 40;     // six to ten are usual
inline constexpr double svd_rounding = 1e-13;  // a part this small is rounding, far below the rank's

// What starting a front costs beside its arithmetic, in operations. Measured on chains and
// linkages: below it fronts are too many, above it they carry too many zeros.
inline constexpr double front_overhead = 500;
// The fill of an elimination for each of its rows is told to this part of a row. 1: ties are broken
// by the order of the drawing; 64: as good as 8.
inline constexpr int fill_fractions = 8;
// Columns of an object from which on its factor looks for zeros: with fewer, looking costs as much.
inline constexpr int most_dense_columns = 32;

// ---- diagnosis and kinematics

inline constexpr double clear_part = 1e-6;  // a row with more of its own is independent beyond doubt
inline constexpr double shares_force = 1e-6;  // a multiplier above this takes part in a dependency
inline constexpr double least_curve_mobility = 1e-9;  // mobility beside that of a free curve: more is motion
inline constexpr int diagnosis_steps = 1200;  // steps a figure is given to meet what it can,
inline constexpr double diagnosis_pace = tau / 4;  //   each of this many seconds
inline constexpr std::size_t most_conflicts = 8;
inline constexpr std::size_t most_conflict_members = 64;
inline constexpr double impossible_motion = 1e-6;  // part of what is asked that no motion gives

// ---- the drawing

// How far a curve extends is seen at its ends and its middle, and at so many pairs of places that
// lie alike from both ends. Only the order of magnitude matters: with 2 a spiral may look small,
// with 60 every measuring takes ten times as long.
inline constexpr int size_samples = 6;
// Those places are multiples of this part of it. No whole number of turns has them in common, so
// that a curve that repeats itself is not on one point at all of them.
inline constexpr double size_sample_part = 0.61803398874989485;
// Samples farther out than so many times half of the others lie on a pole.
inline constexpr double far_out = 1e4;
// Waking a thread costs as long as stepping so many bars.
inline constexpr std::size_t worth_sharing = 64;

}  // namespace limber
