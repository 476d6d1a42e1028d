/* body/cover/cover_proof.c: a proof never passes if a random point of the body is in no ball, for
 * covers with balls shrunk, moved or left out; it passes for covers as they are made, and for balls
 * chosen by hand.
 */
#include "covers.h"

#include "allocation.h"
#include "body/cover/cover_proof.h"
#include "math/pose.h"
#include "seed.h"
#include "shape/ellipsoid.h"

enum { POINTS = 400 };

static lw_cover_gap prove(const lw_geometry *geometry, const lw_ball *balls, uint32_t count)
{
    lw_cover_gap gap;
    lw_error error = {0};
    if (lw_cover_prove(geometry, balls, count, &gap, &error))
        fail_msg("%s", error.message);
    return gap;
}

static bool shows(const lw_geometry *geometry, const lw_ball *balls, uint32_t count)
{
    return !prove(geometry, balls, count).open;
}

/* Whether the proof passes for the balls, or for balls that are grown a little, as balls from a file
 * may be. */
static bool shows_grown(const lw_geometry *geometry, const lw_ball *balls, uint32_t count)
{
    lw_ball grown[MOST_BALLS + PARTS];
    for (uint32_t i = 0; i < count; i++)
        grown[i] = lw_ball_grown(balls[i], geometry->extent);
    return shows(geometry, balls, count) || shows(geometry, grown, count);
}

static bool any_holds(const lw_ball *balls, uint32_t count, wide p)
{
    for (uint32_t i = 0; i < count; i++)
        if (holds(&balls[i], p))
            return true;
    return false;
}

/* A random body of one of many kinds. */
static lw_geometry *random_body(lw_random *random, lw_arena *arena, lw_part parts[PARTS])
{
    if (lw_random_below(random, 3))
        return random_parts(random, arena, parts, 1 + lw_random_below(random, 3));
    return random_mesh(random, arena, lw_random_below(random, 2) ? 0 : 0.2, lw_random_below(random, 2));
}

/* A point of a body or of the inside of its hulls, without the radii by which hulls of meshes are
 * grown. */
static wide point_of_body(lw_random *random, const lw_geometry *geometry)
{
    if (geometry->triangle_count && lw_random_below(random, 2))
        return point_of_mesh(random, geometry);
    bool any_part = geometry->part_count && lw_random_below(random, 2);
    const lw_part *part = any_part ? &geometry->parts[lw_random_below(random, geometry->part_count)]
                                   : &geometry->hulls[lw_random_below(random, geometry->hull_count)];
    lw_convex shape = part->shape;
    if (!any_part && geometry->triangle_count)
        shape.radius = 0;
    return point_of(random, &shape, part->at);
}

static void test_shows_what_is_made(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(700, 100000);
    int as_they_are = 0;
    int shown = 0;
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        lw_part parts[PARTS];
        const lw_geometry *geometry = random_body(&random, &arena, parts);
        const lw_cover *cover = cover_of(&arena, geometry, 1 + lw_random_below(&random, MOST_BALLS));
        shown += shows_grown(geometry, cover->balls, cover->count);
        as_they_are += shows(geometry, cover->balls, cover->count);
        lw_arena_free(&arena);
    }
    printf("shown: %d of %d, as they are: %d\n", shown, rounds, as_they_are);
    assert_true(as_they_are >= 0.99 * rounds);
    /* the exceptions are needles a million times as long as wide */
    assert_true(shown >= 0.998 * rounds);
}

