/* The boolean test of grown geometry: is any point of a link's mesh within x of a box? Leeway is timed
 * beside FCL's collide of the bare mesh with the box grown by x on each side, beside the distance query
 * that the test replaces, and beside the test of the simplified models. Links, boxes and configurations
 * are those of the data's problems (Panda). */
#include "common/measure.h"
#include "common/problems.h"
#include "peer_fcl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "body/grown/grown.h"
#include "body/grown/simplified.h"
#include "math/pose.h"
#include "motion/forward_kinematics.h"
#include "scene/obstacles.h"

enum { LAYERS = 8, MOST_PAIRS = 4096, PROBLEMS = 6, CASES = 3000, ROUNDS = 31 };

static const double THINNEST = 0.0025;

typedef enum contender { WITHIN, SIMPLIFIED, UNTIL, DISTANCE, FCL_BOX, FCL_MESH, CONTENDERS } contender;

static const char *const names[CONTENDERS] = {
    [WITHIN] = "grown test", [SIMPLIFIED] = "simplified",  [UNTIL] = "distance, ended",
    [DISTANCE] = "distance", [FCL_BOX] = "FCL, box grown", [FCL_MESH] = "as a mesh"};

/* A link and a box of a problem, with FCL's data for each layer: a thickness by which the box is grown.
 */
typedef struct link_and_box {
    const lw_geometry *link, *box;
    pose box_at;
    peer_fcl *grown[LAYERS], *mesh[LAYERS];
} link_and_box;

/* A link at a place on its way. */
typedef struct placed {
    link_and_box *pair;
    pose link_at, box_in_link;
    bool near[LAYERS]; /* the link's sphere reaches the box grown by the layer */
} placed;

typedef struct stage {
    lw_scene *scenes[PROBLEMS];
    size_t scene_count;
    link_and_box *pairs;
    size_t pair_count;
    placed *cases;
    size_t case_count;
    lw_random random;
} stage;

static double thickness(int layer)
{
    return ldexp(THINNEST, layer);
}

static peer_fcl_pose pose_out(pose at)
{
    const vec3 *columns = &at.rotation.x;
    peer_fcl_pose out;
    for (int i = 0; i < 3; i++) {
        out.rotation[i][0] = columns[i].x;
        out.rotation[i][1] = columns[i].y;
        out.rotation[i][2] = columns[i].z;
    }
    out.position[0] = at.position.x;
    out.position[1] = at.position.y;
    out.position[2] = at.position.z;
    return out;
}

/* ---- pairs and cases ------------------------------------------------------------------------- */

/* FCL's two bodies: the mesh, and the box grown by a layer. */
static peer_fcl *open_peer(const link_and_box *pair, int layer, bool as_mesh)
{
    const lw_part *part = &pair->box->parts[0];
    const vec3 half = part->shape.half;
    double grown = 2 * thickness(layer);
    peer_fcl_shape box = {.kind = PEER_FCL_BOX,
                          .size = {2 * half.x + grown, 2 * half.y + grown, 2 * half.z + grown},
                          .at = pose_out(part->at)};
    peer_fcl_shape link = {.kind = PEER_FCL_MESH,
                           .triangle_count = pair->link->triangle_count,
                           .at = pose_out(pose_identity())};
    double(*triangles)[3][3] = calloc(link.triangle_count, sizeof *triangles);
    for (uint32_t i = 0; triangles && i < pair->link->triangle_count; i++)
        for (int corner = 0; corner < 3; corner++) {
            triangles[i][corner][0] = pair->link->triangles[i][corner].x;
            triangles[i][corner][1] = pair->link->triangles[i][corner].y;
            triangles[i][corner][2] = pair->link->triangles[i][corner].z;
        }
    link.triangles = (const double(*)[3][3])triangles;
    const peer_fcl_pose poses[] = {pose_out(pose_identity()), pose_out(pair->box_at)};
    peer_fcl *peer =
        triangles ? peer_fcl_create(2, (peer_fcl_options){.boxes_as_meshes = as_mesh}) : NULL;
    bool made = peer && peer_fcl_add(peer, 0, true, &link) && peer_fcl_add(peer, 1, false, &box);
    if (made) {
        peer_fcl_pair(peer, 0, 1);
        made = peer_fcl_freeze(peer, poses);
    }
    free(triangles);
    if (!made) {
        peer_fcl_destroy(peer);
        return NULL;
    }
    return peer;
}

