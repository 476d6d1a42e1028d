/* The invariants of a body's geometry, which the rest of the library relies on: for assertions and
 * tests. */
#ifndef LW_BODY_VALIDATE_H
#define LW_BODY_VALIDATE_H

#include "body/cover.h"

/* The first fault, as half a sentence; NULL: there is none. */
const char *lw_geometry_fault(const lw_geometry *geometry);

/* The first fault of a cover of a geometry: its balls must contain all vertices of triangles and parts.
 * (That they contain everything between these, body/cover/cover_proof.h proves.) */
const char *lw_cover_fault(const lw_cover *cover, const lw_geometry *geometry);

/* Whether rows and columns of a matrix are unit vectors at right angles, up to rounding. */
bool lw_is_rotation(mat3 rotation);

#endif
