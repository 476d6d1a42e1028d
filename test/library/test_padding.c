/* Tests the padding of links: an offset of the whole body on all sides, in pairs with everything except
 * its own robot. In random worlds the distance of padded bodies is that of the bare ones less the
 * padding, and the verdict on a padded motion is that on the bare motion with margins larger by the
 * padding. */
#include "furnished.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pair_at.h"
#include "seed.h"
#include "small_scene.h"

/* The same world without padding, with larger margins instead. */
static world *bare_twin(const bench *b)
{
    furniture f = b->furniture;
    memset(f.padding, 0, sizeof f.padding);
    world *w = furnished_as(b, &f);
    lw_frozen *bare = w->scene->frozen;
    const lw_frozen *padded = b->world->scene->frozen;
    lw_pairs *pairs = &bare->pairs;
    assert_int_equal(pairs->count, padded->pairs.count);
    pairs->own = lw_arena_array(&bare->world->arena, pairs->count, sizeof *pairs->own);
    assert_non_null(pairs->own);
    for (size_t i = 0; i < pairs->count; i++) {
        const lw_pair pair = pair_at(padded, i);
        const lw_pair twin = pair_at(bare, i);
        assert_true(twin.padding[0] == 0 && twin.padding[1] == 0);
        assert_true(!pair.self || (pair.padding[0] == 0 && pair.padding[1] == 0));
        for (int k = 0; k < 2; k++) {
            const lw_body *body = lw_frozen_body(padded, (size_t)(k ? pair.b : pair.a));
            if (!pair.self)
                assert_true(pair.padding[k] ==
                            (body->robot < 0 ? 0 : b->furniture.padding[body->robot]));
        }
        pairs->own[i] =
            (lw_own_margin){lw_frozen_pair_at(padded, i), lw_pair_unpadded(&pair, pair.margin)};
        pairs->largest_margin = fmax(pairs->largest_margin, pairs->own[i].margin);
    }
    pairs->own_count = pairs->count;
    for (int self = 0; self < 2; self++)
        pairs->least_margin[self] = HUGE_VAL;
    for (size_t i = 0; i < pairs->count; i++) {
        const lw_pair twin = pair_at(bare, i);
        pairs->least_margin[twin.self] = fmin(pairs->least_margin[twin.self], twin.margin);
    }
    return w;
}

static double pad_of(const lw_pair *pair)
{
    return pair->padding[0] + pair->padding[1];
}

/* Compares one pair at one time, padded and bare. */
static void compare_distances(const lw_pair *pair, const lw_distance *padded, const lw_distance *bare)
{
    double pad = pad_of(pair);
    bool inside = !(bare->upper > 0);
    double size = 1 + fabs(bare->upper) + norm(bare->points[0]) + norm(bare->points[1]) + pad;
    double near = 1e-12 * size;
    assert_near(fmax(0, padded->upper), fmax(0, bare->upper - pad), near);
    assert_near(fmax(0, padded->lower), fmax(0, bare->lower - pad), near);
    assert_true(padded->lower <= padded->upper);
    if (!(padded->upper > 0)) {
        /* The depth is at least as large as the padding makes it, and a translation that separates the
         * padded bodies separates the bare ones. For two convex shapes the two depths differ by the
         * padding. */
        assert_true(padded->upper <= fmax(0, bare->upper) - pad + near);
        assert_true(inside ? padded->depth >= -bare->upper - near : true);
        assert_near(norm(padded->normal), 1, 1e-12);
        if (padded->upper - padded->lower < 1e-9 && bare->upper - bare->lower < 1e-9)
            assert_near(padded->upper, bare->upper - pad, 1e-9 * size);
        return;
    }
    assert_near(norm(sub(padded->points[1], padded->points[0])), padded->upper, near);
    vec3 way = scale(1 / bare->upper, sub(bare->points[1], bare->points[0]));
    if (padded->upper > 1e-6 * size) {
        for (int k = 0; k < 2; k++) {
            vec3 moved = add_scaled(bare->points[k], (k ? -1 : 1) * pair->padding[k], way);
            assert_near(norm(sub(padded->points[k], moved)), 0, near);
        }
    }
}

