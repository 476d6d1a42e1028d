/* The broad phase: whatever it leaves out stays farther apart, and needs no look, and what it visits it
 * visits once and in order; in space and in the plane, among few and many obstacles and robots. Checks
 * answer as they do when they claim, where every pair is visited. And the tree of boxes against a loop
 * over all. */
#include "base/random.h"
#include "check/methods.h"
#include "check/planar.h"
#include "check/prove.h"
#include "motion/motion.h"
#include "pair_at.h"
#include "small_scene.h"

#include <math.h>
#include <stdlib.h>

#include "seed.h"
#include "verdicts.h"

enum { MOST_OBSTACLES = 300, MOST_JOINTS = 4 };

/* ---- the tree ---------------------------------------------------------------------------------- */

static vec3 random_point(lw_random *random, double size)
{
    return v3(lw_random_between(random, -size, size), lw_random_between(random, -size, size),
              lw_random_between(random, -size, size));
}

/* boxes on a grid now and then, so that distances and sides are equal */
static lw_world_box random_box(lw_random *random, bool grid)
{
    vec3 low = random_point(random, 4);
    vec3 size = random_point(random, lw_random_below(random, 8) ? 0.3 : 3);
    if (grid) {
        low = v3(floor(low.x), floor(low.y), floor(low.z));
        size = v3(1, 1, 1);
    }
    return (lw_world_box){low, add(low, abs3(size))};
}

static void expect_found(const uint32_t *found, size_t count, const bool *wanted, size_t boxes)
{
    size_t next = 0;
    for (uint32_t i = 0; i < boxes; i++) {
        if (!wanted[i])
            continue;
        assert_true(next < count && found[next] == i);
        next++;
    }
    assert_int_equal(next, count);
}

static void test_tree(void **state)
{
    (void)state;
    enum { MOST = 700 };
    static lw_world_box boxes[MOST];
    static uint32_t found[MOST];
    static bool wanted[MOST];
    lw_random random = {test_seed()};
    size_t some = 0;
    int rounds = test_rounds(400, 20000);
    for (int round = 0; round < rounds; round++) {
        lw_arena arena = {0};
        lw_box_tree tree;
        bool grid = lw_random_below(&random, 2);
        size_t count = lw_random_below(&random, round % 2 ? 40 : MOST);
        for (size_t i = 0; i < count; i++)
            boxes[i] = random_box(&random, grid);
        assert_int_equal(lw_box_tree_create(&arena, boxes, count, &tree, NULL), LW_OK);
        for (int query = 0; query < 20; query++) {
            vec3 at = random_point(&random, 5);
            double distance = lw_random_between(&random, 0, query % 4 ? 1 : 8);
            if (grid) {
                at = v3(floor(at.x), floor(at.y), floor(at.z));
                distance = floor(distance);
            }
            for (size_t i = 0; i < count; i++)
                wanted[i] = lw_box_square(&boxes[i], at) <= distance * distance;
            size_t near = lw_box_tree_near(&tree, at, distance, found);
            expect_found(found, near, wanted, count);
            lw_world_box box = random_box(&random, grid);
            size_t meeting = 0;
            for (size_t i = 0; i < count; i++)
                meeting += wanted[i] = lw_boxes_meet(&boxes[i], &box);
            expect_found(found, lw_box_tree_meeting(&tree, &box, SIZE_MAX, found), wanted, count);
            size_t most = lw_random_below(&random, 10);
            size_t here = lw_box_tree_meeting(&tree, &box, most, found);
            if (meeting <= most)
                expect_found(found, here, wanted, count);
            assert_true(meeting <= most ? here == meeting : here > most);
            some += near > 0 && near < count;
        }
        lw_arena_free(&arena);
    }
    assert_true(some > (size_t)rounds * 5);
}

/* ---- scenes ------------------------------------------------------------------------------------ */

typedef struct crowd {
    lw_random random;
    bool flat;
    size_t robots, obstacles;
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    lw_error error;
} crowd;

static lw_shape_def random_shape(crowd *c, double size)
{
    lw_random *random = &c->random;
    lw_shape_def shape = sphere_of(lw_random_between(random, 0.2, 1) * size);
    if (c->flat)
        shape.kind = LW_DISC;
    else if (lw_random_below(random, 2)) {
        shape.kind = LW_BOX;
        vec3 sides = abs3(random_point(random, size));
        shape.size = (lw_vec3){0.01 + sides.x, 0.01 + sides.y, 0.01 + sides.z};
        shape.radius = 0;
    }
    return shape;
}

