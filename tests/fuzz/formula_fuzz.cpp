// Any bytes as a formula: lower ends within the limits with programs that run or with errors that
// can be shown. Seeds are the files of data/; formula.dict holds the words of the language.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/compile.h"
#include "codegen/explain.h"
#include "codegen/format.h"
#include "codegen/interpret.h"
#include "codegen/limits.h"
#include "tests/fuzz/require.h"

using namespace limber;

namespace {

void check(const Program& program) {
  require(well_formed(program));
  require(static_cast<int>(program.code.size()) <= 4 * limits::graph_nodes);
  const std::vector<double> in(program.inputs, 0.75);
  std::vector<double> out(program.outputs.size());
  const Kernel kernel = interpret(program);
  if (!program.outputs.empty()) (void)kernel(in.data(), out.data());
}

void check(const Error& error, std::string_view text) {
  require(!error.message.empty());
  require(error.others.size() < limits::errors);
  const std::string shown = explain(error, text, "fuzz.curve");
  for (const char c : shown) require(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
}

void check(const CurveDefinition<Program>& c) {
  for (const Program* p : {&c.point, &c.motion, &c.shape, &c.drag, &c.bend, &c.sweep, &c.gesture,
                           &c.equation, &c.scope})
    check(*p);
  for (const auto& m : c.measures) {
    check(m.value);
    check(m.bend);
    for (const auto& i : m.integrals) {
      check(i.integrand);
      check(i.bend);
    }
  }
}

void check(const ConstraintDefinition<Program>& c) {
  check(c.evaluate);
  check(c.bend);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = text_of(bytes, size);
  const auto result = lower(text);
  if (result)
    std::visit([](const auto& definition) { check(definition); }, *result);
  else
    check(result.error(), text);
  if (const auto plain = plain_form(text)) {
    const auto again = plain_form(*plain);
    require(again && *again == *plain);
    require(static_cast<bool>(lower(*plain)) == static_cast<bool>(result));
  }
  const auto number = evaluate(text, {{"width", 2}, {"h", -1}});
  if (!number) check(number.error(), text);
  return 0;
}
