/* Writes the answers of all methods to one motion as a field of its result. */
#ifndef LW_IO_RESULT_CROSS_JSON_H
#define LW_IO_RESULT_CROSS_JSON_H

#include "io/text/text.h"

/* Writes the field "cross" of a result that has them. Where methods contradict each other, it holds
 * everything that a report of it needs. */
void lw_cross_field(lw_text *text, const lw_result *result);

#endif
