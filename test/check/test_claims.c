/* Claims are true: in random worlds of every kind of joint and shape, and of meshes in several pieces,
 * the sets of each part are apart at many single times, and the rule that a part names holds in long
 * double. They are complete: the parts of a claim are all pairs of elements, the claims of a pair all
 * of the time until free_until. And they change nothing: the verdict is the same without them. */
#include "furnished.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "certify.h"
#include "check/checker/checker.h"
#include "pair_at.h"
#include "piece_of.h"
#include "seed.h"
#include "verdicts.h"

enum { MOMENTS = 12, WATCHED = 8, WATCHED_PAIRS = 400 };

/* ---- collecting ----------------------------------------------------------------------------- */

typedef struct claim_list {
    LW_LIST(lw_claim) claims; /* each with a copy of its parts */
    size_t calls;
    size_t fail_at;   /* which call fails, from 1; 0: none */
    lw_status status; /* with this */
} claim_list;

static lw_status take(void *context, const lw_claim *claim)
{
    claim_list *list = context;
    if (++list->calls == list->fail_at)
        return list->status;
    lw_claim own = *claim;
    lw_claim_part *parts = calloc(claim->part_count + 1, sizeof *parts);
    assert_non_null(parts);
    if (claim->part_count)
        memcpy(parts, claim->parts, claim->part_count * sizeof *parts);
    own.parts = parts;
    assert_true(LW_ARRAY_GROW(&list->claims));
    list->claims.items[list->claims.count++] = own;
    return LW_OK;
}

/* lw_claim.motion tells which list of several */
static lw_status take_of_many(void *context, const lw_claim *claim)
{
    return take((claim_list *)context + claim->motion, claim);
}

static void empty(claim_list *list)
{
    for (size_t i = 0; i < list->claims.count; i++)
        free((void *)list->claims.items[i].parts);
    free(list->claims.items);
    *list = (claim_list){0};
}

static bool same_part(const lw_claim_part *a, const lw_claim_part *b)
{
    bool same =
        a->rule == b->rule && same_vector(a->normal, b->normal) && same_vector(a->turn, b->turn);
    for (int i = 0; i < 2; i++)
        same = same && a->sets[i].kind == b->sets[i].kind && a->sets[i].index == b->sets[i].index;
    return same;
}

/* the same claims, except for the number of their motion */
static bool same_list(const claim_list *one, const claim_list *other)
{
    bool same = one->claims.count == other->claims.count;
    for (size_t i = 0; same && i < one->claims.count; i++) {
        const lw_claim *a = &one->claims.items[i];
        const lw_claim *b = &other->claims.items[i];
        same = a->kind == b->kind && a->stage == b->stage && a->pair == b->pair &&
               same_bits(a->from, b->from) && same_bits(a->to, b->to) && same_bits(a->at, b->at) &&
               a->part_count == b->part_count;
        for (size_t k = 0; same && k < a->part_count; k++)
            same = same_part(&a->parts[k], &b->parts[k]);
    }
    return same;
}

/* ---- elements ------------------------------------------------------------------------------- */

/* marks the elements of a set */
static void mark(const lw_geometry *geometry, const lw_claim_set *set, bool *in)
{
    memset(in, 0, lw_element_count(geometry));
    if (set->kind == LW_CLAIM_HULL) {
        assert_true(geometry->hull_count > 1 && set->index < geometry->hull_count);
        for (uint32_t i = 0; i < lw_element_count(geometry); i++)
            in[i] = lw_geometry_hull_of(geometry, i) == set->index;
        return;
    }
    assert_true(set->index < lw_node_total(geometry));
    uint32_t waiting[80] = {set->index};
    for (size_t count = 1; count > 0;) {
        lw_node room;
        const lw_node *node = lw_node_at(geometry, waiting[--count], &room);
        if (node->child < 0) {
            in[node->element] = true;
            continue;
        }
        waiting[count++] = (uint32_t)node->child;
        waiting[count++] = (uint32_t)node->child + 1;
    }
}

/* the largest d . p over marked elements, in the body's frame */
static long double support_of(const lw_geometry *geometry, const bool *in, wide d)
{
    long double most = -HUGE_VALL;
    for (uint32_t i = 0; i < lw_element_count(geometry); i++) {
        lw_element_room room;
        lw_convex shape;
        pose at;
        if (!in[i])
            continue;
        lw_geometry_element(geometry, i, &room, &shape, &at);
        long double value =
            wide_dot(d, widen(at.position)) + wide_support(&shape, wide_rotate_back(at.rotation, d));
        most = fmaxl(most, value);
    }
    return most;
}

static wide wide_rotate(mat3 m, wide d)
{
    return wide_transform((pose){m, v3(0, 0, 0)}, d);
}

static wide wide_times(long double s, wide a)
{
    return (wide){s * a.x, s * a.y, s * a.z};
}

/* the least d . q of the second set less the largest of e . p of the first; d and e in the world */
static long double gap_of(const lw_geometry *const geometry[2], bool *const in[2], const pose at[2],
                          wide e, wide d)
{
    long double low =
        wide_dot(d, widen(at[1].position)) -
        support_of(geometry[1], in[1], wide_rotate_back(at[1].rotation, wide_times(-1, d)));
    long double high = wide_dot(e, widen(at[0].position)) +
                       support_of(geometry[0], in[0], wide_rotate_back(at[0].rotation, e));
    return low - high;
}

