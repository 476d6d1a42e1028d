/* Tests distances in the plane: every method against the long-double oracle and against each other, the
 * brackets, the depths, warm starts, and recorded pairs, whose true distances come from another
 * program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "data.h"
#include "distance/plane/axes.h"
#include "distance/plane/boundary_walk.h"
#include "distance/plane/lin_canny.h"
#include "distance/plane/outline.h"
#include "distance/plane/planar.h"
#include "distance/plane/way_out.h"
#include "seed.h"
#include "wide_plane.h"

/* the variants of barycode GJK are 0 to LW_BARYCODES - 1; the other methods follow */
enum { WALK = LW_BARYCODES, TRACKING, EDGES, VARIANTS, AXES = LW_BARYCODES, WALKING };

typedef struct shape {
    int count;
    double vertices[2 * WIDE_VERTICES];
    double radius;
    lw_polygon *polygon;
} shape;

typedef struct pair {
    shape a, b;
    lw_pose2 pose_a, pose_b;
    double scale; /* errors are relative to it */
    double world; /* rounding errors of places in the world */
} pair;

static int round_now;

static void refuse(const char *what, long double got, long double wanted)
{
    fail_msg("round %d: %s: %.20Lg, not %.20Lg", round_now, what, got, wanted);
}

/* Corners on an ellipse, so that no three are on a line; perhaps a point or a segment. */
static void random_shape(lw_random *random, shape *out)
{
    static const int counts[] = {1, 2, 3, 4, 4, 5, 8, 9, 12, 16, 24, 48};
    out->count = counts[lw_random_below(random, 12)];
    double size = pow(10, lw_random_between(random, -1, 1));
    double narrow = lw_random_below(random, 4) ? lw_random_between(random, 0.2, 1)
                                               : pow(10, lw_random_between(random, -5, 0));
    double turned = lw_random_between(random, 0, 6.2831853);
    double x = lw_random_between(random, -2, 2);
    double y = lw_random_between(random, -2, 2);
    for (int i = 0; i < out->count; i++) {
        double angle = (i + lw_random_between(random, 0, 0.8)) * 6.28318 / out->count;
        double u = size * cos(angle);
        double v = size * narrow * sin(angle);
        out->vertices[2 * i] = x + cos(turned) * u - sin(turned) * v;
        out->vertices[2 * i + 1] = y + sin(turned) * u + cos(turned) * v;
    }
    out->radius = lw_random_below(random, 3) ? 0 : lw_random_between(random, 0, 0.5);
    lw_error error = {0};
    if (lw_polygon_create(out->vertices, (size_t)out->count, out->radius, &out->polygon, &error))
        fail_msg("round %d: %s", round_now, error.message);
    assert_int_equal(lw_polygon_count(out->polygon), out->count);
}

static lw_pose2 random_pose(lw_random *random, double reach)
{
    return lw_pose2_from_angle(lw_random_between(random, -reach, reach),
                               lw_random_between(random, -reach, reach),
                               lw_random_between(random, -4, 4));
}

static long double separation_of(const pair *p)
{
    lw_vec2 origin = {p->pose_a.x, p->pose_a.y};
    wide_outline a = wide_outline_of(p->a.vertices, p->a.count, p->pose_a, origin);
    wide_outline b = wide_outline_of(p->b.vertices, p->b.count, p->pose_b, origin);
    return wide_separation(&a, &b);
}

static long double slab_of(const pair *p)
{
    lw_vec2 origin = {p->pose_a.x, p->pose_a.y};
    wide_outline a = wide_outline_of(p->a.vertices, p->a.count, p->pose_a, origin);
    wide_outline b = wide_outline_of(p->b.vertices, p->b.count, p->pose_b, origin);
    return fmaxl(wide_slab(&a, &b), wide_slab(&b, &a));
}

