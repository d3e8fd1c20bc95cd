"""The works that Limber is linked with as a CycloneDX list, from the table of THIRD_PARTY.md.

Usage: materials.py THIRD_PARTY.md VERSION PROGRAM...   the programs and libraries that were built

Versions are those of the packages it was built with: Debian's, else what pkg-config says. Of every shared library it
says which of the sonames that the programs need are its own. No date and no serial number: the same build, the same bytes.
"""
import json
import re
import subprocess
import sys

# Work: Debian's package, pkg-config's module, and how the names of its shared libraries begin.
PACKAGES = {
    "GMP": ("libgmp-dev", "gmp", ["libgmp.so"]),
    "LLVM": ("llvm-19-dev", None, ["libLLVM.so", "libLLVM-19.so"]),
    "SLEEF": ("libsleef-dev", "sleef", ["libsleef.so"]),
    "Eigen": ("libeigen3-dev", "eigen3", []),
    "SDL2": ("libsdl2-dev", "sdl2", ["libSDL2-2.0.so"]),
    "Dear ImGui": ("libimgui-dev", "imgui", []),
    "stb": ("libstb-dev", "stb", ["libstb.so"]),
    "nlohmann/json": ("nlohmann-json3-dev", "nlohmann_json", []),
    "pugixml": ("libpugixml-dev", "pugixml", ["libpugixml.so"]),
    "CLI11": ("libcli11-dev", "CLI11", []),
    "{fmt}": ("libfmt-dev", "fmt", ["libfmt.so"]),
    "FreeType": ("libfreetype-dev", "freetype2", ["libfreetype.so"]),
    "HarfBuzz": ("libharfbuzz-dev", "harfbuzz", ["libharfbuzz.so", "libharfbuzz-subset.so"]),
    "libpng": ("libpng-dev", "libpng", ["libpng16.so"]),
    "libjpeg-turbo": ("libjpeg62-turbo-dev", "libjpeg", ["libjpeg.so"]),
    "libwebp": ("libwebp-dev", "libwebp", ["libwebp.so", "libwebpmux.so", "libwebpdemux.so"]),
    "zlib": ("zlib1g-dev", "zlib", ["libz.so"]),
    "GCC": ("libstdc++6", None, ["libstdc++.so", "libgcc_s.so"]),
    "GNU C Library": ("libc6", None, ["libc.so", "libm.so", "ld-linux-x86-64.so"]),
    "Inter": ("fonts-inter", None, []),
    "JetBrains Mono": ("fonts-jetbrains-mono", None, []),
}
BUILT = {"Skia": "m130", "SymEngine": "0.14.0"}  # by cmake/skia.sh and cmake/symengine.sh


def said_by(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def version_of(name):
    if name in BUILT:
        return BUILT[name]
    package, module, _ = PACKAGES[name]
    return (said_by("dpkg-query", "-W", "-f", "${Version}", package) or
            (module and said_by("pkg-config", "--modversion", module)) or "")


def needed_by(programs):
    """The sonames of the shared libraries that the programs ask for, in alphabetical order."""
    found = set()
    for program in programs:
        read = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True,
                              env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}).stdout
        found.update(re.findall(r"\(NEEDED\).*\[(.+)\]", read))
    return sorted(found)


def rows(text):
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 4 and cells[0] not in ("Work", "---"):
            yield cells


def licence(spdx):
    return {"expression": spdx} if " " in spdx else {"license": {"id": spdx}}


def component(cells, sonames):
    work, purpose, spdx, how = cells
    name, url = re.match(r"\[(.+?)\]\((.+?)\)", work).groups()
    one = {"type": "file" if how.startswith("embedded") else "library", "name": name}
    version = version_of(name)
    if version:
        one["version"] = version
    one["description"] = f"{purpose}; {how}"
    one["licenses"] = [licence(spdx)]
    one["externalReferences"] = [{"type": "website", "url": url}]
    beginnings = PACKAGES[name][2] if name in PACKAGES else []
    own = [soname for soname in sonames if any(soname.startswith(start) for start in beginnings)]
    if own:
        one["properties"] = [{"name": "limber:soname", "value": soname} for soname in own]
    return one


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    sonames = needed_by(sys.argv[3:])
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "name": "limber", "version": sys.argv[2],
                                   "licenses": [licence("Apache-2.0")]}},
        "components": [component(cells, sonames) for cells in rows(text)]}, indent=2, ensure_ascii=False))


main()