/* ---- claims against the truth ------------------------------------------------------------------ */

/* how often claims had each rule and kind */
typedef struct tally {
    size_t claims, parts, rules[3], hulls, inner, turns, outside, pieces;
} tally;

/* A claim about to be tested, by a checker that nothing else uses. */
typedef struct trial {
    lw_checker *checker; /* has begun */
    const lw_motion *motion;
    const lw_pair *pair;
    const lw_claim *claim;
    const lw_geometry *geometry[2];
    bool *in[2]; /* marks of the part's sets */
    size_t piece;
    long double required;
} trial;

static void sample_at(const trial *t, double time, double half, pose at[2])
{
    const lw_kinematics *kinematics = &t->checker->kinematics;
    lw_checker_sample(t->checker, t->piece, time, half);
    at[0] = lw_body_pose(kinematics, t->pair->a);
    at[1] = lw_body_pose(kinematics, t->pair->b);
}

/* the rotation of the frame of the joint that moves both */
static mat3 common_of(const trial *t)
{
    return t->pair->common < 0 ? mat3_identity()
                               : t->checker->kinematics.elementary[t->pair->common].frame.rotation;
}

/* a bound on the rounding error of positions at the sample */
static long double tolerance_of(const trial *t)
{
    const lw_kinematics *kinematics = &t->checker->kinematics;
    return 2 *
           ((long double)lw_body_error(kinematics, t->pair->a) + lw_body_error(kinematics, t->pair->b));
}

/* the meaning of a part: at any time its sets are apart along the normal, which turns */
static void sets_are_apart(const trial *t, const lw_claim_part *part, lw_random *random)
{
    const lw_claim *claim = t->claim;
    pose at[2];
    sample_at(t, claim->at, 0, at);
    mat3 common = common_of(t);
    wide normal = wide_rotate_back(common, wide_rotate(at[0].rotation, widen(part->normal)));
    wide turn = wide_rotate_back(common, wide_rotate(at[0].rotation, widen(part->turn)));
    for (int i = 0; i < MOMENTS; i++) {
        double time = i == 0   ? claim->from
                      : i == 1 ? claim->to
                      : i == 2 ? claim->at
                               : lw_random_between(random, claim->from, claim->to);
        sample_at(t, time, 0, at);
        wide n = wide_rotate(common_of(t), wide_along(normal, (long double)time - claim->at, turn));
        long double gap = gap_of(t->geometry, t->in, at, n, n) / wide_norm(n);
        if (!(gap > t->required - tolerance_of(t)))
            fail_msg("a part of rule %d leaves %Lg of %Lg at %.17g in [%.17g, %.17g]", part->rule, gap,
                     t->required, time, claim->from, claim->to);
    }
}

/* how bodies move at the sample, relative to the joint that moves both, in the world */
typedef struct moves {
    wide linear[2], angular[2];
    long double curvature, speed, travel;
} moves;

static moves moves_of(const trial *t)
{
    moves m = {.curvature = 0};
    const int32_t bodies[2] = {t->pair->a, t->pair->b};
    for (int i = 0; i < 2; i++) {
        lw_travel travel;
        lw_travel_of(&t->checker->kinematics, (size_t)bodies[i], t->pair->common, &travel);
        m.linear[i] = widen(travel.twist.linear);
        m.angular[i] = widen(travel.twist.angular);
        m.curvature += travel.curvature;
        m.travel += travel.displacement;
        wide center = widen(lw_body_center(&t->checker->kinematics, bodies[i]));
        m.speed += wide_norm(wide_along(m.linear[i], 1, wide_cross(m.angular[i], center))) +
                   wide_norm(m.angular[i]) * t->geometry[i]->radius;
    }
    return m;
}

/* the inequality of the rule slab, tau after the sample; its left side less its right side */
static long double slab_left(const trial *t, const moves *m, const pose at[2], wide n, wide u,
                             long double tau)
{
    wide along[2];
    for (int i = 0; i < 2; i++)
        along[i] = wide_along(n, tau, wide_along(u, 1, wide_cross(n, m->angular[i])));
    long double opening = tau * (wide_dot(n, m->linear[1]) - wide_dot(n, m->linear[0]));
    long double spin = wide_norm(u);
    return gap_of(t->geometry, t->in, at, along[0], along[1]) + opening -
           tau * tau / 2 * m->curvature * (1 + fabsl(tau) * spin) - tau * tau * spin * m->speed -
           t->required * sqrtl(1 + tau * tau * spin * spin);
}

/* the rule of a part, by the formula of docs/proofs.md */
static void rule_holds(const trial *t, const lw_claim_part *part)
{
    const lw_claim *claim = t->claim;
    pose at[2];
    sample_at(t, claim->at, fmax(claim->at - claim->from, claim->to - claim->at), at);
    wide n = wide_rotate(at[0].rotation, widen(part->normal));
    wide u = wide_rotate(at[0].rotation, widen(part->turn));
    moves m = moves_of(t);
    assert_true(fabsl(wide_norm(n) - 1) < 1e-14L);
    assert_true(fabsl(wide_dot(n, u)) <= 1e-14L * wide_norm(u));
    if (part->rule == LW_CLAIM_TRAVEL) {
        assert_true(wide_norm(u) == 0);
        assert_true(gap_of(t->geometry, t->in, at, n, n) > t->required + m.travel - tolerance_of(t));
        return;
    }
    assert_int_equal(part->rule, LW_CLAIM_SLAB);
    const long double taus[3] = {(long double)claim->from - claim->at, 0,
                                 (long double)claim->to - claim->at};
    for (int i = 0; i < 3; i++)
        assert_true(slab_left(t, &m, at, n, u, taus[i]) >= -tolerance_of(t));
}

