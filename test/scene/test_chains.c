/* Links and joints as chains of elementary joints: conventions of planar joints, mimics, and the
 * contradictions that freezing refuses. test_forward_kinematics.c tests the poses of the chains. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "math/vec.h"
#include "random_robot.h"
#include "scene/frozen.h"
#include "seed.h"
#include "small_scene.h"

/* the frame of a factor with these values of the variables, straight from the chain */
static pose frame_of(const lw_frozen *frozen, int32_t elementary, const double *values)
{
    if (elementary < 0)
        return pose_identity();
    const lw_elementary_joint *f = &frozen->chains->elementary[elementary];
    pose frame = compose(frame_of(frozen, f->parent, values), f->before);
    double value = f->offset + (f->variable >= 0 ? f->multiplier * values[f->variable] : 0);
    pose moved = pose_identity();
    if (f->kind == LW_ELEMENTARY_PRISMATIC)
        moved.position.z = value;
    if (f->kind == LW_ELEMENTARY_REVOLUTE) {
        moved.rotation.x = v3(cos(value), sin(value), 0);
        moved.rotation.y = v3(-sin(value), cos(value), 0);
    }
    return compose(frame, moved);
}

static pose link_pose(const lw_frozen *frozen, size_t link, const double *values)
{
    return compose(frame_of(frozen, frozen->chains->links[link].elementary, values),
                   frozen->chains->links[link].local);
}

static lw_scene *one_joint(lw_joint_kind kind, vec3 axis)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "r", "a", &e), &e);
    succeed(lw_scene_add_link(scene, "r", "b", &e), &e);
    lw_joint_def joint = lw_default_joint();
    joint.name = "j";
    joint.kind = kind;
    joint.parent = "a";
    joint.child = "b";
    joint.axis = axis;
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    return scene;
}

/* x and y of a planar joint and its axis are a right-handed frame; for axis z the frame's own */
static void planar_joints_slide_across_their_axis(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 300; round++) {
        vec3 axis = round ? random_axis(&random) : v3(0, 0, 3);
        lw_scene *scene = one_joint(LW_JOINT_PLANAR, axis);
        const lw_frozen *frozen = scene->frozen;
        assert_int_equal(frozen->chains->variable_count, 3);
        axis = scale(1 / norm(axis), axis);
        vec3 x = link_pose(frozen, 1, (double[]){1, 0, 0}).position;
        vec3 y = link_pose(frozen, 1, (double[]){0, 1, 0}).position;
        assert_near(norm(x), 1, 1e-14);
        assert_near(norm(y), 1, 1e-14);
        assert_near(dot(x, y), 0, 1e-14);
        assert_near(norm(sub(cross(x, y), axis)), 0, 1e-14);
        if (axis.z == 1)
            assert_true(x.x == 1 && x.y == 0 && x.z == 0 && y.x == 0 && y.y == 1 && y.z == 0);
        pose turned = link_pose(frozen, 1, (double[]){2, 3, 0.5});
        assert_near(norm(sub(turned.position, add(scale(2, x), scale(3, y)))), 0, 1e-14);
        /* the turn is about the axis, and takes x by 0.5 towards y */
        assert_near(norm(sub(rotate(turned.rotation, axis), axis)), 0, 1e-14);
        vec3 there = add(scale(cos(0.5), x), scale(sin(0.5), y));
        assert_near(norm(sub(rotate(turned.rotation, x), there)), 0, 1e-14);
        lw_scene_destroy(scene);
    }
}

/* at zero a joint does nothing; at a value it turns about, or slides along, its axis */
static void joints_move_along_their_axis(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 300; round++) {
        vec3 axis = random_axis(&random);
        lw_joint_kind kind = round % 2 ? LW_JOINT_REVOLUTE : LW_JOINT_PRISMATIC;
        lw_scene *scene = one_joint(kind, axis);
        axis = scale(1 / norm(axis), axis);
        pose still = link_pose(scene->frozen, 1, (double[]){0});
        assert_near(norm(still.position) + norm(sub(still.rotation.x, v3(1, 0, 0))) +
                        norm(sub(still.rotation.y, v3(0, 1, 0))),
                    0, 1e-14);
        pose moved = link_pose(scene->frozen, 1, (double[]){0.75});
        if (kind == LW_JOINT_PRISMATIC) {
            assert_near(norm(sub(moved.position, scale(0.75, axis))), 0, 1e-14);
        } else {
            vec3 p = v3(0.3, -0.2, 0.9);
            vec3 across = sub(p, scale(dot(p, axis), axis));
            vec3 wanted = add(scale(dot(p, axis), axis),
                              add(scale(cos(0.75), across), scale(sin(0.75), cross(axis, across))));
            assert_near(norm(sub(rotate(moved.rotation, p), wanted)), 0, 1e-14);
        }
        lw_scene_destroy(scene);
    }
}

