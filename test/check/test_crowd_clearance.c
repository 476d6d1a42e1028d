/* Smallest distances beside very many obstacles: against those found pair by pair, against samples, and
 * in scenes that were changed against scenes that were built so at once. */
#include "check/ask/crowd_clearance.h"
#include "check/checker/contact.h"
#include "check/checker/crowd.h"
#include "many_obstacles.h"
#include "seed.h"
#include "verdicts.h"

#include <float.h>

enum { MOTIONS = 6, SAMPLES = 30 };

static lw_verdict ask_clearance(crowd *c, lw_method method)
{
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.clearance = true;
    succeed(lw_check(c->checker, c->motion, &options, &verdict, &c->error), &c->error);
    return verdict;
}

/* Whether a bracket without open intervals is as narrow as it must be. */
static bool is_narrow(const lw_clearance *found, double margin)
{
    const lw_check_options options = lw_default_check_options();
    double width = fmax(options.clearance_relative * found->upper, options.clearance_absolute);
    return found->pair[0] < 0 || found->upper - found->lower <= width * (1 + 1e-9) ||
           found->lower <= margin;
}

/* Whether two brackets of one distance overlap. */
static bool brackets_meet(const lw_clearance *a, const lw_clearance *b)
{
    if (a->pair[0] < 0 || b->pair[0] < 0)
        return a->pair[0] == b->pair[0];
    double rounding = 1e-9 * (1 + fabs(a->upper));
    return a->lower <= b->upper + rounding && b->lower <= a->upper + rounding;
}

/* At a time, no pair of a body and an obstacle is nearer than the lower end. */
static void check_sample(crowd *c, const lw_verdict *verdict, double time)
{
    const lw_frozen *frozen = c->checker->frozen;
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1)) {
        lw_distance d;
        if (lw_frozen_pair(frozen, id).self)
            continue;
        succeed(lw_pair_distance(c->checker, c->motion, time, lw_frozen_pair_index(frozen, id), &d,
                                 &c->error),
                &c->error);
        if (d.upper < verdict->clearance.lower - 1e-9)
            fail_msg("at %.17g bodies %u and %u are %.17g apart, the clearance is from %.17g on", time,
                     lw_pair_first(id), lw_pair_second(id), d.upper, verdict->clearance.lower);
    }
}

/* The upper end is the distance of the pair at the reported time. */
static void check_upper(crowd *c, const lw_clearance *found)
{
    if (found->pair[0] < 0)
        return;
    lw_pair_id id = lw_pair_id_of((uint32_t)found->pair[0], (uint32_t)found->pair[1]);
    lw_distance d;
    succeed(lw_pair_distance(c->checker, c->motion, found->at,
                             lw_frozen_pair_index(c->checker->frozen, id), &d, &c->error),
            &c->error);
    assert_true(d.lower <= found->upper + 1e-9);
}

/* Clearances agree with those that `slab` and `bisection` find pair by pair, and with samples. */
static void test_clearances(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t kinds[3] = {0};
    size_t narrow = 0;
    int rounds = test_rounds(60, 5000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_many(lw_random_bits(&random));
        double margin = c.checker->frozen->pairs.least_margin[0];
        for (int i = 0; i < MOTIONS; i++) {
            set_short_motion(&c);
            lw_verdict fast = ask_clearance(&c, LW_METHOD_AUTO);
            kinds[fast.kind]++;
            if (fast.kind != LW_VERDICT_FREE)
                continue;
            assert_true(fast.clearance.lower <= fast.clearance.upper);
            narrow += is_narrow(&fast.clearance, margin);
            lw_verdict slow = ask_clearance(&c, round % 8 ? LW_METHOD_SLAB : LW_METHOD_BISECTION);
            if (!brackets_meet(&fast.clearance, &slow.clearance) ||
                !brackets_meet(&fast.self_clearance, &slow.self_clearance))
                fail_msg("round %d: [%.17g, %.17g] by all at once, [%.17g, %.17g] one by one", round,
                         fast.clearance.lower, fast.clearance.upper, slow.clearance.lower,
                         slow.clearance.upper);
            check_upper(&c, &fast.clearance);
            for (int k = 0; i == 0 && round % 4 == 0 && k <= SAMPLES; k++)
                check_sample(&c, &fast, lw_motion_time(c.motion, k, SAMPLES));
        }
        drop_crowd(&c);
    }
    printf("%zu free, %zu in contact, %zu undecided, %zu of the brackets narrow\n",
           kinds[LW_VERDICT_FREE], kinds[LW_VERDICT_CONTACT], kinds[LW_VERDICT_UNDECIDED], narrow);
    assert_true(kinds[LW_VERDICT_FREE] > (size_t)rounds);
    assert_true(narrow == kinds[LW_VERDICT_FREE]);
}

