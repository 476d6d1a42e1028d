/* Motions that begin in contact: whether they leave it, and no pair gets deeper before. */
#ifndef LW_CHECK_ASK_LEAVING_H
#define LW_CHECK_ASK_LEAVING_H

#include "check/checker/checker.h"

/* Fills the verdict of the motion that the checker is prepared for, as lw_check_options.leaving has it,
 * unless the motion begins free: then the ordinary check is to answer. Errors: memory. */
lw_status lw_check_leaving(lw_checker *checker, bool *begins_free, lw_error *error);

#endif
