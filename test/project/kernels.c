/* A program of the kernels alone: blocks of poses and of states, states by themselves, distances of
 * convex shapes and of polygons, on random input from a fixed seed. It prints a fingerprint of all bits
 * that each kernel gives. It is built for this processor with and without the library's code for wide
 * registers (SIMD), and for another kind of processor: test_kernels.sh checks that all print the same.
 * Therefore it needs nothing but the C library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "distance/distance.h"
#include "distance/plane/planar.h"
#include "math/wide.h"
#include "random_block.h"
#include "shape/polytope_support.h"

/* ---- fingerprints ------------------------------------------------------------------------------ */

/* FNV-1a, of eight bytes at a time */
static uint64_t fingerprint = 0xcbf29ce484222325u;

static void add_whole(uint64_t value)
{
    fingerprint = (fingerprint ^ value) * 0x100000001b3u;
    fingerprint ^= fingerprint >> 29;
}

/* Processors agree on which results are no numbers, but not on their bits. */
static void add_number(double value)
{
    uint64_t bits = UINT64_MAX;
    if (!isnan(value))
        memcpy(&bits, &value, sizeof bits);
    add_whole(bits);
}

static void add_vector(vec3 v)
{
    add_number(v.x);
    add_number(v.y);
    add_number(v.z);
}

static void add_floats(const lw_floats *floats, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < LW_LANES; k++)
            add_number((double)floats[i][k]);
}

static void print(const char *what)
{
    printf("%s: %016llx\n", what, (unsigned long long)fingerprint);
}

static void add_poses(const block_scene *s)
{
    add_floats(&s->frames[0].x.x, 12 * (JOINTS + 1));
    for (size_t i = 0; i < s->block.posed->compound_count; i++)
        for (int k = 0; k < 6; k++)
            add_number((double)s->boxes[i][k]);
}

/* Returns the number of intervals, or states, that are left. */
static uint64_t add_rest(const block_scene *s)
{
    uint64_t count = 0;
    add_whole(s->block.rest_count);
    for (size_t i = 0; i < s->block.rest_count; i++) {
        add_whole(s->rest[i].pair);
        add_whole(s->rest[i].body);
        add_whole(s->rest[i].obstacle);
        add_whole(s->rest[i].intervals);
        add_whole(s->rest[i].meets);
        for (unsigned bits = s->rest[i].intervals; bits; bits &= bits - 1)
            count++;
    }
    add_floats(&s->centers[0].x, 3 * CENTERS);
    return count;
}

/* Returns whether there is a hit. */
static bool add_hit(const lw_block *block)
{
    add_whole(block->has_hit);
    if (!block->has_hit)
        return false;
    const lw_block_hit *hit = &block->hit;
    add_whole(hit->body);
    add_whole(hit->obstacle);
    add_whole((uint64_t)hit->lane);
    add_number((double)hit->square);
    add_number((double)hit->reach);
    return true;
}

/* Proves blocks of poses, tries their rest once more in a block of its last part, and proves states. */
static void test_blocks(lw_random *random, double size, const char *what)
{
    static block_scene s;
    uint64_t left[3] = {0};
    int hits = 0;
    for (int round = 0; round < 150; round++) {
        make_block_scene(random, size, &s);
        lw_block_pose(&s.block);
        lw_block_seek_obstacles(&s.block);
        hits += add_hit(&s.block);
        lw_block_place(&s.block);
        add_poses(&s);
        lw_block_prove_obstacles(&s.block);
        lw_block_prove_pairs(&s.block);
        left[0] += add_rest(&s);
        add_whole((uint64_t)lw_block_nearest_pose(&s.block, s.rest, s.block.rest_count));
        size_t count = s.block.rest_count;
        memcpy(s.left, s.rest, sizeof s.rest);
        for (int i = 0; i < JOINTS; i++)
            for (int k = 0; k < LW_LANES; k++)
                s.values[i][k] = s.values[i][0] + (s.values[i][7] - s.values[i][6]) * k / 7;
        s.block.posed = &s.joints_alone;
        lw_block_pose(&s.block);
        s.block.rest_count = 0;
        lw_block_prove_rest(&s.block, s.left, count);
        left[1] += add_rest(&s);
        s.block.posed = &s.each;
        lw_block_pose(&s.block);
        lw_block_place(&s.block);
        add_poses(&s);
        s.block.rest_count = 0;
        lw_block_prove_states(&s.block);
        left[2] += add_rest(&s);
    }
    fprintf(stderr, "%s: %llu intervals are left, then %llu, and %llu states\n", what,
            (unsigned long long)left[0], (unsigned long long)left[1], (unsigned long long)left[2]);
    fprintf(stderr, "%s: %d are hits\n", what, hits);
    print(what);
}

/* ---- states by themselves ---------------------------------------------------------------------- */

/* A state by itself leaves the same rest as a block of that state. */
static void test_lone(lw_random *random, double size, const char *what)
{
    static block_scene s;
    uint64_t left = 0;
    for (int round = 0; round < 500;) {
        lw_arena arena = {0};
        lw_lone *lone = NULL;
        make_block_scene(random, size, &s);
        if (lw_lone_create(&arena, &s.block, &lone, NULL))
            exit(2);
        if (lone) {
            round++;
            if (!lone_is_as_block(&s, lone)) {
                fprintf(stderr, "%s: a state by itself leaves something else than a block of it\n",
                        what);
                exit(1);
            }
            left += add_rest(&s);
        }
        lw_arena_free(&arena);
    }
    fprintf(stderr, "%s: %llu are left\n", what, (unsigned long long)left);
    print(what);
}

