/* Copies of scenes, which share data copy-on-write: after any changes, in any number of steps, they
 * answer as a scene that was built so at once, to the bit; so do checkers, motions and pools that are
 * moved to them. Scenes in use stay as they are, on any number of threads, and nothing leaks where
 * memory runs out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/parallel.h"
#include "base/random.h"
#include "check/pool/pool.h"
#include "files.h"
#include "scene/frozen.h"
#include "seed.h"
#include "shape_kit.h"
#include "verdicts.h"

enum { LINKS = 4, OBSTACLES = 60, CHANGES = 60, MOST_SCENES = 4, TEXT = 1 << 22, THREADS = 4 };

static const char *const links[LINKS] = {"base", "a", "b", "c"};

/* ---- a scene, and changes of it ------------------------------------------------------------------ */

static void add_robot(lw_scene *scene, const kit *k, lw_error *e)
{
    int count = k->flat ? 2 : LINKS;
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), e), e);
    succeed(lw_scene_add_link(scene, "r", "base", e), e);
    for (int i = 1; i < count; i++) {
        lw_joint_def joint =
            joint_of(links[i], k->flat ? LW_JOINT_PLANAR : LW_JOINT_REVOLUTE, links[i - 1], links[i]);
        joint.origin.position.x = 0.5;
        if (!k->flat)
            joint.axis = (lw_vec3){i == 1, i == 2, i != 2};
        succeed(lw_scene_add_link(scene, "r", links[i], e), e);
        succeed(lw_scene_add_joint(scene, "r", &joint, e), e);
        for (uint32_t n = 0; n < 2; n++)
            succeed(lw_scene_add_shape(scene, "r", links[i], &k->defs[((uint32_t)i + 3 * n) % k->count],
                                       lw_pose_identity(), e),
                    e);
    }
    succeed(lw_scene_allow_pair(scene, "a", "o3", true, e), e);
    succeed(lw_scene_set_pair_margin(scene, "a", "o4", 0.1, e), e);
}

/* The scene before all changes. */
static lw_scene *open_scene(const kit *k, uint64_t seed)
{
    lw_error e = {0};
    lw_random random = {seed};
    lw_scene *scene = new_scene();
    if (k->flat)
        succeed(lw_scene_set_dimension(scene, 2, &e), &e);
    add_robot(scene, k, &e);
    uint32_t count = lw_random_below(&random, OBSTACLES);
    for (uint32_t i = 0; i < count; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%u", i);
        const lw_shape_def *def = &k->defs[lw_random_below(&random, k->count)];
        succeed(lw_scene_add_obstacle(scene, id, def, random_pose(&random, k->flat, 3), &e), &e);
        if (!lw_random_below(&random, 5))
            succeed(lw_scene_add_obstacle(scene, id, def, random_pose(&random, k->flat, 3), &e), &e);
    }
    return scene;
}

/* A change of a scene, which depends on its seed alone. */
typedef struct change {
    uint64_t seed;
    bool move; /* an obstacle, and nothing else */
} change;

static lw_status change_object(lw_scene *scene, const kit *k, lw_random *random, const char *id,
                               lw_error *e)
{
    static const char *const touched[] = {"base", "b"};
    uint32_t shape = lw_random_below(random, k->count);
    const char *link = links[lw_random_below(random, k->flat ? 2 : LINKS)];
    lw_pose near = random_pose(random, k->flat, 0.5);
    lw_pose far = random_pose(random, k->flat, 3);
    size_t touches = lw_random_below(random, 3);
    switch (lw_random_below(random, 8)) {
    case 0:
        return lw_scene_add_obstacle(scene, id, &k->defs[shape], far, e);
    case 1:
        return lw_scene_add_shared_obstacle(scene, id, k->shapes[shape], far, e);
    case 2:
        return lw_scene_add_attached(scene, "r", link, id, &k->defs[shape], near, touched, touches, e);
    case 3:
        return lw_scene_add_shared_attached(scene, "r", link, id, k->shapes[shape], near, touched,
                                            touches, e);
    case 4:
        return lw_scene_remove(scene, id, e);
    case 5:
        return lw_scene_attach_obstacle(scene, "r", link, id, near, touched, touches, e);
    case 6:
        return lw_scene_release(scene, id, far, e);
    default:
        return lw_scene_move_obstacle(scene, id, far, e);
    }
}

static lw_status change_settings(lw_scene *scene, bool flat, lw_random *random, const char *id,
                                 lw_error *e)
{
    const char *link = links[lw_random_below(random, 3)];
    double length = lw_random_between(random, 0, 0.2);
    double values[3] = {lw_random_between(random, -1, 1), 0.1, 0.2};
    bool yes = lw_random_below(random, 2);
    switch (lw_random_below(random, 7)) {
    case 0:
        return lw_scene_set_link_padding(scene, "r", yes ? link : NULL, 1, length, e);
    case 1:
        return lw_scene_set_link_padding(scene, "r", link, 1 + length, 0, e);
    case 2:
        return lw_scene_set_margin(scene, length, e);
    case 3:
        return lw_scene_set_pair_margin(scene, id, yes ? link : NULL, length, e);
    case 4:
        return lw_scene_allow_pair(scene, id, link, yes, e);
    case 5:
        return lw_scene_set_joint(scene, "r", "a", values, flat ? 3 : 1, e);
    default:
        return lw_scene_set_mesh_mode(scene, yes ? LW_MESH_SURFACE : LW_MESH_SOLID, e);
    }
}

static lw_status apply(lw_scene *scene, const kit *k, const change *what, lw_error *e)
{
    lw_random random = {what->seed};
    char id[32];
    snprintf(id, sizeof id, "o%u", lw_random_below(&random, OBSTACLES / 2));
    if (what->move)
        return lw_scene_move_obstacle(scene, id, random_pose(&random, k->flat, 3), e);
    return lw_random_below(&random, 3) ? change_object(scene, k, &random, id, e)
                                       : change_settings(scene, k->flat, &random, id, e);
}