static void count_part(tally *counts, const lw_claim_part *part)
{
    counts->parts++;
    counts->rules[part->rule]++;
    counts->turns += norm2(part->turn) > 0;
    for (int i = 0; i < 2; i++) {
        counts->hulls += part->sets[i].kind == LW_CLAIM_HULL;
        counts->inner += part->sets[i].kind == LW_CLAIM_NODE && part->sets[i].index > 0;
    }
}

static void claim_is_true(lw_checker *checker, const lw_motion *motion, const lw_claim *claim,
                          lw_random *random, tally *counts)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_pair pair_of = pair_at(frozen, claim->pair);
    const lw_pair *pair = &pair_of;
    trial t = {.checker = checker, .motion = motion, .pair = pair, .claim = claim};
    t.required = (long double)pair->margin + pair->padding[0] + pair->padding[1];
    assert_true(claim->from <= claim->at && claim->at <= claim->to);
    t.piece = piece_of(motion, claim->from, claim->to);
    counts->claims++;
    if (claim->kind == LW_CLAIM_OUTSIDE) {
        assert_true(claim->from == claim->to && claim->part_count == 0);
        counts->outside++;
        return;
    }
    const int32_t bodies[2] = {pair->a, pair->b};
    for (int i = 0; i < 2; i++) {
        t.geometry[i] = lw_frozen_body(frozen, bodies[i])->geometry;
        t.in[i] = calloc(lw_element_count(t.geometry[i]), sizeof *t.in[i]);
    }
    uint32_t columns = lw_element_count(t.geometry[1]);
    size_t cells = (size_t)lw_element_count(t.geometry[0]) * columns;
    bool *covered = calloc(cells, sizeof *covered);
    counts->pieces += claim->part_count > 1;
    for (size_t i = 0; i < claim->part_count; i++) {
        const lw_claim_part *part = &claim->parts[i];
        for (int k = 0; k < 2; k++)
            mark(t.geometry[k], &part->sets[k], t.in[k]);
        for (size_t c = 0; c < cells; c++)
            covered[c] = covered[c] || (t.in[0][c / columns] && t.in[1][c % columns]);
        count_part(counts, part);
        sets_are_apart(&t, part, random);
        rule_holds(&t, part);
    }
    for (size_t c = 0; c < cells; c++)
        assert_true(covered[c]);
    free(covered);
    free(t.in[0]);
    free(t.in[1]);
}

static int by_begin(const void *a, const void *b)
{
    const double *one = a;
    const double *other = b;
    return (one[0] > other[0]) - (one[0] < other[0]);
}

/* every pair has claims from the motion's beginning until free_until */
static void claims_are_complete(const lw_motion *motion, const lw_frozen *frozen,
                                const claim_list *list, const lw_verdict *verdict)
{
    double(*spans)[2] = calloc(list->claims.count + 1, sizeof *spans);
    double until = verdict->free_until;
    for (size_t pair = 0; pair < frozen->pairs.count; pair++) {
        const lw_pair entry_of = pair_at(frozen, pair);
        const lw_pair *entry = &entry_of;
        bool solid = lw_frozen_body(frozen, entry->a)->geometry->solid_count > 0 ||
                     lw_frozen_body(frozen, entry->b)->geometry->solid_count > 0;
        size_t outside = 0;
        size_t count = 0;
        for (size_t i = 0; i < list->claims.count; i++) {
            const lw_claim *claim = &list->claims.items[i];
            if (claim->pair == pair && claim->kind == LW_CLAIM_APART) {
                spans[count][0] = claim->from;
                spans[count++][1] = claim->to;
            }
            outside +=
                claim->pair == pair && claim->kind == LW_CLAIM_OUTSIDE && claim->at == motion->begin;
        }
        qsort(spans, count, sizeof *spans, by_begin);
        double covered = motion->begin;
        for (size_t i = 0; i < count && spans[i][0] <= covered; i++)
            covered = fmax(covered, spans[i][1]);
        assert_true(covered >= until);
        if (until > motion->begin || verdict->kind == LW_VERDICT_FREE) {
            assert_true(count > 0);
            assert_true(outside == (size_t)solid);
        }
    }
    free(spans);
}

/* checks a motion with claims, and tests all of them */
static lw_verdict claims_hold(lw_checker *checker, lw_checker *other, const lw_motion *motion,
                              const lw_check_options *asked, lw_random *random, tally *counts)
{
    claim_list list = {0};
    lw_check_options options = *asked;
    lw_verdict plain = lw_default_verdict();
    lw_verdict verdict = lw_default_verdict();
    lw_error error = {0};
    /* auto leaves checks with claims to slab */
    if (options.method == LW_METHOD_AUTO)
        options.method = LW_METHOD_SLAB;
    assert_int_equal(lw_check(checker, motion, &options, &plain, &error), LW_OK);
    options.method = asked->method;
    options.claim = take;
    options.claim_context = &list;
    assert_int_equal(lw_check(checker, motion, &options, &verdict, &error), LW_OK);
    /* of few pairs one may go to PCDA, which finds first contacts alone and makes no claims */
    const bool by_slab = asked->method == LW_METHOD_AUTO || asked->method == LW_METHOD_SLAB;
    if (by_slab && !asked->any && checker->frozen->pairs.count <= 3)
        assert_true(plain.kind == verdict.kind || plain.kind == LW_VERDICT_UNDECIDED ||
                    verdict.kind == LW_VERDICT_UNDECIDED);
    else
        assert_true(same_verdict(&plain, &verdict));
    claims_are_complete(motion, checker->frozen, &list, &verdict);
    lw_verdict ignored = lw_default_verdict();
    lw_checker_begin(other, motion, &options, &ignored);
    for (size_t i = 0; i < list.claims.count; i++)
        claim_is_true(other, motion, &list.claims.items[i], random, counts);
    lw_checker_end(other);
    empty(&list);
    return verdict;
}

