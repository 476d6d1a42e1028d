/* Tests distance/distance.h: every pair of kinds of cores, with and without radius, at sizes from 1e-3
 * to 1e3, far, near, touching, overlapping, contained. The oracle is certify.h; for cores with vertices
 * also the least distance of all their triangles, edges and corners in long double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "certify.h"
#include "polytopes.h"
#include "seed.h"

static const char *const names[LW_CORE_COUNT] = {"point",    "segment", "triangle", "box",
                                                 "cylinder", "cone",    "polytope", "ellipsoid"};

typedef struct pair {
    lw_convex a, b;
    pose at;
    double size;
} pair;

/* Two shapes of about the same size, or of very different ones, at random poses. */
static pair random_pair(lw_random *random, lw_arena *arena, lw_core a, lw_core b)
{
    double size = pow(10, lw_random_between(random, -3, 3));
    double other = lw_random_below(random, 4) ? size : size * pow(10, lw_random_between(random, -2, 2));
    pair p = {random_shape(random, arena, a, size),
              random_shape(random, arena, b, other),
              {random_rotation(random), {0, 0, 0}},
              0};
    double reach = (size + other) * pow(10, lw_random_between(random, -1.5, 0.5));
    if (lw_random_below(random, 16))
        p.at.position = random_vector(random, reach);
    if (lw_random_below(random, 4) == 0) /* parallel faces in one plane, edges in one line */
        p.at.position.x = p.at.position.y = 0;
    if (lw_random_below(random, 64) == 0) { /* the same shape twice */
        p.b = p.a;
        p.at.rotation = lw_random_below(random, 2) ? mat3_identity() : p.at.rotation;
    }
    p.size = pair_size(&p.a, &p.b, p.at);
    return p;
}

static void check(const pair *p, const lw_bracket *bracket, double open, const char *what, int round)
{
    const char *wrong = certify(&p->a, &p->b, p->at, bracket, open);
    if (wrong)
        fail_msg("%s and %s, %s, round %d: %s: [%.17g, %.17g] of size %g", names[p->a.core],
                 names[p->b.core], what, round, wrong, bracket->lower, bracket->upper, p->size);
}

/* b moved along the normal so that the distance becomes gap. */
static void set_gap(pair *p, const lw_bracket *bracket, double gap)
{
    p->at.position = add_scaled(p->at.position, gap - bracket->upper, bracket->normal);
}

/* Calls a test for many random pairs of each kind, some of them moved close together. */
static void for_pairs(int rounds, void (*test)(const pair *p, const lw_bracket *bracket, int round))
{
    lw_random random = {test_seed()};
    for (int a = 0; a < LW_CORE_COUNT; a++)
        for (int b = 0; b < LW_CORE_COUNT; b++) {
            lw_arena arena = {0};
            for (int i = 0; i < rounds; i++) {
                pair p = random_pair(&random, &arena, (lw_core)a, (lw_core)b);
                lw_bracket bracket;
                lw_convex_distance(&p.a, &p.b, &p.at, NULL, &bracket);
                test(&p, &bracket, i);
                if (bracket.lower <= 0)
                    continue;
                set_gap(&p, &bracket, p.size * pow(10, lw_random_between(&random, -13, -1)));
                lw_convex_distance(&p.a, &p.b, &p.at, NULL, &bracket);
                test(&p, &bracket, i);
            }
            lw_arena_free(&arena);
        }
}

/* The number of brackets, and how many of them were wider than usual. */
static long bracket_count, wide_open;

static void certified(const pair *p, const lw_bracket *bracket, int round)
{
    check(p, bracket, RARELY_OPEN, "asked once", round);
    bracket_count++;
    wide_open += bracket->upper - bracket->lower > USUALLY_OPEN * p->size;
}

static void test_certified(void **state)
{
    (void)state;
    bracket_count = wide_open = 0;
    for_pairs(test_rounds(1000, 50000), certified);
    /* about one in ten thousand, all on rims and needles; ten times as many would be a fault */
    if (wide_open > bracket_count / 1000)
        fail_msg("%ld of %ld brackets are open", wide_open, bracket_count);
}

