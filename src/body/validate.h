/* Whether the geometry of a body is as the rest of the library takes it to be: for assertions and
 * tests. */
#ifndef LW_BODY_VALIDATE_H
#define LW_BODY_VALIDATE_H

#include "body/cover.h"

/* What is wrong, as half a sentence; NULL: nothing. */
const char *lw_geometry_fault(const lw_geometry *geometry);

/* The same of a cover of a geometry: its balls contain all vertices of triangles and parts. (That they
 * contain what is between these, body/cover_proof.h proves.) */
const char *lw_cover_fault(const lw_cover *cover, const lw_geometry *geometry);

/* Whether rows and columns of a matrix are unit vectors at right angles, but for rounding. */
bool lw_is_rotation(mat3 rotation);

#endif
