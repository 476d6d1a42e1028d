/* The search of the method bisection: no interval, piece or pair is lost, whatever ends the search
 * early. */
#include "both_methods.h"
#include "check/checker/checker.h"
#include "one_joint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static lw_check_options usual_options(void)
{
    lw_check_options options = lw_default_check_options();
    options.method = method;
    return options;
}

static lw_verdict ask(world *w, double from, double to)
{
    lw_check_options options = usual_options();
    return check(w, from, to, &options);
}

/* where a ball of radius 0.1, which slides from 0 to 1, meets each of some thin walls */
typedef struct walls {
    double face[3];
    size_t count;
} walls;

static world ball_and_walls(const walls *all, bool thin)
{
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
    for (size_t i = 0; i < all->count; i++) {
        char id[32];
        double thick = thin ? 1e-6 : 4 - all->face[i];
        snprintf(id, sizeof id, "wall%zu", i);
        obstacle(&w, id, box(thick, 1, 1), at(all->face[i] + thick / 2, 0, 0));
    }
    freeze(&w);
    return w;
}

static bool names(const world *w, const lw_verdict *v, const char *wall)
{
    return !strcmp(lw_scene_body_name(w->scene, (size_t)v->pair[1]), wall);
}

/* several things in the way, in every order: the first contact is the first wall's, although others are
 * found earlier */
static void test_first_of_several(void **state)
{
    (void)state;
    static const double faces[] = {0.301, 0.6, 0.85};
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int thin = 0; thin < 2; thin++)
        for (int k = 0; k < 6; k++) {
            walls all = {{0}, 3};
            char wall[32];
            for (int i = 0; i < 3; i++) {
                all.face[i] = faces[orders[k][i]];
                if (orders[k][i] == 0)
                    snprintf(wall, sizeof wall, "wall%d", i);
            }
            world w = ball_and_walls(&all, thin);
            lw_verdict v = ask(&w, 0, 1);
            assert_int_equal(v.kind, LW_VERDICT_CONTACT);
            assert_true(v.first && names(&w, &v, wall));
            assert_true(v.free_until <= 0.201 && v.time >= 0.201 - 1e-12);
            assert_true(v.time - v.free_until <= 1e-4);
            finish(&w);
        }
}

/* a rod that turns by 2 about its middle, past one or two posts; the first, at angle 1, has its centre
 * this high */
static world rod_and_posts(double height, int posts)
{
    lw_shape_def rod = box(2, 0.02, 0.02);
    world w = one_joint(LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1}, &rod, lw_pose_identity());
    obstacle(&w, "post", sphere(0.005), at(0.8 * cos(1), 0.8 * sin(1), height));
    if (posts > 1)
        obstacle(&w, "other", sphere(0.005), at(0.7 * cos(1.5), 0.7 * sin(1.5), 0.0152));
    freeze(&w);
    return w;
}

/* Too little memory for lists of pairs costs time and no answer. Too little for intervals counts as out
 * of budget, and the part reported as proven is. */
