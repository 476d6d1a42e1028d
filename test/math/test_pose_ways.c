/* A pose has the same bits, whichever way it is given: random quaternions of any length and random
 * angles through the public functions, our JSON, MoveIt's YAML and URDF files. A pose that was read
 * back and is given again stays as it is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "files.h"
#include "math/pose.h"
#include "scene/model.h"
#include "seed.h"
#include "small_scene.h"

enum { POSES = 2000 }; /* in one scene */

typedef struct given {
    lw_pose pose; /* its quaternion of any length */
    double rpy[3];
} given;

/* A quaternion whose length is 1, rounded as in files; 1 but for rounding errors; near 1; 1e-3 to 1e3;
 * or 10^-most to 10^most. */
static lw_quat random_quat(lw_random *random, double most)
{
    double v[4];
    double square = 0;
    for (int i = 0; i < 4; i++) {
        v[i] = lw_random_below(random, 8) ? lw_random_between(random, -1, 1) : 0;
        square += v[i] * v[i];
    }
    if (!(square > 0))
        return (lw_quat){0, 0, 0, 1};
    const double lengths[] = {1,
                              1,
                              1 + lw_random_between(random, -1e-15, 1e-15),
                              1 + lw_random_between(random, -1e-6, 1e-6),
                              pow(10, lw_random_between(random, -3, 3)),
                              pow(10, lw_random_between(random, -most, most))};
    const uint32_t which = lw_random_below(random, 6);
    const double by = lengths[which] / sqrt(square);
    for (int i = 0; i < 4; i++) {
        v[i] *= by;
        if (which == 1)
            v[i] = round(v[i] * 1e6) / 1e6;
    }
    return (lw_quat){v[0], v[1], v[2], v[3]};
}

static given random_given(lw_random *random)
{
    given g = {.pose.orientation = random_quat(random, 8)};
    double *position[] = {&g.pose.position.x, &g.pose.position.y, &g.pose.position.z};
    for (int i = 0; i < 3; i++) {
        *position[i] = lw_random_between(random, -5, 5);
        g.rpy[i] = lw_random_below(random, 4) ? lw_random_between(random, -7, 7) : 0;
    }
    return g;
}

static void check_same(const lw_scene *one, const lw_scene *other, const char *what)
{
    const lw_model *a = &one->model;
    const lw_model *b = &other->model;
    assert_true(a->shapes.count > 0);
    assert_int_equal(a->shapes.count, b->shapes.count);
    for (size_t i = 0; i < a->shapes.count; i++) {
        const lw_pose *p = &a->shapes.items[i].pose;
        const lw_pose *q = &b->shapes.items[i].pose;
        if (!lw_pose_same(*p, *q))
            fail_msg("%s, pose %zu: %.17g %.17g %.17g %.17g, and %.17g %.17g %.17g %.17g", what, i,
                     p->orientation.x, p->orientation.y, p->orientation.z, p->orientation.w,
                     q->orientation.x, q->orientation.y, q->orientation.z, q->orientation.w);
    }
}

/* The scene's poses, given once more as obstacles of another scene, keep their bits. */
static void check_again(const lw_scene *scene)
{
    lw_error error = {0};
    lw_scene *again = new_scene();
    const lw_shape_def ball = sphere_of(0.1);
    for (size_t i = 0; i < scene->model.shapes.count; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%zu", i);
        succeed(lw_scene_add_obstacle(again, id, &ball, scene->model.shapes.items[i].pose, &error),
                &error);
    }
    check_same(scene, again, "given again");
    lw_scene_destroy(again);
}

static lw_scene *load(const files *f, const char *name)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_load(scene, files_path(f, name), &error), &error);
    return scene;
}

static FILE *open_file(const files *f, const char *name)
{
    FILE *file = fopen(files_path(f, name), "w");
    assert_non_null(file);
    return file;
}

static void put_numbers(FILE *file, const double *values, int count)
{
    for (int i = 0; i < count; i++)
        fprintf(file, "%s%.17g", i ? ", " : "[", values[i]);
    fprintf(file, "]");
}