static bool add_pair(stage *s, const lw_geometry *link, const lw_obstacle *obstacle)
{
    const lw_geometry *box = obstacle->body.geometry;
    if (s->pair_count == MOST_PAIRS || !link->triangle_count || box->part_count != 1 ||
        box->parts[0].shape.core != LW_CORE_BOX || box->parts[0].shape.radius > 0)
        return true;
    link_and_box *pair = &s->pairs[s->pair_count++];
    *pair = (link_and_box){.link = link, .box = box, .box_at = obstacle->body.local};
    for (int i = 0; i < LAYERS; i++) {
        pair->grown[i] = open_peer(pair, i, false);
        pair->mesh[i] = open_peer(pair, i, true);
        if (!pair->grown[i] || !pair->mesh[i])
            return false;
    }
    return true;
}

/* Whether the sphere of the link comes within a distance of the box. */
static bool is_near(const placed *c, double distance)
{
    const lw_geometry *link = c->pair->link;
    vec3 center = transform_back(c->pair->box_at, transform(c->link_at, link->center));
    const lw_node *root = &c->pair->box->nodes[0];
    vec3 gap = max3(sub(abs3(sub(center, root->center)), root->half), v3(0, 0, 0));
    return norm(gap) <= distance + link->radius;
}

/* Adds cases of one problem: random times of its motions, and all links that are near some box at the
 * thickest layer. */
static bool add_cases(stage *s, const bench_set *set, const bench_problem *problem, size_t most)
{
    lw_scene *scene = bench_open_scene(set, problem);
    if (!scene)
        return false;
    s->scenes[s->scene_count++] = scene;
    const lw_frozen *frozen = scene->frozen;
    size_t first = s->pair_count;
    for (size_t a = 0; a < frozen->moving_count; a++)
        for (size_t b = 0; b < frozen->obstacles.count; b++)
            if (!add_pair(s, frozen->moving[a].geometry, lw_obstacle_at(&frozen->obstacles, b)))
                return false;
    lw_error error;
    lw_motion *motion = NULL;
    lw_arena arena = {0};
    lw_kinematics kinematics;
    bool good = !lw_motion_create(scene, &motion, &error) &&
                !lw_kinematics_create(&arena, scene, &kinematics, &error);
    for (size_t tries = 0; good && s->case_count < most && tries < 100 * CASES; tries++) {
        const bench_motion *m = &problem->motions[lw_random_below(&s->random, problem->motion_count)];
        const lw_joints *joints = lw_scene_joints(scene, NULL, NULL, &error);
        good = !lw_motion_set_segment(motion, joints, m->from, m->to, &error);
        if (!good || s->pair_count == first)
            break;
        lw_kinematics_sample(&kinematics, motion, 0, lw_random_between(&s->random, 0, 1), 0);
        link_and_box *pair = &s->pairs[first + lw_random_below(&s->random, s->pair_count - first)];
        placed c = {.pair = pair};
        for (size_t a = 0; a < frozen->moving_count; a++)
            if (frozen->moving[a].geometry == pair->link)
                c.link_at = kinematics.bodies[a];
        c.box_in_link = relative(c.link_at, pair->box_at);
        for (int i = 0; i < LAYERS; i++)
            c.near[i] = is_near(&c, thickness(i));
        if (c.near[LAYERS - 1])
            s->cases[s->case_count++] = c;
    }
    lw_arena_free(&arena);
    lw_motion_destroy(motion);
    return good;
}

/* ---- contenders ------------------------------------------------------------------------------ */

static bool ask(placed *c, contender who, int layer)
{
    double x = thickness(layer);
    link_and_box *pair = c->pair;
    if (who == FCL_BOX || who == FCL_MESH) {
        const peer_fcl_pose poses[] = {pose_out(c->link_at), pose_out(pair->box_at)};
        return peer_fcl_touches(who == FCL_BOX ? pair->grown[layer] : pair->mesh[layer], poses);
    }
    if (who == WITHIN)
        return lw_geometry_within(pair->link, pair->box, c->box_in_link, x, NULL);
    if (who == SIMPLIFIED)
        return lw_simplified_within(pair->link, pair->box, c->box_in_link, x, NULL);
    const lw_query query = {.b_in_a = c->box_in_link,
                            .enough = who == UNTIL ? x : HUGE_VAL,
                            .touch = who == UNTIL ? x : -1};
    lw_bracket bracket;
    uint32_t elements[2];
    lw_geometry_distance(pair->link, pair->box, &query, NULL, &bracket, elements);
    return !(bracket.lower > x);
}

