/* The broad phase: pairs that it leaves out stay farther apart, and it visits the others once and in
 * order; in space and in the plane, among few and many obstacles and robots. */
#include "check/checker/prove.h"
#include "check/method/planar.h"
#include "crowd.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "plane/flat_pair.h"
#include "seed.h"

#include <stdlib.h>

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

static void visit(crowd *c, double distance, visits *v)
{
    v->count = 0;
    if (c->flat)
        lw_planar_visit(c->checker, distance, take, v);
    else
        lw_checker_visit(c->checker, distance, take, v);
}

/* The path of a body in the plane; only those of robots are the checker's. */
static lw_flat_path path_of(const crowd *c, int32_t body)
{
    const lw_frozen *frozen = c->checker->frozen;
    if ((size_t)body < frozen->moving_count)
        return c->checker->paths[body];
    lw_flat_path path = {.base = lw_frozen_flat(frozen, body)->base};
    lw_flat_path_close(&path);
    return path;
}

/* Whether the spheres and boxes about a pair prove it farther apart than a distance. */
static bool is_far(crowd *c, lw_pair_id id, double distance, double from, double to)
{
    const lw_frozen *frozen = c->checker->frozen;
    lw_pair pair = lw_frozen_pair(frozen, id);
    c->checker->target = distance;
    if (!c->flat)
        return lw_checker_prove_far(c->checker, &pair, from, to);
    lw_flat_path paths[2] = {path_of(c, pair.a), path_of(c, pair.b)};
    lw_flat_pair flat = {.pair = &pair,
                         .bodies = {lw_frozen_flat(frozen, pair.a), lw_frozen_flat(frozen, pair.b)},
                         .paths = {&paths[0], &paths[1]}};
    return lw_flat_far(&flat, lw_pair_unpadded(&pair, distance));
}

/* In the plane the sphere about an obstacle is about its frame's origin: where its middle is elsewhere,
 * the box says more. */
static bool is_off_center(const crowd *c, lw_pair_id id)
{
    return c->flat &&
           norm2(lw_frozen_body(c->checker->frozen, lw_pair_second(id))->geometry->center) > 0;
}

/* Whether the box of an obstacle in the plane is farther from that about a body's path than the body
 * reaches. */
static bool is_beyond(const crowd *c, lw_pair_id id, double distance)
{
    const lw_frozen *frozen = c->checker->frozen;
    lw_pair pair = lw_frozen_pair(frozen, id);
    lw_flat_path path = path_of(c, pair.a);
    const lw_world_box *box =
        &lw_obstacle_at(&frozen->obstacles, (size_t)pair.b - frozen->moving_count)->box;
    double reach =
        distance + pair.padding[0] + pair.padding[1] + lw_frozen_flat(frozen, pair.a)->extent;
    double x = greater(box->low.x - path.center.x, path.center.x - box->high.x) - path.half.x;
    double y = greater(box->low.y - path.center.y, path.center.y - box->high.y) - path.half.y;
    return greater(x, y) > reach;
}

/* Pairs that are left out are proven far at the sample, and are farther apart than the distance at any
 * time of its interval. */
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
        assert_false(lw_frozen_pair(frozen, id).self);
        bool off_center = is_off_center(c, id) && lw_pair_second(id) >= frozen->moving_count;
        if (!is_far(c, id, distance, from, to) && !(off_center && is_beyond(c, id, distance)))
            fail_msg("%zu: a pair is left out that is not far", i);
    }
    assert_int_equal(next, v->count);
}

/* The difference that rounding makes in the plane, between the spheres and boxes of a pair and those of
 * a body with all obstacles. */
static double edge_of(const crowd *c, lw_pair_id id, double distance)
{
    if (!c->flat)
        return 0;
    lw_flat_path a = path_of(c, (int32_t)lw_pair_first(id));
    lw_flat_path b = path_of(c, (int32_t)lw_pair_second(id));
    return LW_ROUNDING(1024) *
           (distance + fabs(a.center.x) + fabs(a.center.y) + fabs(b.center.x) + fabs(b.center.y));
}

static bool is_visited(crowd *c, visits *v, lw_pair_id id, double distance)
{
    visit(c, distance, v);
    for (size_t p = 0; p < v->count; p++)
        if (v->pairs[p] == id)
            return true;
    return false;
}

