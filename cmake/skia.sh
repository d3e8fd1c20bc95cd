#!/usr/bin/env bash
# Skia, which draws. Not in Debian 12, so milestone 130 is built once, into the per-user cache.
# Usage: cmake/skia.sh           make sure it is there   (5 to 15 minutes on 2 cores, the first time)
#        cmake/skia.sh --where   print the folder it has, or will have
# LIMBER_SOURCES=FOLDER: its source, skia-m130-*.tar.xz, is taken from there and nothing is fetched.
# The folder holds headers, lib/, and the files `cflags` and `libs`, which FindSkia.cmake reads; @ is the folder itself.
. "$(dirname "$0")/setup.sh"

# Debian 13's LibreOffice carries this tarball inside its small .debian.tar.xz; apt fetches and verifies that one.
known_source=53f55303821158b6de9e6b90f1cc3a548611a7e430c1a0883ff159a8db89677d

# Raster and OpenGL, PNG, JPEG, WebP, PDF, fonts by FreeType. Left out: what Limber does not call.
# PDF needs the JPEG coder. Calls from g++ need is_trivial_abi=false.
arguments='
  is_official_build=true is_debug=false is_trivial_abi=false
  skia_use_system_freetype2=true skia_use_system_harfbuzz=true skia_use_system_libjpeg_turbo=true
  skia_use_system_libpng=true skia_use_system_libwebp=true skia_use_system_zlib=true
  skia_enable_ganesh=true skia_use_gl=true skia_enable_pdf=true skia_enable_skshaper=true
  skia_use_libjpeg_turbo_decode=true skia_use_libjpeg_turbo_encode=true skia_use_harfbuzz=true
  skia_use_fontconfig=true skia_enable_fontmgr_custom_directory=false
  skia_use_egl=false skia_use_x11=false skia_use_vulkan=false skia_use_expat=false skia_use_xps=false
  skia_use_icu=false skia_use_wuffs=false skia_use_dng_sdk=false skia_use_piex=false skia_use_perfetto=false
  skia_enable_skottie=false skia_enable_svg=false skia_enable_skparagraph=false skia_enable_tools=false
  extra_cflags=["-I/usr/include/freetype2","-I/usr/include/harfbuzz"]'

# What a program that uses this build must define: the same choices as inside, also in a debug build.
# Skia is included as a system header: its warnings are not ours.
cflags="-isystem @ -DSK_GANESH -DSK_GL -DSK_RELEASE -DSK_R32_SHIFT=16 -DSK_SHAPER_PRIMITIVE_AVAILABLE"
libs="@/lib/libskshaper.a @/lib/libskia.a @/lib/libskcms.a -lfontconfig -lfreetype -lharfbuzz-subset -lharfbuzz -lpng16 -ljpeg
  -lwebpmux -lwebpdemux -lwebp -lz -lGL -ldl -lpthread"

key=$(key_of "$known_source" $arguments $cflags)
prefix=$limber_cache/skia-m130-$key
work=$limber_cache/build-skia-$key
if [ "${1:-}" = --where ]; then echo "$prefix"; exit 0; fi
[ ! -e "$prefix/libs" ] || exit 0

# The check a copy must pass before Limber uses it: check FOLDER CFLAGS LIBS.
check() {
  cat >"$1/check.cpp" <<'END'
    #include "include/core/SkCanvas.h"
    #include "include/core/SkColorSpace.h"
    #include "include/core/SkFontMgr.h"
    #include "include/core/SkPaint.h"
    #include "include/core/SkStream.h"
    #include "include/core/SkSurface.h"
    #include "include/docs/SkPDFDocument.h"
    #include "include/encode/SkPngEncoder.h"
    #include "include/encode/SkWebpEncoder.h"
    #include "include/gpu/ganesh/GrDirectContext.h"
    #include "include/gpu/ganesh/gl/GrGLAssembleInterface.h"
    #include "include/gpu/ganesh/gl/GrGLDirectContext.h"
    #include "include/gpu/ganesh/gl/GrGLInterface.h"
    #include "include/ports/SkFontMgr_empty.h"
    #include "include/utils/SkParsePath.h"
    #include "modules/skshaper/include/SkShaper.h"
    int main() {   // a red disc: seen in the pixels, written as PNG, WebP and PDF
      sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(64, 64));
      SkPaint red;
      red.setColor(SK_ColorRED);
      red.setAntiAlias(true);
      surface->getCanvas()->clear(SK_ColorWHITE);
      surface->getCanvas()->drawCircle(32, 32, 20, red);
      SkPixmap pixels;
      if (!surface->peekPixels(&pixels)) return 1;
      if (pixels.getColor(32, 32) != SK_ColorRED || pixels.getColor(2, 2) != SK_ColorWHITE) return 2;
      SkDynamicMemoryWStream png, webp, pdf;
      if (!SkPngEncoder::Encode(&png, pixels, {}) || !SkWebpEncoder::Encode(&webp, pixels, {})) return 3;
      sk_sp<SkDocument> document = SkPDF::MakeDocument(&pdf);
      if (!document) return 4;
      document->beginPage(64, 64)->drawCircle(32, 32, 20, red);
      document->close();
      SkPath path;
      if (!SkParsePath::FromSVGString("M0 0 L1 1", &path) || pdf.bytesWritten() < 500) return 5;
      if (!SkFontMgr_New_Custom_Empty() || !SkShapers::Primitive::PrimitiveText()) return 6;
      return GrGLMakeAssembledInterface(nullptr, [](void*, const char*) -> GrGLFuncPtr { return nullptr; }) ||
             GrDirectContexts::MakeGL(nullptr);   // no OpenGL behind it: both refuse
    }