/* Covers with one ball shrunk, moved or left out: the proof fails, or every point is in a ball. */
static void test_never_shows_what_is_not_so(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(700, 100000);
    int shown = 0;
    int holes = 0;
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        lw_part parts[PARTS];
        lw_ball balls[MOST_BALLS + PARTS] = {{.radius = 0}};
        const lw_geometry *geometry = random_body(&random, &arena, parts);
        const lw_cover *cover = cover_of(&arena, geometry, 1 + lw_random_below(&random, MOST_BALLS));
        uint32_t count = cover->count;
        memcpy(balls, cover->balls, count * sizeof *balls);
        lw_ball *at = &balls[lw_random_below(&random, count)];
        double little = pow(10, lw_random_between(&random, -7, 0));
        uint32_t how = lw_random_below(&random, 3);
        vec3 away = random_direction(&random);
        if (how == 0)
            at->radius *= (float)(1 - little);
        else if (how == 1)
            for (int k = 0; k < 3; k++)
                at->center[k] += (float)(little * component3(away, k)) * at->radius;
        else
            *at = balls[--count];
        bool open = prove(geometry, balls, count).open;
        shown += !open;
        for (int i = 0; i < POINTS; i++) {
            if (any_holds(balls, count, point_of_body(&random, geometry)))
                continue;
            holes++;
            if (!open)
                fail_msg("round %d: a point is in none of %u balls", round, count);
            break;
        }
        lw_arena_free(&arena);
    }
    printf("shown: %d, with a hole: %d, of %d\n", shown, holes, rounds);
    assert_in_range(shown, rounds / 50, rounds);
    assert_in_range(holes, rounds / 5, rounds - shown);
}

/* ---- balls by hand ------------------------------------------------------------------------------ */

static lw_geometry *one_part(lw_arena *arena, lw_convex shape, vec3 at)
{
    const lw_part part = {shape, {mat3_identity(), at}};
    return build(arena, &(lw_geometry_def){.parts = &part, .part_count = 1});
}

static lw_ball ball(double x, double y, double z, double radius)
{
    return lw_ball_about(v3(x, y, z), radius);
}

static void test_a_ball(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const lw_convex sphere = {.core = LW_CORE_POINT, .radius = 0.5};
    const lw_geometry *geometry = one_part(&arena, sphere, v3(0, 0, 0));
    assert_true(shows(geometry, (lw_ball[]){ball(0, 0, 0, 0.5)}, 1));
    assert_false(shows(geometry, (lw_ball[]){ball(0, 0, 0, 0.4999999)}, 1));
    assert_false(shows(geometry, &(lw_ball){{1e-7F, 0, 0}, 0.5F}, 1));
    const lw_ball grown = lw_ball_grown(ball(0, 0, 0, 0.49999993), 0);
    assert_true(shows(geometry, &grown, 1));
    assert_true(shows(geometry, (lw_ball[]){ball(0, 0, 0, 0.2), ball(0.125, 0, 0, 0.625001)}, 2));
    /* another ball for each of two spheres */
    const lw_part two[] = {{sphere, pose_identity()}, {sphere, {mat3_identity(), v3(9, 0, 0)}}};
    geometry = build(&arena, &(lw_geometry_def){.parts = two, .part_count = 2});
    assert_true(shows(geometry, (lw_ball[]){ball(9, 0, 0, 0.51), ball(0, 0, 0, 0.51)}, 2));
    assert_false(shows(geometry, (lw_ball[]){ball(9, 0, 0, 0.51), ball(0, 0, 0, 0.49)}, 2));
    assert_false(shows(geometry, (lw_ball[]){ball(9, 0, 0, 0.49), ball(0, 0, 0, 0.51)}, 2));
    lw_arena_free(&arena);
}

/* The least factor, from 0.5 to 2, by which the radii of balls may be multiplied so that the proof
 * still passes. */
static double slack(const lw_geometry *geometry, const lw_ball *balls, uint32_t count)
{
    double least = 0.5;
    double most = 2;
    lw_ball own[PARTS];
    while (most - least > 1e-6) {
        double middle = 0.5 * (least + most);
        for (uint32_t i = 0; i < count; i++) {
            own[i] = balls[i];
            own[i].radius = (float)(middle * (double)balls[i].radius);
        }
        if (shows(geometry, own, count))
            most = middle;
        else
            least = middle;
    }
    return most;
}

