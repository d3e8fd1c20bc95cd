#include "solver/mass_system.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solver/mass_tolerances.h"

namespace limber {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// A node for each body; one for the rows of each constraint, together with the t of points that
// slide and the phases of motors in it, and with all other rows that read the same.
class Nodes {
 public:
  explicit Nodes(const MassRows& rows)
      : rows_(rows),
        bodies_(static_cast<int>(rows.rigid.bodies.size())),
        terms_(static_cast<int>(rows.terms.size())),
        loose_(rows.columns() - 3 * bodies_),
        root_(index(terms_ + loose_)),
        group_(root_.size(), -1) {
    std::iota(root_.begin(), root_.end(), 0);
    sizes.assign(index(bodies_), 3);
    node.assign(index(rows.columns() + rows.count()), 0);
    local.assign(node.size(), 0);
    join();
    place();
    connect();
  }

  std::vector<int> sizes, node, local;
  std::vector<std::pair<int, int>> edges;

 private:
  int find(int i) {
    while (root_[index(i)] != i) i = root_[index(i)] = root_[index(root_[index(i)])];
    return i;
  }
  // The unknown beside the bodies that an argument reads, or -1.
  int loose_column(const MassRows::Argument& argument) const {
    if (argument.reading < 0) return argument.column;
    const int slide = rows_.rigid.readings[index(argument.reading)].slide;
    return slide < 0 ? -1 : rows_.rigid.slide_column(slide);
  }
  int body_of(const MassRows::Argument& argument) const {
    return argument.reading < 0 ? -1 : rows_.rigid.readings[index(argument.reading)].body;
  }
  void join() {
    for (int k = 0; k < terms_; ++k)
      for (const MassRows::Argument& argument : rows_.terms[index(k)].on)
        if (const int column = loose_column(argument); column >= 0)
          root_[index(find(terms_ + column - 3 * bodies_))] = find(k);
  }
  int node_of(int i) {
    int& its = group_[index(find(i))];
    if (its < 0) {
      its = static_cast<int>(sizes.size());
      sizes.push_back(0);
    }
    return its;
  }
  void put(int unknown, int its) {
    node[index(unknown)] = its;
    local[index(unknown)] = sizes[index(its)]++;
  }
  void place() {
    for (int j = 0; j < 3 * bodies_; ++j) {
      node[index(j)] = j / 3;
      local[index(j)] = j % 3;
    }
    for (int k = 0; k < terms_; ++k)
      for (int r = 0; r < rows_.terms[index(k)].rows; ++r)
        put(rows_.columns() + rows_.terms[index(k)].row + r, node_of(k));
    for (int i = 0; i < loose_; ++i) {
      const int column = 3 * bodies_ + i, shape = rows_.rigid.shape_of(column);
      put(column, shape < 0 ? node_of(terms_ + i) : rows_.rigid.shapes[index(shape)].body);
    }
  }
  void connect() {
    for (int k = 0; k < terms_; ++k) {
      const MassRows::Term& term = rows_.terms[index(k)];
      for (const MassRows::Argument& a : term.on) {
        if (body_of(a) < 0) continue;
        edges.push_back({node_of(k), body_of(a)});
        for (const MassRows::Argument& b : term.on)
          if (!term.linear && body_of(b) >= 0) edges.push_back({body_of(a), body_of(b)});
      }
    }
    for (const Rigid::Reading& reading : rows_.rigid.readings)  // forces on points that slide
      if (reading.slide >= 0 && reading.body >= 0)
        edges.push_back({node[index(rows_.rigid.slide_column(reading.slide))], reading.body});
  }

  const MassRows& rows_;
  int bodies_, terms_, loose_;
  std::vector<int> root_, group_;
};

}  // namespace

void MassSystem::build(const MassRows& rows) {
  columns_ = rows.columns();
  Nodes nodes(rows);
  std::vector<char> late(nodes.sizes.size(), 1);
  std::fill_n(late.begin(), rows.rigid.bodies.size(), char(0));
  lu_.analyse(nodes.sizes, late, nodes.edges);
  std::vector<int> begin(1, 0);
  for (const int size : nodes.sizes) begin.push_back(begin.back() + size);
  const int unknowns = columns_ + rows.count();
  place_.resize(index(unknowns));
  for (int u = 0; u < unknowns; ++u)
    place_[index(u)] = begin[index(nodes.node[index(u)])] + nodes.local[index(u)];
  node_ = std::move(nodes.node);
  local_ = std::move(nodes.local);
  x_.setZero(unknowns);
  int most = 1;
  for (const MassRows::Term& term : rows.terms) most = std::max(most, term.inputs);
  second_.setZero(most, most);
  std::size_t numbers = 4;
  for (const Rigid::Bent& shape : rows.rigid.shapes)
    numbers = std::max(numbers, 4 + static_cast<std::size_t>(shape.curve.size()));
  left_.resize(numbers);
  right_.resize(numbers);
}

void MassSystem::add(int row, int column, double value) {
  const int i = node_[index(row)], j = node_[index(column)];
  lu_.block(i, j)[local_[index(row)] * lu_.size(j) + local_[index(column)]] += value;
}

