"""The works that Limber is linked with as a CycloneDX list, from the table of THIRD_PARTY.md.

Usage: materials.py THIRD_PARTY.md VERSION. No date and no serial number: the same build, the same bytes.
"""
import json
import re
import subprocess
import sys

# What Debian calls the packages whose versions count.
PACKAGES = {
    "GMP": "libgmp-dev", "LLVM": "llvm-19-dev", "SLEEF": "libsleef-dev", "Eigen": "libeigen3-dev",
    "SDL2": "libsdl2-dev", "Dear ImGui": "libimgui-dev", "stb": "libstb-dev",
    "nlohmann/json": "nlohmann-json3-dev", "pugixml": "libpugixml-dev", "CLI11": "libcli11-dev",
    "{fmt}": "libfmt-dev", "FreeType": "libfreetype-dev", "HarfBuzz": "libharfbuzz-dev",
    "Fontconfig": "libfontconfig-dev", "libpng": "libpng-dev", "libjpeg-turbo": "libjpeg62-turbo-dev",
    "libwebp": "libwebp-dev", "zlib": "zlib1g-dev", "Inter": "fonts-inter",
    "JetBrains Mono": "fonts-jetbrains-mono",
}
BUILT = {"Skia": "m130", "SymEngine": "0.14.0"}  # by cmake/skia.sh and cmake/symengine.sh


def version_of(name):
    if name in BUILT:
        return BUILT[name]
    try:
        found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", PACKAGES[name]],
                               capture_output=True, text=True, check=True)
        return found.stdout
    except (KeyError, OSError, subprocess.CalledProcessError):
        return "unknown"


def rows(text):
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 4 and cells[0] not in ("Work", "---"):
            yield cells


def components(text):
    for work, purpose, licences, how in rows(text):
        link = re.match(r"\[(.+?)\]\((.+?)\)", work)
        names = [link.group(1)] if link else [name.strip() for name in work.split(",")]
        each = [one.strip() for one in licences.split(";")] if len(names) > 1 else [licences]
        for k, name in enumerate(names):
            one = {"type": "file" if "font" in purpose and "embedded" in how else "library",
                   "name": name, "version": version_of(name), "description": f"{purpose}; {how}",
                   "licenses": [{"license": {"name": each[min(k, len(each) - 1)]}}]}
            if link:
                one["externalReferences"] = [{"type": "website", "url": link.group(2)}]
            yield one


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "name": "limber", "version": sys.argv[2],
                                   "licenses": [{"license": {"id": "Apache-2.0"}}]}},
        "components": list(components(text))}, indent=2, ensure_ascii=False))


main()
