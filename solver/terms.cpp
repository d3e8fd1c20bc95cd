#include "solver/terms.h"

#include <algorithm>

#include "solver/tolerances.h"

namespace limber {
namespace {

double weight_of(Role role, double size) { return weighed_by_size(role) ? size : 1; }

double compliance_of(const Constraint& constraint) {
  if (constraint.compliance > 0) return constraint.compliance;
  return constraint.kind->preference ? preference_compliance : 0;
}

}  // namespace

int Terms::Term::inputs_before(int argument) const {
  int before = 0;
  for (int i = 0; i < argument; ++i) before += on[static_cast<std::size_t>(i)].n;
  return before;
}

// ---- building

void Terms::build(const World& world, const Island& island, Readings& readings,
                  std::vector<Row>& rows, std::vector<Drive>& drives) {
  terms_.clear();
  any_weighed_by_size_ = false;
  size_ = 0;
  std::size_t inputs = 1, outputs = 0;
  for (const ConstraintId id : island.constraints) {
    const Constraint& constraint = *world.find(id);
    Term term;
    term.id = id;
    term.kind = constraint.kind;
    term.row = static_cast<int>(rows.size());
    term.rows = term.kind->rows;
    for (std::size_t i = 0; i < constraint.on.size(); ++i) {
      Bound bound;
      bound.n = size_of(term.kind->inputs[i].shape);
      const Connector* connector = world.find(constraint.on[i].connector);
      if (connector && connector->curve)
        bound.reading = readings.add(world, constraint.on[i].connector);
      term.on.push_back(bound);
    }
    for (int r = 0; r < term.rows; ++r) {
      Row row;
      row.constraint = id;
      row.local = r;
      row.stop = term.kind->senses[static_cast<std::size_t>(r)] == Sense::at_least;
      any_weighed_by_size_ = any_weighed_by_size_ ||
                             weighed_by_size(term.kind->row_roles[static_cast<std::size_t>(r)]);
      rows.push_back(row);
    }
    inputs = std::max(inputs, static_cast<std::size_t>(term.kind->evaluate.inputs()));
    term.inputs = term.kind->input_size();
    term.out = static_cast<int>(outputs);
    outputs += static_cast<std::size_t>(term.kind->evaluate.outputs());
    terms_.push_back(std::move(term));
  }
  in_.resize(inputs);
  out_.resize(outputs);
  weights_.assign(rows.size(), 1.0);
  add_drives(world, island, rows, drives);
}

void Terms::add_drives(const World& world, const Island& island, std::vector<Row>& rows,
                       std::vector<Drive>& drives) const {
  for (const MotorId id : island.motors) {
    const Motor& motor = *world.find(id);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      if (terms_[k].id != motor.constraint ||
          terms_[k].on[static_cast<std::size_t>(motor.input)].reading >= 0)
        continue;
      Drive drive;
      drive.id = id;
      drive.term = static_cast<int>(k);
      drive.argument = motor.input;
      drive.row = terms_[k].row;
      drive.gain.resize(terms_[k].rows);
      drive.speed = motor.speed;
      drive.limit = motor.limit;
      drive.running = motor.running;
      for (int r = 0; r < terms_[k].rows; ++r)
        rows[static_cast<std::size_t>(drive.row + r)].motor = static_cast<int>(drives.size());
      drives.push_back(drive);
    }
  }
}

void Terms::request_blocks(const Readings& readings, std::vector<BlockRequest>& out) {
  for (Term& term : terms_)
    for (Bound& bound : term.on) {
      if (bound.reading < 0) continue;
      const Readings::Reading& reading = readings[bound.reading];
      if (reading.object >= 0) out.push_back({term.row, term.rows, reading.object, &bound.block});
      if (reading.slides >= 0)
        out.push_back({term.row, term.rows, reading.slides, &bound.slide_block});
    }
}

