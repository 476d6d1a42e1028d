/* The smallest distances at sampled times of a motion, stage by stage; and a sampler, whose memory
 * serves several motions of one scene. */
#ifndef LW_CHECK_ASK_CURVE_H
#define LW_CHECK_ASK_CURVE_H

#include "leeway/leeway.h"

enum { LW_CURVE_OTHERS, LW_CURVE_SELF, LW_CURVE_COUNT };

/* A checker and arrays to sample motions of one scene. */
typedef struct lw_sampler {
    const lw_scene *scene;
    lw_checker *checker;
    lw_pair_info *pairs;
    lw_body_info *bodies;
    lw_vec3 *centers; /* of the bodies' spheres, in the world */
    int curves;       /* number of curves that are wanted */
    bool fixed_pairs; /* includes pairs that the motion does not move against each other */
    bool *fixed;      /* per pair, in the stage that is sampled: the motion does not move it */
} lw_sampler;

/* Call lw_sampler_close, after an error, too. Errors: memory. */
lw_status lw_sampler_open(const lw_scene *scene, lw_sampler *out, lw_error *error);
void lw_sampler_close(lw_sampler *sampler);

/* Poses the bounding spheres of all bodies at a time of a stage of the sampler's scene. again: bodies
 * that stand still are posed already. Errors: those of lw_motion_pose. */
lw_status lw_sampler_pose(const lw_sampler *sampler, const lw_motion *stage, double time, bool again,
                          lw_error *error);
/* The distance of the spheres of a pair, less its padding: a lower bound of its distance, up to
 * rounding. */
double lw_sampler_gap(const lw_sampler *sampler, size_t pair);

/* As lw_curve_sample, with a sampler of the motion's scene. */
lw_status lw_sampler_curve(lw_sampler *sampler, const lw_motion *motion, size_t samples, lw_curve *out,
                           lw_error *error);

#endif
