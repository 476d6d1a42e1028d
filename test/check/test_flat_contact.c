/* First contacts of two convex bodies in the plane, to a billionth of the motion: PCDA, which the
 * search of the plane hands its last interval, against the search over time in space, which makes
 * claims; with a third body far away and without one. */
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "seed.h"
#include "small_scene.h"

enum { MOST = 12, STEPS = 3 };

static const double TOLERANCE = 1e-9; /* of the motion */

/* A polygon, or of one corner a disc; the last coordinate of each corner is 0. */
typedef struct outline {
    size_t count;
    double corners[3 * MOST];
    double radius; /* by which it is grown; of a disc, its own */
    double at[3];  /* x, y and angle on the link */
} outline;

typedef struct vehicles {
    outline bodies[2];
    double rows[2][STEPS * 3], rates[2][STEPS * 3];
    double times[2][STEPS];
    lw_interpolation by[2];
    double margin;
    bool parked; /* the second is an obstacle, which stands at its first row */
} vehicles;

static void random_outline(lw_random *random, bool sharp, outline *out)
{
    *out =
        (outline){.count = sharp || lw_random_below(random, 4) ? 3 + lw_random_below(random, 10) : 1};
    double size = lw_random_between(random, 0.05, 0.5);
    for (size_t i = 0; i < out->count && out->count > 1; i++) {
        double angle =
            6.283185307179586 * ((double)i + lw_random_between(random, 0, 1)) / (double)out->count;
        out->corners[3 * i] = size * cos(angle);
        out->corners[3 * i + 1] = 0.7 * size * sin(angle);
    }
    if (!sharp && (out->count == 1 || lw_random_below(random, 2)))
        out->radius = lw_random_between(random, 0.01, 0.2);
    for (int k = 0; k < 3; k++)
        out->at[k] = lw_random_below(random, 2) ? 0 : lw_random_between(random, -1, 1);
}

static void random_vehicles(lw_random *random, bool sharp, vehicles *out)
{
    out->margin = sharp || lw_random_below(random, 2) ? 0 : 0.02;
    out->parked = lw_random_below(random, 3) == 0;
    for (int r = 0; r < 2; r++) {
        random_outline(random, sharp, &out->bodies[r]);
        out->by[r] = (lw_interpolation[]){LW_INTERPOLATION_LINEAR,
                                          LW_INTERPOLATION_CUBIC}[lw_random_below(random, 2)];
        double time = lw_random_between(random, 0, 1);
        for (int k = 0; k < STEPS; k++) {
            out->times[r][k] = time;
            time += lw_random_between(random, 0.3, 1);
            for (int c = 0; c < 3; c++) {
                const double most = c < 2 ? 2 : 8; /* metres, radians */
                out->rows[r][3 * k + c] = lw_random_between(random, -most, most);
                out->rates[r][3 * k + c] = lw_random_between(random, -2 * most, 2 * most);
            }
        }
    }
}

static lw_shape_def shape_of(const outline *body)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = body->count == 1 ? LW_SHAPE_DISC : LW_SHAPE_POLYGON;
    shape.vertices = body->corners;
    shape.vertex_count = body->count;
    *(body->count == 1 ? &shape.radius : &shape.rounding) = body->radius;
    return shape;
}

static lw_pose pose_of(const double at[3])
{
    return lw_pose_from_rpy((lw_vec3){at[0], at[1], 0}, 0, 0, at[2]);
}

static void add_vehicle(lw_scene *scene, const char *name, const outline *body)
{
    lw_error error = {0};
    lw_joint_def joint = lw_default_joint();
    lw_shape_def shape = shape_of(body);
    joint.name = "drive";
    joint.kind = LW_JOINT_PLANAR;
    joint.parent = "ground";
    joint.child = "body";
    joint.axis = (lw_vec3){0, 0, 1};
    succeed(lw_scene_add_robot(scene, name, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, name, "ground", &error), &error);
    succeed(lw_scene_add_link(scene, name, "body", &error), &error);
    succeed(lw_scene_add_joint(scene, name, &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, name, "body", &shape, pose_of(body->at), &error), &error);
}

static built_scene build(const vehicles *v, bool third)
{
    static const char *const names[2] = {"one", "other"};
    lw_error error = {0};
    lw_track tracks[2];
    lw_shape_def disc = sphere_of(0.1);
    lw_pose far = lw_pose_identity();
    lw_scene *scene = new_scene();
    disc.kind = LW_SHAPE_DISC;
    far.position.x = 50;
    succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    succeed(lw_scene_set_margin(scene, v->margin, &error), &error);
    const size_t robots = v->parked ? 1 : 2;
    for (size_t r = 0; r < robots; r++)
        add_vehicle(scene, names[r], &v->bodies[r]);
    lw_shape_def other = shape_of(&v->bodies[1]);
    if (v->parked)
        succeed(lw_scene_add_obstacle(scene, names[1], &other, pose_of(v->rows[1]), &error), &error);
    if (third)
        succeed(lw_scene_add_obstacle(scene, "far", &disc, far, &error), &error);
    built_scene out = build_on(scene);
    for (size_t r = 0; r < robots; r++) {
        tracks[r] = lw_default_track();
        tracks[r].joints = lw_scene_joints(scene, names[r], NULL, &error);
        tracks[r].times = v->times[r];
        tracks[r].positions = v->rows[r];
        tracks[r].kind = LW_TRACK_TRAJECTORY;
        tracks[r].point_count = STEPS;
        tracks[r].interpolation = v->by[r];
        tracks[r].velocities = v->by[r] == LW_INTERPOLATION_CUBIC ? v->rates[r] : NULL;
    }
    succeed(lw_motion_set(out.motion, tracks, robots, &error), &error);
    return out;
}