static void compare_moments(bench *b, world_motion *bare_motion, lw_checker *bare_checker)
{
    const lw_frozen *frozen = b->world->scene->frozen;
    double begin;
    double end;
    lw_motion_interval(b->motion->motion, &begin, &end);
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        double t = lw_random_between(&b->random, begin, end);
        lw_distance padded;
        lw_distance bare;
        assert_int_equal(lw_pair_distance(b->checker, b->motion->motion, t, i, &padded, NULL), LW_OK);
        assert_int_equal(lw_pair_distance(bare_checker, bare_motion->motion, t, i, &bare, NULL), LW_OK);
        const lw_pair pair = pair_at(frozen, i);
        compare_distances(&pair, &padded, &bare);
    }
}

static lw_verdict ask(lw_checker *checker, const world_motion *m, const lw_check_options *options)
{
    lw_verdict v = lw_default_verdict();
    lw_error e = {0};
    succeed(lw_check(checker, m->motion, options, &v, &e), &e);
    return v;
}

static void compare_verdicts(bench *b, world_motion *bare_motion, lw_checker *bare_checker)
{
    double begin;
    double end;
    lw_check_options options = lw_default_check_options();
    static const lw_method methods[] = {LW_METHOD_SLAB, LW_METHOD_BISECTION, LW_METHOD_EXPANDED};
    options.method = methods[lw_random_below(&b->random, 3)];
    options.any = lw_random_below(&b->random, 3) == 0;
    lw_motion_interval(b->motion->motion, &begin, &end);
    lw_verdict padded = ask(b->checker, b->motion, &options);
    lw_verdict bare = ask(bare_checker, bare_motion, &options);
    if (padded.kind != bare.kind || padded.pair[0] != bare.pair[0] || padded.pair[1] != bare.pair[1])
        fail_msg("round %d: %d padded, %d bare", b->round, (int)padded.kind, (int)bare.kind);
    double near = 1e-9 * fmax(1e-3, end - begin);
    assert_near(padded.free_until, bare.free_until, near);
    assert_near(padded.time, bare.time, near);
    if (padded.kind != LW_VERDICT_CONTACT)
        return;
    for (size_t i = 0; i < b->world->scene->frozen->pairs.count; i++) {
        const lw_pair pair_of = pair_at(b->world->scene->frozen, i);
        const lw_pair *pair = &pair_of;
        if (pair->a == padded.pair[0] && pair->b == padded.pair[1])
            assert_true(padded.contact.upper <= pair->margin);
    }
}

/* Near misses have the padded distance, and a bracket of the wanted width relative to it. */
static void check_near_misses(bench *b)
{
    const lw_frozen *frozen = b->world->scene->frozen;
    lw_clearance *near = calloc(frozen->pairs.count + 1, sizeof *near);
    assert_non_null(near);
    size_t count;
    lw_check_options options = lw_default_check_options();
    options.budget_queries = 20000;
    options.fixed_pairs = 1;
    double threshold = b->options.size * lw_random_between(&b->random, 0.01, 0.5);
    assert_int_equal(lw_near_misses(b->checker, b->motion->motion, threshold, &options, near, SIZE_MAX,
                                    &count, NULL),
                     LW_OK);
    double begin;
    double end;
    lw_motion_interval(b->motion->motion, &begin, &end);
    for (size_t i = 0, k = 0; i < frozen->pairs.count; i++) {
        bool listed = k < count && near[k].pair[0] == pair_at(frozen, i).a &&
                      near[k].pair[1] == pair_at(frozen, i).b;
        double lower = listed ? near[k].lower : threshold;
        lw_distance found;
        for (int t = 0; t < 6; t++) {
            double time = lw_random_between(&b->random, begin, end);
            assert_int_equal(lw_pair_distance(b->checker, b->motion->motion, time, i, &found, NULL),
                             LW_OK);
            double far = norm(found.points[0]);
            if (fmax(0, found.upper) < lower - 1e-12 * fmax(1, far))
                fail_msg("round %d: pair %zu is %.17g apart at %.17g, not %.17g at least", b->round, i,
                         found.upper, time, lower);
        }
        if (!listed)
            continue;
        assert_int_equal(lw_pair_distance(b->checker, b->motion->motion, near[k].at, i, &found, NULL),
                         LW_OK);
        double room = 1e-9 * fmax(1, norm(found.points[0]));
        if (near[k].upper < threshold && found.upper > near[k].upper + room)
            fail_msg("round %d: pair %zu is %.17g apart at %.17g, not %.17g", b->round, i, found.upper,
                     near[k].at, near[k].upper);
        k++;
    }
    free(near);
}

