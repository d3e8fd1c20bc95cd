// Any bytes as a drawing: from_json ends within the limits with a document whose curves can be drawn,
// that can be saved, and loads again to the same bytes, or with an error at a place. Seeds are the files of data/drawings.
#include <cstdint>
#include <string>

#include "curves/bounds.h"
#include "curves/gaps.h"
#include "tests/fuzz/fresh_drawing.h"
#include "tests/fuzz/require.h"

using namespace limber;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const Result<Document> document = from_json(text_of(bytes, size), fresh());
  if (!document) {
    require(!document.error().message.empty());
    return 0;
  }
  document->world->bodies().each([](CurveId, const Body& body) {
    const Polyline line = tessellate(body.curve, 1e-3 * rough_size(body.curve));
    require(static_cast<int>(line.points.size()) <= Polyline::most_points);
    require(describe_gaps(body.curve, line).size() < 1000);
  });
  const Result<std::string> text = to_json(*document);
  require(static_cast<bool>(text));
  const Result<Document> again = from_json(*text, fresh());
  require(again && *to_json(*again) == *text);
  return 0;
}