/* If the least radii are known, the proof passes down to them, up to the rounding of floats. */
static void test_is_sharp(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const lw_convex cube = {.core = LW_CORE_BOX, .half = {1, 1, 1}};
    const lw_geometry *geometry = one_part(&arena, cube, v3(3, 0, 0));
    /* a ball for each eighth of the cube: the middle of the cube is a corner of each eighth */
    lw_ball eight[8];
    for (int i = 0; i < 8; i++)
        eight[i] = ball(3 + (i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2) - 0.5, 1);
    assert_float_equal(slack(geometry, eight, 8), sqrt(0.75), 1e-5);
    /* the inside counts: balls about the corners leave the middle open until their radius is its
     * distance */
    for (int i = 0; i < 8; i++)
        eight[i] = ball(3 + 2 * (i & 1) - 1, 2 * (i >> 1 & 1) - 1, 2 * (i >> 2) - 1, 1);
    assert_float_equal(slack(geometry, eight, 8), sqrt(3), 1e-5);
    assert_false(shows(geometry, eight, 8));
    /* two balls on a segment with a radius: half of it each, and the radius */
    const lw_convex bar = {.core = LW_CORE_BOX, .half = {1, 0, 0}, .radius = 0.5};
    geometry = one_part(&arena, bar, v3(0, 0, 0));
    const lw_ball two[] = {ball(-0.5, 0, 0, 1), ball(0.5, 0, 0, 1)};
    assert_float_equal(slack(geometry, two, 2), 1, 1e-5);
    /* a cylinder: 48 sides stick out by 0.2 % of its radius, 12 sides by 3.5 % */
    const lw_convex disk = {.core = LW_CORE_CYLINDER, .half = {1, 1, 0.25}};
    geometry = one_part(&arena, disk, v3(0, 0, 0));
    const lw_ball four[] = {ball(-0.25, 0, 0, 1), ball(0.25, 0, 0, 1), ball(0, -0.25, 0, 1),
                            ball(0, 0.25, 0, 1)};
    double least = sqrt(1 + 0.0625 - 0.5 * sqrt(0.5) + 0.0625);
    assert_in_range((int)(1e4 * slack(geometry, four, 4)), (int)(1e4 * least), (int)(1.003e4 * least));
    const lw_convex cone = {.core = LW_CORE_CONE, .half = {1, 1, 1}};
    geometry = one_part(&arena, cone, v3(0, 0, 0));
    const lw_ball five[] = {ball(-0.5, 0, -1, 1), ball(0.5, 0, -1, 1), ball(0, -0.5, -1, 1),
                            ball(0, 0.5, -1, 1), ball(0, 0, 0.5, 1)};
    assert_in_range((int)(1e3 * slack(geometry, five, 5)), 800, 1000);
    lw_arena_free(&arena);
}

/* A ball for each twelfth of a disk, and none for one of them. */
static void test_wedges(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const lw_convex disk = {.core = LW_CORE_CYLINDER, .half = {1, 1, 0.1}};
    const lw_geometry *geometry = one_part(&arena, disk, v3(0, 0, 0));
    lw_ball balls[12];
    for (int i = 0; i < 12; i++) {
        double angle = (i + 0.5) * 0.5235987755982988;
        balls[i] = ball(0.55 * cos(angle), 0.55 * sin(angle), 0, 0.58);
    }
    assert_true(shows(geometry, balls, 12));
    for (int i = 0; i < 12; i++) {
        lw_ball last = balls[11];
        balls[11] = balls[i];
        balls[i] = last;
        assert_false(shows(geometry, balls, 11));
        balls[i] = balls[11];
        balls[11] = last;
    }
    lw_arena_free(&arena);
}

/* The proof passes for covers of cylinders, which are made for a prism of twelve sides. */
static void test_cylinders(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= MOST_BALLS; count++)
        for (int i = 0; i < 6; i++) {
            lw_arena arena = {0};
            static const double lengths[] = {0.01, 0.1, 0.4, 1, 3, 10};
            const lw_convex can = {.core = LW_CORE_CYLINDER, .half = {1, 1, lengths[i]}};
            const lw_geometry *geometry = one_part(&arena, can, v3(0, 0, 0));
            const lw_cover *cover = cover_of(&arena, geometry, count);
            if (!shows(geometry, cover->balls, cover->count))
                fail_msg("%u balls, length %g", count, lengths[i]);
            lw_arena_free(&arena);
        }
}

