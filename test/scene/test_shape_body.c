/* Two shapes by themselves against a scene of the two: the same distance to the bit, except the lower
 * end, from which a scene subtracts more for the poses that it composes; and the same refusals. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "math/vec.h"
#include "seed.h"
#include "small_scene.h"
#include "verdicts.h"

enum { VERTICES = 16 };

typedef struct placed {
    lw_shape_def shape;
    lw_pose at;
    double vertices[3 * VERTICES];
} placed;

static lw_vec3 random_point(lw_random *random, double size)
{
    return v3(lw_random_between(random, -size, size), lw_random_between(random, -size, size),
              lw_random_between(random, -size, size));
}

static void random_vertices(lw_random *random, placed *p, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        lw_vec3 v = random_point(random, 1);
        p->vertices[3 * i] = v.x;
        p->vertices[3 * i + 1] = v.y;
        p->vertices[3 * i + 2] = v.z;
    }
    p->shape.vertices = p->vertices;
    p->shape.vertex_count = count;
}

/* A kite, convex or with a corner inwards. */
static void random_kite(lw_random *random, placed *p)
{
    const double rows[] = {0, 0, 0, 1, 0, 0, lw_random_between(random, 0.2, 1), 0, 0, 0, 1, 0};
    memcpy(p->vertices, rows, sizeof rows);
    p->vertices[7] = p->vertices[6];
    p->shape.vertices = p->vertices;
    p->shape.vertex_count = 4;
}

static void random_placed(lw_random *random, bool flat, placed *p)
{
    static const lw_shape_kind kinds[] = {
        LW_SHAPE_SPHERE,   LW_SHAPE_CAPSULE, LW_SHAPE_BOX,       LW_SHAPE_CYLINDER, LW_SHAPE_CONE,
        LW_SHAPE_POLYTOPE, LW_SHAPE_MESH,    LW_SHAPE_ELLIPSOID, LW_SHAPE_CLOUD,    LW_SHAPE_OCTREE};
    static const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    lw_shape_def *shape = &p->shape;
    *shape = lw_default_shape();
    shape->kind = flat ? (lw_random_below(random, 2) ? LW_SHAPE_DISC : LW_SHAPE_POLYGON)
                       : kinds[lw_random_below(random, 10)];
    shape->radius = lw_random_between(random, 0.05, 0.5);
    shape->length = lw_random_below(random, 5) ? lw_random_between(random, 0, 1) : 0;
    shape->size = add(random_point(random, 0.5), v3(0.6, 0.6, 0.6));
    shape->rounding = lw_random_below(random, 3) ? 0 : lw_random_between(random, 0, 0.1);
    if (shape->kind == LW_SHAPE_POLYGON)
        random_kite(random, p);
    if (shape->kind == LW_SHAPE_POLYTOPE || shape->kind == LW_SHAPE_CLOUD)
        random_vertices(random, p, 4 + lw_random_below(random, VERTICES - 3));
    if (shape->kind == LW_SHAPE_OCTREE) {
        static const int32_t cells[] = {0, 0, 0, 2, 1, -1, -1, -1, 1, 1, 2, 0, 0, 1, 0};
        shape->length = lw_random_between(random, 0.05, 0.4);
        shape->cells = cells;
        shape->cell_count = 3;
        shape->unknown = LW_UNKNOWN_FREE;
    }
    if (shape->kind == LW_SHAPE_MESH) {
        random_vertices(random, p, 4);
        shape->triangles = faces;
        shape->triangle_count = 4;
        shape->mesh_mode = lw_random_below(random, 2) ? LW_MESH_SOLID : LW_MESH_SURFACE;
    }
    double size = lw_random_below(random, 4) ? 1 : 0.1; /* often overlapping, or one inside the other */
    p->at.position = random_point(random, size);
    p->at.orientation = (lw_quat){0, 0, lw_random_between(random, -1, 1), 1};
    if (flat) {
        p->at.position.z = 0;
    } else {
        p->at.orientation.x = lw_random_between(random, -1, 1);
        p->at.orientation.y = lw_random_between(random, -1, 1);
    }
}

static lw_status in_a_scene(const placed both[2], bool flat, lw_distance *out, lw_error *error)
{
    lw_scene *scene = NULL;
    lw_motion *still = NULL;
    lw_checker *checker = NULL;
    lw_status status = lw_scene_create(&scene, error);
    if (!status)
        status = lw_scene_set_dimension(scene, flat ? 2 : 3, error);
    if (!status)
        status = lw_scene_add_robot(scene, "r", lw_pose_identity(), error);
    if (!status)
        status = lw_scene_add_link(scene, "r", "one", error);
    if (!status)
        status = lw_scene_add_shape(scene, "r", "one", &both[0].shape, both[0].at, error);
    if (!status)
        status = lw_scene_add_obstacle(scene, "two", &both[1].shape, both[1].at, error);
    if (!status)
        status = lw_scene_freeze(scene, error);
    if (!status)
        status = lw_motion_create(scene, &still, error);
    if (!status)
        status = lw_checker_create(scene, &checker, error);
    if (!status)
        status = lw_pair_distance(checker, still, 0, 0, out, error);
    lw_checker_destroy(checker);
    lw_motion_destroy(still);
    lw_scene_destroy(scene);
    return status;
}

