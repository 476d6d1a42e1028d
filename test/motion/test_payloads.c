/* Tests payloads, the objects that robots attach and release at waypoints, by a hand that carries a cup
 * from a table: contacts that are permitted, to the waypoint; hand over; C and JSON; and refusals, with
 * their sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene/model.h"
#include "small_scene.h"
#include "verdicts.h"

enum { VALUES = 7, MOST_POINTS = 12, MOST_PAYLOADS = 4 };

/* A hand of a palm and two fingers that moves freely, a table whose top is at z = 0, and a cup that
 * stands on it, 80 mm wide and 100 mm high. The fingers touch the cup where the hand is above it at
 * 0.12. */
static const char *const hands[] = {"hand", "other"};

static lw_shape_def box_of(double x, double y, double z)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_BOX;
    shape.size = (lw_vec3){x, y, z};
    return shape;
}

static lw_pose at(double x, double y, double z)
{
    lw_pose pose = lw_pose_identity();
    pose.position = (lw_vec3){x, y, z};
    return pose;
}

static void add_hand(lw_scene *scene, const char *name, lw_error *e)
{
    const lw_shape_def palm = box_of(0.1, 0.1, 0.02);
    const lw_shape_def finger = box_of(0.01, 0.1, 0.1);
    lw_joint_def joint = joint_of("j", LW_JOINT_FLOATING, "world", "palm");
    lw_joint_def fixed = joint_of("f", LW_JOINT_FIXED, "palm", "fingers");
    joint.origin.position.x = fixed.origin.position.x = 0;
    succeed(lw_scene_add_robot(scene, name, lw_pose_identity(), e), e);
    succeed(lw_scene_add_link(scene, name, "world", e), e);
    succeed(lw_scene_add_link(scene, name, "palm", e), e);
    succeed(lw_scene_add_link(scene, name, "fingers", e), e);
    succeed(lw_scene_add_joint(scene, name, &joint, e), e);
    succeed(lw_scene_add_joint(scene, name, &fixed, e), e);
    succeed(lw_scene_add_shape(scene, name, "palm", &palm, lw_pose_identity(), e), e);
    succeed(lw_scene_add_shape(scene, name, "fingers", &finger, at(0.045, 0, -0.05), e), e);
    succeed(lw_scene_add_shape(scene, name, "fingers", &finger, at(-0.045, 0, -0.05), e), e);
}

static lw_scene *open_table(int hand_count)
{
    const lw_shape_def table = box_of(4, 4, 0.1);
    const lw_shape_def cup = box_of(0.08, 0.08, 0.1);
    lw_error e = {0};
    lw_scene *scene = new_scene();
    for (int i = 0; i < hand_count; i++)
        add_hand(scene, hands[i], &e);
    succeed(lw_scene_add_obstacle(scene, "table", &table, at(0, 0, -0.05), &e), &e);
    succeed(lw_scene_add_obstacle(scene, "cup", &cup, at(0, 0, 0.05), &e), &e);
    return scene;
}

/* A track of a hand through points, and its payloads. */
typedef struct way {
    lw_track track;
    double positions[MOST_POINTS * VALUES];
    double times[MOST_POINTS];
    lw_payload payloads[MOST_PAYLOADS];
} way;

static void begin_way(way *w, const lw_scene *scene, int hand)
{
    lw_error e = {0};
    memset(w, 0, sizeof *w);
    w->track = lw_default_track();
    w->track.joints = lw_scene_joints(scene, hands[hand], NULL, &e);
    w->track.positions = w->positions;
    w->track.payloads = w->payloads;
    assert_non_null(w->track.joints);
}

/* Goes on to a point, by a time where it is 0 or more. */
static void go(way *w, double x, double y, double z, double time)
{
    double *row = w->positions + w->track.point_count * VALUES;
    row[0] = x;
    row[1] = y;
    row[2] = z;
    row[6] = 1;
    if (time >= 0) {
        w->track.kind = LW_TRACK_TRAJECTORY;
        w->track.times = w->times;
        w->times[w->track.point_count] = time;
    }
    w->track.point_count++;
}

static const char *const fingers[] = {"fingers"};
static const char *const table[] = {"table"};