/* At the least distance at which a pair is not far any more it is visited, in space to the last bit. */
static void check_edges(crowd *c, visits *v, double from, double to)
{
    const lw_frozen *frozen = c->checker->frozen;
    for (int k = 0; k < 3 && frozen->pairs.count; k++) {
        size_t i = lw_random_below(&c->random, (uint32_t)frozen->pairs.count);
        lw_pair_id id = lw_frozen_pair_at(frozen, i);
        double far = 0;
        double near = 1e9;
        if (is_off_center(c, id) || !is_far(c, id, far, from, to) || is_far(c, id, near, from, to))
            continue;
        for (double middle; middle = 0.5 * (far + near), middle > far && middle < near;)
            *(is_far(c, id, middle, from, to) ? &far : &near) = middle;
        assert_true(is_visited(c, v, id, near + edge_of(c, id, near)));
    }
}

/* In the plane: at the largest distance at which an obstacle is left out for its box alone, the box is
 * farther than the body reaches by more than the rounding error. */
static void check_box_edges(crowd *c, visits *v)
{
    const lw_frozen *frozen = c->checker->frozen;
    const lw_obstacles *obstacles = &frozen->obstacles;
    for (int k = 0; k < 2 && frozen->pairs.count; k++) {
        size_t i = lw_random_below(&c->random, (uint32_t)frozen->pairs.count);
        lw_pair_id id = lw_frozen_pair_at(frozen, i);
        uint32_t a = lw_pair_first(id);
        uint32_t b = lw_pair_second(id);
        double far = 0;
        double near = 1e9;
        if (b < frozen->moving_count || is_visited(c, v, id, far) || !is_visited(c, v, id, near))
            continue;
        for (double middle; middle = 0.5 * (far + near), middle > far && middle < near;)
            *(is_visited(c, v, id, middle) ? &near : &far) = middle;
        if (is_far(c, id, far, 0, 0))
            continue;
        lw_flat_path path = path_of(c, (int32_t)a);
        double size = fabs(path.center.x) + fabs(path.center.y) + path.half.x + path.half.y;
        double errors = lw_frozen_flat(frozen, a)->error + obstacles->error;
        double room = 0.5 * (LW_UPWARD - 1) * far + errors + LW_ROUNDING(60) * (size + obstacles->size);
        assert_true(is_beyond(c, id, far + room));
    }
}

static double largest_of(const lw_world_box *box)
{
    return max_component(max3(abs3(box->low), abs3(box->high)));
}

/* After a visit in space: the limit of each body includes everything that brings it and an obstacle
 * nearer than their centres, with more room than the rounding error; and the box of its run contains
 * the grown sphere. */
static void check_limits(const crowd *c, double distance)
{
    lw_checker *checker = c->checker;
    const lw_frozen *frozen = checker->frozen;
    const lw_broad_phase *grown = &checker->broad_phase;
    if (frozen->run_count < 2 && !frozen->obstacles.count)
        return; /* a robot by itself, whose pairs are all visited */
    for (size_t r = 0; r < frozen->run_count; r++)
        for (uint32_t a = frozen->runs[r].first; a < frozen->runs[r].end; a++) {
            const lw_body *own = lw_frozen_body(frozen, a);
            vec3 center = checker->kinematics.centers[a];
            double limit = grown->limits[a];
            double least = distance + own->geometry->radius + own->padding +
                           2 * checker->kinematics.error[a] +
                           lw_checker_travel_of(checker, a, (uint32_t)frozen->body_count)->displacement;
            assert_true(limit > least);
            for (size_t i = 0; i < frozen->obstacles.count; i++) {
                double size = norm(center) + largest_of(&lw_obstacle_at(&frozen->obstacles, i)->box);
                double needed = least + lw_frozen_body(frozen, frozen->moving_count + i)->padding +
                                2 * lw_obstacle_at(&frozen->obstacles, i)->error;
                assert_true(frozen->obstacles.error >= lw_obstacle_at(&frozen->obstacles, i)->error);
                assert_true(limit >= needed + LW_ROUNDING(32) * (needed + size));
            }
            const lw_world_box *box = &grown->runs[r];
            assert_true(box->low.x <= center.x - limit && box->high.x >= center.x + limit);
            assert_true(box->low.y <= center.y - limit && box->high.y >= center.y + limit);
            assert_true(box->low.z <= center.z - limit && box->high.z >= center.z + limit);
        }
}

/* The boxes of obstacles hold the corners of the boxes about their shapes; their centres are where the
 * shapes' are, up to their errors, which grow with the distance from the world's origin. */
