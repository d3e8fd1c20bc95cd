#include "laws.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "curves/bounds.h"
#include "curves/library.h"
#include "curves/trace.h"
#include "tests/formula_forms.h"

namespace limber {

const std::vector<std::shared_ptr<const CurveType>>& every_curve_type() {
  static const auto types = [] {
    std::vector<std::shared_ptr<const CurveType>> all;
    const CurveLibrary library = CurveLibrary::with_builtin_types();
    for (const std::string& name : library.names()) all.push_back(library.find(name));
    return all;
  }();
  return types;
}

std::vector<TypeAndRandom> every_curve_type(std::uint32_t seed) {
  std::vector<TypeAndRandom> all;
  for (const auto& type : every_curve_type()) all.push_back({type, Random(seed, type->name)});
  return all;
}

std::vector<TypeAndRandom> every_type_and_form(std::uint32_t seed) {
  static const auto forms = [] {
    std::vector<SharedCurveType> all;
    CurveLibrary own;
    const auto add = [&](const char* text) {
      Result<SharedCurveType> type = own.add(text, Tier::machine_code);
      if (!type) FAIL(type.error().message, " at line ", type.error().line, " of ", text);
      all.push_back(*type);
    };
    for (const char* text : flow_examples) add(text);
    for (const char* text : form_examples) add(text);
    return all;
  }();
  std::vector<TypeAndRandom> all = every_curve_type(seed);
  for (const auto& type : forms) all.push_back({type, Random(seed, type->name)});
  return all;
}

std::shared_ptr<const CurveType> curve_type(const char* name) {
  for (const auto& type : every_curve_type())
    if (type->name == name) return type;
  FAIL("no curve type ", name);
  return nullptr;
}

std::shared_ptr<const CurveType> compiled(const char* text) {
  CurveLibrary library;
  Result<SharedCurveType> type = library.add(text, Tier::interpret);
  if (!type) FAIL(type.error().message, " at line ", type.error().line, " of ", text);
  return *type;
}

Random::Random(std::uint32_t seed, std::string_view name) : engine_(mixed(seed, name)) {}
Random Random::stream(std::string_view name) {
  return Random(static_cast<std::uint32_t>(engine_()), name);
}

// FNV-1a of the seed's and the name's bytes, and the last step of MurmurHash3, without which names that
// differ in the last letter bid alike.
std::uint32_t Random::mixed(std::uint32_t seed, std::string_view name) {
  std::uint32_t hash = 2166136261u;
  for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (seed >> shift & 0xff)) * 16777619u;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
  hash = (hash ^ hash >> 16) * 0x85ebca6bu;
  hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
  return hash ^ hash >> 16;
}

// The engine's own numbers are the same everywhere; the standard library's distributions are not.
double Random::in(double low, double high) {
  return low + (high - low) * (static_cast<double>(engine_()) + 0.5) / 4294967296.0;
}
int Random::whole(int low, int high) {
  return low + static_cast<int>(engine_() % static_cast<std::uint32_t>(high - low + 1));
}
double Random::normal(double deviation) {
  const double radius = std::sqrt(-2 * std::log(in(0, 1)));
  return deviation * radius * std::cos(in(0, 2 * M_PI));
}
Point Random::point(double size) {
  const double x = in(-size, size);
  return Point(x, in(-size, size));
}

double Random::parameter(const Parameter& p, double size) {
  if (p.locked && p.value == std::floor(p.value)) {
    const int low = static_cast<int>(
        std::max(std::ceil(p.minimum + (p.above_minimum ? 1e-9 : 0)), p.value - 2));
    const int high = static_cast<int>(std::min(p.maximum, p.value + 3));
    return whole(low, high);
  }
  for (int k = 0; k < 1000; ++k) {
    double value = p.value;
    switch (p.role) {
      case Role::x:
      case Role::y:
        value += in(-0.5, 0.5) * size;
        break;
      case Role::angle:
        value = in(-3, 3);
        break;
      case Role::dx:
      case Role::dy:
        value = in(-0.2, 0.2) * size;
        break;
      case Role::length:
        value = p.value == 0 ? in(0, 0.2) * size : p.value * in(0.7, 1.4);
        break;
      case Role::number:
        value += in(-0.3, 0.3) * std::max(std::abs(p.value), 0.1);
        break;
    }
    if (value > p.minimum && value < p.maximum) return value;
  }
  return p.value;
}

Curve Random::curve(const std::shared_ptr<const CurveType>& type) {
  Curve curve = default_curve(type);
  const double size = rough_size(curve);
  const Eigen::Index shared = static_cast<Eigen::Index>(type->parameters.size());
  if (has_nodes(*type)) {
    const Family& family = type->family;
    const int least = std::max(family.minimum_nodes, 3);
    const int nodes = whole(least, least + 5);
    const int own = static_cast<int>(family.node.size());
    Eigen::VectorXd q(shared + nodes * own);
    q.head(shared) = curve.q.head(shared);
    // Along a circle, disturbed: no node on top of another, no span without length.
    for (int k = 0; k < nodes; ++k)
      for (int i = 0; i < own; ++i) {
        const double angle = 2 * M_PI * k / nodes + 0.3 * i;
        const Role role = family.node[static_cast<std::size_t>(i)].role;
        double& value = q[shared + k * own + i];
        if (role == Role::x)
          value = 0.5 * size * std::cos(angle) + in(-0.1, 0.1) * size;
        else if (role == Role::y)
          value = 0.5 * size * std::sin(angle) + in(-0.1, 0.1) * size;
        else
          value = parameter(family.node[static_cast<std::size_t>(i)], size);
      }
    curve.q = q;
  }
  // Points stay apart when all of them move alike, and a little for themselves.
  const Point moved = point(0.5 * size);
  for (Eigen::Index i = 0; i < shared; ++i) {
    const Parameter& p = type->parameters[static_cast<std::size_t>(i)];
    if (p.role == Role::x || p.role == Role::y)
      curve.q[i] += (p.role == Role::x ? moved.x() : moved.y()) + in(-0.05, 0.05) * size;
    else
      curve.q[i] = parameter(p, size);
  }
  return traced(curve);
}

Framework Random::rigid_framework(int points) {
  Framework made;
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * M_PI * (i + in(-0.2, 0.2)) / points;
    made.points.push_back(in(2.5, 3.5) * Point(std::cos(angle), std::sin(angle)));
    if (i < 2) continue;
    const int a = whole(0, i - 1);
    int b = whole(0, i - 2);
    if (b >= a) ++b;
    made.bars.push_back({a, i});
    made.bars.push_back({b, i});
  }
  return made;
}

double Random::t(const Curve& curve) {
  std::vector<double> joints;
  breaks(curve, joints);
  const std::size_t k = static_cast<std::size_t>(whole(0, static_cast<int>(joints.size()) - 2));
  return joints[k] + in(0.02, 0.98) * (joints[k + 1] - joints[k]);
}

}  // namespace limber
