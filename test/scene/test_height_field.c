/* scene/heights.c: a height field as a shape, compared with its prisms as polytopes, with the mesh
 * about it, and with motions of a ball that are sampled against the field's definition. */
#include "scene/shape_body.h"

#include <string.h>

#include "certify.h"
#include "scene/build.h"
#include "seed.h"
#include "twins.h"

enum { SIDE = 9, MOST = SIDE * SIDE };

/* A random field. */
typedef struct terrain {
    lw_shape_def def;
    double heights[MOST];
} terrain;

static lw_shape_def field_of(const double *heights, size_t rows, size_t columns)
{
    lw_shape_def field = lw_default_shape();
    field.kind = LW_SHAPE_HEIGHTS;
    field.heights = heights;
    field.rows = rows;
    field.columns = columns;
    field.spacing_x = 0.5;
    field.spacing_y = 0.25;
    return field;
}

/* noise, plates, walls of one row or column, needles of one point */
static void random_terrain(lw_random *random, double size, terrain *t)
{
    t->def = field_of(t->heights, 2 + lw_random_below(random, SIDE - 1),
                      2 + lw_random_below(random, SIDE - 1));
    t->def.spacing_x = size * lw_random_between(random, 0.1, 1);
    t->def.spacing_y = size * lw_random_between(random, 0.1, 1);
    t->def.floor = lw_random_between(random, -1, 0.2);
    t->def.rounding = lw_random_below(random, 2) ? 0 : 0.02;
    const uint32_t kind = lw_random_below(random, 5);
    const size_t line = lw_random_below(random, SIDE);
    for (size_t i = 0; i < t->def.rows; i++)
        for (size_t k = 0; k < t->def.columns; k++) {
            const bool high = kind == 1 || (kind == 2 && i == line) || (kind == 3 && k == line) ||
                              (kind == 4 && lw_random_below(random, 9) == 0);
            t->heights[i * t->def.columns + k] =
                t->def.floor + size * (kind == 0 ? lw_random_between(random, 0, 1)
                                       : high    ? 1
                                                 : 0);
        }
}

static vec3 point_of(const terrain *t, size_t row, size_t column)
{
    return v3((double)column * t->def.spacing_x, (double)row * t->def.spacing_y,
              t->heights[row * t->def.columns + column]);
}

/* The corners of a triangle of a cell. */
static void triangle_of(const terrain *t, size_t row, size_t column, int half, vec3 corners[3])
{
    corners[0] = point_of(t, row, column);
    corners[1] = half ? point_of(t, row + 1, column + 1) : point_of(t, row, column + 1);
    corners[2] = half ? point_of(t, row + 1, column) : point_of(t, row + 1, column + 1);
}

/* ---- what is refused --------------------------------------------------------------------------- */

static void refuses(const lw_shape_def *field, const char *why)
{
    lw_error e = {0};
    lw_shape *shape = NULL;
    refused(lw_shape_create(field, &shape, &e), LW_ERROR_ARGUMENT, &e, why);
    lw_scene *scene = new_scene();
    refused(lw_scene_add_obstacle(scene, "hill", field, lw_pose_identity(), &e), LW_ERROR_ARGUMENT, &e,
            why);
    assert_int_equal(lw_scene_find_body(scene, "hill"), -1);
    lw_scene_destroy(scene);
}

static void bad_fields_are_refused(void **state)
{
    (void)state;
    double heights[] = {0, 1, 2, 3, 4, 5};
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1.1e9};
    lw_shape_def field = field_of(heights, 0, 0);
    refuses(&field, "a height field has 0 rows and 0 columns of heights; it must have at least 2 of");
    field = field_of(heights, 1, 6);
    refuses(&field, "a height field has 1 row and 6 columns");
    field = field_of(heights, 6, 1);
    refuses(&field, "a height field has 6 rows and 1 column of");
    field = field_of(heights, (size_t)1 << 15, ((size_t)1 << 13) + 1);
    refuses(&field, "it may have at most 268435456 heights");
    field = field_of(heights, (size_t)1 << 63, 2);
    refuses(&field, "it may have at most 268435456 heights");
    field = field_of(NULL, 2, 3);
    refuses(&field, "a height field has no heights");
    for (int i = 0; i < 4; i++) {
        field = field_of(heights, 2, 3);
        field.spacing_x = i ? bad[i] * (i == 3 ? 1 : -1) : 0;
        refuses(&field, "the spacing of a height field's columns is ");
        field = field_of(heights, 2, 3);
        field.spacing_y = bad[i];
        refuses(&field, "the spacing of a height field's rows is ");
        field = field_of(heights, 2, 3);
        field.floor = bad[i];
        refuses(&field, "the floor of a height field is ");
        heights[4] = bad[i];
        field = field_of(heights, 2, 3);
        refuses(&field, "the height in row 1 and column 1 of a height field, counted from 0, is ");
        heights[4] = 4;
    }
    field.floor = 0.5;
    refuses(&field,
            "the height in row 0 and column 0 of a height field, counted from 0, is 0, below the "
            "floor, 0.5");
    field.floor = 0;
    field.rounding = -1;
    refuses(&field, "a rounding is");
}

