/* A program for gdb: it sets one of each struct that gdb/leeway.py prints, and stops in show. It is
 * compiled with debug information for all of them, whatever the library has. test_gdb.sh compares the
 * output of gdb. */
#include <stdio.h>
#include <stdlib.h>

#include "io/text/json.h"
#include "lanes/lanes.h"
#include "math/pose.h"

typedef struct printed {
    const lw_frozen *frozen;
    const lw_motion *motion;
    lw_pair pair, links;
    lw_verdict free, contact, undecided, leaves;
    lw_block block, states;
    const lw_value *value;
    lw_pose upright, turned;
    pose matrix, half_turn;
} printed;

/* Where gdb stops. */
__attribute__((noinline)) static void show(const printed *it)
{
    printf("%zu bodies\n", it->frozen->body_count);
}

/* gdb stops here again, with a pair and no scene in any frame. */
__attribute__((noinline)) static void show_alone(const lw_pair *pair)
{
    printf("body %d\n", pair->a);
}

static void succeed(lw_status status, const lw_error *error)
{
    if (status) {
        fprintf(stderr, "%s\n", error->message);
        exit(1);
    }
}

/* Two poses of bodies 0 to 2 that leave a rest: a pair, an obstacle, and the crowd. */
static lw_block block_of(const double *values, lw_block_rest rest[3])
{
    static lw_lane_joint joints[] = {{.variable = 0}, {.variable = -1}, {.variable = 1}};
    static lw_lane_body bodies[3];
    static lw_lane_pair pairs[] = {{.a = 0, .b = 2}, {.a = 1, .b = 2}};
    static lw_lane_obstacle obstacles[] = {{.body = 5}};
    rest[0] = (lw_block_rest){.pair = 1, .intervals = 0x45};
    rest[1] = (lw_block_rest){.pair = LW_NO_LANE_PAIR, .body = 2, .intervals = 2};
    rest[2] = (lw_block_rest){.pair = LW_NO_LANE_PAIR, .obstacle = LW_CROWD, .intervals = 0x7f};
    return (lw_block){.joints = joints,
                      .joint_count = 3,
                      .bodies = bodies,
                      .body_count = 3,
                      .pairs = pairs,
                      .pair_count = 2,
                      .obstacles = obstacles,
                      .obstacle_count = 1,
                      .values = values,
                      .rest = rest,
                      .rest_count = 3,
                      .rest_room = 8};
}

static lw_verdict verdict_of(lw_verdict_kind kind)
{
    lw_verdict verdict = lw_default_verdict();
    verdict.kind = kind;
    verdict.free_until = 0.25;
    verdict.pair[0] = verdict.pair[1] = -1;
    verdict.clearance.pair[0] = verdict.self_clearance.pair[0] = -1;
    return verdict;
}

static void set_verdicts(printed *it)
{
    it->free = verdict_of(LW_VERDICT_FREE);
    it->free.clearance = (lw_clearance){.pair = {0, 4}, .lower = 0.125, .upper = 0.126, .at = 0.75};
    it->free.pairs = 9;
    it->contact = verdict_of(LW_VERDICT_CONTACT);
    it->contact.time = 0.5;
    it->contact.pair[0] = 2;
    it->contact.pair[1] = 4;
    it->contact.contact = (lw_distance){
        .lower = -0.5, .upper = -0.25, .points = {v3(1, 2, 3), v3(1, 2, 2.5)}, .normal = v3(0, 0, 1)};
    it->undecided = verdict_of(LW_VERDICT_UNDECIDED);
    it->undecided.reason = LW_REASON_BUDGET;
    it->leaves = verdict_of(LW_VERDICT_LEAVES);
    it->leaves.time = 0.125;
    it->leaves.pair[0] = 0;
    it->leaves.pair[1] = 5;
}

int main(int argc, char **argv)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    if (argc != 2)
        return 2;
    lw_scene *scene = NULL;
    succeed(lw_scene_create(&scene, &error), &error);
    succeed(lw_scene_load(scene, argv[1], &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    char id[80];
    lw_motion_defaults defaults = lw_default_motion_defaults();
    succeed(lw_scene_motion_read(scene, 0, &defaults, motion, id, sizeof id, &error), &error);

    lw_document document = {.error = &error};
    static const char text[] =
        "{\"numbers\": [1, -0.1, 1e300],\n"
        " \"others\": {\"yes\": true, \"no\": false, \"none\": null, \"\\u001b[m\": []},\n"
        " \"text\": \"a \\\"\303\274\\\" and\\n\\u001b a line\",\n"
        " \"long\": "
        "\"--------10--------20--------30--------40--------50--------60--------70--------80-\"}";
    lw_value *value = NULL;
    succeed(lw_json_parse(&document, text, sizeof text - 1, 7, &value), &error);

    static double values[2 * LW_LANES];
    for (int i = 0; i < LW_LANES; i++) {
        values[i] = 0.125 * i;
        values[LW_LANES + i] = 10 + i;
    }
    lw_block_rest rest[3];
    printed it = {.frozen = scene->frozen, .motion = motion, .value = value};
    it.pair = lw_frozen_pair(it.frozen, lw_pair_id_of(0, 4));
    it.links = (lw_pair){.a = 0, .b = 1, .common = 2, .self = true, .margin = 0.001};
    it.block = block_of(values, rest);
    it.states = it.block;
    it.states.states = LW_ALL_POSES;
    it.upright = lw_pose_from_rpy(v3(1, -2, 3e-9), 0, 0, 0);
    it.turned = (lw_pose){.orientation = {0, 0, 0.6, -0.8}};
    it.matrix = lw_pose_in(lw_pose_from_rpy(v3(1, 2, 3), 3.1, 0, 0));
    it.half_turn = (pose){{v3(-1, 0, 0), v3(0, 1, 0), v3(0, 0, -1)}, v3(0, 0, 0)};
    set_verdicts(&it);
    show(&it);

    lw_document_free(&document);
    lw_motion_destroy(motion);
    motion = NULL;
    lw_pair pair = it.pair;
    lw_scene_destroy(scene);
    scene = NULL;
    show_alone(&pair);
    return 0;
}