/* Polygons from far apart to one inside the other; now and then within a hair of touching. */
static void random_pair(lw_random *random, pair *p)
{
    random_shape(random, &p->a);
    random_shape(random, &p->b);
    double offset = lw_random_below(random, 16) ? 0 : 1e6;
    p->pose_a = random_pose(random, 5);
    p->pose_b = random_pose(random, lw_random_below(random, 2) ? 5 : 20);
    p->pose_a.x += offset;
    p->pose_b.x += offset;
    p->scale = p->a.polygon->reach + p->b.polygon->reach + fabs(p->pose_a.x - p->pose_b.x) +
               fabs(p->pose_a.y - p->pose_b.y) + 1e-5 * offset;
    p->world = 1e-15 * offset;
    if (lw_random_below(random, 3))
        return;
    lw_separation s;
    lw_polygon_separation(p->a.polygon, p->pose_a, p->b.polygon, p->pose_b, NULL, &s);
    double gap = s.upper;
    double wanted = (lw_random_below(random, 2) ? 1 : -1) * pow(10, lw_random_between(random, -14, -1));
    p->pose_b.x += (wanted - gap) * s.normal.x;
    p->pose_b.y += (wanted - gap) * s.normal.y;
}

static void free_pair(pair *p)
{
    lw_polygon_destroy(p->a.polygon);
    lw_polygon_destroy(p->b.polygon);
}

static bool search_by(int variant, const lw_posed_polygons *placed, lw_search *found)
{
    if (variant < LW_BARYCODES) {
        lw_barycode_search(placed, (lw_barycode)variant, NULL, found);
    } else if (variant == WALK) {
        return lw_boundary_walk(placed, NULL, found);
    } else if (variant == TRACKING) {
        lw_polygon_features features = {0};
        return lw_lin_canny_search(placed, &features, found);
    } else {
        lw_outline_distance(placed, found);
    }
    return true;
}

static void check_variants(const pair *p, long double truth)
{
    lw_posed_polygons placed = lw_pose_polygons(p->a.polygon, p->pose_a, p->b.polygon, p->pose_b);
    double noise = 1e-14 * p->scale;
    for (int variant = 0; variant < VARIANTS; variant++) {
        lw_search found = {0};
        if (!search_by(variant, &placed, &found))
            continue;
        if (fabsl(found.upper - fmaxl(truth, 0)) > noise)
            refuse("a variant's distance", found.upper, truth);
        if (found.lower > fmaxl(truth, 0) + 1e-16L * p->scale)
            refuse("a variant's lower end", found.lower, truth);
        if (found.upper - found.lower > noise)
            refuse("a variant's bracket", found.upper, found.lower);
    }
}

static void check_touching(const pair *p, long double gap)
{
    double noise = 1e-14 * p->scale;
    lw_posed_polygons placed = lw_pose_polygons(p->a.polygon, p->pose_a, p->b.polygon, p->pose_b);
    for (int variant = -1; variant <= WALKING; variant++) {
        bool meets;
        if (variant < 0)
            meets = lw_polygon_touches(p->a.polygon, p->pose_a, p->b.polygon, p->pose_b);
        else if (variant < LW_BARYCODES)
            meets = lw_barycode_meets(&placed, (lw_barycode)variant);
        else if (variant == AXES && p->a.radius == 0 && p->b.radius == 0)
            meets = lw_outline_sat(&placed);
        else if (variant == WALKING && lw_boundary_walk_meets(&placed) >= 0)
            meets = lw_boundary_walk_meets(&placed);
        else
            continue;
        /* never apart where they meet, and together only within rounding errors */
        if (!meets && gap <= 0)
            refuse("apart, they say", variant, gap);
        /* the separating axis test measures the widest slab, which between two corners is narrower than
         * the distance */
        long double seen = variant == AXES ? slab_of(p) : gap;
        if (meets && seen > noise)
            refuse("together, they say", variant, gap);
    }
}

