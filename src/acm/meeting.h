/* The search for configurations in which two bodies of a robot meet, or do not, and the proof that
 * there are none. */
#ifndef LW_ACM_MEETING_H
#define LW_ACM_MEETING_H

#include "acm/inner_ball.h"
#include "acm/joint_path.h"
#include "base/array.h"
#include "body/grown.h"

enum { LW_MEETING_STARTS = 6 /* how many of the nearest samples are descended from */ };

typedef struct lw_meeting_search {
    lw_joint_path path;
    lw_pair pair;
    const lw_meeting_options *options;
    lw_meeting_info *info;
    double deadline; /* seconds of the monotonic clock */
    uint64_t cost;   /* in boxes */
    uint64_t asked;
    double *meets, *apart;          /* the path's values in which they do, once they are known */
    double *starts;                 /* rows of values */
    double *values, *half, *shares; /* of the box that was entered */
    LW_LIST(double)
    boxes; /* those that are not proven: rows of lower and upper ends. The last is next */
    size_t box_count;
    lw_grown_memory memory;
    lw_inner_points points[2];
    int last_end; /* whose point served last */
    size_t last_point;
} lw_meeting_search;

/* The distance at some of the path's values; what it shows is kept. */
double lw_meeting_measure(lw_meeting_search *search, const double *values);

/* Tries samples, and goes down from the nearest. */
void lw_meeting_sample(lw_meeting_search *search);

/* Proves that they never meet, if they did not in any sample, or that they always do: for the surfaces.
 * The path must be bounded. Where the surfaces never meet, a body that is not inside a solid of the
 * other in one configuration never is, for it would have to pass through its surface. Errors: memory.
 */
lw_status lw_meeting_prove(lw_meeting_search *search, lw_error *error);

#endif
