/* A program of the kernels alone: blocks of poses and of states, distances of convex shapes and of
 * polygons, on random input from a fixed seed. It prints a fingerprint of all bits that each of them
 * gives. It is built for this processor, once more without what the library has for wide registers, and
 * for another kind of processor: test_kernels.sh checks that all print the same. So it stands on
 * nothing but the C library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "distance/distance.h"
#include "distance/planar.h"
#include "lanes/block.h"
#include "math/wide.h"
#include "shape/polytope_support.h"

enum {
    JOINTS = 9,
    BODIES = 6,
    BALLS = 70, /* of a body: more than a block tries pair by pair */
    HULLS = 4,
    POINTS = 24, /* of a hull, and of a polytope */
    OBSTACLES = 19,
    GROUPS = (OBSTACLES + LW_LANES - 1) / LW_LANES,
    PAIRS = BODIES * (BODIES - 1) / 2,
    REST = PAIRS + BODIES * OBSTACLES
};

/* ---- fingerprints ------------------------------------------------------------------------------ */

/* FNV-1a, of eight bytes at a time */
static uint64_t fingerprint = 0xcbf29ce484222325u;

static void add_whole(uint64_t value)
{
    fingerprint = (fingerprint ^ value) * 0x100000001b3u;
    fingerprint ^= fingerprint >> 29;
}

/* Processors agree on which results are no numbers, not on their bits. */
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

/* ---- random input ------------------------------------------------------------------------------ */

static float some(lw_random *random, double low, double high)
{
    return (float)lw_random_between(random, low, high);
}

static vec3 some_vector(lw_random *random, double size)
{
    double x = lw_random_between(random, -size, size);
    double y = lw_random_between(random, -size, size);
    return v3(x, y, lw_random_between(random, -size, size));
}

static mat3 some_rotation(lw_random *random)
{
    vec3 x = v3(1, 0, 0);
    vec3 y = v3(0, 1, 0);
    if (lw_random_below(random, 4)) {
        x = some_vector(random, 1);
        x = scale(1 / norm(x), x);
        y = cross(x, some_vector(random, 1));
        y = scale(1 / norm(y), y);
    }
    return (mat3){x, y, cross(x, y)};
}

static pose some_place(lw_random *random, double size)
{
    pose at;
    at.rotation = some_rotation(random);
    at.position = some_vector(random, size);
    return at;
}

static void set_floats(vec3 from, float to[3])
{
    to[0] = (float)from.x;
    to[1] = (float)from.y;
    to[2] = (float)from.z;
}

static lw_float_pose some_pose(lw_random *random, double size)
{
    pose from = some_place(random, size);
    lw_float_pose at;
    set_floats(from.rotation.x, at.x);
    set_floats(from.rotation.y, at.y);
    set_floats(from.rotation.z, at.z);
    set_floats(from.position, at.position);
    return at;
}

/* A polytope that is searched, of which nothing else is set. */
typedef struct polytope {
    lw_polytope own;
    vec3 vertices[POINTS];
    lw_polytope_block blocks[POINTS / 8];
} polytope;

static void make_polytope(lw_random *random, double size, polytope *out)
{
    memset(out, 0, sizeof *out);
    uint32_t count = 4 + lw_random_below(random, POINTS - 3);
    out->own.vertices = out->vertices;
    out->own.blocks = out->blocks;
    out->own.vertex_count = count;
    out->own.block_count = (count + 7) / 8;
    for (uint32_t i = 0; i < 8 * out->own.block_count; i++) {
        lw_polytope_block *block = &out->blocks[i / 8];
        if (i < count) {
            vec3 p = some_vector(random, size);
            out->vertices[i] = p;
            out->own.center = add_scaled(out->own.center, 1.0 / count, p);
            out->own.extent = greater(out->own.extent, norm(p));
        }
        uint32_t vertex = i < count ? i : i - i % 8;
        block->vertex[i % 8] = vertex;
        block->each[0][i % 8] = out->vertices[vertex].x;
        block->each[1][i % 8] = out->vertices[vertex].y;
        block->each[2][i % 8] = out->vertices[vertex].z;
    }
}

