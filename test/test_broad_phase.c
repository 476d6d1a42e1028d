/* The broad phase: whatever it leaves out stays farther apart, and needs no look, and what it visits it
 * visits once and in order; in space and in the plane, among few and many obstacles and robots. Checks
 * answer as they do when they claim, where every pair is visited. And the tree of boxes against a loop
 * over all. */
#include "base/random.h"
#include "check/methods.h"
#include "check/planar.h"
#include "check/prove.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "motion/motion.h"
#include "pair_at.h"
#include "plane/flat_pair.h"
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
    bool far;   /* from the origin, or with angles of many turns */
    bool level; /* nothing is turned, and in the plane all stands in a row */
    size_t robots, obstacles;
    vec3 origin; /* of what is placed next */
    double corners[4][3];
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    lw_error error;
} crowd;

/* A polytope or polygon whose middle is not its frame's origin. The vertices are the crowd's until the
 * next shape. */
static lw_shape_def random_corners(crowd *c, double size)
{
    lw_shape_def shape = lw_default_shape();
    vec3 middle = random_point(&c->random, size);
    shape.kind = c->flat ? LW_POLYGON : LW_POLYTOPE;
    shape.vertices = &c->corners[0][0];
    shape.vertex_count = 4;
    for (int i = 0; i < 4; i++) {
        vec3 corner = c->flat  ? v3((i == 1 || i == 2) * size, (i >= 2) * size, 0)
                      : i == 3 ? v3(size, size, size)
                               : v3((i == 0) * size, (i == 1) * size, (i == 2) * size);
        c->corners[i][0] = middle.x + corner.x;
        c->corners[i][1] = middle.y + corner.y;
        c->corners[i][2] = c->flat ? 0 : middle.z + corner.z;
    }
    return shape;
}

static lw_shape_def random_shape(crowd *c, double size)
{
    lw_random *random = &c->random;
    lw_shape_def shape = sphere_of(lw_random_between(random, 0.2, 1) * size);
    if (!lw_random_below(random, 4))
        return random_corners(c, 0.5 * size);
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
    lw_vec3 at = add(random_point(&c->random, size), c->origin);
    if (c->flat)
        at.z = 0;
    if (c->flat && c->level)
        at.y = 0;
    vec3 turn = c->flat || c->level ? v3(0, 0, 0) : random_point(&c->random, 3);
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
        /* far from the robot now and then */
        lw_shape_def shape = random_shape(c, 0.3);
        lw_pose at = lw_pose_identity();
        at.position.x = lw_random_below(random, 2) ? lw_random_between(random, 0, 20) : 0;
        succeed(lw_scene_attach(c->scene, "r0", "l1", "held", &shape, at, NULL, 0, e), e);
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
        if (c->far && !c->flat && lw_random_below(&c->random, 2))
            size = 1e6;
        for (size_t i = 0; i < points * lw_joints_value_count(tracks[r].joints); i++)
            positions[r][i] = lw_random_between(&c->random, -size, size);
    }
    succeed(lw_motion_set(c->motion, tracks, c->robots, &c->error), &c->error);
}

/* What is far is about the origin, or far from it along each axis or none. */
static void move_origin(crowd *c)
{
    c->origin = v3(0, 0, 0);
    if (c->far && lw_random_below(&c->random, 2))
        c->origin = random_point(&c->random, 1e7);
}

/* What the random crowds are like. */
typedef enum crowd_kind { CROWD_USUAL, CROWD_FAR, CROWD_LEVEL, CROWD_FAR_LEVEL } crowd_kind;

/* obstacles: how many; negative: any number */
static crowd new_crowd_of(uint64_t seed, bool flat, crowd_kind kind, int obstacles)
{
    static const lw_joint_kind kinds[] = {LW_REVOLUTE, LW_PRISMATIC, LW_CONTINUOUS};
    crowd c = {.random = {seed}, .flat = flat, .far = kind & 1, .level = kind & 2};
    c.robots = 1 + lw_random_below(&c.random, lw_random_below(&c.random, 2) ? 1 : 7);
    c.obstacles = lw_random_below(&c.random, lw_random_below(&c.random, 2) ? 20 : MOST_OBSTACLES);
    if (obstacles >= 0)
        c.obstacles = (size_t)obstacles;
    double size = lw_random_between(&c.random, 1, 6);
    c.scene = new_scene();
    move_origin(&c);
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
    if (lw_random_below(&c.random, 2))
        move_origin(&c);
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
    return new_crowd_of(seed, flat, CROWD_USUAL, -1);
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
    lw_flat_path path = {.base = frozen->flat[body].base};
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
                         .bodies = {&frozen->flat[pair.a], &frozen->flat[pair.b]},
                         .paths = {&paths[0], &paths[1]}};
    return lw_flat_far(&flat, lw_pair_gap(&pair, distance));
}

/* In the plane the sphere about an obstacle is about its frame's origin: where its middle is elsewhere,
 * the box says more. */
static bool is_off_center(const crowd *c, lw_pair_id id)
{
    return c->flat && norm2(c->checker->frozen->bodies[lw_pair_second(id)].geometry->center) > 0;
}

