/* The method expanded: its steps as numbers, chords against all points of a box, the path that the
 * paper's own condition lets through, and bad input. test_soundness and test_truth show that it misses
 * nothing. */
#include "baginski/baginski_arms.h"
#include "check/checker/stepper.h"
#include "crowd.h"
#include "furnished.h"
#include "math/pose.h"
#include "motion/chord.h"
#include "seed.h"
#include "verdicts.h"

#include "base/random.h"

#include <float.h>
#include <math.h>

/* ---- steps and layers -------------------------------------------------------------------------- */

static void test_step_time(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 10000; round++) {
        double speed = lw_random_below(&random, 4) ? pow(10, lw_random_between(&random, -6, 3)) : 0;
        double bend = lw_random_below(&random, 4) ? pow(10, lw_random_between(&random, -6, 3)) : 0;
        double room = pow(10, lw_random_between(&random, -9, 1));
        double h = lw_step_time(speed, bend, room);
        if (speed == 0 && bend == 0) {
            assert_true(isinf(h));
            continue;
        }
        double covered = speed * h + 2 * bend * h * h / 8;
        assert_true(fabs(covered - room) <= 1e-14 * room);
        /* a step of that length needs just that room */
        double needed = lw_step_needed(speed * h, bend, h);
        assert_true(needed > covered && needed <= covered * (1 + 1e-11));
        double alone = speed * h + bend * h * h / 8;
        needed = lw_step_needed_alone(speed * h, bend, h);
        assert_true(needed > alone && needed <= alone * (1 + 1e-11));
    }
}

static void test_layers(void **state)
{
    (void)state;
    lw_stepper s = {.layer = 0};
    for (int i = 0; i < LW_MOST_LAYERS; i++)
        s.delay[i] = 1;
    assert_true(lw_layer_thickness(0.0025, 7) == 0.32 && lw_layer_thickness(0.0025, -1) == 0.00125);
    lw_stepper_rise(&s, 3);
    assert_int_equal(s.layer, 1);
    lw_stepper_rise(&s, 3);
    assert_int_equal(s.layer, 2);
    lw_stepper_rise(&s, 3);
    assert_int_equal(s.layer, 2); /* the thickest */
    /* the next layer is tried twice as late after each failure */
    lw_stepper_fall(&s);
    assert_int_equal(s.layer, 1);
    lw_stepper_rise(&s, 3);
    assert_int_equal(s.layer, 1);
    lw_stepper_rise(&s, 3);
    assert_int_equal(s.layer, 2);
    lw_stepper_fall(&s);
    for (int i = 0; i < 3; i++) {
        lw_stepper_rise(&s, 3);
        assert_int_equal(s.layer, 1);
    }
    lw_stepper_rise(&s, 3);
    assert_int_equal(s.layer, 2);
    /* halves of the thinnest layer have no delays */
    for (int i = 0; i < 5; i++)
        lw_stepper_fall(&s);
    assert_int_equal(s.layer, -3);
    lw_stepper_rise(&s, 3);
    assert_int_equal(s.layer, -2);
    lw_stepper_rise(&s, 3);
    lw_stepper_rise(&s, 3);
    assert_int_equal(s.layer, -1); /* the thinnest itself failed once */
    lw_stepper_rise(&s, 3);
    assert_int_equal(s.layer, 0);
}

/* ---- chords ------------------------------------------------------------------------------------ */

/* The displacement of a point, in long double. */
static long double displacement(const pose *from, const pose *to, const double p[3])
{
    const pose *poses[2] = {from, to};
    long double place[2][3];
    for (int k = 0; k < 2; k++) {
        const mat3 *r = &poses[k]->rotation;
        const vec3 *t = &poses[k]->position;
        place[k][0] =
            (long double)r->x.x * p[0] + (long double)r->y.x * p[1] + (long double)r->z.x * p[2] + t->x;
        place[k][1] =
            (long double)r->x.y * p[0] + (long double)r->y.y * p[1] + (long double)r->z.y * p[2] + t->y;
        place[k][2] =
            (long double)r->x.z * p[0] + (long double)r->y.z * p[1] + (long double)r->z.z * p[2] + t->z;
    }
    long double square = 0;
    for (int i = 0; i < 3; i++)
        square += (place[1][i] - place[0][i]) * (place[1][i] - place[0][i]);
    return sqrtl(square);
}

