/* The support value of a body along a direction. */
#ifndef LW_BODY_SUPPORT_VALUE_H
#define LW_BODY_SUPPORT_VALUE_H

#include "body/geometry.h"

/* At least the largest dot(along, p) over the body's points p, in its frame, up to rounding in the
 * last places of |along| times the extent; mostly equal to that or little more. Costs a support point
 * of each of its hulls, or a few boxes. The body must have elements. */
double lw_geometry_support_value(const lw_geometry *geometry, vec3 along);

/* The support values of one part and of one element, exact up to rounding. */
double lw_part_support_value(const lw_part *part, vec3 along);
double lw_element_support_value(const lw_geometry *geometry, uint32_t element, vec3 along);

/* Whether the elements below a node are few, and nodes that are not stored: those of a cloud, an octree
 * or a depth image. The support value of these elements, and which of them has it. */
bool lw_is_group(const lw_geometry *geometry, uint32_t node);
double lw_group_support_value(const lw_geometry *geometry, uint32_t node, vec3 along, uint32_t *which);

/* The support point of an element without its radius; and its radius. */
vec3 lw_element_support(const lw_geometry *geometry, uint32_t element, vec3 along);
double lw_element_radius(const lw_geometry *geometry, uint32_t element);

#endif
