/* Tests very many obstacles near a robot: results of blocks and searches for all obstacles at once
 * against each obstacle by itself, answers against those of other methods, and scenes that were changed
 * against scenes that were built in their final state. */
#include "agree.h"
#include "check/checker/crowd.h"
#include "check/checker/prove.h"
#include "lanes/lanes.h"
#include "many_obstacles.h"
#include "seed.h"
#include "verdicts.h"

#include <stdlib.h>

enum { MOTIONS = 8 };

/* ---- proofs of blocks ---------------------------------------------------------------------------- */

/* A ball that moves along the chords between the poses of a block. */
typedef struct rolling {
    const lw_lane_vec *center;
    double need; /* distance that its centre must have from obstacles */
    uint32_t body;
} rolling;

/* The gap between the box about a chord and an obstacle's box. */
static double gap_between(const lw_lane_vec *center, int interval, const lw_world_box *box)
{
    vec3 a = lw_in_lane(center, interval);
    vec3 b = lw_in_lane(center, interval + 1);
    vec3 low = min3(a, b);
    vec3 high = max3(a, b);
    vec3 beyond = max3(max3(sub(box->low, high), sub(low, box->high)), v3(0, 0, 0));
    return norm(beyond);
}

/* Whether a ball is farther from all obstacles in an interval than needed, by the factor 1 + more. */
static bool is_clear(const crowd *c, const rolling *ball, int interval, double more)
{
    const lw_frozen *frozen = c->checker->frozen;
    for (uint32_t i = 0; i < frozen->obstacles.count; i++) {
        const lw_obstacle *own = lw_obstacle_at(&frozen->obstacles, i);
        if (lw_frozen_reason(frozen, ball->body, (uint32_t)frozen->moving_count + i) != LW_PAIR_CHECKED)
            continue;
        double need = ball->need + 2 * own->error;
        if (!(gap_between(ball->center, interval, &own->box) > need * (1 + more)))
            return false;
    }
    return true;
}

/* The centre of a body's ball if it was placed in the block, else NULL. */
static const lw_lane_vec *placed(const lw_block *block, const lw_lane_body *body, uint32_t place)
{
    uint32_t at = body->first_center + place;
    return block->centers_made[at] == block->number ? &block->centers[at] : NULL;
}

/* Whether the balls of a body are clear in an interval: the ball around it, or its groups and balls.
 * unknown: the answer for balls that were not placed. */
static bool body_is_clear(const crowd *c, uint32_t index, int interval, double more, bool unknown)
{
    const lw_block *block = &c->checker->lanes->block;
    const lw_lane_body *body = &block->bodies[index];
    const lw_grouped_cover *cover = body->cover;
    double need = (double)lw_required_of_body(block, body);
    rolling around = {placed(block, body, 0), need + (double)cover->around.radius, index};
    if (around.center && is_clear(c, &around, interval, more))
        return true;
    bool clear = cover->count > 1;
    for (uint32_t k = 0; k < cover->group_count && clear; k++) {
        const lw_ball_group *group = &cover->groups[k];
        rolling all = {cover->group_count > 1 ? placed(block, body, 1 + cover->count + k) : NULL,
                       need + (double)group->around.radius, index};
        if (all.center && is_clear(c, &all, interval, more))
            continue;
        for (uint32_t i = group->first; i < group->end && clear; i++) {
            rolling ball = {placed(block, body, 1 + i), need + (double)cover->balls[i].radius, index};
            clear = ball.center ? is_clear(c, &ball, interval, more) : unknown;
        }
    }
    return clear;
}

/* If a block proves an interval for all obstacles, each obstacle by itself allows it; and if it does
 * not, hardly any room is left. */