static lw_pose random_place(crowd *c, double size)
{
    lw_vec3 at = random_point(&c->random, size);
    if (c->flat)
        at.z = 0;
    vec3 turn = c->flat ? v3(0, 0, 0) : random_point(&c->random, 3);
    return lw_pose_from_rpy(at, turn.x, turn.y, turn.z);
}

static void add_robot(crowd *c, const char *name, lw_pose base, const lw_joint_kind *kinds,
                      size_t joints)
{
    lw_error *e = &c->error;
    succeed(lw_scene_add_robot(c->scene, name, base, e), e);
    for (size_t i = 0; i <= joints; i++) {
        char link[32];
        char above[32];
        char joint[32];
        snprintf(link, sizeof link, "l%zu", i);
        snprintf(above, sizeof above, "l%zu", i ? i - 1 : 0);
        snprintf(joint, sizeof joint, "j%zu", i);
        succeed(lw_scene_add_link(c->scene, name, link, e), e);
        if (i || lw_random_below(&c->random, 2)) {
            lw_shape_def shape = random_shape(c, 0.3);
            succeed(lw_scene_add_shape(c->scene, name, link, &shape, lw_pose_identity(), e), e);
        }
        if (!i)
            continue;
        lw_joint_def def = joint_of(joint, kinds[i - 1], above, link);
        def.origin.position.x = c->flat ? 0 : 0.5;
        if (!c->flat)
            def.axis = random_point(&c->random, 1);
        succeed(lw_scene_add_joint(c->scene, name, &def, e), e);
    }
}

/* rules, margins, padding, what a robot carries */
static void furnish(crowd *c)
{
    lw_error *e = &c->error;
    lw_random *random = &c->random;
    char names[2][32];
    if (lw_random_below(random, 2))
        succeed(lw_scene_set_margin(c->scene, lw_random_between(random, 0, 0.1), e), e);
    for (int i = 0; i < 3 && c->obstacles; i++) {
        snprintf(names[0], sizeof names[0], "l%u", lw_random_below(random, 3));
        snprintf(names[1], sizeof names[1], "o%u", lw_random_below(random, (uint32_t)c->obstacles));
        const char *b = lw_random_below(random, 4) ? names[1] : NULL;
        if (lw_random_below(random, 2))
            succeed(lw_scene_allow_pair(c->scene, names[0], b, true, e), e);
        if (lw_random_below(random, 2))
            succeed(
                lw_scene_set_pair_margin(c->scene, names[0], b, lw_random_between(random, 0, 0.3), e),
                e);
    }
    if (lw_random_below(random, 2))
        succeed(
            lw_scene_set_link_padding(c->scene, "r0", NULL, 1, lw_random_between(random, 0, 0.1), e),
            e);
    if (lw_random_below(random, 2)) {
        lw_shape_def shape = random_shape(c, 0.3);
        succeed(lw_scene_attach(c->scene, "r0", "l1", "held", &shape, lw_pose_identity(), NULL, 0, e),
                e);
    }
}

static void set_motion(crowd *c)
{
    enum { POINTS = 3 };
    lw_track tracks[8];
    double positions[8][POINTS * 3 * MOST_JOINTS];
    size_t points = 2 + lw_random_below(&c->random, POINTS - 1);
    for (size_t r = 0; r < c->robots; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", r);
        tracks[r] = lw_default_track();
        tracks[r].kind = LW_PATH;
        tracks[r].joints = lw_scene_joints(c->scene, name, NULL, &c->error);
        tracks[r].point_count = points;
        tracks[r].positions = positions[r];
        double size = lw_random_between(&c->random, 0, 1.5);
        for (size_t i = 0; i < points * lw_joints_value_count(tracks[r].joints); i++)
            positions[r][i] = lw_random_between(&c->random, -size, size);
    }
    succeed(lw_motion_set(c->motion, tracks, c->robots, &c->error), &c->error);
}

