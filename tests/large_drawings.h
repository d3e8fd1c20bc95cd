// Drawings of many curves, for what must not grow with them.
#pragma once

#include "app/document/document.h"

namespace limber {

// Cranks on the paper, each with a bar and a wheel hung on it: three curves and three constraints
// a part, in rows, 80 drawing units from one to the next.
Document drawing_of_parts(const Document& fresh, int parts);

// Circles, bars and splines of many sizes, no constraints.
Document drawing_of_curves(const Document& fresh, int curves);

}  // namespace limber
