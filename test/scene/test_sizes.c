/* scene/ask/sizes.h: boxes contain their bodies, and robots stay within their reach, in random worlds;
 * and links whose meshes are in millimetres give one notice, with the file, while nothing else does. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "data.h"
#include "files.h"
#include "furnished.h"
#include "math/pose.h"
#include "scene/frozen.h"
#include "seed.h"

static void check(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

/* ---- boxes and reaches ------------------------------------------------------------------------- */

static void check_box(const lw_scene *scene, size_t body)
{
    lw_error error = {0};
    lw_body_info info = lw_default_body_info();
    check(lw_scene_body_info(scene, body, &info, &error), &error);
    const double low[3] = {info.low.x, info.low.y, info.low.z};
    const double high[3] = {info.high.x, info.high.y, info.high.z};
    for (size_t i = 0; i < info.shape_count; i++) {
        lw_body_shape shape = lw_default_body_shape();
        lw_shape_def def = lw_default_shape();
        check(lw_scene_body_shape(scene, body, i, &shape, &def, &error), &error);
        size_t count = def.kind == LW_SHAPE_MESH ? 3 * def.triangle_count : 0;
        for (size_t k = 0; k < count; k++) {
            const double *row = def.vertices + 3 * (size_t)def.triangles[k];
            lw_vec3 p = lw_pose_point(shape.pose, (lw_vec3){row[0], row[1], row[2]});
            const double at[3] = {p.x, p.y, p.z};
            double slack = 1e-12 * (norm(p) + info.radius);
            for (int c = 0; c < 3; c++)
                assert_true(low[c] <= at[c] + slack && at[c] <= high[c] + slack);
        }
    }
    /* no larger than the sphere about the body needs, but for rounding, which grows with how far the
     * body is from its link's origin */
    double far = 0;
    for (int c = 0; c < 3; c++)
        far = fmax(far, fmax(fabs(low[c]), fabs(high[c])));
    for (int c = 0; c < 3; c++)
        assert_true(high[c] >= low[c] &&
                    high[c] - low[c] <= 2 * info.radius * (1 + 1e-9) + 1e-11 * far + 1e-12);
}

static void check_reach(bench *b, const lw_robot_info *robot, size_t index, int *bounded)
{
    lw_error error = {0};
    const lw_scene *scene = b->world->scene;
    const lw_motion *motion = b->motion->motion;
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    (*bounded)++;
    for (size_t i = 0; i < lw_scene_body_count(scene); i++) {
        lw_body_info info = lw_default_body_info();
        lw_pose at;
        lw_pose base;
        double time = lw_random_between(&b->random, begin, end);
        check(lw_scene_body_info(scene, i, &info, &error), &error);
        if (info.robot != (int64_t)index)
            continue;
        check(lw_motion_pose(motion, i, time, &at, &error), &error);
        check(lw_motion_link_pose(motion, robot->root, time, &base, &error), &error);
        /* a point of the body: the nearest to the middle of its sphere need not be one */
        const lw_geometry *geometry = lw_frozen_body(scene->frozen, i)->geometry;
        for (uint32_t t = 0; t < geometry->triangle_count; t++) {
            lw_vec3 p = lw_pose_point(at, geometry->triangles[t][0]);
            assert_true(norm(sub(p, base.position)) <= robot->reach * (1 + 1e-12));
        }
        for (uint32_t k = 0; k < geometry->part_count; k++) {
            lw_vec3 p = lw_pose_point(at, geometry->parts[k].at.position);
            lw_vec3 q = {p.x, p.y, p.z};
            /* most shapes contain their origin */
            if (geometry->parts[k].shape.core != LW_CORE_POLYTOPE &&
                geometry->parts[k].shape.core != LW_CORE_TRIANGLE)
                assert_true(norm(sub(q, base.position)) <= robot->reach * (1 + 1e-12));
        }
    }
}

typedef struct reached {
    int bounded, worlds;
} reached;