int MassSystem::entries(const MassRows& rows, const MassRows::Argument& argument, int s,
                        bool discrete, Entry* out) const {
  int n = 0;
  if (argument.reading < 0) {
    if (argument.column >= 0) out[n++] = {argument.column, 1};
    return n;
  }
  const Rigid::Reading& reading = rows.rigid.readings[index(argument.reading)];
  const MassRows::Mean& mean = rows.mean[index(argument.reading)];
  const Rigid::State& now = rows.now[index(argument.reading)];
  for (int j = 0; j < 3 && reading.body >= 0; ++j)
    out[n++] = {3 * reading.body + j, discrete ? mean.D[index(3 * s + j)] : now.D[index(3 * s + j)]};
  if (reading.slide >= 0)
    out[n++] = {rows.rigid.slide_column(reading.slide), discrete ? mean.D_t[index(s)] : now.D_t[index(s)]};
  if (now.D_s.empty()) return n;
  const Rigid::Bent& shape = rows.rigid.shapes[index(rows.rigid.bodies[index(reading.body)].shape)];
  const int numbers = shape.curve.size();
  for (int k = 0; k < numbers; ++k) {
    const std::size_t at = index(numbers * s + k);
    out[n++] = {rows.rigid.shape_column(shape.begin + k), discrete ? mean.D_s[at] : now.D_s[at]};
  }
  return n;
}

// ---- a step

// Of a body's own block: its angle and the numbers of its shape.
void MassSystem::add_bending(const MassRows& rows, std::size_t k, const Eigen::MatrixXd& of,
                            double factor) {
  const Rigid::Bent& shape = rows.rigid.shapes[k];
  const auto column = [&](Eigen::Index i) {
    return i == 0 ? 3 * shape.body + 2 : rows.rigid.shape_column(shape.begin + static_cast<int>(i) - 1);
  };
  for (Eigen::Index i = 0; i < of.rows(); ++i)
    for (Eigen::Index j = 0; j < of.cols(); ++j) add(column(i), column(j), factor * of(i, j));
}

bool MassSystem::assemble_step(MassRows& rows, double h, const Eigen::VectorXd& mu,
                               const std::vector<double>& reading_forces,
                               const std::vector<Eigen::MatrixXd>& bending) {
  lu_.clear();
  for (std::size_t b = 0; b < rows.rigid.bodies.size(); ++b) {
    const Rigid::Body& body = rows.rigid.bodies[b];
    const int at = 3 * static_cast<int>(b);
    for (int j = 0; j < 2; ++j) add(at + j, at + j, 2 / h * body.inertia.mass + body.drag.mass);
    if (body.shape >= 0) {
      add_bending(rows, index(body.shape), bending[index(body.shape)], 1);
      continue;
    }
    const double turning = 2 / h * body.inertia.moment + body.drag.moment;
    add(at + 2, at + 2, body.turns ? turning * rows.turn_rate[static_cast<Eigen::Index>(b)] : 1);
  }
  // A point that nothing holds along its curve stays where it is.
  for (const Rigid::Reading& reading : rows.rigid.readings)
    if (reading.slide >= 0) {
      const int t = rows.rigid.slide_column(reading.slide);
      const double square = reading.X_t[0] * reading.X_t[0] + reading.X_t[1] * reading.X_t[1];
      add(t, t, least_moment * 2 / h * rows.mass * square);
    }
  for (const MassRows::Term& term : rows.terms) add_term(rows, term, h);
  return add_curvatures(rows, mu, reading_forces) && lu_.factor();
}

// -D' and J of the rows of a term, and what they give.
void MassSystem::add_term(const MassRows& rows, const MassRows::Term& term, double h) {
  Entry* const some = left_.data();
  for (int r = 0; r < term.rows; ++r) {
    const int row = row_unknown(term.row + r);
    const MassRows::Row& its = rows.rows[index(term.row + r)];
    double moved = 0;  // J M^-1 J'
    bool alone = true;
    for (const MassRows::Argument& argument : term.on)
      for (int s = 0; s < argument.n; ++s) {
        const std::size_t at = index(term.at + (argument.input + s) * term.rows + r);
        for (int e = entries(rows, argument, s, true, some) - 1; e >= 0; --e)
          add(some[e].column, row, -rows.means[at] * some[e].value);
        if (its.side != 0) continue;
        for (int e = entries(rows, argument, s, false, some) - 1; e >= 0; --e) {
          const double J = rows.ends[at] * some[e].value;
          add(row, some[e].column, J);
          alone = alone && J == 0;
          moved += moved_by(rows, some[e].column, J);
        }
      }
    const double give = its.side != 0 ? 1 : its.give != 0 ? its.give : mass_row_give * 0.5 * h * moved;
    add(row, row, alone && give == 0 ? 1 : give);
  }
}