static void two_shapes_are_as_far_apart_as_in_a_scene(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int overlaps = 0;
    int rounds = test_rounds(2000, 100000);
    for (int round = 0; round < rounds; round++) {
        placed both[2];
        bool flat = lw_random_below(&random, 3) == 0;
        lw_distance alone = {0};
        lw_distance wanted = {0};
        lw_error e = {LW_OK, "", "", 0, 0};
        random_placed(&random, flat, &both[0]);
        random_placed(&random, flat, &both[1]);
        succeed(in_a_scene(both, flat, &wanted, &e), &e);
        succeed(lw_shape_distance(&both[0].shape, both[0].at, &both[1].shape, both[1].at, &alone, &e),
                &e);
        /* a scene composes one pose more for the first shape: 64 half-units of its length, which is the
         * pose's length plus at most 2.5 */
        double more = 0x1p-47 * (norm(both[0].at.position) + 2.5) + 1e-15;
        if (!(alone.lower >= wanted.lower && alone.lower <= wanted.lower + more))
            fail_msg("round %d: %.17g, in a scene %.17g, at most %g more", round, alone.lower,
                     wanted.lower, more);
        overlaps += alone.upper <= 0;
        alone.lower = wanted.lower;
        /* the upper end of a depth allows for the same error */
        if (wanted.upper < 0 && fabs(alone.upper - wanted.upper) <= more)
            alone.upper = wanted.upper;
        if (!same_distance(&alone, &wanted))
            fail_msg("round %d: %.17g apart, not %.17g, %.17g deep, not %.17g", round, alone.upper,
                     wanted.upper, alone.depth, wanted.depth);
    }
    assert_true(overlaps > rounds / 10 && overlaps < rounds / 10 * 9);
}

/* The rounding error of poses and shapes far away is subtracted from the lower end. */
static void the_lower_end_knows_the_poses(void **state)
{
    (void)state;
    lw_shape_def ball = sphere_of(1);
    lw_pose far = lw_pose_identity();
    lw_pose farther = lw_pose_identity();
    far.position.x = 1e6;
    farther.position.x = 1e6 + 10;
    lw_distance d;
    lw_error e = {LW_OK, "", "", 0, 0};
    succeed(lw_shape_distance(&ball, far, &ball, farther, &d, &e), &e);
    assert_near(d.upper, 8, 1e-9);
    assert_true(8 - d.lower > 1e6 * 0x1p-47 && 8 - d.lower < 1e-7);
    lw_shape_def huge = sphere_of(1e6);
    succeed(lw_shape_distance(&huge, lw_pose_identity(), &ball, farther, &d, &e), &e);
    lw_pose near = lw_pose_identity();
    near.position.x = 10;
    lw_distance small;
    succeed(lw_shape_distance(&ball, lw_pose_identity(), &ball, near, &small, &e), &e);
    assert_true(9 - d.lower > 1e6 * 0x1p-46 && 8 - small.lower < 1e-12);
}

/* A ball in a tetrahedron overlaps it if that is solid. */
static void a_ball_inside_a_mesh(void **state)
{
    (void)state;
    static const double corners[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4};
    static const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = corners;
    mesh.vertex_count = 4;
    mesh.triangles = faces;
    mesh.triangle_count = 4;
    lw_shape_def ball = sphere_of(0.1);
    lw_pose inside = lw_pose_identity();
    inside.position = v3(0.5, 0.5, 0.5);
    lw_distance d;
    lw_error e = {LW_OK, "", "", 0, 0};
    succeed(lw_shape_distance(&mesh, lw_pose_identity(), &ball, inside, &d, &e), &e);
    assert_true(d.upper < 0 && d.depth > 0.3);
    mesh.mesh_mode = LW_MESH_SURFACE;
    succeed(lw_shape_distance(&mesh, lw_pose_identity(), &ball, inside, &d, &e), &e);
    assert_near(d.upper, 0.4, 1e-12);
}

static void the_same_is_refused(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int refusals = 0;
    for (int round = 0; round < 500; round++) {
        placed both[2];
        bool flat = lw_random_below(&random, 2);
        random_placed(&random, flat, &both[0]);
        random_placed(&random, flat, &both[1]);
        placed *bad = &both[lw_random_below(&random, 2)];
        switch (lw_random_below(&random, 5)) {
        case 0:
            bad->shape.rounding = NAN;
            break;
        case 1:
            bad->at.orientation = (lw_quat){0, 0, 0, 0};
            break;
        case 2:
            bad->at.position.z = flat ? 1 : INFINITY;
            break;
        case 3:
            bad->shape.kind = flat ? LW_SHAPE_SPHERE : LW_SHAPE_DISC;
            break;
        default:
            bad->shape.vertices = NULL;
            break;
        }
        lw_distance d;
        lw_error wanted = {LW_OK, "", "", 0, 0};
        lw_error got = {LW_OK, "", "", 0, 0};
        /* the first shape decides whether both are in the plane */
        bool plane = both[0].shape.kind == LW_SHAPE_DISC || both[0].shape.kind == LW_SHAPE_POLYGON;
        lw_status refused = in_a_scene(both, plane, &d, &wanted);
        assert_int_equal(
            lw_shape_distance(&both[0].shape, both[0].at, &both[1].shape, both[1].at, &d, &got),
            refused);
        assert_string_equal(got.message, wanted.message);
        refusals += refused != LW_OK;
    }
    assert_true(refusals > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_shapes_are_as_far_apart_as_in_a_scene),
        cmocka_unit_test(the_lower_end_knows_the_poses),
        cmocka_unit_test(a_ball_inside_a_mesh),
        cmocka_unit_test(the_same_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