static void test_short_of_memory(void **state)
{
    (void)state;
    lw_check_options options = usual_options();
    int kinds[3] = {0, 0, 0};
    for (int world_kind = 0; world_kind < 8; world_kind++) {
        bool blocked = world_kind % 2;
        /* at the post half way, or at a time that is not among the first samples */
        double to = world_kind < 4 ? 2 : 2.3;
        /* the side of the rod, at 0.01 from the axis, reaches the post's surface */
        double touching = (1 - asin(0.015 / 0.8)) / to;
        world w = rod_and_posts(blocked ? 0 : 0.0151, 1 + world_kind / 2 % 2);
        uint32_t chunks = w.checker->queue.chunk_count;
        uint32_t capacity = w.checker->queue.heap_capacity;
        for (uint32_t few = 0; few < 48; few++)
            for (int how = 0; how < 4; how++) {
                options.any = how % 2;
                w.checker->queue.chunk_count = how < 2 ? chunks : few;
                w.checker->queue.heap_capacity = how < 2 ? few : capacity;
                lw_verdict v = check(&w, 0, to, &options);
                kinds[v.kind]++;
                assert_true(v.free_until >= 0 && v.free_until <= (blocked ? touching : 1));
                if (v.kind == LW_VERDICT_UNDECIDED)
                    assert_true(how < 2 && v.reason == LW_REASON_BUDGET && v.free_until < 1);
                if (v.kind == LW_VERDICT_FREE)
                    assert_true(!blocked && v.free_until == 1);
                if (v.kind == LW_VERDICT_CONTACT)
                    assert_true(blocked && v.time >= touching - 1e-12);
            }
        finish(&w);
    }
    assert_true(kinds[LW_VERDICT_FREE] > 0 && kinds[LW_VERDICT_CONTACT] > 0 &&
                kinds[LW_VERDICT_UNDECIDED] > 0);
}

/* a closed box of triangles */
static lw_shape_def room(const double vertices[24], lw_mesh_mode mode)
{
    static const uint32_t triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_MESH;
    shape.vertices = vertices;
    shape.vertex_count = 8;
    shape.triangles = triangles;
    shape.triangle_count = 12;
    shape.mesh_mode = mode;
    return shape;
}

/* a body that starts inside a solid is in contact, all along; a surface has no inside */
static void test_inside(void **state)
{
    (void)state;
    double vertices[24];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            vertices[3 * i + k] = (i >> k & 1) ? 1 : -1;
    for (int surface = 0; surface < 2; surface++) {
        lw_shape_def ball = sphere(0.1);
        world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &ball, lw_pose_identity());
        obstacle(&w, "room", room(vertices, surface ? LW_MESH_SURFACE : LW_MESH_SOLID), at(0, 0, 0));
        freeze(&w);
        lw_verdict v = ask(&w, -0.5, 0.5);
        assert_int_equal(v.kind, surface ? LW_VERDICT_FREE : LW_VERDICT_CONTACT);
        if (!surface)
            assert_true(v.time == 0 && v.free_until == 0 && v.first);
        v = ask(&w, -3, 3);
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        assert_true(fabs(v.time - 1.9 / 6) < 1.1e-4);
        finish(&w);
    }
}

static lw_verdict stand(world *w, double value, bool seconds, const lw_check_options *options)
{
    lw_track track = lw_default_track();
    lw_verdict v = lw_default_verdict();
    double time = 0;
    track.kind = seconds ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
    track.point_count = 1;
    track.positions = &value;
    track.times = &time;
    succeed(lw_motion_set(w->motion, &track, 1, &w->error), &w->error);
    succeed(lw_check(w->checker, w->motion, options, &v, &w->error), &w->error);
    return v;
}

/* A motion of length 0, and one that stands still, are proven too: a margin counts, and a motion that
 * is not proven is not free. */
