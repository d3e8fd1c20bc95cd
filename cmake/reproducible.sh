#!/usr/bin/env bash
# Builds the Debian package twice, in two folders of different names, without a compiler cache, and compares the two byte
# for byte. What was committed last is built. Takes twice the time of a build; as root, as files of the package are root's.
# Usage: cmake/reproducible.sh [FOLDER]   where the two folders are made (empty: a temporary one, removed when they are equal)
. "$(dirname "$0")/setup.sh"

work=${1:-$(mktemp -d)}
package_in() {   # FOLDER: prints the name of the package
  git clone -q "$limber_root" "$1"
  cmake -S "$1" -B "$1/build/release" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLIMBER_TESTS=OFF -DCMAKE_CXX_COMPILER_LAUNCHER=env >&2
  cmake --build "$1/build/release" >&2
  (cd "$1/build/release" && cpack -G DEB >&2)
  ls "$1"/build/release/limber_*.deb
}
one=$(package_in "$work/a")
other=$(package_in "$work/another/folder")
sha256sum "$one" "$other"
if cmp -s "$one" "$other"; then
  say "The same bytes: $(basename "$one")"
  [ -n "${1:-}" ] || rm -rf "$work"
  exit 0
fi
for package in "$one" "$other"; do
  mkdir -p "$package.files" && dpkg-deb -x "$package" "$package.files"
done
fail "The packages differ:" "$(diff -rq "$one.files" "$other.files" || true)"