/* A motion of length 0, or one in which nothing moves. */
static void set_still(crowd *c, size_t points)
{
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    double positions[2][2 * 7 * MOST_JOINTS];
    for (size_t r = 0; r < c->robots; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", r);
        tracks[r].kind = LW_TRACK_PATH;
        tracks[r].joints = lw_scene_joints(c->scene, name, NULL, &c->error);
        tracks[r].point_count = points;
        tracks[r].positions = positions[r];
        size_t values = lw_joints_value_count(tracks[r].joints);
        for (size_t i = 0; i < values; i++)
            positions[r][i] = positions[r][values + i] = lw_random_between(&c->random, -1.2, 1.2);
    }
    succeed(lw_motion_set(c->motion, tracks, c->robots, &c->error), &c->error);
}

static void test_still(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    size_t free_count = 0;
    int rounds = test_rounds(60, 2000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_many(lw_random_bits(&random));
        for (size_t i = 0; i < MOTIONS; i++) {
            set_still(&c, 1 + i % 2);
            lw_verdict fast = ask_clearance(&c, LW_METHOD_AUTO);
            if (fast.kind != LW_VERDICT_FREE)
                continue;
            free_count++;
            lw_verdict slow = ask_clearance(&c, LW_METHOD_SLAB);
            assert_true(brackets_meet(&fast.clearance, &slow.clearance));
            check_sample(&c, &fast, c.motion->begin);
        }
        drop_crowd(&c);
    }
    assert_true(free_count > (size_t)rounds);
}

/* Two robots that are paired with no obstacle have a clearance from each other. */
static void test_no_pair(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 5};
    size_t found = 0;
    for (int round = 0; round < 40; round++) {
        crowd c = open_robots(lw_random_bits(&random));
        layout l = random_layout(&c.random);
        char id[32];
        char link[32];
        for (size_t i = 0; i < LEAST; i++) {
            add_obstacle(&c, &l, i, &random);
            snprintf(id, sizeof id, "o%zu", i);
            for (int k = 0; k <= MOST_JOINTS; k++) {
                snprintf(link, sizeof link, "l%d", k);
                succeed(lw_scene_allow_pair(c.scene, link, id, true, &c.error), &c.error);
            }
        }
        close_robots(&c);
        set_short_motion(&c);
        lw_verdict fast = ask_clearance(&c, LW_METHOD_AUTO);
        lw_verdict slow = ask_clearance(&c, LW_METHOD_SLAB);
        assert_int_equal(fast.kind, slow.kind);
        assert_true(brackets_meet(&fast.clearance, &slow.clearance));
        found += fast.kind == LW_VERDICT_FREE && fast.clearance.pair[0] >= 0;
        drop_crowd(&c);
    }
    assert_true(found > 0);
}

/* Near misses have a bracket for each pair, so that all obstacles cannot be one item. */
static void test_near_misses(void **state)
{
    enum { MOST_FOUND = 4096 };
    static lw_clearance near[2][MOST_FOUND];
    (void)state;
    lw_random random = {test_seed() + 7};
    size_t found = 0;
    for (int round = 0; round < 20; round++) {
        crowd c = new_many(lw_random_bits(&random));
        size_t count[2];
        for (int k = 0; k < 2; k++) {
            lw_check_options options = lw_default_check_options();
            options.method = k ? LW_METHOD_SLAB : LW_METHOD_AUTO;
            succeed(lw_near_misses(c.checker, c.motion, 0.05, &options, near[k], MOST_FOUND, &count[k],
                                   &c.error),
                    &c.error);
        }
        assert_int_equal(count[0], count[1]);
        for (size_t i = 0; i < count[0] && i < MOST_FOUND; i++)
            assert_true(brackets_meet(&near[0][i], &near[1][i]));
        found += count[0];
        drop_crowd(&c);
    }
    assert_true(found > 20);
}

