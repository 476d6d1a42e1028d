/* Claims of blocks (lw_check_options.blocks) are true, complete, and change nothing. In random worlds
 * of every kind of joint and shape, with objects that are attached and released, the verdict is the
 * same bits as without claims, or very rarely another one that ends by rounding errors sooner; the
 * claims of a pair are about all of the time until free_until; at random times that they are about, the
 * two bodies are apart; and the directions of chords separate the bodies there, or what they have in
 * cells. bind/python/leeway/audit verifies the inequalities. */
#include "furnished.h"
#include "many_obstacles.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "body/slices.h"
#include "body/support_value.h"
#include "check/checker/checker.h"
#include "check/checker/prove.h"
#include "math/pose.h"
#include "motion/motion.h"
#include "pair_at.h"
#include "piece_of.h"
#include "seed.h"
#include "verdicts.h"

enum { MOMENTS = 3, INTERVALS = 7 };

typedef struct claim_list {
    LW_LIST(lw_claim) claims; /* each with copies of its parts and intervals */
    size_t calls;
    size_t fail_at; /* which call fails, from 1; 0: none */
} claim_list;

static void *copy_of(const void *from, size_t count, size_t size)
{
    void *to = calloc(count + 1, size);
    assert_non_null(to);
    if (count)
        memcpy(to, from, count * size);
    return to;
}

static lw_status take(void *context, const lw_claim *claim)
{
    claim_list *list = context;
    if (++list->calls == list->fail_at)
        return LW_ERROR_FILE;
    lw_claim own = *claim;
    own.parts = copy_of(claim->parts, claim->part_count, sizeof *claim->parts);
    own.intervals = copy_of(claim->intervals, claim->interval_count, sizeof *claim->intervals);
    assert_true(LW_ARRAY_GROW(&list->claims));
    list->claims.items[list->claims.count++] = own;
    return LW_OK;
}

