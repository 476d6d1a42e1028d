/* The lower bound of a clearance is at least the margin that a free verdict has proven. Tests it on
 * random motions, in space with padding and objects that are attached and released on the way, and in
 * the plane. The margins of scenes and pairs are set to just below the distances that the bodies keep,
 * within the tolerance of the bracket. Each bracket also contains the smallest distance that was found
 * with the original margins. */
#include "check/checker/checker.h"
#include "furnished.h"
#include "pair_at.h"
#include "seed.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { NEAR = 64 };

typedef struct tally {
    int free, brackets, pairs;
    int within; /* brackets of the motion and of pairs whose margin lies within the tolerance */
} tally;

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

static lw_check_options with_clearance(lw_method method)
{
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.clearance = true;
    return options;
}

/* The least margin of a pair over the stages of a motion in which it is checked. */
static double margin_of(const lw_motion *motion, const int64_t pair[2])
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < lw_motion_stage_count(motion); i++) {
        const lw_scene *scene = lw_motion_scene(lw_motion_stage(motion, i));
        int64_t bodies[2];
        for (int k = 0; k < 2; k++)
            bodies[k] = lw_motion_stage_body(motion, i, (size_t)pair[k]);
        int64_t index = bodies[0] < 0 || bodies[1] < 0
                            ? -1
                            : lw_scene_find_pair(scene, (size_t)bodies[0], (size_t)bodies[1]);
        if (index >= 0)
            least = fmin(least, pair_at(scene->frozen, (size_t)index).margin);
    }
    assert_true(least < HUGE_VAL);
    return least;
}

static void check_end(const lw_motion *motion, const lw_clearance *found, tally *all)
{
    double margin = margin_of(motion, found->pair);
    if (!(found->lower >= margin && found->lower <= found->upper))
        fail_msg("%.17g to %.17g, where the margin is %.17g", found->lower, found->upper, margin);
    all->within += margin > found->upper - fmax(0.01 * found->upper, 1e-5);
}

/* known: a bracket of the same motion, with other margins */
static void check_bracket(const lw_motion *motion, const lw_clearance *found, const lw_clearance *known,
                          tally *all)
{
    assert_int_equal(found->pair[0] >= 0, known->pair[0] >= 0);
    if (found->pair[0] < 0)
        return;
    check_end(motion, found, all);
    if (!(found->lower <= known->upper && known->lower <= found->upper))
        fail_msg("%.17g to %.17g, and by other margins %.17g to %.17g", found->lower, found->upper,
                 known->lower, known->upper);
    all->brackets++;
}

/* The search for near misses must make no claims. */
static lw_status refuse(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    fail_msg("near misses made a claim");
    return LW_ERROR_STATE;
}

/* Checks all clearances and near misses of a motion, by a method that proves. */
static void check_motion(lw_checker *checker, const lw_motion *motion, lw_method method,
                         const lw_verdict *known, tally *all)
{
    lw_error error = {0};
    lw_check_options options = with_clearance(method);
    lw_verdict verdict = lw_default_verdict();
    lw_clearance near[NEAR];
    size_t count = 0;
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    if (verdict.kind != LW_VERDICT_FREE)
        return;
    all->free++;
    check_bracket(motion, &verdict.clearance, &known->clearance, all);
    check_bracket(motion, &verdict.self_clearance, &known->self_clearance, all);
    double far = known->clearance.pair[0] >= 0 ? 2 * known->clearance.upper : 1;
    if (!(far > 0))
        return;
    options.claim = refuse;
    options.fixed_pairs = 1;
    succeed(lw_near_misses(checker, motion, far, &options, near, NEAR, &count, &error), &error);
    options.claim = NULL;
    for (size_t i = 0; i < count && i < NEAR; i++, all->pairs++)
        check_end(motion, &near[i], all);
    /* the queries suffice for the verdict, but not for the distances */
    options.clearance = false;
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    options.budget_queries = verdict.queries + 1;
    succeed(lw_near_misses(checker, motion, far, &options, near, NEAR, &count, &error), &error);
    for (size_t i = 0; i < count && i < NEAR; i++)
        check_end(motion, &near[i], all);
}

static double just_below(lw_random *random, double distance)
{
    return distance * (1 - pow(10, lw_random_between(random, -9, -1.8)));
}

/* ---- in space ---------------------------------------------------------------------------------- */

