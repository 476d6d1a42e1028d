/* The pairs of links of one robot: what its SRDF says of each, and whether they ever meet. */
#ifndef LW_TOOL_PART_ACM_PAIRS_H
#define LW_TOOL_PART_ACM_PAIRS_H

#include "leeway/leeway.h"
#include "text/list.h"

#include <stdio.h>

typedef struct lw_acm_pair {
    size_t bodies[2];
    const char *links[2];
    bool listed;        /* the SRDF disables it, by itself ... */
    bool defaulted;     /* ... or with all others of one of its links */
    bool enabled;       /* the SRDF enables it */
    const char *reason; /* that the SRDF gives; NULL: none */
    bool wanted;        /* it is to be asked */
    lw_meeting_info answer;
    double *meets; /* where the two meet, if they were found to: values of the movable joints */
} lw_acm_pair;

typedef struct lw_acm_pairs {
    const lw_scene *scene;
    size_t robot;
    LW_LIST(lw_acm_pair) list;
} lw_acm_pairs;

/* Lists the pairs of links with geometry of the scene's only robot. srdf: its SRDF, or NULL. To be
 * freed in any case. Errors: argument (no robot, several, or no pair), memory. */
lw_status lw_acm_pairs_find(const lw_scene *scene, const lw_srdf *srdf, lw_acm_pairs *out,
                            lw_error *error);
void lw_acm_pairs_free(lw_acm_pairs *pairs);

/* Whether the SRDF disables a pair, and whether its designer said so: with a reason that is none of
 * those which programs write. */
bool lw_acm_is_disabled(const lw_acm_pair *pair);
bool lw_acm_is_designed(const char *reason);

/* Asks whether the two links meet. Errors: memory. Any thread, for another pair each. */
lw_status lw_acm_ask(const lw_acm_pairs *pairs, const lw_meeting_options *options, lw_acm_pair *pair,
                     lw_error *error);

/* What is known of a pair that was asked, as one word. */
const char *lw_acm_word(const lw_acm_pair *pair);

/* Prints a pair that the SRDF disables, and what is known of it. */
void lw_acm_print_text(FILE *file, const lw_acm_pairs *pairs, const lw_acm_pair *pair);
void lw_acm_print_json(FILE *file, const lw_acm_pairs *pairs, const lw_acm_pair *pair);

#endif
