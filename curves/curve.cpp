#include "curves/curve.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace limber {
namespace {

int shared_count(const CurveType& type) { return static_cast<int>(type.parameters.size()); }
int node_size(const CurveType& type) { return static_cast<int>(type.family.node.size()); }

// Nodes in q: those people place, or pieces of a traced curve.
int stored_nodes(const Curve& curve) {
  return (static_cast<int>(curve.q.size()) - shared_count(*curve.type)) / node_size(*curve.type);
}

// t within the range of a closed curve.
double wrapped(const Curve& curve, double t) {
  const double begin = t_begin(curve), end = t_end(curve);
  if ((t >= begin && t <= end) || !(end > begin) || !goes_round(curve)) return t;
  const double within = t - (end - begin) * std::floor((t - begin) / (end - begin));
  return std::clamp(within, begin, end);
}

// A kernel called once: its inputs and outputs on the stack when they are few, as they nearly
// always are, so that a point costs no allocation.
class Call {
 public:
  Call(const Curve& curve, const Kernel& kernel, double t) : kernel_(kernel) {
    assert(kernel);
    const std::size_t inputs = static_cast<std::size_t>(kernel.inputs());
    const std::size_t all = inputs + static_cast<std::size_t>(kernel.outputs());
    if (all > few_.size()) many_.resize(all);
    in_ = many_.empty() ? few_.data() : many_.data();
    out_ = in_ + inputs;
    t = wrapped(curve, t);
    const int span = span_of(curve, t);
    for (int i = 0; i + 1 < kernel.inputs(); ++i) in_[i] = curve.q[column(curve, span, i)];
    in_[inputs - 1] = curve.type->is_family ? t - span : t;
  }
  bool run() { return kernel_(in_, out_); }
  Point pair(int i) const { return Point(out_[2 * i], out_[2 * i + 1]); }

  // Where in q the i-th local parameter of the span stands.
  static int column(const Curve& curve, int span, int i) {
    const CurveType& type = *curve.type;
    const int shared = shared_count(type);
    if (!type.is_family || i < shared) return i;
    const int nodes = stored_nodes(curve), size = node_size(type);
    const int wanted = span * type.family.step + type.family.offset + (i - shared) / size;
    const int node =
        type.family.wraps ? ((wanted % nodes) + nodes) % nodes : std::clamp(wanted, 0, nodes - 1);
    return shared + node * size + (i - shared) % size;
  }

 private:
  const Kernel& kernel_;
  std::array<double, 160> few_;
  std::vector<double> many_;
  double *in_ = nullptr, *out_ = nullptr;
};

int local_count(const CurveType& type) {
  return shared_count(type) + (type.is_family ? type.family.window * node_size(type) : 0);
}

}  // namespace

Curve default_curve(std::shared_ptr<const CurveType> type) {
  const std::vector<double>& nodes = type->family.default_nodes;
  const int shared = shared_count(*type);
  Eigen::VectorXd q(shared + (type->is_family ? static_cast<int>(nodes.size()) : 0));
  for (int i = 0; i < q.size(); ++i)
    q[i] = i < shared ? type->parameters[static_cast<std::size_t>(i)].value
                      : nodes[static_cast<std::size_t>(i - shared)];
  return {std::move(type), std::move(q)};
}

double t_begin(const Curve& curve) { return curve.type->is_family ? 0 : curve.type->t_begin; }

double t_end(const Curve& curve) {
  if (curve.type->is_family) return span_count(curve);
  return curve.type->t_end_parameter < 0 ? curve.type->t_end : curve.q[curve.type->t_end_parameter];
}

int node_count(const Curve& curve) {
  return has_nodes(*curve.type) ? stored_nodes(curve) : 0;
}

int span_count(const Curve& curve) {
  return curve.type->is_family ? std::max(1, curve.type->family.spans(stored_nodes(curve))) : 1;
}

int span_of(const Curve& curve, double t) {
  if (!curve.type->is_family || !(t > 0)) return 0;
  return static_cast<int>(std::min(std::floor(t), span_count(curve) - 1.0));
}

namespace {

// Whether a piece of a traced curve begins where another ends.
bool meet(const Curve& curve, int ends, int begins) {
  const double* pieces = curve.q.data() + shared_count(*curve.type);
  const double *end = pieces + ends * node_size(*curve.type), *begin = pieces + begins * node_size(*curve.type);
  return end[2] == begin[0] && end[3] == begin[1];
}

}  // namespace

Branch branch_at(const Curve& curve, double t) {
  const double begin = t_begin(curve), end = t_end(curve);
  if (!curve.type->is_traced) return {begin, end, curve.type->closed};
  int first = span_of(curve, t), last = first;
  const int pieces = span_count(curve);
  while (first > 0 && meet(curve, first - 1, first)) --first;
  while (last + 1 < pieces && meet(curve, last, last + 1)) ++last;
  const bool round = first == 0 && last + 1 == pieces && pieces > 1 && meet(curve, last, first);
  return {static_cast<double>(first), static_cast<double>(last + 1), round};
}

bool goes_round(const Curve& curve) {
  return curve.type->is_traced ? branch_at(curve, t_begin(curve)).round : curve.type->closed;
}