static void padded_worlds_are_bare_ones_with_margins(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    for (b.round = 0; b.round < test_rounds(60, 2000); b.round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        world *bare = bare_twin(&b);
        world_motion *bare_motion = world_motion_create(bare);
        lw_checker *bare_checker = new_checker(bare);
        for (int i = 0; i < 3; i++) {
            furnished_motion(b.world, motions[i], b.motion);
            furnished_motion(bare, motions[i], bare_motion);
            compare_moments(&b, bare_motion, bare_checker);
            compare_verdicts(&b, bare_motion, bare_checker);
            if (i == 0)
                check_near_misses(&b);
        }
        lw_checker_destroy(bare_checker);
        world_motion_free(bare_motion);
        world_free(bare);
        furnished_drop(&b);
    }
}

/* ---- by hand -------------------------------------------------------------------------------- */

typedef struct asked {
    lw_scene *scene;
    lw_motion *still;
    lw_checker *checker;
    lw_error e;
} asked;

static void ready(asked *a)
{
    succeed(lw_scene_freeze(a->scene, &a->e), &a->e);
    succeed(lw_motion_create(a->scene, &a->still, &a->e), &a->e);
    succeed(lw_checker_create(a->scene, &a->checker, &a->e), &a->e);
}

static void drop(asked *a)
{
    lw_checker_destroy(a->checker);
    lw_motion_destroy(a->still);
    lw_scene_destroy(a->scene);
}

static lw_distance between(asked *a, const char *first, const char *second)
{
    lw_distance found;
    for (size_t i = 0; i < lw_scene_pair_count(a->scene); i++) {
        size_t bodies[2];
        lw_scene_pair(a->scene, i, bodies);
        if (!strcmp(lw_scene_body_name(a->scene, bodies[0]), first) &&
            !strcmp(lw_scene_body_name(a->scene, bodies[1]), second)) {
            succeed(lw_pair_distance(a->checker, a->still, 0, i, &found, &a->e), &a->e);
            return found;
        }
    }
    fail_msg("%s and %s are not checked", first, second);
    return (lw_distance){0};
}

