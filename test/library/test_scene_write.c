/* Tests lw_scene_json: scenes that are written load as the same scenes: the same fingerprint, the same
 * text when they are written again, and the same verdicts, bit for bit; and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "furnished.h"
#include "seed.h"
#include "small_scene.h"
#include "written.h"

/* The text of a scene, to be freed; NULL: refused. */
static char *written_scene(const lw_scene *scene, lw_error *error)
{
    size_t length = 0;
    if (lw_scene_json(scene, NULL, 0, &length, error))
        return NULL;
    char *text = malloc(length + 1);
    succeed(lw_scene_json(scene, text, length + 1, NULL, error), error);
    assert_int_equal(strlen(text), length);
    return text;
}

static lw_scene *loaded(const char *text)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    if (written_load(scene, text, &error))
        fail_msg("line %d: %s", error.line, error.message);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static uint64_t fingerprint_of(const lw_scene *scene)
{
    uint64_t print;
    assert_int_equal(lw_scene_fingerprint(scene, &print, NULL), LW_OK);
    return print;
}

/* Writes a scene, and loads it again; NULL: it was refused. */
static lw_scene *again(const lw_scene *scene, lw_error *error)
{
    char *text = written_scene(scene, error);
    if (!text)
        return NULL;
    lw_scene *twin = loaded(text);
    char *second = written_scene(twin, error);
    assert_non_null(second);
    size_t same = 0;
    while (text[same] && text[same] == second[same])
        same++;
    if (text[same] || second[same])
        fail_msg("written again it goes on with\n%.200s\ninstead of\n%.200s\nbehind\n%.*s",
                 second + same, text + same, (int)same, text);
    free(second);
    free(text);
    return twin;
}

/* The verdict on a motion from one row of values to another, as JSON with all digits. */
static void judge(const lw_scene *scene, const double *values, char *text, size_t size)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    options.budget_queries = 2000;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    lw_track tracks[WORLD_ROBOTS];
    const size_t robots = lw_scene_robot_count(scene);
    size_t first = 0;
    for (size_t r = 0; r < robots; r++) {
        tracks[r] = lw_default_track();
        tracks[r].joints = lw_scene_movable_joints(scene, r);
        tracks[r].point_count = 2;
        tracks[r].positions = values + first;
        first += 2 * lw_joints_value_count(tracks[r].joints);
    }
    succeed(lw_motion_set(motion, tracks, robots, &error), &error);
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    lw_result result = lw_default_result();
    result.scene = scene;
    result.motion = motion;
    result.verdict = &verdict;
    succeed(lw_result_json(&result, text, size, NULL, &error), &error);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
}

static void test_random_worlds(void **state)
{
    (void)state;
    bench b = {.what = "written"};
    b.random.state = test_seed();
    int contacts = 0;
    int refused = 0;
    const int rounds = test_rounds(300, 5000);
    for (int round = 0; round < rounds; round++) {
        uint64_t motions[MOTIONS];
        lw_error error = {LW_OK, "", "", 0, 0};
        b.odd = round % 2;
        furnished_world(&b, motions);
        lw_scene *twin = again(b.world->scene, &error);
        if (!twin) {
            if (!strstr(error.message, "has a size of 0"))
                fail_msg("round %d: %s", round, error.message);
            refused++;
            furnished_drop(&b);
            continue;
        }
        if (fingerprint_of(twin) != fingerprint_of(b.world->scene))
            fail_msg("round %d: another fingerprint", round);
        double values[2 * WORLD_ROBOTS * WORLD_VALUES];
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            values[i] = lw_random_between(&b.random, -1, 1);
        static char lines[2][1 << 14];
        judge(b.world->scene, values, lines[0], sizeof lines[0]);
        judge(twin, values, lines[1], sizeof lines[1]);
        /* odd worlds have covers of files and of any number of balls, which are left out */
        if (!b.odd)
            assert_string_equal(lines[0], lines[1]);
        contacts += strstr(lines[0], "\"contact\"") != NULL;
        lw_scene_destroy(twin);
        furnished_drop(&b);
    }
    printf("%d scenes, %d refused, %d motions in contact\n", rounds, refused, contacts);
    assert_true(contacts > rounds / 10 && refused < rounds / 2);
}