/* Moving b along a separating normal reduces the distance along the normal by that much; the offset of
 * the points across the normal stays. */
static void test_moved_near(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(300, 20000);
    for (int i = 0; i < rounds * LW_CORE_COUNT * LW_CORE_COUNT; i++) {
        lw_arena arena = {0};
        lw_core a = (lw_core)(i % LW_CORE_COUNT);
        lw_core b = (lw_core)(i / LW_CORE_COUNT % LW_CORE_COUNT);
        pair p = random_pair(&random, &arena, a, b);
        lw_bracket bracket;
        lw_convex_distance(&p.a, &p.b, &p.at, NULL, &bracket);
        if (bracket.lower > 0) {
            double across = sqrt(bracket.upper * bracket.upper - bracket.lower * bracket.lower);
            double gap = p.size * pow(10, lw_random_between(&random, -13, -1));
            set_gap(&p, &bracket, gap);
            lw_convex_distance(&p.a, &p.b, &p.at, NULL, &bracket);
            double most = sqrt(gap * gap + across * across);
            if (bracket.upper < gap - 2 * USUALLY_OPEN * p.size ||
                bracket.lower > most + 2 * USUALLY_OPEN * p.size)
                fail_msg("%s and %s, round %d: %g instead of %g", names[a], names[b], i, bracket.upper,
                         gap);
        }
        lw_arena_free(&arena);
    }
}

static pair swapped(const pair *p)
{
    pair q = {p->b, p->a, inverse(p->at), p->size};
    return q;
}

static void symmetric(const pair *p, const lw_bracket *bracket, int round)
{
    double open = 2 * RARELY_OPEN * p->size;
    lw_bracket other;
    pair q = swapped(p);
    lw_convex_distance(&q.a, &q.b, &q.at, NULL, &other);
    check(&q, &other, RARELY_OPEN, "swapped", round);
    if (fabs(other.upper - bracket->upper) > open)
        fail_msg("%s and %s, round %d: %g, swapped %g", names[p->a.core], names[p->b.core], round,
                 bracket->upper, other.upper);
    /* twice as large and twice as far: a factor of a power of two must not change a bit */
    q = *p;
    q.a.radius *= 2;
    q.b.radius *= 2;
    q.a.half = scale(2, q.a.half);
    q.b.half = scale(2, q.b.half);
    for (int i = 0; i < 3; i++) {
        q.a.triangle[i] = scale(2, q.a.triangle[i]);
        q.b.triangle[i] = scale(2, q.b.triangle[i]);
    }
    q.at.position = scale(2, q.at.position);
    if (p->a.polytope || p->b.polytope)
        return;
    lw_convex_distance(&q.a, &q.b, &q.at, NULL, &other);
    if (other.upper != 2 * bracket->upper || other.lower != 2 * bracket->lower)
        fail_msg("%s and %s, round %d: %g, twice as large %g", names[p->a.core], names[p->b.core],
                 round, bracket->upper, other.upper);
}

/* Polytopes that are hard to search: anywhere, brought into contact and past it, far away; with and
 * without a warm start from another pose. */
static void test_hard_polytopes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < test_rounds(400, 100000); i++) {
        lw_arena arena = {0};
        lw_convex a = random_polytope(&random, &arena);
        lw_convex b = random_polytope(&random, &arena);
        double far = lw_random_below(&random, 8) ? 1 : 1e6;
        pose at = {random_rotation(&random), random_vector(&random, 2 * far)};
        lw_warm_start memory = {0};
        for (int k = 0; k < 8; k++) {
            lw_bracket cold;
            lw_bracket warm;
            lw_convex_distance(&a, &b, &at, NULL, &cold);
            lw_convex_distance(&a, &b, &at, &memory, &warm);
            const char *wrong = certify(&a, &b, at, &cold, RARELY_OPEN);
            if (!wrong)
                wrong = certify(&a, &b, at, &warm, RARELY_OPEN);
            if (wrong)
                fail_msg("round %d, step %d: %s", i, k, wrong);
            double size = pair_size(&a, &b, at);
            assert_true(cold.lower <= warm.upper + 1e-14 * size);
            assert_true(warm.lower <= cold.upper + 1e-14 * size);
            if (!(cold.lower > 0))
                break;
            /* nearer, and in the end to within rounding of contact */
            at.position = add_scaled(at.position, -(k < 4 ? 0.9 : 1) * cold.upper, cold.normal);
        }
        lw_arena_free(&arena);
    }
}

