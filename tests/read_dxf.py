# Reads a DXF file with ezdxf and tells what it found, a line each:
#   version AC1015 / units 4 / error ... / layer NAME / group NAME MEMBERS
#   entity TYPE LAYER COLOUR LINETYPE NAME, then   at X Y   for points along it
import sys

import ezdxf
from ezdxf import path
from ezdxf.lldxf.encoding import decode_dxf_unicode



def points_along(entity):
    """Points of the entity itself, where ezdxf has them: its paths take Beziers for arcs."""
    if hasattr(entity, "flattening"):
        return entity.flattening(1e-4)
    return path.make_path(entity).flattening(1e-4, 16)


document = ezdxf.readfile(sys.argv[1])
print("version", document.dxfversion)
print("units", document.header["$INSUNITS"])
auditor = document.audit()
for error in auditor.errors + auditor.fixes:
    print("error", error.code, error.message)
for layer in document.layers:
    print("layer", layer.dxf.name)
for name, group in document.groups:
    print("group", name, len(group))
for entity in document.modelspace():
    name = "".join(tag.value for tag in entity.get_xdata("LIMBER") if tag.code == 1000)
    print("entity", entity.dxftype(), entity.dxf.layer, entity.dxf.color, entity.dxf.linetype, name)
    if entity.dxftype() == "TEXT":
        print("text", decode_dxf_unicode(entity.dxf.text))
    elif entity.dxftype() == "POINT":
        print("at", entity.dxf.location.x, entity.dxf.location.y)
    else:
        for point in points_along(entity):
            print("at", repr(point.x), repr(point.y))