static void no_field_in_the_plane(void **state)
{
    (void)state;
    const double heights[] = {0, 0, 0, 0};
    lw_error e = {0};
    lw_scene *scene = NULL;
    const lw_shape_def field = field_of(heights, 2, 2);
    succeed(lw_scene_create(&scene, &e), &e);
    succeed(lw_scene_set_dimension(scene, 2, &e), &e);
    refused(lw_scene_add_obstacle(scene, "hill", &field, lw_pose_identity(), &e), LW_ERROR_ARGUMENT, &e,
            "in dimension 2 shapes are discs and polygons");
    lw_scene_destroy(scene);
    lw_convex_pair *pair = NULL;
    const lw_shape_def sphere = lw_default_shape();
    refused(lw_convex_pair_create(&sphere, &field, &pair, &e), LW_ERROR_ARGUMENT, &e,
            "no height fields");
    refused(lw_convex_pair_create(&field, &sphere, &pair, &e), LW_ERROR_ARGUMENT, &e,
            "no height fields");
}

/* A link's scale, and too large a field in a body of several shapes, are refused at freezing. */
static void some_bodies_are_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    double *heights = calloc(400 * 400, sizeof *heights);
    lw_shape_def field = field_of(heights, 400, 400);
    const lw_shape_def ball = sphere_of(0.1);
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_obstacle(scene, "hill", &field, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_obstacle(scene, "hill", &ball, lw_pose_identity(), &e), &e);
    refused(
        lw_scene_freeze(scene, &e), LW_ERROR_ARGUMENT, &e,
        "a body of several shapes has a height field of 318402 triangles; it may have at most 262144");
    lw_scene_destroy(scene);
    for (int scaled = 0; scaled < 2; scaled++) {
        scene = new_scene();
        field = field_of(heights, 2, 2);
        succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, "r", "l0", &e), &e);
        succeed(lw_scene_add_shape(scene, "r", "l0", &field, lw_pose_identity(), &e), &e);
        succeed(lw_scene_set_link_padding(scene, "r", "l0", scaled ? 1.5 : 1, 0.1, &e), &e);
        if (scaled)
            refused(lw_scene_freeze(scene, &e), LW_ERROR_ARGUMENT, &e,
                    "\"l0\" has a height field and the scale 1.5; a height field has no scale");
        else
            succeed(lw_scene_freeze(scene, &e), &e);
        lw_scene_destroy(scene);
    }
    free(heights);
}

/* ---- twins ------------------------------------------------------------------------------------- */

static void add_prisms(lw_scene *scene, const terrain *t, lw_pose at)
{
    for (size_t i = 0; i + 1 < t->def.rows; i++)
        for (size_t k = 0; k + 1 < t->def.columns; k++)
            for (int half = 0; half < 2; half++) {
                lw_error e = {0};
                vec3 top[3];
                double corners[18];
                triangle_of(t, i, k, half, top);
                for (int c = 0; c < 6; c++) {
                    corners[3 * c] = top[c % 3].x;
                    corners[3 * c + 1] = top[c % 3].y;
                    corners[3 * c + 2] = c < 3 ? top[c].z : t->def.floor;
                }
                lw_shape_def prism = lw_default_shape();
                prism.kind = LW_SHAPE_POLYTOPE;
                prism.vertices = corners;
                prism.vertex_count = 6;
                prism.rounding = t->def.rounding;
                succeed(lw_scene_add_obstacle(scene, "hill", &prism, at, &e), &e);
            }
}

static void add_drawn(lw_scene *scene, const terrain *t, lw_pose at)
{
    lw_error e = {0};
    lw_shape_def mesh;
    succeed(lw_height_field_mesh(&t->def, &mesh, &e), &e);
    succeed(lw_scene_add_obstacle(scene, "hill", &mesh, at, &e), &e);
    free((void *)mesh.vertices);
    free((void *)mesh.triangles);
}

/* Verdicts about a field, alone in its body or not, shared or not, are those about its prisms or the
 * mesh about it. */