/* Takes no memory. */
static lw_status drop(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

static void empty(claim_list *list)
{
    for (size_t i = 0; i < list->claims.count; i++) {
        free((void *)list->claims.items[i].parts);
        free((void *)list->claims.items[i].intervals);
    }
    free(list->claims.items);
    *list = (claim_list){0};
}

/* What was seen. */
typedef struct tally {
    size_t motions, free, contacts, staged;
    size_t blocks, finer, chords, hulls, cells, other;
    size_t points; /* points of bodies in cells */
    size_t sooner; /* motions whose verdict is not the same bits */
    size_t truths; /* times at which a pair was found to be apart */
    size_t met, inner,
        unclaimed; /* contacts by points of both bodies, by one that is inside the other */
} tally;

static bool is_block(const lw_claim *claim)
{
    return claim->kind == LW_CLAIM_BLOCK || claim->kind == LW_CLAIM_FINER;
}

/* The intervals of a block on which it says that a pair is apart. */
static uint32_t claimed(const lw_claim *block, size_t pair)
{
    const bool finer = block->kind == LW_CLAIM_FINER;
    for (size_t i = 0; i < block->interval_count; i++)
        if (block->intervals[i].pair == pair)
            return finer ? block->intervals[i].mask : ~block->intervals[i].mask & 127U;
    return finer ? 0 : 127;
}

static double time_of(const lw_claim *block, int k)
{
    return k == INTERVALS ? block->to : block->from + (block->to - block->from) * (1.0 / INTERVALS) * k;
}

/* ---- one stage, or a motion without stages ------------------------------------------------------- */

typedef struct trial {
    lw_checker *checker; /* of the stage's scene; it has begun */
    const lw_motion *motion;
    lw_random *random;
    tally *counts;
} trial;

static void is_apart(trial *t, size_t index, size_t piece, double time)
{
    const lw_pair pair = pair_at(t->checker->frozen, index);
    lw_checker_pose_pair(t->checker, piece, time, lw_frozen_pair_at(t->checker->frozen, index));
    if (lw_checker_touches(t->checker, &pair))
        fail_msg("pair %zu touches at %.17g", index, time);
    t->counts->truths++;
}

static void pair_is_apart(trial *t, size_t index, double from, double to)
{
    size_t piece = piece_of(t->motion, from, to);
    is_apart(t, index, piece, from);
    is_apart(t, index, piece, to);
    for (int i = 0; i < MOMENTS; i++)
        is_apart(t, index, piece, lw_random_between(t->random, from, to));
}

/* Whether a point is in a cell of a body. */
static bool is_in_cell(const lw_geometry *geometry, uint32_t node, uint32_t at, vec3 p)
{
    if (node == at)
        return true;
    const lw_cell *cell = &geometry->cells[at];
    double value = component3(p, cell->axis);
    return cell->child > 0 && ((value <= cell->at && is_in_cell(geometry, node, cell->child, p)) ||
                               (value >= cell->at && is_in_cell(geometry, node, cell->child + 1, p)));
}

/* The farthest that the set of a part reaches along a direction in its body's frame. Of cells, as far
 * as some points of triangles tell. */
static double reach_of(trial *t, const lw_geometry *geometry, const lw_claim_set *set, vec3 n)
{
    double most = -HUGE_VAL;
    if (set->kind == LW_CLAIM_NODE)
        return lw_geometry_support_value(geometry, n);
    if (set->kind == LW_CLAIM_HULL) {
        for (uint32_t i = 0; i < lw_element_count(geometry); i++)
            if (lw_geometry_hull_of(geometry, i) == set->index)
                most = fmax(most, lw_element_support_value(geometry, i, n));
        return most;
    }
    for (uint32_t i = 0; i < geometry->triangle_count; i++)
        for (int k = 0; k < 8; k++) {
            const vec3 *corner = geometry->triangles[i];
            double u = k < 3 ? k == 0 : lw_random_between(t->random, 0, 1);
            double v = k < 3 ? k == 1 : lw_random_between(t->random, 0, 1 - u);
            vec3 p = add_scaled(add_scaled(scale(1 - u - v, corner[2]), u, corner[0]), v, corner[1]);
            if (!is_in_cell(geometry, set->index, 0, p))
                continue;
            t->counts->points++;
            most = fmax(most, dot(n, p) + lw_triangle_radius(geometry, i) * norm(n));
        }
    return most;
}

/* Whether a direction that is fixed in the common frame separates the sets of a part at a time, by more
 * than is required. */
static void separates(trial *t, const lw_claim *claim, const lw_claim_part *part, double time)
{
    const lw_pair pair = pair_at(t->checker->frozen, claim->pair);
    const lw_body *bodies[2] = {lw_frozen_body(t->checker->frozen, pair.a),
                                lw_frozen_body(t->checker->frozen, pair.b)};
    mat3 then = pair.common < 0 ? mat3_identity()
                                : lw_elementary_pose_at(t->motion, pair.common, claim->at).rotation;
    mat3 now = pair.common < 0 ? mat3_identity()
                               : lw_elementary_pose_at(t->motion, pair.common, time).rotation;
    pose first = lw_body_pose_at(t->motion, bodies[0], claim->at);
    vec3 n = rotate(now, rotate_back(then, rotate(first.rotation, part->normal)));
    pose at[2] = {lw_body_pose_at(t->motion, bodies[0], time),
                  lw_body_pose_at(t->motion, bodies[1], time)};
    double high = dot(n, at[0].position) +
                  reach_of(t, bodies[0]->geometry, &part->sets[0], rotate_back(at[0].rotation, n));
    double low = dot(n, at[1].position) -
                 reach_of(t, bodies[1]->geometry, &part->sets[1], rotate_back(at[1].rotation, neg(n)));
    assert_true(low - high > pair.margin + pair.padding[0] + pair.padding[1] - 1e-9);
}

static bool is_hull(const lw_claim_part *part)
{
    return part->sets[0].kind == LW_CLAIM_HULL || part->sets[1].kind == LW_CLAIM_HULL;
}

static bool is_cell(const lw_claim_part *part)
{
    return part->sets[0].kind == LW_CLAIM_CELL || part->sets[1].kind == LW_CLAIM_CELL;
}

static void chord_is_true(trial *t, const lw_claim *claim)
{
    t->counts->chords++;
    for (size_t i = 0; i < claim->part_count; i++) {
        const lw_claim_part *part = &claim->parts[i];
        assert_int_equal(part->rule, LW_CLAIM_CHORD);
        assert_true(fabs(norm(part->normal) - 1) < 1e-12 && norm2(part->turn) == 0);
        t->counts->hulls += is_hull(part);
        t->counts->cells += is_cell(part);
        separates(t, claim, part, claim->from);
        separates(t, claim, part, claim->to);
        separates(t, claim, part, lw_random_between(t->random, claim->from, claim->to));
    }
}

enum { MOST_LEAVES = 64 };

/* The sets of a body that no part may divide: its cells that are leaves, or its hulls, as bits; and
 * those that a set of a part has. */
static uint64_t leaves_of(const lw_geometry *geometry, bool in_cells, const lw_claim_set *set)
{
    uint64_t found = 0;
    uint32_t count = in_cells ? geometry->cell_count : geometry->hull_count;
    assert_true(count > 0 && count <= MOST_LEAVES);
    if (set && set->kind == LW_CLAIM_HULL) {
        assert_true(!in_cells && count > 1 && set->index < count);
        return UINT64_C(1) << set->index;
    }
    assert_true(!set || set->kind == (in_cells ? LW_CLAIM_CELL : LW_CLAIM_NODE) || set->index == 0);
    assert_true(!set || in_cells || set->index == 0);
    bool below[MOST_LEAVES] = {false};
    for (uint32_t i = 0; i < count; i++) {
        below[i] |= !in_cells || !set || i == set->index || !set->index;
        uint32_t child = in_cells ? geometry->cells[i].child : 0;
        if (child)
            below[child] = below[child + 1] = below[i];
        else
            found |= (uint64_t)below[i] << i;
    }
    return found;
}

/* Every leaf of the one body with each of the other is in one part, and in no other one. */
static void parts_are_complete(trial *t, const lw_claim *claim)
{
    const lw_pair pair = pair_at(t->checker->frozen, claim->pair);
    const lw_geometry *of[2];
    bool in_cells[2] = {false, false};
    uint64_t left[MOST_LEAVES] = {0};
    for (int i = 0; i < 2; i++) {
        of[i] = lw_frozen_body(t->checker->frozen, i ? pair.b : pair.a)->geometry;
        for (size_t k = 0; k < claim->part_count; k++)
            in_cells[i] |= claim->parts[k].sets[i].kind == LW_CLAIM_CELL;
    }
    const uint64_t first = leaves_of(of[0], in_cells[0], NULL);
    for (int leaf = 0; leaf < MOST_LEAVES; leaf++)
        if (first >> leaf & 1)
            left[leaf] = leaves_of(of[1], in_cells[1], NULL);
    for (size_t k = 0; k < claim->part_count; k++) {
        const uint64_t a = leaves_of(of[0], in_cells[0], &claim->parts[k].sets[0]);
        const uint64_t b = leaves_of(of[1], in_cells[1], &claim->parts[k].sets[1]);
        for (int leaf = 0; leaf < MOST_LEAVES; leaf++)
            if (a >> leaf & 1) {
                assert_int_equal(left[leaf] & b, b);
                left[leaf] &= ~b;
            }
    }
    for (int leaf = 0; leaf < MOST_LEAVES; leaf++)
        assert_int_equal(left[leaf], 0);
}

static void block_is_true(trial *t, const lw_claim *block)
{
    const size_t pairs = t->checker->frozen->pairs.count;
    bool finer = block->kind == LW_CLAIM_FINER;
    finer ? t->counts->finer++ : t->counts->blocks++;
    assert_true(!finer || block->interval_count > 0);
    for (size_t i = 0; i < block->interval_count; i++) {
        assert_true(block->intervals[i].pair < pairs);
        assert_true(block->intervals[i].mask > 0 && block->intervals[i].mask < 128);
        for (size_t k = 0; k < i; k++)
            assert_true(block->intervals[i].pair != block->intervals[k].pair);
    }
    for (size_t pair = 0; pair < pairs; pair++)
        for (uint32_t bits = claimed(block, pair); bits; bits &= bits - 1) {
            int k = __builtin_ctz(bits);
            pair_is_apart(t, pair, time_of(block, k), time_of(block, k + 1));
        }
}

/* A point that a contact gives is in the core of the element that it names. Returns its place in the
 * world, and the element's radius. */
static vec3 point_of(const trial *t, const lw_claim *claim, int side, double *radius)
{
    const lw_pair pair = pair_at(t->checker->frozen, claim->pair);
    const int32_t who = side ? pair.b : pair.a;
    const lw_geometry *geometry = lw_frozen_body(t->checker->frozen, who)->geometry;
    const vec3 point = claim->points[side];
    lw_element_room room;
    lw_convex shape;
    pose at;
    lw_bracket found;
    assert_true(claim->elements[side] < lw_element_count(geometry));
    lw_geometry_element(geometry, (uint32_t)claim->elements[side], &room, &shape, &at);
    *radius = shape.radius;
    shape.radius = 0;
    const lw_convex dot = {.core = LW_CORE_POINT};
    const pose there = {mat3_identity(), transform_back(at, point)};
    lw_convex_distance(&shape, &dot, &there, NULL, &found);
    const lw_kinematics *kinematics = &t->checker->kinematics;
    double size = geometry->extent + norm(point) + norm(lw_body_pose(kinematics, pair.a).position) +
                  norm(lw_body_pose(kinematics, pair.b).position);
    if (!(found.upper <= 1e-12 * size))
        fail_msg("a point of a contact is %g away from its element", found.upper);
    return transform(lw_body_pose(kinematics, who), point);
}

/* The triangles of a body are closed surfaces, which wind round a point at least once: by the solid
 * angles at which they are seen from there (Van Oosterom and Strackee 1983). */
static void winds_round(const lw_geometry *geometry, vec3 from)
{
    double sum = 0;
    for (uint32_t i = 0; i < geometry->triangle_count; i++) {
        const vec3 a = sub(geometry->triangles[i][0], from);
        const vec3 b = sub(geometry->triangles[i][1], from);
        const vec3 c = sub(geometry->triangles[i][2], from);
        sum += 2 * atan2(dot(a, cross(b, c)), norm(a) * norm(b) * norm(c) + dot(a, b) * norm(c) +
                                                  dot(b, c) * norm(a) + dot(c, a) * norm(b));
    }
    const double turns = sum / (4 * acos(-1.0));
    if (!(turns > 0.5 && fabs(turns - round(turns)) < 1e-6))
        fail_msg("the triangles of a body wind %g times round a point inside", turns);
}

/* The bodies of a contact are as near as it says. */
static void contact_is_true(trial *t, const lw_claim *claim)
{
    const lw_pair pair = pair_at(t->checker->frozen, claim->pair);
    double radius[2];
    assert_true(claim->from == claim->at && claim->to == claim->at && !claim->part_count);
    lw_checker_pose_pair(t->checker, piece_of(t->motion, claim->at, claim->at), claim->at,
                         lw_frozen_pair_at(t->checker->frozen, claim->pair));
    if (claim->kind == LW_CLAIM_INSIDE) {
        const int inner = (int)claim->inner;
        const int32_t outer = inner ? pair.a : pair.b;
        const vec3 point = point_of(t, claim, inner, &radius[0]);
        const vec3 own = transform_back(lw_body_pose(&t->checker->kinematics, outer), point);
        const lw_geometry *geometry = lw_frozen_body(t->checker->frozen, outer)->geometry;
        assert_true(geometry->solid_count > 0);
        winds_round(geometry, own);
        t->counts->inner++;
        return;
    }
    const vec3 p = point_of(t, claim, 0, &radius[0]);
    const vec3 q = point_of(t, claim, 1, &radius[1]);
    const double gap = norm(sub(q, p)) - radius[0] - radius[1];
    const double required = pair.margin + pair.padding[0] + pair.padding[1];
    if (!(gap <= required + 1e-12 * (1 + norm(p))))
        fail_msg("a contact is of points that are %.17g apart, beyond %.17g", gap, required);
    t->counts->met++;
}

static bool is_contact(const lw_claim *claim)
{
    return claim->kind == LW_CLAIM_CONTACT || claim->kind == LW_CLAIM_INSIDE;
}

static void claim_is_true(trial *t, const lw_claim *claim)
{
    if (is_contact(claim)) {
        contact_is_true(t, claim);
        return;
    }
    if (is_block(claim)) {
        block_is_true(t, claim);
        return;
    }
    if (claim->kind == LW_CLAIM_OUTSIDE)
        return;
    pair_is_apart(t, claim->pair, claim->from, claim->to);
    if (claim->parts[0].rule == LW_CLAIM_CHORD) {
        parts_are_complete(t, claim);
        chord_is_true(t, claim);
    } else {
        t->counts->other++;
    }
}

typedef struct span {
    double from, to;
} span;

static int by_begin(const void *a, const void *b)
{
    const span *one = a;
    const span *other = b;
    return (one->from > other->from) - (one->from < other->from);
}

/* The claims of a pair reach from the stage's beginning to `until`. */
static void is_covered(const trial *t, const claim_list *list, size_t stage, size_t pair, double until)
{
    span *spans = calloc(INTERVALS * list->claims.count + 1, sizeof *spans);
    size_t count = 0;
    assert_non_null(spans);
    for (size_t i = 0; i < list->claims.count; i++) {
        const lw_claim *claim = &list->claims.items[i];
        if (claim->stage != stage || claim->kind == LW_CLAIM_OUTSIDE || is_contact(claim))
            continue;
        for (int k = 0; k < INTERVALS && is_block(claim); k++)
            if (claimed(claim, pair) >> k & 1)
                spans[count++] = (span){time_of(claim, k), time_of(claim, k + 1)};
        if (!is_block(claim) && claim->pair == pair)
            spans[count++] = (span){claim->from, claim->to};
    }
    assert_true(count > 0);
    qsort(spans, count, sizeof *spans, by_begin);
    double covered = t->motion->begin;
    for (size_t i = 0; i < count && spans[i].from <= covered; i++)
        covered = fmax(covered, spans[i].to);
    if (!(covered >= until))
        fail_msg("pair %zu of stage %zu is claimed until %.17g of %.17g", pair, stage, covered, until);
    free(spans);
}

static void stage_holds(const lw_motion *motion, size_t stage, const claim_list *list,
                        const lw_verdict *verdict, lw_random *random, tally *counts)
{
    const lw_motion *part = lw_motion_stage(motion, stage);
    trial t = {.motion = part, .random = random, .counts = counts};
    lw_check_options options = lw_default_check_options();
    lw_verdict ignored = lw_default_verdict();
    assert_int_equal(lw_checker_create(lw_motion_scene(part), &t.checker, NULL), LW_OK);
    lw_checker_begin(t.checker, part, &options, &ignored);
    for (size_t i = 0; i < list->claims.count; i++)
        if (list->claims.items[i].stage == stage)
            claim_is_true(&t, &list->claims.items[i]);
    double until = fmin(verdict->free_until, part->end);
    bool proven = verdict->kind == LW_VERDICT_FREE || part->begin < verdict->free_until;
    for (size_t pair = 0; proven && pair < t.checker->frozen->pairs.count; pair++)
        is_covered(&t, list, stage, pair, until);
    lw_checker_end(t.checker);
    lw_checker_destroy(t.checker);
}

/* A motion in contact has one claim about that, after all others, of the verdict's time and bodies.
 * None is there only where a body is in a mesh that is not its only one, or not closed. */
static void contact_is_claimed(const lw_motion *motion, const claim_list *list,
                               const lw_verdict *verdict, tally *counts)
{
    const size_t count = list->claims.count;
    const lw_claim *last = count ? &list->claims.items[count - 1] : NULL;
    for (size_t i = 0; i + 1 < count; i++)
        assert_false(is_contact(&list->claims.items[i]));
    if (verdict->kind != LW_VERDICT_CONTACT || !last || !is_contact(last)) {
        assert_false(last && is_contact(last));
        counts->unclaimed += verdict->kind == LW_VERDICT_CONTACT;
        return;
    }
    const lw_scene *scene = lw_motion_scene(lw_motion_stage(motion, last->stage));
    size_t bodies[2];
    lw_scene_pair(scene, last->pair, bodies);
    for (int k = 0; k < 2; k++) {
        const char *mine = lw_frozen_body(scene->frozen, bodies[k])->name;
        const char *theirs = lw_frozen_body(motion->scene->frozen, (size_t)verdict->pair[k])->name;
        assert_string_equal(mine, theirs);
    }
    assert_true(last->at == verdict->time);
}

/* ---- random worlds ------------------------------------------------------------------------------- */

static void motion_holds(lw_checker *checker, const lw_motion *motion, bool any, lw_random *random,
                         tally *counts)
{
    claim_list list = {0};
    lw_check_options options = lw_default_check_options();
    options.any = any;
    options.clearance = counts->motions % 3 == 0;
    lw_verdict plain = lw_default_verdict();
    lw_verdict proven = lw_default_verdict();
    lw_error error = {0};
    assert_int_equal(lw_check(checker, motion, &options, &plain, &error), LW_OK);
    options.blocks = 1;
    options.claim = take;
    options.claim_context = &list;
    assert_int_equal(lw_check(checker, motion, &options, &proven, &error), LW_OK);
    /* what one search has proven up to a contact, the other proves but for the last bits */
    const bool sooner = plain.kind == LW_VERDICT_CONTACT && proven.kind == plain.kind &&
                        proven.free_until < plain.free_until &&
                        proven.free_until > plain.free_until - 1e-13;
    counts->sooner += sooner;
    if (!sooner && !same_verdict(&plain, &proven))
        fail_msg("the verdict is %d until %.17g with claims, %d until %.17g without", proven.kind,
                 proven.free_until, plain.kind, plain.free_until);
    for (size_t i = 0; i < lw_motion_stage_count(motion); i++)
        stage_holds(motion, i, &list, &proven, random, counts);
    contact_is_claimed(motion, &list, &proven, counts);
    counts->motions++;
    counts->staged += lw_motion_stage_count(motion) > 1;
    counts->free += proven.kind == LW_VERDICT_FREE;
    counts->contacts += proven.kind == LW_VERDICT_CONTACT;
    empty(&list);
}

static void ask(bench *b, uint64_t seed, bool any, void *context)
{
    (void)seed;
    motion_holds(b->checker, b->motion->motion, any, &b->random, context);
}

static void test_random_worlds(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}, .what = "claims of blocks"};
    tally counts = {0};
    furnished_each(&b, test_rounds(1500, 30000), ask, &counts);
    print_message("%zu motions, %zu free, %zu in contact, %zu with stages: %zu blocks, %zu finer, "
                  "%zu chords, %zu of hulls, %zu of cells, %zu other claims, %zu distances\n",
                  counts.motions, counts.free, counts.contacts, counts.staged, counts.blocks,
                  counts.finer, counts.chords, counts.hulls, counts.cells, counts.other, counts.truths);
    assert_true(counts.free > counts.motions / 10 && counts.contacts > counts.motions / 10);
    assert_true(counts.blocks > 0 && counts.finer > 0 && counts.chords > 0 && counts.other > 0);
    print_message("%zu contacts by two points, %zu by one inside, %zu not claimed\n", counts.met,
                  counts.inner, counts.unclaimed);
    assert_true(counts.met > 20 * counts.unclaimed);
    assert_true(counts.sooner <= counts.motions / 2000);
}

