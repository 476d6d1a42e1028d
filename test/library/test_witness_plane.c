/* Tests the points of a separation in the plane: they lie on their shapes and agree with distance,
 * depth and normal, also for touching and overlapping shapes with parallel edges, which have many such
 * points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "math/vec2.h"
#include "seed.h"
#include "wide_plane.h"

typedef struct shape {
    int count;
    double vertices[2 * WIDE_VERTICES];
    double radius;
    lw_polygon *polygon;
    double reach; /* all points are within it of the shape's origin */
} shape;

typedef struct pair {
    shape a, b;
    lw_pose2 pose_a, pose_b;
    double size;
} pair;

static int round_now;

static void make(shape *s)
{
    lw_error error = {0};
    s->polygon = NULL;
    if (lw_polygon_create(s->vertices, (size_t)s->count, s->radius, &s->polygon, &error))
        fail_msg("round %d: %s", round_now, error.message);
    /* the vertices that the library kept, in their order */
    s->count = (int)lw_polygon_count(s->polygon);
    s->reach = s->radius;
    for (int i = 0; i < s->count; i++) {
        lw_vec2 v = lw_polygon_vertex(s->polygon, (size_t)i);
        s->vertices[2 * i] = v.x;
        s->vertices[2 * i + 1] = v.y;
        s->reach = fmax(s->reach, hypot(v.x, v.y) + s->radius);
    }
}

/* Corners at whole numbers, evenly spaced on an ellipse, or unevenly. */
static void random_shape(lw_random *random, shape *s)
{
    static const int counts[] = {1, 2, 3, 4, 4, 6, 8, 12, 30, 64};
    static const double turn = 6.283185307179586;
    uint32_t kind = lw_random_below(random, 4);
    s->radius = lw_random_below(random, 3) ? 0 : 0.5 * (lw_random_below(random, 2) + 1);
    if (kind == 0) {
        /* a rectangle, whose middle need not be its origin; or a segment */
        double x = lw_random_below(random, 3);
        double y = 1 + lw_random_below(random, 2);
        double off = lw_random_below(random, 2);
        const double corners[] = {off - x, -y, off + x, -y, off + x, y, off - x, y};
        s->count = 4;
        for (int i = 0; i < 8; i++)
            s->vertices[i] = corners[i];
    } else {
        s->count = counts[lw_random_below(random, 10)];
        double narrow = lw_random_below(random, 3) ? 1 : pow(10, lw_random_between(random, -6, 0));
        for (int i = 0; i < s->count; i++) {
            double angle = (i + (kind == 1 ? lw_random_between(random, 0, 0.8) : 0)) * turn / s->count;
            s->vertices[2 * i] = 2 * cos(angle);
            s->vertices[2 * i + 1] = 2 * narrow * sin(angle);
        }
    }
    make(s);
}

/* Poses on a grid at quarter turns, or anywhere; often both are turned alike. */
static void random_pair(lw_random *random, pair *p)
{
    random_shape(random, &p->a);
    if (lw_random_below(random, 4)) {
        random_shape(random, &p->b);
    } else {
        p->b = p->a;
        make(&p->b);
    }
    lw_pose2 *poses[2] = {&p->pose_a, &p->pose_b};
    bool grid = lw_random_below(random, 2);
    double common = lw_random_below(random, 2) ? 0 : lw_random_between(random, -4, 4);
    double offset = lw_random_below(random, 8) ? 0 : pow(10, lw_random_between(random, 0, 9));
    for (int i = 0; i < 2; i++) {
        double x = lw_random_between(random, -2, 2);
        double y = lw_random_between(random, -2, 2);
        double angle = grid ? 1.5707963267948966 * lw_random_below(random, 4)
                            : common + (lw_random_below(random, 2) ? 0 : 1e-9 * x);
        *poses[i] = lw_pose2_from_angle((grid ? rint(2 * x) / 2 : x) + offset,
                                        grid ? rint(2 * y) / 2 : y, angle);
    }
    p->size = p->a.reach + p->b.reach + fabs(p->pose_a.x) + fabs(p->pose_a.y) + fabs(p->pose_b.x) +
              fabs(p->pose_b.y);
    /* half of the pairs just touch, or nearly */
    if (lw_random_below(random, 2) || offset > 0)
        return;
    lw_separation s;
    lw_polygon_separation(p->a.polygon, p->pose_a, p->b.polygon, p->pose_b, NULL, &s);
    double gap = s.upper;
    double wanted = lw_random_below(random, 2) ? 0 : pow(10, lw_random_between(random, -16, -8));
    wanted *= lw_random_below(random, 2) ? 1 : -1;
    p->pose_b.x += (wanted - gap) * s.normal.x;
    p->pose_b.y += (wanted - gap) * s.normal.y;
}

/* the distance of a point from a shape; 0 or less: it is on it */
static double outside(const shape *s, lw_pose2 at, lw_vec2 point)
{
    wide_outline outline = wide_outline_of(s->vertices, s->count, at, point);
    wide_outline other = {.count = 1, .vertices = {{0, 0}}};
    return (double)(wide_separation(&outline, &other) - s->radius);
}

