// The statements of a curve's file, and those every file has: let, and functions of its own.
#pragma once

#include <string>
#include <string_view>

#include "codegen/read_expression.h"

namespace limber {

bool word_of(const Token& token, Word& word);  // place, length, ...

class CurveReader : public Reader {
 public:
  CurveReader(std::vector<Token> tokens, Spelling spelling, Formula& formula,
              std::vector<Error>& errors)
      : Reader(std::move(tokens), std::move(spelling), formula, errors), formula_(formula) {
    formula_.variable = this->spelling().variable;
  }

  void curve_statement();
  void let();
  bool own_function();      // f(u) = ...; false when it is none
  bool name(Named& named);  // false, and a mistake, when none is here

 private:
  void unknown_line();
  void bare_line();
  bool mistaken_equation();
  bool line_has_word(std::string_view word) const;
  bool called_position();
  bool pair_of_positions();
  bool between_bounds();
  bool equation_line();
  bool within_line();
  void implicit();
  void frame(FrameText& frame);
  bool differential_line();
  void say_variable(const Token& name);
  void say_position(Named& target, std::string_view name);
  void closed_or_open();
  Named* position_named(std::string_view word);
  void is_meant(Named& position, std::string_view name);
  void variable_is_meant(const Token& name);
  void variable();
  void position();
  void pieces();
  int whole(int least, int most);
  void fixed();
  void declarations(const ParameterText& like);  // like: all but its name and value
  void declared(const ParameterText& like);
  bool is_parameter(const std::string& name) const;
  static bool is_comparison(const Token& t);
  bool declared_later() const;
  bool lone_number(Word word);
  void without_value(Word word);
  void declaration(const ParameterText& like);
  bool range_inside(const ParameterText& parameter) const;
  void stands_for(const ParameterText& parameter);
  bool names_something(const Phrase& phrase) const;
  void nodes();
  bool at_least();
  void corners();
  void draw();

  Formula& formula_;
};

}  // namespace limber
