#include "app/exchange/import.h"

#include <fmt/format.h>

#include "app/exchange/csv_import.h"
#include "app/exchange/dxf_import.h"
#include "app/exchange/embedded.h"
#include "app/exchange/mechanism_import.h"
#include "app/exchange/svg_import.h"

namespace limber {

namespace {

struct Reader {
  std::string_view ending;
  bool (*looks_like)(std::string_view);
  Result<Imported> (*read)(std::string_view, const ImportOptions&);
};
bool is_packed(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }
bool is_never_known(std::string_view) { return false; }  // two numbers in a line may be anything
constexpr Reader readers[] = {
    {".svg", looks_like_svg, import_svg},
    {".svgz", is_packed, import_svg},
    {".dxf", looks_like_dxf, import_dxf},
    {".linkage2", looks_like_linkage, import_linkage},
    {".pmks", looks_like_expression, import_expression},
    {".csv", is_never_known, import_csv},
};

std::string counted(int count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

bool can_import(std::string_view name) {
  for (const Reader& reader : readers)
    if (name.size() > reader.ending.size() && name.ends_with(reader.ending)) return true;
  return false;
}

std::string import_endings() {
  std::string out;
  for (const Reader& reader : readers)
    out += (out.empty() ? "" : ", ") + std::string(reader.ending.substr(1));
  return out;
}

Result<Imported> import_text(std::string_view bytes, std::string_view name,
                             const ImportOptions& options) {
  if (bytes.size() > import_limits::bytes)
    return Error{"The file is larger than 64 MiB.", 0, 0, 1, {}, {}};
  for (const Reader& reader : readers)
    if (reader.looks_like(bytes)) return reader.read(bytes, options);
  for (const Reader& reader : readers)
    if (name.ends_with(reader.ending)) return reader.read(bytes, options);
  return Error{fmt::format("This is none of the files that can be imported: {}.", import_endings()),
               0, 0, 1, {}, {}};
}

std::string text_of(const ImportNote& note) {
  return note.line > 0 ? fmt::format("{}:{}: {}", note.line, note.column, note.text) : note.text;
}

std::string summary(const Imported& made) {
  std::string out = counted(made.curves, "curve");
  if (made.texts > 0) out += ", " + counted(made.texts, "text");
  if (made.pictures > 0) out += ", " + counted(made.pictures, "picture");
  if (made.attachments > 0) out += ", " + counted(made.attachments, "attachment");
  return out;
}

}  // namespace limber
