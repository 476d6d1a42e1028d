/* Judges courses by what is known of their legs, two by two (cell/ways.h). */
#ifndef LW_CELL_COURSE_JUDGE_H
#define LW_CELL_COURSE_JUDGE_H

#include "cell/cell.h"

/* The memory of one thread. */
typedef struct lw_course_judge lw_course_judge;

/* remember: how many bytes it may add to what is known. Errors: memory. */
lw_status lw_course_judge_create(const lw_cell *cell, size_t remember, lw_course_judge **out,
                                 lw_error *error);
void lw_course_judge_destroy(lw_course_judge *judge);

/* As lw_judge_courses; *out is a full struct with its defaults. */
lw_status lw_course_judge_run(lw_course_judge *judge, const lw_course *courses, size_t count,
                              double shift, const lw_check_options *options, lw_cell_verdict *out,
                              lw_error *error);

/* How often it asked what two things do, and how often that was known. */
void lw_course_judge_counts(const lw_course_judge *judge, uint64_t *asked, uint64_t *known);

#endif