/* obstacles: how many; negative: any number */
static crowd new_crowd_of(uint64_t seed, bool flat, int obstacles)
{
    static const lw_joint_kind kinds[] = {LW_REVOLUTE, LW_PRISMATIC, LW_CONTINUOUS};
    crowd c = {.random = {seed}, .flat = flat};
    c.robots = 1 + lw_random_below(&c.random, lw_random_below(&c.random, 2) ? 1 : 7);
    c.obstacles = lw_random_below(&c.random, lw_random_below(&c.random, 2) ? 20 : MOST_OBSTACLES);
    if (obstacles >= 0)
        c.obstacles = (size_t)obstacles;
    double size = lw_random_between(&c.random, 1, 6);
    c.scene = new_scene();
    if (flat)
        succeed(lw_scene_set_dimension(c.scene, 2, &c.error), &c.error);
    for (size_t r = 0; r < c.robots; r++) {
        char name[32];
        snprintf(name, sizeof name, "r%zu", r);
        lw_joint_kind chain[MOST_JOINTS] = {LW_PLANAR};
        size_t joints = flat ? 1 : 1 + lw_random_below(&c.random, MOST_JOINTS);
        for (size_t i = 0; i < joints && !flat; i++)
            chain[i] = kinds[lw_random_below(&c.random, 3)];
        add_robot(&c, name, random_place(&c, size), chain, joints);
    }
    for (size_t i = 0; i < c.obstacles; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%zu", i);
        lw_shape_def shape = random_shape(&c, lw_random_below(&c.random, 20) ? 0.3 : 3);
        succeed(lw_scene_add_obstacle(c.scene, id, &shape, random_place(&c, size), &c.error), &c.error);
    }
    furnish(&c);
    succeed(lw_scene_freeze(c.scene, &c.error), &c.error);
    succeed(lw_checker_create(c.scene, &c.checker, &c.error), &c.error);
    succeed(lw_motion_create(c.scene, &c.motion, &c.error), &c.error);
    set_motion(&c);
    return c;
}

static crowd new_crowd(uint64_t seed, bool flat)
{
    return new_crowd_of(seed, flat, -1);
}

static void drop_crowd(crowd *c)
{
    lw_motion_destroy(c->motion);
    lw_checker_destroy(c->checker);
    lw_scene_destroy(c->scene);
}

/* ---- visits ------------------------------------------------------------------------------------ */

typedef struct visits {
    lw_pair_id *pairs;
    size_t count, most;
} visits;

static bool take(void *context, lw_pair_id id)
{
    visits *v = context;
    if (v->count)
        assert_true(id > v->pairs[v->count - 1]);
    v->pairs[v->count++] = id;
    return v->count < v->most;
}

/* What is left out is proven far at the sample, and is farther than the distance at any time of it. */
static void check_left_out(crowd *c, const visits *v, double distance, double from, double to)
{
    const lw_frozen *frozen = c->checker->frozen;
    size_t next = 0;
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        lw_pair_id id = lw_frozen_pair_at(frozen, i);
        if (next < v->count && v->pairs[next] == id) {
            next++;
            continue;
        }
        lw_pair pair = lw_frozen_pair(frozen, id);
        assert_false(pair.self);
        c->checker->target = distance;
        if (!c->flat && !lw_checker_prove_far(c->checker, &pair, from, to))
            fail_msg("%zu: a pair is left out that is not far", i);
    }
    assert_int_equal(next, v->count);
}

static void check_distances(crowd *c, const visits *v, double distance, double from, double to)
{
    const lw_frozen *frozen = c->checker->frozen;
    for (int k = 0; k < 20 && frozen->pairs.count; k++) {
        size_t i = lw_random_below(&c->random, (uint32_t)frozen->pairs.count);
        lw_pair_id id = lw_frozen_pair_at(frozen, i);
        bool visited = false;
        for (size_t p = 0; p < v->count; p++)
            visited = visited || v->pairs[p] == id;
        lw_distance d;
        double time = lw_random_between(&c->random, from, to);
        succeed(lw_pair_distance(c->checker, c->motion, time, i, &d, &c->error), &c->error);
        if (!visited)
            assert_true(d.upper > distance);
    }
}