static void variables_and_joints_are_in_order(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 200; round++) {
        world_options options = {3, 8, 1};
        world *w = world_random(&random, &options);
        const lw_frozen *frozen = w->scene->frozen;
        assert_int_equal(frozen->chains->joint_count, w->joint_count);
        assert_int_equal(frozen->chains->link_count, w->link_count);
        for (size_t f = 0; f < frozen->chains->elementary_count; f++)
            assert_true(frozen->chains->elementary[f].parent < (int32_t)f);
        int32_t next = 0;
        for (size_t j = 0; j < frozen->chains->joint_count; j++) {
            const lw_frozen_joint *joint = &frozen->chains->joints[j];
            const world_joint *given = &w->joints[atoi(joint->name + strlen("joint"))];
            assert_int_equal(joint->kind, given->def.kind);
            assert_int_equal(joint->parent_link, given->parent);
            assert_int_equal(joint->child_link, given->child);
            int64_t above = frozen->chains->links[joint->parent_link].parent_joint;
            assert_true(above < (int64_t)j); /* parents first */
            assert_int_equal(frozen->chains->links[joint->child_link].parent_joint, j);
            if (joint->kind == LW_JOINT_FIXED) {
                assert_true(joint->elementary == -1 && joint->variable == -1);
            } else if (given->mimic >= 0) {
                /* the joint at the end of the chain of mimics, its variable, or none where it is fixed
                 */
                size_t source = (size_t)(given - w->joints);
                while (w->joints[source].mimic >= 0)
                    source = (size_t)w->joints[source].mimic;
                assert_string_equal(frozen->chains->joints[joint->mimic].name, w->joints[source].name);
                assert_int_equal(joint->variable, frozen->chains->joints[joint->mimic].variable);
            } else {
                assert_int_equal(joint->variable, next);
                next += joint->kind == LW_JOINT_FLOATING ? LW_FLOATING_VARIABLES
                                                         : (int32_t)lw_joint_value_count(joint->kind);
            }
        }
        assert_int_equal(frozen->chains->variable_count, next);
        world_free(w);
    }
}

/* joint definitions "name parent child", added to a robot with the links a, b and c */
typedef struct contradiction {
    const char *joints[4][4]; /* name, parent, child, mimic */
    lw_status status;
    const char *part;
} contradiction;

static const contradiction CONTRADICTIONS[] = {
    {{{"j", "a", "b", NULL}}, LW_ERROR_MODEL, "two root links, \"a\" and \"c\""},
    {{{"j", "a", "b", NULL}, {"k", "b", "d", NULL}}, LW_ERROR_MODEL, "no link \"d\""},
    {{{"j", "x", "b", NULL}, {"k", "b", "c", NULL}}, LW_ERROR_MODEL, "no link \"x\""},
    {{{"j", "a", "b", NULL}, {"k", "a", "c", NULL}, {"m", "b", "c", NULL}},
     LW_ERROR_MODEL,
     "link \"c\" hangs on two joints, \"k\" and \"m\""},
    {{{"j", "a", "b", NULL}, {"k", "b", "c", NULL}, {"m", "c", "a", NULL}},
     LW_ERROR_MODEL,
     "in a loop"},
    {{{"j", "b", "c", NULL}, {"k", "c", "b", NULL}},
     LW_ERROR_MODEL,
     "\"b\" of robot \"r\" is part of a loop"},
    {{{"j", "a", "a", NULL}, {"k", "a", "b", NULL}, {"m", "b", "c", NULL}}, LW_ERROR_MODEL, "loop"},
    {{{"j", "a", "b", "nobody"}, {"k", "b", "c", NULL}},
     LW_ERROR_NAME,
     "joint \"j\" mimics \"nobody\", which does not exist"},
    {{{"j", "a", "b", "j"}, {"k", "b", "c", NULL}}, LW_ERROR_MODEL, "mimics itself in a circle"},
    {{{"j", "a", "b", "k"}, {"k", "b", "c", "j"}}, LW_ERROR_MODEL, "mimics itself in a circle"},
};