static void test_symmetry(void **state)
{
    (void)state;
    for_pairs(test_rounds(200, 10000), symmetric);
}

/* A search that ends early gives a true bracket, on the right side of the limit. */
static void broken_off(const pair *p, const lw_bracket *exact, int round)
{
    lw_random random = {(uint64_t)round};
    double open = RARELY_OPEN * p->size;
    double asked = exact->upper * lw_random_between(&random, 0.25, 2);
    lw_bracket bracket;
    lw_convex_distance_until(&p->a, &p->b, &p->at, asked, asked, NULL, &bracket);
    check(p, &bracket, HUGE_VAL, "broken off", round);
    if (!(bracket.lower > asked) && !(bracket.upper <= asked) && bracket.upper - bracket.lower > open)
        fail_msg("%s and %s, round %d: [%g, %g] does not answer %g", names[p->a.core], names[p->b.core],
                 round, bracket.lower, bracket.upper, asked);
    lw_convex_distance_until(&p->a, &p->b, &p->at, asked, -1, NULL, &bracket);
    check(p, &bracket, HUGE_VAL, "broken off above", round);
    if (!(bracket.lower > asked) && bracket.upper - bracket.lower > open)
        fail_msg("%s and %s, round %d: [%g, %g] does not answer > %g", names[p->a.core],
                 names[p->b.core], round, bracket.lower, bracket.upper, asked);
}

static void test_until(void **state)
{
    (void)state;
    for_pairs(test_rounds(200, 10000), broken_off);
}

static void remembered(const pair *p, const lw_bracket *exact, int round)
{
    lw_random random = {(uint64_t)round};
    lw_warm_start memory = {0};
    lw_bracket bracket;
    pair q = *p;
    lw_convex_distance(&q.a, &q.b, &q.at, &memory, &bracket);
    assert_memory_equal(&bracket, exact, sizeof bracket);
    for (int step = 0; step < 4; step++) {
        q.at.position = add_scaled(q.at.position, 1, random_vector(&random, 0.01 * p->size));
        lw_convex_distance(&q.a, &q.b, &q.at, &memory, &bracket);
        check(&q, &bracket, RARELY_OPEN, "with memory", round);
        if (round % 8 == 0) /* a memory of another pair does no harm */
            for (int i = 0; i < 4; i++) {
                memory.vertex[0][i] = lw_random_below(&random, 200);
                memory.vertex[1][i] = lw_random_below(&random, 12);
                memory.count = lw_random_below(&random, 6);
            }
    }
}

static void test_memory(void **state)
{
    (void)state;
    for_pairs(test_rounds(200, 10000), remembered);
}