static lw_convex some_convex(lw_random *random, double size, polytope *memory)
{
    lw_convex shape = {.core = (lw_core)lw_random_below(random, LW_CORE_COUNT)};
    shape.radius = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, size / 4);
    vec3 half = abs3(some_vector(random, size));
    if (shape.core != LW_CORE_POINT && shape.core != LW_CORE_TRIANGLE && shape.core != LW_CORE_POLYTOPE)
        shape.half = half;
    if (shape.core == LW_CORE_CYLINDER || shape.core == LW_CORE_CONE)
        shape.half.y = shape.half.x;
    if (shape.core == LW_CORE_SEGMENT)
        shape.half.x = shape.half.y = 0;
    for (int i = 0; i < 3 && shape.core == LW_CORE_TRIANGLE; i++)
        shape.triangle[i] = some_vector(random, size);
    if (shape.core == LW_CORE_POLYTOPE) {
        make_polytope(random, size, memory);
        shape.polytope = &memory->own;
    }
    return shape;
}

/* ---- blocks ------------------------------------------------------------------------------------ */

/* A body's balls and hulls. */
typedef struct solid {
    lw_grouped_cover cover;
    lw_ball balls[BALLS];
    lw_ball_group groups[BALLS];
    lw_lane_hull hulls[2][HULLS]; /* and slices */
    lw_part parts[2][HULLS];
    polytope polytopes[2][HULLS];
    float points[2][HULLS][POINTS][3];
} solid;

/* A block, and all that it points to. */
typedef struct scene {
    lw_block block;
    lw_lane_joint joints[JOINTS];
    lw_lane_body bodies[BODIES];
    lw_lane_pair pairs[PAIRS];
    solid solids[BODIES];
    uint8_t reasons[BODIES * (BODIES + OBSTACLES)];
    lw_lane_obstacle obstacles[OBSTACLES];
    lw_floats boxes_of_obstacles[6 * GROUPS];
    float values[JOINTS][LW_LANES];
    int32_t quarters[JOINTS][LW_LANES];
    float needs[BODIES];
    lw_lane_frame frames[JOINTS];
    lw_lane_frame placed[BODIES];
    lw_lane_vec centers[BODIES * (1 + 2 * BALLS)];
    uint32_t made[BODIES * (1 + 2 * BALLS)];
    float boxes[BODIES][6];
    uint32_t all_joints[JOINTS], all_bodies[BODIES];
    lw_lane_set all;
    lw_block_rest rest[REST];
    lw_block_rest left[REST];
} scene;

static void set_joints(lw_random *random, double size, scene *s)
{
    for (int i = 0; i < JOINTS; i++) {
        lw_lane_joint *joint = &s->joints[i];
        bool is_tree = lw_random_below(random, 3) == 0;
        joint->parent = is_tree ? (int32_t)lw_random_below(random, (uint32_t)i + 1) - 1 : i - 1;
        joint->kind = (lw_elementary_kind)lw_random_below(random, 3);
        joint->before = some_pose(random, 0.3 * size);
        bool turns = joint->kind == LW_ELEMENTARY_REVOLUTE;
        double reach = turns ? 0.7854 : 0.3 * size;
        float from = some(random, -reach, reach);
        float to = lw_random_below(random, 4) ? some(random, -reach, reach) : from;
        int32_t quarters = (int32_t)lw_random_below(random, 4);
        for (int k = 0; k < LW_LANES; k++) {
            s->values[i][k] = from + (to - from) * (float)k / 7;
            s->quarters[i][k] = quarters;
        }
    }
}

static lw_ball some_ball(lw_random *random, double away, double size)
{
    lw_ball ball;
    set_floats(some_vector(random, away), ball.center);
    ball.radius = some(random, 0, size);
    return ball;
}

static void set_hull(lw_random *random, double size, solid *of, int which, int i)
{
    lw_part *part = &of->parts[which][i];
    lw_lane_hull *hull = &of->hulls[which][i];
    part->shape = some_convex(random, 0.1 * size, &of->polytopes[which][i]);
    part->at = some_place(random, 0.1 * size);
    hull->part = part;
    hull->points = of->points[which][i];
    hull->point_count = lw_random_below(random, 3) ? 1 + lw_random_below(random, POINTS) : 0;
    for (uint32_t k = 0; k < hull->point_count; k++)
        set_floats(some_vector(random, 0.1 * size), hull->points[k]);
    hull->radius = some(random, 0, 0.02 * size);
    hull->around = some_ball(random, 0.05 * size, 0.2 * size);
}