/* Among so many obstacles that blocks test them as a crowd, which is not recorded. */
static void test_many_obstacles(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally counts = {0};
    for (int round = test_rounds(12, 200); round > 0; round--) {
        crowd c = new_many(lw_random_bits(&random));
        motion_holds(c.checker, c.motion, round % 2, &random, &counts);
        drop_crowd(&c);
    }
    assert_true(counts.blocks > 0 && counts.other > 0 && counts.free > 0);
}

/* ---- hooks --------------------------------------------------------------------------------------- */

/* An L of two legs along x and y, as a mesh of an outline that is extruded along z. */
typedef struct hook {
    double vertices[36];
    uint32_t triangles[60];
    lw_shape_def shape;
} hook;

static void make_hook(lw_random *random, double size, hook *h)
{
    static const uint32_t faces[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    const double x = size * lw_random_between(random, 0.8, 1.2);
    const double y = size * lw_random_between(random, 0.8, 1.2);
    const double wide = lw_random_between(random, 0.01, 0.03);
    const double half = lw_random_between(random, 0.02, 0.1);
    const double outline[6][2] = {{-wide, -wide}, {x, -wide}, {x, wide},
                                  {wide, wide},   {wide, y},  {-wide, y}};
    uint32_t *t = h->triangles;
    for (int i = 0; i < 12; i++) {
        h->vertices[3 * i] = outline[i % 6][0];
        h->vertices[3 * i + 1] = outline[i % 6][1];
        h->vertices[3 * i + 2] = i < 6 ? -half : half;
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            *t++ = faces[i][2 - k];
        }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            *t++ = 6 + faces[i][k];
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t next = (i + 1) % 6;
        const uint32_t side[6] = {i, next, 6 + next, i, 6 + next, 6 + i};
        for (int k = 0; k < 6; k++)
            *t++ = side[k];
    }
    h->shape = lw_default_shape();
    h->shape.kind = LW_SHAPE_MESH;
    h->shape.vertices = h->vertices;
    h->shape.vertex_count = 12;
    h->shape.triangles = h->triangles;
    h->shape.triangle_count = 20;
    h->shape.rounding = lw_random_below(random, 3) ? 0 : 0.005;
}

