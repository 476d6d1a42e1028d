/* The nearest features of two convex polygons, tracked from query to query (Lin and Canny, in the plane
 * as in Feyeux and Landry, section 5). */
#ifndef LW_DISTANCE_PLANE_LIN_CANNY_H
#define LW_DISTANCE_PLANE_LIN_CANNY_H

#include "distance/plane/barycode.h"

/* As lw_barycode_search, from the features of the last query, or from the support vertices along the
 * line of the middles. False, without an answer, where rounding keeps the features from coming nearer.
 * features: never NULL. */
bool lw_lin_canny_search(const lw_posed_polygons *p, lw_polygon_features *features, lw_search *out);

#endif