const Parameter& parameter(const CurveType& type, int i) {
  const int shared = shared_count(type);
  if (i < shared) return type.parameters[static_cast<std::size_t>(i)];
  return type.family.node[static_cast<std::size_t>((i - shared) % node_size(type))];
}

bool is_piece(const CurveType& type, int i) { return type.is_traced && i >= shared_count(type); }

bool is_always_locked(const CurveType& type, int i) {
  return parameter(type, i).whole || is_piece(type, i);
}

std::string parameter_name(const CurveType& type, int i) {
  const int shared = shared_count(type);
  if (i < shared) return parameter(type, i).name;
  return parameter(type, i).name + " " + std::to_string((i - shared) / node_size(type) + 1);
}

void breaks(const Curve& curve, std::vector<double>& out) {
  const CurveType& type = *curve.type;
  const double begin = t_begin(curve), end = t_end(curve);
  const bool in_units = type.is_family || type.t_end_parameter >= 0;
  out.clear();
  out.push_back(begin);
  for (double unit = 0; unit < (in_units ? end - begin : 1); ++unit) {
    if (unit > 0) out.push_back(begin + unit);
    for (const double corner : type.corners) {
      const double t = in_units ? begin + unit + corner : corner;
      if (t > out.back() && t < end) out.push_back(t);
    }
  }
  out.push_back(end);
}

void locate_span(const Curve& curve, int span, Locale& out) {
  const int local = local_count(*curve.type);
  out.in.resize(static_cast<std::size_t>(local) + 1);
  out.column.resize(static_cast<std::size_t>(local));
  const int shared = shared_count(*curve.type), own = node_size(*curve.type);
  for (int i = 0; i < local;) {
    // The first of a node says where the others of it are.
    const int first = Call::column(curve, span, i), count = i < shared ? 1 : own;
    for (int k = 0; k < count; ++k, ++i) {
      out.column[static_cast<std::size_t>(i)] = first + k;
      out.in[static_cast<std::size_t>(i)] = curve.q[first + k];
    }
  }
  out.t_offset = curve.type->is_family ? span : 0;
  out.local_t = curve.type->is_family ? 0 : curve.type->t_begin;
  out.in.back() = out.local_t;
}

void locate(const Curve& curve, double t, Locale& out) {
  t = wrapped(curve, t);
  locate_span(curve, span_of(curve, t), out);
  out.local_t = out.in.back() = t - out.t_offset;
}

void insert_rates(const Eigen::VectorXd& dq, Locale& out) {
  out.in.pop_back();
  for (const int column : out.column) out.in.push_back(dq[column]);
  out.in.push_back(out.local_t);
}

void along(const Kernel& kernel, Locale& locale, const double* t, int count, double* out,
           int stride) {
  assert(kernel && kernel.inputs() == static_cast<int>(locale.in.size()));
  if (locale.t_offset == 0) return kernel.along(locale.in.data(), t, count, out, stride);
  locale.local_ts.resize(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k)
    locale.local_ts[static_cast<std::size_t>(k)] = t[k] - locale.t_offset;
  kernel.along(locale.in.data(), locale.local_ts.data(), count, out, stride);
}

bool point_at(const Curve& curve, double t, Point& out) {
  Call call(curve, curve.type->point, t);
  if (!call.run()) return false;
  out = call.pair(0);
  return true;
}

bool course_at(const Curve& curve, double t, Course& out) {
  Call call(curve, curve.type->shape, t);
  if (!call.run()) return false;
  out = {call.pair(0), call.pair(1), call.pair(2)};
  return true;
}

bool motion_at(const Curve& curve, double t, Motion& out) {
  locate(curve, t, out.locale);
  out.values.resize(static_cast<std::size_t>(curve.type->motion.outputs()));
  if (!curve.type->motion(out.locale.in.data(), out.values.data())) return false;
  out.x = Point(out.values[0], out.values[1]);
  out.x_t = Point(out.values[2], out.values[3]);
  out.x_q = Eigen::Map<const Eigen::Matrix2Xd>(out.values.data() + 4, 2,
                                               static_cast<Eigen::Index>(out.locale.column.size()));
  out.column = out.locale.column;
  return true;
}

bool bend_at(const Curve& curve, double t, const Eigen::VectorXd& dq, double dt, Locale& memory,
             Point& out) {
  locate(curve, t, memory);
  for (const int column : memory.column) memory.in.push_back(dq[column]);
  memory.in.push_back(dt);
  return curve.type->bend(memory.in.data(), out.data());
}

bool tangent_at(const Curve& curve, double t, Point& unit) {
  Course course;
  if (!course_at(curve, t, course) || !(course.x_t.norm() > 0)) return false;
  unit = course.x_t.normalized();
  return true;
}

bool normal_at(const Curve& curve, double t, Point& unit) {
  Point tangent;
  if (!tangent_at(curve, t, tangent)) return false;
  unit = Point(-tangent.y(), tangent.x());
  return true;
}

bool curvature_at(const Curve& curve, double t, double& out) {
  Course c;
  if (!course_at(curve, t, c) || !(c.x_t.norm() > 0)) return false;
  out = (c.x_t.x() * c.x_tt.y() - c.x_t.y() * c.x_tt.x()) / std::pow(c.x_t.norm(), 3);
  return std::isfinite(out);
}

}  // namespace limber