/* A shape's vertices by their indices. */
static uint32_t corners(const lw_convex *shape, vec3 out[100])
{
    vec3 h = shape->half;
    switch (shape->core) {
    case LW_CORE_SEGMENT:
        out[0] = v3(0, 0, -h.z);
        out[1] = v3(0, 0, h.z);
        return 2;
    case LW_CORE_TRIANGLE:
        memcpy(out, shape->triangle, 3 * sizeof *out);
        return 3;
    case LW_CORE_BOX:
        for (int i = 0; i < 8; i++)
            out[i] = v3(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
        return 8;
    case LW_CORE_POLYTOPE:
        memcpy(out, shape->polytope->vertices, shape->polytope->vertex_count * sizeof *out);
        return shape->polytope->vertex_count;
    case LW_CORE_POINT:
    case LW_CORE_CYLINDER: /* round: their only index is 0 */
    case LW_CORE_CONE:
    case LW_CORE_ELLIPSOID:
        break;
    }
    out[0] = v3(0, 0, 0);
    return 1;
}

/* Checks that the named vertices support the point: it lies in their hull. */
static void carries(const pair *p, const lw_bracket *bracket, int which, int round)
{
    const lw_convex *shape = which ? &p->b : &p->a;
    vec3 all[100];
    wide v[3];
    int count = bracket->features[which];
    bool round_core = lw_core_is_round(shape->core);
    if (bracket->lower <= 0 || round_core) {
        assert_true(count >= 0 && count <= 3 && (count == 0 || !round_core));
        return;
    }
    assert_true(count >= 1 && count <= 3);
    uint32_t limit = corners(shape, all);
    for (int i = 0; i < 3; i++) {
        uint32_t index = bracket->feature[which][i < count ? i : 0];
        assert_true(index < limit);
        v[i] = widen(all[index]);
        v[i] = which ? wide_transform(p->at, v[i]) : v[i];
    }
    long double off = wide_point_triangle(widen(bracket->points[which]), v[0], v[1], v[2]);
    if (fabsl(off - shape->radius) > 1e-13L * p->size)
        fail_msg("%s and %s, round %d: %d vertices miss point %d by %Lg", names[p->a.core],
                 names[p->b.core], round, count, which, off - shape->radius);
}

static void featured(const pair *p, const lw_bracket *bracket, int round)
{
    carries(p, bracket, 0, round);
    carries(p, bracket, 1, round);
}

static void test_features(void **state)
{
    (void)state;
    for_pairs(test_rounds(300, 10000), featured);
}

/* The least distance of all triangles, edges and corners of two hulls: it is the hulls' distance,
 * unless they overlap. */
static long double least(const pair *p)
{
    vec3 given[2][100];
    wide v[2][8];
    uint32_t count[2] = {corners(&p->a, given[0]), corners(&p->b, given[1])};
    long double best = HUGE_VALL;
    if (count[0] > 8 || count[1] > 8)
        return -1;
    for (int s = 0; s < 2; s++)
        for (uint32_t i = 0; i < count[s]; i++)
            v[s][i] = s ? wide_transform(p->at, widen(given[s][i])) : widen(given[s][i]);
    for (int s = 0; s < 2; s++)
        for (uint32_t i = 0; i < count[s]; i++)
            for (uint32_t j = i; j < count[s]; j++)
                for (uint32_t k = j; k < count[s]; k++)
                    for (uint32_t o = 0; o < count[1 - s]; o++)
                        best = fminl(best, wide_point_triangle(v[1 - s][o], v[s][i], v[s][j], v[s][k]));
    for (uint32_t i = 0; i < count[0]; i++)
        for (uint32_t j = i + 1; j < count[0]; j++)
            for (uint32_t k = 0; k < count[1]; k++)
                for (uint32_t o = k + 1; o < count[1]; o++)
                    best = fminl(best, wide_segments(v[0][i], v[0][j], v[1][k], v[1][o]));
    return best;
}

static void brute(const pair *p, const lw_bracket *bracket, int round)
{
    if (lw_core_is_round(p->a.core) || lw_core_is_round(p->b.core))
        return;
    long double core = least(p);
    long double expected = core - p->a.radius - p->b.radius;
    if (core < 0 || (bracket->upper == 0 && core > 0 && expected <= 1e-14L * p->size))
        return;
    /* where the cores overlap their triangles may still be apart; certify.h has checked that the two
     * points coincide */
    if (bracket->upper == 0)
        return;
    if (bracket->lower > expected || fabsl(bracket->upper - expected) > 1e-12L * p->size)
        fail_msg("%s and %s, round %d: [%.17g, %.17g], but it is %.17Lg", names[p->a.core],
                 names[p->b.core], round, bracket->lower, bracket->upper, expected);
}

static void test_brute_force(void **state)
{
    (void)state;
    for_pairs(test_rounds(30, 2000), brute);
}

static void test_known(void **state)
{
    (void)state;
    /* cubes with edges 2, faces 1 apart */
    lw_convex cube = {.core = LW_CORE_BOX, .half = {1, 1, 1}};
    lw_bracket bracket;
    lw_convex_distance(&cube, &cube, &(pose){mat3_identity(), {3, 0, 0}}, NULL, &bracket);
    assert_true(bracket.upper == 1 && bracket.lower > 1 - 1e-12 && bracket.normal.x == 1);
    /* corners (1, 1, 1) and (2, 2, 2) */
    lw_convex_distance(&cube, &cube, &(pose){mat3_identity(), {3, 3, 3}}, NULL, &bracket);
    assert_true(fabs(bracket.upper - sqrt(3)) < 1e-15);
    assert_true(bracket.features[0] == 1 && bracket.feature[0][0] == 7);
    assert_true(bracket.features[1] == 1 && bracket.feature[1][0] == 0);
    /* balls of radius 1 and 2, 5 apart at the centres */
    lw_convex small = {.core = LW_CORE_POINT, .radius = 1};
    lw_convex large = {.core = LW_CORE_POINT, .radius = 2};
    lw_convex_distance(&small, &large, &(pose){mat3_identity(), {0, 5, 0}}, NULL, &bracket);
    assert_true(bracket.upper == 2 && bracket.points[0].y == 1 && bracket.points[1].y == 3);
    /* they meet at 3 and are contained at 0 */
    lw_convex_distance(&small, &large, &(pose){mat3_identity(), {0, 3, 0}}, NULL, &bracket);
    assert_true(bracket.upper == 0 && bracket.lower == 0);
    const pose same = pose_identity();
    lw_convex_distance(&small, &large, &same, NULL, &bracket);
    assert_true(bracket.upper == 0 && bracket.lower == 0);
    /* a cone's tip under a cylinder's cap */
    lw_convex cone = {.core = LW_CORE_CONE, .half = {1, 0, 1}};
    lw_convex cylinder = {.core = LW_CORE_CYLINDER, .half = {1, 0, 0.5}};
    lw_convex_distance(&cone, &cylinder, &(pose){mat3_identity(), {0.25, 0, 2}}, NULL, &bracket);
    assert_true(fabs(bracket.upper - 0.5) < 1e-12 && fabs(bracket.normal.z - 1) < 1e-9);
}

/* Near contact, for bodies as thin as 1e-8: where the nearest face of a simplex seems to lack the
 * support point, or to be a little farther than before, the search tries all faces. */
static const double round_vertices[] = {
    -0x1.096bcdf6c8765p-2, 0x1.f12c29e859f84p-2,  0x1.5a6cd6efe5d2ep-3,  0x1.73205665dbb17p-2,
    0x1.791451c139663p-2,  -0x1.25d97175e498cp-6, -0x1.00b88360c3052p-2, 0x1.0c784247c4cebp-1,
    0x1.0b7e3c13599dfp-4,  0x1.5a39bbd170575p-6,  0x1.770366d0f45b4p-2,  -0x1.e529cfdf23235p-2,
    0x1.e663fde6b772bp-3,  0x1.d7000b4ad2335p-2,  -0x1.081c84bc9151dp-2, -0x1.9a5d01504d6bep-2,
    -0x1.df3c7c7880e52p-3, -0x1.02620da88bdfep-3, -0x1.da7fdff51add8p-3, 0x1.b8146cfe8ec39p-2,
    -0x1.381ada753c27dp-2, 0x1.b9b4445a8834cp-2,  -0x1.112e0fedadce8p-3, 0x1.950ffe5bd2a21p-5,
    -0x1.0f099a26ab9f5p-4, 0x1.21252e9884d28p-1,  -0x1.0b9255456933p-2,  0x1.810660d8c8ff9p-2,
    -0x1.494ee52b45c4ep-2, 0x1.8ab259c4987fbp-4,  0x1.15cab1366d659p-3,  -0x1.4fd87582b0a2dp-4,
    -0x1.1702fc9569c97p-1, -0x1.78fdc82de42dbp-2, 0x1.6a4e2bbbc2e33p-2,  0x1.49f679bcada4cp-5,
    -0x1.a012ff13f70b8p-3, 0x1.43ded8fe477c3p-2,  -0x1.b579513ea4a64p-2, 0x1.4824542d978e1p-7,
    0x1.aeb990a5c92f3p-4,  -0x1.23b7211313106p-1, -0x1.aec99911c366p-2,  0x1.4666eb680b68ep-3,
    -0x1.bc337f8e7e19p-4,  -0x1.63299ea95a07cp-3, -0x1.de42b155391e5p-2, -0x1.4d784a2d61b84p-2,
    -0x1.8663e0d4a3063p-4, -0x1.7212a4095a2d9p-2, -0x1.d8291c525d2f8p-2, -0x1.af76de5a1aaecp-4,
    0x1.38eca2296d84cp-1,  -0x1.cccb0bba65e1cp-4,
};
static const double flat_vertices[] = {
    -0x1.26be1bdf7d34fp-15, 0x1.7d2ed01cce568p-3,   -0x1.398aa227f02aap-26, -0x1.b9b5252c216e3p-14,
    -0x1.42374ae043752p-1,  0x1.07b4cab0e0b3fp-26,  0x1.5c492e4e6fb66p-14,  0x1.0b54ca5942d9dp-1,
    -0x1.398aa227f02abp-26, 0x1.286a5d40b5c1ep-15,  -0x1.046c5506c9f1fp-2,  0x1.398aa227f02abp-26,
    0x1.1e3f2be77a1f2p-14,  0x1.dadddbd656bcfp-1,   -0x1.e586b3abe9854p-27, -0x1.a490878938bd7p-14,
    0x1.ee9101bf8b915p-3,   -0x1.398aa227f02abp-26, 0x1.07a57b8fd6541p-16,  0x1.aa48832ecfd04p-1,
    -0x1.398aa227f02abp-26, 0x1.8bc6232304835p-14,  0x1.dadddbd656bdp-1,    0x1.8293a4a8c5b56p-27,
    0x1.7ec399944e472p-14,  0x1.88c5eee5b419p-1,    0x1.398aa227f02aap-26,  -0x1.8b9e2c36e19bp-15,
    0x1.cfb688fd3e11ap-2,   0x1.398aa227f02aap-26,  -0x1.b9b5252c216e3p-14, 0x1.12f00a872e906p-1,
    0x1.62fd316cc2d93p-28,  -0x1.d76252d3e382ap-16, 0x1.dadddbd656bdp-1,    0x1.10b699ed9c6eep-28,
    -0x1.9a1bf355423abp-17, -0x1.bf7a082593e66p-2,  0x1.398aa227f02abp-26,  0x1.91e3563f07523p-18,
    -0x1.dadddbd656bdp-1,   0x1.10f334c5ba6b8p-26,  -0x1.a10ffa7dc8fbp-14,  -0x1.dadddbd656bdp-1,
    0x1.96fa72d20e9a7p-31,  0x1.f12a619f4ef0bp-15,  0x1.d2cac01cf6718p-1,   0x1.398aa227f02abp-26,
    -0x1.b9b5252c216e3p-14, 0x1.33845d26bc1a7p-4,   0x1.12f56a9c5f7e8p-26,  0x1.5c1779fa47c48p-16,
    -0x1.dadddbd656bcfp-1,  -0x1.6e429d2a77afbp-28, 0x1.30c03d07e7ff3p-14,  0x1.54a72e2e74733p-1,
    -0x1.398aa227f02abp-26, 0x1.77ae8c6877ffp-14,   0x1.dadddbd656bdp-1,    0x1.01f17359f1c2bp-26,
    -0x1.02aa3ebbc1314p-14, -0x1.dadddbd656bcfp-1,  -0x1.f1cace3c32a73p-29, -0x1.7e7d79e1a43e5p-16,
    -0x1.dadddbd656bdp-1,   -0x1.9a8caa482b0e8p-28, -0x1.b9b5252c216e3p-14, -0x1.152f93af696bp-1,
    -0x1.1787515a82602p-27, -0x1.b9b5252c216e3p-14, -0x1.b16b76ef43dcfp-2,  -0x1.d0f8b9af54d22p-27,
    0x1.e8e31a6344622p-15,  -0x1.dadddbd656bdp-1,   -0x1.07e8b78c066fep-33, -0x1.8c54ff80578f9p-15,
    -0x1.3c60d6bcc0b0dp-2,  0x1.398aa227f02abp-26,  -0x1.3b8a1b019fd48p-15, 0x1.1bf559515e84cp-1,
    0x1.398aa227f02aap-26,  -0x1.411d420c630dep-14, 0x1.dadddbd656bdp-1,    -0x1.dbdea48c43093p-28,
    0x1.b9b5252c216e3p-14,  0x1.fcfcc059380d5p-3,   -0x1.3d1e895d737bap-27, 0x1.b9b5252c216e3p-14,
    0x1.53b70605cdf04p-3,   -0x1.9d9b4eca526a5p-29,
};

static void test_thin(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_polytope *polytopes[2];
    assert_int_equal(
        lw_polytope_create(&arena, round_vertices, sizeof round_vertices / 24, &polytopes[0], NULL),
        LW_OK);
    assert_int_equal(
        lw_polytope_create(&arena, flat_vertices, sizeof flat_vertices / 24, &polytopes[1], NULL),
        LW_OK);
    lw_convex first = {.core = LW_CORE_POLYTOPE, .polytope = polytopes[0]};
    lw_convex second = {.core = LW_CORE_POLYTOPE, .polytope = polytopes[1]};
    const pose at = {{{0x1.a206a7f74c2fap-2, -0x1.54dfd02f2fee7p-1, 0x1.3fc8e685bfc88p-1},
                      {0x1.ce69e59a1736bp-3, -0x1.2db7794934d26p-1, -0x1.8d2c728d9f76cp-1},
                      {0x1.c4df5601538b2p-1, 0x1.d4aea9659402dp-2, -0x1.71a1ed5e1d2cp-4}},
                     {-0x1.d5b06f578d206p-2, -0x1.52f46c50974b3p-4, 0x1.2b66df322f691p-4}};
    lw_bracket bracket;
    lw_convex_distance(&first, &second, &at, NULL, &bracket);
    assert_true(bracket.lower == 0 && bracket.upper < 1e-12);
    lw_convex cone = {.core = LW_CORE_CONE, .half = {0x1.9a6b85b97c972p-27, 0, 0x1.a474e208e9192p-2}};
    lw_convex box = {.core = LW_CORE_BOX,
                     .half = {0x1.2cad7cfb1d226p-2, 0x1.96ba93a3080dcp-1, 0x1.441846ee0f16cp-1}};
    const pose there = {{{-0x1.9fede14ef5aa6p-2, 0x1.850911d655bfep-2, -0x1.a982347ba2b1fp-1},
                         {0x1.34f2d19e09abap-1, -0x1.2497c34bb2e38p-1, -0x1.1cc0c30073b34p-1},
                         {-0x1.5f5921de6d8ddp-1, -0x1.746b659e0c89ep-1, 0x1.787f417607p-9}},
                        {-0x1.30541b908a1p-4, -0x1.9b0ecdcab3b28p-1, -0x1.1838fcfaf8fecp+0}};
    lw_convex_distance(&cone, &box, &there, NULL, &bracket);
    assert_true(bracket.upper < 2.5e-11 && bracket.upper - bracket.lower < 1e-12);
    lw_arena_free(&arena);
}

/* Radii are subtracted from a bracket: its lower end is not above the exact difference, not even in the
 * last place. */
static void test_grown_bracket(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int i = 0; i < 2000; i++) {
        double lower = lw_random_between(&random, 1, 3);
        double radius[2] = {lw_random_between(&random, 0, 0.5), lw_random_between(&random, 0, 0.5)};
        lw_bracket bracket = {.lower = lower, .upper = lower, .normal = {1, 0, 0}};
        bracket.points[1] = v3(lower, 0, 0);
        lw_bracket_grow(&bracket, radius[0], radius[1]);
        long double truth = (long double)lower - radius[0] - radius[1];
        assert_true(bracket.lower <= truth && bracket.lower >= truth - 1e-14L);
        assert_true(bracket.upper >= bracket.lower && fabsl(bracket.upper - truth) <= 1e-14L);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_certified),      cmocka_unit_test(test_moved_near),
        cmocka_unit_test(test_hard_polytopes), cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_until),          cmocka_unit_test(test_memory),
        cmocka_unit_test(test_features),       cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_known),          cmocka_unit_test(test_grown_bracket),
        cmocka_unit_test(test_thin),
    };
    return cmocka_run_group_tests_name("distance", tests, NULL, NULL);
}
