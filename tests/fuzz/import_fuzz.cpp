// Any bytes as a file of another program: import_text ends within its limits with a script that can be applied, or
// with a sentence. Seeds: the SVG, DXF, expressions and tables of the tests, or none.
#include <cstdint>
#include <string>
#include <string_view>

#include "app/edits/apply.h"
#include "app/exchange/import.h"
#include "tests/fuzz/fresh_drawing.h"
#include "tests/fuzz/require.h"

using namespace limber;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = text_of(bytes, size);
  for (const char* name : {"x.svg", "x.dxf", "x.csv", "x.pmks", "x.linkage2"}) {
    const Result<Imported> made = import_text(text, name, {.attach = true, .fit = 0.1});
    if (!made) {
      require(!made.error().message.empty());
      continue;
    }
    require(made->curves <= import_limits::curves);
    if (size > 4096) continue;  // many curves take long to apply
    const Result<Document> document = apply(fresh(), {edit::Insert{made->script}});
    require(static_cast<bool>(document));
  }
  return 0;
}
