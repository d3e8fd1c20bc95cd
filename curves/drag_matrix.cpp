#include "curves/drag_matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr double drag_tolerance = 1e-9;    // a tenth of what is promised
constexpr double relative_minimum = 1e-9;  // of a diagonal entry
constexpr double still_minimum = 1e-6;     // of what is usual for a parameter that moves nothing
constexpr int point_samples = 8;           // along a curve that has shrunk

// Adds the integrals over [a, b], a smooth piece of the span the locale is at, to memory.sums.
bool add_piece(const Curve& curve, double a, double b, int panels, DragMatrix::Memory& memory) {
  const Kernel& drag = curve.type->drag;
  if (!drag) return true;  // nothing of it is ever other than 0
  const auto sample = [&](const double* t, int count, double* out, int stride) {
    along(drag, memory.locale, t, count, out, stride);
  };
  const int degree = curve.type->drag_facts.degree;
  if (degree >= 0 &&
      memory.quadrature.run_exact(sample, a, b, degree, drag.outputs(), memory.sums.data()))
    return true;
  return memory.quadrature.run(sample, a, b, panels, drag.outputs(), memory.watched, drag_tolerance,
                               memory.sums.data());
}

// With how many panels a piece of a usual curve of the type is best started, so that a circle is
// not halved anew in every step.
int usual_panels(const Curve& usual, DragMatrix::Memory& memory) {
  breaks(usual, memory.breaks);
  int best = 1, fewest = std::numeric_limits<int>::max();
  for (int panels = 1; panels <= 16; panels *= 2) {
    int used = 0;
    for (std::size_t k = 0; k + 1 < memory.breaks.size(); ++k) {
      const double a = memory.breaks[k], b = memory.breaks[k + 1];
      locate_span(usual, span_of(usual, 0.5 * (a + b)), memory.locale);
      memory.sums.assign(static_cast<std::size_t>(usual.type->drag.outputs()), 0.0);
      if (add_piece(usual, a, b, panels, memory)) used += memory.quadrature.panels_used();
    }
    if (used < fewest) best = panels;
    fewest = std::min(fewest, used);
  }
  return best;
}

// What depends on the type alone.
void prepare(const Curve& curve, Places places, DragMatrix::Memory& memory) {
  const CurveType& type = *curve.type;
  const bool known = memory.type == &type && memory.places == places;
  memory.lumped = places == Places::each && is_lumped(type);
  memory.places = places;
  if (known) return;
  memory.type = &type;
  const Curve usual = default_curve(curve.type);
  locate_span(usual, 0, memory.locale);
  const int locals = static_cast<int>(memory.locale.column.size());
  const auto role = [&](int i) {
    return parameter(type, memory.locale.column[static_cast<std::size_t>(i)]).role;
  };
  const auto output = [&](int i, int j) {
    return type.drag_facts.entries[static_cast<std::size_t>(j * (j + 1) / 2 + i)];
  };
  // The pieces of a traced curve move with a link, never by themselves.
  const auto stays = [&](int i) {
    return is_piece(type, memory.locale.column[static_cast<std::size_t>(i)]);
  };
  memory.entries.clear();
  memory.watched.clear();
  for (int j = 0; j < locals; ++j)
    for (int i = 0; i <= j; ++i) {
      if (output(i, j) == DragFacts::zero) continue;
      if (places == Places::each && (stays(i) || stays(j))) continue;
      const bool of_places = is_place(role(i)) && is_place(role(j));
      memory.entries.push_back({i, j, output(i, j), of_places,
                                of_places || (is_vector(role(i)) && is_vector(role(j))),
                                is_second(role(i)), is_second(role(j))});
      const Quadrature::Watched watched{output(i, j), output(i, i), output(j, j)};
      if (std::find(memory.watched.begin(), memory.watched.end(), watched) == memory.watched.end())
        memory.watched.push_back(watched);
    }
  memory.panels = type.is_traced ? 1 : usual_panels(usual, memory);  // its pieces are short
}