static void must(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

/* A joint turns a link that has a large hook. Others, which turn about z and slide along x, move small
 * hooks in its notch: one, which may have a ball, or two that are hulls of one body; and one more. A
 * ball of another link is rigidly joined to the first ones. The links have any order. */
static lw_scene *hooks_scene(lw_random *random)
{
    enum { LINKS = 6 };
    static const char *const links[] = {"base", "large", "between", "small", "other", "ball"};
    static const char *const parents[] = {NULL, "base", "large", "between", "large", "small"};
    static const lw_joint_kind kinds[] = {LW_JOINT_FIXED,     LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE,
                                          LW_JOINT_PRISMATIC, LW_JOINT_REVOLUTE, LW_JOINT_FIXED};
    const int turned = (int)lw_random_below(random, 2) ? 1 : LINKS - 1; /* steps through the links */
    lw_scene *scene = NULL;
    lw_error error = {0};
    hook large;
    hook small[3];
    make_hook(random, 0.6, &large);
    must(lw_scene_create(&scene, &error), &error);
    must(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < LINKS; i++)
        must(lw_scene_add_link(scene, "r", links[turned * i % LINKS], &error), &error);
    for (int i = 1; i < LINKS; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = links[i];
        joint.kind = kinds[i];
        joint.parent = parents[i];
        joint.child = links[i];
        joint.axis = i == 3 ? (lw_vec3){1, 0, 0} : (lw_vec3){0, 0, 1};
        joint.lower = -1;
        joint.upper = 1;
        if (i == 2 || i == 4)
            joint.origin.position =
                (lw_vec3){lw_random_between(random, 0.1, 0.3), lw_random_between(random, 0.1, 0.3), 0};
        must(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    }
    must(lw_scene_add_shape(scene, "r", "large", &large.shape, lw_pose_identity(), &error), &error);
    const int count = 1 + (int)lw_random_below(random, 2);
    for (int i = 0; i < count; i++) {
        lw_pose place = lw_pose_identity();
        place.orientation = (lw_quat){0, 0, 1, lw_random_between(random, -0.3, 0.3)};
        place.position.z = 0.25 * i;
        make_hook(random, 0.09, &small[i]);
        must(lw_scene_add_shape(scene, "r", "small", &small[i].shape, place, &error), &error);
    }
    make_hook(random, 0.09, &small[2]);
    must(lw_scene_add_shape(scene, "r", "other", &small[2].shape, lw_pose_identity(), &error), &error);
    lw_shape_def ball = lw_default_shape();
    ball.radius = 0.03;
    must(lw_scene_add_shape(scene, "r", "ball", &ball, lw_pose_identity(), &error), &error);
    if (lw_random_below(random, 3) == 0)
        must(lw_scene_add_shape(scene, "r", "small", &ball, lw_pose_identity(), &error), &error);
    must(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* What is in the notch of a hook is proven by slices, and claimed by cells. */
static void test_hooks(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally counts = {0};
    for (int round = test_rounds(40, 1000); round > 0; round--) {
        lw_scene *scene = hooks_scene(&random);
        lw_checker *checker = NULL;
        lw_motion *motion = NULL;
        assert_int_equal(lw_checker_create(scene, &checker, NULL), LW_OK);
        assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
        for (int n = 0; n < 5; n++) {
            double ends[2][4];
            for (int i = 0; i < 2; i++) {
                ends[i][0] = lw_random_between(&random, -1, 1);
                ends[i][1] = lw_random_between(&random, -0.5, 0.5);
                ends[i][2] = lw_random_between(&random, -0.1, 0.1);
                ends[i][3] = lw_random_between(&random, -0.3, 0.3);
            }
            assert_int_equal(lw_motion_set_segment(motion, NULL, ends[0], ends[1], NULL), LW_OK);
            motion_holds(checker, motion, n % 2, &random, &counts);
        }
        lw_motion_destroy(motion);
        lw_checker_destroy(checker);
        lw_scene_destroy(scene);
    }
    print_message(
        "%zu motions, %zu free, %zu in contact: %zu chords, %zu parts of cells, %zu of hulls, "
        "%zu other claims; %zu points in cells\n",
        counts.motions, counts.free, counts.contacts, counts.chords, counts.cells, counts.hulls,
        counts.other, counts.points);
    assert_true(counts.free > counts.motions / 10 && counts.contacts > counts.motions / 10);
    assert_true(counts.cells > counts.motions && counts.points > 0);
}

/* ---- failures ------------------------------------------------------------------------------------ */

static bool stops(void *context)
{
    size_t *left = context;
    return !*left || !--*left;
}

/* If the caller's function fails, so does the check. If the search after the verdict is stopped, the
 * verdict says so; if the search for the first contact is, after it has found one, less is proven. If
 * memory runs out, the check fails; at the next call the checker works again. */
static void test_failures(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    size_t failed = 0;
    size_t stopped = 0;
    size_t starved = 0;
    for (int round = test_rounds(20, 400); round > 0; round--) {
        uint64_t motions[MOTIONS];
        lw_error error = {0};
        claim_list list = {0};
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        lw_verdict other = lw_default_verdict();
        furnished_world(&b, motions);
        furnished_motion(b.world, motions[0], b.motion);
        const lw_motion *motion = b.motion->motion;
        options.blocks = 1;
        options.claim = take;
        options.claim_context = &list;
        assert_int_equal(lw_check(b.checker, motion, &options, &verdict, &error), LW_OK);
        size_t calls = list.calls;
        empty(&list);
        for (size_t n = 1; n <= calls && n < 20; n++) {
            list.fail_at = n;
            assert_int_equal(lw_check(b.checker, motion, &options, &other, &error), LW_ERROR_FILE);
            empty(&list);
            failed++;
        }
        for (size_t n = 1; n < 60; n++) {
            size_t left = n;
            options.stop = stops;
            options.stop_context = &left;
            assert_int_equal(lw_check(b.checker, motion, &options, &other, &error), LW_OK);
            options.stop = NULL;
            empty(&list);
            if (left)
                break;
            stopped += other.kind == LW_VERDICT_UNDECIDED && other.reason == LW_REASON_STOPPED;
            const bool found_first =
                other.kind == LW_VERDICT_CONTACT && other.free_until <= verdict.free_until;
            if (other.reason != LW_REASON_STOPPED && !found_first && !same_verdict(&other, &verdict))
                fail_msg("stopped after %zu calls: %d until %.17g instead of %d until %.17g", n,
                         other.kind, other.free_until, verdict.kind, verdict.free_until);
        }
        lw_checker *fresh = new_checker(b.world);
        options.claim = drop;
        for (size_t n = 1; n < 60; n++) {
            allocation_fail(n);
            lw_status status = lw_check(fresh, motion, &options, &other, &error);
            bool happened = allocation_failed();
            allocation_fail(0);
            if (!happened)
                break;
            assert_int_equal(status, LW_ERROR_MEMORY);
            starved++;
        }
        lw_checker_destroy(fresh);
        options.claim = take;
        assert_int_equal(lw_check(b.checker, motion, &options, &other, &error), LW_OK);
        assert_true(same_verdict(&verdict, &other));
        assert_int_equal(list.calls, calls);
        empty(&list);
        furnished_drop(&b);
    }
    assert_true(failed > 0 && stopped > 0 && starved > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_worlds),
        cmocka_unit_test(test_many_obstacles),
        cmocka_unit_test(test_hooks),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