/* Whether the box of an obstacle in the plane is farther from that about a body's path than the body
 * reaches. */
static bool is_beyond(const crowd *c, lw_pair_id id, double distance)
{
    const lw_frozen *frozen = c->checker->frozen;
    lw_pair pair = lw_frozen_pair(frozen, id);
    lw_flat_path path = path_of(c, pair.a);
    const lw_world_box *box = &frozen->obstacles.tree.boxes[(size_t)pair.b - frozen->moving_count];
    double reach = distance + pair.padding[0] + pair.padding[1] + frozen->flat[pair.a].extent;
    double x = greater(box->low.x - path.center.x, path.center.x - box->high.x) - path.half.x;
    double y = greater(box->low.y - path.center.y, path.center.y - box->high.y) - path.half.y;
    return greater(x, y) > reach;
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
        assert_false(lw_frozen_pair(frozen, id).self);
        bool off_center = is_off_center(c, id) && lw_pair_second(id) >= frozen->moving_count;
        if (!is_far(c, id, distance, from, to) && !(off_center && is_beyond(c, id, distance)))
            fail_msg("%zu: a pair is left out that is not far", i);
    }
    assert_int_equal(next, v->count);
}

/* What the spheres and boxes of a pair in the plane are rounded by that those of a body and of the
 * obstacles are not. */
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

/* The least distance at which a pair is not far any more: it is visited then, in space to the last
 * bit. */
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

/* In the plane: the largest distance at which an obstacle is left out for its box alone. The box is
 * then farther than the body reaches by all that rounding can do. */
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
        double errors = frozen->flat[a].error + obstacles->error;
        double room = 0.5 * (LW_UPWARD - 1) * far + errors + LW_ROUNDING(60) * (size + obstacles->size);
        assert_true(is_beyond(c, id, far + room));
    }
}

static double largest_of(const lw_world_box *box)
{
    return max_component(max3(abs3(box->low), abs3(box->high)));
}

/* After a visit in space: the limit of each body holds all by which it and an obstacle come nearer than
 * their centres, with more room than rounding takes; and the box of its run holds the grown sphere. */
