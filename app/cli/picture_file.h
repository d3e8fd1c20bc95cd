// A drawing as the bytes of a picture file.
#pragma once

#include <optional>
#include <string>

#include "app/cli/work.h"
#include "app/drawing/picture.h"

namespace limber::cli {

enum class PictureFormat { png, webp, pdf };

// From the suffix of the name; - is png. Tells which there are when it is another.
std::optional<PictureFormat> picture_format(Work& work, const std::string& file);

std::optional<std::string> picture_of(Work& work, const Document& document,
                                      const PictureOptions& options, PictureFormat format);

}  // namespace limber::cli