static void test_visits(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    size_t visited = 0;
    size_t all = 0;
    int rounds = test_rounds(400, 10000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd(lw_random_bits(&random), round % 2);
        const lw_frozen *frozen = c.checker->frozen;
        visits v = {calloc(frozen->pairs.count + 1, sizeof *v.pairs), 0, SIZE_MAX};
        size_t piece = lw_random_below(&c.random, (uint32_t)c.motion->pieces.count);
        lw_motion_piece span = c.motion->pieces.items[piece];
        double half = lw_random_below(&c.random, 3) * 0.25 * (span.end - span.begin);
        double middle = 0.5 * (span.begin + span.end);
        double distance = frozen->pairs.largest_margin + lw_random_below(&c.random, 3) * 0.2;
        lw_options options = lw_default_options();
        lw_verdict ignored;
        lw_checker_begin(c.checker, c.motion, &options, &ignored);
        lw_checker_sample(c.checker, piece, middle, half);
        if (c.flat && frozen->flat)
            lw_planar_visit(c.checker, distance, take, &v);
        else
            lw_checker_visit(c.checker, distance, take, &v);
        check_left_out(&c, &v, distance, middle - half, middle + half);
        visited += v.count;
        all += frozen->pairs.count;
        /* as many as are wanted, the same ones */
        size_t most = v.count / 2;
        lw_pair_id last = most ? v.pairs[most - 1] : 0;
        if (most) {
            visits first = {v.pairs + v.count, 0, most};
            first.pairs = calloc(frozen->pairs.count + 1, sizeof *first.pairs);
            if (c.flat && frozen->flat)
                lw_planar_visit(c.checker, distance, take, &first);
            else
                lw_checker_visit(c.checker, distance, take, &first);
            assert_true(first.count == most && first.pairs[most - 1] == last);
            free(first.pairs);
        }
        lw_checker_end(c.checker);
        check_distances(&c, &v, distance, middle - half, middle + half);
        free(v.pairs);
        drop_crowd(&c);
    }
    printf("%zu of %zu pairs visited\n", visited, all);
    assert_true(visited < all / 3 && visited > all / 100);
}

/* ---- answers ----------------------------------------------------------------------------------- */

static lw_status ignore(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

/* With claims every pair is visited, and the answer is the same to the bit. */
static void test_answers(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int kinds[3] = {0};
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd(lw_random_bits(&random), false);
        bool two = lw_scene_pair_count(c.scene) == 1; /* then PCDA answers, which makes no claims */
        lw_options options = lw_default_options();
        for (int way = 0; way < 4; way++) {
            lw_verdict plain;
            lw_verdict claimed;
            options.method = way % 2 ? LW_SLAB : LW_BISECTION;
            options.any = way / 2;
            options.claim = NULL;
            succeed(lw_check(c.checker, c.motion, &options, &plain, &c.error), &c.error);
            options.claim = ignore;
            succeed(lw_check(c.checker, c.motion, &options, &claimed, &c.error), &c.error);
            assert_true(two || same_verdict(&plain, &claimed));
            kinds[plain.kind]++;
        }
        drop_crowd(&c);
    }
    assert_true(kinds[LW_FREE] > rounds / 4 && kinds[LW_CONTACT] > rounds / 4);
}

/* ---- near misses ------------------------------------------------------------------------------- */

/* More near misses than there is room for are counted, and more pairs than are searched for at a time
 * are found. */
static void test_capacity(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    size_t many = 0;
    int rounds = test_rounds(60, 1000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd(lw_random_bits(&random), round % 2);
        size_t pairs = lw_scene_pair_count(c.scene);
        double threshold = lw_random_below(&random, 2) ? 20 : 0.5;
        lw_near_miss *all = calloc(pairs + 1, sizeof *all);
        lw_near_miss *some = calloc(pairs + 1, sizeof *some);
        size_t count;
        size_t again;
        succeed(lw_near_misses(c.checker, c.motion, threshold, NULL, all, pairs, &count, &c.error),
                &c.error);
        assert_true(count <= pairs && (threshold < 1 || count == pairs));
        many += count > LW_MOST_NEAR;
        for (size_t i = 1; i < count; i++)
            assert_true(all[i - 1].pair[0] < all[i].pair[0] ||
                        (all[i - 1].pair[0] == all[i].pair[0] && all[i - 1].pair[1] < all[i].pair[1]));
        for (size_t i = 0; i < count; i++) {
            lw_pair_id id = lw_pair_id_of((uint32_t)all[i].pair[0], (uint32_t)all[i].pair[1]);
            size_t index = lw_frozen_pair_index(c.checker->frozen, id);
            lw_distance d;
            succeed(lw_pair_distance(c.checker, c.motion, all[i].at, index, &d, &c.error), &c.error);
            assert_true(d.upper <= all[i].distance[1] + 1e-9 &&
                        all[i].distance[0] <= all[i].distance[1]);
        }
        size_t room = count / 2;
        succeed(lw_near_misses(c.checker, c.motion, threshold, NULL, room ? some : NULL, room, &again,
                               &c.error),
                &c.error);
        assert_int_equal(again, count);
        for (size_t i = 0; i < room; i++)
            assert_true(same_bits(some[i].distance[0], all[i].distance[0]) &&
                        same_bits(some[i].distance[1], all[i].distance[1]) &&
                        same_pair(some[i].pair, all[i].pair));
        assert_true(some[room].pair[1] == 0 && some[room].distance[1] == 0);
        free(all);
        free(some);
        drop_crowd(&c);
    }
    assert_true(many > (size_t)rounds / 60);
}