static void check_boxes(const crowd *c)
{
    const lw_frozen *frozen = c->checker->frozen;
    for (size_t i = 0; i < frozen->obstacles.count; i++) {
        const lw_body *body = lw_frozen_body(frozen, frozen->moving_count + i);
        const lw_world_box *box = &lw_obstacle_at(&frozen->obstacles, i)->box;
        const lw_node *root = &body->geometry->nodes[0];
        const mat3 *turn = &body->local.rotation;
        const lw_obstacle *obstacle = lw_obstacle_at(&frozen->obstacles, i);
        vec3 center = transform(body->local, body->geometry->center);
        assert_true(obstacle->error >= LW_POSE_ROUNDING * norm(body->local.position));
        assert_true(norm(sub(obstacle->center, center)) <= obstacle->error);
        int32_t at_rest = (int32_t)(frozen->moving_count + i);
        assert_true(lw_body_error(&c->checker->kinematics, at_rest) == obstacle->error);
        vec3 told = lw_body_center(&c->checker->kinematics, at_rest);
        assert_true(norm(sub(told, center)) <= obstacle->error);
        for (int corner = 0; corner < 8; corner++) {
            long double x = (long double)root->center.x + (corner & 1 ? 1 : -1) * root->half.x;
            long double y = (long double)root->center.y + (corner & 2 ? 1 : -1) * root->half.y;
            long double z = (long double)root->center.z + (corner & 4 ? 1 : -1) * root->half.z;
            long double at[3] = {body->local.position.x + turn->x.x * x + turn->y.x * y + turn->z.x * z,
                                 body->local.position.y + turn->x.y * x + turn->y.y * y + turn->z.y * z,
                                 body->local.position.z + turn->x.z * x + turn->y.z * y +
                                     turn->z.z * z};
            assert_true(at[0] >= box->low.x && at[0] <= box->high.x);
            assert_true(at[1] >= box->low.y && at[1] <= box->high.y);
            assert_true(at[2] >= box->low.z && at[2] <= box->high.z);
        }
    }
}

/* The pair that lw_checker_touching finds at the sample, in space, is the first of all that touch. */
static void check_touching(crowd *c, bool inside)
{
    const lw_frozen *frozen = c->checker->frozen;
    lw_pair_id wanted = LW_NO_PAIR;
    for (size_t i = 0; i < frozen->pairs.count && wanted == LW_NO_PAIR; i++) {
        lw_pair pair = lw_frozen_pair(frozen, lw_frozen_pair_at(frozen, i));
        if (lw_checker_touches(c->checker, &pair) ||
            (inside && lw_checker_contained(c->checker, &pair)))
            wanted = lw_frozen_pair_at(frozen, i);
    }
    assert_true(lw_checker_touching(c->checker, inside) == wanted);
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
        crowd c = new_crowd_of(lw_random_bits(&random), round % 2, round / 2 % 4, -1);
        const lw_frozen *frozen = c.checker->frozen;
        assert_true(!c.flat == !frozen->flat);
        visits v = {calloc(frozen->pairs.count + 1, sizeof *v.pairs), 0, SIZE_MAX};
        size_t piece = lw_random_below(&c.random, (uint32_t)c.motion->pieces.count);
        lw_motion_piece span = c.motion->pieces.items[piece];
        double half = lw_random_below(&c.random, 3) * 0.25 * (span.end - span.begin);
        double middle = 0.5 * (span.begin + span.end);
        double distance = frozen->pairs.largest_margin + lw_random_below(&c.random, 3) * 0.2;
        if (!lw_random_below(&c.random, 8))
            distance = lw_random_between(&c.random, 0, 1e6);
        lw_check_options options = lw_default_check_options();
        lw_verdict ignored = lw_default_verdict();
        check_boxes(&c);
        lw_checker_begin(c.checker, c.motion, &options, &ignored);
        lw_checker_sample(c.checker, piece, middle, half);
        visit(&c, distance, &v);
        if (!c.flat)
            check_limits(&c, distance);
        check_left_out(&c, &v, distance, middle - half, middle + half);
        visited += v.count;
        all += frozen->pairs.count;
        /* as many as are wanted, the same ones */
        size_t most = v.count / 2;
        lw_pair_id last = most ? v.pairs[most - 1] : 0;
        if (most) {
            visits first = {calloc(frozen->pairs.count + 1, sizeof *first.pairs), 0, most};
            visit(&c, distance, &first);
            assert_true(first.count == most && first.pairs[most - 1] == last);
            free(first.pairs);
        }
        lw_checker_end(c.checker);
        check_distances(&c, &v, distance, middle - half, middle + half);
        lw_checker_begin(c.checker, c.motion, &options, &ignored);
        lw_checker_sample(c.checker, piece, middle, half);
        check_edges(&c, &v, middle - half, middle + half);
        if (c.flat) {
            check_box_edges(&c, &v);
        } else {
            lw_checker_sample(c.checker, piece, middle, 0);
            check_touching(&c, round % 3);
        }
        lw_checker_end(c.checker);
        free(v.pairs);
        drop_crowd(&c);
    }
    printf("%zu of %zu pairs visited\n", visited, all);
    assert_true(visited < all / 3 && visited > all / 100);
}