static void test_standing_still(void **state)
{
    (void)state;
    lw_shape_def rod = box(0.2, 0.2, 0.2);
    lw_shape_def tilted = box(0.2, 1, 1);
    lw_pose there = lw_pose_from_rpy((lw_vec3){1.0, 0, 0}, 0.3, 0.4, 0.5);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){1, 0, 0}, &rod, lw_pose_identity());
    obstacle(&w, "tilted", tilted, there);
    succeed(lw_scene_set_margin(w.scene, 0.3, &w.error), &w.error);
    freeze(&w);
    int kinds[3] = {0, 0, 0};
    lw_check_options options = usual_options();
    options.clearance = true;
    for (int i = 0; i < 400; i++) {
        double x = 0.0025 * i - 0.5;
        for (int seconds = 0; seconds < 2; seconds++) {
            lw_verdict v = stand(&w, x, seconds, &options);
            lw_distance d;
            succeed(lw_pair_distance(w.checker, w.motion, 0, 0, &d, &w.error), &w.error);
            assert_int_equal(v.kind, d.upper <= 0.3 ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
            if (v.kind == LW_VERDICT_FREE) {
                assert_true(v.clearance.lower <= d.upper && v.clearance.upper >= d.lower);
                assert_true(v.clearance.upper - v.clearance.lower <= 0.01 * v.clearance.upper + 1e-12);
            }
            kinds[v.kind]++;
            if (!seconds)
                continue;
            options.method = LW_METHOD_SAMPLED;
            v = stand(&w, x, true, &options);
            assert_int_equal(v.kind, d.upper <= 0.3 ? LW_VERDICT_CONTACT : LW_VERDICT_UNDECIDED);
            options.method = method;
        }
    }
    assert_true(kinds[LW_VERDICT_FREE] > 100 && kinds[LW_VERDICT_CONTACT] > 100);
    finish(&w);

    /* nearer than rounding can tell */
    lw_shape_def ball = sphere(0.25);
    w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){0, 1, 0}, &ball, lw_pose_identity());
    obstacle(&w, "wall", box(0.5, 4, 4), at(0.5 + 2e-16, 0, 0));
    freeze(&w);
    lw_check_options usual = usual_options();
    for (int seconds = 0; seconds < 2; seconds++)
        assert_true(stand(&w, 0, seconds, &usual).kind != LW_VERDICT_FREE);
    finish(&w);
}

/* an unresolved part is reported, and a contact after it is found, but not as the first */
static void test_unresolved(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.25);
    for (int blocked = 0; blocked < 2; blocked++) {
        world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){0, 1, 0}, &ball, lw_pose_identity());
        /* alongside from y = 1 on, nearer than rounding can tell */
        obstacle(&w, "wall", box(0.5, 4, 4), at(0.5 + 2e-16, 3, 0));
        if (blocked)
            obstacle(&w, "block", box(0.4, 0.5, 0.5), at(0, 3.5, 0));
        freeze(&w);
        lw_verdict v = ask(&w, 0, 4);
        assert_true(v.free_until > 0.2 && v.free_until < 0.25 + 1e-3);
        if (blocked) {
            assert_int_equal(v.kind, LW_VERDICT_CONTACT);
            assert_true(!v.first && v.time >= 0.75 - 1e-12 && v.time < 0.75 + 1e-3);
        } else {
            assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
            assert_int_equal(v.reason, LW_REASON_PRECISION);
        }
        finish(&w);
    }
}

/* each piece of a path is sampled, and a contact's segment is reported */
static void test_pieces(void **state)
{
    (void)state;
    walls all = {{1.1}, 1};
    world w = ball_and_walls(&all, true);
    for (size_t where = 1; where < 5; where++)
        for (int any = 0; any < 2; any++) {
            double x[6] = {0, 0.5, 0, 0.5, 0, 0.5};
            x[where] = 1.5; /* through the wall in the segment before */
            lw_track track = lw_default_track();
            track.point_count = 6;
            track.positions = x;
            lw_check_options options = usual_options();
            lw_verdict v = lw_default_verdict();
            options.any = any;
            succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
            succeed(lw_check(w.checker, w.motion, &options, &v, &w.error), &w.error);
            assert_int_equal(v.kind, LW_VERDICT_CONTACT);
            double contact = ((double)where - 1 + (1 - x[where - 1]) / (1.5 - x[where - 1])) / 5;
            assert_true(v.free_until <= contact && v.time >= contact - 1e-12);
            if (!any) {
                assert_true(v.time - v.free_until <= 1e-4);
                assert_int_equal(v.segment, where - 1);
            }
        }
    finish(&w);
}

/* A rod whose corners just pass the face of a block, or graze it, the block's middle being a thousand
 * kilometres away: rounding is on the safe side. */