/* the same for a segment in a scene */
static lw_verdict_kind segment_holds(lw_scene *scene, const double *from, const double *to,
                                     lw_method method, lw_random *random, tally *counts)
{
    lw_checker *checker = new_checker(&(world){.scene = scene});
    lw_checker *other = new_checker(&(world){.scene = scene});
    lw_motion *motion = NULL;
    lw_check_options options = lw_default_check_options();
    options.method = method;
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    assert_int_equal(lw_motion_set_segment(motion, NULL, from, to, NULL), LW_OK);
    lw_verdict verdict = claims_hold(checker, other, motion, &options, random, counts);
    lw_motion_destroy(motion);
    lw_checker_destroy(other);
    lw_checker_destroy(checker);
    return verdict.kind;
}

/* ---- random worlds --------------------------------------------------------------------------- */

static void test_furnished_worlds(void **state)
{
    (void)state;
    bench b = {.random = {test_seed()}};
    tally counts = {0};
    size_t kinds[3] = {0};
    int rounds = test_rounds(60, 3000);
    for (b.round = 0; b.round < rounds; b.round++) {
        uint64_t motions[MOTIONS];
        furnished_world(&b, motions);
        lw_check_options options = lw_default_check_options();
        for (int i = 0; i < 4; i++) {
            options.method = i % 2 ? LW_METHOD_SLAB : LW_METHOD_BISECTION;
            options.any = i == 3;
            options.clearance = i == 2;
            furnished_motion(b.world, motions[i], b.motion);
            lw_verdict v =
                claims_hold(b.checker, b.other, b.motion->motion, &options, &b.random, &counts);
            kinds[v.kind]++;
        }
        furnished_drop(&b);
    }
    assert_true(kinds[LW_VERDICT_FREE] > (size_t)rounds &&
                kinds[LW_VERDICT_CONTACT] > (size_t)rounds / 4);
    assert_true(counts.claims > 20 * (size_t)rounds && counts.inner > 0);
    assert_true(counts.rules[LW_CLAIM_TRAVEL] > 0 && counts.rules[LW_CLAIM_SLAB] > 0);
    assert_true(counts.outside > 0 && counts.pieces > 0);
}

/* some cubes apart from each other, as one mesh */
typedef struct cubes {
    double vertices[4 * 24];
    uint32_t triangles[4 * 36];
    lw_shape_def shape;
} cubes;

static void random_cubes(lw_random *random, double size, cubes *out)
{
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    uint32_t count = 1 + lw_random_below(random, 4);
    for (uint32_t c = 0; c < count; c++) {
        double half = size * lw_random_between(random, 0.05, 0.3);
        double middle[3] = {(c & 1 ? size : -size) + lw_random_between(random, -0.3, 0.3) * size,
                            (c & 2 ? size : -size) + lw_random_between(random, -0.3, 0.3) * size,
                            lw_random_between(random, -1, 1) * size};
        for (uint32_t k = 0; k < 8; k++)
            for (uint32_t axis = 0; axis < 3; axis++)
                out->vertices[24 * c + 3 * k + axis] = middle[axis] + (k >> axis & 1 ? half : -half);
        for (uint32_t k = 0; k < 36; k++)
            out->triangles[36 * c + k] = 8 * c + faces[k];
    }
    out->shape = lw_default_shape();
    out->shape.kind = LW_SHAPE_MESH;
    out->shape.vertices = out->vertices;
    out->shape.vertex_count = 8 * (size_t)count;
    out->shape.triangles = out->triangles;
    out->shape.triangle_count = 12 * (size_t)count;
    if (lw_random_below(random, 4) == 0)
        out->shape.rounding = 0.05 * size;
}