// How much the drag carried by the places of the span falls short of that of the span as a whole.
double lumping_factor(const DragMatrix::Memory& memory) {
  double whole = 0, carried = 0;
  for (const DragMatrix::Memory::Entry& e : memory.entries) {
    if (!e.places || e.axis_i != e.axis_j) continue;
    const double entry = (e.i == e.j ? 1 : 2) * memory.sums[static_cast<std::size_t>(e.output)];
    whole += entry;
    if (memory.locale.column[static_cast<std::size_t>(e.i)] ==
        memory.locale.column[static_cast<std::size_t>(e.j)])
      carried += entry;
  }
  return carried > 0 ? std::max(1.0, whole / carried) : 1;
}

// Puts the sums of the span the locale is at where they belong in memory.all.
void add_span(DragMatrix::Memory& memory) {
  const double factor = memory.lumped ? lumping_factor(memory) : 1;
  for (const DragMatrix::Memory::Entry& e : memory.entries) {
    const int row = memory.locale.column[static_cast<std::size_t>(e.i)];
    const int column = memory.locale.column[static_cast<std::size_t>(e.j)];
    double entry = memory.sums[static_cast<std::size_t>(e.output)];
    if (memory.lumped) {
      const bool one_pair = e.pairs && row - e.axis_i == column - e.axis_j;
      if (!one_pair && row != column) continue;
      if (e.places) entry *= factor;
    }
    memory.all(row, column) += entry;
    if (e.i != e.j) memory.all(column, row) += entry;
  }
}

// Whether a parameter is measured in lengths: then |x_q| is about 1, and its entry of M about the
// length of the curve. Otherwise (angles, numbers) |x_q| is about the size of the curve.
bool is_length(const CurveType& type, int i) {
  const Role role = parameter(type, i).role;
  return is_place(role) || is_vector(role) || role == Role::length;
}

// About the length of the curve: the largest entry of a place, or, where there is none, of a length.
// (A length may move much: the radius of a rolling circle turns the whole curve about.)
double usual_entry(const Curve& curve, const Eigen::MatrixXd& M) {
  double place = 0, length = 0;
  for (int i = 0; i < curve.q.size(); ++i)
    if (is_length(*curve.type, i)) {
      double& largest = is_place(parameter(*curve.type, i).role) ? place : length;
      largest = std::max(largest, M(i, i));
    }
  return place > 0 ? place : length;
}

// A curve shorter than point_length is dragged, besides, as a point is: x_q' x_q averaged over t.
// The weight fades out smoothly towards that length; above it nothing is added.
void add_point_drag(const Curve& curve, double point_length, DragMatrix::Memory& memory) {
  const double begin = t_begin(curve), end = t_end(curve);
  Motion& motion = memory.motion;
  double length = 0;
  int finite = 0;
  for (int k = 0; k < point_samples; ++k) {
    if (!motion_at(curve, begin + (end - begin) * (k + 0.5) / point_samples, motion)) continue;
    length += motion.x_t.norm() * std::abs(end - begin) / point_samples;
    ++finite;
  }
  if (finite == 0 || length >= point_length) return;
  const double weight = point_length * std::pow(1 - length / point_length, 2) / finite;
  for (int k = 0; k < point_samples; ++k) {
    if (!motion_at(curve, begin + (end - begin) * (k + 0.5) / point_samples, motion)) continue;
    for (std::size_t i = 0; i < motion.column.size(); ++i)
      for (std::size_t j = 0; j < motion.column.size(); ++j)
        if (!memory.lumped || motion.column[i] == motion.column[j])
          memory.all(motion.column[i], motion.column[j]) +=
              weight * motion.x_q.col(static_cast<Eigen::Index>(i))
                           .dot(motion.x_q.col(static_cast<Eigen::Index>(j)));
  }
}