static void test_huge_obstacle(void **state)
{
    (void)state;
    double reach = hypot(1, 0.01); /* of the rod's corners */
    int kinds[3] = {0, 0, 0};
    for (int k = -40; k <= 40; k++) {
        double gap = (k < 0 ? -1 : 1) * pow(10, -12 + 0.2 * abs(k));
        double face = reach + gap;
        lw_shape_def rod = box(2, 0.02, 0.02);
        world w = one_joint(LW_JOINT_REVOLUTE, (lw_vec3){0, 0, 1}, &rod, lw_pose_identity());
        obstacle(&w, "block", box(2e6, 2e6, 2e6), at(face + 1e6, 0, 0));
        freeze(&w);
        lw_verdict v = ask(&w, -1.3, 1.1);
        /* where the face really is; shapes touch when 16 half-units of their size apart */
        double rounded = (face + 1e6) - 1e6 - reach;
        if (v.kind == LW_VERDICT_FREE)
            assert_true(rounded > 0);
        if (v.kind == LW_VERDICT_CONTACT)
            assert_true(rounded <= 2e-8);
        if (fabs(gap) > 2e-5)
            assert_int_equal(v.kind, gap > 0 ? LW_VERDICT_FREE : LW_VERDICT_CONTACT);
        kinds[v.kind]++;
        finish(&w);
    }
    assert_true(kinds[LW_VERDICT_FREE] > 10 && kinds[LW_VERDICT_CONTACT] > 10);
}

/* A point that slides along the axis of a pipe, nearly the margin away from all of its triangles:
 * proven with few samples, though the point has no size to compare its travel to. */
static void test_point_in_a_pipe(void **state)
{
    (void)state;
    enum { AROUND = 300, ROWS = 40 };
    static double vertices[(ROWS + 1) * AROUND * 3];
    static uint32_t triangles[ROWS * AROUND * 6];
    size_t count = 0;
    for (size_t i = 0; i <= ROWS; i++)
        for (size_t j = 0; j < AROUND; j++) {
            double *p = vertices + 3 * (i * AROUND + j);
            p[0] = cos(2 * PI * (double)j / AROUND);
            p[1] = sin(2 * PI * (double)j / AROUND);
            p[2] = 0.02 * (double)i - 0.4037;
        }
    for (uint32_t i = 0; i < ROWS; i++)
        for (uint32_t j = 0; j < AROUND; j++) {
            uint32_t corner = i * AROUND + j;
            uint32_t next = i * AROUND + (j + 1) % AROUND;
            uint32_t two[] = {corner, next, corner + AROUND, next, next + AROUND, corner + AROUND};
            memcpy(triangles + 3 * count, two, sizeof two);
            count += 2;
        }
    lw_shape_def pipe = lw_default_shape();
    pipe.kind = LW_SHAPE_MESH;
    pipe.vertices = vertices;
    pipe.vertex_count = (ROWS + 1) * AROUND;
    pipe.triangles = triangles;
    pipe.triangle_count = count;
    lw_shape_def point = sphere(0);
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){0, 0, 1}, &point, at(0, 0, 0));
    obstacle(&w, "pipe", pipe, at(0, 0, 0));
    /* some hundreds of boxes must be visited */
    succeed(lw_scene_set_margin(w.scene, 0.995 * cos(PI / AROUND), &w.error), &w.error);
    freeze(&w);
    lw_check_options options = usual_options();
    lw_verdict v = check(&w, -0.05, 0.05, &options);
    assert_int_equal(v.kind, LW_VERDICT_FREE);
    assert_true(v.queries < 20000);
    /* a query that was given up for its cost does not leave a provable motion undecided */
    options.distance_tolerance = 10;
    options.time_tolerance = 1;
    assert_int_equal(check(&w, -0.05, 0.05, &options).kind, LW_VERDICT_FREE);
    finish(&w);
}