/* a chain of cubes on turning and sliding joints, and cubes that stand around */
static lw_scene *cube_world(lw_random *random, size_t *values)
{
    static const lw_joint_kind kinds[3] = {LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC, LW_JOINT_CONTINUOUS};
    lw_scene *scene = NULL;
    cubes mesh;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "robot", lw_pose_identity(), NULL), LW_OK);
    size_t links = 2 + lw_random_below(random, 3);
    for (size_t i = 0; i < links; i++) {
        char names[3][32];
        snprintf(names[0], sizeof names[0], "link%zu", i);
        assert_int_equal(lw_scene_add_link(scene, "robot", names[0], NULL), LW_OK);
        random_cubes(random, 0.3, &mesh);
        lw_pose own = lw_pose_identity();
        own.position = random_vector(random, 0.5);
        for (uint32_t shapes = 1 + lw_random_below(random, 2); shapes > 0; shapes--) {
            assert_int_equal(lw_scene_add_shape(scene, "robot", names[0], &mesh.shape, own, NULL),
                             LW_OK);
            mesh.shape = lw_default_shape();
            mesh.shape.radius = 0.1;
        }
        if (i == 0)
            continue;
        snprintf(names[1], sizeof names[1], "link%zu", i - 1);
        snprintf(names[2], sizeof names[2], "joint%zu", i);
        lw_joint_def joint = lw_default_joint();
        joint.name = names[2];
        joint.parent = names[1];
        joint.child = names[0];
        joint.kind = kinds[lw_random_below(random, 3)];
        joint.axis = random_direction(random);
        joint.origin.position = random_vector(random, 1);
        assert_int_equal(lw_scene_add_joint(scene, "robot", &joint, NULL), LW_OK);
    }
    for (int i = 0; i < 3; i++) {
        char id[32];
        snprintf(id, sizeof id, "cubes%d", i);
        random_cubes(random, 0.4, &mesh);
        lw_pose at = lw_pose_identity();
        at.position = random_vector(random, 2);
        assert_int_equal(lw_scene_add_obstacle(scene, id, &mesh.shape, at, NULL), LW_OK);
    }
    if (lw_random_below(random, 2)) {
        lw_scene_set_margin(scene, 0.01, NULL);
        lw_scene_set_link_padding(scene, "robot", NULL, 1, 0.005, NULL);
    }
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    *values = links - 1;
    return scene;
}

/* where hulls prove, each pair of them has its own direction, and they are all triangles */
static void test_meshes_in_pieces(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally counts = {0};
    size_t kinds[3] = {0};
    int rounds = test_rounds(150, 5000);
    for (int round = 0; round < rounds; round++) {
        size_t values;
        lw_scene *scene = cube_world(&random, &values);
        double ends[2][8];
        for (size_t i = 0; i < 2 * values; i++)
            ends[i / values][i % values] = lw_random_between(&random, -2, 2);
        lw_method method = round % 4 ? LW_METHOD_AUTO : LW_METHOD_BISECTION;
        kinds[segment_holds(scene, ends[0], ends[1], method, &random, &counts)]++;
        lw_scene_destroy(scene);
    }
    assert_true(kinds[LW_VERDICT_FREE] > (size_t)rounds / 2 &&
                kinds[LW_VERDICT_CONTACT] > (size_t)rounds / 12);
    assert_true(counts.hulls > (size_t)rounds && counts.inner > (size_t)rounds && counts.outside > 0);
}

/* a plate that swings about an axis, between two that stand still; alone: beside one */
static lw_scene *plate_world(lw_random *random, bool alone)
{
    lw_scene *scene = NULL;
    lw_shape_def plate = lw_default_shape();
    plate.kind = LW_SHAPE_BOX;
    plate.size = (lw_vec3){1.5, 0.7, 0.05};
    lw_joint_def joint = lw_default_joint();
    joint.name = "joint";
    joint.parent = "base";
    joint.child = "plate";
    joint.kind = LW_JOINT_REVOLUTE;
    joint.axis = random_direction(random);
    lw_pose at = lw_pose_identity();
    at.position.x = 0.2;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_add_robot(scene, "robot", lw_pose_identity(), NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "base", NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "plate", NULL), LW_OK);
    assert_int_equal(lw_scene_add_joint(scene, "robot", &joint, NULL), LW_OK);
    assert_int_equal(lw_scene_add_shape(scene, "robot", "plate", &plate, at, NULL), LW_OK);
    at.position = (vec3){lw_random_between(random, 0.6, 1.2), 0.5, 0.3};
    assert_int_equal(lw_scene_add_obstacle(scene, "one", &plate, at, NULL), LW_OK);
    at.position = (vec3){-1, lw_random_between(random, -1, 1), -0.5};
    if (!alone)
        assert_int_equal(lw_scene_add_obstacle(scene, "other", &plate, at, NULL), LW_OK);
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    return scene;
}

/* near a contact, slabs turn */
static void test_turning_slabs(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally counts = {0};
    size_t contacts = 0;
    int rounds = test_rounds(200, 5000);
    for (int round = 0; round < rounds; round++) {
        lw_scene *scene = plate_world(&random, false);
        double from = lw_random_between(&random, -3, 3);
        double to = lw_random_between(&random, -3, 3);
        contacts +=
            segment_holds(scene, &from, &to, LW_METHOD_SLAB, &random, &counts) == LW_VERDICT_CONTACT;
        lw_scene_destroy(scene);
    }
    assert_true(contacts > (size_t)rounds / 8 && counts.turns > (size_t)rounds / 8);
}

/* Balls near each other in any direction, one of which slides a little: the spheres about them show
 * more of a gap than the boxes do. */