/* The time of a sweep over the cases that are near at a layer, in an order. */
static double sweep(stage *s, const size_t *order, size_t count, contender who, int layer, size_t *yes)
{
    double begin = bench_work();
    *yes = 0;
    for (size_t i = 0; i < count; i++)
        *yes += ask(&s->cases[order[i]], who, layer);
    return bench_work() - begin;
}

static void shuffle(lw_random *random, size_t *order, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = lw_random_below(random, i);
        size_t last = order[i - 1];
        order[i - 1] = order[k];
        order[k] = last;
    }
}

static void measure_layer(stage *s, int layer, bench_table *table)
{
    size_t order[CASES];
    size_t count = 0;
    for (size_t i = 0; i < s->case_count; i++)
        if (s->cases[i].near[layer])
            order[count++] = i;
    double times[CONTENDERS][ROUNDS];
    double ratios[CONTENDERS][ROUNDS];
    size_t yes[CONTENDERS] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        shuffle(&s->random, order, count);
        /* one sweep's data in the caches help the next one: contenders take turns at random */
        size_t turns[CONTENDERS] = {WITHIN, SIMPLIFIED, UNTIL, DISTANCE, FCL_BOX, FCL_MESH};
        shuffle(&s->random, turns, CONTENDERS);
        for (int turn = 0; turn < CONTENDERS; turn++)
            times[turns[turn]][round] =
                sweep(s, order, count, (contender)turns[turn], layer, &yes[turns[turn]]);
        for (int who = 0; who < CONTENDERS; who++)
            ratios[who][round] = times[WITHIN][round] / times[who][round];
    }
    bench_row(table, "%g mm", 1e3 * thickness(layer));
    bench_cell(table, "%zu", count);
    bench_cell(table, "%zu", yes[WITHIN]);
    for (int who = 0; who < CONTENDERS; who++) {
        double time = bench_median(times[who], ROUNDS) / (double)count * 1e9;
        if (who == WITHIN)
            bench_cell(table, "%.0f", time);
        else
            bench_cell(table, "%.0f /%.2f", time, bench_median(ratios[who], ROUNDS));
    }
    bench_cell(table, "%zu", yes[FCL_BOX]);
    bench_cell(table, "%zu", yes[SIMPLIFIED]);
}

static void close_stage(stage *s)
{
    for (size_t i = 0; i < s->pair_count; i++)
        for (int k = 0; k < LAYERS; k++) {
            peer_fcl_destroy(s->pairs[i].grown[k]);
            peer_fcl_destroy(s->pairs[i].mesh[k]);
        }
    for (size_t i = 0; i < s->scene_count; i++)
        lw_scene_destroy(s->scenes[i]);
    free(s->pairs);
    free(s->cases);
}

int main(void)
{
    if (!bench_data()) {
        fputs("LEEWAY_DATA is not set: there are no links and boxes to test\n", stderr);
        return 0;
    }
    bench_set set;
    if (!bench_load("panda", BENCH_ALL, 1, &set))
        return 1;
    static bench_table table;
    stage s = {.pairs = calloc(MOST_PAIRS, sizeof *s.pairs),
               .cases = calloc(CASES, sizeof *s.cases),
               .random = {20261123}};
    bool good = s.pairs && s.cases;
    for (size_t i = 0; good && i < PROBLEMS && i < set.count; i++)
        good = add_cases(&s, &set, &set.problems[i * set.count / PROBLEMS], CASES * (i + 1) / PROBLEMS);
    if (good) {
        printf("%zu cases: a link of the Panda and a box; ns a test, / the grown test's share of it\n",
               s.case_count);
        bench_row(&table, "within");
        bench_cell(&table, "cases");
        bench_cell(&table, "within");
        for (int who = 0; who < CONTENDERS; who++)
            bench_cell(&table, "%s", names[who]);
        bench_cell(&table, "FCL: within");
        bench_cell(&table, "simplified: within");
        for (int layer = 0; layer < LAYERS; layer++)
            measure_layer(&s, layer, &table);
        bench_print(&table);
    }
    close_stage(&s);
    bench_free(&set);
    return good ? 0 : 1;
}