/* Sets margins just below the distances found, for all pairs or for some. */
static void tighten(bench *b, const lw_verdict *found, furniture *f)
{
    lw_clearance near[NEAR];
    size_t count = 0;
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    const lw_clearance *kinds[] = {&found->clearance, &found->self_clearance};
    double *margins[] = {&f->margin, &f->self_margin};
    options.clearance_relative = 1e-6;
    options.clearance_absolute = 1e-9;
    options.fixed_pairs = 1;
    for (int i = 0; i < 2; i++)
        if (kinds[i]->pair[0] >= 0 && lw_random_below(&b->random, 3))
            *margins[i] = just_below(&b->random, kinds[i]->lower);
    f->margin_count = 0;
    double far = fmax(found->clearance.pair[0] < 0 ? 0 : found->clearance.upper,
                      found->self_clearance.pair[0] < 0 ? 0 : found->self_clearance.upper);
    if (!(far > 0) || !lw_random_below(&b->random, 3))
        return;
    succeed(
        lw_near_misses(b->checker, b->motion->motion, 1.2 * far, &options, near, NEAR, &count, &error),
        &error);
    for (size_t i = 0; i < count && i < NEAR && f->margin_count < MARGINS; i++) {
        if (lw_random_below(&b->random, 2))
            continue;
        pair_margin *entry = &f->margins[f->margin_count++];
        for (int k = 0; k < 2; k++)
            snprintf(entry->names[k], NAME, "%s",
                     lw_scene_body_name(b->world->scene, (size_t)near[i].pair[k]));
        entry->margin = lw_random_below(&b->random, 4) ? just_below(&b->random, near[i].lower) : 0;
    }
}

static void ask_tightened(bench *b, uint64_t motion, bool any, void *context)
{
    (void)any;
    lw_error error = {0};
    lw_check_options options = with_clearance(LW_METHOD_AUTO);
    lw_verdict known = lw_default_verdict();
    options.clearance_relative = 1e-6;
    options.clearance_absolute = 1e-9;
    succeed(lw_check(b->checker, b->motion->motion, &options, &known, &error), &error);
    if (known.kind != LW_VERDICT_FREE)
        return;
    furniture f = b->furniture;
    tighten(b, &known, &f);
    world *tight = furnished_as(b, &f);
    world_motion *same = world_motion_create(tight);
    lw_checker *checker = new_checker(tight);
    lw_random own = {motion};
    furnished_motion(tight, motion, same);
    if (lw_random_below(&own, 4) == 0)
        furnished_payloads(&own, tight, same);
    for (int method = LW_METHOD_AUTO; method <= LW_METHOD_SLAB; method++)
        check_motion(checker, same->motion, (lw_method)method, &known, context);
    lw_checker_destroy(checker);
    world_motion_free(same);
    world_free(tight);
}

static void report(const tally *all)
{
    printf("%d free verdicts, %d brackets and %d near pairs, %d of them with a margin within the "
           "tolerance\n",
           all->free, all->brackets, all->pairs, all->within);
}

static void test_space(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    tally all = {0};
    int rounds = test_motion_count(1000, 30000);
    int carried = furnished_each(&b, rounds, ask_tightened, &all);
    report(&all);
    assert_true(carried > rounds / 40);
    assert_true(all.free > rounds / 2 && all.brackets > rounds / 2 && all.within > rounds / 2);
}

/* ---- in the plane ------------------------------------------------------------------------------ */

enum { PLATES = 5, ROWS = 4 };

typedef struct flat_world {
    double vehicle[8], plates[PLATES][8]; /* quadrilaterals */
    double places[PLATES][2];
    double rows[ROWS][3];
    double padding, margin;
    double margins[PLATES]; /* of a pair; negative: the scene's */
} flat_world;

static const char *const plate_names[PLATES] = {"a", "b", "c", "d", "e"};

static void random_outline(lw_random *random, double size, double out[8])
{
    for (int i = 0; i < 4; i++) {
        double angle = 1.5707963267948966 * (i + lw_random_between(random, 0, 0.5));
        out[2 * i] = size * cos(angle);
        out[2 * i + 1] = size * sin(angle);
    }
}

static void random_flat_world(lw_random *random, flat_world *w)
{
    random_outline(random, 0.3, w->vehicle);
    for (int i = 0; i < PLATES; i++) {
        random_outline(random, 0.2, w->plates[i]);
        w->margins[i] = -1;
        for (int k = 0; k < 2; k++)
            w->places[i][k] = lw_random_between(random, -3, 3);
    }
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < 3; k++)
            w->rows[i][k] = lw_random_between(random, -3, 3);
    w->padding = lw_random_below(random, 2) ? 0 : 0.05;
    w->margin = 0;
}