/* Balls that contain a unit ball but for a small place on it: one that leaves out a cap, and twelve
 * small ones about its middle. */
static uint32_t leave_open(vec3 at, lw_ball balls[13])
{
    vec3 p = lw_perpendicular(at);
    vec3 q = cross(at, p);
    balls[0] = ball(-2 * at.x, -2 * at.y, -2 * at.z, 2.98);
    for (int i = 0; i < 12; i++) {
        double angle = i * 0.5235987755982988;
        vec3 c = add(at, add(scale(0.25 * cos(angle), p), scale(0.25 * sin(angle), q)));
        balls[i + 1] = ball(c.x, c.y, c.z, 0.21);
    }
    return 13;
}

/* Each face of the polytope about an ellipsoid is looked at: where a ball is missing over one of them,
 * the ellipsoid is not shown. */
static void test_ellipsoids(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const lw_convex round = {.core = LW_CORE_ELLIPSOID, .half = {1, 1, 1}};
    const lw_geometry *geometry = one_part(&arena, round, v3(0, 0, 0));
    for (int ring = 0; ring <= 6; ring++)
        for (int side = 0; side < 12; side++)
            for (int half = 0; half < 2; half++) {
                vec3 corner[3] = {v3(0, 0, ring ? -1 : 1)};
                int other = ring % 6 ? half : 0;
                if (ring % 6)
                    corner[0] = lw_ellipsoid_corner(round.half, 12, ring - 1 + half, side + half);
                corner[1] =
                    lw_ellipsoid_corner(round.half, 12, ring == 6 ? 5 : ring - 1 + !ring, side + 1);
                corner[2] = lw_ellipsoid_corner(round.half, 12, ring % 6 ? ring : ring ? 5 : 0, side);
                vec3 middle = add(corner[0], add(corner[1], corner[2]));
                lw_ball balls[14];
                uint32_t count = leave_open(scale(1 / norm(middle), middle), balls);
                if (shows(geometry, balls, count))
                    fail_msg("a hole over face %d, %d, %d is not seen", ring, side, other);
                balls[count] = ball(middle.x / 3, middle.y / 3, middle.z / 3, 0.2);
                if (!shows(geometry, balls, count + 1))
                    fail_msg("face %d, %d, %d is covered", ring, side, other);
            }
    lw_arena_free(&arena);
    /* covers as they are made contain the polytope of few sides */
    for (uint32_t count = 1; count <= MOST_BALLS; count++)
        for (int i = 0; i < 6; i++) {
            static const vec3 halves[] = {{1, 1, 1}, {1, 1, 0.01}, {1, 0.01, 0.01},
                                          {1, 2, 3}, {0.1, 1, 1},  {3, 1, 1}};
            const lw_convex egg = {.core = LW_CORE_ELLIPSOID, .half = halves[i]};
            geometry = one_part(&arena, egg, v3(0.1, 0, 0));
            const lw_cover *cover = cover_of(&arena, geometry, count);
            if (!shows_grown(geometry, cover->balls, cover->count))
                fail_msg("%u balls, ellipsoid %d", count, i);
            lw_arena_free(&arena);
        }
    /* 48 sides stick out by 0.43 % at most */
    geometry = one_part(&arena, round, v3(0, 0, 0));
    const lw_ball tight[] = {ball(0.05, 0, 0, 1.0545), ball(0, 0, 0.05, 1.0545)};
    assert_true(shows(geometry, tight, 1) && shows(geometry, tight + 1, 1));
    const lw_ball small[] = {ball(0.05, 0, 0, 1.0495), ball(0, 0, 0.05, 1.0495)};
    assert_false(shows(geometry, small, 1) || shows(geometry, small + 1, 1));
    lw_arena_free(&arena);
}