END
  g++ -std=c++20 $2 "$1/check.cpp" $3 -o "$1/check" && "$1/check"
}

wait_for_lock "$limber_cache/lock-skia" Skia
[ ! -e "$prefix/libs" ] || exit 0
mkdir -p "$work"
cd "$work"

# 1. An installed copy that passes the check is taken as it is.
if pkg-config --exists skia 2>/dev/null && check . "$(pkg-config --cflags skia)" "$(pkg-config --libs skia)"; then
  say "      using the installed Skia"
  mkdir -p installed && pkg-config --cflags skia >installed/cflags && pkg-config --libs skia >installed/libs
  mv installed "$prefix" && rm -rf "$work"
  exit 0
fi
if [ -n "${LIMBER_SOURCES:-}" ] && [ ! -d source ]; then cp "$LIMBER_SOURCES"/skia-m130-*.tar.xz skia.tar.xz; fi
[ -z "$LIMBER_OFFLINE" ] || [ -d source ] || [ -e skia.tar.xz ] || fail "      --offline, and Skia is not in $limber_cache: start once with a network"

# 2. The source, through the machine's own apt configuration in a private copy: the system's is not touched.
fetch() {
  rm -rf apt && mkdir -p apt/parts apt/state/lists apt/cache/archives/partial && cd apt
  # The machine's Debian server (not the security one), in either of apt's two notations, asked for Debian 13's sources.
  awk 'BEGIN { RS = "" } /[Dd]ebian/ && !/security/ { print; exit }' /etc/apt/sources.list.d/*.sources 2>/dev/null |
    sed 's/^Types:.*/Types: deb-src/; s/^Suites:.*/Suites: trixie/; s/^Components:.*/Components: main/' >parts/trixie.sources
  if [ ! -s parts/trixie.sources ]; then
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | sed -nE '/security|updates|backports/d
      s/^deb +(\[[^]]*\] +)?([^ ]*debian[^ ]*) .*/deb-src \1\2 trixie main/p' | head -1 >parts/trixie.list
  fi
  private_apt() {
    apt-get -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$PWD/parts" -o Dir::State="$PWD/state" \
      -o Dir::State::status=/var/lib/dpkg/status -o Dir::Cache="$PWD/cache" -o APT::Sandbox::User="$(id -un)" "$@"
  }
  private_apt update && private_apt source --download-only --diff-only libreoffice &&
    tar xf libreoffice_*.debian.tar.xz --wildcards 'tarballs/skia-m130-*' && mv tarballs/skia-m130-* ../skia.tar.xz
}
if [ ! -d source ]; then
  [ -e skia.tar.xz ] || retry eval '(fetch)' ||
    fail "      Skia's source could not be fetched. Tried: apt's source package 'libreoffice' of Debian 13, from the" \
      "      server in this machine's apt configuration. Check the network and start again; or put the tarball at $work/skia.tar.xz"
  sum=$(sha256_of skia.tar.xz)
  [ "$sum" = $known_source ] || { mv skia.tar.xz refused.tar.xz; fail "      wrong checksum of Skia's tarball: $sum instead of $known_source. Stopped."; }
  rm -rf unpacked && mkdir unpacked && tar xf skia.tar.xz -C unpacked --strip-components=1
  # LibreOffice left out one file that gn imports.
  mkdir -p unpacked/modules/canvaskit
  for name in force_tracing enable_effects_deserialization enable_skp_serialization enable_alias_font; do
    echo "declare_args() { skia_canvaskit_$name = false }"
  done >unpacked/modules/canvaskit/canvaskit.gni
  mv unpacked source
fi

# 3. Compile with clang: Skia's fast raster code is written for it. A third of the time would go into reading the
#    standard headers 800 times, so they are read once; a file that cannot use that (other CPU flags) compiles without.
mkdir -p objects
if [ ! -e objects/standard.pch ]; then   # not again after an interruption: every object depends on it
  for header in algorithm array atomic cmath cstring functional limits memory mutex optional string tuple unordered_map \
    unordered_set utility vector; do echo "#include <$header>"; done >objects/standard.h
  (cd objects && clang++-19 -O3 -fPIC -std=c++17 -fno-exceptions -fno-rtti -fvisibility=hidden -fvisibility-inlines-hidden \
    -ffp-contract=off -x c++-header standard.h -o standard.new && mv standard.new standard.pch)
fi
cat >objects/compile <<END
#!/bin/sh
clang++-19 -include-pch "$work/objects/standard.pch" "\$@" 2>/dev/null || exec clang++-19 "\$@"
END
chmod +x objects/compile
printf '%s\n' "$arguments" 'cc="clang-19"' "cxx=\"$work/objects/compile\"" >objects/args.new
cmp -s objects/args.new objects/args.gn || mv objects/args.new objects/args.gn
(cd source && gn gen ../objects --root=. --script-executable=python3)
ninja -C objects -j "$(cores)" skia skshaper

# 4. Stage, check, and only then give it its name.
rm -rf stage && mkdir -p stage/lib
cp objects/lib{skia,skcms,skshaper}.a stage/lib/
(cd source && find include modules/skcms modules/skshaper/include modules/skunicode/include -name '*.h' -print0 |
  xargs -0 cp --parents -t ../stage)
cp source/LICENSE stage/
check . "${cflags//@/$work/stage}" "${libs//@/$work/stage}" || fail "      this Skia fails the check in cmake/skia.sh. Stopped."
echo $cflags >stage/cflags
echo $libs >stage/libs
mv stage "$prefix"
cd / && rm -rf "$work"
