#!/usr/bin/env bash
# SymEngine, which differentiates formulas. Not in Debian 12, so it is built once, into the per-user cache.
# Usage: cmake/symengine.sh           make sure it is there   (2 to 7 minutes on 2 cores, the first time)
#        cmake/symengine.sh --where   print the folder it has, or will have
# LIMBER_SOURCES=FOLDER: its source, symengine_*.tar.gz of R's registry, is taken from there and nothing is fetched.
# The folder holds include/, lib/, and the files `cflags` and `libs`, which FindSymEngine.cmake reads; @ is the folder itself.
. "$(dirname "$0")/setup.sh"

version=0.14.0
known_package=d98727948368356788261c7c6c653e924e1f8376455078077005fbc794406eaf   # src/upstream.tar of R's "symengine" 0.2.14
known_release=11c5f64e9eec998152437f288b8429ec001168277d55f3f5f1df78e3cf129707   # SymEngine's own archive of $version
release=https://github.com/symengine/symengine/releases/download/v$version/symengine-$version.tar.gz

# No LLVM: Limber compiles formulas with an emitter of its own. Thread safe: formulas compile in the background.
arguments="-DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DWITH_LLVM=OFF
  -DINTEGER_CLASS=gmp -DWITH_SYMENGINE_THREAD_SAFE=ON -DBUILD_TESTS=OFF -DBUILD_BENCHMARKS=OFF"

key=$(key_of "$known_package" $arguments)
prefix=$limber_cache/symengine-$version-$key
work=$limber_cache/build-symengine-$key
if [ "${1:-}" = --where ]; then echo "$prefix"; exit 0; fi
[ ! -e "$prefix/libs" ] || exit 0

# The check a copy must pass before Limber uses it: check FOLDER CFLAGS LIBS.
check() {
  cat >"$1/check.cpp" <<'END'
    #include <cmath>
    #include <symengine/add.h>
    #include <symengine/derivative.h>
    #include <symengine/functions.h>
    #include <symengine/lambda_double.h>
    #include <symengine/mul.h>
    #include <symengine/pow.h>
    #include <symengine/symengine_config.h>
    #ifndef WITH_SYMENGINE_THREAD_SAFE
    #error "SymEngine was built without WITH_SYMENGINE_THREAD_SAFE"
    #endif
    extern "C" double unif_rand() { return 0.5; }   // R's package takes its random numbers from the program
    int main() {                                    // d/dt of a t exp(t) cos(t^2), here and by hand
      using namespace SymEngine;
      const RCP<const Symbol> a = symbol("a"), t = symbol("t");
      const RCP<const Basic> f = mul(mul(a, t), mul(exp(t), cos(mul(t, t))));
      LambdaRealDoubleVisitor compiled;
      compiled.init({a, t}, *f->diff(t), true);
      for (double s = -2; s < 2; s += 0.125) {
        const double by_hand = 3 * std::exp(s) * ((1 + s) * std::cos(s * s) - 2 * s * s * std::sin(s * s));
        if (!(std::abs(compiled.call({3, s}) - by_hand) < 1e-11)) return 1;
      }
    }
END
  g++ -std=c++20 $2 "$1/check.cpp" $3 -o "$1/check" && "$1/check"
}

wait_for_lock "$limber_cache/lock-symengine" SymEngine
[ ! -e "$prefix/libs" ] || exit 0
mkdir -p "$work"
cd "$work"

# 1. An installed copy that passes the check is taken as it is.
if [ -e /usr/include/symengine/symengine_config.h ] && check . "" "-lsymengine -lgmp"; then
  say "      using the installed SymEngine"
  mkdir -p installed && touch installed/cflags && echo "-lsymengine -lgmp" >installed/libs
  mv installed "$prefix" && rm -rf "$work"
  exit 0
fi
[ -z "$LIMBER_OFFLINE" ] || [ -d source ] || [ -n "${LIMBER_SOURCES:-}" ] || fail "      --offline, and SymEngine is not in $limber_cache: start once with a network"

# 2. The source: R's package registry through the machine's own R configuration, else SymEngine's own archive.
#    R is a large thing to install for one file, so it is installed only when the archive cannot be had.
from_r() {
  command -v Rscript >/dev/null || return 1
  Rscript -e 'if ("@CRAN@" %in% getOption("repos")) options(repos = getCRANmirrors(local.only = TRUE)$URL[1])' \
    -e 'download.packages("symengine", destdir = ".", type = "source")' && from_package .
}
from_package() {   # of R, in that folder
  tar xf "$1"/symengine_*.tar.gz symengine/src/upstream.tar || return 1
  local sum
  sum=$(sha256_of symengine/src/upstream.tar)
  [ "$sum" = $known_package ] || [ -z "${LIMBER_STRICT:-}" ] ||
    fail "      LIMBER_STRICT, and this SymEngine is not the one we know: $sum instead of $known_package. Stopped."
  [ "$sum" = $known_package ] || say "      a newer SymEngine than the one we know (sha256 $sum): it must pass our check first"
  mkdir -p unpacked && tar xf symengine/src/upstream.tar -C unpacked --strip-components=1
}
from_release() {
  curl -fsSL --connect-timeout 10 --retry 2 -o release.tar.gz "$release" || return 1
  local sum
  sum=$(sha256_of release.tar.gz)
  [ "$sum" = $known_release ] || fail "      wrong checksum of $release: $sum instead of $known_release. Stopped."
  mkdir -p unpacked && tar xf release.tar.gz -C unpacked --strip-components=1
}
install_r() { "$limber_root/cmake/packages.sh" package:r-base-core; }
if [ ! -d source ]; then
  rm -rf unpacked symengine symengine_*.tar.gz
  if [ -n "${LIMBER_SOURCES:-}" ]; then from_package "$LIMBER_SOURCES"
  elif command -v Rscript >/dev/null; then retry from_r || from_release
  else from_release || { install_r && retry from_r; }; fi ||
    fail "      SymEngine's source could not be fetched. Tried: R's package 'symengine' (Rscript, download.packages)" \
      "      and $release. Check the network and start again."
  mv unpacked source
fi

# 3. Build aside, check, and only then give it its name.
cmake -G Ninja -S source -B objects $arguments -DCMAKE_INSTALL_PREFIX="$work/stage" -DCMAKE_CXX_FLAGS="-w -ffile-prefix-map=$work=symengine"   # no folder of this machine in it
ninja -C objects -j "$(cores)" install
cflags="-isystem @/include" libs="@/lib/libsymengine.a -lgmp"
check . "${cflags//@/$work/stage}" "${libs//@/$work/stage}" || fail "      this SymEngine fails the check in cmake/symengine.sh. Stopped."
echo "$cflags" >stage/cflags
echo "$libs" >stage/libs
mv stage "$prefix"
cd / && rm -rf "$work"