/* A flat polygon of eight corners. A ball in the middle leaves out the corners; each has a ball of its
 * own, and the proof fails if one of these is too small. */
static void test_corners_of_a_polygon(void **state)
{
    (void)state;
    lw_arena arena = {0};
    double points[24] = {0};
    lw_ball balls[9] = {ball(0, 0, 0, 0.97)};
    for (int i = 0; i < 8; i++) {
        points[3 * i] = cos(i * 0.7853981633974483);
        points[3 * i + 1] = sin(i * 0.7853981633974483);
        balls[i + 1] = ball(points[3 * i], points[3 * i + 1], 0, 0.15);
    }
    lw_polytope *polytope = NULL;
    assert_int_equal(lw_polytope_create(&arena, points, 8, &polytope, NULL), LW_OK);
    assert_int_equal(polytope->facet_count, 0);
    const lw_convex shape = {.core = LW_CORE_POLYTOPE, .polytope = polytope};
    const lw_geometry *geometry = one_part(&arena, shape, v3(0, 0, 0));
    assert_true(shows(geometry, balls, 9));
    for (int i = 1; i < 9; i++) {
        float radius = balls[i].radius;
        balls[i].radius = 0.02F;
        assert_false(shows(geometry, balls, 9));
        balls[i].radius = radius;
    }
    lw_arena_free(&arena);
}

/* A tetrahedron whose balls leave out one of the four pieces between its centre and its facets: of
 * balls in a grid, those that reach another piece are kept. */
static void test_every_facet(void **state)
{
    (void)state;
    enum { ALONG = 11 };
    static const double corners[] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
    for (uint32_t open = 0; open < 4; open++) {
        lw_arena arena = {0};
        lw_polytope *polytope = NULL;
        lw_convex pieces[4];
        lw_ball balls[ALONG * ALONG * ALONG];
        uint32_t count = 0;
        vec3 middle = {0, 0, 0};
        assert_int_equal(lw_polytope_create(&arena, corners, 4, &polytope, NULL), LW_OK);
        assert_int_equal(polytope->facet_count, 4);
        for (uint32_t f = 0; f < 4; f++) {
            vec3 own[4] = {polytope->center};
            for (int k = 0; k < 3; k++) {
                own[k + 1] = polytope->vertices[polytope->facets[f][k]];
                middle = f == open ? add_scaled(middle, 1.0 / 3, own[k + 1]) : middle;
            }
            lw_polytope *piece = NULL;
            assert_int_equal(lw_polytope_create(&arena, &own[0].x, 4, &piece, NULL), LW_OK);
            pieces[f] = (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = piece};
        }
        for (int i = 0; i < ALONG * ALONG * ALONG; i++) {
            int y = i / ALONG % ALONG;
            int z = i / ALONG / ALONG;
            vec3 at = v3(0.22 * (i % ALONG) - 1.1, 0.22 * y - 1.1, 0.22 * z - 1.1);
            bool reaches = false;
            for (uint32_t f = 0; f < 4; f++)
                reaches |= f != open && wide_outside(&pieces[f], widen(at)) < 0.2;
            if (reaches)
                balls[count++] = lw_ball_about(at, 0.2);
        }
        assert_false(any_holds(balls, count, widen(middle)));
        const lw_convex shape = {.core = LW_CORE_POLYTOPE, .polytope = polytope};
        const lw_geometry *geometry = one_part(&arena, shape, v3(0, 0, 0));
        assert_false(shows(geometry, balls, count));
        /* facets that do not close prove nothing */
        uint32_t last[3];
        memcpy(last, polytope->facets[3], sizeof last);
        memcpy(polytope->facets[3], polytope->facets[open], sizeof last);
        memcpy(polytope->facets[open], last, sizeof last);
        polytope->facet_count = 3;
        assert_false(shows(geometry, balls, count));
        lw_arena_free(&arena);
    }
}

/* A capsule under small balls along its line: a ball at either end and balls between them, smaller than
 * its grown core would need. */