static void add_joints(lw_scene *scene, const contradiction *c, lw_error *e)
{
    for (int i = 0; i < 4 && c->joints[i][0]; i++) {
        lw_joint_def joint =
            joint_of(c->joints[i][0], LW_JOINT_REVOLUTE, c->joints[i][1], c->joints[i][2]);
        joint.mimic = c->joints[i][3];
        succeed(lw_scene_add_joint(scene, "r", &joint, e), e);
    }
}

static lw_scene *three_links(lw_error *e)
{
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), e), e);
    const char *const links[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++)
        succeed(lw_scene_add_link(scene, "r", links[i], e), e);
    return scene;
}

static void contradictions_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    for (size_t i = 0; i < sizeof CONTRADICTIONS / sizeof *CONTRADICTIONS; i++) {
        const contradiction *c = &CONTRADICTIONS[i];
        lw_scene *scene = three_links(&e);
        add_joints(scene, c, &e);
        refused(lw_scene_freeze(scene, &e), c->status, &e, c->part);
        /* nothing half-built is left: it refuses again, and still takes a robot */
        refused(lw_scene_freeze(scene, &e), c->status, &e, c->part);
        assert_int_equal(lw_scene_body_count(scene), 0);
        succeed(lw_scene_add_robot(scene, "other", lw_pose_identity(), &e), &e);
        lw_scene_destroy(scene);
    }
    /* a scene with two roots freezes once they are joined */
    lw_scene *scene = three_links(&e);
    add_joints(scene, &CONTRADICTIONS[0], &e);
    refused(lw_scene_freeze(scene, &e), LW_ERROR_MODEL, &e, "two root links");
    lw_joint_def joint = joint_of("k", LW_JOINT_FIXED, "b", "c");
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_scene_destroy(scene);

    scene = new_scene();
    succeed(lw_scene_add_robot(scene, "empty", lw_pose_identity(), &e), &e);
    refused(lw_scene_freeze(scene, &e), LW_ERROR_MODEL, &e, "robot \"empty\" has no links");
    lw_scene_destroy(scene);
}

static void mimics_compose(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = three_links(&e);
    lw_joint_def joint = joint_of("j", LW_JOINT_REVOLUTE, "a", "b");
    joint.mimic = "k";
    joint.mimic_multiplier = 2;
    joint.mimic_offset = 0.5;
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    joint = joint_of("k", LW_JOINT_PRISMATIC, "b", "c");
    joint.mimic = "m";
    joint.mimic_multiplier = -3;
    joint.mimic_offset = 0.25;
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    succeed(lw_scene_add_link(scene, "r", "d", &e), &e);
    joint = joint_of("m", LW_JOINT_CONTINUOUS, "c", "d");
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    /* j = 2 k + 0.5 = 2 (-3 m + 0.25) + 0.5 = -6 m + 1 */
    const lw_elementary_joint *f = &scene->frozen->chains->elementary[0];
    assert_true(f->variable == 0 && f->multiplier == -6 && f->offset == 1);
    assert_int_equal(scene->frozen->chains->variable_count, 1);
    assert_int_equal(lw_joints_count(lw_scene_joints(scene, NULL, NULL, NULL)), 1);
    lw_scene_destroy(scene);

    scene = three_links(&e);
    joint = joint_of("j", LW_JOINT_PLANAR, "a", "b");
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    joint = joint_of("k", LW_JOINT_REVOLUTE, "b", "c");
    joint.mimic = "j";
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    refused(lw_scene_freeze(scene, &e), LW_ERROR_MODEL, &e, "only joints of one value can");
    lw_scene_destroy(scene);

    /* multipliers whose product is too large */
    scene = new_scene();
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    for (int i = 2; i < 5; i++) {
        char names[4][16];
        snprintf(names[0], sizeof names[0], "l%d", i - 1);
        snprintf(names[1], sizeof names[1], "l%d", i);
        snprintf(names[2], sizeof names[2], "j%d", i);
        snprintf(names[3], sizeof names[3], "j%d", i - 1);
        succeed(lw_scene_add_link(scene, "r", names[1], &e), &e);
        joint = joint_of(names[2], LW_JOINT_REVOLUTE, names[0], names[1]);
        joint.mimic = names[3];
        joint.mimic_multiplier = 1e4;
        succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    }
    refused(lw_scene_freeze(scene, &e), LW_ERROR_MODEL, &e, "joint \"j4\": the multipliers");
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planar_joints_slide_across_their_axis),
        cmocka_unit_test(joints_move_along_their_axis),
        cmocka_unit_test(variables_and_joints_are_in_order),
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(mimics_compose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