/* A robot in the plane: two planar joints, and a disc that both move. */
static void add_chain_of_discs(lw_scene *scene, const lw_shape_def *disc)
{
    static const char *const links[] = {"floor", "arm", "cart"};
    lw_error e = {0};
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    for (int i = 0; i < 3; i++) {
        succeed(lw_scene_add_link(scene, "r", links[i], &e), &e);
        if (i == 0)
            continue;
        lw_joint_def joint = joint_of(links[i], LW_JOINT_PLANAR, links[i - 1], links[i]);
        joint.origin = lw_pose_identity();
        succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    }
    succeed(lw_scene_add_shape(scene, "r", "cart", disc, lw_pose_identity(), &e), &e);
}

/* In the plane bodies have no covers: each obstacle is an item. A cart of two planar joints passes a
 * disc at a distance of 0.25; 299 more discs are far away. */
static void test_in_the_plane(void **state)
{
    (void)state;
    enum { DISCS = 300 };
    lw_error e = {0};
    crowd c = {.flat = true, .scene = new_scene()};
    lw_shape_def disc = sphere_of(0.1);
    disc.kind = LW_SHAPE_DISC;
    succeed(lw_scene_set_dimension(c.scene, 2, &e), &e);
    add_chain_of_discs(c.scene, &disc);
    for (int i = 0; i < DISCS; i++) {
        char id[16];
        lw_pose place = lw_pose_identity();
        place.position = v3(i, i ? 50 : 0.45, 0);
        snprintf(id, sizeof id, "o%d", i);
        succeed(lw_scene_add_obstacle(c.scene, id, &disc, place, &e), &e);
    }
    succeed(lw_scene_freeze(c.scene, &e), &e);
    succeed(lw_motion_create(c.scene, &c.motion, &e), &e);
    succeed(lw_checker_create(c.scene, &c.checker, &e), &e);
    succeed(lw_motion_set_segment(c.motion, NULL, (double[]){-1, 0, 0, 0, 0, 0},
                                  (double[]){1, 0, 0, 0, 0, 0}, &e),
            &e);
    for (int m = LW_METHOD_AUTO; m <= LW_METHOD_SLAB; m++) {
        lw_verdict v = ask_clearance(&c, (lw_method)m);
        assert_int_equal(v.kind, LW_VERDICT_FREE);
        assert_true(is_narrow(&v.clearance, 0));
        assert_near(v.clearance.upper, 0.25, 0.003);
        assert_true(v.clearance.lower <= 0.25);
    }
    drop_crowd(&c);
}

/* A scene that was changed in steps has another tree than one that was built so at once, and the same
 * clearances to the bit. */
static void test_changed(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    size_t moved = 0;
    int rounds = test_rounds(60, 4000);
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = lw_random_bits(&random);
        crowd changed = new_changed(seed, true);
        crowd built = new_changed(seed, false);
        for (int i = 0; i < MOTIONS; i++) {
            set_short_motion(&changed);
            set_short_motion(&built);
            lw_verdict one = ask_clearance(&changed, LW_METHOD_AUTO);
            lw_verdict other = ask_clearance(&built, LW_METHOD_AUTO);
            if (!same_verdict(&one, &other))
                fail_msg("round %d: a scene that was changed answers otherwise: %.17g and %.17g", round,
                         one.clearance.lower, other.clearance.lower);
            moved += one.kind == LW_VERDICT_FREE && changed.scene->frozen->obstacles.moved_count > 0;
        }
        drop_crowd(&changed);
        drop_crowd(&built);
    }
    assert_true(moved > (size_t)rounds / 2);
}

/* ---- one sample --------------------------------------------------------------------------------- */

/* The arguments of one sample's proof. */
typedef struct question {
    uint32_t body;
    double time, half, from, to, target;
} question;

static question random_question(lw_random *random, const lw_motion *motion)
{
    question q = {.target = lw_random_between(random, 0.001, 0.3)};
    double length = motion->pieces.items[0].end - motion->begin;
    q.half = 0.5 * length * pow(0.5, lw_random_below(random, 5));
    q.time = lw_random_between(random, motion->begin + q.half, motion->begin + length - q.half);
    q.from = q.time - q.half * (lw_random_below(random, 2) ? 1 : lw_random_between(random, 0, 1));
    q.to = q.time + q.half * (lw_random_below(random, 2) ? 1 : lw_random_between(random, 0, 1));
    q.from = fmax(q.from, motion->begin);
    q.to = fmin(q.to, motion->pieces.items[0].end);
    return q;
}