/* ---- the plane --------------------------------------------------------------------------------- */

enum { CORNERS = 8 };

static lw_pose turned(double x, double y, double angle)
{
    return lw_pose_from_rpy((lw_vec3){x, y, 0}, 0, 0, angle);
}

/* Turned by an angle, or by a quaternion that no angle gives to the last bit. */
static lw_pose random_turned(lw_random *random)
{
    lw_pose at = turned(lw_random_between(random, -2, 2), lw_random_between(random, -2, 2),
                        lw_random_between(random, -7, 7));
    if (!lw_random_below(random, 3))
        at.orientation =
            (lw_quat){0, 0, lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    return at;
}

/* An outline, convex or not, a disc, or a segment. */
static lw_shape_def random_outline(lw_random *random, double *corners)
{
    static const int counts[] = {0, 2, 3, 5, 8};
    lw_shape_def shape = lw_default_shape();
    const int count = counts[lw_random_below(random, 5)];
    shape.kind = count ? LW_SHAPE_POLYGON : LW_SHAPE_DISC;
    shape.radius = count ? 0 : 0.3;
    shape.rounding = lw_random_below(random, 2) ? 0 : 0.05;
    for (int i = 0; i < count; i++) {
        const double angle = 6.283185307179586 * (i + lw_random_between(random, 0, 0.5)) / count;
        const double radius = lw_random_between(random, 0.2, 0.6);
        corners[3 * i] = radius * cos(angle);
        corners[3 * i + 1] = radius * sin(angle);
        corners[3 * i + 2] = 0;
    }
    shape.vertices = corners;
    shape.vertex_count = (size_t)count;
    return shape;
}

/* An arm of turning and sliding joints on a planar joint, among obstacles. */
static lw_scene *random_plane(lw_random *random)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_PLANAR, LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC,
                                          LW_JOINT_FIXED};
    lw_error error = {LW_OK, "", "", 0, 0};
    double corners[3 * CORNERS];
    char names[5][8] = {"l0", "l1", "l2", "l3", "l4"};
    lw_scene *scene = new_scene();
    succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    succeed(lw_scene_add_robot(scene, "arm", random_turned(random), &error), &error);
    for (int i = 0; i < 5; i++) {
        const lw_shape_def shape = random_outline(random, corners);
        succeed(lw_scene_add_link(scene, "arm", names[i], &error), &error);
        succeed(lw_scene_add_shape(scene, "arm", names[i], &shape, random_turned(random), &error),
                &error);
    }
    for (int i = 0; i < 4; i++) {
        lw_joint_def joint = lw_default_joint();
        char name[16];
        snprintf(name, sizeof name, "j%d", i);
        joint.name = name;
        joint.kind = kinds[i];
        joint.parent = names[i];
        joint.child = names[i + 1];
        joint.origin = random_turned(random);
        joint.axis = i == 2 ? (lw_vec3){lw_random_between(random, 0.1, 2), -1, 0} : (lw_vec3){0, 0, 1};
        joint.velocity = i ? HUGE_VAL : 3;
        joint.jerk = i == 1 ? 50 : HUGE_VAL;
        if (i == 1 || i == 2) {
            joint.lower = -1;
            joint.upper = i == 2 ? HUGE_VAL : 2;
        }
        succeed(lw_scene_add_joint(scene, "arm", &joint, &error), &error);
    }
    for (int i = 0; i < 4; i++) {
        const lw_shape_def shape = random_outline(random, corners);
        succeed(lw_scene_add_obstacle(scene, names[i] + 1, &shape, random_turned(random), &error),
                &error);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static void test_random_planes(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    int contacts = 0;
    const int rounds = test_rounds(300, 5000);
    for (int round = 0; round < rounds; round++) {
        lw_error error = {LW_OK, "", "", 0, 0};
        lw_scene *scene = random_plane(&random);
        lw_scene *twin = again(scene, &error);
        if (!twin)
            fail_msg("round %d: %s", round, error.message);
        if (fingerprint_of(twin) != fingerprint_of(scene))
            fail_msg("round %d: another fingerprint", round);
        double values[32];
        for (size_t i = 0; i < 32; i++)
            values[i] = lw_random_between(&random, -1, 1);
        static char lines[2][1 << 14];
        judge(scene, values, lines[0], sizeof lines[0]);
        judge(twin, values, lines[1], sizeof lines[1]);
        assert_string_equal(lines[0], lines[1]);
        contacts += strstr(lines[0], "\"contact\"") != NULL;
        lw_scene_destroy(twin);
        lw_scene_destroy(scene);
    }
    printf("%d scenes, %d motions in contact\n", rounds, contacts);
    assert_true(contacts > rounds / 20);
}

/* ---- everything else that a scene says --------------------------------------------------------- */

static const char full[] =
    "{\"margin\": 0.25, \"self_margin\": 0.125, \"mesh\": \"surface\",\n"
    " \"robots\": [{\"name\": \"a\", \"links\": [{\"name\": \"l\", \"type\": \"sphere\", \"radius\": "
    "1},\n"
    "   {\"name\": \"m\"}, {\"name\": \"n\", \"type\": \"sphere\", \"radius\": 0.5}],\n"
    "  \"joints\": [{\"name\": \"j\", \"type\": \"revolute\", \"parent\": \"l\", \"child\": \"m\", "
    "\"axis\": [0, 1, 0],\n"
    "    \"limits\": [\"none\", 1]}, {\"name\": \"k\", \"type\": \"planar\", \"parent\": \"m\", "
    "\"child\": \"n\", \"axis\": [1, 0, 0]}],\n"
    "  \"groups\": {\"g\": [\"j\"]}, \"states\": {\"s\": {\"j\": 0.5}}},\n"
    "  {\"name\": \"b\", \"links\": [{\"name\": \"l\", \"type\": \"box\", \"size\": [1, 2, 3]}]}],\n"
    " \"obstacles\": [{\"id\": \"o\", \"position\": [5, 5, 5], \"type\": \"mesh\", \"vertices\": [[0, "
    "0, 0], [1, 0, 0], [0, 1, 0]],\n"
    "   \"triangles\": [[0, 1, 2]]}],\n"
    " \"attached\": [{\"id\": \"c\", \"robot\": \"a\", \"link\": \"n\", \"touch_links\": [\"l\"], "
    "\"type\": \"sphere\", \"radius\": 0.1}],\n"
    " \"allowed_pairs\": [[\"a/l\", \"*\"], [\"b/l\", \"o\"]], \"checked_pairs\": [[\"a/l\", "
    "\"b/l\"]],\n"
    " \"pair_margins\": [{\"pair\": [\"a/n\", \"o\"], \"margin\": 0.5}],\n"
    " \"link_padding\": {\"b/l\": 0.0625}, \"link_scale\": {\"a/l\": 1.5},\n"
    " \"robot_state\": {\"a/j\": 0.25, \"a/k\": [1, 2, 3]},\n"
    " \"motions\": {\"go\": {\"robots\": {\"a\": {\"group\": \"g\", \"from\": [0], \"to\": \"s\"}}}}}";

static void test_every_key(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = loaded(full);
    char *text = written_scene(scene, &error);
    assert_non_null(text);
    static const char *const parts[] = {"\"margin\": 0.25",
                                        "\"self_margin\": 0.125",
                                        "\"mesh\": \"surface\"",
                                        "\"limits\": [\"none\", 1]",
                                        "\"axis\": [1, 0, 0]",
                                        "\"groups\": {",
                                        "\"g\": [\"j\"]",
                                        "\"s\": {\"j\": 0.5}",
                                        "\"triangles\": [[0, 1, 2]]",
                                        "\"touch_links\": [\"l\"]",
                                        "[\"a/l\", \"*\"]",
                                        "\"checked_pairs\": [\n  [\"a/l\", \"b/l\"]]",
                                        "{\"pair\": [\"a/n\", \"o\"], \"margin\": 0.5}",
                                        "\"b/l\": 0.0625",
                                        "\"a/l\": 1.5",
                                        "\"a/j\": 0.25",
                                        "\"a/k\": [1, 2, 3]",
                                        "\"go\": {\"robots\""};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("the text lacks %s:\n%s", parts[i], text);
    free(text);
    lw_scene *twin = again(scene, &error);
    assert_int_equal(fingerprint_of(twin), fingerprint_of(scene));
    assert_int_equal(lw_scene_motion_count(twin), 1);
    lw_scene_destroy(twin);

    /* an obstacle that a copy has moved */
    lw_scene *copy = NULL;
    succeed(lw_scene_copy(scene, &copy, &error), &error);
    succeed(lw_scene_move_obstacle(copy, "o", turned(1, 2, 0.5), &error), &error);
    succeed(lw_scene_freeze(copy, &error), &error);
    twin = again(copy, &error);
    assert_int_equal(fingerprint_of(twin), fingerprint_of(copy));
    lw_scene_destroy(twin);
    lw_scene_destroy(copy);
    lw_scene_destroy(scene);
}

/* Writing is refused with a sentence. */
static void expect_sentence(lw_scene *scene, const char *sentence)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    succeed(lw_scene_freeze(scene, &error), &error);
    refused(lw_scene_json(scene, NULL, 0, NULL, &error), LW_ERROR_ARGUMENT, &error, sentence);
    lw_scene_destroy(scene);
}

