/* Collision detection along a straight line of joint values as Baginski published it (Efficient Dynamic
 * Collision Detection using Expanded Geometry Models): the 1-norm, steps of each link, layers. It tests
 * links against obstacles only, and its steps are no proof (docs/papers.md). */
#ifndef LW_PAPERS_BAGINSKI_PUBLISHED_H
#define LW_PAPERS_BAGINSKI_PUBLISHED_H

#include "baginski/swept_radii.h"
#include "motion/forward_kinematics.h"

enum { LW_PUBLISHED_MOST_LAYERS = 8, LW_PUBLISHED_MOST_LINKS = 20 };

/* The thinnest expansion, metres: the paper's d0. */
extern const double lw_published_expansion;

typedef struct lw_published_arm {
    const lw_frozen *frozen;
    const lw_swept_radii *radii;
    lw_kinematics kinematics;
} lw_published_arm;

/* Counts, summed over lines. */
typedef struct lw_published_counts {
    uint64_t lines, contacts;
    uint64_t tests; /* tests of one link against all obstacles */
    uint64_t steps; /* steps of one link; with the 1-norm, of the whole arm */
    uint64_t steps_of[LW_PUBLISHED_MOST_LAYERS];
    uint64_t long_steps; /* steps that do not satisfy (4), because (7) predicts from the step before */
    double longest;      /* largest length of a step, as a share of the length that both layers cover */
    double used;         /* such shares of all steps, summed */
} lw_published_counts;

/* Each function returns whether it finds a collision on a line, which is a motion of one piece, and
 * adds to the counts. */

/* Section 2: steps of the whole arm by (1). */
bool lw_published_norm(lw_published_arm *arm, const lw_motion *line, lw_published_counts *counts);

/* Sections 4 and 5: steps of each link by (5) to (8), with so many layers; one layer is section 4. */
bool lw_published_layers(lw_published_arm *arm, const lw_motion *line, int layers,
                         lw_published_counts *counts);

/* The end of section 3, for paths of any shape: the path is divided, here by the 1-norm's steps, and a
 * link is tested at the last division at which (4) holds. */
bool lw_published_path(lw_published_arm *arm, const lw_motion *line, lw_published_counts *counts);

#endif