/* ---- the same scene ------------------------------------------------------------------------------ */

static void same_pose(lw_pose a, lw_pose b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void same_shapes(const lw_scene *a, const lw_scene *b, size_t body, size_t count)
{
    lw_error e = {0};
    for (size_t i = 0; i < count; i++) {
        lw_body_shape one = lw_default_body_shape();
        lw_body_shape other = lw_default_body_shape();
        lw_shape_def shapes[2] = {lw_default_shape(), lw_default_shape()};
        succeed(lw_scene_body_shape(a, body, i, &one, &shapes[0], &e), &e);
        succeed(lw_scene_body_shape(b, body, i, &other, &shapes[1], &e), &e);
        same_pose(one.pose, other.pose);
        assert_int_equal(shapes[0].kind, shapes[1].kind);
        assert_int_equal(shapes[0].mesh_mode, shapes[1].mesh_mode);
        assert_int_equal(shapes[0].vertex_count, shapes[1].vertex_count);
        assert_true(same_bits(shapes[0].radius, shapes[1].radius));
        if (shapes[0].kind == LW_SHAPE_POLYTOPE || shapes[0].kind == LW_SHAPE_MESH)
            assert_memory_equal(shapes[0].vertices, shapes[1].vertices,
                                3 * shapes[0].vertex_count * sizeof(double));
    }
}

static void same_bodies(const lw_scene *a, const lw_scene *b)
{
    lw_error e = {0};
    assert_int_equal(lw_scene_body_count(a), lw_scene_body_count(b));
    assert_int_equal(lw_scene_pair_count(a), lw_scene_pair_count(b));
    uint64_t prints[2];
    succeed(lw_scene_fingerprint(a, &prints[0], &e), &e);
    succeed(lw_scene_fingerprint(b, &prints[1], &e), &e);
    assert_true(prints[0] == prints[1]);
    for (size_t i = 0; i < lw_scene_body_count(a); i++) {
        lw_body_info one = lw_default_body_info();
        lw_body_info other = lw_default_body_info();
        succeed(lw_scene_body_info(a, i, &one, &e), &e);
        succeed(lw_scene_body_info(b, i, &other, &e), &e);
        assert_string_equal(one.name, other.name);
        assert_int_equal(lw_scene_find_body(a, one.name), i);
        assert_true(one.robot == other.robot && one.link == other.link &&
                    one.attached == other.attached && one.moves == other.moves);
        assert_true(same_bits(one.padding, other.padding) && same_bits(one.radius, other.radius));
        assert_int_equal(one.shape_count, other.shape_count);
        same_shapes(a, b, i, one.shape_count);
        for (size_t k = 0; k < i; k++) {
            lw_pair_reason reasons[2];
            succeed(lw_scene_pair_reason(a, k, i, &reasons[0], &e), &e);
            succeed(lw_scene_pair_reason(b, k, i, &reasons[1], &e), &e);
            assert_int_equal(reasons[0], reasons[1]);
        }
    }
    for (size_t i = 0; i < lw_scene_pair_count(a); i++) {
        lw_pair_info one = lw_default_pair_info();
        lw_pair_info other = lw_default_pair_info();
        succeed(lw_scene_pair_info(a, i, &one, &e), &e);
        succeed(lw_scene_pair_info(b, i, &other, &e), &e);
        assert_true(one.bodies[0] == other.bodies[0] && one.bodies[1] == other.bodies[1]);
        assert_true(same_bits(one.margin, other.margin) && same_bits(one.padding, other.padding));
    }
}

/* The bodies in a file of claims: their poses and geometry. */
static void same_claims(const lw_scene *a, const lw_scene *b)
{
    static char texts[2][TEXT];
    lw_error e = {0};
    size_t lengths[2];
    succeed(lw_claims_blocks_json(a, texts[0], TEXT, &lengths[0], &e), &e);
    succeed(lw_claims_blocks_json(b, texts[1], TEXT, &lengths[1], &e), &e);
    assert_int_equal(lengths[0], lengths[1]);
    assert_true(lengths[0] < TEXT);
    assert_memory_equal(texts[0], texts[1], lengths[0]);
}

/* A checker, a motion and a pool that answer for one scene after the other. */
typedef struct askers {
    lw_checker *checker;
    lw_motion *motion;
    lw_pool *pool;
} askers;

static void new_askers(const lw_scene *scene, askers *out)
{
    lw_error e = {0};
    succeed(lw_checker_create(scene, &out->checker, &e), &e);
    succeed(lw_motion_create(scene, &out->motion, &e), &e);
    succeed(lw_pool_create(scene, 2, &out->pool, &e), &e);
}

static void move_askers(askers *a, const lw_scene *scene)
{
    lw_error e = {0};
    succeed(lw_checker_set_scene(a->checker, scene, &e), &e);
    succeed(lw_motion_set_scene(a->motion, scene, &e), &e);
    succeed(lw_pool_set_scene(a->pool, scene, &e), &e);
}

static void drop_askers(askers *a)
{
    lw_pool_destroy(a->pool);
    lw_motion_destroy(a->motion);
    lw_checker_destroy(a->checker);
}

/* The pool's answer for a segment is that of the checker. */
static void same_segment(lw_pool *pool, double ends[2][7], const lw_verdict *verdict)
{
    lw_error e = {0};
    lw_rows rows = lw_default_rows();
    lw_answers answers = lw_default_answers();
    lw_verdict_kind kind;
    double free_until;
    rows.count = 1;
    rows.from = ends[0];
    rows.to = ends[1];
    answers.kind = &kind;
    answers.free_until = &free_until;
    succeed(lw_pool_segments(pool, &rows, NULL, &answers, &e), &e);
    assert_int_equal(kind, verdict->kind);
    assert_true(same_bits(free_until, verdict->free_until));
}

/* Compares answers for some motions. fresh: askers made for the scene; others: moved to it. */
static void same_answers(askers *fresh, askers *others, lw_random *random, size_t kinds[3])
{
    lw_error e = {0};
    for (int i = 0; i < 4; i++) {
        lw_check_options options = lw_default_check_options();
        options.clearance = i == 1;
        options.any = i >= 2;
        options.method = i == 3 ? LW_METHOD_SLAB : options.method;
        double ends[2][7] = {{0}};
        for (int k = 0; k < 7; k++)
            for (int end = 0; end < 2; end++)
                ends[end][k] = lw_random_between(random, -2, 2);
        lw_verdict verdicts[2] = {lw_default_verdict(), lw_default_verdict()};
        verdicts[0] = lw_default_verdict();
        askers *both[2] = {fresh, others};
        for (int k = 0; k < 2; k++) {
            succeed(lw_motion_set_segment(both[k]->motion, NULL, ends[0], ends[1], &e), &e);
            succeed(lw_check(both[k]->checker, both[k]->motion, &options, &verdicts[k], &e), &e);
        }
        assert_true(same_verdict(&verdicts[0], &verdicts[1]));
        kinds[verdicts[0].kind]++;
        if (i == 0)
            same_segment(others->pool, ends, &verdicts[0]);
        lw_clearance near[2][8];
        size_t counts[2];
        for (int k = 0; k < 2; k++)
            succeed(lw_near_misses(both[k]->checker, both[k]->motion, 0.2, NULL, near[k], 8, &counts[k],
                                   &e),
                    &e);
        assert_int_equal(counts[0], counts[1]);
        for (size_t n = 0; n < counts[0] && n < 8; n++)
            assert_true(same_clearance(&near[0][n], &near[1][n]));
    }
}

/* ---- rows of changes ----------------------------------------------------------------------------- */

typedef struct row {
    lw_random random;
    kit kit;
    uint64_t seed;
    change changes[CHANGES];
    size_t count;
    lw_scene *scene; /* the last one that is frozen */
    lw_scene *kept[MOST_SCENES];
    askers askers;
    size_t kinds[3];
    size_t done, refused;
} row;

/* The scene with all changes so far, built at once. */
static lw_scene *build_at_once(const row *r)
{
    lw_error e = {0};
    lw_scene *scene = open_scene(&r->kit, r->seed);
    for (size_t i = 0; i < r->count; i++)
        apply(scene, &r->kit, &r->changes[i], &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    return scene;
}

/* Keeps a scene for a while, and destroys another one. */
static void keep(row *r, lw_scene *scene)
{
    lw_scene **place = &r->kept[lw_random_below(&r->random, MOST_SCENES)];
    lw_scene_destroy(*place);
    *place = scene;
}

static void step(row *r)
{
    lw_error e = {0};
    lw_scene *next = NULL;
    succeed(lw_scene_copy(r->scene, &next, &e), &e);
    bool moves = lw_random_below(&r->random, 2);
    size_t count = lw_random_below(&r->random, moves ? 12 : 4);
    for (size_t i = 0; i < count && r->count < CHANGES; i++) {
        change *what = &r->changes[r->count];
        *what = (change){lw_random_bits(&r->random), moves || !lw_random_below(&r->random, 3)};
        if (apply(next, &r->kit, what, &e)) {
            r->refused++;
            continue;
        }
        r->done++;
        r->count++;
    }
    assert_int_equal(next->model.owner != NULL, next->model.owner == r->scene->model.owner);
    succeed(lw_scene_freeze(next, &e), &e);
    /* before or after its original is destroyed */
    bool late = lw_random_below(&r->random, 2);
    if (late)
        keep(r, r->scene);
    move_askers(&r->askers, next);
    if (!late)
        keep(r, r->scene);
    r->scene = next;
}

static void compare(row *r)
{
    lw_scene *fresh = build_at_once(r);
    askers its;
    new_askers(fresh, &its);
    same_bodies(fresh, r->scene);
    same_claims(fresh, r->scene);
    same_answers(&its, &r->askers, &r->random, r->kinds);
    drop_askers(&its);
    lw_scene_destroy(fresh);
}

static void test_as_built_at_once(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t kinds[3] = {0};
    size_t done = 0;
    size_t refusals = 0;
    int rounds = test_rounds(30, 2000);
    for (int round = 0; round < rounds; round++) {
        lw_error e = {0};
        row r = {.random = {lw_random_bits(&random)}, .seed = lw_random_bits(&random)};
        open_kit(&r.random, round % 3 == 0, &r.kit);
        r.scene = open_scene(&r.kit, r.seed);
        succeed(lw_scene_freeze(r.scene, &e), &e);
        new_askers(r.scene, &r.askers);
        while (r.count < CHANGES - 12) {
            step(&r);
            if (!lw_random_below(&r.random, 2))
                compare(&r);
        }
        compare(&r);
        for (int k = 0; k < 3; k++)
            kinds[k] += r.kinds[k];
        done += r.done;
        refusals += r.refused;
        close_kit(&r.kit); /* the scenes hold the shapes that they need */
        same_answers(&r.askers, &r.askers, &r.random, r.kinds);
        for (int i = 0; i < MOST_SCENES; i++)
            lw_scene_destroy(r.kept[i]);
        drop_askers(&r.askers);
        lw_scene_destroy(r.scene);
    }
    assert_true(kinds[LW_VERDICT_FREE] > 50 && kinds[LW_VERDICT_CONTACT] > 100);
    assert_true(done > 16 * (size_t)rounds && refusals > 5 * (size_t)rounds);
}

/* ---- copies compared with scenes that were built at once ----------------------------------------- */

/* An object of one shape. */
typedef struct thing {
    bool there, carried;
    uint32_t shape;
    size_t link;
    lw_pose at;
} thing;

enum { THINGS = 40 };

static void name_thing(uint32_t i, char id[32])
{
    snprintf(id, 32, "o%u", i);
}

static void change_thing(lw_scene *scene, const kit *k, lw_random *random, thing *things)
{
    lw_error e = {0};
    char id[32];
    uint32_t i = lw_random_below(random, THINGS);
    thing *t = &things[i];
    name_thing(i, id);
    t->at = random_pose(random, k->flat, 3);
    if (!t->there) {
        /* only the last one has the same place in a scene that is built at once */
        return;
    }
    if (t->carried) {
        succeed(lw_scene_release(scene, id, t->at, &e), &e);
        t->carried = false;
    } else if (lw_random_below(random, 4)) {
        succeed(lw_scene_move_obstacle(scene, id, t->at, &e), &e);
    } else if (lw_random_below(random, 2)) {
        t->link = lw_random_below(random, k->flat ? 2 : LINKS);
        t->at = random_pose(random, k->flat, 0.5);
        t->carried = true;
        succeed(lw_scene_attach_obstacle(scene, NULL, links[t->link], id, t->at, NULL, 0, &e), &e);
    } else {
        t->there = false;
        succeed(lw_scene_remove(scene, id, &e), &e);
    }
}

static lw_scene *put_things(const kit *k, const thing *things)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    if (k->flat)
        succeed(lw_scene_set_dimension(scene, 2, &e), &e);
    add_robot(scene, k, &e);
    for (uint32_t i = 0; i < THINGS; i++) {
        const thing *t = &things[i];
        const lw_shape_def *def = &k->defs[t->shape];
        char id[32];
        name_thing(i, id);
        if (t->there && t->carried)
            succeed(lw_scene_add_attached(scene, "r", links[t->link], id, def, t->at, NULL, 0, &e), &e);
        else if (t->there)
            succeed(lw_scene_add_obstacle(scene, id, def, t->at, &e), &e);
    }
    succeed(lw_scene_freeze(scene, &e), &e);
    return scene;
}

static void test_as_put_there(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    size_t kinds[3] = {0};
    for (int round = 0; round < test_rounds(30, 2000); round++) {
        lw_error e = {0};
        kit k;
        thing things[THINGS];
        open_kit(&random, round % 3 == 0, &k);
        for (uint32_t i = 0; i < THINGS; i++)
            things[i] = (thing){.there = true,
                                .shape = lw_random_below(&random, k.flat ? 2 : k.count),
                                .at = random_pose(&random, k.flat, 3)};
        lw_scene *scene = put_things(&k, things);
        askers moved;
        new_askers(scene, &moved);
        for (int i = 0; i < 6; i++) {
            lw_scene *next = NULL;
            succeed(lw_scene_copy(scene, &next, &e), &e);
            for (uint32_t n = lw_random_below(&random, 20); n > 0; n--)
                change_thing(next, &k, &random, things);
            succeed(lw_scene_freeze(next, &e), &e);
            move_askers(&moved, next);
            lw_scene_destroy(scene);
            scene = next;
            lw_scene *plain = put_things(&k, things);
            askers its;
            new_askers(plain, &its);
            same_bodies(plain, scene);
            same_claims(plain, scene);
            same_answers(&its, &moved, &random, kinds);
            drop_askers(&its);
            lw_scene_destroy(plain);
        }
        drop_askers(&moved);
        lw_scene_destroy(scene);
        close_kit(&k);
    }
    assert_true(kinds[LW_VERDICT_FREE] > 50 && kinds[LW_VERDICT_CONTACT] > 100);
}

/* A second shape has its pose in the world, also after the first one was moved. */
static void test_second_shape(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {4};
    for (int copied = 0; copied < 2; copied++) {
        lw_shape_def def = sphere_of(0.1);
        lw_pose first = random_pose(&random, false, 2);
        lw_pose second = random_pose(&random, false, 2);
        lw_scene *scenes[2];
        for (int k = 0; k < 2; k++) {
            scenes[k] = new_scene();
            lw_pose at = k ? random_pose(&random, false, 2) : first;
            succeed(lw_scene_add_obstacle(scenes[k], "o", &def, at, &e), &e);
            if (k && copied) {
                lw_scene *next = NULL;
                succeed(lw_scene_freeze(scenes[k], &e), &e);
                succeed(lw_scene_copy(scenes[k], &next, &e), &e);
                lw_scene_destroy(scenes[k]);
                scenes[k] = next;
            }
            if (k)
                succeed(lw_scene_move_obstacle(scenes[k], "o", first, &e), &e);
            succeed(lw_scene_add_obstacle(scenes[k], "o", &def, second, &e), &e);
            succeed(lw_scene_freeze(scenes[k], &e), &e);
        }
        same_bodies(scenes[0], scenes[1]);
        same_claims(scenes[0], scenes[1]);
        lw_scene_destroy(scenes[0]);
        lw_scene_destroy(scenes[1]);
    }
}

/* Several rules of one body all stay, copy after copy. */
static void test_rules_stay(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {9};
    kit k;
    open_kit(&random, false, &k);
    lw_scene *scene = open_scene(&k, 3);
    lw_shape_def def = sphere_of(0.1);
    succeed(lw_scene_add_obstacle(scene, "ball", &def, lw_pose_identity(), &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    for (int i = 1; i < LINKS; i++) {
        lw_scene *next = NULL;
        succeed(lw_scene_copy(scene, &next, &e), &e);
        succeed(lw_scene_allow_pair(next, "ball", links[i], true, &e), &e);
        succeed(lw_scene_set_pair_margin(next, links[i], "o1", 0.1 * i, &e), &e);
        succeed(lw_scene_set_link_padding(next, "r", links[i], 1, 0.01 * i, &e), &e);
        succeed(lw_scene_freeze(next, &e), &e);
        lw_scene_destroy(scene);
        scene = next;
    }
    int64_t ball = lw_scene_find_body(scene, "ball");
    for (int i = 1; i < LINKS; i++) {
        int64_t link = lw_scene_find_body(scene, links[i]);
        lw_body_info info = lw_default_body_info();
        lw_pair_reason reason;
        succeed(lw_scene_pair_reason(scene, (size_t)link, (size_t)ball, &reason, &e), &e);
        assert_int_equal(reason, LW_PAIR_CALLER);
        succeed(lw_scene_body_info(scene, (size_t)link, &info, &e), &e);
        assert_true(info.padding == 0.01 * i);
    }
    lw_scene_destroy(scene);
    close_kit(&k);
}

/* ---- files ----------------------------------------------------------------------------------------
 */

static const char moveit[] = "world:\n"
                             "  collision_objects:\n"
                             "    - id: box%d\n"
                             "      primitives: [{type: box, dimensions: [0.1, 0.2, 0.3]}]\n"
                             "      primitive_poses:\n"
                             "        - position: [1, 0.%d, 0]\n"
                             "          orientation: [0, 0, 0, 1]\n"
                             "allowed_collision_matrix:\n"
                             "  entry_names: [a, box%d]\n"
                             "  entry_values: [[false, true], [true, false]]\n"
                             "link_padding: [{link_name: b, padding: 0.0%d}]\n"
                             "robot_state:\n"
                             "  joint_state: {name: [a], position: [0.%d]}\n";

static const char ours[] = "{\"margin\": 0.0%d, \"obstacles\": [{\"id\": \"mesh%d\", \"type\": "
                           "\"mesh\", \"file\": \"tetra.obj\", "
                           "\"position\": [0, 1, 0.%d]}], \"allowed_pairs\": [[\"b\", \"mesh%d\"]]%s}";

static const char tetra[] = "v 0 0 0\nv 0.2 0 0\nv 0 0.2 0\nv 0 0 0.2\n"
                            "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/* Loads a file of a round into a scene; broken: at its end, after all the rest has been read. */
static lw_status load(lw_scene *scene, const files *f, int round, bool broken, lw_error *e)
{
    char text[1024];
    if (round % 2)
        snprintf(text, sizeof text, moveit, round, round, round, round, round);
    else
        snprintf(text, sizeof text, ours, round, round, round, round,
                 broken ? ", \"motions\": {\"m\": {\"from\": [0], \"to\": 1}}, \"unknown\": 3" : "");
    if (round % 2 && broken)
        strcat(text, "  attached_collision_objects: [{link_name: nowhere, object: {id: x}}]\n");
    return lw_scene_load(scene, files_write(f, round % 2 ? "s.yaml" : "s.json", text), e);
}

static lw_scene *arm_of_kit(const kit *k)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    add_robot(scene, k, &e);
    return scene;
}

/* A planning scene may repeat the robot's base, but not change it. */
static void check_base(const kit *k, const files *f)
{
    static const char text[] =
        "robot_state:\n  multi_dof_joint_state:\n    joint_names: [world_joint]\n"
        "    transforms:\n"
        "      - {translation: [%d, 0, 0], rotation: [0, 0, 0, 1]}\n";
    lw_error e = {0};
    lw_scene *scene = arm_of_kit(k);
    lw_scene *next = NULL;
    char moved[512];
    snprintf(moved, sizeof moved, text, 1);
    succeed(lw_scene_load(scene, files_write(f, "moved.yaml", moved), &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_scene_copy(scene, &next, &e), &e);
    succeed(lw_scene_load(next, files_path(f, "moved.yaml"), &e), &e);
    snprintf(moved, sizeof moved, text, 2);
    refused(lw_scene_load(next, files_write(f, "moved.yaml", moved), &e), LW_ERROR_STATE, &e,
            "elsewhere than in the scene");
    lw_scene_destroy(next);
    lw_scene_destroy(scene);
}

/* Files are loaded into copies as into scenes; one that fails leaves the copy as it was. */
static void test_files(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {8};
    kit k;
    files f;
    files_open(&f);
    files_write(&f, "tetra.obj", tetra);
    open_kit(&random, false, &k);
    lw_scene *scene = arm_of_kit(&k);
    succeed(lw_scene_freeze(scene, &e), &e);
    for (int round = 1; round < 9; round++) {
        lw_scene *next = NULL;
        succeed(lw_scene_copy(scene, &next, &e), &e);
        lw_pose at = random_pose(&random, false, 1);
        if (round > 2)
            succeed(lw_scene_move_obstacle(next, "box1", at, &e), &e);
        assert_int_not_equal(load(next, &f, round, true, &e), LW_OK);
        e = (lw_error){0};
        succeed(load(next, &f, round, false, &e), &e);
        succeed(lw_scene_freeze(next, &e), &e);
        lw_scene_destroy(scene);
        scene = next;

        lw_scene *fresh = arm_of_kit(&k);
        for (int i = 1; i <= round; i++)
            succeed(load(fresh, &f, i, false, &e), &e);
        if (round > 2)
            succeed(lw_scene_move_obstacle(fresh, "box1", at, &e), &e);
        succeed(lw_scene_freeze(fresh, &e), &e);
        same_bodies(fresh, scene);
        same_claims(fresh, scene);
        for (size_t i = 0; i < lw_scene_body_count(scene); i++) {
            lw_body_shape shape = lw_default_body_shape();
            succeed(lw_scene_body_shape(scene, i, 0, &shape, NULL, &e), &e);
            bool mesh = !strncmp(lw_scene_body_name(scene, i), "mesh", 4);
            assert_true(mesh ? strstr(shape.file, "tetra.obj") != NULL : shape.file == NULL);
        }
        for (size_t i = 0; i < lw_scene_file_count(scene); i++)
            assert_non_null(strstr(lw_scene_file(scene, i), f.folder));
        lw_scene_destroy(fresh);
    }
    lw_scene *next = NULL;
    succeed(lw_scene_copy(scene, &next, &e), &e);
    refused(lw_scene_load_robot(next, "x.urdf", NULL, NULL, NULL, &e), LW_ERROR_STATE, &e,
            "robots cannot be added");
    lw_scene_destroy(next);
    size_t read = lw_scene_file_count(scene);
    assert_int_equal(load(scene, &f, 9, false, &e), LW_ERROR_STATE);
    assert_int_equal(lw_scene_file_count(scene), read);
    lw_scene_destroy(scene);
    check_base(&k, &f);
    close_kit(&k);
    files_close(&f);
}

/* ---- refusals ------------------------------------------------------------------------------------ */

static lw_scene *small_frozen(bool flat)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    lw_shape_def def = sphere_of(0.2);
    if (flat) {
        succeed(lw_scene_set_dimension(scene, 2, &e), &e);
        def.kind = LW_SHAPE_DISC;
        succeed(lw_scene_add_obstacle(scene, "ball", &def, lw_pose_identity(), &e), &e);
    } else {
        add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE}, 2);
        lw_pose at = lw_pose_identity();
        at.position.z = 2;
        succeed(lw_scene_add_obstacle(scene, "ball", &def, at, &e), &e);
    }
    succeed(lw_scene_freeze(scene, &e), &e);
    return scene;
}