static void test_balls(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally counts = {0};
    for (int round = 0; round < 300; round++) {
        lw_scene *scene = NULL;
        lw_shape_def ball = lw_default_shape();
        ball.radius = 1;
        lw_joint_def joint = lw_default_joint();
        joint.name = "joint";
        joint.parent = "base";
        joint.child = "ball";
        joint.kind = LW_JOINT_PRISMATIC;
        joint.axis = random_direction(&random);
        lw_pose at = lw_pose_identity();
        assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
        assert_int_equal(lw_scene_set_margin(scene, 0.05, NULL), LW_OK);
        assert_int_equal(lw_scene_add_robot(scene, "robot", at, NULL), LW_OK);
        assert_int_equal(lw_scene_add_link(scene, "robot", "base", NULL), LW_OK);
        assert_int_equal(lw_scene_add_link(scene, "robot", "ball", NULL), LW_OK);
        assert_int_equal(lw_scene_add_joint(scene, "robot", &joint, NULL), LW_OK);
        assert_int_equal(lw_scene_add_shape(scene, "robot", "ball", &ball, at, NULL), LW_OK);
        for (int i = 0; i < 3; i++) {
            char id[32];
            snprintf(id, sizeof id, "ball%d", i);
            at.position = scale(lw_random_between(&random, 2.1, 3), random_direction(&random));
            assert_int_equal(lw_scene_add_obstacle(scene, id, &ball, at, NULL), LW_OK);
        }
        assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
        double ends[2] = {0, 0.02};
        segment_holds(scene, &ends[0], &ends[1], LW_METHOD_SLAB, &random, &counts);
        lw_scene_destroy(scene);
    }
    assert_true(counts.rules[LW_CLAIM_TRAVEL] > 300);
}

/* ---- the function that takes them -------------------------------------------------------------- */

/* an arm of the random worlds and motions of it */
typedef struct subject {
    bench b;
    world_motion *motions[WATCHED];
    const lw_motion *list[WATCHED];
} subject;

static void begin(subject *s, uint64_t seed)
{
    uint64_t motions[MOTIONS];
    s->b = (bench){.random = {seed}};
    furnished_world(&s->b, motions);
    while (lw_scene_pair_count(s->b.world->scene) < 8 ||
           lw_scene_pair_count(s->b.world->scene) > WATCHED_PAIRS) {
        furnished_drop(&s->b);
        furnished_world(&s->b, motions);
    }
    for (size_t i = 0; i < WATCHED; i++) {
        s->motions[i] = world_motion_create(s->b.world);
        furnished_motion(s->b.world, motions[i], s->motions[i]);
        s->list[i] = s->motions[i]->motion;
    }
}

static void end(subject *s)
{
    for (size_t i = 0; i < WATCHED; i++)
        world_motion_free(s->motions[i]);
    furnished_drop(&s->b);
}

/* any status ends the check with that status, and the next check is as ever */
static void test_refused(void **state)
{
    (void)state;
    static const lw_status refusals[] = {LW_ERROR_FILE, LW_ERROR_STOPPED, LW_ERROR_MEMORY,
                                         LW_ERROR_NOTICE};
    int ended = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        subject s;
        begin(&s, seed);
        const lw_scene *scene = s.b.world->scene;
        for (size_t i = 0; i < WATCHED; i++) {
            claim_list whole = {0};
            lw_check_options options = lw_default_check_options();
            lw_verdict plain = lw_default_verdict();
            lw_verdict verdict = lw_default_verdict();
            options.claim = take;
            options.claim_context = &whole;
            assert_int_equal(lw_check(s.b.checker, s.list[i], &options, &plain, NULL), LW_OK);
            for (size_t at = 1; at <= whole.calls; at += 1 + whole.calls / 7) {
                claim_list list = {.fail_at = at, .status = refusals[at % 4]};
                lw_error error = {0};
                options.claim_context = &list;
                assert_int_equal(lw_check(s.b.checker, s.list[i], &options, &verdict, &error),
                                 list.status);
                assert_int_equal(error.status, list.status);
                size_t bodies[2];
                lw_scene_pair(scene, whole.claims.items[at - 1].pair, bodies);
                for (int k = 0; k < 2; k++)
                    assert_non_null(strstr(error.message, lw_scene_body_name(scene, bodies[k])));
                assert_int_equal(list.calls, at);
                ended++;
                empty(&list);
                options.claim = NULL;
                options.method = LW_METHOD_SLAB;
                assert_int_equal(lw_check(s.b.checker, s.list[i], &options, &verdict, NULL), LW_OK);
                assert_true(same_verdict(&plain, &verdict));
                options.method = LW_METHOD_AUTO;
                options.claim = take;
            }
            empty(&whole);
        }
        end(&s);
    }
    assert_true(ended > 50);
}

/* of many motions the error names the one, and threads change nothing; some attach and release objects
 */
static void test_many(void **state)
{
    (void)state;
    size_t stages = 0;
    for (uint64_t seed = 11; seed <= 16; seed++) {
        subject s;
        begin(&s, seed);
        const lw_scene *scene = s.b.world->scene;
        claim_list alone[WATCHED] = {{.calls = 0}};
        lw_verdict verdicts[WATCHED];
        for (size_t i = 1; i < WATCHED; i += 2)
            furnished_payloads(&s.b.random, s.b.world, s.motions[i]);
        verdicts[0] = lw_default_verdict();
        lw_check_options options = lw_default_check_options();
        options.claim = take;
        for (size_t i = 0; i < WATCHED; i++) {
            options.claim_context = &alone[i];
            verdicts[i] = lw_default_verdict();
            assert_int_equal(lw_check(s.b.checker, s.list[i], &options, &verdicts[i], NULL), LW_OK);
        }
        options.claim = take_of_many;
        for (unsigned threads = 1; threads <= 3; threads++) {
            claim_list many[WATCHED] = {{.calls = 0}};
            options.claim_context = many;
            assert_int_equal(lw_check_many(scene, s.list, WATCHED, &options, threads, verdicts, NULL),
                             LW_OK);
            for (size_t i = 0; i < WATCHED; i++) {
                assert_true(same_list(&alone[i], &many[i]));
                for (size_t k = 0; k < many[i].claims.count; k++)
                    assert_int_equal(many[i].claims.items[k].motion, i);
                empty(&many[i]);
            }
            size_t refused = seed % WATCHED;
            many[refused] = (claim_list){.fail_at = 2, .status = LW_ERROR_FILE};
            lw_error error = {0};
            char name[32];
            snprintf(name, sizeof name, "motion %zu", refused);
            bool fails = alone[refused].calls >= 2;
            assert_int_equal(lw_check_many(scene, s.list, WATCHED, &options, threads, verdicts, &error),
                             fails ? LW_ERROR_FILE : LW_OK);
            assert_true(!fails || strstr(error.message, name));
            for (size_t i = 0; i < WATCHED; i++)
                empty(&many[i]);
        }
        for (size_t i = 0; i < WATCHED; i++) {
            for (size_t k = 0; k < alone[i].claims.count; k++)
                stages += alone[i].claims.items[k].stage > 0;
            empty(&alone[i]);
        }
        end(&s);
    }
    assert_true(stages > 20);
}

