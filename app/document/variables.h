// Variables: named numbers of the drawing, and the numbers that follow them.
//
//     let module = 2mm            a variable: a name, and what it is, as text
//     span.d follows 4 module     a number of the drawing that is whatever a text says
//
// A parameter of a curve follows a text through a dimension on it: a fixed_length, fixed_angle or
// fixed_number constraint whose number does.
//
// Laws: every text of a drawing has a value; a change that would leave one without is refused
// whole, with a sentence. A number that follows a text has that text's value, to the bit. Changing
// a variable changes numbers, never the state: the figure travels there (see Stepper).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/change.h"
#include "app/document/numbers.h"

namespace limber {

inline constexpr std::size_t most_variables = 1000;
inline constexpr std::size_t most_text_bytes = 4096;  // of a variable, or of what a number follows

const Variable* find_variable(const Document& document, std::string_view name);
Amounts amounts_of(const std::vector<Variable>& variables);  // of all, by name

// What a person typed, with these names, or with the drawing's variables; within the limits above.
Result<Amount> amount_in(std::string_view text, const Amounts& names);
Result<Amount> amount_of(const Document& document, std::string_view text);

// Evaluates all, each after those it needs. What is wrong with the first that has no value.
struct VariableFault {
  std::size_t variable = 0;
  bool in_name = false;  // or in its text
  Error error;
};
std::optional<VariableFault> evaluate_all(std::vector<Variable>& variables);

// ---- edits: all of it, or an Error and nothing
Result<bool> add_variable(Change& change, Variable variable);
Result<bool> set_variable(Change& change, std::string_view name, std::string text);
Result<bool> rename_variable(Change& change, std::string_view name, const std::string& to);

// Where it is used: "pitch", "span.d".
std::vector<std::string> uses_of(const Document& document, std::string_view name);

// An Error while it is used; or with its text put in its place wherever it is.
enum class Used { refuse, put_text_there };
Result<bool> remove_variable(Change& change, std::string_view name, Used used = Used::refuse);

// ---- numbers that follow
Result<bool> follow(Change& change, const Number& number, std::string text);
void stop_following(Change& change, const Number& number);  // it stays as it is
const std::string* text_followed(const Document& document, const Number& number);  // or null

// A parameter follows by a dimension on it, which is made when there is none and goes with it. When
// it stops it is locked where it is.
std::optional<InputOf> dimension_on(const Document& document, CurveId curve, int parameter);
Result<bool> follow(Change& change, CurveId curve, int parameter, std::string text);
void stop_following(Change& change, CurveId curve, int parameter);

}  // namespace limber