static lw_shape_def bar(void)
{
    static const double vertices[] = {-0.5,   -0.025, -0.025, 0.5,    -0.025, -0.025, -0.5,  0.025,
                                      -0.025, 0.5,    0.025,  -0.025, -0.5,   -0.025, 0.025, 0.5,
                                      -0.025, 0.025,  -0.5,   0.025,  0.025,  0.5,    0.025, 0.025};
    static const uint32_t triangles[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                         2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_MESH;
    shape.vertices = vertices;
    shape.vertex_count = 8;
    shape.triangles = triangles;
    shape.triangle_count = 12;
    return shape;
}

static void add_bar(asked *a, const char *robot, const char *link)
{
    lw_shape_def shape = bar();
    succeed(lw_scene_add_robot(a->scene, robot, lw_pose_identity(), &a->e), &a->e);
    succeed(lw_scene_add_link(a->scene, robot, link, &a->e), &a->e);
    succeed(lw_scene_add_shape(a->scene, robot, link, &shape, lw_pose_identity(), &a->e), &a->e);
}

static lw_pose at(double x, double y, double z)
{
    lw_pose placed = lw_pose_identity();
    placed.position = v3(x, y, z);
    return placed;
}

/* A thin bar beside a post: its whole side comes nearer by the padding, for any kind of shape. */
static void a_thin_bar_grows_on_its_side(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        asked a = {.scene = new_scene()};
        add_bar(&a, "r", "spare");
        succeed(lw_scene_add_link(a.scene, "r", "bar", &a.e), &a.e);
        lw_joint_def joint = joint_of("j", LW_JOINT_FIXED, "spare", "bar");
        joint.origin.position = v3(0, 0, 5);
        succeed(lw_scene_add_joint(a.scene, "r", &joint, &a.e), &a.e);
        lw_shape_def shape = bar();
        shape.kind = kind == 0 ? LW_SHAPE_MESH : kind == 1 ? LW_SHAPE_POLYTOPE : LW_SHAPE_BOX;
        shape.size = v3(1, 0.05, 0.05);
        succeed(lw_scene_add_shape(a.scene, "r", "bar", &shape, lw_pose_identity(), &a.e), &a.e);
        succeed(lw_scene_set_link_padding(a.scene, "r", "bar", 1, 0.02, &a.e), &a.e);
        lw_shape_def post = lw_default_shape();
        post.kind = LW_SHAPE_CYLINDER;
        post.radius = 0.05;
        post.length = 1;
        succeed(lw_scene_add_obstacle(a.scene, "post", &post, at(0, 0.085, 5), &a.e), &a.e);
        succeed(lw_scene_add_obstacle(a.scene, "far", &post, at(0.2, -0.115, 5), &a.e), &a.e);
        ready(&a);
        lw_distance found = between(&a, "bar", "post");
        assert_near(found.upper, -0.01, 1e-12);
        assert_near(found.lower, -0.01, 1e-12);
        assert_near(found.depth, 0.01, 1e-12);
        assert_near(norm(sub(found.normal, v3(0, 1, 0))), 0, 1e-9);
        found = between(&a, "bar", "far");
        assert_near(found.upper, 0.02, 1e-12);
        assert_near(found.lower, 0.02, 1e-12);
        assert_near(found.points[0].y, -0.045, 1e-12);
        assert_near(found.points[1].y, -0.065, 1e-12);
        lw_verdict v = lw_default_verdict();
        succeed(lw_check(a.checker, a.still, NULL, &v, &a.e), &a.e);
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        drop(&a);
    }
}

/* Padding does not count inside a robot, including its carried objects. Between robots both paddings
 * count, and a carried object has the padding of its link. */
static void padding_counts_against_others_only(void **state)
{
    (void)state;
    asked a = {.scene = new_scene()};
    const double pads[2] = {0.02, 0.03};
    for (int r = 0; r < 2; r++) {
        const char *robot = r ? "s" : "r";
        lw_shape_def ball = sphere_of(0.1);
        succeed(lw_scene_add_robot(a.scene, robot, at(0, r, 0), &a.e), &a.e);
        for (int l = 0; l < 3; l++) {
            const char *const links[] = {"foot", "arm", "hand"};
            succeed(lw_scene_add_link(a.scene, robot, links[l], &a.e), &a.e);
            succeed(lw_scene_add_shape(a.scene, robot, links[l], &ball, lw_pose_identity(), &a.e),
                    &a.e);
            lw_joint_def joint =
                joint_of(l ? links[l] : "", LW_JOINT_REVOLUTE, links[l ? l - 1 : 0], links[l]);
            if (l)
                succeed(lw_scene_add_joint(a.scene, robot, &joint, &a.e), &a.e);
        }
        succeed(lw_scene_add_attached(a.scene, robot, "hand", r ? "plate" : "cup", &ball, at(1, 0, 0),
                                      NULL, 0, &a.e),
                &a.e);
        succeed(lw_scene_set_link_padding(a.scene, robot, "hand", 1, pads[r], &a.e), &a.e);
    }
    lw_shape_def ball = sphere_of(0.1);
    succeed(lw_scene_add_obstacle(a.scene, "ball", &ball, at(3, -1, 0), &a.e), &a.e);
    ready(&a);
    assert_near(between(&a, "r/foot", "r/hand").upper, 1.8, 1e-12);
    assert_near(between(&a, "r/foot", "cup").upper, 2.8, 1e-12);
    assert_near(between(&a, "r/arm", "s/arm").upper, 0.8, 1e-12);
    assert_near(between(&a, "r/hand", "s/hand").upper, 0.8 - 0.05, 1e-12);
    assert_near(between(&a, "r/arm", "s/hand").upper, sqrt(2) - 0.2 - 0.03, 1e-12);
    assert_near(between(&a, "cup", "plate").upper, 0.8 - 0.05, 1e-12);
    assert_near(between(&a, "cup", "ball").upper, 0.8 - 0.02, 1e-12);
    assert_near(between(&a, "r/foot", "ball").upper, sqrt(10) - 0.2, 1e-12);
    drop(&a);
}

