// A drawing written to a file for other programs.
#pragma once

#include "app/cli/work.h"
#include "app/exchange/export.h"
#include "app/exchange/film.h"
#include "app/exchange/sheet.h"

namespace limber::cli {

// From the suffix of the name; - is png. Tells which there are when it is another.
const FormatEntry* export_format(Work& work, const std::string& file);

// Tells what was made and how true it is, and what could not be taken along.
bool export_file(Work& work, const std::string& file, const Document& document, Format format,
                 const ExportOptions& options);

// Frame by frame, with progress; interrupted it leaves nothing.
bool export_film(Work& work, const std::string& file, const Document& document, Format format,
                 const ExportOptions& options, const FilmOptions& film, bool true_size);

}  // namespace limber::cli