/* Checks that the widest slab has the right width, and lies at the edge that is named. */
static void check_axis(const pair *p)
{
    lw_posed_polygons placed = lw_pose_polygons(p->a.polygon, p->pose_a, p->b.polygon, p->pose_b);
    lw_axis axis;
    lw_axes_widest(&placed, &axis);
    if (p->a.count == 1 && p->b.count == 1) {
        assert_true(axis.key == -HUGE_VAL);
        return;
    }
    double noise = 1e-14 * p->scale;
    double gap = axis.key > 0 ? sqrt(axis.key) : -sqrt(-axis.key);
    if (fabsl(gap - slab_of(p)) > noise)
        refuse("the widest slab", gap, slab_of(p));
    lw_axis_sides sides = lw_axis_see(&placed, &axis);
    assert_true(axis.edge < sides.one->count);
    vec2 from = sides.one->vertices[axis.edge];
    vec2 e = sub2(sides.one->vertices[axis.edge + 1], from);
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < sides.other->count; i++) {
        vec2 v = transform2(sides.other_in_one, sides.other->vertices[i]);
        least = fmin(least, dot2(sub2(v, from), outward(e)) / length2(e));
    }
    if (fabs(least - gap) > noise)
        refuse("the slab of the edge", least, gap);
}

static long double distance_to(const shape *s, lw_pose2 at, lw_vec2 point)
{
    wide_outline outline = wide_outline_of(s->vertices, s->count, at, point);
    wide_outline other = {.count = 1, .vertices = {{0, 0}}};
    return wide_separation(&outline, &other) - s->radius;
}

static void check_levels(const pair *p, long double gap, lw_polygon_memory *memory)
{
    double noise = 2e-14 * p->scale;
    lw_separation s;
    lw_polygon_separation(p->a.polygon, p->pose_a, p->b.polygon, p->pose_b, memory, &s);
    double distance = lw_polygon_distance(p->a.polygon, p->pose_a, p->b.polygon, p->pose_b, memory);
    if (fabsl(distance - fmaxl(gap, 0)) > noise)
        refuse("the distance", distance, gap);
    if (s.lower > gap || s.upper < s.lower || s.upper - s.lower > noise || fabsl(s.upper - gap) > noise)
        refuse("the bracket", s.lower, s.upper);
    if (fabsl(s.depth - fmaxl(-gap, 0)) > noise)
        refuse("the depth", s.depth, -gap);
    if (fabs(length2(s.normal) - 1) > 1e-14)
        refuse("the normal's length", length2(s.normal), 1);
    /* the points are on the shapes, straight across along the normal, and `upper` apart */
    vec2 between = sub2(s.points[1], s.points[0]);
    double along = dot2(between, s.normal);
    noise += p->world;
    if (fabs(along - s.upper) > noise)
        refuse("the points are apart", along, s.upper);
    if (fabs(cross2(between, s.normal)) > noise)
        refuse("the points are aside", cross2(between, s.normal), 0);
    if (distance_to(&p->a, p->pose_a, s.points[0]) > noise ||
        distance_to(&p->b, p->pose_b, s.points[1]) > noise)
        refuse("a point is off", distance_to(&p->a, p->pose_a, s.points[0]),
               distance_to(&p->b, p->pose_b, s.points[1]));
    /* the normal separates the polygons, or is the way out */
    pair out = *p;
    out.pose_b.x += (s.depth + noise) * s.normal.x;
    out.pose_b.y += (s.depth + noise) * s.normal.y;
    if (s.depth > 0 && separation_of(&out) - p->a.radius - p->b.radius < -noise)
        refuse("still inside", separation_of(&out), 0);
}

static void test_every_way(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static pair p;
    for (round_now = 0; round_now < test_rounds(20000, 500000); round_now++) {
        random_pair(&random, &p);
        long double separation = separation_of(&p);
        long double gap = separation - p.a.radius - p.b.radius;
        check_variants(&p, separation);
        check_touching(&p, gap);
        check_axis(&p);
        check_levels(&p, gap, NULL);
        free_pair(&p);
    }
}