static double keep_target(const lw_time_search *search, double upper)
{
    (void)search;
    (void)upper;
    return HUGE_VAL;
}

static uint32_t nearest_at(crowd *c, uint32_t body, double time)
{
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    lw_checker_begin(c->checker, c->motion, &options, &verdict);
    lw_checker_sample(c->checker, 0, time, 0);
    uint32_t nearest = lw_crowd_nearest(c->checker, body);
    lw_checker_end(c->checker);
    return nearest;
}

/* Sets the target to a little less than the distance of the obstacle nearest at the sample, as the
 * search does. */
static void aim(crowd *c, lw_random *random, question *q)
{
    const lw_frozen *frozen = c->checker->frozen;
    uint32_t nearest = nearest_at(c, q->body, q->time);
    if (nearest == LW_ALL_OBSTACLES)
        return;
    lw_pair_id id = lw_pair_id_of(q->body, (uint32_t)frozen->moving_count + nearest);
    lw_distance d;
    succeed(lw_pair_distance(c->checker, c->motion, q->time, lw_frozen_pair_index(frozen, id), &d,
                             &c->error),
            &c->error);
    if (d.lower > 0)
        q->target = d.lower * (1 - pow(10, -lw_random_between(random, 0.1, 3)));
}

static lw_bound_result prove(crowd *c, const question *q, lw_proven_part *part)
{
    static const lw_smallest nothing = {.upper = DBL_MAX, .target = DBL_MAX, .pair = -1};
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    lw_time_search search;
    lw_checker *checker = c->checker;
    lw_checker_begin(checker, c->motion, &options, &verdict);
    checker->near.count = 0;
    checker->smallest[0] = checker->smallest[1] = nothing;
    checker->smallest[0].target = q->target;
    lw_space_search_begin(&search, checker, &lw_space_slabs_of_crowds, LW_GOAL_SMALLEST);
    search.lower_target = keep_target;
    search.time = q->time;
    search.half = q->half;
    lw_checker_sample(checker, 0, q->time, q->half);
    *part = (lw_proven_part){q->time, q->time, q->time, HUGE_VAL};
    lw_bound_result result =
        search.bound->prove(&search, lw_pair_id_of(q->body, LW_ALL_OBSTACLES), q->from, q->to, part);
    if (result == LW_BOUND_PROVEN)
        part->from = q->from, part->to = q->to;
    lw_checker_end(checker);
    return result;
}

/* All obstacles that the body is paired with are beyond the target at times of the part. */
static void check_part(crowd *c, const question *q, const lw_proven_part *part)
{
    enum { TIMES = 3 };
    const lw_frozen *frozen = c->checker->frozen;
    for (uint32_t i = 0; i < frozen->obstacles.count; i++) {
        uint32_t other = (uint32_t)frozen->moving_count + i;
        if (lw_frozen_reason(frozen, q->body, other) != LW_PAIR_CHECKED)
            continue;
        size_t index = lw_frozen_pair_index(frozen, lw_pair_id_of(q->body, other));
        for (int k = 0; k <= TIMES; k++) {
            double time = fmin(part->from + (part->to - part->from) * k / TIMES, part->to);
            lw_distance d;
            succeed(lw_pair_distance(c->checker, c->motion, time, index, &d, &c->error), &c->error);
            if (d.upper < q->target - 1e-9)
                fail_msg("body %u and obstacle %u are %.17g apart at %.17g, not %.17g", q->body, i,
                         d.upper, time, q->target);
        }
    }
}