static lw_status count(void *context, const lw_claim *claim)
{
    (void)claim;
    ++*(size_t *)context;
    return LW_OK;
}

/* the check itself makes claims: not the clearance, not near misses, not samples */
static void test_only_the_check(void **state)
{
    (void)state;
    size_t brackets = 0;
    for (uint64_t seed = 21; seed <= 26; seed++) {
        subject s;
        begin(&s, seed);
        lw_clearance *near = calloc(lw_scene_pair_count(s.b.world->scene), sizeof *near);
        for (size_t i = 0; i < WATCHED; i++) {
            size_t calls[4] = {0};
            lw_check_options options = lw_default_check_options();
            lw_verdict verdict = lw_default_verdict();
            options.claim = count;
            options.claim_context = &calls[0];
            assert_int_equal(lw_check(s.b.checker, s.list[i], &options, &verdict, NULL), LW_OK);
            options.clearance = true;
            options.claim_context = &calls[1];
            assert_int_equal(lw_check(s.b.checker, s.list[i], &options, &verdict, NULL), LW_OK);
            brackets += verdict.clearance.pair[0] >= 0 || verdict.self_clearance.pair[0] >= 0;
            options.claim_context = &calls[2];
            size_t found;
            assert_int_equal(
                lw_near_misses(s.b.checker, s.list[i], 0.1, &options, near, SIZE_MAX, &found, NULL),
                LW_OK);
            options.method = LW_METHOD_SAMPLED;
            options.claim_context = &calls[3];
            assert_int_equal(lw_check(s.b.checker, s.list[i], &options, &verdict, NULL), LW_OK);
            assert_int_equal(calls[1], calls[0]);
            assert_int_equal(calls[2] + calls[3], 0);
        }
        free(near);
        end(&s);
    }
    assert_true(brackets > 5);
}

/* memory that runs out ends the check, and nothing is left behind */
static void test_memory(void **state)
{
    (void)state;
    size_t failures = 0;
    for (uint64_t seed = 31; seed <= 34; seed++) {
        subject s;
        begin(&s, seed);
        for (size_t i = 0; i < WATCHED; i++) {
            size_t calls = 0;
            lw_check_options options = lw_default_check_options();
            lw_verdict plain = lw_default_verdict();
            options.method = LW_METHOD_SLAB;
            assert_int_equal(lw_check(s.b.checker, s.list[i], &options, &plain, NULL), LW_OK);
            options.method = LW_METHOD_AUTO;
            options.claim = count;
            options.claim_context = &calls;
            bool failed = true;
            for (size_t n = 1; failed; n++) {
                lw_checker *checker = new_checker(s.b.world);
                lw_verdict verdict = lw_default_verdict();
                lw_error error = {0};
                allocation_fail(n);
                lw_status status = lw_check(checker, s.list[i], &options, &verdict, &error);
                failed = allocation_failed();
                allocation_fail(0);
                assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
                assert_int_equal(error.status, status);
                failures += failed;
                /* a claim that could not be made is forgotten */
                lw_clearance near[WATCHED_PAIRS];
                size_t found[2];
                assert_int_equal(
                    lw_near_misses(checker, s.list[i], 0.1, NULL, near, SIZE_MAX, &found[0], NULL),
                    LW_OK);
                assert_int_equal(
                    lw_near_misses(s.b.checker, s.list[i], 0.1, NULL, near, SIZE_MAX, &found[1], NULL),
                    LW_OK);
                assert_int_equal(found[0], found[1]);
                assert_int_equal(lw_check(checker, s.list[i], &options, &verdict, NULL), LW_OK);
                assert_true(same_verdict(&plain, &verdict));
                lw_checker_destroy(checker);
            }
        }
        end(&s);
    }
    assert_true(failures > 4);
}

/* ---- the plane --------------------------------------------------------------------------------- */