/* Freezes a scene, which has to be the same when it is written and loaded. */
static void expect_same(lw_scene *scene)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_scene *twin = again(scene, &error);
    assert_non_null(twin);
    assert_int_equal(fingerprint_of(twin), fingerprint_of(scene));
    lw_scene_destroy(twin);
    lw_scene_destroy(scene);
}

static lw_scene *small(void)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    add_chain(scene, "r", (const lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE}, 2);
    const lw_shape_def ball = sphere_of(0.5);
    succeed(lw_scene_add_obstacle(scene, "ball", &ball, lw_pose_identity(), &error), &error);
    return scene;
}

static void test_refusals(void **state)
{
    (void)state;
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_scene *scene = small();
    assert_int_equal(lw_scene_json(scene, NULL, 0, NULL, &error), LW_ERROR_STATE);
    succeed(lw_scene_allow_pair(scene, "l0", "ball", false, &error), &error);
    succeed(lw_scene_allow_pair(scene, "ball", NULL, true, &error), &error);
    expect_sentence(scene,
                    "the pairs of \"ball\" are allowed after some of them were said to be checked");
    scene = small();
    const lw_shape_def point = sphere_of(0);
    succeed(lw_scene_add_obstacle(scene, "dot", &point, lw_pose_identity(), &error), &error);
    expect_sentence(scene, "a sphere has a size of 0");

    /* groups and states of one name, of which those of another robot are none */
    const char *const joints[] = {"j1"};
    for (int twice = 0; twice < 4; twice++) {
        const char *name = twice % 2 ? "one" : "other";
        scene = small();
        add_chain(scene, "s", (const lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
        succeed(lw_scene_add_group(scene, "r", "one", joints, 1, &error), &error);
        succeed(lw_scene_add_group(scene, "s", "one", joints, 1, &error), &error);
        succeed(lw_scene_add_group(scene, "r", twice < 2 ? name : "third", joints, 1, &error), &error);
        succeed(lw_scene_add_state(scene, "r", "one", "one", joints, (double[]){1}, 1, &error), &error);
        succeed(lw_scene_add_state(scene, "s", NULL, "one", joints, (double[]){1}, 1, &error), &error);
        succeed(lw_scene_add_state(scene, "r", "third", twice < 2 ? "third" : name, joints,
                                   (double[]){2}, 1, &error),
                &error);
        if (twice % 2)
            expect_sentence(scene, twice < 2 ? "two groups of one robot have the name \"one\""
                                             : "two states of one robot have the name \"one\"");
        else
            expect_same(scene);
    }

    /* a caller's rule decides over that of a file which is read later */
    scene = small();
    succeed(lw_scene_allow_pair(scene, "l0", "ball", false, &error), &error);
    succeed(written_load(scene, "{\"allowed_pairs\": [[\"l0\", \"ball\"]]}", &error), &error);
    expect_same(scene);

    /* the same pair, checked and then allowed: only the last counts */
    scene = small();
    succeed(lw_scene_allow_pair(scene, "l0", "ball", false, &error), &error);
    succeed(lw_scene_allow_pair(scene, "ball", "l0", true, &error), &error);
    expect_same(scene);
}

/* ---- what only such scenes have ---------------------------------------------------------------- */

#define MESH(keys) "{\"obstacles\": [{\"id\": \"o\", \"type\": \"mesh\", " keys "}]}"
#define PLANE(keys)                                                                                    \
    "{\"dimension\": 2, \"obstacles\": [{\"id\": \"o\", \"type\": \"disc\", \"radius\": 1, " keys "}]" \
    "}"
#define ARM(limits)                                                                                    \
    "{\"robots\": [{\"name\": \"r\", \"links\": [{\"name\": \"a\"}, {\"name\": \"b\"}], \"joints\": "  \
    "[{\"name\": "                                                                                     \
    "\"j\", \"type\": \"revolute\", \"parent\": \"a\", \"child\": \"b\", \"axis\": [0, 0, 1], "        \
    "\"limits\": " limits "}]}]}"
#define CORNERS_ "\"vertices\": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]"

static void test_bad_inputs(void **state)
{
    (void)state;
    static const bad_input bad[] = {
        {MESH(CORNERS_), LW_ERROR_SYNTAX, 1, "triangles"},
        {MESH("\"triangles\": [[0, 1, 2]]"), LW_ERROR_SYNTAX, 1, "vertices"},
        {MESH(CORNERS_ ", \"triangles\": [[0, 1]]"), LW_ERROR_ARGUMENT, 1,
         "a triangle must be the numbers of 3 vertices, not 2"},
        {MESH(CORNERS_ ", \"triangles\": [[0, 1, 1.5]]"), LW_ERROR_ARGUMENT, 1,
         "must be the number of a vertex, from 0, not 1.5"},
        {MESH(CORNERS_ ", \"triangles\": [[0, 1, -1]]"), LW_ERROR_ARGUMENT, 1, "from 0, not -1"},
        {MESH(CORNERS_ ", \"triangles\": [[0, 1, 1e10]]"), LW_ERROR_ARGUMENT, 1, "from 0, not 1e+10"},
        {MESH(CORNERS_ ", \"triangles\": [[0, 1, 3]]"), LW_ERROR_ARGUMENT, 1,
         "triangle 0 of a mesh uses vertex 3; there are 3"},
        {MESH(CORNERS_ ", \"triangles\": []"), LW_ERROR_ARGUMENT, 1, "a mesh has no triangles"},
        {MESH(CORNERS_ ", \"triangles\": [[0, 1, 2]], \"file\": \"x.stl\""), LW_ERROR_SYNTAX, 1,
         "file belongs to a mesh from a file"},
        {MESH(CORNERS_ ", \"triangles\": [[0, 1, 2]], \"scale\": 2"), LW_ERROR_SYNTAX, 1,
         "scale belongs to a mesh from a file"},
        {MESH(CORNERS_ ", \"triangles\": [[0, 1, 2]], \"mode\": \"open\""), LW_ERROR_SYNTAX, 1,
         "mode must be \"solid\" or \"surface\", not \"open\""},
        {"{\"mesh\": \"surface\", \"obstacles\": [{\"id\": \"o\", \"type\": \"mesh\", " CORNERS_
         ", \"triangles\": [[0, 1, 2]], \"mode\": \"solid\"}]}",
         LW_ERROR_ARGUMENT, 1, "mode \"solid\" has no effect in a scene whose meshes are all surfaces"},
        {ARM("[\"some\", 1]"), LW_ERROR_SYNTAX, 1, "a limit must be a number"},
        {ARM("[\"none\", 1, 2]"), LW_ERROR_ARGUMENT, 1, "limits must be 2 numbers, not 3"},
        {PLANE("\"theta\": 1, \"orientation\": [0, 0, 0, 1]"), LW_ERROR_SYNTAX, 1,
         "theta and orientation are both given; keep one"},
        {PLANE("\"orientation\": [0.5, 0, 0, 1]"), LW_ERROR_ARGUMENT, 1, "its x and y must be 0"},
        {PLANE("\"orientation\": [0, 0, 0, 0]"), LW_ERROR_ARGUMENT, 1,
         "the length of the orientation is zero"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_error error = {LW_OK, "", "", 0, 0};
        lw_scene *scene = new_scene();
        lw_status status = written_load(scene, bad[i].text, &error);
        assert_true(expected_error(&bad[i], status, &error));
        lw_scene_destroy(scene);
    }
}

/* Cells of both states and what is unknown. */
static void test_octrees(void **state)
{
    (void)state;
    const int32_t cells[] = {0, 0, 0, 2, 1, 2, 0, 0, 1, 0, -4, -4, -4, 4, 1, 3, 3, 3, 1, 2};
    for (int i = 0; i < 2; i++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        lw_shape_def octree = lw_default_shape();
        octree.kind = LW_SHAPE_OCTREE;
        octree.length = 0.1 + 0.2;
        octree.rounding = i ? 0.01 : 0;
        octree.cells = cells;
        octree.cell_count = 4;
        octree.unknown = i ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE;
        succeed(lw_scene_add_obstacle(scene, "map", &octree,
                                      lw_pose_from_rpy((lw_vec3){1, 2, 3}, 0.1, 0.2, 0.3), &error),
                &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        lw_scene *twin = again(scene, &error);
        assert_non_null(twin);
        assert_true(fingerprint_of(scene) == fingerprint_of(twin));
        lw_scene_destroy(twin);
        lw_scene_destroy(scene);
    }
}

static void test_height_fields(void **state)
{
    (void)state;
    const double heights[] = {0.1, 1, 2.5, -3, 0.1 + 0.2, 1e-9};
    for (int i = 0; i < 2; i++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        lw_shape_def field = lw_default_shape();
        field.kind = LW_SHAPE_HEIGHTS;
        field.heights = heights;
        field.rows = i ? 2 : 3;
        field.columns = i ? 3 : 2;
        field.spacing_x = 0.1;
        field.spacing_y = i ? 0.1 : 0.7;
        field.floor = -3.5;
        field.rounding = i ? 0.01 : 0;
        succeed(lw_scene_add_obstacle(scene, "hill", &field,
                                      lw_pose_from_rpy((lw_vec3){1, 2, 3}, 0.1, 0.2, 0.3), &error),
                &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        lw_scene *twin = again(scene, &error);
        assert_non_null(twin);
        assert_true(fingerprint_of(scene) == fingerprint_of(twin));
        lw_scene_destroy(twin);
        lw_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_height_fields), cmocka_unit_test(test_octrees),
        cmocka_unit_test(test_random_worlds), cmocka_unit_test(test_random_planes),
        cmocka_unit_test(test_every_key),     cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_bad_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