/* A sample's proof is true, and is the same in a scene that was changed as in one that was built so. */
static void test_samples(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    size_t whole = 0;
    size_t parts = 0;
    int rounds = test_rounds(60, 4000);
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = lw_random_bits(&random);
        crowd changed = new_changed(seed, true);
        crowd built = new_changed(seed, false);
        const lw_frozen *frozen = changed.checker->frozen;
        for (int i = 0; i < 100; i++) {
            question q = random_question(&random, changed.motion);
            q.body = lw_random_below(&random, (uint32_t)frozen->moving_count);
            if (!frozen->moving[q.body].cover)
                continue;
            if (i % 4)
                aim(&changed, &random, &q);
            lw_proven_part one;
            lw_proven_part other;
            lw_bound_result result = prove(&changed, &q, &one);
            assert_int_equal(result, prove(&built, &q, &other));
            assert_true(same_bits(one.from, other.from) && same_bits(one.to, other.to));
            whole += result == LW_BOUND_PROVEN;
            if ((result == LW_BOUND_PROVEN && i < 12) || (result == LW_BOUND_OPEN && one.from < one.to))
                check_part(&changed, &q, &one);
            parts += result == LW_BOUND_OPEN && one.from < one.to;
        }
        drop_crowd(&changed);
        drop_crowd(&built);
    }
    printf("%zu proven, %zu in part\n", whole, parts);
    assert_true(whole > (size_t)rounds && parts > (size_t)rounds);
}

/* At a single time, as in a motion of length 0, a target beyond the nearest obstacle is not proven. */
static void test_single_time(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 9};
    size_t beyond = 0;
    size_t below = 0;
    for (int round = 0; round < 60; round++) {
        crowd c = new_many(lw_random_bits(&random));
        const lw_frozen *frozen = c.checker->frozen;
        for (uint32_t body = 0; body < frozen->moving_count; body++) {
            lw_proven_part part;
            question q = {.body = body, .target = -1};
            if (!frozen->moving[body].cover)
                continue;
            q.time = q.from = q.to = lw_random_between(&random, c.motion->begin, c.motion->end);
            aim(&c, &random, &q);
            if (!(q.target > 0))
                continue;
            q.target *= 0.5;
            below += prove(&c, &q, &part) == LW_BOUND_PROVEN;
            q.target *= 30; /* aim leaves a fifth of the distance at least */
            assert_int_equal(prove(&c, &q, &part), LW_BOUND_OPEN);
            beyond++;
        }
        drop_crowd(&c);
    }
    assert_true(beyond > 60 && below > beyond / 2);
}

/* ---- between two walls --------------------------------------------------------------------------- */

enum { ROWS = 14, SITES = 2 * ROWS * ROWS };
static const double HALF_WIDTH = 0.5;

static lw_pose site_of(int site)
{
    lw_pose at = lw_pose_identity();
    int row = site % (ROWS * ROWS) / ROWS;
    at.position =
        (lw_vec3){1 + 0.125 * (site % ROWS - 0.5 * ROWS + 0.5), 0.125 * (row - 0.5 * ROWS + 0.5),
                  site < SITES / 2 ? -HALF_WIDTH : HALF_WIDTH};
    return at;
}

static void add_at_site(crowd *c, int site, int which, lw_pose at)
{
    char id[32];
    lw_shape_def shape = sphere_of(0.005);
    snprintf(id, sizeof id, "o%d_%d", site, which);
    if (which) {
        shape.kind = LW_SHAPE_BOX;
        shape.radius = 0;
        shape.size = (lw_vec3){0.01, 0.008 + 0.001 * which, 0.004};
    }
    succeed(lw_scene_add_obstacle(c->scene, id, &shape, at, &c->error), &c->error);
}

/* A ball on a slide between two walls of equal obstacles, up to three at a place. detour: some of them
 * have been elsewhere. */
static crowd new_corridor(uint64_t seed, bool detour)
{
    static const lw_joint_kind slide[] = {LW_JOINT_PRISMATIC};
    crowd c = {.random = {seed}};
    lw_error *e = &c.error;
    c.robots = 1;
    c.scene = new_scene();
    add_chain(c.scene, "r0", slide, 1);
    for (int site = 0; site < SITES; site++)
        for (int i = 0; i < 1 + site % 3; i++) {
            lw_pose at = site_of(site);
            at.position.x += detour && site % 98 == 91 ? 0.4 : 0;
            add_at_site(&c, site, i, at);
        }
    if (detour) {
        lw_scene *next = NULL;
        succeed(lw_scene_freeze(c.scene, e), e);
        succeed(lw_scene_copy(c.scene, &next, e), e);
        lw_scene_destroy(c.scene);
        c.scene = next;
    }
    for (int site = 91; site < SITES && detour; site += 98)
        for (int i = 0; i < 1 + site % 3; i++) {
            char id[32];
            snprintf(id, sizeof id, "o%d_%d", site, i);
            succeed(lw_scene_move_obstacle(c.scene, id, site_of(site), e), e);
        }
    close_robots(&c);
    return c;
}

