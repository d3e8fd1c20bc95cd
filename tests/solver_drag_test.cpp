// The factor of the drag of a curve of many nodes: the same to the bit whether zeros are skipped or not.
#include "solver/drag.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "tests/laws.h"

namespace limber {

TEST_CASE("the factor in the envelope is the factor, to the bit") {
  Random random(9);
  for (const int n : {1, 2, 7, 31})
    for (const int band : {0, 1, 3, 30}) {
      CAPTURE(n);
      CAPTURE(band);
      std::vector<double> M(static_cast<std::size_t>(n * n), 0.0), dense(M.size()), sparse(M.size());
      for (int j = 0; j < n; ++j)
        for (int i = j; i < n && i <= j + band; ++i)
          M[static_cast<std::size_t>(i + j * n)] = M[static_cast<std::size_t>(j + i * n)] =
              i == j ? 40 + random.in(0, 1) : random.in(-1, 1);
      cholesky(M.data(), n, dense.data());
      cholesky_in_envelope(M.data(), n, sparse.data());
      for (std::size_t k = 0; k < M.size(); ++k)
        CHECK(std::bit_cast<std::uint64_t>(dense[k]) == std::bit_cast<std::uint64_t>(sparse[k]));
    }
}

}  // namespace limber
