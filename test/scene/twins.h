/* Two scenes with the same robot of three links, and obstacles that should be the same, given in two
 * ways: their verdicts are compared. */
#ifndef LW_TEST_TWINS_H
#define LW_TEST_TWINS_H

#include "shape_kit.h"

typedef struct twins {
    lw_scene *scenes[2];
    lw_motion *motions[2];
    lw_checker *checkers[2];
} twins;

static inline lw_scene *open_arm(const lw_shape_def *shapes, const lw_pose *poses)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "r", "l0", &e), &e);
    for (int i = 1; i < 4; i++) {
        char link[16];
        char joint[16];
        char parent[8];
        snprintf(link, sizeof link, "l%d", i);
        snprintf(joint, sizeof joint, "j%d", i);
        snprintf(parent, sizeof parent, "l%d", i - 1);
        succeed(lw_scene_add_link(scene, "r", link, &e), &e);
        lw_joint_def def = joint_of(joint, LW_JOINT_REVOLUTE, parent, link);
        def.axis = (lw_vec3){i == 1, i == 2, i == 3};
        def.origin.position.z = 0.4;
        succeed(lw_scene_add_joint(scene, "r", &def, &e), &e);
        succeed(lw_scene_add_shape(scene, "r", link, &shapes[i - 1], poses[i - 1], &e), &e);
        succeed(lw_scene_allow_pair(scene, link, NULL, false, &e), &e);
    }
    succeed(lw_scene_allow_pair(scene, "l1", "l2", true, &e), &e);
    succeed(lw_scene_allow_pair(scene, "l2", "l3", true, &e), &e);
    succeed(lw_scene_allow_pair(scene, "l1", "l3", true, &e), &e);
    return scene;
}

/* Makes the scenes, with random shapes as links. They are open for obstacles. */
static inline void open_twins(lw_random *random, twins *t)
{
    kit k;
    lw_shape_def shapes[3];
    lw_pose poses[3];
    open_kit(random, false, &k);
    for (int i = 0; i < 3; i++) {
        shapes[i] = k.defs[lw_random_below(random, SPACE)];
        poses[i] = random_pose(random, false, 0.2);
    }
    for (int i = 0; i < 2; i++)
        t->scenes[i] = open_arm(shapes, poses);
    close_kit(&k);
}

static inline void freeze_twins(twins *t)
{
    lw_error e = {0};
    for (int i = 0; i < 2; i++) {
        succeed(lw_scene_freeze(t->scenes[i], &e), &e);
        succeed(lw_motion_create(t->scenes[i], &t->motions[i], &e), &e);
        succeed(lw_checker_create(t->scenes[i], &t->checkers[i], &e), &e);
    }
}

static inline void close_twins(twins *t)
{
    for (int i = 0; i < 2; i++) {
        lw_checker_destroy(t->checkers[i]);
        lw_motion_destroy(t->motions[i]);
        lw_scene_destroy(t->scenes[i]);
    }
}

/* Checks one motion in both scenes, in a method, and compares. Both contacts are within 1e-4 of the
 * first one, the widths of the intervals that are left undecided; where one check gives no answer, the
 * other one may give any. */
static inline void same_verdicts(twins *t, lw_random *random, size_t counts[3])
{
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_SLAB, LW_METHOD_AUTO};
    lw_error e = {0};
    double values[6];
    lw_verdict verdicts[2];
    lw_check_options options = lw_default_check_options();
    options.method = methods[lw_random_below(random, 3)];
    for (int i = 0; i < 6; i++)
        values[i] = lw_random_between(random, -2, 2);
    for (int i = 0; i < 2; i++) {
        const lw_joints *joints = lw_scene_joints(t->scenes[i], NULL, NULL, &e);
        succeed(lw_motion_set_segment(t->motions[i], joints, values, values + 3, &e), &e);
        verdicts[i] = lw_default_verdict();
        succeed(lw_check(t->checkers[i], t->motions[i], &options, &verdicts[i], &e), &e);
        counts[verdicts[i].kind]++;
    }
    if (verdicts[0].kind == LW_VERDICT_UNDECIDED || verdicts[1].kind == LW_VERDICT_UNDECIDED)
        return;
    assert_int_equal(verdicts[0].kind, verdicts[1].kind);
    if (verdicts[0].kind == LW_VERDICT_CONTACT) {
        assert_true(verdicts[0].free_until <= verdicts[1].time);
        assert_true(verdicts[1].free_until <= verdicts[0].time);
    }
}

/* Requires that verdicts of both kinds were compared, and that few were undecided. */
static inline void many_verdicts(const size_t counts[3])
{
    print_message("free %zu, contact %zu, undecided %zu\n", counts[LW_VERDICT_FREE],
                  counts[LW_VERDICT_CONTACT], counts[LW_VERDICT_UNDECIDED]);
    assert_true(counts[LW_VERDICT_FREE] > 100 && counts[LW_VERDICT_CONTACT] > 100);
    assert_true(10 * counts[LW_VERDICT_UNDECIDED] < counts[LW_VERDICT_FREE]);
}

#endif