static void test_blocks(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t proven = 0;
    size_t open = 0;
    int rounds = test_rounds(150, 5000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_changed(lw_random_bits(&random), true);
        lw_lanes *lanes = c.checker->lanes;
        const lw_motion_piece *piece = &c.motion->pieces.items[0];
        lanes->crowds = true;
        lw_lanes_prove_obstacles(lanes, c.motion, 0, piece->begin, piece->end);
        lw_lanes_take_crowd(lanes);
        assert_true(lanes->block.crowd && lw_lanes_prove_placed_obstacles(lanes));
        for (uint32_t body = 0; body < lanes->block.body_count; body++) {
            unsigned left = 0;
            for (size_t i = 0; i < lanes->first.count; i++)
                if (lanes->first.items[i].body == body) {
                    assert_true(lw_rest_is_crowd(&lanes->first.items[i]));
                    left |= lanes->first.items[i].intervals;
                }
            for (int i = 0; i < LW_BLOCK_INTERVALS; i++) {
                bool is_open = left >> i & 1;
                if (is_open)
                    assert_false(body_is_clear(&c, body, i, 1e-4, false));
                else
                    assert_true(body_is_clear(&c, body, i, 0, true));
                *(is_open ? &open : &proven) += 1;
            }
        }
        drop_crowd(&c);
    }
    assert_true(proven > 5 * (size_t)rounds && open > 5 * (size_t)rounds);
}

/* A ball on three sliding joints beside many boxes. The nearest box has a corner at `at`, and the ball
 * is in the opposite octant about that corner. */
static crowd new_corner(lw_random *random, vec3 at)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_PRISMATIC, LW_JOINT_PRISMATIC, LW_JOINT_PRISMATIC};
    static const char *const links[] = {"l0", "l1", "l2", "l3"};
    crowd c = {.random = {lw_random_bits(random)}};
    lw_error *e = &c.error;
    double side[3];
    for (int i = 0; i < 3; i++)
        side[i] = lw_random_below(&c.random, 2) ? 1 : -1;
    c.scene = new_scene();
    lw_pose base = lw_pose_identity();
    base.position = at;
    succeed(lw_scene_add_robot(c.scene, "r", base, e), e);
    succeed(lw_scene_add_link(c.scene, "r", links[0], e), e);
    for (int i = 0; i < 3; i++) {
        lw_joint_def joint = joint_of(links[i + 1], kinds[i], links[i], links[i + 1]);
        joint.origin.position.x = 0;
        joint.axis = (lw_vec3){i == 0, i == 1, i == 2};
        succeed(lw_scene_add_link(c.scene, "r", links[i + 1], e), e);
        succeed(lw_scene_add_joint(c.scene, "r", &joint, e), e);
    }
    lw_shape_def ball = sphere_of(lw_random_between(&c.random, 0.01, 0.05));
    succeed(lw_scene_add_shape(c.scene, "r", "l3", &ball, lw_pose_identity(), e), e);
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = (lw_vec3){0.25, 0.25, 0.25};
    for (int i = 0; i < 100; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%d", i);
        lw_pose place = lw_pose_identity();
        vec3 by = i ? add(v3(0.6, 0.6, 0.6), random_point(&c.random, 0.3)) : v3(0.125, 0.125, 0.125);
        by = v3(-side[0] * by.x, -side[1] * by.y, -side[2] * by.z);
        place.position = add(at, by);
        succeed(lw_scene_add_obstacle(c.scene, id, &box, place, e), e);
    }
    close_robots(&c);
    double ends[2][3];
    for (int i = 0; i < 3; i++) {
        ends[0][i] = side[i] * lw_random_between(&c.random, 0.05, 0.5);
        ends[1][i] = ends[0][i] + lw_random_between(&c.random, -0.02, 0.02);
    }
    succeed(lw_motion_set_segment(c.motion, NULL, ends[0], ends[1], e), e);
    return c;
}