// Where the numbers of the terms come from and where they go, without a look at a term.
void Terms::bind(const Readings& readings) {
  sources_.clear();
  products_.clear();
  for (Term& term : terms_) {
    term.source = static_cast<int>(sources_.size());
    int dc = term.out + 2 * term.rows;
    for (const Bound& bound : term.on) {
      if (bound.reading < 0) {
        for (int s = 0; s < bound.n; ++s)
          sources_.push_back(&bound.number[static_cast<std::size_t>(s)]);
      } else {
        const Readings::Reading& reading = readings[bound.reading];
        for (int s = 0; s < bound.n; ++s)
          sources_.push_back(reading.value + s * reading.value_stride);
        if (bound.block >= 0)
          products_.push_back({term.row, term.rows, bound.n, reading.columns, dc, reading.D,
                               reading.D_stride(), bound.block});
        if (bound.slide_block >= 0)
          products_.push_back({term.row, term.rows, bound.n, 1, dc, reading.D_t, reading.stride,
                               bound.slide_block});
      }
      dc += bound.n * term.rows;
    }
  }
}

// ---- reading

bool Terms::read(const World& world, double size, std::vector<Row>& rows) {
  const bool resized = size != size_;
  bool changed = false;
  size_ = size;
  for (Term& term : terms_) {
    const Constraint& constraint = *world.find(term.id);
    changed = read_numbers(world, constraint, term) || changed;
    const double compliance = compliance_of(constraint);
    if (!resized && compliance == term.compliance) continue;
    changed = true;
    term.compliance = compliance;
    weigh_rows(term, size, rows);
  }
  return changed;
}

// The arguments that are numbers or places on the paper.
bool Terms::read_numbers(const World& world, const Constraint& constraint, Term& term) {
  bool changed = false;
  for (std::size_t i = 0; i < term.on.size(); ++i) {
    Bound& bound = term.on[i];
    if (bound.reading >= 0) continue;
    std::array<double, 2> number = constraint.on[i].number;
    if (const Connector* paper = world.find(constraint.on[i].connector)) {
      const Point place = std::get<OnPaper>(paper->what).place;
      number = {place.x(), place.y()};
    }
    changed = changed || number != bound.number;
    bound.number = number;
  }
  return changed;
}

// In drawing units, see rows.h.
void Terms::weigh_rows(const Term& term, double size, std::vector<Row>& rows) {
  for (int r = 0; r < term.rows; ++r) {
    Row& row = rows[static_cast<std::size_t>(term.row + r)];
    row.weight = weight_of(term.kind->row_roles[static_cast<std::size_t>(r)], size);
    row.compliance = term.compliance * row.weight * row.weight;
    weights_[static_cast<std::size_t>(term.row + r)] = row.weight;
  }
}

double& Terms::phase(const Drive& drive) {
  return terms_[static_cast<std::size_t>(drive.term)]
      .on[static_cast<std::size_t>(drive.argument)]
      .number[0];
}

double Terms::phase(const Drive& drive) const {
  return of(drive).on[static_cast<std::size_t>(drive.argument)].number[0];
}

ConstraintId Terms::constraint(const Drive& drive) const { return of(drive).id; }

// ---- the chain rule

bool Terms::evaluate(double time, Eigen::VectorXd& c) {
  double* in = in_.data();
  bool finite = true;
  for (const Term& term : terms_) {
    const double* const* source = sources_.data() + term.source;
    for (int i = 0; i < term.inputs; ++i) in[i] = *source[i];
    in[term.inputs] = time;
    double* out = out_.data() + term.out;
    const KernelCode& code = term.kind->evaluate.code();
    code.one(code.self, in, out);
    for (int r = 0; r < term.rows; ++r) {
      c[term.row + r] = weights_[static_cast<std::size_t>(term.row + r)] * out[r];
      if (!(out[r] - out[r] == 0)) finite = false;
    }
  }
  return finite;
}