/* ---- distances --------------------------------------------------------------------------------- */

static void test_distances(lw_random *random)
{
    static polytope memory[2];
    for (int round = 0; round < 4000; round++) {
        lw_convex a = some_convex(random, 1, &memory[0]);
        lw_convex b = some_convex(random, 1, &memory[1]);
        lw_warm_start warm = {0};
        pose at = some_place(random, 3);
        for (int step = 0; step < 3; step++) {
            lw_bracket found;
            lw_convex_distance(&a, &b, &at, step ? &warm : NULL, &found);
            add_number(found.lower);
            add_number(found.upper);
            add_vector(found.points[0]);
            add_vector(found.points[1]);
            add_vector(found.normal);
            at.position = scale(0.8, at.position);
        }
    }
    print("distances");
}

static void test_supports(lw_random *random)
{
    static polytope p;
    for (int round = 0; round < 4000; round++) {
        make_polytope(random, 1, &p);
        if (round % 4 == 0) /* several are equally far */
            for (int i = 0; i < POINTS; i++)
                for (int k = 0; k < 3; k++)
                    p.blocks[i / 8].each[k][i % 8] = floor(2 * p.blocks[i / 8].each[k][i % 8]);
        pose at = some_place(random, 1);
        uint32_t vertex;
        add_vector(
            lw_polytope_support(&p.own, round % 3 ? some_vector(random, 1) : v3(1, 0, 0), &vertex));
        add_whole(vertex);
        lw_polytope_block posed[POINTS / 8];
        lw_polytope_pose_blocks(&at, p.blocks, p.own.block_count, posed);
        for (uint32_t i = 0; i < 8 * p.own.block_count; i++)
            add_vector(lw_block_point(posed, i));
    }
    print("supports");
}

/* ---- the plane --------------------------------------------------------------------------------- */

/* Vertices on an ellipse, one after the other, from places along the edges of a square. */
static lw_polygon *some_polygon(lw_random *random)
{
    enum { MOST = 40 };
    static const double corners[5][2] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    double vertices[2 * MOST];
    uint32_t count = 1 + lw_random_below(random, MOST);
    for (uint32_t i = 0; i < count; i++) {
        double place = 4 * (i + lw_random_between(random, 0, 0.8)) / count;
        int edge = (int)place;
        double x = corners[edge][0] + (place - edge) * (corners[edge + 1][0] - corners[edge][0]);
        double y = corners[edge][1] + (place - edge) * (corners[edge + 1][1] - corners[edge][1]);
        double by = 1 / sqrt(x * x + y * y);
        vertices[2 * i] = by * x;
        vertices[2 * i + 1] = 0.7 * by * y;
    }
    lw_polygon *out = NULL;
    if (lw_polygon_create(vertices, count, lw_random_below(random, 2) ? 0 : 0.1, &out, NULL))
        exit(2);
    return out;
}

static lw_pose2 some_pose2(lw_random *random, double size)
{
    vec3 p = some_vector(random, size);
    vec3 d = some_vector(random, 1);
    double by = 1 / sqrt(d.x * d.x + d.y * d.y);
    return (lw_pose2){p.x, p.y, by * d.x, by * d.y};
}

static void add_separation(const lw_separation *s)
{
    add_number(s->lower);
    add_number(s->upper);
    add_number(s->depth);
    add_vector(v3(s->normal.x, s->normal.y, 0));
    for (int i = 0; i < 2; i++)
        add_vector(v3(s->points[i].x, s->points[i].y, 0));
}

static void test_plane(lw_random *random)
{
    for (int round = 0; round < 2000; round++) {
        lw_polygon *a = some_polygon(random);
        lw_polygon *b = some_polygon(random);
        lw_pose2 at_a = some_pose2(random, 1);
        lw_polygon_memory memory = {0};
        lw_polygon_features features = {0};
        for (int step = 0; step < 4; step++) {
            lw_pose2 at = some_pose2(random, 3);
            lw_separation s;
            add_whole(lw_polygon_touches(a, at_a, b, at));
            add_number(lw_polygon_distance(a, at_a, b, at, &memory));
            lw_polygon_track(a, at_a, b, at, &features, &s);
            add_separation(&s);
            lw_polygon_separation(a, at_a, b, at, NULL, &s);
            add_separation(&s);
        }
        lw_polygon_destroy(a);
        lw_polygon_destroy(b);
    }
    print("polygons");
}

int main(void)
{
    lw_random random = {20240607};
    fprintf(stderr, "wide registers: %s\n", lw_has_wide() ? "yes" : "no");
    test_blocks(&random, 1, "blocks");
    test_blocks(&random, 1e-3, "blocks of a millimetre");
    test_blocks(&random, 1e18, "blocks whose squares overflow");
    test_lone(&random, 1, "states by themselves");
    test_lone(&random, 1e-3, "states of a millimetre");
    test_lone(&random, 1e18, "states whose squares overflow");
    test_distances(&random);
    test_supports(&random);
    test_plane(&random);
    return 0;
}
