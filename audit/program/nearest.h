/* A point of a hull near a given one, in doubles. Nothing rests on it: docs/proofs.md, "Contacts". */
#ifndef LW_AUDIT_NEAREST_H
#define LW_AUDIT_NEAREST_H

#include <stddef.h>

/* One of the points of which a hull is, and its weight, more than 0. */
typedef struct weighted {
    size_t point;
    double weight;
} weighted;

/* Up to four points of the hull, and their weights: their mean is near a given point, if the hull is.
 * Returns how many. count: 1 or more. */
size_t weights_of_nearest(const double (*points)[3], size_t count, const double near_to[3],
                          weighted found[4]);

#endif