static void add_link(world *w, const char *name, lw_joint_kind kind, const char *parent, lw_vec3 origin,
                     const lw_shape_def *shape, lw_pose place)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = name; /* joints are named as the links below them */
    joint.kind = kind;
    joint.parent = parent;
    joint.child = name;
    joint.axis = (lw_vec3){0, 0, 1};
    joint.origin.position = origin;
    succeed(lw_scene_add_link(w->scene, "robot", name, &w->error), &w->error);
    succeed(lw_scene_add_joint(w->scene, "robot", &joint, &w->error), &w->error);
    if (shape)
        succeed(lw_scene_add_shape(w->scene, "robot", name, shape, place, &w->error), &w->error);
}

/* Two arms on a turntable, the first of them forked: each pair is queried in the frame of the joint
 * that moves both its links, which differs between the fork and the two arms. */
static void test_turntable(void **state)
{
    (void)state;
    lw_shape_def ball = sphere(0.1);
    world w = {0};
    succeed(lw_scene_create(&w.scene, &w.error), &w.error);
    succeed(lw_scene_add_robot(w.scene, "robot", lw_pose_identity(), &w.error), &w.error);
    succeed(lw_scene_add_link(w.scene, "robot", "base", &w.error), &w.error);
    add_link(&w, "table", LW_JOINT_CONTINUOUS, "base", (lw_vec3){0, 0, 0}, NULL, at(0, 0, 0));
    add_link(&w, "arm", LW_JOINT_REVOLUTE, "table", (lw_vec3){1, 0, 0}, NULL, at(0, 0, 0));
    add_link(&w, "left", LW_JOINT_PRISMATIC, "arm", (lw_vec3){0, 0.101, 0}, &ball, at(1, 0, 0));
    add_link(&w, "right", LW_JOINT_PRISMATIC, "arm", (lw_vec3){0, -0.101, 0}, &ball, at(1, 0, 0));
    add_link(&w, "other", LW_JOINT_PRISMATIC, "table", (lw_vec3){1, 0, 0}, &ball, at(0, 1, 0));
    freeze(&w);
    assert_int_equal(lw_scene_pair_count(w.scene), one_more_obstacle ? 6 : 3);
    /* the table turns: no ball moves relative to another, and 2e-3 of room is enough */
    double from[5] = {0, 0, 0, 0, 0};
    double to[5] = {100, 0, 0, 0, 0};
    lw_track track = lw_default_track();
    lw_verdict v = lw_default_verdict();
    track.no_wrap = true;
    double points[10];
    memcpy(points, from, sizeof from);
    memcpy(points + 5, to, sizeof to);
    track.point_count = 2;
    track.positions = points;
    for (int turning = 0; turning < 2; turning++) {
        /* and then the arm: the left ball, whose centre is at angle atan(0.101), meets the other one */
        points[6] = turning ? 1.4 : 0;
        succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
        succeed(lw_check(w.checker, w.motion, NULL, &v, &w.error), &w.error);
        assert_int_equal(v.kind, turning ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        if (!turning)
            assert_true(v.queries <= 3);
    }
    assert_string_equal(lw_scene_body_name(w.scene, (size_t)v.pair[0]), "left");
    assert_string_equal(lw_scene_body_name(w.scene, (size_t)v.pair[1]), "other");
    /* centres at distance r from the arm's axis and 1 from it, the angle between them b: 0.2 apart */
    double r = sqrt(1 + 0.101 * 0.101);
    double b = acos((r * r + 1 - 0.04) / (2 * r));
    double touching = (PI / 2 - b - atan(0.101)) / 1.4;
    assert_true(v.free_until <= touching + 1e-12 && v.time >= touching - 1e-12);
    assert_true(v.first && v.time - v.free_until <= 1e-4);
    finish(&w);
}

/* any contact ends the search, the first one does not before all is proven that comes before it */
static void test_any_ends(void **state)
{
    (void)state;
    world w = rod_and_posts(0, 1);
    lw_check_options options = usual_options();
    /* the first sample, at seven eighths, is where the rod is in the post */
    lw_verdict first = check(&w, 0, 8.0 / 7, &options);
    options.any = true;
    lw_verdict any = check(&w, 0, 8.0 / 7, &options);
    assert_true(first.kind == LW_VERDICT_CONTACT && any.kind == LW_VERDICT_CONTACT);
    assert_true(first.first && !any.first && any.queries < first.queries);
    finish(&w);
}

/* A rod over a field of posts, more than a chunk of the queue holds. One stands in its way, and is met
 * wherever it stands and whichever it is. */
static void test_one_post_of_many(void **state)
{
    (void)state;
    enum { POSTS = 50 };
    lw_shape_def rod = box(2, 0.02, 0.02);
    for (int high = 0; high < POSTS; high++) {
        world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){0, 1, 0}, &rod, lw_pose_identity());
        double there = 0.02 + 0.96 * ((7 * high) % POSTS) / POSTS;
        for (int i = 0; i < POSTS; i++) {
            char id[32];
            snprintf(id, sizeof id, "post%d", i);
            double along = i == high ? there : 0.02 + 0.96 * ((11 * i) % POSTS) / POSTS;
            obstacle(&w, id, sphere(0.005), at(1.8 * i / POSTS - 0.9, along, i == high ? 0 : -0.02));
        }
        freeze(&w);
        lw_check_options options = usual_options();
        for (int any = 0; any < 2; any++) {
            options.any = any;
            lw_verdict v = check(&w, 0, 1, &options);
            char id[32];
            snprintf(id, sizeof id, "post%d", high);
            assert_int_equal(v.kind, LW_VERDICT_CONTACT);
            assert_true(names(&w, &v, id) && fabs(v.time - there) <= 0.015);
        }
        finish(&w);
    }
}

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