static void check_refused(lw_scene *next)
{
    lw_error e = {0};
    lw_pose here = lw_pose_identity();
    lw_pose nowhere = here;
    nowhere.position.y = INFINITY;
    refused(lw_scene_move_obstacle(next, "bal", here, &e), LW_ERROR_NAME, &e,
            "no obstacle \"bal\"; the nearest name is \"ball\"");
    refused(lw_scene_move_obstacle(next, NULL, here, &e), LW_ERROR_NAME, &e, "no obstacle");
    refused(lw_scene_move_obstacle(next, "ball", nowhere, &e), LW_ERROR_ARGUMENT, &e, "position");
    refused(lw_scene_remove(next, "bal", &e), LW_ERROR_NAME, &e, "no obstacle or carried object");
    refused(lw_scene_release(next, "ball", here, &e), LW_ERROR_STATE, &e, "which no link carries");
    refused(lw_scene_release(next, "cup", here, &e), LW_ERROR_NAME, &e, "no carried object \"cup\"");
    refused(lw_scene_attach_obstacle(next, "r", "l9", "ball", here, NULL, 0, &e), LW_ERROR_NAME, &e,
            "l9");
    refused(lw_scene_attach_obstacle(next, "r", "l1", "ball", nowhere, NULL, 0, &e), LW_ERROR_ARGUMENT,
            &e, "position");
    refused(lw_scene_attach_obstacle(next, "r", "l1", "ball", here, NULL, 1, &e), LW_ERROR_ARGUMENT, &e,
            "no list of them");
    succeed(lw_scene_attach_obstacle(next, "r", "l1", "ball", here, NULL, 0, &e), &e);
    refused(lw_scene_attach_obstacle(next, "r", "l1", "ball", here, NULL, 0, &e), LW_ERROR_STATE, &e,
            "is carried by link \"l1\"; release it first");
    refused(lw_scene_move_obstacle(next, "ball", here, &e), LW_ERROR_STATE, &e, "is carried by");
    succeed(lw_scene_release(next, "ball", here, &e), &e);
    nowhere = lw_pose_identity();
    nowhere.orientation.w = 0;
    refused(lw_scene_move_obstacle(next, "ball", nowhere, &e), LW_ERROR_ARGUMENT, &e, "orientation");
}