static pose random_pose(lw_random *random, double far)
{
    lw_quat q = {lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                 lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    pose p = {.position = random_point(random, far)};
    assert_true(lw_rotation_from_any_quat(q, &p.rotation));
    return p;
}

static void test_chord(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(20000, 1000000);
    for (int round = 0; round < rounds; round++) {
        double far = pow(10, lw_random_between(&random, -3, 4));
        double size = pow(10, lw_random_between(&random, -4, 1));
        lw_node box = {.center = random_point(&random, size),
                       .half = abs3(random_point(&random, size))};
        pose from = random_pose(&random, far);
        pose to = random_pose(&random, far);
        if (lw_random_below(&random, 2)) {
            /* a little farther, a little turned */
            double little = pow(10, lw_random_between(&random, -12, -1));
            to = from;
            to.position = add(to.position, random_point(&random, little));
            to.rotation = lw_rotation(v3(0, 0, 1), lw_random_between(&random, -little, little));
            from.rotation = mat3_identity();
        }
        double chord = lw_chord(&box, &from, &to);
        long double most = 0;
        for (int i = 0; i < 8 + 4; i++) {
            double p[3];
            const double center[] = {box.center.x, box.center.y, box.center.z};
            const double half[] = {box.half.x, box.half.y, box.half.z};
            for (int k = 0; k < 3; k++)
                p[k] = center[k] + half[k] * (i >= 8       ? lw_random_between(&random, -1, 1)
                                              : i >> k & 1 ? 1
                                                           : -1);
            most = fmaxl(most, displacement(&from, &to, p));
        }
        assert_true(chord >= most);
        assert_true(chord <= most * (1 + 1e-11L) + 3e-14L * (far + size));
    }
}

/* ---- the path that the paper's condition lets through -------------------------------------------- */

/* The arm whose tip turns round in a cusp: a step that leaves both tests meets the paper's (4). */
static lw_scene *cusp(double x, double y, double radius)
{
    lw_error error = {0};
    lw_scene *scene = NULL;
    succeed(lw_baginski_cusp(x, y, radius, &scene, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static void test_cusp(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int kinds[3] = {0};
    for (int round = 0; round < 300; round++) {
        /* a dot beside the path, near its cusp at t = 0 */
        double span = pow(10, lw_random_between(&random, -2, -0.5));
        double t = lw_random_between(&random, -span, span);
        double aside =
            pow(10, lw_random_between(&random, -6, -2)) * (lw_random_below(&random, 2) ? 1 : 0);
        lw_scene *scene = cusp(cos(t) - cos(3 * t) / 3 + aside, sin(t) - sin(3 * t) / 3, 1e-5);
        lw_error error = {0};
        lw_motion *motion = NULL;
        lw_checker *checker = NULL;
        succeed(lw_motion_create(scene, &motion, &error), &error);
        succeed(lw_checker_create(scene, &checker, &error), &error);
        const double from[] = {-span, -2 * span};
        const double to[] = {span * lw_random_between(&random, 0.5, 1.5), 0};
        const double end[] = {to[0], 2 * to[0]};
        succeed(lw_motion_set_segment(motion, NULL, from, end, &error), &error);
        lw_check_options options = lw_default_check_options();
        lw_verdict slab = lw_default_verdict();
        lw_verdict expanded = lw_default_verdict();
        options.clearance = true;
        succeed(lw_check(checker, motion, &options, &slab, &error), &error);
        options.clearance = false;
        options.method = LW_METHOD_EXPANDED;
        options.expansion = pow(10, lw_random_between(&random, -4, -1));
        options.layers = 1 + (uint32_t)lw_random_below(&random, 3);
        succeed(lw_check(checker, motion, &options, &expanded, &error), &error);
        /* a motion nearer than the tolerance may stay undecided */
        if (expanded.kind == LW_VERDICT_UNDECIDED)
            assert_true(slab.kind != LW_VERDICT_FREE || slab.clearance.lower < 1e-6);
        else
            assert_int_equal(slab.kind, expanded.kind);
        kinds[slab.kind]++;
        lw_checker_destroy(checker);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
    assert_true(kinds[LW_VERDICT_FREE] > 30 && kinds[LW_VERDICT_CONTACT] > 30);
}

/* ---- coverage of steps --------------------------------------------------------------------------- */

typedef struct watch {
    const lw_frozen *frozen;
    const lw_motion *motion;
    lw_kinematics kinematics;
    lw_random random;
    size_t steps, covered_alone; /* by the first test alone */
    size_t shown;                /* distances at the ends of steps */
    lw_status answer;
    size_t fail_after;
    double last[256]; /* per body among the obstacles: where its last step ended */
} watch;

/* Some point of a body, on its surface. */
static vec3 surface_point(watch *w, const lw_geometry *geometry)
{
    uint32_t element =
        (uint32_t)lw_random_below(&w->random, geometry->triangle_count + geometry->part_count);
    if (element < geometry->triangle_count)
        return geometry->triangles[element][lw_random_below(&w->random, 3)];
    const lw_part *part = &geometry->parts[element - geometry->triangle_count];
    vec3 along = random_point(&w->random, 1);
    along = scale(1 / (norm(along) + 1e-300), along);
    vec3 inner = lw_support(&part->shape, along, NULL);
    return transform(part->at, add_scaled(inner, part->shape.radius, along));
}

/* The difference of two points of a step's bodies at a time. */
static vec3 difference_at(watch *w, const lw_step *s, double time, const vec3 points[2])
{
    size_t piece = lw_motion_piece_at(w->motion, 0.5 * (s->from + s->to));
    lw_kinematics_sample(&w->kinematics, w->motion, piece, time, 0);
    int32_t common = -1;
    if (s->other >= 0)
        common = lw_frozen_pair(w->frozen, lw_pair_id_of((uint32_t)s->body, (uint32_t)s->other)).common;
    vec3 place = transform(lw_body_pose(&w->kinematics, (int32_t)s->body), points[0]);
    vec3 other = s->other < 0 ? v3(0, 0, 0)
                              : transform(lw_body_pose(&w->kinematics, (int32_t)s->other), points[1]);
    vec3 between = sub(place, other);
    return common < 0 ? between : rotate_back(w->kinematics.elementary[common].frame.rotation, between);
}

/* Whether the pairs of a step are farther apart than their margins plus the thickness of a test. */
static void check_clear(watch *w, const lw_step *s, double time, double clear)
{
    const lw_frozen *frozen = w->frozen;
    size_t piece = lw_motion_piece_at(w->motion, 0.5 * (s->from + s->to));
    lw_kinematics_sample(&w->kinematics, w->motion, piece, time, 0);
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        lw_pair pair = lw_frozen_pair(frozen, lw_frozen_pair_at(frozen, i));
        bool moves = (size_t)pair.b < frozen->moving_count;
        if (pair.a != s->body || (s->other < 0 ? moves : pair.b != s->other))
            continue;
        const lw_query query = {.b_in_a = relative(lw_body_pose(&w->kinematics, pair.a),
                                                   lw_body_pose(&w->kinematics, pair.b)),
                                .enough = INFINITY,
                                .touch = -1};
        lw_bracket distance;
        uint32_t elements[2];
        lw_geometry_distance(lw_frozen_body(frozen, (size_t)pair.a)->geometry,
                             lw_frozen_body(frozen, (size_t)pair.b)->geometry, &query, NULL, &distance,
                             elements);
        double shown = lw_pair_unpadded(&pair, pair.margin + clear);
        if (distance.upper < shown - 1e-12)
            fail_msg("body %d, other %d, at %.17g: %g apart, not %g", (int)s->body, (int)s->other, time,
                     distance.upper, shown);
        w->shown++;
    }
}

static lw_status watch_step(void *context, const lw_step *s)
{
    watch *w = context;
    assert_true(s->from < s->to && s->clear[0] >= 0 && s->clear[1] >= 0);
    if (s->other < 0) {
        assert_true(s->from == w->last[s->body] || s->from > w->last[s->body]);
        w->last[s->body] = s->to;
    }
    bool alone = true;
    for (int i = 0; i < 8; i++) {
        vec3 points[2] = {surface_point(w, lw_frozen_body(w->frozen, (size_t)s->body)->geometry)};
        if (s->other >= 0)
            points[1] = surface_point(w, lw_frozen_body(w->frozen, (size_t)s->other)->geometry);
        vec3 from = difference_at(w, s, s->from, points);
        vec3 to = difference_at(w, s, s->to, points);
        vec3 there = difference_at(w, s, lw_random_between(&w->random, s->from, s->to), points);
        double far = 1e-9 * (1 + norm(there));
        bool by_first = norm(sub(there, from)) <= s->clear[0] + far;
        alone = alone && by_first;
        if (!by_first && !(norm(sub(there, to)) <= s->clear[1] + far))
            fail_msg("body %d, other %d, %.17g to %.17g: a point gets %g from %g and %g from %g",
                     (int)s->body, (int)s->other, s->from, s->to, norm(sub(there, from)), s->clear[0],
                     norm(sub(there, to)), s->clear[1]);
    }
    w->covered_alone += alone;
    if (lw_random_below(&w->random, 8) == 0)
        for (int i = 0; i < 2; i++)
            check_clear(w, s, i ? s->to : s->from, s->clear[i]);
    return ++w->steps == w->fail_after ? LW_ERROR_STATE : LW_OK;
}

/* Random robots with all kinds of joints, and layers of all sizes. */
static void test_coverage(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    watch w = {.random = {test_seed() + 1}, .fail_after = SIZE_MAX};
    int rounds = test_rounds(300, 20000);
    size_t many = 0;
    for (b.round = 0; b.round < rounds;) {
        uint64_t motions[MOTIONS];
        lw_arena arena = {0};
        furnished_world(&b, motions);
        w.frozen = b.world->scene->frozen;
        assert_int_equal(lw_kinematics_create(&arena, b.world->scene, &w.kinematics, NULL), LW_OK);
        for (size_t i = 0; i < MOTIONS; i++, b.round++) {
            furnished_motion(b.world, motions[i], b.motion);
            w.motion = b.motion->motion;
            for (int k = 0; k < 256; k++)
                w.last[k] = -HUGE_VAL;
            lw_check_options options = lw_default_check_options();
            options.method = LW_METHOD_EXPANDED;
            options.expansion = pow(10, lw_random_between(&b.random, -3, 1));
            options.layers = 1 + (uint32_t)lw_random_below(&b.random, 4);
            options.budget_queries = 10000;
            options.step = watch_step;
            options.step_context = &w;
            size_t before = w.steps;
            lw_verdict verdict = lw_default_verdict();
            assert_int_equal(lw_check(b.checker, w.motion, &options, &verdict, NULL), LW_OK);
            /* the caller's function can fail */
            if (w.steps > before + 1) {
                lw_error error = {0};
                for (int k = 0; k < 256; k++)
                    w.last[k] = -HUGE_VAL;
                w.fail_after = w.steps + 1 + lw_random_below(&b.random, w.steps - before - 1);
                assert_int_equal(lw_check(b.checker, w.motion, &options, &verdict, &error),
                                 LW_ERROR_STATE);
                assert_string_equal(error.message, "the function that takes steps failed (state)");
                assert_int_equal(w.steps, w.fail_after);
                w.fail_after = SIZE_MAX;
                many++;
            }
        }
        lw_arena_free(&arena);
        furnished_drop(&b);
    }
    printf("%zu steps, %zu of them covered by the first test alone\n", w.steps, w.covered_alone);
    assert_true(w.steps > (size_t)rounds && w.covered_alone < w.steps * 9 / 10 && many > 0);
    assert_true(w.shown > (size_t)rounds);
}

/* ---- arms with known answers --------------------------------------------------------------------- */

/* A ball on a slide, so far along z. */
static lw_scene *slide_at(double far, lw_error *error)
{
    lw_scene *scene = NULL;
    succeed(lw_scene_create(&scene, error), error);
    lw_pose base = lw_pose_identity();
    base.position.z = far;
    succeed(lw_scene_add_robot(scene, "slide", base, error), error);
    succeed(lw_scene_add_link(scene, "slide", "base", error), error);
    succeed(lw_scene_add_link(scene, "slide", "ball", error), error);
    lw_joint_def joint = lw_default_joint();
    joint.name = "way";
    joint.kind = LW_JOINT_PRISMATIC;
    joint.parent = "base";
    joint.child = "ball";
    joint.axis = (lw_vec3){1, 0, 0};
    joint.lower = -10;
    joint.upper = 10;
    succeed(lw_scene_add_joint(scene, "slide", &joint, error), error);
    lw_shape_def ball = sphere_of(0.25);
    succeed(lw_scene_add_shape(scene, "slide", "ball", &ball, lw_pose_identity(), error), error);
    return scene;
}

static lw_scene *slide(lw_error *error)
{
    return slide_at(0, error);
}

static lw_verdict check_scene(lw_scene *scene, const double *from, const double *to)
{
    lw_error error = {0};
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.method = LW_METHOD_EXPANDED;
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    succeed(lw_motion_set_segment(motion, NULL, from, to, &error), &error);
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    return verdict;
}

/* The ball beside a wall, with a gap between them. */
static lw_scene *along_a_wall(double far, double gap, lw_error *error)
{
    lw_scene *scene = slide_at(far, error);
    lw_shape_def wall = lw_default_shape();
    wall.kind = LW_SHAPE_BOX;
    wall.size = (lw_vec3){20, 2, 2};
    lw_pose place = lw_pose_identity();
    place.position = (lw_vec3){0, 1.25 + gap, far};
    succeed(lw_scene_add_obstacle(scene, "wall", &wall, place, error), error);
    return scene;
}

/* Along a wall, nearer than the tolerance: not free, and decided soon. */
static void test_grazing(void **state)
{
    (void)state;
    const double gaps[] = {1e-14, 1e-12, 1e-10, 1e-8, 1e-7, 2e-5, 1e-4};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        lw_error error = {0};
        const double ends[] = {0, 1};
        lw_verdict v = check_scene(along_a_wall(0, gaps[i], &error), &ends[0], &ends[1]);
        if (gaps[i] < 1e-6) {
            assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
            assert_int_equal(v.reason, LW_REASON_PRECISION);
            assert_true(v.free_until < 1e-3);
        } else {
            assert_int_equal(v.kind, LW_VERDICT_FREE);
        }
        assert_true(v.queries < 100000); /* a step is twice the gap at least */
    }
}

/* Both so far from the origin that poses have errors: e in a test, and four times the ball's at either
 * end of a chord. */
static void test_grazing_far_away(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    const double ends[] = {0, 0.01};
    lw_scene *scene = along_a_wall(0x1p29, 1, &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    lw_checker_begin(checker, motion, &options, &verdict);
    lw_checker_sample(checker, 0, 0, 0);
    const double ball = lw_body_error(&checker->kinematics, 0);
    const double both = ball + lw_body_error(&checker->kinematics, 1);
    lw_checker_end(checker);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    /* steps need a layer of 4 * ball at either end: 0.15625 mm, and `both` more in a test */
    assert_true(4 * ball > 0.078125e-3 && 4 * ball < 0.15625e-3 && both < 0.05e-3);
    const struct {
        double gap;
        bool free;
    } cases[] = {{0.5 * both, false},
                 {both + 3 * ball, false},
                 {0.16e-3, false},
                 {0.15625e-3 + 0.9 * both, false},
                 {100 * both, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_verdict v = check_scene(along_a_wall(0x1p29, cases[i].gap, &error), &ends[0], &ends[1]);
        assert_int_equal(v.kind, cases[i].free ? LW_VERDICT_FREE : LW_VERDICT_UNDECIDED);
    }
}

/* Past hundreds of dots, and onto one of them. */
static void test_many_obstacles(void **state)
{
    (void)state;
    for (int hit = 0; hit < 2; hit++) {
        lw_error error = {0};
        lw_scene *scene = slide(&error);
        lw_shape_def dot_shape = sphere_of(1e-4);
        for (int i = 0; i < 200; i++) {
            char name[16];
            snprintf(name, sizeof name, "dot %d", i);
            lw_pose place = lw_pose_identity();
            place.position = (lw_vec3){0.05 * i - 5, hit && i == 150 ? 0.2499 : 0.2503, 0};
            succeed(lw_scene_add_obstacle(scene, name, &dot_shape, place, &error), &error);
        }
        const double ends[] = {-4, 4};
        lw_verdict v = check_scene(scene, &ends[0], &ends[1]);
        assert_int_equal(v.kind, hit ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        if (hit)
            assert_true(v.first && fabs(v.time * 8 - 4 - 2.5) < 0.01);
    }
}

/* Two links that hardly move against each other cost little, however fast the joint that carries both
 * turns. */
static void test_common_joint(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    succeed(lw_scene_create(&scene, &error), &error);
    succeed(lw_scene_add_robot(scene, "arm", lw_pose_identity(), &error), &error);
    const char *const links[] = {"base", "table", "left", "right"};
    for (int i = 0; i < 4; i++)
        succeed(lw_scene_add_link(scene, "arm", links[i], &error), &error);
    for (int i = 1; i < 4; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = links[i];
        joint.kind = LW_JOINT_CONTINUOUS;
        joint.parent = i == 1 ? "base" : "table";
        joint.child = links[i];
        joint.axis = (lw_vec3){0, 0, 1};
        joint.origin.position = (lw_vec3){i > 1 ? 5 : 0, i == 3 ? 0.05 : 0, 0};
        succeed(lw_scene_add_joint(scene, "arm", &joint, &error), &error);
        lw_shape_def ball = sphere_of(0.02);
        lw_pose place = lw_pose_identity();
        place.position.x = 0.03;
        if (i > 1)
            succeed(lw_scene_add_shape(scene, "arm", links[i], &ball, place, &error), &error);
    }
    const double from[] = {0, 0, 0};
    const double to[] = {3, -0.5, 0.5};
    lw_verdict v = check_scene(scene, from, to);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    assert_true(v.samples < 20);
}

/* ---- crowds ------------------------------------------------------------------------------------ */

/* Among many obstacles, in space and in the plane, and so many robots that not all pairs are stepped
 * together. */
static void test_crowds(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int kinds[3] = {0};
    int rounds = test_rounds(200, 10000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd(lw_random_bits(&random), round % 3 == 2);
        lw_check_options options = lw_default_check_options();
        options.any = lw_random_below(&random, 2);
        lw_verdict slab = lw_default_verdict();
        lw_verdict expanded = lw_default_verdict();
        succeed(lw_check(c.checker, c.motion, &options, &slab, &c.error), &c.error);
        options.method = LW_METHOD_EXPANDED;
        /* few at a time: the others come after them */
        if (lw_random_below(&random, 2) && c.checker->stepper_count > 3)
            c.checker->stepper_count = 1 + lw_random_below(&random, 3);
        succeed(lw_check(c.checker, c.motion, &options, &expanded, &c.error), &c.error);
        if (slab.kind != LW_VERDICT_UNDECIDED && expanded.kind != LW_VERDICT_UNDECIDED)
            assert_int_equal(slab.kind, expanded.kind);
        kinds[expanded.kind]++;
        /* when a budget ends the search, the part proven until then stays proven */
        options.budget_queries = 1 + lw_random_below(&random, 20);
        lw_verdict cut = lw_default_verdict();
        succeed(lw_check(c.checker, c.motion, &options, &cut, &c.error), &c.error);
        if (expanded.kind == LW_VERDICT_CONTACT)
            assert_true(cut.kind != LW_VERDICT_FREE && cut.free_until <= expanded.time);
        assert_true(cut.samples <= options.budget_queries + 32); /* those of one step, and the first */
        if (cut.kind == LW_VERDICT_UNDECIDED && expanded.kind != LW_VERDICT_UNDECIDED)
            assert_int_equal(cut.reason, LW_REASON_BUDGET);
        drop_crowd(&c);
    }
    assert_true(kinds[LW_VERDICT_FREE] > rounds / 5 && kinds[LW_VERDICT_CONTACT] > rounds / 5);
    assert_true(kinds[LW_VERDICT_UNDECIDED] <= 1 + rounds / 100);
}

/* ---- motions that hardly move, and bad values ---------------------------------------------------- */

/* A ball on a slide, with a wall whose face is at x = 1. */
static lw_scene *slide_to_wall(lw_error *error)
{
    lw_scene *scene = slide(error);
    lw_shape_def wall = lw_default_shape();
    wall.kind = LW_SHAPE_BOX;
    wall.size = (lw_vec3){1, 2, 2};
    lw_pose place = lw_pose_identity();
    place.position.x = 1.5;
    succeed(lw_scene_add_obstacle(scene, "wall", &wall, place, error), error);
    return scene;
}

/* Contacts at the beginning, shallow or deep; and at the end, within the tolerance. */
static void test_ends_in_contact(void **state)
{
    (void)state;
    static const struct {
        double from, to, time, depth;
    } cases[] = {
        {1, 0, 0, 0.25}, {0, 1, 0.75, 0}, {0, 0.75, 1, 0}, {0.75, 0, 0, 0}, {0, 0.749999, -1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error error = {0};
        lw_verdict v = check_scene(slide_to_wall(&error), &cases[i].from, &cases[i].to);
        if (cases[i].time < 0) {
            assert_int_equal(v.kind, LW_VERDICT_FREE);
            continue;
        }
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        assert_true(v.first && v.free_until <= cases[i].time);
        assert_true(fabs(v.time - cases[i].time) <= 1e-4);
        assert_true(cases[i].time - v.free_until <= 1e-4);
        /* at the end the normal is the direction that separated them before; at the start there is none
         * if they just touch */
        assert_true(i == 3 ? v.time == 0 : fabs(v.contact.normal.x - 1) <= 1e-9);
        assert_true(v.time > 0 || fabs(v.contact.depth - cases[i].depth) <= 1e-9);
    }
}

static lw_verdict check_motion(lw_checker *checker, const lw_motion *motion)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.method = LW_METHOD_EXPANDED;
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    return verdict;
}

/* A path of one point, and values that are NaN. */
static void test_one_point(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = slide_to_wall(&error);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    const double points[] = {0, 0.7499, 0.75, 1};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        lw_track track = lw_default_track();
        track.positions = &points[i];
        track.point_count = 1;
        succeed(lw_motion_set(motion, &track, 1, &error), &error);
        lw_verdict v = check_motion(checker, motion);
        assert_int_equal(v.kind, points[i] < 0.75 ? LW_VERDICT_FREE : LW_VERDICT_CONTACT);
        assert_true(v.kind == LW_VERDICT_FREE || v.time == 0);
        assert_true(v.samples <= 2);
    }
    const double start = 0;
    for (int i = 0; i < 2; i++) {
        const double bad = i ? INFINITY : NAN;
        assert_int_equal(lw_motion_set_segment(motion, NULL, &start, &bad, &error), LW_ERROR_ARGUMENT);
        assert_int_equal(lw_motion_set_segment(motion, NULL, &bad, &start, &error), LW_ERROR_ARGUMENT);
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A robot that no joint moves. */
static void test_no_moving_joint(void **state)
{
    (void)state;
    for (int touching = 0; touching < 2; touching++) {
        lw_error error = {0};
        lw_scene *scene = NULL;
        lw_motion *motion = NULL;
        lw_checker *checker = NULL;
        succeed(lw_scene_create(&scene, &error), &error);
        succeed(lw_scene_add_robot(scene, "post", lw_pose_identity(), &error), &error);
        succeed(lw_scene_add_link(scene, "post", "foot", &error), &error);
        succeed(lw_scene_add_link(scene, "post", "head", &error), &error);
        lw_joint_def joint = lw_default_joint();
        joint.name = "neck";
        joint.kind = LW_JOINT_FIXED;
        joint.parent = "foot";
        joint.child = "head";
        joint.origin.position.z = 1;
        succeed(lw_scene_add_joint(scene, "post", &joint, &error), &error);
        lw_shape_def ball = sphere_of(0.25);
        succeed(lw_scene_add_shape(scene, "post", "head", &ball, lw_pose_identity(), &error), &error);
        lw_pose place = lw_pose_identity();
        place.position.z = touching ? 1.5 : 1.5001;
        succeed(lw_scene_add_obstacle(scene, "ball", &ball, place, &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        succeed(lw_motion_create(scene, &motion, &error), &error);
        succeed(lw_checker_create(scene, &checker, &error), &error);
        lw_verdict v = check_motion(checker, motion);
        assert_int_equal(v.kind, touching ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        assert_true(v.pairs == 1 && v.samples <= 2);
        lw_checker_destroy(checker);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* ---- bad input, and requests that the method does not serve -------------------------------------- */

static void refuses(const crowd *c, const lw_check_options *options, const char *sentence)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    assert_int_equal(lw_check(c->checker, c->motion, options, &verdict, &error), LW_ERROR_ARGUMENT);
    if (!strstr(error.message, sentence))
        fail_msg("\"%s\" does not say \"%s\"", error.message, sentence);
}

static void test_refusals(void **state)
{
    (void)state;
    crowd space = new_crowd(7, false);
    lw_check_options options = lw_default_check_options();
    options.method = LW_METHOD_EXPANDED;
    options.clearance = true;
    refuses(&space, &options, "expanded does not serve clearances; these do: auto, bisection, slab");
    options.clearance = false;
    lw_error error = {0};
    size_t count;
    assert_int_equal(
        lw_near_misses(space.checker, space.motion, 0.1, &options, NULL, 0, &count, &error),
        LW_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "near misses; these do: auto, bisection, slab"));
    const double thin[] = {0, -1, NAN, INFINITY};
    for (size_t i = 0; i < sizeof thin / sizeof *thin; i++) {
        options.expansion = thin[i];
        refuses(&space, &options, "the expansion is");
    }
    options.expansion = 0.01;
    options.layers = 0;
    refuses(&space, &options, "0 layers; there must be 1 to 16");
    options.layers = 17;
    refuses(&space, &options, "17 layers; there must be 1 to 16");
    drop_crowd(&space);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_step_time),
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_chord),
        cmocka_unit_test(test_cusp),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_grazing),
        cmocka_unit_test(test_grazing_far_away),
        cmocka_unit_test(test_many_obstacles),
        cmocka_unit_test(test_common_joint),
        cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_ends_in_contact),
        cmocka_unit_test(test_one_point),
        cmocka_unit_test(test_no_moving_joint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