static void fields_are_as_prisms(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t counts[3] = {0};
    const int rounds = test_rounds(200, 30000);
    for (int round = 0; round < rounds; round++) {
        terrain t;
        twins both;
        lw_error e = {0};
        random_terrain(&random, lw_random_between(&random, 0.2, 1), &t);
        lw_pose at = random_pose(&random, false, 0.3);
        at.position.z -= 0.5;
        open_twins(&random, &both);
        if (round % 3 == 1) {
            lw_shape *shape = NULL;
            succeed(lw_shape_create(&t.def, &shape, &e), &e);
            succeed(lw_scene_add_shared_obstacle(both.scenes[0], "hill", shape, at, &e), &e);
            lw_shape_destroy(shape);
        } else {
            succeed(lw_scene_add_obstacle(both.scenes[0], "hill", &t.def, at, &e), &e);
        }
        if (round % 3 == 2) { /* a second shape, out of reach: the body has the frame of the world */
            const lw_shape_def ball = sphere_of(0.1);
            succeed(lw_scene_add_obstacle(both.scenes[0], "hill", &ball,
                                          lw_pose_from_rpy((lw_vec3){0, 0, 50}, 0, 0, 0), &e),
                    &e);
        }
        if (round % 2)
            add_prisms(both.scenes[1], &t, at);
        else
            add_drawn(both.scenes[1], &t, at);
        freeze_twins(&both);
        for (int i = 0; i < 6; i++)
            same_verdicts(&both, &random, counts);
        close_twins(&both);
    }
    many_verdicts(counts);
}

/* A field that a link carries, and one that is attached, meets a ball as its prisms do. */
static void fields_move(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    size_t counts[2] = {0};
    for (int round = 0; round < test_rounds(100, 3000); round++) {
        terrain t;
        lw_verdict verdicts[2];
        random_terrain(&random, 0.3, &t);
        const lw_pose at = random_pose(&random, false, 0.3);
        const lw_pose where = random_pose(&random, false, 0.8);
        const bool attached = lw_random_below(&random, 2);
        double values[4];
        for (int i = 0; i < 4; i++)
            values[i] = lw_random_between(&random, -2, 2);
        for (int twin = 0; twin < 2; twin++) {
            static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE};
            lw_error e = {0};
            lw_scene *scene = new_scene();
            lw_shape_def def = t.def;
            if (twin)
                succeed(lw_height_field_mesh(&t.def, &def, &e), &e);
            add_chain(scene, "r", kinds, 2);
            if (attached)
                succeed(lw_scene_add_attached(scene, "r", "l2", "plate", &def, at, NULL, 0, &e), &e);
            else
                succeed(lw_scene_add_shape(scene, "r", "l2", &def, at, &e), &e);
            const lw_shape_def ball = sphere_of(0.2);
            lw_pose place = where;
            place.position.x += 1.7;
            succeed(lw_scene_add_obstacle(scene, "ball", &ball, place, &e), &e);
            succeed(lw_scene_allow_pair(scene, "l1", NULL, true, &e), &e);
            succeed(lw_scene_allow_pair(scene, "l0", NULL, true, &e), &e);
            built_scene b = build_on(scene);
            succeed(lw_motion_set_segment(b.motion, lw_scene_joints(scene, NULL, NULL, &e), values,
                                          values + 2, &e),
                    &e);
            verdicts[twin] = lw_default_verdict();
            succeed(lw_check(b.checker, b.motion, NULL, &verdicts[twin], &e), &e);
            drop_built(&b);
            if (twin) {
                free((void *)def.vertices);
                free((void *)def.triangles);
            }
        }
        if (verdicts[0].kind == LW_VERDICT_UNDECIDED || verdicts[1].kind == LW_VERDICT_UNDECIDED)
            continue;
        assert_int_equal(verdicts[0].kind, verdicts[1].kind);
        counts[verdicts[0].kind == LW_VERDICT_CONTACT]++;
    }
    assert_true(counts[0] > 10 && counts[1] > 10);
}

/* ---- a ball, sampled --------------------------------------------------------------------------- */

/* The distance of a point from a field without its rounding; 0 inside. By the definition: a point below
 * a triangle and not below the floor is inside, else the nearest face counts. */
