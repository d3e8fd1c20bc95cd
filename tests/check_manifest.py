"""The Flatpak manifest: nothing is fetched without a checksum, every file it names is there, and what CMake looks for is built.

Usage: check_manifest.py SOURCE   the top of the source tree
"""
import pathlib
import re
import sys

import yaml

root = pathlib.Path(sys.argv[1])
path = root / "data/desktop/org.limber.Limber.flatpak.yml"
manifest = yaml.safe_load(path.read_text(encoding="utf-8"))

# Of man 5 flatpak-manifest, what ours uses; a misspelt member would be passed over.
MANIFEST = {"id", "runtime", "runtime-version", "sdk", "sdk-extensions", "command", "finish-args", "build-options", "cleanup", "modules"}
MODULE = {"name", "buildsystem", "builddir", "config-opts", "build-commands", "build-options", "post-install", "sources"}
OPTIONS = {"append-path", "prepend-ld-library-path", "env"}
SOURCES = {"archive": {"type", "url", "mirror-urls", "sha256", "dest"}, "file": {"type", "url", "mirror-urls", "sha256", "path", "dest"},
           "dir": {"type", "path", "skip"}}

# What find_package and pkg_check_modules look for and the runtime does not have.
BUILT = {"Eigen3": "eigen", "Sleef": "sleef", "fmt": "fmt", "nlohmann_json": "nlohmann-json", "CLI11": "cli11", "pugixml": "pugixml",
         "imgui": "imgui", "Skia": "skia-and-symengine", "SymEngine": "skia-and-symengine"}
IN_THE_RUNTIME = {"LLVM19", "Threads", "PkgConfig", "SDL2", "HarfBuzz", "ZLIB", "doctest", "benchmark"}


def known(members, allowed, where):
    for member in set(members) - allowed:
        sys.exit(f"{path.name}: {where}: no such member: {member}")


known(manifest, MANIFEST, "top")
known(manifest["build-options"], OPTIONS, "build-options")
sums = {}
for module in manifest["modules"]:
    known(module, MODULE, module["name"])
    known(module.get("build-options", {}), OPTIONS, module["name"])
    if (module["buildsystem"] == "simple") != ("build-commands" in module):
        sys.exit(f"{module['name']}: commands are of the simple build system, and it has no other")
    for source in module["sources"]:
        known(source, SOURCES[source["type"]], module["name"])
        if "path" in source:
            if not (path.parent / source["path"]).exists():
                sys.exit(f"{module['name']}: {source['path']} is not there")
            continue
        if not source["url"].startswith("https://") or not re.fullmatch("[0-9a-f]{64}", source["sha256"]):
            sys.exit(f"{module['name']}: {source['url']} without a checksum")
        sums[source["url"]] = source["sha256"]

names = [module["name"] for module in manifest["modules"]]
packages = (root / "cmake/Packages.cmake").read_text(encoding="utf-8")
wanted = set(re.findall(r"(?:find_package|pkg_check_modules)\((\w+)", packages))
for name in sorted(wanted - IN_THE_RUNTIME):
    if BUILT.get(name) not in names:
        sys.exit(f"CMake looks for {name}, and no module builds it")

skia = re.search("^known_source=([0-9a-f]{64})", (root / "cmake/skia.sh").read_text(encoding="utf-8"), re.M).group(1)
if skia not in sums.values():
    sys.exit("Skia's source is not the one that cmake/skia.sh knows")
print(len(names), "modules,", len(sums), "sources with checksums")