/* warm starts from place to place; some memories hold random vertices instead */
static void test_memory(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static pair p;
    for (round_now = 0; round_now < test_rounds(1000, 20000); round_now++) {
        random_pair(&random, &p);
        lw_polygon_memory memory = {0};
        for (int i = 0; i < 20; i++) {
            double step = pow(10, lw_random_between(&random, -3, 0.5));
            lw_pose2 by = random_pose(&random, step);
            p.pose_b.x += by.x;
            p.pose_b.y += by.y;
            p.scale += fabs(by.x) + fabs(by.y);
            if (lw_random_below(&random, 10) == 0) {
                memory.count = lw_random_below(&random, 5);
                for (int k = 0; k < 3; k++)
                    for (int side = 0; side < 2; side++)
                        memory.vertex[side][k] = lw_random_below(&random, 60);
            }
            check_levels(&p, separation_of(&p) - p.a.radius - p.b.radius, &memory);
        }
        free_pair(&p);
    }
}

/* Warm starts from every two vertices, as if they had been nearest in the last query: conditions that
 * they meet by chance prove nothing. */
static void test_every_memory(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    static pair p;
    for (round_now = 0; round_now < test_rounds(1000, 20000); round_now++) {
        random_pair(&random, &p);
        double radius = p.a.radius + p.b.radius;
        double truth = fmax(0, (double)(separation_of(&p) - radius));
        for (uint32_t i = 0; i < p.a.polygon->count; i++)
            for (uint32_t j = 0; j < p.b.polygon->count; j++) {
                lw_polygon_memory memory = {.count = 1, .vertex = {{i}, {j}}};
                double distance =
                    lw_polygon_distance(p.a.polygon, p.pose_a, p.b.polygon, p.pose_b, &memory);
                if (fabs(distance - truth) > 2e-14 * p.scale)
                    refuse("the distance from two vertices", distance, truth);
            }
        free_pair(&p);
    }
}

/* polygons swapped, moved with their world, and asked many at once */
static void test_symmetry(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static pair p;
    for (round_now = 0; round_now < test_rounds(3000, 50000); round_now++) {
        random_pair(&random, &p);
        lw_pose2 move = random_pose(&random, 3);
        lw_separation s[3];
        lw_polygon_pair all[3] = {{p.a.polygon, p.b.polygon, p.pose_a, p.pose_b},
                                  {p.b.polygon, p.a.polygon, p.pose_b, p.pose_a},
                                  {p.a.polygon, p.b.polygon, p.pose_a, p.pose_b}};
        lw_pose2 *moved[2] = {&all[2].pose_a, &all[2].pose_b};
        for (int i = 0; i < 2; i++) {
            lw_pose2 at = *moved[i];
            vec2 position = transform2(move, v2(at.x, at.y));
            vec2 axis = turn(move, v2(at.cosine, at.sine));
            *moved[i] = (lw_pose2){position.x, position.y, axis.x, axis.y};
        }
        lw_polygon_memory memories[3] = {{0}};
        lw_polygon_separations(all, 3, round_now % 2 ? memories : NULL, s);
        lw_separation alone;
        lw_polygon_separation(p.a.polygon, p.pose_a, p.b.polygon, p.pose_b, NULL, &alone);
        assert_memory_equal(&alone, &s[0], sizeof alone);
        double noise = 4e-14 * p.scale + p.world;
        for (int i = 1; i < 3; i++)
            if (fabs(s[i].upper - s[0].upper) > noise || fabs(s[i].depth - s[0].depth) > noise)
                refuse(i == 1 ? "swapped" : "moved", s[i].upper, s[0].upper);
        free_pair(&p);
    }
}

/* Two triangles tip to tip, of any sharpness: no normal of an edge separates them by more than a small
 * share of the distance between the tips. */
