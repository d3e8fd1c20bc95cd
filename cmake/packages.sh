#!/usr/bin/env bash
# Debian packages. Usage: cmake/packages.sh [--list] PURPOSE...   (build, program, tests, others, benchmarks; or package:NAME)
# Installs those that are missing, as root or through sudo, and says which. Nothing missing: one query, no network.
. "$(dirname "$0")/setup.sh"

# What compiles: Limber with g++, Skia with clang-19 and gn; ccache makes the second time short.
build="g++ cmake ninja-build ccache pkg-config clang-19 generate-ninja python3 curl ca-certificates xz-utils"

# What Limber and its two built dependencies link with, and the fonts it embeds.
program="libsdl2-dev libimgui-dev libstb-dev libeigen3-dev nlohmann-json3-dev libcli11-dev libsleef-dev libfmt-dev
  libpugixml-dev llvm-19-dev libgmp-dev libfontconfig-dev libfreetype-dev libharfbuzz-dev libpng-dev
  libjpeg62-turbo-dev libwebp-dev zlib1g-dev libgl-dev libgl1-mesa-dri fonts-inter fonts-jetbrains-mono"

# What the tests start: a screen of their own, synthetic input, the schema check, sanitizers and the fuzzer; and
# programs that read the files we write: SVG, PDF, DXF, films; what validates the files of a desktop; the clipboard.
tests="doctest-dev xvfb libxtst-dev python3-jsonschema python3-license-expression python3-yaml libclang-rt-19-dev
  librsvg2-bin poppler-utils qpdf python3-ezdxf ffmpeg desktop-file-utils appstream libxml2-utils shared-mime-info xclip man-db"

# Programs whose SVG files are imported, a browser that plays ours, who reads the Flatpak manifest, shells that complete:
# large, so of ./test --all only.
others="inkscape graphviz python3-cairo python3-matplotlib chromium flatpak-builder zsh fish"

# Other solvers, to compare speed with.
benchmarks="libbenchmark-dev libslvs1-dev libceres-dev libbox2d-dev"

only_list=
wanted=
for purpose in "$@"; do
  case $purpose in
    --list) only_list=1 ;;
    package:*) wanted+=" ${purpose#package:}" ;;
    build | program | tests | others | benchmarks) wanted+=" ${!purpose}" ;;
    *) fail "cmake/packages.sh: unknown purpose '$purpose'" ;;
  esac
done
if [ -n "$only_list" ]; then printf '%s\n' $wanted; exit 0; fi

# One sentence on a system that nobody here has tried.
known_system() (
  . "${LIMBER_OS_RELEASE:-/etc/os-release}" 2>/dev/null || true
  case "${ID:-unknown} ${VERSION_ID:-}" in
    "debian 12" | "debian 13") ;;
    *) say "      Limber is known to build on Debian 12 and 13; this is ${PRETTY_NAME:-another system}, where packages may have other names." ;;
  esac
)
command -v dpkg-query >/dev/null || known_system
command -v dpkg-query >/dev/null || { say "      not a Debian system: these are needed, by whatever names:" $wanted; exit 0; }

missing_packages() {
  local installed
  installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null | sed -n 's/^installed //p' | tr '\n' ' ')"
  for package in $wanted; do [[ $installed == *" $package "* ]] || echo "$package"; done
}
missing=$(missing_packages | tr '\n' ' ')
[ -n "$missing" ] || exit 0
known_system
[ -z "$LIMBER_OFFLINE" ] || fail "      --offline, and these packages are missing: $missing"

as_root=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || fail "      as root, please:  apt-get install $missing"
  as_root=sudo
  sudo -n true 2>/dev/null || { say "      sudo asks for your password, to install packages"; sudo -v </dev/tty; }
fi
say "      installing${as_root:+ through sudo}: $missing"

apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=900 -o Acquire::Retries=3 "$@"; }
wait_for_lock "$limber_cache/lock-packages" "packages"
retry apt update
retry apt install --no-install-recommends $missing
missing=$(missing_packages | tr '\n' ' ')
[ -z "$missing" ] || fail "      apt-get went through, yet these are missing: $missing"