static lw_status drop_claim(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

/* claims: by the search over time in space; queries: the budget, or 0 */
static lw_verdict first_contact(const built_scene *b, bool claims, uint64_t queries)
{
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    lw_error error = {0};
    options.time_tolerance = TOLERANCE;
    options.distance_tolerance = 1e-11;
    options.budget_queries = queries;
    if (claims)
        options.claim = drop_claim;
    succeed(lw_check(b->checker, b->motion, &options, &verdict, &error), &error);
    return verdict;
}

/* queries of motions in contact, with a third body and without, and samples */
typedef struct tally {
    size_t contacts, free, undecided;
    uint64_t queries[2], samples[2], free_queries;
} tally;

static void compare(const vehicles *v, tally *all, int round)
{
    double begin;
    double end;
    built_scene b = build(v, false);
    lw_motion_interval(b.motion, &begin, &end);
    lw_verdict claimed = first_contact(&b, true, 0);
    for (int third = 0; third < 2; third++) {
        if (third) {
            drop_built(&b);
            b = build(v, true);
        }
        lw_verdict found = first_contact(&b, false, 0);
        if (found.kind == LW_VERDICT_UNDECIDED || claimed.kind == LW_VERDICT_UNDECIDED) {
            all->undecided++;
            continue;
        }
        if (found.kind != claimed.kind)
            fail_msg("round %d: verdict %d, and %d with claims", round, (int)found.kind,
                     (int)claimed.kind);
        if (found.kind == LW_VERDICT_FREE) {
            all->free_queries += found.queries;
            all->free++;
            continue;
        }
        assert_true(found.first && found.time - found.free_until <= TOLERANCE * (end - begin));
        if (fabs(found.time - claimed.time) > 2 * TOLERANCE * (end - begin))
            fail_msg("round %d: contact at %.17g, and at %.17g with claims", round, found.time,
                     claimed.time);
        all->queries[third] += found.queries;
        all->samples[third] += found.samples;
        all->contacts += third;
    }
    drop_built(&b);
}

static tally compare_all(bool sharp, int rounds)
{
    lw_random random = {test_seed()};
    tally all = {0};
    for (int round = 0; round < rounds; round++) {
        vehicles v;
        random_vehicles(&random, sharp, &v);
        compare(&v, &all, round);
    }
    double count = (double)all.contacts;
    printf(
        "%s: %zu contacts, %zu free, %zu undecided; a contact takes %.2f queries, %.2f samples; %.2f, "
        "%.2f with a third body; free %.2f\n",
        sharp ? "polygons" : "all outlines", all.contacts, all.free / 2, all.undecided,
        (double)all.queries[0] / count, (double)all.samples[0] / count, (double)all.queries[1] / count,
        (double)all.samples[1] / count, (double)all.free_queries / (double)all.free);
    assert_true(all.contacts > (size_t)rounds / 4 && all.free > (size_t)rounds / 4);
    assert_true(all.undecided <= (size_t)rounds / 100);
    assert_true(all.queries[1] == all.queries[0] && all.samples[1] == all.samples[0]);
    return all;
}

static void test_polygons(void **state)
{
    (void)state;
    tally all = compare_all(true, test_rounds(16000, 100000));
    assert_true((double)all.queries[0] <= 15 * (double)all.contacts);
}

static void test_outlines(void **state)
{
    (void)state;
    tally all = compare_all(false, test_rounds(1000, 50000));
    assert_true((double)all.queries[0] <= 15 * (double)all.contacts);
}

/* However few queries there are, no contact is passed over. */
static void test_budgets(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t ended = 0;
    for (int round = 0; round < 200; round++) {
        vehicles v;
        random_vehicles(&random, false, &v);
        built_scene b = build(&v, false);
        lw_verdict whole = first_contact(&b, false, 0);
        for (uint64_t queries = 1; queries <= whole.queries; queries++) {
            lw_verdict some = first_contact(&b, false, queries);
            assert_true(some.queries <= queries + 2); /* two more measure the contact */
            assert_true(some.kind != LW_VERDICT_FREE || whole.kind == LW_VERDICT_FREE);
            if (whole.kind == LW_VERDICT_CONTACT)
                assert_true(some.free_until <= whole.time);
            ended += some.reason == LW_REASON_BUDGET;
        }
        drop_built(&b);
    }
    assert_true(ended > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_polygons), cmocka_unit_test(test_outlines),
                                       cmocka_unit_test(test_budgets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