static void test_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_pose here = lw_pose_identity();
    lw_scene *scene = small_frozen(false);
    lw_scene *other = small_frozen(false);
    lw_scene *next = NULL;
    lw_scene *open = new_scene();
    refused(lw_scene_copy(open, &next, &e), LW_ERROR_STATE, &e, "only a frozen scene");
    refused(lw_scene_copy(NULL, &next, &e), LW_ERROR_STATE, &e, "only a frozen scene");
    refused(lw_scene_copy(scene, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a place");
    refused(lw_scene_move_obstacle(NULL, "ball", here, &e), LW_ERROR_ARGUMENT, &e, "no scene");
    refused(lw_scene_move_obstacle(scene, "ball", here, &e), LW_ERROR_STATE, &e, "is frozen");
    refused(lw_scene_remove(scene, "ball", &e), LW_ERROR_STATE, &e, "lw_scene_copy gives one");
    succeed(lw_scene_copy(scene, &next, &e), &e);

    lw_shape_def def = sphere_of(1);
    lw_joint_def joint = joint_of("jx", LW_JOINT_FIXED, "l0", "x");
    refused(lw_scene_add_robot(next, "s", here, &e), LW_ERROR_STATE, &e, "robots cannot be added");
    refused(lw_scene_add_link(next, "r", "x", &e), LW_ERROR_STATE, &e, "links cannot be added");
    refused(lw_scene_add_joint(next, "r", &joint, &e), LW_ERROR_STATE, &e, "joints cannot be added");
    refused(lw_scene_add_shape(next, "r", "l1", &def, here, &e), LW_ERROR_STATE, &e, "shapes of links");
    refused(lw_scene_add_group(next, "r", "g", NULL, 0, &e), LW_ERROR_STATE, &e, "groups");
    refused(lw_scene_add_state(next, "r", "g", "s", NULL, NULL, 0, &e), LW_ERROR_STATE, &e,
            "configurations");
    refused(lw_scene_set_dimension(next, 2, &e), LW_ERROR_STATE, &e, "dimension");
    check_refused(next);
    succeed(lw_scene_freeze(next, &e), &e);
    refused(lw_scene_freeze(next, &e), LW_ERROR_STATE, &e, "frozen already");

    askers a;
    new_askers(scene, &a);
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_motion_set_scene(a.motion, next, &e), &e);
    refused(lw_check(a.checker, a.motion, NULL, &verdict, &e), LW_ERROR_ARGUMENT, &e, "another scene");
    refused(lw_motion_set_scene(a.motion, other, &e), LW_ERROR_ARGUMENT, &e, "other robots");
    refused(lw_motion_set_scene(a.motion, open, &e), LW_ERROR_STATE, &e, "frozen");
    refused(lw_motion_set_scene(NULL, next, &e), LW_ERROR_ARGUMENT, &e, "no motion");
    refused(lw_checker_set_scene(a.checker, open, &e), LW_ERROR_STATE, &e, "frozen");
    refused(lw_checker_set_scene(NULL, next, &e), LW_ERROR_ARGUMENT, &e, "no checker");
    refused(lw_pool_set_scene(a.pool, other, &e), LW_ERROR_ARGUMENT, &e, "other robots");
    /* the pool is as before */
    double ends[2][7] = {{0}};
    succeed(lw_motion_set_scene(a.motion, scene, &e), &e);
    succeed(lw_motion_set_segment(a.motion, NULL, ends[0], ends[1], &e), &e);
    succeed(lw_check(a.checker, a.motion, NULL, &verdict, &e), &e);
    same_segment(a.pool, ends, &verdict);
    assert_ptr_equal(a.pool->checkers[0]->scene, scene);
    succeed(lw_motion_set_scene(a.motion, next, &e), &e);
    refused(lw_pool_set_scene(a.pool, NULL, &e), LW_ERROR_STATE, &e, "frozen");
    refused(lw_pool_set_scene(NULL, next, &e), LW_ERROR_ARGUMENT, &e, "no pool");
    succeed(lw_checker_set_scene(a.checker, next, &e), &e);
    succeed(lw_check(a.checker, a.motion, NULL, &verdict, &e), &e);
    /* a checker may be moved to any scene */
    succeed(lw_checker_set_scene(a.checker, other, &e), &e);
    drop_askers(&a);
    lw_scene_destroy(next);

    lw_scene *flat = small_frozen(true);
    lw_pose tilted = lw_pose_from_rpy(here.position, 0.1, 0, 0);
    succeed(lw_scene_copy(flat, &next, &e), &e);
    refused(lw_scene_move_obstacle(next, "ball", tilted, &e), LW_ERROR_ARGUMENT, &e,
            "out of the plane");
    lw_scene_destroy(next);
    lw_scene_destroy(flat);
    lw_scene_destroy(open);
    lw_scene_destroy(scene);
    lw_scene_destroy(other);
}