/* Writes the poses as obstacles of our JSON, by quaternions or by angles. */
static void write_json(const files *f, const given *all, bool by_angles)
{
    FILE *file = open_file(f, "scene.json");
    fprintf(file, "{\"obstacles\": [");
    for (int i = 0; i < POSES; i++) {
        const lw_pose *p = &all[i].pose;
        fprintf(file, "%s\n{\"id\": \"o%d\", \"shapes\": [{\"type\": \"sphere\", \"radius\": 0.1}], ",
                i ? "," : "", i);
        fprintf(file, "\"position\": ");
        put_numbers(file, (double[]){p->position.x, p->position.y, p->position.z}, 3);
        fprintf(file, by_angles ? ", \"rpy\": " : ", \"orientation\": ");
        if (by_angles)
            put_numbers(file, all[i].rpy, 3);
        else
            put_numbers(file, &p->orientation.x, 4);
        fprintf(file, "}");
    }
    fprintf(file, "]}\n");
    fclose(file);
}

static void write_yaml(const files *f, const given *all)
{
    FILE *file = open_file(f, "scene.yaml");
    fprintf(file, "world:\n  collision_objects:\n");
    for (int i = 0; i < POSES; i++) {
        const lw_pose *p = &all[i].pose;
        fprintf(file, "    - id: o%d\n      primitives: [{type: sphere, dimensions: [0.1]}]\n", i);
        fprintf(file, "      primitive_poses:\n        - position: ");
        put_numbers(file, (double[]){p->position.x, p->position.y, p->position.z}, 3);
        fprintf(file, "\n          orientation: ");
        put_numbers(file, &p->orientation.x, 4);
        fprintf(file, "\n");
    }
    fclose(file);
}

static lw_scene *by_functions(const given *all, bool by_angles)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    const lw_shape_def ball = sphere_of(0.1);
    for (int i = 0; i < POSES; i++) {
        char id[32];
        const double *turn = all[i].rpy;
        lw_pose at = all[i].pose;
        if (by_angles)
            at = lw_pose_from_rpy(at.position, turn[0], turn[1], turn[2]);
        snprintf(id, sizeof id, "o%d", i);
        succeed(lw_scene_add_obstacle(scene, id, &ball, at, &error), &error);
    }
    return scene;
}

/* MoveIt's quaternions must be of a length near 1, and URDF has angles only. */
static bool is_near_unit(lw_quat q)
{
    return fabs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-4;
}

static void test_obstacles(void **state)
{
    (void)state;
    static given all[POSES];
    lw_random random = {test_seed()};
    int rounds = test_rounds(10, 60);
    files f;
    files_open(&f);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < POSES; i++) {
            do
                all[i] = random_given(&random);
            while (round % 5 == 0 && !is_near_unit(all[i].pose.orientation));
        }
        for (int by_angles = 0; by_angles < 2; by_angles++) {
            lw_scene *known = by_functions(all, by_angles);
            write_json(&f, all, by_angles);
            lw_scene *read = load(&f, "scene.json");
            check_same(known, read, by_angles ? "angles in JSON" : "quaternions in JSON");
            check_again(known);
            lw_scene_destroy(read);
            if (round % 5 == 0 && !by_angles) {
                write_yaml(&f, all);
                read = load(&f, "scene.yaml");
                check_same(known, read, "quaternions in YAML");
                lw_scene_destroy(read);
            }
            lw_scene_destroy(known);
        }
    }
    files_close(&f);
}

static void put_origin(FILE *file, const given *g)
{
    fprintf(file, "<origin xyz='%.17g %.17g %.17g' rpy='%.17g %.17g %.17g'/>", g->pose.position.x,
            g->pose.position.y, g->pose.position.z, g->rpy[0], g->rpy[1], g->rpy[2]);
}

/* A robot whose shapes and joints have origins by angles, at a base by a quaternion: read from a URDF
 * file with the base in JSON, and built by functions. */