static void test_needles(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (round_now = 0; round_now < test_rounds(2000, 50000); round_now++) {
        double slope = pow(10, lw_random_between(&random, -8, 1));
        double base = lw_random_between(&random, 0.5, 1);
        double vertices[] = {0, 0, -base, slope * base, -base, -slope * base};
        lw_polygon *needle = NULL;
        assert_int_equal(lw_polygon_create(vertices, 3, 0, &needle, NULL), LW_OK);
        double gap = pow(10, lw_random_between(&random, -13, -6)) * (1 + slope);
        /* the two enclose nearly a half turn: their bounding circles meet, and no edge's normal is
         * along d */
        double half = pow(10, lw_random_between(&random, -6, -1));
        lw_pose2 d = lw_pose2_from_angle(0, 0, half);
        lw_pose2 back = lw_pose2_from_angle(0, 0, 2 * half);
        lw_pose2 at = {0, 0, 1, 0};
        lw_pose2 across = {gap * d.cosine, gap * d.sine, -back.cosine, -back.sine};
        lw_pose2 touching = {0, 0, -back.cosine, -back.sine};
        if (lw_polygon_touches(needle, at, needle, across))
            refuse("tips are together, they say", slope, gap);
        assert_true(lw_polygon_touches(needle, at, needle, touching));
        lw_separation s;
        lw_polygon_separation(needle, at, needle, across, NULL, &s);
        if (fabs(s.upper - gap) > 1e-14 * (1 + slope) || s.lower > gap)
            refuse("from tip to tip", s.upper, gap);
        lw_polygon_destroy(needle);
    }
}

/* For a refused pose the answer is one that is true of any two shapes: a bracket from 0 to infinity. */
static void check_refused(const lw_polygon *a, lw_pose2 pose_a, const lw_polygon *b, lw_pose2 pose_b)
{
    lw_polygon_memory memory = {1, {{0}, {0}}};
    lw_polygon_features features = {true, {false, false}, {0, 0}, 0, true};
    assert_true(lw_polygon_touches(a, pose_a, b, pose_b));
    assert_true(lw_polygon_distance(a, pose_a, b, pose_b, &memory) == 0);
    lw_separation s[2];
    lw_polygon_separation(a, pose_a, b, pose_b, &memory, &s[0]);
    lw_polygon_track(a, pose_a, b, pose_b, &features, &s[1]);
    for (int i = 0; i < 2; i++) {
        assert_true(s[i].lower == 0 && s[i].upper == HUGE_VAL && s[i].depth == 0);
        assert_true(s[i].normal.x == 0 && s[i].normal.y == 0);
        for (int k = 0; k < 2; k++)
            assert_true(s[i].points[k].x == 0 && s[i].points[k].y == 0);
    }
    assert_false(features.known || features.met);
}

static void test_refused_poses(void **state)
{
    (void)state;
    static const double corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    lw_polygon *square = NULL;
    lw_polygon *disc = NULL;
    assert_int_equal(lw_polygon_create(corners, 4, 0, &square, NULL), LW_OK);
    assert_int_equal(lw_polygon_create(corners, 1, 0.5, &disc, NULL), LW_OK);
    const lw_pose2 good = {3, 4, 1, 0};
    const double bad[] = {2e15, -1e154, 1e200, HUGE_VAL, -HUGE_VAL, NAN};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const lw_pose2 poses[] = {
            {bad[i], 0, 1, 0}, {0, bad[i], 1, 0}, {0, 0, bad[i], 0}, {0, 0, 1, bad[i]}};
        for (int k = 0; k < 4; k++) {
            check_refused(square, poses[k], disc, good);
            check_refused(square, good, square, poses[k]);
            check_refused(disc, poses[k], square, poses[k]);
        }
    }
    check_refused(square, good, square, (lw_pose2){0});
    /* the largest allowed coordinates: the answer is as accurate as numbers of that size are */
    lw_pose2 far = {1e15 - 8, 0, 1, 0};
    lw_pose2 origin = {0, 0, 1, 0};
    lw_separation s;
    lw_polygon_separation(square, origin, square, far, NULL, &s);
    assert_false(lw_polygon_touches(square, origin, square, far));
    assert_true(s.lower > 1e15 - 20 && s.lower <= 1e15 - 10 && s.upper < 1e15 && s.depth == 0);
    lw_polygon_destroy(square);
    lw_polygon_destroy(disc);
}

/* Segments of length 1 on one line, in either order: a gap apart, end to end, or overlapping by a half.
 * None of their edges' normals tells whether they meet. */