/* Whether a block proves an interval for the only body if the target is raised by `more`. */
static bool is_proven(crowd *c, double more, int interval)
{
    lw_lanes *lanes = c->checker->lanes;
    const double asked[2] = {more, 0};
    lanes->crowds = true;
    lw_lanes_raise_target(lanes, asked);
    lw_lanes_prove_obstacles(lanes, c->motion, 0, c->motion->begin, c->motion->end);
    lw_lanes_take_crowd(lanes);
    assert_true(lw_lanes_prove_placed_obstacles(lanes));
    return !lanes->first.count || !(lanes->first.items[0].intervals >> interval & 1);
}

/* The largest target that a block proves is right to the last bit, near the origin and far from it. */
static void test_edges(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 6};
    int rounds = test_rounds(400, 20000);
    for (int round = 0; round < rounds; round++) {
        vec3 at = round % 2 ? random_point(&random, 300) : v3(0, 0, 0);
        crowd c = new_corner(&random, at);
        int interval = (int)lw_random_below(&random, LW_BLOCK_INTERVALS);
        double proven = 0;
        double open = 4;
        assert_true(is_proven(&c, proven, interval) && !is_proven(&c, open, interval));
        for (int i = 0; i < 40; i++) {
            double middle = 0.5 * (proven + open);
            *(is_proven(&c, middle, interval) ? &proven : &open) = middle;
        }
        assert_true(is_proven(&c, proven, interval));
        assert_true(body_is_clear(&c, 0, interval, 0, true));
        drop_crowd(&c);
    }
}

/* ---- pairs that come near at a sample ------------------------------------------------------------ */

typedef struct visits {
    lw_pair_id *pairs;
    size_t count;
} visits;

static bool take(void *context, lw_pair_id id)
{
    visits *v = context;
    assert_true(!v->count || id > v->pairs[v->count - 1]);
    v->pairs[v->count++] = id;
    return true;
}

/* A sample of the crowd's motion, and half the width of an interval about it, within its piece. */
typedef struct sample {
    size_t piece;
    double time, half;
} sample;

static sample take_sample(crowd *c)
{
    const lw_motion *motion = c->motion;
    double time = lw_random_between(&c->random, motion->begin, motion->end);
    sample s = {lw_motion_piece_at(motion, time), time, 0};
    const lw_motion_piece *piece = &motion->pieces.items[s.piece];
    if (lw_random_below(&c->random, 3))
        s.half = lw_random_between(&c->random, 0, 1) * lesser(time - piece->begin, piece->end - time);
    return s;
}

/* Obstacles that were not visited are farther from a body than the distance at a random time of the
 * interval, unless the pair is not checked. Returns the number of such obstacles. */
static size_t check_left_out(crowd *c, const sample *s, uint32_t body, double distance, const visits *v)
{
    const lw_frozen *frozen = c->checker->frozen;
    size_t next = 0;
    size_t left_out = 0;
    for (uint32_t i = 0; i < frozen->obstacles.count; i++) {
        uint32_t other = (uint32_t)frozen->moving_count + i;
        lw_pair_id id = lw_pair_id_of(body, other);
        bool visited = next < v->count && v->pairs[next] == id;
        next += visited;
        if (lw_frozen_reason(frozen, body, other) != LW_PAIR_CHECKED)
            assert_false(visited);
        else if (!visited) {
            lw_distance d;
            double at = lw_random_between(&c->random, s->time - s->half, s->time + s->half);
            succeed(lw_pair_distance(c->checker, c->motion, at, lw_frozen_pair_index(frozen, id), &d,
                                     &c->error),
                    &c->error);
            assert_true(d.lower > distance - 1e-9);
            left_out++;
        }
    }
    assert_int_equal(next, v->count);
    return left_out;
}

/* Obstacles that are left out stay farther away than the distance over all of the interval, and a
 * body's pairs are visited in order. If the interval may be divided, long lists are given up. */