/* A body ends wholly inside a padded solid: the padding lengthens the way out. */
static void depth_inside_a_padded_solid(void **state)
{
    (void)state;
    asked a = {.scene = new_scene()};
    add_bar(&a, "r", "bar");
    succeed(lw_scene_set_link_padding(a.scene, "r", NULL, 1, 0.02, &a.e), &a.e);
    lw_shape_def pea = sphere_of(0.01);
    succeed(lw_scene_add_obstacle(a.scene, "pea", &pea, at(0.2, 0.005, 0), &a.e), &a.e);
    ready(&a);
    lw_distance found = between(&a, "bar", "pea");
    /* the way to the side is half of the bar, the pea's whole size, and the padding, less the pea's
     * offset */
    assert_near(found.depth, 0.025 - 0.005 + 0.01 + 0.02, 1e-12);
    assert_near(found.upper, -0.05, 1e-9);
    drop(&a);
}

/* A judge's contact in the plane, between a padded disc that comes by and a post. */
static void cells_are_padded(void **state)
{
    (void)state;
    asked a = {.scene = new_scene()};
    lw_cell *cell = NULL;
    lw_judge *judge = NULL;
    lw_shape_def disc = lw_default_shape();
    disc.kind = LW_SHAPE_DISC;
    disc.radius = 0.5;
    lw_joint_def joint = joint_of("at", LW_JOINT_PLANAR, "ground", "body");
    joint.origin = lw_pose_identity();
    succeed(lw_scene_set_dimension(a.scene, 2, &a.e), &a.e);
    succeed(lw_scene_add_robot(a.scene, "r", lw_pose_identity(), &a.e), &a.e);
    succeed(lw_scene_add_link(a.scene, "r", "ground", &a.e), &a.e);
    succeed(lw_scene_add_link(a.scene, "r", "body", &a.e), &a.e);
    succeed(lw_scene_add_joint(a.scene, "r", &joint, &a.e), &a.e);
    succeed(lw_scene_add_shape(a.scene, "r", "body", &disc, lw_pose_identity(), &a.e), &a.e);
    succeed(lw_scene_set_link_padding(a.scene, "r", "body", 1, 0.25, &a.e), &a.e);
    succeed(lw_scene_add_obstacle(a.scene, "post", &disc, at(4, 0, 0), &a.e), &a.e);
    ready(&a);
    succeed(lw_cell_create(a.scene, &cell, &a.e), &a.e);
    const double times[] = {0, 1};
    const double rows[] = {0, 0, 0, 4, 0, 0};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = times;
    track.positions = rows;
    succeed(lw_motion_set(a.still, &track, 1, &a.e), &a.e);
    succeed(lw_cell_add(cell, "go", a.still, &a.e), &a.e);
    succeed(lw_judge_create(cell, 1 << 16, &judge, &a.e), &a.e);
    lw_cell_verdict v = lw_default_cell_verdict();
    const size_t go = 0;
    lw_check_options options = lw_default_check_options();
    succeed(lw_judge_job(judge, &(lw_sequence){0, &go, 1}, 1, &options, &v, &a.e), &a.e);
    /* they meet at x = 2.75, at the time 2.75 / 4 */
    assert_int_equal(v.kind, LW_VERDICT_CONTACT);
    assert_true(v.free_until <= 0.6875 && v.time >= 0.6875);
    assert_near(v.time, 0.6875, 1e-4);
    double deep = 4 * (v.time - 0.6875);
    assert_near(v.contact.depth, deep, 1e-12);
    assert_near(v.contact.points[0].x, 3.5 + deep, 1e-12);
    assert_near(v.contact.points[1].x, 3.5, 1e-12);
    assert_near(v.contact.normal.x, 1, 1e-12);
    lw_verdict whole = lw_default_verdict();
    succeed(lw_check(a.checker, a.still, &options, &whole, &a.e), &a.e);
    assert_int_equal(whole.kind, LW_VERDICT_CONTACT);
    assert_near(whole.time, 0.6875, 1e-4);
    assert_near(whole.contact.depth, 4 * (whole.time - 0.6875), 1e-12);
    lw_judge_destroy(judge);
    lw_cell_destroy(cell);
    drop(&a);
}