static void test_on_one_line(void **state)
{
    (void)state;
    static const double gaps[] = {1, 1e-6, 0, -0.5};
    lw_pose2 origin = {0, 0, 1, 0};
    for (int k = 0; k < 200; k++) {
        vec2 d = v2(cos(0.1 * k), sin(0.1 * k));
        double gap = gaps[k % 4];
        double begin = k / 4 % 2 ? 1 + gap : -1 - gap;
        lw_polygon *a = NULL;
        lw_polygon *b = NULL;
        assert_int_equal(lw_polygon_create((double[]){0, 0, d.x, d.y}, 2, 0, &a, NULL), LW_OK);
        assert_int_equal(lw_polygon_create((double[]){0, 0, 1, 0}, 2, 0, &b, NULL), LW_OK);
        lw_pose2 at = {begin * d.x, begin * d.y, d.x, d.y};
        lw_posed_polygons placed = lw_pose_polygons(a, origin, b, at);
        lw_search found;
        lw_outline_distance(&placed, &found);
        double distance = lw_polygon_distance(a, origin, b, at, NULL);
        bool meets = gap <= 0;
        if (lw_outline_sat(&placed) != meets || lw_polygon_touches(a, origin, b, at) != meets ||
            fabs(found.upper - fmax(gap, 0)) > 1e-14 || found.lower > fmax(gap, 0) + 1e-16 ||
            fabs(distance - fmax(gap, 0)) > 1e-14)
            fail_msg("direction %d: a gap of %g is [%g, %g], or %g", k, gap, found.lower, found.upper,
                     distance);
        lw_polygon_destroy(a);
        lw_polygon_destroy(b);
    }
}

/* Points, segments and outlines of whole numbers, at quarter turns: corners on corners and on edges,
 * edges on edges. Nothing is rounded, so every method must tell exactly whether they touch. */
static void test_on_a_lattice(void **state)
{
    (void)state;
    static const lw_pose2 turns[] = {{0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, -1, 0}, {0, 0, 0, -1}};
    lw_random random = {test_seed() + 2};
    int touching = 0;
    for (round_now = 0; round_now < test_rounds(30000, 500000); round_now++) {
        lw_polygon *polygons[2];
        wide_outline outlines[2];
        lw_pose2 at = turns[lw_random_below(&random, 4)];
        at.x = (int)lw_random_below(&random, 7) - 3.0;
        at.y = (int)lw_random_below(&random, 7) - 3.0;
        for (int k = 0; k < 2; k++) {
            double points[10];
            size_t count = 1 + lw_random_below(&random, 5);
            for (size_t i = 0; i < 2 * count; i++)
                points[i] = lw_random_below(&random, 4);
            assert_int_equal(lw_polygon_hull(NULL, points, count, 0, &polygons[k], NULL), LW_OK);
            outlines[k] = wide_outline_of(&polygons[k]->vertices[0].x, (int)polygons[k]->count,
                                          k ? at : turns[0], (lw_vec2){0, 0});
        }
        long double truth = fmaxl(0, wide_separation(&outlines[0], &outlines[1]));
        bool meet = truth == 0;
        touching += meet;
        lw_posed_polygons placed = lw_pose_polygons(polygons[0], turns[0], polygons[1], at);
        for (int variant = 0; variant < VARIANTS; variant++) {
            lw_search found = {0};
            if (search_by(variant, &placed, &found) &&
                (fabsl(found.upper - truth) > 1e-13 || found.lower > truth + 1e-16L))
                refuse("a variant's distance", found.upper, truth);
            if (variant < LW_BARYCODES && lw_barycode_meets(&placed, (lw_barycode)variant) != meet)
                refuse("a variant's answer", variant, truth);
        }
        int walked = lw_boundary_walk_meets(&placed);
        if ((walked >= 0 && walked != meet) ||
            lw_planar_meets(&placed, &(lw_planar_algorithm){0}) != meet)
            refuse("together or apart", walked, truth);
        for (int k = 0; k < 2; k++)
            lw_polygon_destroy(polygons[k]);
    }
    assert_true(touching > round_now / 10);
}