static lw_shape_def polygon(const double outline[8], double corners[12])
{
    lw_shape_def shape = lw_default_shape();
    for (int i = 0; i < 4; i++) {
        corners[3 * i] = outline[2 * i];
        corners[3 * i + 1] = outline[2 * i + 1];
        corners[3 * i + 2] = 0;
    }
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = corners;
    shape.vertex_count = 4;
    return shape;
}

static void add_vehicle(lw_scene *scene, const flat_world *w, lw_error *error)
{
    double corners[12];
    lw_shape_def shape = polygon(w->vehicle, corners);
    lw_joint_def joint = lw_default_joint();
    joint.name = "at";
    joint.kind = LW_JOINT_PLANAR;
    joint.axis = (lw_vec3){0, 0, 1};
    joint.parent = "ground";
    joint.child = "body";
    succeed(lw_scene_add_robot(scene, "robot", lw_pose_identity(), error), error);
    succeed(lw_scene_add_link(scene, "robot", "ground", error), error);
    succeed(lw_scene_add_link(scene, "robot", "body", error), error);
    succeed(lw_scene_add_joint(scene, "robot", &joint, error), error);
    succeed(lw_scene_add_shape(scene, "robot", "body", &shape, lw_pose_identity(), error), error);
    succeed(lw_scene_set_link_padding(scene, "robot", "body", 1, w->padding, error), error);
}

typedef struct flat_scene {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
} flat_scene;

static flat_scene build(const flat_world *w)
{
    flat_scene out = {0};
    lw_error error = {0};
    double corners[12];
    succeed(lw_scene_create(&out.scene, &error), &error);
    succeed(lw_scene_set_dimension(out.scene, 2, &error), &error);
    succeed(lw_scene_set_margin(out.scene, w->margin, &error), &error);
    add_vehicle(out.scene, w, &error);
    for (int i = 0; i < PLATES; i++) {
        lw_shape_def shape = polygon(w->plates[i], corners);
        lw_pose place = lw_pose_identity();
        place.position = (lw_vec3){w->places[i][0], w->places[i][1], 0};
        succeed(lw_scene_add_obstacle(out.scene, plate_names[i], &shape, place, &error), &error);
        if (w->margins[i] >= 0)
            succeed(lw_scene_set_pair_margin(out.scene, "body", plate_names[i], w->margins[i], &error),
                    &error);
    }
    succeed(lw_scene_freeze(out.scene, &error), &error);
    succeed(lw_checker_create(out.scene, &out.checker, &error), &error);
    succeed(lw_motion_create(out.scene, &out.motion, &error), &error);
    lw_track track = lw_default_track();
    track.point_count = ROWS;
    track.positions = w->rows[0];
    succeed(lw_motion_set(out.motion, &track, 1, &error), &error);
    return out;
}

static void drop(flat_scene *s)
{
    lw_motion_destroy(s->motion);
    lw_checker_destroy(s->checker);
    lw_scene_destroy(s->scene);
}

static void tighten_flat(lw_random *random, flat_scene *s, const lw_verdict *known, flat_world *w)
{
    lw_clearance near[NEAR];
    size_t count = 0;
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    options.clearance_relative = 1e-6;
    options.clearance_absolute = 1e-9;
    options.fixed_pairs = 1;
    if (lw_random_below(random, 3))
        w->margin = just_below(random, known->clearance.lower);
    succeed(lw_near_misses(s->checker, s->motion, 1.5 * known->clearance.upper, &options, near, NEAR,
                           &count, &error),
            &error);
    for (size_t i = 0; i < count; i++)
        if (lw_random_below(random, 2))
            w->margins[near[i].pair[1] - 1] =
                lw_random_below(random, 4) ? just_below(random, near[i].lower) : 0;
}

static void test_plane(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(2000, 100000);
    lw_check_options options = with_clearance(LW_METHOD_AUTO);
    tally all = {0};
    options.clearance_relative = 1e-6;
    options.clearance_absolute = 1e-9;
    for (int round = 0; round < rounds; round++) {
        flat_world w;
        lw_error error = {0};
        lw_verdict known = lw_default_verdict();
        random_flat_world(&random, &w);
        flat_scene loose = build(&w);
        succeed(lw_check(loose.checker, loose.motion, &options, &known, &error), &error);
        if (known.kind == LW_VERDICT_FREE) {
            tighten_flat(&random, &loose, &known, &w);
            flat_scene tight = build(&w);
            for (int method = LW_METHOD_AUTO; method <= LW_METHOD_SLAB; method++)
                check_motion(tight.checker, tight.motion, (lw_method)method, &known, &all);
            drop(&tight);
        }
        drop(&loose);
    }
    report(&all);
    assert_true(all.free > rounds / 8 && all.within > rounds / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_space), cmocka_unit_test(test_plane)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