/* ---- exact distances ---------------------------------------------------------------------------- */

/* A ball that slides along x, and another that stands still on its way or beyond it, far from the
 * origin now and then: a pair that is as near as a distance by exact arithmetic is visited. */
static void test_row(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 6};
    int apart = 0;
    int rounds = test_rounds(1500, 50000);
    for (int round = 0; round < rounds; round++) {
        crowd c = {.random = {lw_random_bits(&random)}, .flat = round % 2, .robots = 1};
        double scale = lw_random_below(&random, 2) ? 1 : 1e7;
        double base = scale * lw_random_between(&random, -1, 1);
        double way[2] = {lw_random_between(&random, -1, 1), lw_random_between(&random, -1, 1)};
        double other = scale * lw_random_between(&random, -2, 2);
        if (lw_random_below(&random, 2))
            other = base + lw_random_between(&random, -2, 2);
        double radii[2] = {lw_random_between(&random, 0.01, 0.1),
                           lw_random_between(&random, 0.01, 0.1)};
        double values[6] = {way[0], 0, 0, way[1], 0, 0};
        if (!c.flat)
            values[1] = way[1];
        lw_error *e = &c.error;
        lw_shape_def shapes[2] = {sphere_of(radii[0]), sphere_of(radii[1])};
        lw_joint_def def = joint_of("j", c.flat ? LW_JOINT_PLANAR : LW_JOINT_PRISMATIC, "a", "b");
        def.origin.position.x = 0;
        def.axis = c.flat ? v3(0, 0, 1) : v3(1, 0, 0);
        c.scene = new_scene();
        if (c.flat)
            succeed(lw_scene_set_dimension(c.scene, 2, e), e);
        shapes[0].kind = shapes[1].kind = c.flat ? LW_SHAPE_DISC : LW_SHAPE_SPHERE;
        succeed(lw_scene_add_robot(c.scene, "r", lw_pose_from_rpy((lw_vec3){base, 0, 0}, 0, 0, 0), e),
                e);
        succeed(lw_scene_add_link(c.scene, "r", "a", e), e);
        succeed(lw_scene_add_link(c.scene, "r", "b", e), e);
        succeed(lw_scene_add_joint(c.scene, "r", &def, e), e);
        succeed(lw_scene_add_shape(c.scene, "r", "b", &shapes[0], lw_pose_identity(), e), e);
        lw_pose at = lw_pose_from_rpy((lw_vec3){other, 0, 0}, 0, 0, 0);
        succeed(lw_scene_add_obstacle(c.scene, "o", &shapes[1], at, e), e);
        succeed(lw_scene_freeze(c.scene, e), e);
        succeed(lw_checker_create(c.scene, &c.checker, e), e);
        succeed(lw_motion_create(c.scene, &c.motion, e), e);
        succeed(lw_motion_set_segment(c.motion, NULL, values, values + (c.flat ? 3 : 1), e), e);

        long double low = (long double)base + fmin(way[0], way[1]);
        long double high = (long double)base + fmax(way[0], way[1]);
        long double gap = (other < low ? low - other : other - high) - radii[0] - radii[1];
        double distance = nextafter((double)gap, HUGE_VAL);
        if (gap > 0) {
            lw_pair_id pairs[1];
            visits v = {pairs, 0, SIZE_MAX};
            lw_check_options options = lw_default_check_options();
            lw_verdict ignored = lw_default_verdict();
            lw_checker_begin(c.checker, c.motion, &options, &ignored);
            lw_checker_sample(c.checker, 0, 0.5, 0.5);
            visit(&c, distance, &v);
            lw_checker_end(c.checker);
            assert_int_equal(v.count, 1);
            apart++;
        }
        drop_crowd(&c);
    }
    assert_true(apart > rounds / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_visits), cmocka_unit_test(test_row)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