static void set_bodies(lw_random *random, double size, scene *s)
{
    uint32_t center = 0;
    for (int i = 0; i < BODIES; i++) {
        solid *of = &s->solids[i];
        lw_lane_body *body = &s->bodies[i];
        body->joint = (int32_t)lw_random_below(random, JOINTS + 1) - 1;
        body->has_local = lw_random_below(random, 2);
        body->local = some_pose(random, 0.1 * size);
        body->cover = &of->cover;
        of->cover.balls = of->balls;
        of->cover.count = 1 + lw_random_below(random, lw_random_below(random, 6) ? 20 : BALLS);
        of->cover.around = some_ball(random, 0.1 * size, 0.3 * size);
        for (uint32_t k = 0; k < of->cover.count; k++)
            of->balls[k] = some_ball(random, 0.1 * size, 0.05 * size);
        of->cover.groups = of->groups;
        of->cover.group_count = 0;
        for (uint32_t k = 0; k < of->cover.count;) {
            uint32_t end = k + 1 + lw_random_below(random, of->cover.count - k);
            lw_ball ball = some_ball(random, 0.1 * size, 0.2 * size);
            of->groups[of->cover.group_count++] = (lw_ball_group){ball, k, end};
            k = end;
        }
        for (int which = 0; which < 2; which++)
            for (int k = 0; k < HULLS; k++)
                set_hull(random, size, of, which, k);
        body->hulls = of->hulls[0];
        body->hull_count = size > 1e9 ? 0 : lw_random_below(random, HULLS + 1);
        body->slices = of->hulls[1];
        body->slice_count = lw_random_below(random, HULLS + 1);
        body->first_center = center;
        center += 1 + of->cover.count + of->cover.group_count;
        s->needs[i] = some(random, 0, 0.05 * size);
    }
}

static int32_t common_joint(const scene *s, int32_t a, int32_t b)
{
    while (a != b)
        if (a > b)
            a = s->joints[a].parent;
        else
            b = s->joints[b].parent;
    return a;
}

static void set_pairs(lw_random *random, double size, scene *s)
{
    uint32_t count = 0;
    for (uint32_t b = 1; b < BODIES; b++)
        for (uint32_t a = 0; a < b; a++) {
            lw_lane_pair *pair = &s->pairs[count++];
            *pair = (lw_lane_pair){.a = a, .b = b};
            pair->common = common_joint(s, s->bodies[a].joint, s->bodies[b].joint);
            pair->by_boxes = lw_random_below(random, 2);
            pair->need = some(random, 0, 0.02 * size);
        }
}

static void set_obstacles(lw_random *random, double size, scene *s)
{
    for (int i = 0; i < OBSTACLES; i++) {
        lw_lane_obstacle *o = &s->obstacles[i];
        lw_float_pose at = some_pose(random, size);
        memcpy(o->x, at.x, sizeof o->x);
        memcpy(o->y, at.y, sizeof o->y);
        memcpy(o->z, at.z, sizeof o->z);
        memcpy(o->offset, at.position, sizeof o->offset);
        for (int k = 0; k < 3; k++)
            o->half[k] = some(random, 0, 0.4 * size);
        o->loss = some(random, 0, 1e-6 * size);
        o->radius = lw_random_below(random, 2) ? some(random, 0, 0.2 * size) : 0;
        o->shape = (lw_lane_shape)lw_random_below(random, 3);
        o->body = (uint32_t)(BODIES + i);
    }
    for (int i = 0; i < LW_LANES * GROUPS; i++)
        for (int k = 0; k < 3; k++) {
            lw_floats *group = s->boxes_of_obstacles + (ptrdiff_t)6 * (i / LW_LANES);
            float low = some(random, -size, 0.5 * size);
            float high = low + some(random, 0, size);
            group[k][i % LW_LANES] = i < OBSTACLES ? low : HUGE_VALF;
            group[3 + k][i % LW_LANES] = i < OBSTACLES ? high : -HUGE_VALF;
        }
}

