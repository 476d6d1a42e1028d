/* Two elements that overlap, where points of one body are deep in a height field or a depth image: a
 * guess that an exact query then confirms, before the trees of both bodies are searched. Deep in unseen
 * space, a search of the trees visits very many elements whose boxes overlap and which do not touch. */
#ifndef LW_BOUND_DEEP_H
#define LW_BOUND_DEEP_H

#include "body/query.h"

/* Guesses an element of each body. Looks at a point of up to 16 elements of the body that is no field
 * or image. False: neither body is one, or none of the points is in it. */
bool lw_deep_elements(const lw_pairing *pairing, uint32_t elements[2]);

#endif