// The second derivatives: of readings, by the forces on them; of kinds, by the impulses.
bool MassSystem::add_curvatures(MassRows& rows, const Eigen::VectorXd& mu,
                                const std::vector<double>& reading_forces) {
  for (std::size_t r = 0; r < rows.rigid.readings.size(); ++r) {
    const double* f = reading_forces.data() + 2 * r;
    if (f[0] == 0 && f[1] == 0) continue;
    const Rigid::Reading& reading = rows.rigid.readings[r];
    std::array<double, 3> bent;
    if (!rows.rigid.curvature(static_cast<int>(r), rows.end(), f, bent)) return false;
    const int phi = 3 * reading.body + 2, t = rows.rigid.slide_column(reading.slide);
    if (reading.body >= 0) add(phi, phi, -0.5 * bent[0]);
    if (reading.body >= 0 && reading.slide >= 0) {
      add(phi, t, -0.5 * bent[1]);
      add(t, phi, -0.5 * bent[1]);
    }
    if (reading.slide >= 0) add(t, t, -0.5 * bent[2]);
  }
  for (const MassRows::Term& term : rows.terms)
    if (!term.linear && !mu.segment(term.row, term.rows).isZero(0) && !add_curvature(rows, term, mu))
      return false;
  return true;
}

bool MassSystem::add_curvature(MassRows& rows, const MassRows::Term& term,
                               const Eigen::VectorXd& mu) {
  if (!rows.evaluate_mean(term)) return false;
  const int n = term.inputs;
  const auto along = [&](int i, int j, double& sum) {
    std::fill(rows.in.begin() + n + 1, rows.in.begin() + 2 * (n + 1), 0.0);
    rows.in[index(n + 1 + i)] = rows.in[index(n + 1 + j)] = 1;
    if (!term.kind->bend(rows.in.data(), rows.out.data())) return false;
    sum = 0;
    for (int r = 0; r < term.rows; ++r) sum += mu[term.row + r] * rows.out[index(r)];
    return true;
  };
  for (int i = 0; i < n; ++i)
    if (!along(i, i, second_(i, i))) return false;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      double both = 0;
      if (!along(i, j, both)) return false;
      second_(i, j) = second_(j, i) = 0.5 * (both - second_(i, i) - second_(j, j));
    }
  Entry *const left = left_.data(), *const right = right_.data();
  for (const MassRows::Argument& a : term.on)
    for (const MassRows::Argument& b : term.on)
      for (int s = 0; s < a.n; ++s)
        for (int u = 0; u < b.n; ++u) {
          const double bent = -0.5 * second_(a.input + s, b.input + u);
          if (bent == 0) continue;
          const int rights = entries(rows, b, u, false, right);
          for (int e = entries(rows, a, s, true, left) - 1; e >= 0; --e)
            for (int k = 0; k < rights; ++k)
              add(left[e].column, right[k].column, bent * left[e].value * right[k].value);
        }
  return true;
}

// ---- an impulse

bool MassSystem::assemble_impulse(const MassRows& rows, double h, const std::vector<char>& acts) {
  lu_.clear();
  for (std::size_t b = 0; b < rows.rigid.bodies.size(); ++b) {
    const Rigid::Body& body = rows.rigid.bodies[b];
    const int at = 3 * static_cast<int>(b);
    for (int j = 0; j < 2; ++j) add(at + j, at + j, body.inertia.mass);
    if (body.shape >= 0) {
      const Rigid::Bent& shape = rows.rigid.shapes[index(body.shape)];
      add_bending(rows, index(body.shape), shape.at.N, body.inertia.mass / shape.curve.length());
      continue;
    }
    add(at + 2, at + 2, body.turns ? body.inertia.moment : 1);
  }
  for (int column = 3 * static_cast<int>(rows.rigid.bodies.size()); column < columns_; ++column)
    if (rows.rigid.shape_of(column) < 0) add(column, column, least_moment * rows.mass);
  for (const MassRows::Term& term : rows.terms)
    for (int r = 0; r < term.rows; ++r) {
      if (acts[index(term.row + r)]) add_impulse_row(rows, h, term, r);
      else add(row_unknown(term.row + r), row_unknown(term.row + r), 1);
    }
  return lu_.factor();
}

// Rates that unmet rows ask for contradict each other as they do: held hard, they would throw the figure
// where it is nearly stretched.
void MassSystem::add_impulse_row(const MassRows& rows, double h, const MassRows::Term& term, int r) {
  Entry* const some = left_.data();
  const int row = row_unknown(term.row + r);
  double moved = 0;
  for (const MassRows::Argument& argument : term.on)
    for (int s = 0; s < argument.n; ++s) {
      const double by = rows.ends[index(term.at + (argument.input + s) * term.rows + r)];
      for (int e = entries(rows, argument, s, false, some) - 1; e >= 0; --e) {
        add(some[e].column, row, -by * some[e].value);
        add(row, some[e].column, by * some[e].value);
        moved += moved_by(rows, some[e].column, by * some[e].value);
      }
    }
  const MassRows::Row& its = rows.rows[index(term.row + r)];
  const double give = its.unmet && h != 0 ? its.give / std::abs(0.5 * h) : 0;
  if (moved > 0) add(row, row, std::max(mass_row_give * moved, give));
}

}  // namespace limber