static void test_a_capsule(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const lw_convex capsule = {.core = LW_CORE_SEGMENT, .half = {0, 0, 0.2}, .radius = 0.1};
    const lw_geometry *geometry = one_part(&arena, capsule, v3(0, 0, 0));
    lw_ball balls[9];
    for (int i = 0; i < 9; i++)
        balls[i] = ball(0, 0, 0.05 * (i - 4), 0.105);
    assert_true(shows(geometry, balls, 9));
    balls[4].radius = 0.09F;
    assert_false(shows(geometry, balls, 9));
    balls[4].radius = 0.105F;
    balls[8].radius = 0.0999F;
    assert_false(shows(geometry, balls, 9));
    balls[8].radius = 0.105F;
    balls[0].radius = 0.0999F;
    assert_false(shows(geometry, balls, 9));
    lw_arena_free(&arena);
}

/* Polygons without thickness, and with next to none, with vertices in random order; also points on one
 * line. */
static void test_flat_polytopes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int gaps = 0;
    for (int round = 0; round < 400; round++) {
        lw_arena arena = {0};
        double points[3 * CORNERS];
        static const double thick[] = {0, 1e-17, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5};
        bool straight = lw_random_below(&random, 3) == 0;
        double thin = thick[lw_random_below(&random, straight ? 5 : 7)];
        mat3 turned = random_rotation(&random);
        for (int i = 0; i < CORNERS; i++) {
            vec3 p = random_vector(&random, 1);
            p = rotate(turned, v3(p.x, straight ? thin * p.y : p.y, thin * p.z));
            memcpy(points + 3 * i, (double[]){p.x, p.y, p.z}, 3 * sizeof *points);
        }
        lw_polytope *polytope = NULL;
        assert_int_equal(lw_polytope_create(&arena, points, CORNERS, &polytope, NULL), LW_OK);
        const lw_convex shape = {.core = LW_CORE_POLYTOPE, .polytope = polytope};
        const lw_geometry *geometry = one_part(&arena, shape, v3(0, 0, 0));
        const lw_cover *cover = cover_of(&arena, geometry, 6);
        if (!shows_grown(geometry, cover->balls, cover->count))
            fail_msg("round %d: %u vertices, %u facets, thickness %g", round, polytope->vertex_count,
                     polytope->facet_count, thin);
        lw_ball few[6];
        for (uint32_t i = 0; i < cover->count; i++) {
            few[i] = cover->balls[i];
            few[i].radius *= 0.7F;
        }
        bool open = false;
        for (uint32_t i = 0; i < polytope->vertex_count; i++)
            open |= !any_holds(few, cover->count, widen(polytope->vertices[i]));
        gaps += open;
        assert_false(open && shows(geometry, few, cover->count));
        lw_arena_free(&arena);
    }
    assert_true(gaps > 300);
}

/* Facets that do not close, or of which one has the centre outside its plane, prove nothing: the box
 * about the vertices stands for them. */
