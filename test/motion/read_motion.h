/* Frozen scenes and motions from texts. */
#ifndef LW_TEST_READ_MOTION_H
#define LW_TEST_READ_MOTION_H

#include <string.h>

#include "files.h"
#include "small_scene.h"

static inline lw_scene *read_scene(const files *folder, const char *text)
{
    lw_scene *scene = new_scene();
    lw_error error = {0};
    succeed(lw_scene_load(scene, files_write(folder, "world.json", text), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* text: our JSON; NULL: all stands still. */
static inline lw_motion *read_motion(const lw_scene *scene, const char *text)
{
    lw_motion *motion = NULL;
    lw_error error = {0};
    assert_int_equal(lw_motion_create(scene, &motion, &error), LW_OK);
    if (text)
        succeed(lw_motion_read_json(scene, text, NULL, 0, NULL, motion, NULL, 0, &error), &error);
    return motion;
}

/* All joints are where another motion has them, to the bit. */
static inline void assert_same_values(const lw_motion *one, const lw_motion *other, double time)
{
    lw_error error = {0};
    for (size_t i = 0; i < lw_scene_joint_count(lw_motion_scene(one)); i++) {
        double values[2][7];
        memset(values, 0, sizeof values);
        succeed(lw_motion_joint_values(one, i, time, values[0], &error), &error);
        succeed(lw_motion_joint_values(other, i, time, values[1], &error), &error);
        assert_memory_equal(values[0], values[1], sizeof values[0]);
    }
}

#endif