/* A scale or padding for a robot (-1: any) and a link (-1: all). */
typedef struct entry {
    int robot, link;
    bool has_scale, has_padding;
    double scale, padding;
} entry;

enum { SCALED_ROBOTS = 3, SCALED_LINKS = 4, ENTRIES = 12 };

/* The last entry that names the link, or else the last one for all links. */
static const entry *deciding(const entry *entries, int robot, int link, bool padding)
{
    const entry *found = NULL;
    for (int named = 0; named < 2; named++)
        for (int i = 0; i < ENTRIES; i++) {
            const entry *e = &entries[i];
            bool fits = e->robot < 0 || e->robot == robot;
            if (fits && e->link == (named ? link : -1) && (padding ? e->has_padding : e->has_scale))
                found = e;
        }
    return found;
}

static void the_last_of_the_nearest_entries_decides(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 300; round++) {
        lw_error e = {0};
        lw_scene *scene = new_scene();
        const lw_joint_kind kinds[SCALED_LINKS] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE,
                                                   LW_JOINT_REVOLUTE};
        const char *const robots[SCALED_ROBOTS] = {"a", "b", "c"};
        const char *const links[SCALED_LINKS] = {"l0", "l1", "l2", "l3"};
        for (int r = 0; r < SCALED_ROBOTS; r++)
            add_chain(scene, robots[r], kinds, SCALED_LINKS - 1);
        entry entries[ENTRIES];
        for (int i = 0; i < ENTRIES; i++) {
            entry *to = &entries[i];
            uint32_t which = 1 + lw_random_below(&random, 3);
            *to = (entry){(int)lw_random_below(&random, SCALED_ROBOTS + 1) - 1,
                          (int)lw_random_below(&random, SCALED_LINKS + 1) - 1,
                          which & 1,
                          which & 2,
                          1.5 + i,
                          0.25 * (1 + i)};
            succeed(lw_scene_padding(scene, to->robot < 0 ? NULL : robots[to->robot],
                                     to->link < 0 ? NULL : links[to->link],
                                     to->has_scale ? &to->scale : NULL,
                                     to->has_padding ? &to->padding : NULL, &e),
                    &e);
        }
        succeed(lw_scene_freeze(scene, &e), &e);
        for (int r = 0; r < SCALED_ROBOTS; r++)
            for (int l = 0; l < SCALED_LINKS; l++) {
                size_t link = (size_t)r * SCALED_LINKS + (size_t)l;
                const entry *scale = deciding(entries, r, l, false);
                const entry *padding = deciding(entries, r, l, true);
                assert_true(scene->frozen->link_scales[link] == (scale ? scale->scale : 1));
                assert_true(lw_frozen_body(scene->frozen, link)->padding ==
                            (padding ? padding->padding : 0));
            }
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_of_the_nearest_entries_decides),
        cmocka_unit_test(padded_worlds_are_bare_ones_with_margins),
        cmocka_unit_test(a_thin_bar_grows_on_its_side),
        cmocka_unit_test(padding_counts_against_others_only),
        cmocka_unit_test(depth_inside_a_padded_solid),
        cmocka_unit_test(cells_are_padded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