static void test_bad_facets(void **state)
{
    (void)state;
    lw_arena arena = {0};
    double corners[24];
    for (int i = 0; i < 24; i++)
        corners[i] = (i % 3 ? 1 : 4) * (i / 3 >> i % 3 & 1 ? 1 : -1);
    corners[23] = 1.5;
    lw_polytope *polytope = NULL;
    assert_int_equal(lw_polytope_create(&arena, corners, 8, &polytope, NULL), LW_OK);
    const lw_convex shape = {.core = LW_CORE_POLYTOPE, .polytope = polytope};
    const lw_geometry *geometry = one_part(&arena, shape, v3(0, 0, 0));
    const lw_cover *cover = cover_of(&arena, geometry, 12);
    assert_true(shows(geometry, cover->balls, cover->count));
    /* without the balls over the middle of the last facet, and without that facet */
    lw_ball balls[12];
    uint32_t count = 0;
    const uint32_t *facet = polytope->facets[polytope->facet_count - 1];
    vec3 middle = scale(1.0 / 3, add(polytope->vertices[facet[0]],
                                     add(polytope->vertices[facet[1]], polytope->vertices[facet[2]])));
    for (uint32_t i = 0; i < cover->count; i++)
        if (!holds(&cover->balls[i], widen(middle)))
            balls[count++] = cover->balls[i];
    assert_in_range(count, 1, cover->count - 1);
    polytope->facet_count--;
    assert_false(shows(geometry, balls, count));
    polytope->facet_count++;
    assert_false(shows(geometry, balls, count));
    /* a facet turned round; a facet twice */
    uint32_t(*last)[3] = &polytope->facets[polytope->facet_count - 1];
    uint32_t kept[3] = {(*last)[0], (*last)[1], (*last)[2]};
    memcpy(*last, (uint32_t[]){kept[1], kept[0], kept[2]}, sizeof kept);
    assert_false(shows(geometry, balls, count));
    memcpy(*last, polytope->facets[0], sizeof kept);
    assert_false(shows(geometry, balls, count));
    /* balls that contain the box are enough for any facets */
    assert_true(shows(geometry, (lw_ball[]){ball(-2, 0, 0, 2.7), ball(2, 0, 0, 2.7)}, 2));
    lw_arena_free(&arena);
}

static void test_many_parts_and_a_mesh(void **state)
{
    (void)state;
    lw_arena arena = {0};
    const lw_geometry *geometry = parts_and_mesh(&arena);
    const lw_cover *cover = cover_of(&arena, geometry, 12);
    assert_true(shows(geometry, cover->balls, 1));
    /* a ball for each half of the box about the body */
    lw_ball two[] = {ball(2.25, 4.5, 0, 5.2), ball(6.75, 4.5, 0, 5.2)};
    assert_true(shows(geometry, two, 2));
    two[0].radius = 5;
    assert_false(shows(geometry, two, 2));
    lw_arena_free(&arena);
}

static void test_memory(void **state)
{
    (void)state;
    lw_arena arena = {0};
    /* one polytope with facets, one flat */
    double corners[24];
    for (int i = 0; i < 24; i++)
        corners[i] = (i % 3 ? 1 : 4) * (i / 3 >> i % 3 & 1 ? 1 : -1);
    lw_polytope *polytope[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        assert_int_equal(lw_polytope_create(&arena, corners, i ? 4 : 8, &polytope[i], NULL), LW_OK);
    lw_part parts[2];
    for (int i = 0; i < 2; i++)
        parts[i] = (lw_part){{.core = LW_CORE_POLYTOPE, .polytope = polytope[i]}, pose_identity()};
    const lw_geometry *geometry = build(&arena, &(lw_geometry_def){.parts = parts, .part_count = 2});
    const lw_cover *cover = cover_of(&arena, geometry, 12);
    int failures = 0;
    for (bool failed = true; failed; failures += failed) {
        lw_cover_gap gap;
        lw_arena own = {0};
        const lw_cover *taken = NULL;
        lw_error error = {0};
        allocation_fail((size_t)failures + 1);
        lw_status status = lw_cover_prove(geometry, cover->balls, cover->count, &gap, &error);
        if (!status)
            status = lw_cover_take(&own, geometry, cover->balls, cover->count, &taken, &error);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        lw_arena_free(&own);
    }
    assert_true(failures >= 4);
    lw_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shows_what_is_made),
        cmocka_unit_test(test_never_shows_what_is_not_so),
        cmocka_unit_test(test_a_ball),
        cmocka_unit_test(test_wedges),
        cmocka_unit_test(test_cylinders),
        cmocka_unit_test(test_ellipsoids),
        cmocka_unit_test(test_corners_of_a_polygon),
        cmocka_unit_test(test_every_facet),
        cmocka_unit_test(test_is_sharp),
        cmocka_unit_test(test_a_capsule),
        cmocka_unit_test(test_flat_polytopes),
        cmocka_unit_test(test_bad_facets),
        cmocka_unit_test(test_many_parts_and_a_mesh),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
