/* An arm of six joints, whose links are capsules. */
#ifndef BENCH_COMMON_ARM_H
#define BENCH_COMMON_ARM_H

#include "base/random.h"
#include "leeway/leeway.h"

/* Adds the arm to a scene, its base at the origin. */
lw_status bench_add_arm(lw_scene *scene, lw_error *error);

/* A random segment of the arm, in a frozen scene. */
lw_status bench_arm_motion(const lw_scene *scene, lw_random *random, lw_motion **out, lw_error *error);

#endif
