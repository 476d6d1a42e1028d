/* The comparison of verdicts on one motion: statements of each are held against measured distances. */
#ifndef LW_CHECK_ASK_CROSS_H
#define LW_CHECK_ASK_CROSS_H

#include "base/array.h"
#include "check/checker/checker.h"

/* The findings of a comparison. Zero it before; free the list. */
typedef struct lw_cross_findings {
    LW_LIST(lw_conflict) conflicts; /* the first one of each kind for each two methods */
    size_t grazing;
    uint64_t samples, distances;
} lw_cross_findings;

/* Compares verdicts on a motion of the checker's scene, by method; NULL: there is none of a method. The
 * options of the checks: tolerances and stop. samples: at how many times distances of all pairs are
 * measured. The statements and rules stand at lw_cross_check. Error memory. */
lw_status lw_cross_compare(lw_checker *checker, const lw_motion *motion,
                           const lw_check_options *options, uint64_t samples,
                           const lw_verdict *const *verdicts, size_t count, lw_cross_findings *out,
                           lw_error *error);

#endif