/* ---- values, notices, memory ----------------------------------------------------------------------
 */

/* A motion that is moved to another scene takes that scene's values for joints that it does not move
 * itself. */
static void test_joints_at_rest(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = small_frozen(false);
    lw_scene *next = NULL;
    succeed(lw_scene_copy(scene, &next, &e), &e);
    const double turned = 1.5;
    succeed(lw_scene_set_joint(next, "r", "j1", &turned, 1, &e), &e);
    succeed(lw_scene_set_joint(next, "r", "j2", &turned, 1, &e), &e);
    succeed(lw_scene_freeze(next, &e), &e);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &e), &e);
    const double own = 0;
    succeed(lw_motion_set_joint(motion, "r", "j1", &own, 1, &e), &e);
    succeed(lw_motion_set_scene(motion, next, &e), &e);
    lw_pose at;
    size_t tip = (size_t)lw_scene_find_link(next, "r", "l2");
    succeed(lw_motion_link_pose(motion, tip, 0.5, &at, &e), &e);
    /* the first joint is not turned, the second one is */
    assert_near(at.position.x, 2, 1e-12);
    assert_near(at.orientation.z, sin(0.75), 1e-12);
    lw_motion_destroy(motion);
    lw_scene_destroy(next);
    lw_scene_destroy(scene);
}