static bool within_limits(const bench *b, size_t robot)
{
    lw_error error = {0};
    const lw_scene *scene = b->world->scene;
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++) {
        lw_joint_info joint = lw_default_joint_info();
        double values[7];
        check(lw_scene_joint_info(scene, i, &joint, &error), &error);
        if (joint.robot == robot && joint.kind == LW_JOINT_PRISMATIC) {
            double begin;
            double end;
            lw_motion_interval(b->motion->motion, &begin, &end);
            for (int k = 0; k <= 16; k++) {
                double time = begin + (end - begin) * k / 16;
                check(lw_motion_joint_values(b->motion->motion, i, time, values, &error), &error);
                if (!(values[0] >= joint.lower && values[0] <= joint.upper))
                    return false;
            }
        }
    }
    return true;
}

static void ask(bench *b, uint64_t motion, bool any, void *context)
{
    (void)motion;
    (void)any;
    reached *all = context;
    const lw_scene *scene = b->world->scene;
    lw_error error = {0};
    all->worlds++;
    for (size_t i = 0; i < lw_scene_body_count(scene); i++)
        check_box(scene, i);
    for (size_t i = 0; i < lw_scene_robot_count(scene); i++) {
        lw_robot_info robot = lw_default_robot_info();
        check(lw_scene_robot_info(scene, i, &robot, &error), &error);
        assert_true(robot.reach >= 0);
        if (isfinite(robot.reach) && !b->motion->motion->stages && within_limits(b, i))
            check_reach(b, &robot, i, &all->bounded);
    }
}

static void test_random_worlds(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    reached all = {0};
    furnished_each(&b, test_motion_count(1000, 20000), ask, &all);
    printf("%d motions, %d robots of finite reach\n", all.worlds, all.bounded);
    assert_true(all.bounded > all.worlds / 8);
}

/* An arm of two links of 0.3 m and a slide of 0.1 to 0.5 m on them, with a ball of 0.05 m at its end.
 */
