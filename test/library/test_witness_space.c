/* Tests the points of a distance in space: they lie on their bodies, as far apart as reported, also for
 * bodies that touch or overlap, with parallel faces and edges. The oracle describes the bodies by
 * formulas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "certify.h"
#include "leeway/leeway.h"
#include "math/pose.h"
#include "seed.h"

typedef struct body {
    lw_shape_def def;
    double vertices[24];
    vec3 half; /* of a box, also of one that is given as a polytope or a mesh */
    lw_pose at;
} body;

static int round_now;

/* counter-clockwise as seen from outside; the bits of i give the signs of vertex i */
static const uint32_t box_triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                              {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                              {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

static void random_body(lw_random *random, body *b)
{
    static const lw_shape_kind kinds[] = {
        LW_SHAPE_SPHERE,   LW_SHAPE_CAPSULE, LW_SHAPE_BOX,      LW_SHAPE_BOX,  LW_SHAPE_BOX,
        LW_SHAPE_CYLINDER, LW_SHAPE_CONE,    LW_SHAPE_POLYTOPE, LW_SHAPE_MESH, LW_SHAPE_ELLIPSOID};
    lw_shape_def *d = &b->def;
    *d = lw_default_shape();
    d->kind = kinds[lw_random_below(random, 10)];
    d->radius = 0.5 * (1 + lw_random_below(random, 3));
    d->length = 0.5 * (1 + lw_random_below(random, 4));
    bool meshed = d->kind == LW_SHAPE_MESH;
    d->rounding = meshed || lw_random_below(random, 3) ? 0 : 0.25;
    b->half = v3(0.5 * (1 + lw_random_below(random, 3)), 0.5 * (1 + lw_random_below(random, 3)),
                 0.5 * (1 + lw_random_below(random, 3)));
    d->size = scale(2, b->half);
    for (int i = 0; i < 8; i++) {
        b->vertices[3 * i] = i & 1 ? b->half.x : -b->half.x;
        b->vertices[3 * i + 1] = i & 2 ? b->half.y : -b->half.y;
        b->vertices[3 * i + 2] = i & 4 ? b->half.z : -b->half.z;
    }
    d->vertices = b->vertices;
    d->vertex_count = 8;
    d->triangles = &box_triangles[0][0];
    d->triangle_count = 12;
    if (!meshed) {
        d->triangles = NULL;
        d->triangle_count = 0;
    }
    if (!meshed && d->kind != LW_SHAPE_POLYTOPE) {
        d->vertices = NULL;
        d->vertex_count = 0;
    }
}

/* the distance of (u, v), u >= 0, from the triangle (0, top), (0, bottom), (radius, bottom) */
static double from_cone(double u, double v, double radius, double bottom, double top)
{
    if (v <= bottom)
        return hypot(fmax(u - radius, 0), bottom - v);
    double height = top - bottom;
    double slant = hypot(radius, height);
    double out = (u * height + (v - top) * radius) / slant;
    if (out <= 0)
        return 0;
    /* along the slanted side, from the tip */
    double along = (u * radius - (v - top) * height) / slant;
    if (along < 0)
        return hypot(u, v - top);
    return along > slant ? hypot(u - radius, v - bottom) : out;
}

/* the distance of a point of the world from a body; 0 or less: it is on it */
static double outside(const body *b, lw_vec3 point)
{
    vec3 p = transform(inverse(lw_pose_in(b->at)), point);
    const lw_shape_def *d = &b->def;
    double u = hypot(p.x, p.y);
    double half = 0.5 * d->length;
    double far = NAN;
    switch (d->kind) {
    case LW_SHAPE_SPHERE:
        far = norm(p) - d->radius;
        break;
    case LW_SHAPE_CAPSULE:
        far = hypot(u, fmax(fabs(p.z) - half, 0)) - d->radius;
        break;
    case LW_SHAPE_CYLINDER:
        far = hypot(fmax(u - d->radius, 0), fmax(fabs(p.z) - half, 0));
        break;
    case LW_SHAPE_CONE:
        far = from_cone(u, p.z, d->radius, -half, half);
        break;
    case LW_SHAPE_ELLIPSOID:
        far = (double)wide_point_ellipsoid(widen(p), widen(b->half));
        break;
    case LW_SHAPE_BOX:
    case LW_SHAPE_POLYTOPE:
    case LW_SHAPE_MESH:
        far = norm(v3(fmax(fabs(p.x) - b->half.x, 0), fmax(fabs(p.y) - b->half.y, 0),
                      fmax(fabs(p.z) - b->half.z, 0)));
        break;
    case LW_SHAPE_DISC:
    case LW_SHAPE_POLYGON:
    case LW_SHAPE_CLOUD: /* is not convex: its deepest points are not as deep as it is */
    case LW_SHAPE_OCTREE:
    case LW_SHAPE_HEIGHTS:
    case LW_SHAPE_DEPTH_IMAGE:
        break;
    }
    return far - d->rounding;
}

/* Poses at quarter turns and on a grid, so that faces are parallel and often touch; or anywhere. */
static lw_pose random_pose(lw_random *random, bool grid, double common)
{
    double c[6];
    for (int i = 0; i < 6; i++) {
        c[i] = lw_random_between(random, -2, 2);
        if (grid)
            c[i] = i < 3 ? rint(2 * c[i]) / 2 : 1.5707963267948966 * lw_random_below(random, 4);
    }
    if (!grid && lw_random_below(random, 2))
        c[3] = c[4] = 0, c[5] = common;
    return lw_pose_from_rpy((lw_vec3){c[0], c[1], c[2]}, c[3], c[4], c[5]);
}

static void check(const body *a, const body *b, const lw_distance *d)
{
    /* the width of a bracket (distance/distance.h) for bodies of a size of about 20 */
    double noise = 2e-11;
    double off[2] = {outside(a, d->points[0]), outside(b, d->points[1])};
    if (!(off[0] <= noise && off[1] <= noise))
        fail_msg(
            "round %d: of kinds %d and %d the points are %g and %g off their bodies; [%g, %g], %g deep",
            round_now, a->def.kind, b->def.kind, off[0], off[1], d->lower, d->upper, d->depth);
    vec3 between = sub(d->points[1], d->points[0]);
    double apart = d->upper > 0 ? d->upper : d->depth;
    if (!(fabs(norm(between) - apart) <= noise))
        fail_msg("round %d: of kinds %d and %d the points are %.17g apart, not %.17g", round_now,
                 a->def.kind, b->def.kind, norm(between), apart);
    if (norm2(d->normal) > 0 && fabs(norm(d->normal) - 1) > 1e-12)
        fail_msg("round %d: a normal of length %.17g", round_now, norm(d->normal));
    if (d->upper > 1e-3 && !(norm(sub(between, scale(d->upper, d->normal))) <= 1e-5 * d->upper))
        fail_msg("round %d: of kinds %d and %d the points are (%g, %g, %g) apart, not along the normal",
                 round_now, a->def.kind, b->def.kind, between.x, between.y, between.z);
}

static void measure(const body *a, const body *b, lw_distance *out)
{
    lw_error error = {0};
    if (lw_shape_distance(&a->def, a->at, &b->def, b->at, out, &error))
        fail_msg("round %d: %s", round_now, error.message);
}

static void test_points_are_on_bodies(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int meeting = 0;
    for (round_now = 0; round_now < test_rounds(2000, 100000); round_now++) {
        body a;
        body b;
        random_body(&random, &a);
        random_body(&random, &b);
        bool grid = lw_random_below(&random, 2);
        double common = lw_random_between(&random, -4, 4);
        a.at = random_pose(&random, grid, common);
        b.at = random_pose(&random, grid, common);
        lw_distance d;
        measure(&a, &b, &d);
        check(&a, &b, &d);
        meeting += d.upper <= 0;
        /* some pairs are moved until they just touch, or nearly */
        double gap = d.upper > 0 ? d.upper : -d.depth;
        if (norm2(d.normal) > 0 && lw_random_below(&random, 2)) {
            double wanted =
                lw_random_below(&random, 2) ? 0 : pow(10, lw_random_between(&random, -16, -3));
            wanted *= lw_random_below(&random, 2) ? 1 : -1;
            b.at.position = add_scaled(b.at.position, wanted - gap, d.normal);
            measure(&a, &b, &d);
            check(&a, &b, &d);
        }
    }
    assert_true(meeting > round_now / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_on_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
