// Pieces of XML text: escaped, numbers short and exact to so many decimals.
#pragma once

#include <string>
#include <string_view>

namespace limber {

// What XML cannot hold (control characters) becomes U+FFFD. In attributes quotes are escaped too.
std::string xml_text(std::string_view text);
std::string xml_attribute(std::string_view text);
bool fits_xml(std::string_view text);  // nothing of it would be replaced

// The other way: &lt; &gt; &amp; &quot; &apos; and characters by number. What is not understood
// stays.
std::string from_xml_text(std::string_view text);

// "12.5", "-3", "0": at most so many decimals, no exponent, never "-0".
std::string fixed_number(double value, int decimals);
std::string exact_number(double value);  // reads back as the same

}  // namespace limber
