// Numbers as people write them, with units: "30deg", "0.5s", "60rpm", "1/240", "512MB".
//
// Laws: what is written by shortest() reads back as the same bits, in any locale; a number is read
// to the last character or refused; nothing here is ever infinite or not a number.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace limber {

// What a number may be measured in, and so which suffixes it takes. The result is in drawing units
// (millimetres), radians, seconds, radians per second, bytes.
enum class Dimension {
  number,  // 0.25, 1/3, 50%
  length,  // 12, 12mm, 1.2cm, 0.5in
  angle,   // 0.5, 0.5rad, 30deg, 0.25turn
  any,     // a length or an angle: either set of suffixes
  time,    // 0.5, 0.5s, 200ms, 12ticks
  speed,   // of turning: 2, 2rad/s, 90deg/s, 60rpm
  bytes,   // 1000, 64KiB, 512MB
};

// Nothing when the text is not such a number, whole and finite.
std::optional<double> read_quantity(std::string_view text, Dimension dimension);

// "0.5s", "12ticks": what the dimension takes, for messages.
std::string_view examples_of(Dimension dimension);

std::string shortest(double number);  // the shortest text that reads back as the same bits

}  // namespace limber