namespace {

// J (rows x columns) += weight dc (rows x n) D (n x columns)
template <int rows, int n>
void add_product(const double* weight, const double* dc, const double* D, int stride, int columns,
                 double* J) {
  for (int j = 0; j < columns; ++j, J += rows, D += n * stride)
    for (int r = 0; r < rows; ++r) {
      double sum = dc[r] * D[0];
      for (int s = 1; s < n; ++s) sum += dc[s * rows + r] * D[s * stride];
      J[r] += weight[r] * sum;
    }
}

void add_product(int rows, int n, const double* weight, const double* dc, const double* D,
                 int stride, int columns, double* J) {
  for (int j = 0; j < columns; ++j, J += rows, D += n * stride)
    for (int r = 0; r < rows; ++r) {
      double sum = dc[r] * D[0];
      for (int s = 1; s < n; ++s) sum += dc[s * rows + r] * D[s * stride];
      J[r] += weight[r] * sum;
    }
}

}  // namespace

void Terms::differentiate(std::vector<double>& J, Eigen::VectorXd& c_time,
                          std::vector<Drive>& drives) const {
  for (const Product& product : products_) {
    const double* weight = weights_.data() + product.row;
    const double* dc = out_.data() + product.dc;
    double* block = J.data() + product.block;
    if (product.rows == 2 && product.n == 2)
      add_product<2, 2>(weight, dc, product.D, product.stride, product.columns, block);
    else
      add_product(product.rows, product.n, weight, dc, product.D, product.stride, product.columns,
                  block);
  }
  for (const Term& term : terms_) {
    const double* out = out_.data() + term.out + term.rows;
    for (int r = 0; r < term.rows; ++r)
      c_time[term.row + r] = weights_[static_cast<std::size_t>(term.row + r)] * out[r];
  }
  for (Drive& drive : drives) {
    const Term& term = of(drive);
    const int before = term.inputs_before(drive.argument);
    for (int r = 0; r < term.rows; ++r)
      drive.gain[r] = weights_[static_cast<std::size_t>(term.row + r)] *
                      out_[static_cast<std::size_t>(term.out + (2 + before) * term.rows + r)];
  }
}

// ---- second derivatives

// What goes into a kind's own: arguments, time, and how fast they change. The second derivatives of
// the arguments into second_.
bool Terms::bend_arguments(const Term& term, Readings& readings, const Eigen::VectorXd& q,
                           const Eigen::VectorXd& dq) {
  const std::size_t inputs = static_cast<std::size_t>(term.inputs);
  bend_in_.assign(2 * inputs + 2, 0.0);
  second_.assign(inputs, 0.0);
  const double* const* source = sources_.data() + term.source;
  for (std::size_t i = 0; i < inputs; ++i) bend_in_[i] = *source[i];
  std::size_t at = 0;
  for (const Bound& bound : term.on) {
    if (bound.reading >= 0) {
      readings.rate(bound.reading, dq, &bend_in_[inputs + 1 + at]);
      if (!readings.bend(bound.reading, q, dq, &second_[at])) return false;
    }
    at += static_cast<std::size_t>(bound.n);
  }
  return true;
}

// c'' = (second derivative of c in its arguments) + dc/d(argument) argument''
bool Terms::bend(Readings& readings, const Eigen::VectorXd& q, double time,
                 const Eigen::VectorXd& dq, const std::vector<Drive>& drives,
                 Eigen::VectorXd& out) {
  for (const Term& term : terms_) {
    const std::size_t inputs = static_cast<std::size_t>(term.inputs);
    if (!bend_arguments(term, readings, q, dq)) return false;
    bend_in_[inputs] = time;
    bend_in_[2 * inputs + 1] = 1;
    for (const Drive& drive : drives)
      if (drive.running && of(drive).row == term.row)
        bend_in_[inputs + 1 + static_cast<std::size_t>(term.inputs_before(drive.argument))] =
            drive.speed;
    bent_.resize(static_cast<std::size_t>(term.rows));
    if (!term.kind->bend(bend_in_.data(), bent_.data())) return false;
    const double* dc = out_.data() + term.out + 2 * term.rows;
    for (int r = 0; r < term.rows; ++r) {
      double sum = bent_[static_cast<std::size_t>(r)];
      for (std::size_t i = 0; i < inputs; ++i)
        sum += dc[static_cast<int>(i) * term.rows + r] * second_[i];
      out[term.row + r] = weights_[static_cast<std::size_t>(term.row + r)] * sum;
    }
  }
  return true;
}

}  // namespace limber
