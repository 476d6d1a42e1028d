/* Points in the order of their coordinates. */
#ifndef LW_AUDIT_PLACES_H
#define LW_AUDIT_PLACES_H

#include <stddef.h>

/* Below 0, 0 or above 0: the first coordinate that differs decides. -0 is 0. */
int compare_places(const double a[3], const double b[3]);

/* Numbers points so that equal ones have one number, from 0 on in their order; `distinct` has room for
 * all. Returns how many there are. */
size_t number_points(const double (*points)[3], size_t count, size_t *numbers, double (*distinct)[3]);

#endif
