/* Contacts of motions within a motion's tolerances. */
#ifndef LW_CHECK_CHECKER_WITNESS_H
#define LW_CHECK_CHECKER_WITNESS_H

#include "check/checker/checker.h"

/* Seeks values within the tolerances at a time, at which a pair is in contact. The checker keeps them
 * as its witness if the time is before `before`. The sample stays as it is. */
bool lw_checker_find_witness(lw_checker *checker, const lw_pair *pair, size_t piece, double time,
                             double before);

/* Whether the contact of a pair at a time is the witness's. */
bool lw_checker_is_witnessed(const lw_checker *checker, const lw_pair *pair, double time);

/* From now on samples are of the motion with the witness's deviation, or of the motion itself. Whether
 * the two differ. */
bool lw_checker_deviate(lw_checker *checker, bool deviate);

#endif