/* A sample near one wall, on a way towards the other one: the nearest obstacle proves more of the way
 * than the others do. */
static void test_corridor(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 6};
    crowd straight = new_corridor(1, false);
    crowd detour = new_corridor(1, true);
    assert_true(detour.scene->frozen->obstacles.moved_count > 0);
    size_t parts = 0;
    int rounds = test_rounds(400, 20000);
    for (int round = 0; round < rounds; round++) {
        double from = lw_random_between(&random, -0.4, 0.4);
        double to = lw_random_between(&random, -0.4, 0.4);
        question q = {.half = 0.5, .time = 0.5, .from = 0, .to = 1};
        succeed(lw_motion_set_segment(straight.motion, NULL, &from, &to, &straight.error),
                &straight.error);
        succeed(lw_motion_set_segment(detour.motion, NULL, &from, &to, &detour.error), &detour.error);
        q.body = (uint32_t)straight.checker->frozen->moving_count - 1;
        q.target = lw_random_between(&random, 0.01, 0.3);
        lw_proven_part one;
        lw_proven_part other;
        lw_bound_result result = prove(&straight, &q, &one);
        assert_int_equal(result, prove(&detour, &q, &other));
        assert_true(same_bits(one.from, other.from) && same_bits(one.to, other.to));
        /* of two equally near, it is the first */
        const char *first = from + to < 0 ? "o91_0" : "o287_0";
        for (int k = 0; k < 2; k++) {
            crowd *c = k ? &detour : &straight;
            uint32_t nearest = nearest_at(c, q.body, q.time);
            const lw_obstacles *obstacles = &c->checker->frozen->obstacles;
            assert_string_equal(lw_obstacle_at(obstacles, nearest)->body.name, first);
        }
        if (result == LW_BOUND_PROVEN || one.from < one.to)
            check_part(&straight, &q, &one);
        parts += result == LW_BOUND_OPEN && one.from < one.to;
    }
    printf("%zu in part\n", parts);
    assert_true(parts > (size_t)rounds / 10);
    drop_crowd(&straight);
    drop_crowd(&detour);
}

/* The nearest obstacle is the one whose box is nearest, for any tree. */
static void test_nearest(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    int rounds = test_rounds(40, 2000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_changed(lw_random_bits(&random), true);
        const lw_frozen *frozen = c.checker->frozen;
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        lw_checker_begin(c.checker, c.motion, &options, &verdict);
        lw_checker_sample(c.checker, 0, c.motion->begin, 0);
        for (uint32_t body = 0; body < frozen->moving_count; body++) {
            uint32_t nearest = lw_crowd_nearest(c.checker, body);
            size_t still;
            /* it is one of those whose boxes are as near, by the same balls */
            bool any = false;
            for (uint32_t i = 0; i < frozen->obstacles.count; i++)
                any |= lw_frozen_reason(frozen, body, (uint32_t)frozen->moving_count + i) ==
                       LW_PAIR_CHECKED;
            assert_int_equal(nearest != LW_ALL_OBSTACLES, any);
            if (!any)
                continue;
            double low = -1;
            double high = 100;
            for (int k = 0; k < 60; k++) {
                double middle = 0.5 * (low + high);
                bool some = lw_crowd_list(c.checker, body, middle, 0, SIZE_MAX, &still) > 0;
                *(some ? &high : &low) = middle;
            }
            size_t count = lw_crowd_list(c.checker, body, high + 1e-6, 0, SIZE_MAX, &still);
            bool found = false;
            for (size_t i = 0; i < count; i++)
                found |= c.checker->broad_phase.obstacles[i] == nearest;
            assert_true(found);
        }
        lw_checker_end(c.checker);
        drop_crowd(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clearances),   cmocka_unit_test(test_still),
        cmocka_unit_test(test_changed),      cmocka_unit_test(test_no_pair),
        cmocka_unit_test(test_samples),      cmocka_unit_test(test_corridor),
        cmocka_unit_test(test_nearest),      cmocka_unit_test(test_near_misses),
        cmocka_unit_test(test_in_the_plane), cmocka_unit_test(test_single_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