static void make_scene(lw_random *random, double size, scene *s)
{
    memset(s, 0, sizeof *s);
    set_joints(random, size, s);
    set_bodies(random, size, s);
    set_pairs(random, size, s);
    set_obstacles(random, size, s);
    for (uint32_t i = 0; i < JOINTS; i++)
        s->all_joints[i] = i;
    for (uint32_t i = 0; i < BODIES; i++)
        s->all_bodies[i] = i;
    s->all = (lw_lane_set){s->all_joints, JOINTS, s->all_bodies, BODIES};
    s->block = (lw_block){.joints = s->joints,
                          .joint_count = JOINTS,
                          .bodies = s->bodies,
                          .body_count = BODIES,
                          .pairs = s->pairs,
                          .pair_count = PAIRS,
                          .reasons = s->reasons,
                          .reason_count = BODIES + OBSTACLES,
                          .obstacles = s->obstacles,
                          .obstacle_count = OBSTACLES,
                          .obstacle_boxes = s->boxes_of_obstacles,
                          .values = s->values,
                          .quarters = s->quarters,
                          .needs = s->needs,
                          .posed = &s->all,
                          .states = 1 + lw_random_below(random, 255),
                          .frames = s->frames,
                          .placed = s->placed,
                          .centers = s->centers,
                          .centers_made = s->made,
                          .boxes = s->boxes,
                          .rest = s->rest,
                          .rest_room = REST};
    for (size_t i = 0; i < sizeof s->reasons; i++)
        s->reasons[i] = lw_random_below(random, 5) ? LW_PAIR_CHECKED : LW_PAIR_ADJACENT;
}

static void add_poses(const scene *s)
{
    add_floats(&s->frames[0].x.x, 12 * JOINTS);
    add_floats(&s->placed[0].x.x, 12 * BODIES);
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 6; k++)
            add_number((double)s->boxes[i][k]);
}

/* Returns how many intervals, or states, are left. */
static uint64_t add_rest(const scene *s)
{
    uint64_t count = 0;
    add_whole(s->block.rest_count);
    for (size_t i = 0; i < s->block.rest_count; i++) {
        add_whole(s->rest[i].pair);
        add_whole(s->rest[i].body);
        add_whole(s->rest[i].obstacle);
        add_whole(s->rest[i].intervals);
        for (unsigned bits = s->rest[i].intervals; bits; bits &= bits - 1)
            count++;
    }
    add_floats(&s->centers[0].x, 3 * BODIES * (1 + 2 * BALLS));
    return count;
}

/* What is left of a block is tried once more in a block of its last part; then states. */
static void test_blocks(lw_random *random, double size, const char *what)
{
    static scene s;
    uint64_t left[3] = {0};
    for (int round = 0; round < 150; round++) {
        make_scene(random, size, &s);
        lw_block_pose(&s.block);
        add_poses(&s);
        lw_block_prove_obstacles(&s.block);
        lw_block_prove_pairs(&s.block);
        left[0] += add_rest(&s);
        size_t count = s.block.rest_count;
        memcpy(s.left, s.rest, sizeof s.rest);
        for (int i = 0; i < JOINTS; i++)
            for (int k = 0; k < LW_LANES; k++)
                s.values[i][k] = s.values[i][0] + (s.values[i][7] - s.values[i][6]) * (float)k / 7;
        lw_block_pose(&s.block);
        s.block.rest_count = 0;
        lw_block_prove_rest(&s.block, s.left, count);
        left[1] += add_rest(&s);
        s.block.rest_count = 0;
        lw_block_prove_states(&s.block);
        left[2] += add_rest(&s);
    }
    fprintf(stderr, "%s: %llu intervals are left, then %llu, and %llu states\n", what,
            (unsigned long long)left[0], (unsigned long long)left[1], (unsigned long long)left[2]);
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
        if (round % 4 == 0) /* many that are equally far */
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

/* Vertices on an ellipse, one after the other: from places along the edges of a square. */
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
    test_distances(&random);
    test_supports(&random);
    test_plane(&random);
    return 0;
}