/* Polygons of so many vertices that the way out is found by rotating calipers: it must have the least
 * depth, against all edges one by one. */
static void test_depth_of_many_vertices(void **state)
{
    (void)state;
    enum { MANY = 90 };
    lw_random random = {test_seed() + 3};
    for (round_now = 0; round_now < test_rounds(200, 5000); round_now++) {
        lw_polygon *polygons[2];
        for (int k = 0; k < 2; k++) {
            double points[2 * MANY];
            double narrow = lw_random_between(&random, 0.2, 1);
            for (int i = 0; i < MANY; i++) {
                double angle = (i + lw_random_between(&random, 0, 0.8)) * 6.28318 / MANY;
                points[2 * i] = cos(angle);
                points[2 * i + 1] = narrow * sin(angle);
            }
            assert_int_equal(lw_polygon_create(points, MANY, 0, &polygons[k], NULL), LW_OK);
        }
        lw_posed_polygons placed = lw_pose_polygons(polygons[0], (lw_pose2){0, 0, 1, 0}, polygons[1],
                                                    random_pose(&random, 0.4));
        lw_pose2 poses[2] = {placed.b_in_a, inverse2(placed.b_in_a)};
        double widest = -HUGE_VAL;
        for (int k = 0; k < 2; k++)
            for (uint32_t i = 0; i < MANY; i++) {
                const vec2 *v = polygons[k]->vertices + i;
                vec2 n = outward(scale2(1 / length2(sub2(v[1], v[0])), sub2(v[1], v[0])));
                double least = HUGE_VAL;
                for (uint32_t j = 0; j < MANY; j++)
                    least = fmin(least,
                                 dot2(n, sub2(transform2(poses[k], polygons[!k]->vertices[j]), v[0])));
                widest = fmax(widest, least);
            }
        lw_way_out way;
        lw_find_way_out(&placed, &way);
        if (fabs(way.gap - widest) > 1e-13)
            refuse("the gap", way.gap, widest);
        vec2 between = sub2(way.points[1], way.points[0]);
        if (fabs(dot2(between, way.normal) - widest) > 1e-13 ||
            fabs(cross2(between, way.normal)) > 1e-13)
            refuse("the points are apart", dot2(between, way.normal), widest);
        for (int k = 0; k < 2; k++)
            lw_polygon_destroy(polygons[k]);
    }
}

/* The largest polygons that are allowed, as far away as is allowed: no number overflows. */
static void test_largest(void **state)
{
    (void)state;
    const double corners[] = {-1e15, -1e15, 1e15, -1e15, 1e15, 1e15, -1e15, 1e15};
    lw_polygon *square = NULL;
    assert_int_equal(lw_polygon_create(corners, 4, 1e15, &square, NULL), LW_OK);
    for (int i = 0; i < 8; i++) {
        lw_pose2 at = lw_pose2_from_angle(i % 2 ? 9e14 : 0, i % 3 ? -9e13 : 0, i);
        lw_separation s;
        lw_polygon_separation(square, (lw_pose2){0, 0, 1, 0}, square, at, NULL, &s);
        assert_true(lw_polygon_touches(square, (lw_pose2){0, 0, 1, 0}, square, at));
        assert_true(s.lower <= -s.depth && s.upper < -1e15 && s.depth > 1e15 && s.depth < 1e16);
        assert_true(fabs(length2(s.normal) - 1) < 1e-14);
    }
    lw_polygon_destroy(square);
}

/* ---- recorded pairs ------------------------------------------------------------------------- */

typedef struct group {
    char name[41];
    uint32_t pairs;
} group;

static void take(FILE *file, void *bytes, size_t size)
{
    if (fread(bytes, 1, size, file) != size)
        fail_msg("the file of polygons ends too soon");
}

static bool take_group(FILE *file, group *out)
{
    char header[64];
    if (fread(header, 1, sizeof header, file) != sizeof header)
        return false;
    memcpy(out->name, header, 40);
    out->name[40] = 0;
    memcpy(&out->pairs, header + 48, 4);
    return true;
}