/* one to three triangles on a planar joint, among obstacles */
static lw_scene *plane_world(lw_random *random)
{
    lw_scene *scene = NULL;
    lw_joint_def joint = lw_default_joint();
    lw_shape_def shape = lw_default_shape();
    double corners[9] = {0};
    joint.name = "joint";
    joint.parent = "base";
    joint.child = "body";
    joint.kind = LW_JOINT_PLANAR;
    joint.axis = (lw_vec3){0, 0, 1};
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = corners;
    shape.vertex_count = 3;
    shape.rounding = lw_random_below(random, 2) ? 0.05 : 0;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    assert_int_equal(lw_scene_set_dimension(scene, 2, NULL), LW_OK);
    lw_pose base = lw_pose_from_rpy((lw_vec3){1, 2, 0}, 0, 0, lw_random_between(random, -3, 3));
    assert_int_equal(lw_scene_add_robot(scene, "robot", base, NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "base", NULL), LW_OK);
    assert_int_equal(lw_scene_add_link(scene, "robot", "body", NULL), LW_OK);
    assert_int_equal(lw_scene_add_joint(scene, "robot", &joint, NULL), LW_OK);
    uint32_t own = 1 + lw_random_below(random, 3);
    for (uint32_t i = 0; i < own + 4; i++) {
        for (int k = 0; k < 3; k++) {
            corners[3 * k] = cos(2.1 * k) * lw_random_between(random, 0.2, 0.6);
            corners[3 * k + 1] = sin(2.1 * k) * lw_random_between(random, 0.2, 0.6);
        }
        double out = i < own ? 0.4 : 3;
        lw_vec3 place = {lw_random_between(random, -out, out), lw_random_between(random, -out, out), 0};
        lw_pose at = lw_pose_from_rpy(place, 0, 0, lw_random_between(random, -3, 3));
        char name[] = "obstacle0";
        name[8] = (char)('0' + i);
        assert_int_equal(i < own ? lw_scene_add_shape(scene, "robot", "body", &shape, at, NULL)
                                 : lw_scene_add_obstacle(scene, name, &shape, at, NULL),
                         LW_OK);
    }
    assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
    assert_non_null(scene->frozen->flat);
    return scene;
}

/* Where auto does not make claims, those of the method slab are made, of expanded those of bisection;
 * the verdict is of the same kind with claims and without. */
static void other_search_holds(lw_scene *scene, const double *from, const double *to, lw_method method,
                               lw_verdict_kind kind)
{
    lw_checker *checker = new_checker(&(world){.scene = scene});
    lw_motion *motion = NULL;
    lw_check_options options = lw_default_check_options();
    claim_list lists[2] = {0};
    assert_int_equal(lw_motion_create(scene, &motion, NULL), LW_OK);
    assert_int_equal(lw_motion_set_segment(motion, NULL, from, to, NULL), LW_OK);
    for (int i = 0; i < 2; i++) {
        lw_verdict verdict = lw_default_verdict();
        options.method = i ? method : LW_METHOD_SLAB;
        options.claim = take;
        options.claim_context = &lists[i];
        assert_int_equal(lw_check(checker, motion, &options, &verdict, NULL), LW_OK);
        assert_int_equal(verdict.kind, kind);
        options.claim = NULL;
        assert_int_equal(lw_check(checker, motion, &options, &verdict, NULL), LW_OK);
        assert_int_equal(verdict.kind, kind);
    }
    assert_true(kind != LW_VERDICT_FREE || lists[1].claims.count > 0);
    if (method == LW_METHOD_AUTO)
        assert_true(same_list(&lists[0], &lists[1]));
    empty(&lists[0]);
    empty(&lists[1]);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
}

static void test_plane(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    tally counts = {0};
    size_t kinds[3] = {0};
    int rounds = test_rounds(300, 10000);
    for (int round = 0; round < rounds; round++) {
        lw_scene *scene = plane_world(&random);
        double ends[6];
        for (int i = 0; i < 6; i++)
            ends[i] = lw_random_between(&random, -3, 3);
        lw_verdict_kind kind = segment_holds(scene, ends, ends + 3, LW_METHOD_SLAB, &random, &counts);
        kinds[kind]++;
        other_search_holds(scene, ends, ends + 3, LW_METHOD_AUTO, kind);
        other_search_holds(scene, ends, ends + 3, LW_METHOD_BISECTION, kind);
        lw_scene_destroy(scene);
    }
    assert_true(kinds[LW_VERDICT_FREE] > (size_t)rounds / 8 &&
                kinds[LW_VERDICT_CONTACT] > (size_t)rounds / 8);
}

static void test_two_convex_bodies(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t kinds[3] = {0};
    int rounds = test_rounds(200, 5000);
    for (int round = 0; round < rounds; round++) {
        lw_scene *scene = plate_world(&random, true);
        tally counts = {0};
        double from = lw_random_between(&random, -1.5, 1.5);
        double to = lw_random_between(&random, -1.5, 1.5);
        assert_int_equal(lw_scene_pair_count(scene), 1);
        lw_verdict_kind kind = segment_holds(scene, &from, &to, LW_METHOD_BISECTION, &random, &counts);
        kinds[kind]++;
        other_search_holds(scene, &from, &to, LW_METHOD_AUTO, kind);
        other_search_holds(scene, &from, &to, LW_METHOD_EXPANDED, kind);
        lw_scene_destroy(scene);
    }
    assert_true(kinds[LW_VERDICT_FREE] > (size_t)rounds / 8 &&
                kinds[LW_VERDICT_CONTACT] > (size_t)rounds / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_furnished_worlds),
        cmocka_unit_test(test_meshes_in_pieces),
        cmocka_unit_test(test_turning_slabs),
        cmocka_unit_test(test_balls),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_only_the_check),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_plane),
        cmocka_unit_test(test_two_convex_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
