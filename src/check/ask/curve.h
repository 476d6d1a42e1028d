/* The smallest distances along a motion, sampled, stage by stage; the memory of that for several
 * motions of one scene. */
#ifndef LW_CHECK_ASK_CURVE_H
#define LW_CHECK_ASK_CURVE_H

#include "leeway/leeway.h"

enum { LW_CURVE_OTHERS, LW_CURVE_SELF, LW_CURVE_COUNT };

/* What it takes to sample a scene. */
typedef struct lw_sampler {
    const lw_scene *scene;
    lw_checker *checker;
    lw_pair_info *pairs;
    lw_body_info *bodies;
    lw_vec3 *centers; /* of the bodies' spheres, in the world */
    int curves;       /* how many of the curves are wanted */
    bool fixed_pairs; /* also of pairs that the motion does not move against each other */
    bool *fixed;      /* per pair, in the stage that is sampled: it does not */
} lw_sampler;

/* lw_sampler_close it in any case. Errors: memory. */
lw_status lw_sampler_open(const lw_scene *scene, lw_sampler *out, lw_error *error);
void lw_sampler_close(lw_sampler *sampler);

/* Poses the spheres about the bodies at a time of a stage of the sampler's scene. again: those of
 * bodies that stand still are posed. Errors: those of lw_motion_pose. */
lw_status lw_sampler_pose(const lw_sampler *sampler, const lw_motion *stage, double time, bool again,
                          lw_error *error);
/* How far apart the spheres of a pair are, less its padding: no more than its bodies are. */
double lw_sampler_gap(const lw_sampler *sampler, size_t pair);

/* lw_curve_sample with a sampler of the motion's scene. The times are those of the curve. */
lw_status lw_sampler_curve(lw_sampler *sampler, const lw_motion *motion, size_t samples, lw_curve *out,
                           lw_error *error);

#endif
