/* Fields of a result in JSON, each with its key, behind another field. */
#ifndef LW_IO_RESULT_FIELDS_H
#define LW_IO_RESULT_FIELDS_H

#include "io/text/text.h"

/* A number, unless it is not finite: JSON has no such numbers. */
void lw_number_field(lw_text *text, const char *name, double value);
void lw_count_field(lw_text *text, const char *name, uint64_t count);
/* One of the format's own words. */
void lw_word_field(lw_text *text, const char *name, const char *word);
/* A list of numbers, unless one of them is not finite. */
void lw_list_field(lw_text *text, const char *name, const double *values, size_t count);

/* The names of two bodies, as a list. */
void lw_write_pair(lw_text *text, const lw_scene *scene, const int64_t pair[2]);
/* Likewise as a field, unless a body is missing. */
void lw_pair_field(lw_text *text, const char *name, const lw_scene *scene, const int64_t pair[2]);

#endif