static void test_robots(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    files f;
    files_open(&f);
    for (int round = 0; round < 300; round++) {
        lw_error error = {0};
        given at[3];
        double numbers[7];
        for (int i = 0; i < 3; i++)
            at[i] = random_given(&random);
        FILE *file = open_file(&f, "robot.urdf");
        fprintf(file, "<robot name='r'><link name='a'/><link name='b'><collision>");
        put_origin(file, &at[0]);
        fprintf(file, "<geometry><sphere radius='0.1'/></geometry></collision></link>"
                      "<joint name='j' type='continuous'><parent link='a'/><child link='b'/>");
        put_origin(file, &at[1]);
        fprintf(file, "<axis xyz='0 0 1'/></joint></robot>\n");
        fclose(file);
        file = open_file(&f, "scene.json");
        const lw_pose *base = &at[2].pose;
        fprintf(file, "{\"robots\": [{\"urdf\": \"robot.urdf\", \"base\": {\"position\": ");
        memcpy(numbers, &base->position, sizeof base->position);
        put_numbers(file, numbers, 3);
        fprintf(file, ", \"orientation\": ");
        put_numbers(file, &base->orientation.x, 4);
        fprintf(file, "}}]}\n");
        fclose(file);
        lw_scene *read = load(&f, "scene.json");
        lw_scene *known = new_scene();
        lw_joint_def joint = joint_of("j", LW_JOINT_CONTINUOUS, "a", "b");
        const lw_shape_def ball = sphere_of(0.1);
        lw_pose origin[2];
        for (int i = 0; i < 2; i++)
            origin[i] = lw_pose_from_rpy(at[i].pose.position, at[i].rpy[0], at[i].rpy[1], at[i].rpy[2]);
        joint.origin = origin[1];
        succeed(lw_scene_add_robot(known, "r", *base, &error), &error);
        succeed(lw_scene_add_link(known, "r", "a", &error), &error);
        succeed(lw_scene_add_link(known, "r", "b", &error), &error);
        succeed(lw_scene_add_joint(known, "r", &joint, &error), &error);
        succeed(lw_scene_add_shape(known, "r", "b", &ball, origin[0], &error), &error);
        check_same(known, read, "URDF");
        uint64_t fingerprints[2];
        lw_scene *both[] = {known, read};
        for (int i = 0; i < 2; i++) {
            succeed(lw_scene_freeze(both[i], &error), &error);
            succeed(lw_scene_fingerprint(both[i], &fingerprints[i], &error), &error);
        }
        assert_true(fingerprints[0] == fingerprints[1]);
        lw_scene_destroy(known);
        lw_scene_destroy(read);
    }
    files_close(&f);
}

/* Normalising twice gives the same bits as once, and unit length. */
static void test_normalised_again(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int rounds = test_rounds(100000, 10000000);
    for (int i = 0; i < rounds; i++) {
        const lw_quat raw = random_quat(&random, 200);
        lw_quat once = raw;
        mat3 rotation;
        assert_true(lw_quat_normalize(&once));
        lw_quat twice = once;
        assert_true(lw_quat_normalize(&twice));
        assert_memory_equal(&once, &twice, sizeof once);
        long double square = (long double)once.x * once.x + (long double)once.y * once.y +
                             (long double)once.z * once.z + (long double)once.w * once.w;
        assert_true(fabsl(square - 1) <= 12 * 0x1p-53L);
        mat3 same = lw_rotation_from_quat(once);
        assert_true(lw_rotation_from_any_quat(raw, &rotation));
        assert_memory_equal(&rotation, &same, sizeof same);
        /* the same direction */
        long double length = hypotl(hypotl(raw.x, raw.y), hypotl(raw.z, raw.w));
        assert_true(fabsl(raw.x / length - once.x) <= 8 * 0x1p-53L &&
                    fabsl(raw.w / length - once.w) <= 8 * 0x1p-53L);
    }
}

/* Quaternions of any length compose as their unit quaternions do. */
static void test_composed(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    for (int i = 0; i < 100000; i++) {
        lw_pose a[2];
        lw_pose b[2];
        a[0] = a[1] = random_given(&random).pose;
        b[0] = b[1] = random_given(&random).pose;
        assert_true(lw_quat_normalize(&a[1].orientation) && lw_quat_normalize(&b[1].orientation));
        assert_true(lw_pose_same(lw_pose_compose(a[0], b[0]), lw_pose_compose(a[1], b[1])));
        lw_vec3 p = lw_pose_point(a[0], b[0].position);
        lw_vec3 q = lw_pose_point(a[1], b[0].position);
        assert_memory_equal(&p, &q, sizeof p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_obstacles), cmocka_unit_test(test_robots),
                                       cmocka_unit_test(test_normalised_again),
                                       cmocka_unit_test(test_composed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