/* Attaches the cup to the palm at the last point. */
static lw_payload *take(way *w)
{
    lw_payload *payload = &w->payloads[w->track.payload_count++];
    *payload = lw_default_payload();
    payload->waypoint = w->track.point_count - 1;
    payload->object = "cup";
    payload->link = "palm";
    payload->touch_links = fingers;
    payload->touch_link_count = 1;
    payload->may_touch = table;
    payload->may_touch_count = 1;
    return payload;
}

static lw_payload *put(way *w)
{
    lw_payload *payload = take(w);
    payload->kind = LW_PAYLOAD_RELEASE;
    payload->link = NULL;
    payload->touch_links = NULL;
    payload->touch_link_count = 0;
    return payload;
}

/* Down to the cup, up with it, over to x = 0.5, down, and up without it: segments 0 to 4. */
static void pick_and_place(way *w, const lw_scene *scene)
{
    begin_way(w, scene, 0);
    go(w, 0, 0, 0.4, -1);
    go(w, 0, 0, 0.12, -1);
    take(w);
    go(w, 0, 0, 0.3, -1);
    go(w, 0.5, 0, 0.3, -1);
    go(w, 0.5, 0, 0.12, -1);
    put(w);
    go(w, 0.5, 0, 0.4, -1);
}

/* Checks tracks in a scene. */
static lw_verdict verdict_of(const lw_scene *scene, const lw_track *tracks, size_t count)
{
    lw_error e = {0};
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    succeed(lw_motion_create(scene, &motion, &e), &e);
    succeed(lw_checker_create(scene, &checker, &e), &e);
    succeed(lw_motion_set(motion, tracks, count, &e), &e);
    succeed(lw_check(checker, motion, &options, &verdict, &e), &e);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    return verdict;
}

static void expect_contact(const lw_scene *scene, const way *w, const char *a, const char *b,
                           double time, int64_t segment)
{
    lw_verdict verdict = verdict_of(scene, &w->track, 1);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    assert_string_equal(lw_scene_body_name(scene, (size_t)verdict.pair[0]), a);
    assert_string_equal(lw_scene_body_name(scene, (size_t)verdict.pair[1]), b);
    assert_near(verdict.time, time, 2e-4);
    assert_int_equal(verdict.segment, segment);
    assert_true(verdict.first);
}

/* ---- contacts that are permitted -------------------------------------------------------------------
 */

static void test_pick_and_place(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = open_table(1);
    succeed(lw_scene_freeze(scene, &e), &e);
    way w;
    pick_and_place(&w, scene);
    lw_verdict verdict = verdict_of(scene, &w.track, 1);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    assert_true(verdict.free_until == 1);
    /* the palm above the cup, and the fingers above the table, where the hand is lowest */
    assert_true(verdict.clearance.lower <= 0.01 && verdict.clearance.upper >= 0.01 - 1e-12);
    lw_scene_destroy(scene);
}

/* Each permission alone lets the bodies touch, on its segment and no longer. */
static void test_permissions(void **state)
{
    (void)state;
    static const char *const palm[] = {"palm"};
    lw_error e = {0};
    lw_scene *scene = open_table(1);
    succeed(lw_scene_freeze(scene, &e), &e);
    way w;

    /* the fingers reach the cup's top where the hand is at 0.2 */
    pick_and_place(&w, scene);
    w.payloads[0].touch_link_count = 0;
    expect_contact(scene, &w, "fingers", "cup", 0.2 * 0.2 / 0.28, 0);
    w.payloads[0].touch_links = palm;
    w.payloads[0].touch_link_count = 1;
    expect_contact(scene, &w, "fingers", "cup", 0.2 * 0.2 / 0.28, 0);

    /* the table that the cup rests on touches it at the waypoint where it is taken */
    pick_and_place(&w, scene);
    w.payloads[0].may_touch_count = 0;
    expect_contact(scene, &w, "cup", "table", 0.2, 1);
    /* the table touches it at the waypoint where it is put down, too */
    pick_and_place(&w, scene);
    w.payloads[1].may_touch_count = 0;
    expect_contact(scene, &w, "cup", "table", 0.8, 3);

    /* permissions end with their segments: the cup still on the table, the fingers still about the cup
     */
    pick_and_place(&w, scene);
    w.positions[2 * VALUES + 2] = 0.12;
    expect_contact(scene, &w, "cup", "table", 0.4, 2);
    pick_and_place(&w, scene);
    w.positions[3 * VALUES + 2] = 0.12;
    expect_contact(scene, &w, "cup", "table", 0.6, 2);
    pick_and_place(&w, scene);
    go(&w, 0.5, 0, 0.15, -1);
    memcpy(w.positions + 6 * VALUES, w.positions + 5 * VALUES, VALUES * sizeof(double));
    w.positions[5 * VALUES + 2] = 0.15;
    expect_contact(scene, &w, "fingers", "cup", 5 / 6.0, 5);
    /* permissions begin with their segments: the hand comes down to the cup a segment early */
    begin_way(&w, scene, 0);
    go(&w, 0, 0, 0.4, -1);
    go(&w, 0, 0, 0.15, -1);
    go(&w, 0, 0, 0.12, -1);
    take(&w);
    expect_contact(scene, &w, "fingers", "cup", 0.5 * 0.2 / 0.25, 0);
    lw_scene_destroy(scene);
}