static void check_limits(const crowd *c, double distance)
{
    lw_checker *checker = c->checker;
    const lw_frozen *frozen = checker->frozen;
    const lw_grown *grown = &checker->grown;
    for (size_t r = 0; r < frozen->run_count; r++)
        for (uint32_t a = frozen->runs[r].first; a < frozen->runs[r].end; a++) {
            const lw_body *own = &frozen->bodies[a];
            vec3 center = checker->kinematics.centers[a];
            double limit = grown->limits[a];
            double least = distance + own->geometry->radius + own->padding +
                           2 * checker->kinematics.error[a] +
                           lw_checker_travel_of(checker, a, (uint32_t)frozen->body_count)->distance;
            assert_true(limit > least);
            for (size_t i = 0; i < frozen->obstacles.count; i++) {
                double size = norm(center) + largest_of(&frozen->obstacles.tree.boxes[i]);
                double needed = least + frozen->bodies[frozen->moving_count + i].padding +
                                2 * frozen->obstacles.items[i].error;
                assert_true(frozen->obstacles.error >= frozen->obstacles.items[i].error);
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
        const lw_body *body = &frozen->bodies[frozen->moving_count + i];
        const lw_world_box *box = &frozen->obstacles.tree.boxes[i];
        const lw_node *root = &body->geometry->nodes[0];
        const mat3 *turn = &body->local.rotation;
        const lw_obstacle *obstacle = &frozen->obstacles.items[i];
        vec3 center = transform(body->local, body->geometry->center);
        assert_true(obstacle->error >= LW_POSE_ROUNDING * norm(body->local.position));
        assert_true(norm(sub(obstacle->center, center)) <= obstacle->error);
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

/* What touches first at the sample, in space, is the first pair of all that does. */
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
        lw_options options = lw_default_options();
        lw_verdict ignored;
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
 * origin now and then: what is as near as a distance by the numbers given, without rounding, is
 * visited. */
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
        lw_joint_def def = joint_of("j", c.flat ? LW_PLANAR : LW_PRISMATIC, "a", "b");
        def.origin.position.x = 0;
        def.axis = c.flat ? v3(0, 0, 1) : v3(1, 0, 0);
        c.scene = new_scene();
        if (c.flat)
            succeed(lw_scene_set_dimension(c.scene, 2, e), e);
        shapes[0].kind = shapes[1].kind = c.flat ? LW_DISC : LW_SPHERE;
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
            lw_options options = lw_default_options();
            lw_verdict ignored;
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

/* What is no near miss is never nearer than the threshold. */
static void check_no_misses(crowd *c, const lw_near_miss *misses, size_t count, double threshold)
{
    const lw_frozen *frozen = c->checker->frozen;
    size_t next = 0;
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        lw_pair_id id = lw_frozen_pair_at(frozen, i);
        if (next < count &&
            id == lw_pair_id_of((uint32_t)misses[next].pair[0], (uint32_t)misses[next].pair[1])) {
            next++;
            continue;
        }
        lw_distance d;
        double time = lw_random_between(&c->random, c->motion->begin, c->motion->end);
        succeed(lw_pair_distance(c->checker, c->motion, time, i, &d, &c->error), &c->error);
        assert_true(d.upper >= threshold - 1e-9);
    }
    assert_int_equal(next, count);
}

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
        static const double thresholds[] = {0.5, 2, 4, 60};
        double threshold = thresholds[lw_random_below(&random, 4)];
        lw_near_miss *all = calloc(pairs + 1, sizeof *all);
        lw_near_miss *some = calloc(pairs + 1, sizeof *some);
        size_t count;
        size_t again;
        succeed(lw_near_misses(c.checker, c.motion, threshold, NULL, all, pairs, &count, &c.error),
                &c.error);
        assert_true(count <= pairs && (threshold < 60 || count == pairs));
        many += count > LW_MOST_NEAR;
        check_no_misses(&c, all, count, threshold);
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
        crowd c = new_crowd_of(lw_random_bits(&random), round % 2, CROWD_USUAL, round % 8);
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

/* ---- states of pairs ---------------------------------------------------------------------------- */

/* A state is of the pair that asks for it, and of this motion: it holds what was last written for both,
 * or nothing. Of few pairs nothing is forgotten. */
static void test_states(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 7};
    size_t kept = 0;
    size_t lost = 0;
    int rounds = test_rounds(40, 1000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd(lw_random_bits(&random), false);
        const lw_frozen *frozen = c.checker->frozen;
        size_t count = frozen->pairs.count;
        double *written = calloc(count + 1, sizeof *written);
        for (int asked = 0; asked < 3000 && count; asked++) {
            if (!asked || !lw_random_below(&random, 1000)) {
                lw_options options = lw_default_options();
                lw_verdict ignored;
                lw_checker_begin(c.checker, c.motion, &options, &ignored);
                lw_checker_end(c.checker);
                for (size_t i = 0; i < count; i++)
                    written[i] = 0;
            }
            size_t i = lw_random_below(&random, (uint32_t)count);
            lw_pair_id id = lw_frozen_pair_at(frozen, i);
            lw_pair pair = lw_frozen_pair(frozen, id);
            lw_pair_state *own = lw_checker_state(c.checker, &pair);
            assert_true(own->pair == id && own->motion == c.checker->motions);
            assert_true(own->time == 0 || own->time == written[i]);
            assert_true(own->separated == (own->time != 0));
            kept += own->time != 0;
            lost += own->time == 0 && written[i] != 0;
            if (count <= 3)
                assert_true(own->time == written[i]);
            own->time = written[i] = asked + 1;
            own->separated = true;
        }
        free(written);
        drop_crowd(&c);
    }
    assert_true(kept > lost && lost > 0);
}

/* The state that stands for those without a place is not that of an earlier motion. */
static void test_cold_state(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 8};
    size_t found = 0;
    int rounds = test_rounds(60, 1000);
    for (int round = 0; round < rounds; round++) {
        crowd c = new_crowd(lw_random_bits(&random), false);
        const lw_frozen *frozen = c.checker->frozen;
        size_t count = frozen->pairs.count;
        bool *cold = calloc(count + 1, sizeof *cold);
        size_t last = count;
        lw_options options = lw_default_options();
        lw_verdict ignored;
        lw_checker_begin(c.checker, c.motion, &options, &ignored);
        for (size_t i = 0; i < count; i++) {
            lw_pair pair = pair_at(frozen, i);
            lw_pair_state *own = lw_checker_state(c.checker, &pair);
            own->time = 1;
            cold[i] = own == &c.checker->cold;
            last = cold[i] ? i : last;
        }
        lw_checker_begin(c.checker, c.motion, &options, &ignored);
        for (size_t i = 0; i <= last && i < count; i++) {
            lw_pair pair = pair_at(frozen, i);
            if (cold[i] && i < last)
                continue;
            lw_pair_state *own = lw_checker_state(c.checker, &pair);
            assert_true(own->time == 0);
            assert_true((own == &c.checker->cold) == cold[i]);
            found += cold[i];
        }
        lw_checker_end(c.checker);
        free(cold);
        drop_crowd(&c);
    }
    assert_true(found > 0);
}

/* ---- the order of pairs ------------------------------------------------------------------------ */

static void test_order(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    int rounds = test_rounds(260, 3000);
    for (int round = 0; round < rounds; round++) {
        /* every number of bodies up to some blocks of them */
        crowd c =
            new_crowd_of(lw_random_bits(&random), round % 2, CROWD_USUAL, round < 260 ? round / 2 : -1);
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
        cmocka_unit_test(test_row),      cmocka_unit_test(test_tree),
        cmocka_unit_test(test_visits),   cmocka_unit_test(test_answers),
        cmocka_unit_test(test_capacity), cmocka_unit_test(test_clearances),
        cmocka_unit_test(test_states),   cmocka_unit_test(test_cold_state),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
