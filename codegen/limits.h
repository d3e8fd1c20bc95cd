// Every limit of the formula language, in one place. A document is untrusted: each of these is
// counted while reading, and going beyond it ends in a sentence, never in a hang or a crash.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limber::limits {

inline constexpr std::size_t formula_bytes = 64 * 1024;  // of one formula text
inline constexpr int depth = 200;           // brackets, signs, powers and conditions in each other
inline constexpr int operations = 2'000;    // operators and calls, as written
inline constexpr int graph_nodes = 20'000;  // shared nodes, with all derivatives
inline constexpr int worked_terms = 50'000;  // terms read, those of functions and sums each time
inline constexpr int series_terms = 200;    // of one sum or product
inline constexpr int unknowns = 8;          // of one curve's differential equations; one with two primes is two
inline constexpr int digits = 40;           // of one number
inline constexpr int whole_power = 64;      // x^n up to here is a product, beyond it a real power
inline constexpr int name_length = 64;      // characters of a name
inline constexpr int parameters = 64;       // numbers in q; of a family, those one piece sees
inline constexpr int nodes = 10'000;        // default nodes of a family
inline constexpr int window = 16;           // nodes one piece of a family sees
inline constexpr int measures = 64;         // of one curve type
inline constexpr int inputs = 32;           // numbers a constraint sees
inline constexpr int rows = 32;             // of one constraint
inline constexpr int corners = 256;         // of one curve type
inline constexpr int repetitions = 10'000;  // of a curve whose t ends at a parameter,
inline constexpr int repeated_pieces = 100'000;  // and of its smooth pieces in all of them
inline constexpr std::size_t compiled_instructions = 20'000;   // of one definition: beyond, interpreted
inline constexpr std::size_t optimised_instructions = 10'000;  // beyond, compiled quickly only
inline constexpr double optimise_seconds = 1;   // expected of one definition: beyond, compiled quickly only
inline constexpr std::int64_t symbolic_work = 4'000'000;  // operations of the graphs of one document: some 2 s
inline constexpr double compile_seconds = 10;   // of one document: what comes later stays interpreted
inline constexpr int errors = 20;           // told in one go

}  // namespace limber::limits