/* The link that carries may touch before and after only where it is named. */
static void test_carrier(void **state)
{
    (void)state;
    static const char *const both[] = {"fingers", "palm"};
    lw_error e = {0};
    lw_scene *scene = open_table(1);
    succeed(lw_scene_freeze(scene, &e), &e);
    way w;
    pick_and_place(&w, scene);
    for (int k = 0; k < 6; k++)
        w.positions[k * VALUES + 2] -= 0.01; /* the palm on the cup, exactly or nearly */
    w.positions[1 * VALUES + 2] = w.positions[4 * VALUES + 2] = 0.109;
    expect_contact(scene, &w, "palm", "cup", 0.2 * 0.28 / 0.281, 0);
    w.payloads[0].touch_links = both;
    w.payloads[0].touch_link_count = 2;
    lw_verdict verdict = verdict_of(scene, &w.track, 1);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    lw_scene_destroy(scene);
}

/* A carried object meets obstacles that the hand alone would pass, and a released one is an obstacle.
 */
static void test_carried_and_put_down(void **state)
{
    (void)state;
    const lw_shape_def wall = box_of(0.02, 1, 0.15);
    lw_error e = {0};
    lw_scene *scene = open_table(1);
    succeed(lw_scene_add_obstacle(scene, "wall", &wall, at(0.25, 0, 0.075), &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    way w;
    pick_and_place(&w, scene);
    w.positions[2 * VALUES + 2] = w.positions[3 * VALUES + 2] = 0.26;
    /* the cup's bottom is 0.12 below the hand: at 0.14, under the wall's top */
    expect_contact(scene, &w, "cup", "wall", 0.4 + 0.2 * (0.2 / 0.5), 2);
    w.track.payload_count = 0;
    w.positions[1 * VALUES + 2] = w.positions[4 * VALUES + 2] = 0.3;
    assert_int_equal(verdict_of(scene, &w.track, 1).kind, LW_VERDICT_FREE);

    /* back to where the cup was put down */
    pick_and_place(&w, scene);
    go(&w, 0, 0, 0.4, -1);
    go(&w, 0, 0, 0.12, -1);
    go(&w, 0, 0, 0.4, -1);
    go(&w, 0.5, 0, 0.4, -1);
    go(&w, 0.5, 0, 0.18, -1);
    expect_contact(scene, &w, "fingers", "cup", 0.9 + 0.1 * (0.2 / 0.22), 9);
    lw_scene_destroy(scene);
}

/* At the first and last waypoint the time before the track and after it takes the place of a segment.
 */
static void test_ends(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = open_table(2);
    succeed(lw_scene_freeze(scene, &e), &e);
    way ways[2];
    lw_track tracks[2];
    /* the other hand moves from 0 to 10, far away */
    begin_way(&ways[1], scene, 1);
    go(&ways[1], 0, 1, 0.4, 0);
    go(&ways[1], 0, 1, 0.5, 10);
    for (int reach = 0; reach < 3; reach++) {
        begin_way(&ways[0], scene, 0);
        go(&ways[0], 0, 0, 0.12, 2);
        lw_payload *taken = take(&ways[0]);
        go(&ways[0], 0, 0, 0.3, 3);
        go(&ways[0], 0.5, 0, 0.3, 4);
        go(&ways[0], 0.5, 0, 0.12, 5);
        lw_payload *given = put(&ways[0]);
        if (reach == 1)
            taken->touch_link_count = 0;
        if (reach == 2)
            given->may_touch_count = 0;
        tracks[0] = ways[0].track;
        tracks[1] = ways[1].track;
        lw_verdict verdict = verdict_of(scene, tracks, 2);
        assert_int_equal(verdict.kind, reach ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        if (reach)
            assert_near(verdict.time, reach == 1 ? 0 : 5, 1e-2);
    }
    lw_scene_destroy(scene);
}

/* ---- hand over -------------------------------------------------------------------------------------
 */

/* Turns the last point of a hand upside down, and by a quarter about z. */
static void turn_over(way *w)
{
    double *row = w->positions + (w->track.point_count - 1) * VALUES;
    row[3] = row[4] = sqrt(0.5);
    row[6] = 0;
}

/* Hand 0 carries the cup from the table to a place above hand 1, which comes up to it, takes it when it
 * is given and goes away with it. */
static void hand_over(way ways[2], const lw_scene *scene, double taken)
{
    begin_way(&ways[0], scene, 0);
    go(&ways[0], 0, 0, 0.12, 1);
    take(&ways[0]);
    go(&ways[0], 0, 0, 0.7, 2);
    go(&ways[0], 0.5, 0, 0.7, 3);
    put(&ways[0])->may_touch_count = 0;
    go(&ways[0], 0.5, 0, 1, 4);
    begin_way(&ways[1], scene, 1);
    go(&ways[1], 0.5, 0, 0.3, 2);
    turn_over(&ways[1]);
    go(&ways[1], 0.5, 0, 0.49, taken);
    turn_over(&ways[1]);
    take(&ways[1])->may_touch_count = 0;
    go(&ways[1], 0.5, 0, 0.3, 4);
    turn_over(&ways[1]);
    go(&ways[1], 0.5, 0.5, 0.3, 5);
    turn_over(&ways[1]);
}

/* The bound on how often a motion attaches and releases is for all of its robots together, and less
 * where there are very many obstacles. */
static void test_many(void **state)
{
    (void)state;
    enum { MOST = 1001 };
    static lw_payload many[2][MOST];
    static const struct {
        int more; /* obstacles than the table and the cup */
        size_t allowed;
        const char *part;
    } cases[] = {{0, 1000, "at most 1000 times"},
                 {1248, 400, "at most 400 times"},
                 {29998, 20, "at most 20 times"}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const lw_shape_def ball = sphere_of(0.01);
        lw_error e = {0};
        lw_scene *scene = open_table(2);
        lw_motion *motion = NULL;
        way ways[2];
        lw_track tracks[2];
        for (int i = 0; i < cases[c].more; i++) {
            char id[16];
            snprintf(id, sizeof id, "o%d", i);
            succeed(lw_scene_add_obstacle(scene, id, &ball, at(i, 9, 9), &e), &e);
        }
        succeed(lw_scene_freeze(scene, &e), &e);
        succeed(lw_motion_create(scene, &motion, &e), &e);
        for (int h = 0; h < 2; h++) {
            begin_way(&ways[h], scene, h);
            for (int k = 0; k < MOST_POINTS; k++)
                go(&ways[h], h, 0, 0.4, k);
            take(&ways[h])->may_touch_count = 0;
            for (int i = 0; i < MOST; i++)
                many[h][i] = ways[h].payloads[0];
            tracks[h] = ways[h].track;
            tracks[h].payloads = many[h];
            tracks[h].payload_count = cases[c].allowed / 2 + (size_t)h;
        }
        refused(lw_motion_set(motion, tracks, 2, &e), LW_ERROR_ARGUMENT, &e, cases[c].part);
        tracks[1].payload_count--;
        refused(lw_motion_set(motion, tracks, 2, &e), LW_ERROR_STATE, &e, "is carried by link");
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* One hand gives the cup to the other at one time, at which first is released and then attached; each
 * may touch it on its own segments. */
static void test_hand_over(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = open_table(2);
    lw_motion *motion = NULL;
    way ways[2];
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_motion_create(scene, &motion, &e), &e);
    for (int order = 0; order < 2; order++) {
        hand_over(ways, scene, 3);
        lw_track tracks[2] = {ways[order].track, ways[1 - order].track};
        lw_verdict verdict = verdict_of(scene, tracks, 2);
        assert_int_equal(verdict.kind, LW_VERDICT_FREE);
        assert_true(verdict.clearance.upper <= 0.01 + 1e-9 && verdict.clearance.lower > 0.009);
        succeed(lw_motion_set(motion, tracks, 2, &e), &e);
        lw_pose pose;
        int64_t cup = lw_scene_find_body(scene, "cup");
        succeed(lw_motion_pose(motion, (size_t)cup, 5, &pose, &e), &e);
        assert_near(pose.position.x, 0.5, 1e-12);
        assert_near(pose.position.y, 0.5, 1e-12);
        assert_near(pose.position.z, 0.63 - 0.19, 1e-12);
    }
    /* without leave, the fingers of either hand that has not, or no more, taken the cup meet it */
    hand_over(ways, scene, 3);
    ways[1].payloads[0].touch_link_count = 0;
    lw_track tracks[2] = {ways[0].track, ways[1].track};
    lw_verdict verdict = verdict_of(scene, tracks, 2);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    assert_true(verdict.time > 2.9 && verdict.time < 3);
    hand_over(ways, scene, 3);
    ways[0].payloads[0].touch_links = table;
    tracks[0] = ways[0].track;
    tracks[1] = ways[1].track;
    verdict = verdict_of(scene, tracks, 2);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);

    /* it cannot be taken before it is given, nor by somebody else given away */
    hand_over(ways, scene, 2.5);
    tracks[0] = ways[0].track;
    tracks[1] = ways[1].track;
    refused(lw_motion_set(motion, tracks, 2, &e), LW_ERROR_STATE, &e,
            "waypoint 1 of robot \"other\": \"cup\" is carried by link \"palm\"");
    hand_over(ways, scene, 3.5);
    ways[0].track.payload_count = 1;
    ways[1].track.payload_count = 0;
    put(&ways[1]);
    tracks[0] = ways[0].track;
    tracks[1] = ways[1].track;
    refused(lw_motion_set(motion, tracks, 2, &e), LW_ERROR_STATE, &e,
            "waypoint 3 of robot \"other\": \"cup\" is released, but robot \"hand\" carries it");
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* ---- refusals --------------------------------------------------------------------------------------
 */

static void refuse(lw_motion *motion, const way *w, lw_status status, const char *part)
{
    lw_error e = {0};
    refused(lw_motion_set(motion, &w->track, 1, &e), status, &e, part);
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    assert_true(begin == 0 && end == 1);
    assert_int_equal(lw_motion_stage_count(motion), 1);
    assert_false(lw_motion_moves(motion, 0));
}

static void test_refused(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = open_table(1);
    lw_motion *motion = NULL;
    way w;
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_motion_create(scene, &motion, &e), &e);

    pick_and_place(&w, scene);
    w.payloads[1].waypoint = 6;
    refuse(motion, &w, LW_ERROR_ARGUMENT,
           "\"cup\" is attached or released at waypoint 6; the last one is 5");
    pick_and_place(&w, scene);
    w.payloads[0].object = "cap";
    refuse(motion, &w, LW_ERROR_NAME,
           "waypoint 1 of robot \"hand\": there is no obstacle or carried object \"cap\"; the nearest "
           "name is "
           "\"cup\"");
    pick_and_place(&w, scene);
    w.payloads[0].link = "plam";
    refuse(motion, &w, LW_ERROR_NAME,
           "robot \"hand\" has no link \"plam\"; the nearest name is \"palm\"");
    pick_and_place(&w, scene);
    w.payloads[1] = w.payloads[0];
    w.payloads[1].waypoint = 4;
    refuse(motion, &w, LW_ERROR_STATE,
           "waypoint 4 of robot \"hand\": \"cup\" is carried by link \"palm\"");
    pick_and_place(&w, scene);
    w.payloads[0].waypoint = 4;
    w.payloads[1].waypoint = 1;
    refuse(motion, &w, LW_ERROR_STATE, "waypoint 1 of robot \"hand\": \"cup\" is an obstacle");
    pick_and_place(&w, scene);
    w.payloads[1].waypoint = 1; /* releases come first */
    refuse(motion, &w, LW_ERROR_STATE, "waypoint 1 of robot \"hand\": \"cup\" is an obstacle");

    /* of several that are wrong at one waypoint, the first is said */
    for (int first = 0; first < 2; first++) {
        pick_and_place(&w, scene);
        w.payloads[1] = w.payloads[0];
        w.payloads[first].object = "cap";
        w.payloads[1 - first].object = "pap";
        refuse(motion, &w, LW_ERROR_NAME, first ? "\"pap\"" : "\"cap\"");
    }

    pick_and_place(&w, scene);
    w.payloads[0].kind = (lw_payload_kind)7;
    refuse(motion, &w, LW_ERROR_ARGUMENT, "there is no kind 7 of payload");
    pick_and_place(&w, scene);
    w.payloads[0].object = NULL;
    refuse(motion, &w, LW_ERROR_ARGUMENT, "a payload without the name of its object");
    pick_and_place(&w, scene);
    w.payloads[0].link = NULL;
    refuse(motion, &w, LW_ERROR_ARGUMENT, "\"cup\" is attached, but to no link");
    pick_and_place(&w, scene);
    w.payloads[1].link = "palm";
    refuse(motion, &w, LW_ERROR_ARGUMENT,
           "\"cup\" is released; the link and what may touch it were said");
    pick_and_place(&w, scene);
    w.payloads[1].touch_link_count = 1;
    refuse(motion, &w, LW_ERROR_ARGUMENT,
           "\"cup\" is released; the link and what may touch it were said");
    pick_and_place(&w, scene);
    w.payloads[0].touch_links = NULL;
    refuse(motion, &w, LW_ERROR_ARGUMENT, "touch_links of a payload are missing");
    pick_and_place(&w, scene);
    w.payloads[0].may_touch = (const char *const[]){NULL};
    refuse(motion, &w, LW_ERROR_ARGUMENT, "a name in may_touch of a payload is missing");
    static const char *names[1001];
    for (int i = 0; i < 1001; i++)
        names[i] = "fingers";
    pick_and_place(&w, scene);
    w.payloads[0].touch_links = names;
    w.payloads[0].touch_link_count = 1001;
    refuse(motion, &w, LW_ERROR_ARGUMENT, "touch_links of a payload are 1001 names; there may be 1000");
    w.payloads[0].touch_link_count = 1000;
    succeed(lw_motion_set(motion, &w.track, 1, &e), &e);
    static lw_payload many[1001];
    for (int i = 0; i < 1001; i++)
        many[i] = w.payloads[i ? 1 : 0];
    w.track.payloads = many;
    w.track.payload_count = 1001;
    refuse(motion, &w, LW_ERROR_ARGUMENT, "attaches and releases at most 1000 times");
    w.track.payload_count = 1000;
    refuse(motion, &w, LW_ERROR_STATE, "\"cup\" is an obstacle");
    pick_and_place(&w, scene);
    w.track.payloads = NULL;
    refuse(motion, &w, LW_ERROR_ARGUMENT, "the payloads of a track are missing");
    pick_and_place(&w, scene);
    w.track.kind = LW_TRACK_RIGID;
    w.track.duration = 1;
    refuse(motion, &w, LW_ERROR_ARGUMENT, "a rigid motion has no waypoints");
    pick_and_place(&w, scene);
    w.payloads[1].struct_size = 3;
    refuse(motion, &w, LW_ERROR_ARGUMENT, "start it from lw_default_payload()");
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* An object that a scene has a link carry from the beginning is put down like any other. */
static void test_carried_from_the_beginning(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *first = open_table(1);
    lw_scene *scene = NULL;
    succeed(lw_scene_freeze(first, &e), &e);
    succeed(lw_scene_copy(first, &scene, &e), &e);
    succeed(lw_scene_attach_obstacle(scene, "hand", "palm", "cup", at(0, 0, -0.07), fingers, 1, &e),
            &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    way w;
    begin_way(&w, scene, 0);
    go(&w, 0, 0, 0.3, -1);
    go(&w, 0, 0, 0.12, -1);
    put(&w);
    go(&w, 0, 0, 0.4, -1);
    assert_int_equal(verdict_of(scene, &w.track, 1).kind, LW_VERDICT_FREE);
    w.payloads[0].may_touch_count = 0;
    expect_contact(scene, &w, "cup", "table", 0.5, 0);
    lw_scene_destroy(first);
    lw_scene_destroy(scene);
}

/* Names that nothing has are ignored with a notice of the motion, or refused where notices are errors;
 * the scene's listener hears nothing. */
static void test_notices(void **state)
{
    (void)state;
    static const char *const wrong[] = {"fingres", "tabel"};
    for (int strict = 0; strict < 2; strict++) {
        lw_error e = {0};
        notices of_scene = {0};
        notices of_motion = {0};
        lw_scene *scene = open_table(1);
        lw_motion *motion = NULL;
        way w;
        lw_scene_on_notice(scene, take_notice, &of_scene);
        succeed(lw_scene_set_strict(scene, strict, &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        succeed(lw_motion_create(scene, &motion, &e), &e);
        lw_motion_on_notice(motion, take_notice, &of_motion);
        for (int i = 0; i < 2; i++) {
            pick_and_place(&w, scene);
            *(i ? &w.payloads[0].may_touch : &w.payloads[0].touch_links) = &wrong[i];
            const char *sentence = i ? "waypoint 1 of robot \"hand\": may_touch names \"tabel\", which "
                                       "nothing in the scene has: "
                                       "ignored; the nearest name is \"table\""
                                     : "waypoint 1 of robot \"hand\": touch_links names \"fingres\", "
                                       "which nothing in the scene "
                                       "has: ignored; the nearest name is \"fingers\"";
            if (strict) {
                refused(lw_motion_set(motion, &w.track, 1, &e), LW_ERROR_NOTICE, &e, sentence);
                continue;
            }
            succeed(lw_motion_set(motion, &w.track, 1, &e), &e);
            assert_int_equal(of_motion.count, i + 1);
            assert_string_equal(of_motion.last, sentence);
            expect_contact(scene, &w, i ? "cup" : "fingers", i ? "table" : "cup", i ? 0.2 : 1 / 7.0, i);
        }
        pick_and_place(&w, scene);
        succeed(lw_motion_set(motion, &w.track, 1, &e), &e);
        assert_int_equal(of_scene.count, 0);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* A rule about an object does not take the place of one about all that has its name, in a copy of a
 * copy. */
static void copy_rules(const lw_scene *scene)
{
    lw_error e = {0};
    lw_scene *scenes[3] = {NULL};
    const lw_scene *from = scene;
    for (int i = 0; i < 3; i++) {
        succeed(lw_scene_copy(from, &scenes[i], &e), &e);
        if (i == 0)
            succeed(lw_scene_allow_pair(scenes[i], "cup", "table", true, &e), &e);
        if (i == 1)
            succeed(lw_scene_let_touch(scenes[i], "cup", -1, "table", &e), &e);
        if (i == 2)
            succeed(lw_scene_set_margin(scenes[i], 0.01, &e), &e);
        succeed(lw_scene_freeze(scenes[i], &e), &e);
        from = scenes[i];
        lw_pair_reason reason;
        size_t stand = (size_t)lw_scene_find_body(from, "stand/cup");
        size_t top = (size_t)lw_scene_find_body(from, "table");
        succeed(lw_scene_pair_reason(from, stand, top, &reason, &e), &e);
        assert_int_equal(reason, LW_PAIR_CALLER);
    }
    for (int i = 0; i < 3; i++)
        lw_scene_destroy(scenes[i]);
}

/* A link that is named as the object is another body: the fingers may not touch that. */
static void test_link_of_the_same_name(void **state)
{
    (void)state;
    const lw_shape_def knob = box_of(0.015, 0.015, 0.015);
    lw_error e = {0};
    lw_scene *scene = open_table(1);
    succeed(lw_scene_add_robot(scene, "stand", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "stand", "cup", &e), &e);
    succeed(lw_scene_add_shape(scene, "stand", "cup", &knob, at(0.05, 0, 0.1), &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    way w;
    pick_and_place(&w, scene);
    expect_contact(scene, &w, "hand/fingers", "stand/cup", 0.2 * (0.4 - 0.2075) / 0.28, 0);
    copy_rules(scene);
    lw_scene_destroy(scene);
}

/* ---- in JSON ---------------------------------------------------------------------------------------
 */

static const char json[] =
    "{\"path\": [[0,0,0.4,0,0,0,1],[0,0,0.12,0,0,0,1],[0,0,0.3,0,0,0,1],[0.5,0,0.3,0,0,0,1],"
    "[0.5,0,0.12,0,0,0,1],[0.5,0,0.4,0,0,0,1]], \"attach\": [%s], \"release\": [%s]}";
static const char attached[] = "{\"waypoint\": 1, \"id\": \"cup\", \"link\": \"palm\", "
                               "\"touch_links\": [\"fingers\"], \"may_touch\": [\"table\"]}";
static const char released[] = "{\"waypoint\": 4, \"id\": \"cup\", \"may_touch\": [\"table\"]}";

static lw_status read_json(lw_motion *motion, const char *attach, const char *release, lw_error *e)
{
    char text[1024];
    snprintf(text, sizeof text, json, attach, release);
    return lw_motion_read_json(lw_motion_scene(motion), text, "m.json", 7, NULL, motion, NULL, 0, e);
}

static void test_json(void **state)
{
    (void)state;
    const struct {
        const char *attach, *release;
        lw_status status;
        const char *part;
    } wrong[] = {
        {"{}", "", LW_ERROR_SYNTAX, "\"waypoint\""},
        {"3", "", LW_ERROR_SYNTAX, "what is attached"},
        {"{\"waypoint\": 6, \"id\": \"cup\", \"link\": \"palm\"}", "", LW_ERROR_ARGUMENT,
         "waypoint is 6; it must be a whole number from 0 to 5"},
        {"{\"waypoint\": 1.5, \"id\": \"cup\", \"link\": \"palm\"}", "", LW_ERROR_ARGUMENT,
         "waypoint is 1.5; it must be a whole number from 0 to 5"},
        {"{\"waypoint\": -1, \"id\": \"cup\", \"link\": \"palm\"}", "", LW_ERROR_ARGUMENT,
         "waypoint is -1"},
        {"{\"waypoint\": 1, \"link\": \"palm\"}", "", LW_ERROR_SYNTAX, "\"id\""},
        {"{\"waypoint\": 1, \"id\": \"cup\"}", "", LW_ERROR_SYNTAX, "\"link\""},
        {"{\"waypoint\": 1, \"id\": \"cup\", \"link\": \"palm\", \"touch\": []}", "", LW_ERROR_SYNTAX,
         "\"touch\""},
        {"", "{\"waypoint\": 1, \"id\": \"cup\", \"link\": \"palm\"}", LW_ERROR_SYNTAX, "\"link\""},
        {"", released, LW_ERROR_STATE, "waypoint 4 of robot \"hand\": \"cup\" is an obstacle"},
    };
    lw_error e = {0};
    lw_scene *scene = open_table(1);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    options.clearance = true;
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_motion_create(scene, &motion, &e), &e);
    succeed(lw_checker_create(scene, &checker, &e), &e);
    way w;
    pick_and_place(&w, scene);
    lw_verdict other = verdict_of(scene, &w.track, 1);
    succeed(read_json(motion, attached, released, &e), &e);
    succeed(lw_check(checker, motion, &options, &verdict, &e), &e);
    assert_true(same_verdict(&verdict, &other));
    assert_int_equal(lw_motion_stage_count(motion), 5);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        refused(read_json(motion, wrong[i].attach, wrong[i].release, &e), wrong[i].status, &e,
                wrong[i].part);
        assert_int_equal(lw_motion_stage_count(motion), 1);
    }
    refused(lw_motion_read_json(scene,
                                "{\"rigid\": {\"duration\": 1}, \"attach\": [{\"waypoint\": 0}]}", NULL,
                                1, NULL, motion, NULL, 0, &e),
            LW_ERROR_ARGUMENT, &e, "a rigid motion has no waypoints for attach");
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Calls that look at one scene and one motion refuse motions of several stages. */
static void test_whole_motions_only(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = open_table(1);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_distance distance;
    way w;
    succeed(lw_scene_freeze(scene, &e), &e);
    succeed(lw_motion_create(scene, &motion, &e), &e);
    succeed(lw_checker_create(scene, &checker, &e), &e);
    pick_and_place(&w, scene);
    succeed(lw_motion_set(motion, &w.track, 1, &e), &e);
    refused(lw_pair_distance(checker, motion, 0.5, 0, &distance, &e), LW_ERROR_ARGUMENT, &e,
            "ask its stages one by one");
    const lw_motion *stage = lw_motion_stage(motion, lw_motion_stage_at(motion, 0.5));
    succeed(lw_checker_set_scene(checker, lw_motion_scene(stage), &e), &e);
    succeed(lw_pair_distance(checker, stage, 0.5, 0, &distance, &e), &e);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pick_and_place),
        cmocka_unit_test(test_permissions),
        cmocka_unit_test(test_carrier),
        cmocka_unit_test(test_carried_and_put_down),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_hand_over),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_carried_from_the_beginning),
        cmocka_unit_test(test_notices),
        cmocka_unit_test(test_link_of_the_same_name),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_whole_motions_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
