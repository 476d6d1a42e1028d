/* The search for delays, also in a part of the coordination space. */
#ifndef LW_DELAY_DELAYS_H
#define LW_DELAY_DELAYS_H

#include "leeway/delay.h"
#include "motion/motion.h"

/* The part of the coordination space in which contacts count. */
typedef enum lw_delay_range {
    LW_DELAYS_ALL,     /* all times: before and after their trajectories both robots stand still */
    LW_DELAYS_MOVING,  /* times at which both are on their trajectories */
    LW_DELAYS_STANDING /* the second robot stands at the beginning of its trajectory, which counts as
                          its time 0 if the motion begins there: delays are times of the first one */
} lw_delay_range;

/* As lw_delays_find, without its tests of arguments. Only LW_DELAYS_ALL sees a body that is wholly
 * inside another one all the time. *out has defaults before. Errors: memory. */
lw_status lw_delays_search(const lw_motion *const motions[2], const size_t robots[2],
                           lw_delay_range range, const lw_delay_options *options, lw_delays *out,
                           lw_error *error);

#endif