/* An entry that has given a notice gives none in a copy of the scene; a new one does. */
static void test_notices(void **state)
{
    (void)state;
    lw_error e = {0};
    notices heard = {0};
    const double value = 1;
    static const char *const nobody[] = {"nobody"};
    lw_shape_def def = sphere_of(0.1);
    lw_scene *scene = new_scene();
    lw_scene_on_notice(scene, take_notice, &heard);
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    succeed(lw_scene_add_obstacle(scene, "ball", &def, lw_pose_identity(), &e), &e);
    for (int round = 0; round < 2; round++) {
        lw_scene *next = NULL;
        succeed(lw_scene_allow_pair(scene, "x", "l1", true, &e), &e);
        succeed(lw_scene_set_pair_margin(scene, "y", "l1", 0.1, &e), &e);
        succeed(lw_scene_set_link_padding(scene, "r", "z", 1, 0.1, &e), &e);
        const char *id = round ? "two" : "one";
        succeed(lw_scene_add_attached(scene, "r", "l1", id, &def, lw_pose_identity(), nobody, 1, &e),
                &e);
        heard.count = 0;
        succeed(lw_scene_freeze(scene, &e), &e);
        assert_int_equal(heard.count, 4);
        succeed(lw_scene_copy(scene, &next, &e), &e);
        succeed(lw_scene_set_margin(next, value, &e), &e);
        heard.count = 0;
        succeed(lw_scene_freeze(next, &e), &e);
        assert_int_equal(heard.count, 0);
        lw_scene_destroy(scene);
        succeed(lw_scene_copy(next, &scene, &e), &e);
        lw_scene_destroy(next);
    }
    lw_scene_destroy(scene);
}