/* ---- smallest distances ------------------------------------------------------------------------- */

/* No pair is ever nearer than the smallest distance of its kind, inside robots and else, is said to be
 * at least; and at the time that is told, one is as near as it is said to be at most. */
static void check_clearance(crowd *c, const double clearance[2], const double *at, bool self,
                            const int64_t pair[2], const double *times, int count)
{
    const lw_frozen *frozen = c->checker->frozen;
    lw_distance d;
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        lw_pair_id id = lw_frozen_pair_at(frozen, i);
        if (lw_frozen_pair(frozen, id).self != self)
            continue;
        for (int k = 0; k < count; k++) {
            succeed(lw_pair_distance(c->checker, c->motion, times[k], i, &d, &c->error), &c->error);
            assert_true(d.upper >= clearance[0] - 1e-9);
        }
    }
    size_t own = lw_frozen_pair_index(frozen, lw_pair_id_of((uint32_t)pair[0], (uint32_t)pair[1]));
    succeed(lw_pair_distance(c->checker, c->motion, *at, own, &d, &c->error), &c->error);
    assert_true(d.upper <= clearance[1] + 1e-9);
}

static void test_clearances(void **state)
{
    (void)state;
    enum { TIMES = 9 };
    lw_random random = {test_seed() + 5};
    int found[2] = {0};
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd_of(lw_random_bits(&random), round % 2, round % 8);
        double times[TIMES];
        for (int k = 0; k < TIMES; k++)
            times[k] = lw_random_between(&random, c.motion->begin, c.motion->end);
        lw_options options = lw_default_options();
        options.clearance = true;
        lw_verdict v;
        succeed(lw_check(c.checker, c.motion, &options, &v, &c.error), &c.error);
        if (v.has_clearance)
            check_clearance(&c, v.clearance, &v.clearance_at, false, v.clearance_pair, times, TIMES);
        if (v.has_self_clearance)
            check_clearance(&c, v.self_clearance, &v.self_clearance_at, true, v.self_clearance_pair,
                            times, TIMES);
        found[0] += v.has_clearance && v.clearance[0] > 0;
        found[1] += v.has_self_clearance && v.self_clearance[0] > 0;
        drop_crowd(&c);
    }
    assert_true(found[0] > rounds / 10 && found[1] > rounds / 20);
}

/* ---- the order of pairs ------------------------------------------------------------------------ */

static void test_order(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    int rounds = test_rounds(260, 3000);
    for (int round = 0; round < rounds; round++) {
        /* every number of bodies up to some blocks of them */
        crowd c = new_crowd_of(lw_random_bits(&random), round % 2, round < 260 ? round / 2 : -1);
        const lw_frozen *frozen = c.checker->frozen;
        size_t index = 0;
        lw_pair_id next = lw_frozen_next_pair(frozen, 0);
        for (uint32_t a = 0; a < frozen->moving_count; a++)
            for (uint32_t b = a + 1; b < frozen->body_count; b++) {
                if (lw_frozen_reason(frozen, a, b) != LW_PAIR_CHECKED)
                    continue;
                lw_pair_id id = lw_pair_id_of(a, b);
                assert_true(next == id);
                assert_int_equal(lw_frozen_pair_index(frozen, id), index);
                assert_true(lw_frozen_pair_at(frozen, index) == id);
                index++;
                next = lw_frozen_next_pair(frozen, id + 1);
            }
        assert_true(next == LW_NO_PAIR);
        assert_int_equal(frozen->pairs.count, index);
        drop_crowd(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree),       cmocka_unit_test(test_visits),
        cmocka_unit_test(test_answers),    cmocka_unit_test(test_capacity),
        cmocka_unit_test(test_clearances), cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