static void test_cut_short(void **state)
{
    (void)state;
    world w = rod_and_posts(0.0151, 2);
    lw_check_options options = usual_options();
    int asked = 0;
    options.stop = stop_at_once;
    options.stop_context = &asked;
    lw_verdict v = check(&w, 0, 2, &options);
    assert_true(asked > 0);
    assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(v.reason, LW_REASON_STOPPED);
    assert_true(v.free_until == 0);
    options = usual_options();
    options.budget_seconds = 1e-12;
    v = check(&w, 0, 2, &options);
    assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(v.reason, LW_REASON_BUDGET);
    /* queries are counted one by one; with exactly enough the answer is that without a budget */
    options = usual_options();
    lw_verdict whole = check(&w, 0, 2, &options);
    assert_int_equal(whole.kind, LW_VERDICT_FREE);
    assert_true(whole.queries > 10);
    for (uint64_t budget = 1; budget <= whole.queries; budget++) {
        options.budget_queries = budget;
        v = check(&w, 0, 2, &options);
        assert_int_equal(v.queries, budget);
        assert_true(v.kind == LW_VERDICT_UNDECIDED || budget == whole.queries);
    }
    options.budget_queries = whole.queries + 1;
    assert_int_equal(check(&w, 0, 2, &options).kind, LW_VERDICT_FREE);
    finish(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_of_several), cmocka_unit_test(test_short_of_memory),
        cmocka_unit_test(test_inside),           cmocka_unit_test(test_standing_still),
        cmocka_unit_test(test_unresolved),       cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_point_in_a_pipe),  cmocka_unit_test(test_turntable),
        cmocka_unit_test(test_huge_obstacle),    cmocka_unit_test(test_any_ends),
        cmocka_unit_test(test_cut_short),        cmocka_unit_test(test_one_post_of_many),
    };
    int failed = cmocka_run_group_tests(tests, use_bisection, NULL);
    failed += cmocka_run_group_tests(tests, use_slab, NULL);
    return failed + cmocka_run_group_tests(tests, use_slab_search, NULL);
}
