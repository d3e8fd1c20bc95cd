"""The CycloneDX list of what the program is linked with: its form, its licences, and that nothing is left out.

Usage: check_materials.py LIST PROGRAM...   the installed list, and the programs and libraries installed with it
"""
import copy
import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import license_expression

# Of CycloneDX 1.5 (JSON), what such a list holds; its own schema refuses members it does not name, as this one does.
TEXT = {"type": "string", "minLength": 1}
LICENCES = {"oneOf": [
    {"type": "array", "minItems": 1, "maxItems": 1, "items": {
        "type": "object", "required": ["expression"], "additionalProperties": False, "properties": {"expression": TEXT}}},
    {"type": "array", "minItems": 1, "items": {
        "type": "object", "required": ["license"], "additionalProperties": False, "properties": {"license": {
            "type": "object", "required": ["id"], "additionalProperties": False, "properties": {"id": TEXT}}}}}]}
COMPONENT = {"type": "object", "additionalProperties": False, "required": ["type", "name", "version", "licenses"], "properties": {
    "type": {"enum": ["application", "framework", "library", "container", "platform", "operating-system", "device",
                      "device-driver", "firmware", "file", "machine-learning-model", "data"]},
    "name": TEXT, "version": {"type": "string", "pattern": "[0-9]"}, "description": TEXT, "licenses": LICENCES,
    "externalReferences": {"type": "array", "items": {
        "type": "object", "additionalProperties": False, "required": ["type", "url"],
        "properties": {"type": {"const": "website"}, "url": {"type": "string", "pattern": "^https?://"}}}},
    "properties": {"type": "array", "items": {
        "type": "object", "additionalProperties": False, "required": ["name", "value"],
        "properties": {"name": TEXT, "value": TEXT}}}}}
SCHEMA = {"type": "object", "additionalProperties": False, "required": ["bomFormat", "specVersion", "version", "components"],
          "properties": {"bomFormat": {"const": "CycloneDX"}, "specVersion": {"const": "1.5"},
                         "version": {"type": "integer", "minimum": 1},
                         "metadata": {"type": "object", "additionalProperties": False, "properties": {"component": COMPONENT}},
                         "components": {"type": "array", "minItems": 1, "items": COMPONENT}}}

spdx = license_expression.get_spdx_licensing()


def expressions(component):
    for one in component["licenses"]:
        yield one["expression"] if "expression" in one else one["license"]["id"]


def sonames(programs):
    for program in programs:
        read = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
        for soname in re.findall(r"Shared library: \[(.+)\]", read):
            yield soname


def faults(materials, programs):
    for error in jsonschema.Draft7Validator(SCHEMA).iter_errors(materials):
        yield f"{list(error.path)}: {error.message}"
        return
    names = [component["name"] for component in materials["components"]]
    if len(names) != len(set(names)):
        yield "a name twice"
    named = []
    for component in [materials["metadata"]["component"], *materials["components"]]:
        for expression in expressions(component):
            for error in spdx.validate(expression, strict=True).errors:
                yield f"{component['name']}: {error}"
        named += [one["value"] for one in component.get("properties", []) if one["name"] == "limber:soname"]
    needed = sorted(set(sonames(programs)))
    if not needed:
        yield "the programs need no shared library"
    for soname in needed:
        if named.count(soname) != 1:
            yield f"{soname} is linked, and named {named.count(soname)} times"
    for soname in set(named) - set(needed):
        yield f"{soname} is named, and not linked"
    for component in materials["components"]:
        if component["description"].endswith("shared library") and not component.get("properties"):
            yield f"{component['name']} is said to be a shared library, and none of its is linked"


materials = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
for fault in faults(materials, sys.argv[2:]):
    sys.exit(f"{sys.argv[1]}: {fault}")

# What would be wrong is seen.
spoilt = [copy.deepcopy(materials) for _ in range(6)]
spoilt[0]["components"][0]["licences"] = []
spoilt[1]["components"][0]["version"] = "unknown"
spoilt[2]["components"][0]["licenses"] = [{"license": {"id": "BSD 3-Clause"}}]
spoilt[3]["components"] = [one for one in spoilt[3]["components"] if one["name"] != "GMP"]
spoilt[4]["components"][0]["properties"] = [{"name": "limber:soname", "value": "libother.so.1"}]
spoilt[5]["components"][0]["type"] = "font"
for k, other in enumerate(spoilt):
    if not list(faults(other, sys.argv[2:])):
        sys.exit(f"spoilt list {k} was accepted")
print(len(materials["components"]), "works, as CycloneDX and SPDX have it")
