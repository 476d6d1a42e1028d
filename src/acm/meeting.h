/* Whether two bodies of a robot never, always or sometimes meet: a search for configurations in which
 * they meet and in which they are apart, and a proof where it finds only one kind. Robots' allowed
 * collision matrices (ACM) are made of its answers. */
#ifndef LW_ACM_MEETING_H
#define LW_ACM_MEETING_H

#include "acm/inner_ball.h"
#include "acm/joint_path.h"
#include "base/array.h"
#include "body/grown/grown.h"

/* docs/decisions/acm.md, "Whether two links ever meet is proven box by box of joint values" */
enum { LW_MEETING_STARTS = 6 /* descents start from so many of the nearest samples */ };

typedef struct lw_meeting_search {
    lw_joint_path path;
    lw_pair pair;
    const lw_meeting_options *options;
    lw_meeting_info *info;
    double deadline; /* seconds of the monotonic clock */
    uint64_t cost;   /* spent so far, counted in boxes (budget_boxes) */
    uint64_t asked;
    double *meets, *apart;          /* joint values found with contact, and found without */
    double *starts;                 /* rows of values: the nearest samples, nearest first */
    double *values, *half, *shares; /* of the current box: middle, half widths, shares of the travel */
    LW_LIST(double)
    boxes; /* a stack of boxes yet to be proven: rows of lower and upper ends */
    size_t box_count;
    lw_grown_memory memory;
    lw_inner_points points[2];
    int last_end; /* the body and its point whose ball proved a box last */
    size_t last_point;
} lw_meeting_search;

/* Measures the distance at values of the path, and returns its upper bound. Stores the first values
 * found at which the bodies meet, and the first at which they are apart. */
double lw_meeting_measure(lw_meeting_search *search, const double *values);

/* Tries random samples, then descends from the nearest of them. */
void lw_meeting_sample(lw_meeting_search *search);

/* Proves by branch and bound that the bodies never meet, if they met in no sample, else that they
 * always meet. The path must be bounded. "Never" is proven for the surfaces: a body that is not inside
 * a solid of the other in one configuration then never is, for it would have to pass through the
 * surface. Errors: memory. */
lw_status lw_meeting_prove(lw_meeting_search *search, lw_error *error);

#endif
