// Fields for the numbers of a drawing: a parameter of a curve, a number of a constraint, motor or
// force. A number, a formula, or a text with variables that the number then follows.
#pragma once

#include <set>
#include <string>

#include "app/document/numbers.h"
#include "app/document/quantity.h"
#include "app/panels/ui.h"

namespace limber {

// As fields show it: an angle in degrees, all else in drawing units.
std::string shown_amount(const Document& document, const Amount& amount);

// "= 40" under a text that is more than a number.
void value_below(Ui& ui, const std::string& text, const std::string& value, float left);

// `focus`: it gets the keyboard.
void parameter_field(Ui& ui, CurveId id, int parameter, const Parameter& facts,
                     const std::string& label, bool focus);
// The same parameter of several curves of one type: typed, it is given to all of them.
void shared_parameter_field(Ui& ui, const std::set<CurveId>& curves, int parameter,
                            const Parameter& facts, const std::string& label);
void number_field(Ui& ui, const Number& number, const std::string& label);
// The entry alone: ImGui's item is the field.
void number_entry(Ui& ui, const Number& number, const std::string& label, float width);

}  // namespace limber
