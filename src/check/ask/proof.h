/* Claims for the verdicts of blocks of eight poses (lw_check_options.blocks): from the record of what
 * the blocks have proven (lanes/record.h), and from a second search of all else, after the verdict. */
#ifndef LW_CHECK_ASK_PROOF_H
#define LW_CHECK_ASK_PROOF_H

#include "check/checker/checker.h"

/* Makes the claims of the check that the checker has just decided, if its claims are of blocks: about
 * all pairs, from the motion's beginning to the verdict's free_until. The verdict is kept, unless the
 * search fails or is stopped (lw_check_options.blocks). Errors: those of claims. */
lw_status lw_check_prove(lw_checker *checker, lw_error *error);

#endif