static void test_visits(void **state)
{
    (void)state;
    enum { SAMPLES = 10 };
    lw_random random = {test_seed() + 1};
    size_t left_out = 0;
    size_t visited = 0;
    size_t divided = 0;
    int rounds = test_rounds(60, 2000);
    visits all = {calloc(2 * MOST, sizeof *all.pairs), 0};
    visits again = {calloc(2 * MOST, sizeof *again.pairs), 0};
    for (int round = 0; round < rounds; round++) {
        crowd c = new_changed(lw_random_bits(&random), true);
        for (int i = 0; i < SAMPLES; i++) {
            double distance = lw_random_below(&random, 2) ? lw_random_between(&random, 0, 0.3) : 0;
            const sample s = take_sample(&c);
            uint32_t body = lw_random_below(&random, (uint32_t)c.checker->frozen->moving_count);
            lw_check_options options = lw_default_check_options();
            lw_verdict verdict = lw_default_verdict();
            all.count = again.count = 0;
            lw_checker_begin(c.checker, c.motion, &options, &verdict);
            lw_checker_sample(c.checker, s.piece, s.time, s.half);
            assert_true(lw_crowd_visit(c.checker, body, distance, false, take, &all));
            bool few = lw_crowd_visit(c.checker, body, distance, true, take, &again);
            lw_checker_end(c.checker);
            assert_int_equal(again.count, few ? all.count : 0);
            assert_true(few || all.count > 16);
            divided += !few;
            visited += all.count;
            left_out += check_left_out(&c, &s, body, distance, &all);
        }
        drop_crowd(&c);
    }
    free(all.pairs);
    free(again.pairs);
    printf("%zu left out, %zu visited, %zu divided\n", left_out, visited, divided);
    assert_true(left_out > 20 * (size_t)rounds && visited > (size_t)rounds && divided > 0);
}

/* ---- answers ------------------------------------------------------------------------------------- */

/* At the time of a contact the named pair is no farther apart than its margin. */
static void check_contact(crowd *c, const lw_verdict *verdict)
{
    const lw_frozen *frozen = c->checker->frozen;
    lw_pair_id id = lw_pair_id_of((uint32_t)verdict->pair[0], (uint32_t)verdict->pair[1]);
    assert_true(distance_at_contact(c, verdict).lower <= lw_frozen_pair(frozen, id).margin + 1e-6);
}

/* Asking for the clearance too does not change the verdict. */
static void check_with_clearance(crowd *c, const lw_verdict *without)
{
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    succeed(lw_check(c->checker, c->motion, &options, &verdict, &c->error), &c->error);
    assert_int_equal(verdict.kind, without->kind);
    assert_true(verdict.kind != LW_VERDICT_FREE || verdict.clearance.lower <= verdict.clearance.upper);
}

/* All methods agree on the first contact, on any contact, and on free motions. */
static void test_answers(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    size_t kinds[3] = {0};
    size_t crowds = 0;
    int rounds = test_rounds(120, 6250);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_many(lw_random_bits(&random));
        for (int i = 0; i < 2 * MOTIONS; i++) {
            bool any = i % 2;
            if (!any)
                set_short_motion(&c);
            double tolerance = lw_default_check_options().time_tolerance * c.motion->length;
            lw_verdict fast = ask_crowd(&c, LW_METHOD_AUTO, any);
            lw_verdict slow = ask_crowd(&c, round % 8 ? LW_METHOD_SLAB : LW_METHOD_BISECTION, any);
            if (!answers_agree(&fast, &slow, any, tolerance))
                fail_msg("round %d: %d at %.17g (%.17g) by all at once, %d at %.17g (%.17g) one by one",
                         round, fast.kind, fast.time, fast.free_until, slow.kind, slow.time,
                         slow.free_until);
            kinds[fast.kind]++;
            if (i == 2)
                check_with_clearance(&c, &fast);
            if (fast.kind == LW_VERDICT_CONTACT)
                check_contact(&c, &fast);
            crowds += c.checker->lanes->block.crowd != NULL;
        }
        drop_crowd(&c);
    }
    printf("%zu free, %zu in contact, %zu undecided, %zu among a crowd\n", kinds[LW_VERDICT_FREE],
           kinds[LW_VERDICT_CONTACT], kinds[LW_VERDICT_UNDECIDED], crowds);
    size_t all = 2 * MOTIONS * (size_t)rounds;
    assert_true(crowds > all / 8 && kinds[LW_VERDICT_FREE] > all / 8 &&
                kinds[LW_VERDICT_CONTACT] > all / 8 && kinds[LW_VERDICT_UNDECIDED] < all / 100);
}

