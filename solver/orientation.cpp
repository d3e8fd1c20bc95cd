#include "solver/orientation.h"

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include "solver/tolerances.h"

namespace limber {

bool Orientation::begin(const Figure& figure) {
  const int columns = figure.assembly.columns();
  if (figure.factor.rank != columns) return false;
  place_.assign(static_cast<std::size_t>(figure.rows()), -1);
  for (const int row : figure.factor.dependent) place_[static_cast<std::size_t>(row)] = -2;
  int kept = 0;
  for (int r = 0; r < figure.rows(); ++r) {
    int& place = place_[static_cast<std::size_t>(r)];
    place = figure.on(r) && place == -1 ? kept++ : -1;
  }
  J_ = figure.assembly.system.J;
  factor_ = figure.factor_number();
  return kept == columns;
}

bool Orientation::may_flip(Figure& figure, const Eigen::VectorXd& dq,
                           const Eigen::VectorXd& correction) {
  if (figure.factor_number() != factor_) return true;
  turned_ = -2 * correction;
  const double square = turned_.squaredNorm();
  if (!(square > least_turning * least_turning * dq.squaredNorm())) return false;
  figure.rates(turned_, rates_, [&](int row) { return place_[static_cast<std::size_t>(row)] >= 0; });
  figure.solver.correct(figure.assembly.system, rates_, again_);
  again_ -= turned_;
  return turned_.dot(again_) < -doubtful_turning * square;
}

bool Orientation::flips(const Figure& figure) const {
  return sign(figure, J_) * sign(figure, figure.assembly.system.J) < 0;
}

int Orientation::sign(const Figure& figure, const std::vector<double>& J) const {
  const Pattern& pattern = figure.assembly.pattern;
  std::vector<Eigen::Triplet<double>> entries;
  for (const Pattern::Block& block : pattern.blocks) {
    const int begin = pattern.begin[static_cast<std::size_t>(block.object)];
    const int columns = pattern.begin[static_cast<std::size_t>(block.object) + 1] - begin;
    for (int j = 0; j < columns; ++j)
      for (int r = 0; r < block.rows; ++r)
        if (const int place = place_[static_cast<std::size_t>(block.row + r)]; place >= 0)
          entries.emplace_back(place, begin + j,
                               J[static_cast<std::size_t>(block.at + j * block.rows + r)]);
  }
  Eigen::SparseMatrix<double> square(pattern.columns(), pattern.columns());
  square.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(square);
  return lu.info() == Eigen::Success ? static_cast<int>(lu.signDeterminant()) : 0;
}

}  // namespace limber