static void test_arm(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_robot_info info = lw_default_robot_info();
    lw_body_info body = lw_default_body_info();
    lw_shape_def ball = lw_default_shape();
    lw_pose end = lw_pose_identity();
    static const char *const links[] = {"l0", "l1", "l2", "l3"};
    ball.radius = 0.05;
    check(lw_scene_create(&scene, &error), &error);
    check(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < 4; i++)
        check(lw_scene_add_link(scene, "r", links[i], &error), &error);
    for (int i = 0; i < 3; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = links[i + 1];
        joint.kind = i < 2 ? LW_JOINT_REVOLUTE : LW_JOINT_PRISMATIC;
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.axis = (lw_vec3){0, 0, 1};
        joint.origin.position.x = i ? 0.3 : 0;
        joint.lower = 0.1;
        joint.upper = 0.5;
        check(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    }
    end.position.z = 0.02;
    check(lw_scene_add_shape(scene, "r", "l3", &ball, end, &error), &error);
    check(lw_scene_freeze(scene, &error), &error);
    check(lw_scene_robot_info(scene, 0, &info, &error), &error);
    check(lw_scene_body_info(scene, 0, &body, &error), &error);
    assert_true(fabs(info.reach - (0.3 + 0.3 + 0.5 + 0.02 + 0.05)) < 1e-9);
    assert_true(fabs(body.low.x + 0.05) < 1e-12 && fabs(body.high.z - 0.05) < 1e-12);
    lw_scene_destroy(scene);
}

/* ---- notices ----------------------------------------------------------------------------------- */

typedef struct told {
    int count;
    char file[256], sentence[512];
} told;

static lw_status listen(void *context, const char *file, int line, const char *sentence)
{
    told *t = context;
    (void)line;
    if (!strstr(sentence, "m large"))
        return LW_OK;
    t->count++;
    snprintf(t->file, sizeof t->file, "%s", file ? file : "");
    snprintf(t->sentence, sizeof t->sentence, "%s", sentence);
    return LW_OK;
}

static void write_box(const files *f, const char *name, double size)
{
    char text[1024];
    int length = 0;
    static const int faces[12][3] = {{1, 3, 4}, {1, 4, 2}, {5, 6, 8}, {5, 8, 7}, {1, 2, 6}, {1, 6, 5},
                                     {3, 7, 8}, {3, 8, 4}, {1, 5, 7}, {1, 7, 3}, {2, 4, 8}, {2, 8, 6}};
    for (int i = 0; i < 8; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "v %g %g %g\n",
                           i & 4 ? size : 0, i & 2 ? 0.2 * size : 0, i & 1 ? 0.2 * size : 0);
    for (int i = 0; i < 12; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "f %d %d %d\n", faces[i][0],
                           faces[i][1], faces[i][2]);
    files_write(f, name, text);
}

/* A robot of three links, 0.3 m from joint to joint, whose meshes have these sizes and scale. */
static void write_robot(const files *f, const double sizes[3], double scale, double apart)
{
    char text[2048];
    int length = snprintf(text, sizeof text, "<robot name='r'>");
    for (int i = 0; i < 3; i++) {
        char mesh[24];
        snprintf(mesh, sizeof mesh, "l%d.obj", i);
        write_box(f, mesh, sizes[i]);
        length +=
            snprintf(text + length, sizeof text - (size_t)length,
                     "<link name='l%d'><collision><geometry><mesh filename='%s' scale='%g %g %g'/>"
                     "</geometry></collision></link>",
                     i, mesh, scale, scale, scale);
    }
    for (int i = 0; i < 2; i++)
        length +=
            snprintf(text + length, sizeof text - (size_t)length,
                     "<joint name='j%d' type='continuous'><origin xyz='%g 0 0'/><parent link='l%d'/>"
                     "<child link='l%d'/><axis xyz='0 0 1'/></joint>",
                     i, apart, i, i + 1);
    snprintf(text + length, sizeof text - (size_t)length, "</robot>");
    files_write(f, "robot.urdf", text);
}

static told load_and_freeze(const char *urdf, const char *scene_file, bool strict, lw_status expected)
{
    told all = {0};
    lw_error error = {0};
    lw_scene *scene = NULL;
    check(lw_scene_create(&scene, &error), &error);
    lw_scene_on_notice(scene, listen, &all);
    if (urdf)
        check(lw_scene_load_robot(scene, urdf, NULL, NULL, NULL, &error), &error);
    if (scene_file)
        check(lw_scene_load(scene, scene_file, &error), &error);
    if (strict)
        check(lw_scene_set_strict(scene, true, &error), &error);
    assert_int_equal(lw_scene_freeze(scene, &error), expected);
    if (!expected) {
        /* a copy does not repeat the notice */
        told again = {0};
        lw_scene *next = NULL;
        check(lw_scene_copy(scene, &next, &error), &error);
        lw_scene_on_notice(next, listen, &again);
        check(lw_scene_set_margin(next, 0.25, &error), &error);
        check(lw_scene_freeze(next, &error), &error);
        assert_int_equal(again.count, 0);
        lw_scene_destroy(next);
    }
    lw_scene_destroy(scene);
    return all;
}

static void test_millimetres(void **state)
{
    (void)state;
    files f;
    files_open(&f);
    const char *urdf = "robot.urdf";
    /* in metres, and in millimetres with the scale that they need */
    write_robot(&f, (double[]){0.4, 0.3, 0.2}, 1, 0.3);
    assert_int_equal(load_and_freeze(files_path(&f, urdf), NULL, false, LW_OK).count, 0);
    write_robot(&f, (double[]){400, 300, 200}, 0.001, 0.3);
    assert_int_equal(load_and_freeze(files_path(&f, urdf), NULL, false, LW_OK).count, 0);
    /* one link in millimetres */
    write_robot(&f, (double[]){0.4, 300, 0.2}, 1, 0.3);
    told one = load_and_freeze(files_path(&f, urdf), NULL, false, LW_OK);
    assert_int_equal(one.count, 1);
    assert_string_equal(one.sentence,
                        "link \"l1\" is 300 m large, 750 times what is beside it (joints or "
                        "links, 0.4 m): a mesh in millimetres needs a scale of 0.001");
    assert_string_equal(strrchr(one.file, '/'), "/l1.obj");
    /* all of them: their neighbours are as large, their joints are not as far apart */
    write_robot(&f, (double[]){400, 300, 200}, 1, 0.3);
    told all = load_and_freeze(files_path(&f, urdf), NULL, false, LW_OK);
    assert_int_equal(all.count, 1);
    assert_string_equal(
        all.sentence,
        "link \"l0\" is 400 m large, 1333 times what is beside it (joints or links, 0.3 m); "
        "so are 2 more of its robot's links: a mesh in millimetres needs a scale of 0.001");
    /* joints at one place: only the neighbours show it */
    write_robot(&f, (double[]){0.4, 300, 0.2}, 1, 0);
    assert_int_equal(load_and_freeze(files_path(&f, urdf), NULL, false, LW_OK).count, 1);
    /* joints at one place and links alike: nothing shows it */
    write_robot(&f, (double[]){400, 300, 200}, 1, 0);
    assert_int_equal(load_and_freeze(files_path(&f, urdf), NULL, false, LW_OK).count, 0);
    /* a crane; and a small mesh beside a smaller part */
    write_robot(&f, (double[]){20, 30, 10}, 1, 25);
    assert_int_equal(load_and_freeze(files_path(&f, urdf), NULL, false, LW_OK).count, 0);
    write_robot(&f, (double[]){0.001, 1, 0.001}, 1, 0.001);
    assert_int_equal(load_and_freeze(files_path(&f, urdf), NULL, false, LW_OK).count, 0);
    write_robot(&f, (double[]){0.4, 300, 0.2}, 1, 0.3);
    load_and_freeze(files_path(&f, urdf), NULL, true, LW_ERROR_NOTICE);
    /* obstacles, and links without meshes, may have any size */
    static const char scene[] =
        "{'robots': [{'name': 'r', 'joint': {'type': 'fixed'}, 'links': [{'name': 'l', 'shapes': "
        "[{'type': 'box', 'size': [300, 1, 1]}]}]}], 'obstacles': [{'id': 'o', 'shapes': "
        "[{'type': 'mesh', 'file': 'l1.obj'}], 'position': [0, 9, 0]}]}";
    char json[sizeof scene];
    for (size_t i = 0; i < sizeof scene; i++)
        json[i] = scene[i] == '\'' ? '"' : scene[i];
    files_write(&f, "scene.json", json);
    assert_int_equal(load_and_freeze(NULL, files_path(&f, "scene.json"), false, LW_OK).count, 0);
    files_close(&f);
}

/* No real robot among the data gives the notice. */
static void test_real_robots(void **state)
{
    (void)state;
    static const char *const ours[] = {"cell.json", "two_arms.json", "pick.json", "bodies.json",
                                       "workcell.json"};
    static const char *const robots[] = {"fanuc/fanuc.urdf", "panda/panda.urdf",
                                         "panda/panda_spherized.urdf", "ur5/ur5.urdf"};
    char path[512];
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        snprintf(path, sizeof path, "scenes/%s", ours[i]);
        assert_int_equal(load_and_freeze(NULL, path, false, LW_OK).count, 0);
    }
    const char *folder = data_folder("the notice of sizes on real robots");
    for (size_t i = 0; folder && i < sizeof robots / sizeof *robots; i++) {
        snprintf(path, sizeof path, "%s/robots/%s", folder, robots[i]);
        FILE *file = fopen(path, "r");
        if (!file)
            continue;
        fclose(file);
        assert_int_equal(load_and_freeze(path, NULL, false, LW_OK).count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_worlds), cmocka_unit_test(test_arm),
                                       cmocka_unit_test(test_millimetres),
                                       cmocka_unit_test(test_real_robots)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