// The free rows and columns, with the minimum on their diagonal.
void select_free(const Curve& curve, const std::vector<int>& free, double usual, DragMatrix& out) {
  const Eigen::Index n = static_cast<Eigen::Index>(free.size());
  out.M.resize(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const int column = free[static_cast<std::size_t>(j)];
    for (Eigen::Index i = 0; i < n; ++i)
      out.M(i, j) = out.memory.all(free[static_cast<std::size_t>(i)], column);
    const double unit = is_length(*curve.type, column) ? usual : usual * usual * usual;
    out.M(j, j) = std::max(out.M(j, j) * (1 + relative_minimum), still_minimum * unit);
  }
}

// L of M, in place and without allocation; M is 0 more than `band` rows below its diagonal, and so
// is L. A pivot that rounding has eaten is replaced by the minimum M has anyway.
void factor(const Eigen::MatrixXd& M, Eigen::Index band, Eigen::MatrixXd& L) {
  const Eigen::Index n = M.rows();
  L.setZero(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::Index end = std::min(n, j + band + 1);
    for (Eigen::Index i = j; i < end; ++i) L(i, j) = M(i, j);
    for (Eigen::Index k = std::max<Eigen::Index>(0, j - band); k < j; ++k)
      for (Eigen::Index i = j; i < end; ++i) L(i, j) -= L(i, k) * L(j, k);
    L(j, j) = std::sqrt(std::max(L(j, j), 0.5 * relative_minimum * M(j, j)));
    for (Eigen::Index i = j + 1; i < end; ++i) L(i, j) /= L(j, j);
  }
}

bool is_kept(const Curve& curve, const std::vector<int>& free, double point_length,
             const DragMatrix& drag) {
  const DragMatrix::Memory& memory = drag.memory;
  return memory.type == curve.type.get() && memory.places == drag.places && memory.point_length == point_length &&
         memory.q.size() == curve.q.size() && memory.q == curve.q && memory.free == free;
}

}  // namespace

bool is_lumped(const CurveType& type) {
  const auto places = [](const std::vector<Parameter>& parameters) {
    return std::count_if(parameters.begin(), parameters.end(),
                         [](const Parameter& p) { return p.role == Role::x; });
  };
  return places(type.parameters) > 1 || (type.is_family && places(type.family.node) > 0);
}

bool drag_integral(const Curve& curve, Places places, DragMatrix::Memory& memory) {
  prepare(curve, places, memory);
  memory.q.resize(0);
  memory.all.setZero(curve.q.size(), curve.q.size());
  breaks(curve, memory.breaks);
  bool found = false;
  const std::size_t pieces = memory.breaks.size() - 1;
  for (std::size_t k = 0; k < pieces;) {
    const int span = span_of(curve, 0.5 * (memory.breaks[k] + memory.breaks[k + 1]));
    locate_span(curve, span, memory.locale);
    memory.sums.assign(static_cast<std::size_t>(curve.type->drag.outputs()), 0.0);
    for (; k < pieces && span_of(curve, 0.5 * (memory.breaks[k] + memory.breaks[k + 1])) == span; ++k)
      found |= add_piece(curve, memory.breaks[k], memory.breaks[k + 1], memory.panels, memory);
    add_span(memory);
  }
  return found && memory.all.allFinite();
}

bool drag_matrix(const Curve& curve, const std::vector<int>& free, double point_length,
                 DragMatrix& out) {
  assert(point_length > 0);
  DragMatrix::Memory& memory = out.memory;
  if (is_kept(curve, free, point_length, out)) return true;
  if (!drag_integral(curve, out.places, memory)) return false;
  double usual = usual_entry(curve, memory.all);
  if (usual < 4 * point_length) add_point_drag(curve, point_length, memory);
  if (!memory.all.allFinite()) return false;
  usual = std::max(usual, point_length);
  select_free(curve, free, usual, out);
  factor(out.M, memory.lumped ? 1 : out.M.rows(), out.L);
  memory.q = curve.q;
  memory.free = free;
  memory.point_length = point_length;
  return true;
}

}  // namespace limber