/* In a long row of copies of copies, none is larger than those before it. */
static void test_long_rows(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = small_frozen(false);
    size_t sizes[2] = {0};
    for (int i = 0; i < 400; i++) {
        lw_scene *next = NULL;
        lw_pose at = lw_pose_identity();
        lw_shape_def def = sphere_of(0.1 + 1e-4 * i);
        at.position.z = 1 + 0.01 * i;
        double value = 1e-4 * i;
        succeed(lw_scene_copy(scene, &next, &e), &e);
        succeed(lw_scene_move_obstacle(next, "ball", at, &e), &e);
        if (i % 2) {
            succeed(lw_scene_set_link_padding(next, "r", "l1", 1, value, &e), &e);
            succeed(lw_scene_set_pair_margin(next, "ball", "l1", value, &e), &e);
            succeed(lw_scene_allow_pair(next, "ball", "l1", i % 3, &e), &e);
            succeed(lw_scene_set_joint(next, "r", "j1", &value, 1, &e), &e);
            succeed(lw_scene_add_package(next, "p", "/tmp", &e), &e);
        }
        if (i % 2 && i > 1)
            succeed(lw_scene_remove(next, "new", &e), &e);
        if (i % 2)
            succeed(lw_scene_add_obstacle(next, "new", &def, at, &e), &e);
        succeed(lw_scene_freeze(next, &e), &e);
        lw_scene_destroy(scene);
        scene = next;
        if (i == 39)
            sizes[0] = lw_scene_memory(scene);
    }
    sizes[1] = lw_scene_memory(scene);
    assert_true(sizes[1] <= sizes[0]);
    assert_in_range(scene->model.paddings.count, 1, 2);
    assert_in_range(scene->model.packages.count, 1, 2);
    assert_in_range(scene->model.margins.count, 1, 2);
    lw_scene_destroy(scene);
}

