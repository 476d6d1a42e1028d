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
    uint64_t tests; /* of one link against all obstacles */
    uint64_t steps; /* of one link; of the whole arm with the 1-norm */
    uint64_t steps_of[LW_PUBLISHED_MOST_LAYERS];
    uint64_t long_steps; /* steps that do not satisfy (4), because (7) predicts from the step before */
    double longest;      /* of the longest step: its length, as a share of the length that both layers
                            cover */
    double used;         /* this share, summed over all steps */
} lw_published_counts;

/* Each returns whether it calls a line, a motion of one piece, colliding, and adds to the counts. */

/* Section 2: steps of the whole arm by (1). */
bool lw_published_norm(lw_published_arm *arm, const lw_motion *line, lw_published_counts *counts);

/* Sections 4 and 5: each link by (5) to (8), with as many layers; 1: section 4. */
bool lw_published_layers(lw_published_arm *arm, const lw_motion *line, int layers,
                         lw_published_counts *counts);

/* The end of section 3, for paths of any shape: the path is divided, here by the 1-norm's steps, and a
 * link is tested at the last division at which (4) holds. */
bool lw_published_path(lw_published_arm *arm, const lw_motion *line, lw_published_counts *counts);

#endif
