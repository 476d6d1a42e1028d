/* The pairs of links of one robot: their entries in the SRDF, and whether they ever meet. */
#ifndef LW_TOOL_PART_ACM_PAIRS_H
#define LW_TOOL_PART_ACM_PAIRS_H

#include "leeway/leeway.h"
#include "text/list.h"

#include <stdio.h>

typedef struct lw_acm_pair {
    size_t bodies[2];
    const char *links[2];
    bool listed;        /* the SRDF disables this pair */
    bool defaulted;     /* the SRDF disables all pairs of one of its links */
    bool enabled;       /* the SRDF enables it */
    const char *reason; /* the SRDF's reason; NULL: none */
    bool wanted;        /* the question is to be asked */
    lw_meeting_info answer;
    double *meets; /* values of the movable joints in a configuration in which the two meet, if one was
                      found */
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

/* Whether the SRDF disables a pair; and whether a reason is its designer's, not one of those that
 * programs write. */
bool lw_acm_is_disabled(const lw_acm_pair *pair);
bool lw_acm_is_designed(const char *reason);

/* Asks whether the two links meet. Errors: memory. Any thread, for another pair each. */
lw_status lw_acm_ask(const lw_acm_pairs *pairs, const lw_meeting_options *options, lw_acm_pair *pair,
                     lw_error *error);

/* The answer for a pair, as one word. */
const char *lw_acm_word(const lw_acm_pair *pair);

/* Prints a pair that the SRDF disables, and the answer for it. */
void lw_acm_print_text(FILE *file, const lw_acm_pairs *pairs, const lw_acm_pair *pair);
void lw_acm_print_json(FILE *file, const lw_acm_pairs *pairs, const lw_acm_pair *pair);

#endif