static long double distance_from(const terrain *t, vec3 p)
{
    long double least = HUGE_VALL;
    const wide at = widen(p);
    for (size_t i = 0; i + 1 < t->def.rows; i++)
        for (size_t k = 0; k + 1 < t->def.columns; k++)
            for (int half = 0; half < 2; half++) {
                vec3 top[3];
                wide low[3];
                triangle_of(t, i, k, half, top);
                for (int c = 0; c < 3; c++)
                    low[c] = widen(v3(top[c].x, top[c].y, t->def.floor));
                least =
                    fminl(least, wide_point_triangle(at, widen(top[0]), widen(top[1]), widen(top[2])));
                least = fminl(least, wide_point_triangle(at, low[0], low[1], low[2]));
                for (int c = 0; c < 3; c++) {
                    const int next = (c + 1) % 3;
                    least = fminl(least, wide_point_triangle(at, low[c], low[next], widen(top[next])));
                    least =
                        fminl(least, wide_point_triangle(at, low[c], widen(top[next]), widen(top[c])));
                }
                /* inside: on the inner side of the three edges, seen from above, and between */
                bool within = p.z >= t->def.floor;
                for (int c = 0; c < 3; c++) {
                    const vec3 a = top[c];
                    const vec3 b = top[(c + 1) % 3];
                    within = within && (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0;
                }
                const vec3 normal = cross(sub(top[1], top[0]), sub(top[2], top[0]));
                if (within && dot(normal, sub(p, top[0])) <= 0)
                    return 0;
            }
    return least;
}

static void sampled_balls(void **state)
{
    (void)state;
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_SLAB, LW_METHOD_BISECTION,
                                        LW_METHOD_EXPANDED};
    lw_random random = {test_seed() + 2};
    size_t counts[3] = {0};
    const int rounds = test_motion_count(2000, 200000) / 8;
    for (int round = 0; round < rounds; round++) {
        terrain t;
        lw_error e = {0};
        random_terrain(&random, lw_random_between(&random, 0.2, 2), &t);
        const double radius =
            lw_random_below(&random, 3) ? lw_random_between(&random, 0.01, 0.3) : 1e-4;
        const double margin = lw_random_below(&random, 2) ? 0 : lw_random_between(&random, 0, 0.05);
        lw_scene *scene = new_scene();
        const lw_shape_def ball = sphere_of(radius);
        succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, "r", "base", &e), &e);
        succeed(lw_scene_add_link(scene, "r", "ball", &e), &e);
        lw_joint_def joint = joint_of("j", LW_JOINT_FLOATING, "base", "ball");
        joint.origin.position.x = 0;
        succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
        succeed(lw_scene_add_shape(scene, "r", "ball", &ball, lw_pose_identity(), &e), &e);
        succeed(lw_scene_set_margin(scene, margin, &e), &e);
        const lw_pose at = random_pose(&random, false, 1);
        succeed(lw_scene_add_obstacle(scene, "hill", &t.def, at, &e), &e);
        built_scene b = build_on(scene);
        for (int motion = 0; motion < 8; motion++) {
            double ends[2][7] = {{0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 1}};
            const double wide_x = (double)(t.def.columns - 1) * t.def.spacing_x;
            const double wide_y = (double)(t.def.rows - 1) * t.def.spacing_y;
            vec3 own[2];
            for (int k = 0; k < 2; k++) {
                own[k] = v3(lw_random_between(&random, -0.3, 1.3) * wide_x,
                            lw_random_between(&random, -0.3, 1.3) * wide_y,
                            t.def.floor + lw_random_between(&random, -0.5, 2.5));
                const lw_vec3 p = lw_pose_point(at, own[k]);
                memcpy(ends[k], (double[]){p.x, p.y, p.z}, 3 * sizeof(double));
            }
            lw_check_options options = lw_default_check_options();
            options.method = methods[lw_random_below(&random, 4)];
            lw_verdict verdict = lw_default_verdict();
            succeed(lw_motion_set_segment(b.motion, lw_scene_joints(scene, NULL, NULL, &e), ends[0],
                                          ends[1], &e),
                    &e);
            succeed(lw_check(b.checker, b.motion, &options, &verdict, &e), &e);
            counts[verdict.kind]++;
            const long double far = radius + margin + t.def.rounding;
            const double until = verdict.kind == LW_VERDICT_FREE ? 1 : verdict.free_until;
            for (int i = 0; i <= 40; i++) {
                const double time = until * i / 40;
                const vec3 p = add_scaled(own[0], time, sub(own[1], own[0]));
                if (until > 0)
                    assert_true(distance_from(&t, p) > far - 1e-12L);
            }
            if (verdict.kind == LW_VERDICT_CONTACT) {
                const vec3 p = add_scaled(own[0], verdict.time, sub(own[1], own[0]));
                assert_true(distance_from(&t, p) <= far + 1e-9L);
            }
        }
        drop_built(&b);
    }
    many_verdicts(counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_fields_are_refused),
        cmocka_unit_test(no_field_in_the_plane),
        cmocka_unit_test(some_bodies_are_refused),
        cmocka_unit_test(fields_are_as_prisms),
        cmocka_unit_test(fields_move),
        cmocka_unit_test(sampled_balls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
