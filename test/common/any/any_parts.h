/* What the files of any_world.h share. */
#ifndef LW_TEST_ANY_PARTS_H
#define LW_TEST_ANY_PARTS_H

#include "any_world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define succeeds(call, error)                                                                          \
    do {                                                                                               \
        if (call)                                                                                      \
            fail_msg("line %d: %s", __LINE__, (error)->message);                                       \
    } while (0)

static inline bool one_in(lw_random *random, uint32_t count)
{
    return lw_random_below(random, count) == 0;
}

static inline double between(lw_random *random, double low, double high)
{
    return lw_random_between(random, low, high);
}

/* A number between two powers of ten. */
static inline double power(lw_random *random, double low, double high)
{
    return pow(10, between(random, low, high));
}

static inline bool is_slide(lw_joint_kind kind, size_t value)
{
    return kind == LW_JOINT_PRISMATIC || (kind == LW_JOINT_PLANAR && value < 2) ||
           (kind == LW_JOINT_FLOATING && value < 3);
}

/* The number of a joint's values. */
static inline size_t width_of(lw_joint_kind kind)
{
    return kind == LW_JOINT_FIXED ? 0 : kind == LW_JOINT_PLANAR ? 3 : kind == LW_JOINT_FLOATING ? 7 : 1;
}

static inline void name_robot(uint32_t robot, char out[ANY_NAME])
{
    snprintf(out, ANY_NAME, "r%u", (unsigned)robot);
}

/* Shapes that worlds share, and their size. */
any_kit *any_kit_take(size_t index);
double any_kit_size(size_t index);
enum { ANY_KITS = 12, ANY_FLAT_KITS = 3 /* those in the plane, which come first */ };

/* A scene of the world's robots and cargo, open; obstacles, where they are or at their first poses; and
 * permissions and margins. */
lw_scene *any_scene_of_robots(const any_world *w);
void any_put_obstacles(const any_world *w, lw_scene *scene, bool first);
void any_put_rules(const any_world *w, lw_scene *scene);

#endif