static void check(const pair *p, const lw_separation *s, const char *by)
{
    double noise = 1e-14 * p->size;
    double off[2] = {outside(&p->a, p->pose_a, s->points[0]), outside(&p->b, p->pose_b, s->points[1])};
    if (!(off[0] <= noise && off[1] <= noise))
        fail_msg("round %d, %s: the points are %g and %g off their shapes, of a size of %g", round_now,
                 by, off[0], off[1], p->size);
    vec2 between = sub2(s->points[1], s->points[0]);
    vec2 wanted = scale2(s->upper, s->normal);
    if (!(length2(sub2(between, wanted)) <= noise))
        fail_msg("round %d, %s: from one point to the other (%g, %g), not (%g, %g)", round_now, by,
                 between.x, between.y, wanted.x, wanted.y);
    if (!(s->lower <= s->upper && s->depth >= 0 && (s->depth == 0 || s->upper <= 0)))
        fail_msg("round %d, %s: [%g, %g] and %g deep", round_now, by, s->lower, s->upper, s->depth);
}

static void test_points_are_on_shapes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static pair p;
    int overlaps = 0;
    int touches = 0;
    for (round_now = 0; round_now < test_rounds(20000, 400000); round_now++) {
        random_pair(&random, &p);
        lw_separation s;
        lw_polygon_memory memory = {0};
        lw_polygon_features features = {0};
        lw_polygon_separation(p.a.polygon, p.pose_a, p.b.polygon, p.pose_b, NULL, &s);
        check(&p, &s, "cold");
        overlaps += s.depth > 1e-6;
        touches += s.upper - s.depth < 1e-6 && s.upper - s.depth > -1e-6;
        for (int i = 0; i < 2; i++) {
            lw_polygon_separation(p.a.polygon, p.pose_a, p.b.polygon, p.pose_b, &memory, &s);
            check(&p, &s, "with memory");
            lw_polygon_track(p.a.polygon, p.pose_a, p.b.polygon, p.pose_b, &features, &s);
            check(&p, &s, "tracked");
        }
        lw_polygon_destroy(p.a.polygon);
        lw_polygon_destroy(p.b.polygon);
    }
    assert_true(overlaps > round_now / 8);
    assert_true(touches > round_now / 8);
}

/* Two squares whose edges overlap by a quarter: the points lie in the overlap. */
static void test_squares(void **state)
{
    (void)state;
    pair p = {.a = {4, {-1, -1, 1, -1, 1, 1, -1, 1}, 0, NULL, 0}};
    p.b = p.a;
    make(&p.a);
    make(&p.b);
    p.pose_a = lw_pose2_from_angle(0, 0, 0);
    p.pose_b = lw_pose2_from_angle(2, 1.5, 0);
    p.size = 2 * p.a.reach + 3.5;
    lw_separation s;
    lw_polygon_separation(p.a.polygon, p.pose_a, p.b.polygon, p.pose_b, NULL, &s);
    check(&p, &s, "squares");
    assert_true(s.points[0].x == 1 && s.points[0].y >= 0.5 && s.points[0].y <= 1);
    lw_polygon_destroy(p.a.polygon);
    lw_polygon_destroy(p.b.polygon);
}

/* Polygons on circles with more vertices than are tried all against all. */
static void test_many_vertices(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    enum { MANY = 160 };
    double vertices[2 * MANY];
    for (int i = 0; i < MANY; i++) {
        vertices[2 * i] = cos(6.283185307179586 * i / MANY);
        vertices[2 * i + 1] = 0.5 * sin(6.283185307179586 * i / MANY);
    }
    lw_polygon *polygon = NULL;
    assert_int_equal(lw_polygon_create(vertices, MANY, 0, &polygon, NULL), LW_OK);
    for (round_now = 0; round_now < test_rounds(300, 3000); round_now++) {
        /* both have the same angle, so their edges are parallel */
        double angle = lw_random_between(&random, -4, 4);
        lw_pose2 a = lw_pose2_from_angle(0, 0, angle);
        lw_pose2 b = lw_pose2_from_angle(lw_random_between(&random, -1, 1),
                                         lw_random_between(&random, -1, 1), angle);
        lw_separation s;
        lw_polygon_separation(polygon, a, polygon, b, NULL, &s);
        vec2 off = sub2(sub2(s.points[1], s.points[0]), scale2(s.upper, s.normal));
        assert_true(length2(off) <= 4e-14);
        lw_polygon *dot[2] = {NULL, NULL};
        for (int i = 0; i < 2; i++) {
            const double origin[2] = {0, 0};
            assert_int_equal(lw_polygon_create(origin, 1, 0, &dot[i], NULL), LW_OK);
            lw_pose2 there = {s.points[i].x, s.points[i].y, 1, 0};
            assert_true(lw_polygon_distance(polygon, i ? b : a, dot[i], there, NULL) <= 4e-14);
            lw_polygon_destroy(dot[i]);
        }
    }
    lw_polygon_destroy(polygon);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_on_shapes),
        cmocka_unit_test(test_squares),
        cmocka_unit_test(test_many_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