/* A ball that stays inside a large solid mesh, far from its surface, among many obstacles: no surfaces
 * touch, but it is in contact from the beginning. */
static void test_inside(void **state)
{
    (void)state;
    static const double corners[] = {2, 2, 2, -2, -2, 2, -2, 2, -2, 2, -2, -2};
    static const uint32_t faces[] = {0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3};
    static const lw_joint_kind slide[] = {LW_JOINT_PRISMATIC};
    lw_random random = {test_seed() + 4};
    crowd c = {.random = random};
    c.scene = new_scene();
    lw_error *e = &c.error;
    add_chain(c.scene, "r0", slide, 1);
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = corners;
    mesh.vertex_count = 4;
    mesh.triangles = faces;
    mesh.triangle_count = 4;
    succeed(lw_scene_add_obstacle(c.scene, "solid", &mesh, lw_pose_identity(), e), e);
    for (int i = 0; i < LEAST; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%d", i);
        lw_shape_def ball = sphere_of(0.01);
        lw_pose at = lw_pose_identity();
        int row = i / 25;
        at.position = (lw_vec3){0.3 + 0.001 * (i % 25), 0.05, 0.01 * row - 0.2};
        succeed(lw_scene_add_obstacle(c.scene, id, &ball, at, e), e);
    }
    succeed(lw_scene_allow_pair(c.scene, "l1", "solid", true, e), e);
    close_robots(&c);
    double ends[2] = {0, -0.4};
    succeed(lw_motion_set_segment(c.motion, NULL, &ends[0], &ends[1], e), e);
    for (int any = 0; any < 2; any++) {
        lw_verdict verdict = ask_crowd(&c, LW_METHOD_AUTO, any);
        assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
        assert_true(verdict.time == 0);
        assert_string_equal(lw_scene_body_name(c.scene, (size_t)verdict.pair[1]), "solid");
    }
    drop_crowd(&c);
}

/* ---- scenes that were changed -------------------------------------------------------------------- */

/* A scene that was changed in steps has another tree than a scene that was built in its final state,
 * but gives the same answers to the bit. */
static void test_changed(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    size_t kinds[3] = {0};
    size_t moved = 0;
    int rounds = test_rounds(60, 2000);
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = lw_random_bits(&random);
        crowd changed = new_changed(seed, true);
        crowd built = new_changed(seed, false);
        for (int i = 0; i < 2 * MOTIONS; i++) {
            bool any = i % 2;
            if (!any)
                set_short_motion(&changed), set_short_motion(&built);
            lw_verdict one = ask_crowd(&changed, LW_METHOD_AUTO, any);
            lw_verdict other = ask_crowd(&built, LW_METHOD_AUTO, any);
            if (!same_verdict(&one, &other))
                fail_msg("round %d: a scene that was changed answers otherwise", round);
            kinds[one.kind]++;
            moved +=
                changed.checker->lanes->block.crowd && changed.scene->frozen->obstacles.moved_count;
        }
        drop_crowd(&changed);
        drop_crowd(&built);
    }
    printf("%zu free, %zu in contact, %zu among moved ones\n", kinds[LW_VERDICT_FREE],
           kinds[LW_VERDICT_CONTACT], moved);
    assert_true(moved > (size_t)rounds && kinds[LW_VERDICT_FREE] > (size_t)rounds &&
                kinds[LW_VERDICT_CONTACT] > (size_t)rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),  cmocka_unit_test(test_edges),  cmocka_unit_test(test_visits),
        cmocka_unit_test(test_answers), cmocka_unit_test(test_inside), cmocka_unit_test(test_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