/* ---- threads, and memory that runs out -------------------------------------------------------------
 */

typedef struct sharing {
    const lw_scene *scene;
    lw_verdict expected;
    const kit *kit;
} sharing;

/* Copies a scene that others use, changes the copy, and asks the scene. */
static bool use_scene(void *context, unsigned worker, size_t item)
{
    (void)worker;
    const sharing *s = context;
    lw_random random = {item + 1};
    for (int i = 0; i < 20; i++) {
        lw_error e = {0};
        lw_scene *next = NULL;
        lw_scene *last = NULL;
        assert_int_equal(lw_scene_copy(s->scene, &next, &e), LW_OK);
        for (int k = 0; k < 3; k++) {
            change what = {lw_random_bits(&random), i % 2};
            apply(next, s->kit, &what, &e);
        }
        assert_int_equal(lw_scene_freeze(next, &e), LW_OK);
        assert_int_equal(lw_scene_copy(next, &last, &e), LW_OK);
        lw_scene_destroy(next);
        assert_int_equal(lw_scene_freeze(last, &e), LW_OK);
        lw_scene_destroy(last);
        lw_checker *checker = NULL;
        lw_motion *motion = NULL;
        lw_verdict verdict = lw_default_verdict();
        assert_int_equal(lw_checker_create(s->scene, &checker, &e), LW_OK);
        assert_int_equal(lw_motion_create(s->scene, &motion, &e), LW_OK);
        assert_int_equal(lw_check(checker, motion, NULL, &verdict, &e), LW_OK);
        assert_true(same_verdict(&verdict, &s->expected));
        lw_motion_destroy(motion);
        lw_checker_destroy(checker);
    }
    return true;
}

static void test_threads(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_random random = {5};
    kit k;
    open_kit(&random, false, &k);
    sharing s = {.expected = lw_default_verdict(), .kit = &k};
    lw_scene *scene = open_scene(&k, 17);
    succeed(lw_scene_freeze(scene, &e), &e);
    s.scene = scene;
    askers a;
    new_askers(scene, &a);
    succeed(lw_check(a.checker, a.motion, NULL, &s.expected, &e), &e);
    drop_askers(&a);
    lw_parallel_run(THREADS, THREADS, use_scene, &s);
    lw_scene_destroy(scene);
    close_kit(&k);
}

/* Each allocation of a copy, its changes and its freezing fails in turn; the scene stays as it is, and
 * the call that failed can be repeated. */
static void test_failing_allocations(void **state)
{
    (void)state;
    lw_random random = {6};
    for (int round = 0; round < test_rounds(6, 60); round++) {
        lw_error e = {0};
        kit k;
        open_kit(&random, round % 2, &k);
        lw_scene *scene = open_scene(&k, lw_random_bits(&random));
        succeed(lw_scene_freeze(scene, &e), &e);
        askers a;
        new_askers(scene, &a);
        change changes[3];
        for (int i = 0; i < 3; i++)
            changes[i] = (change){lw_random_bits(&random), round % 3 == 0};
        for (size_t n = 1;; n++) {
            lw_scene *next = NULL;
            allocation_fail(n);
            lw_status status = lw_scene_copy(scene, &next, &e);
            for (int i = 0; i < 3 && status != LW_ERROR_MEMORY; i++)
                status = apply(next, &k, &changes[i], &e);
            if (status != LW_ERROR_MEMORY)
                status = lw_scene_freeze(next, &e);
            if (status != LW_ERROR_MEMORY)
                status = lw_pool_set_scene(a.pool, next, &e);
            if (status != LW_ERROR_MEMORY)
                status = lw_checker_set_scene(a.checker, next, &e);
            bool failed = allocation_failed();
            allocation_fail(0);
            assert_int_equal(status == LW_ERROR_MEMORY, failed);
            if (failed && next && !next->frozen)
                succeed(lw_scene_freeze(next, &e), &e);
            succeed(lw_pool_set_scene(a.pool, scene, &e), &e);
            succeed(lw_checker_set_scene(a.checker, scene, &e), &e);
            lw_scene_destroy(next);
            if (!failed)
                break;
        }
        drop_askers(&a);
        lw_scene_destroy(scene);
        close_kit(&k);
    }
}

/* Obstacles and carried objects are counted, in open scenes too. */
static void objects_are_counted(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_shape_def shape = sphere_of(0.1);
    lw_scene *scene = new_scene();
    lw_scene *copy = NULL;
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    assert_int_equal(lw_scene_object_count(scene), 0);
    succeed(lw_scene_add_obstacle(scene, "cup", &shape, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_obstacle(scene, "cup", &shape, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_attached(scene, "r", "l1", "tool", &shape, lw_pose_identity(), NULL, 0, &e),
            &e);
    assert_int_equal(lw_scene_object_count(scene), 2);
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_scene_copy(scene, &copy, &e), &e);
    succeed(lw_scene_remove(copy, "cup", &e), &e);
    assert_int_equal(lw_scene_object_count(copy), 1);
    assert_int_equal(lw_scene_object_count(scene), 2);
    lw_scene_destroy(copy);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_counted), cmocka_unit_test(test_as_built_at_once),
        cmocka_unit_test(test_as_put_there),   cmocka_unit_test(test_second_shape),
        cmocka_unit_test(test_rules_stay),     cmocka_unit_test(test_files),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_joints_at_rest),
        cmocka_unit_test(test_notices),        cmocka_unit_test(test_long_rows),
        cmocka_unit_test(test_threads),        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
