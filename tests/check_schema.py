"""Every example drawing agrees with docs/document.schema.json, and spoilt ones do not."""
import copy
import json
import pathlib
import sys

import jsonschema

root = pathlib.Path(sys.argv[1])
schema = json.loads((root / "docs/document.schema.json").read_text(encoding="utf-8"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)

drawings = sorted((root / "data/drawings").glob("*.limber"))
assert drawings, "no drawings found"
for path in drawings:
    drawing = json.loads(path.read_text(encoding="utf-8"))
    for error in validator.iter_errors(drawing):
        sys.exit(f"{path.name}: {list(error.path)}: {error.message}")
    spoilt = []
    for key, value in (("limber", 4), ("variables", [{"name": "a"}]), ("shapes", []), ("curves", [{"name": "a"}]), ("view", {"center": [0]})):
        other = copy.deepcopy(drawing)
        other[key] = value
        spoilt.append(other)
    for other in spoilt:
        if validator.is_valid(other):
            sys.exit(f"{path.name}: a spoilt drawing was accepted")
print(len(drawings), "drawings agree with the schema")