static void check_given_pair(const group *g, const uint32_t head[4], const double numbers[10],
                             const double *vertices)
{
    lw_polygon *a = NULL;
    lw_polygon *b = NULL;
    assert_int_equal(lw_polygon_create(vertices, head[0], 0, &a, NULL), LW_OK);
    assert_int_equal(lw_polygon_create(vertices + 2 * head[0], head[1], 0, &b, NULL), LW_OK);
    lw_pose2 pose_a = lw_pose2_from_angle(numbers[0], numbers[1], numbers[2]);
    lw_pose2 pose_b = lw_pose2_from_angle(numbers[3], numbers[4], numbers[5]);
    double scale = numbers[9];
    double tolerance = (strstr(g->name, "offset") ? 2e-11 : 1e-12) * scale;
    bool exempt = head[3] & 1;
    lw_posed_polygons p = lw_pose_polygons(a, pose_a, b, pose_b);
    for (int variant = 0; variant < VARIANTS; variant++) {
        lw_search found = {0};
        if (!search_by(variant, &p, &found))
            continue;
        if (fabs(found.upper - numbers[6]) > tolerance)
            refuse(g->name, found.upper, numbers[6]);
        if (variant < LW_BARYCODES && !exempt &&
            lw_barycode_meets(&p, (lw_barycode)variant) != (bool)head[2])
            refuse(g->name, variant, head[2]);
    }
    if (!exempt && lw_outline_sat(&p) != (bool)head[2])
        refuse("separating axes", 0, head[2]);
    if (!exempt && lw_polygon_touches(a, pose_a, b, pose_b) != (bool)head[2])
        refuse(g->name, -1, head[2]);
    lw_separation s;
    lw_polygon_separation(a, pose_a, b, pose_b, NULL, &s);
    double rounding = LW_PLANE_ROUNDING * p.size; /* rounding up of the negative depth */
    if (s.upper < numbers[7] - tolerance || s.upper - rounding > numbers[7] + tolerance ||
        s.lower > numbers[7] + tolerance || fabs(s.depth - fmax(-numbers[7], 0)) > tolerance)
        refuse(g->name, s.upper, numbers[7]);
    lw_polygon_destroy(a);
    lw_polygon_destroy(b);
}

static size_t check_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be read", path);
    char header[64];
    take(file, header, sizeof header);
    assert_memory_equal(header, "GJK2DSET", 8);
    size_t count = 0;
    group g;
    while (take_group(file, &g))
        for (uint32_t i = 0; i < g.pairs; i++) {
            uint32_t head[4]; /* vertices of a and b, whether they meet, flags */
            double numbers[10];
            take(file, head, sizeof head);
            take(file, numbers, sizeof numbers);
            size_t all = 2 * ((size_t)head[0] + head[1]);
            double *vertices = malloc(all * sizeof *vertices);
            take(file, vertices, all * sizeof *vertices);
            round_now = (int)i;
            check_given_pair(&g, head, numbers, vertices);
            free(vertices);
            count++;
        }
    fclose(file);
    return count;
}

static void test_data(void **state)
{
    (void)state;
    const char *folder = data_folder("the pairs of polygons");
    if (!folder)
        skip();
    char path[4096];
    snprintf(path, sizeof path, "%s/polygons/normal.gjk2d", folder);
    assert_int_equal(check_file(path), 18000);
    snprintf(path, sizeof path, "%s/polygons/nasty.gjk2d", folder);
    assert_int_equal(check_file(path), 26 * 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_way),     cmocka_unit_test(test_every_memory),
        cmocka_unit_test(test_memory),        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_refused_poses), cmocka_unit_test(test_on_one_line),
        cmocka_unit_test(test_on_a_lattice),  cmocka_unit_test(test_depth_of_many_vertices),
        cmocka_unit_test(test_largest),       cmocka_unit_test(test_data),
        cmocka_unit_test(test_needles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
