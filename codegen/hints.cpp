#include "codegen/hints.h"

#include <algorithm>
#include <utility>

namespace limber {
namespace {

constexpr std::pair<std::string_view, std::string_view> names[] = {
    {"lg", "write log10(x)"},
    {"log2", "write log(x)/log(2)"},
    {"det", "write cross(p, q)"},
    {"cis", "write polar(1, x)"},
    {"pow", "write x^y"},
    {"sqr", "write x^2"},
    {"root", "write sqrt(x)"},
    {"norm", "write |p|"},
    {"magnitude", "write |p|"},
    {"hypot", "write |(x, y)|"},
    {"length", "write |p|"},
    {"len", "write |p|"},
    {"distance", "write |a - b|"},
    {"dist", "write |a - b|"},
    {"normalize", "write unit(p)"},
    {"vector", "a point is written (u, v)"},
    {"vec", "a point is written (u, v)"},
    {"vec2", "a point is written (u, v)"},
    {"fmod", "write mod(x, n)"},
    {"rem", "write mod(x, n)"},
    {"round", "write floor(x + 0.5)"},
    {"ceil", "write -floor(-x)"},
    {"trunc", "write sign(x)*floor(abs(x))"},
    {"int", "write floor(x), or integral(f)"},
    {"fabs", "write abs(x)"},
    {"clamp", "write min(max(x, a), b)"},
    {"step", "write if(x < 0, 0, 1)"},
    {"heaviside", "write if(x < 0, 0, 1)"},
    {"lerp", "write (1 - t)*a + t*b"},
    {"mix", "write (1 - t)*a + t*b"},
    {"Sigma", "a sum is written sum(k = 1..n, f)"},
    {"Pi", "a product is written product(k = 1..n, f)"},
    {"prod", "a product is written product(k = 1..n, f)"},
    {"frac", "for a fraction write (a)/(b), for the part behind the point mod(x, 1)"},
    {"integrate", "write integral(f)"},
    {"diff", "a prime is d/dt: write x'"},
    {"dx", "write x' for dx/dt"},
    {"dy", "write y' for dy/dt"},
    {"dt", "a prime is d/dt: write x'"},
    {"cases", "write piecewise(a if t < 1, b otherwise)"},
    {"when", "write if(t < 1, a, b)"},
    {"where", "write let on a line of its own"},
    {"infinity", "choose a large number"},
    {"inf", "choose a large number"},
    {"around", "write about"},
    {"centered", "write about"},
    {"rotated", "write turned"},
    {"mouse", "press and release are where the mouse went down and up"},
    {"click", "press and release are where the mouse went down and up"},
    {"drag", "press and release are where the mouse went down and up"},
    {"rad", "leave it out: angles are in radians"},
    {"radians", "leave it out: angles are in radians"},
    {"degree", "write 30deg"},
    {"degrees", "write 30deg"}};

constexpr std::pair<char32_t, std::string_view> signs[] = {
    {U'{', "use round brackets ( ); cases are written piecewise(a if t < 1, b otherwise)"},
    {U'}', "use round brackets ( )"},
    {U';', "start a new line, or write a comma"},
    {U'&', "write and"},
    {U'%', "for a remainder write mod(x, n)"},
    {U'?', "write if(t < 1, a, b)"},
    {U'@', "leave it out"},
    {U'$', "leave it out"},
    {U'~', "write ="},
    {U'≈', "write ="},
    {U'∞', "choose a large number, or leave the limit out"},
    {U'∫', "write integral(f)"},
    {U'∂', "a prime is d/dt: write x'"},
    {U'→', "write t from 0 to 1"},
    {U'“', "use straight quotation marks \" \""},
    {U'”', "use straight quotation marks \" \""},
    {U'„', "use straight quotation marks \" \""},
    {U'«', "use straight quotation marks \" \""},
    {U'»', "use straight quotation marks \" \""},
    {U'⟨', "a point is written (u, v)"},
    {U'⟩', "a point is written (u, v)"}};

constexpr std::string_view lengths[] = {"radius", "width", "height", "size", "side", "distance"};
constexpr std::string_view numbers[] = {"param", "parameter", "var",    "variable", "const",
                                        "real",  "float",     "double", "int",      "scalar"};
constexpr std::string_view places[] = {"vector", "position", "centre", "center", "vec2"};

template <class List>
bool holds(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != std::end(list);
}

}  // namespace

std::string hint_for_name(std::string_view name) {
  for (const auto& [known, hint] : names)
    if (known == name) return std::string(hint);
  return {};
}

std::string hint_for_sign(char32_t sign) {
  for (const auto& [known, hint] : signs)
    if (known == sign) return std::string(hint);
  return {};
}

std::string hint_for_line(std::string_view word, std::string_view name) {
  const std::string named(name);
  if (holds(lengths, word)) return "write length " + named + " = 1";
  if (holds(numbers, word)) return "write number " + named + " = 1";
  if (holds(places, word)) return "write place " + named + " = (0, 0)";
  return {};
}

}  // namespace limber
