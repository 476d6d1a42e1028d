/* Tests io/scene/moveit_world.h: the effect of MoveIt's messages on objects, one file after the other,
 * against the resulting scene in our JSON; and that a file which fails leaves the scene as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "allocation.h"
#include "same_scene.h"
#include "scene/model.h"
#include "written.h"

#define FOLDER "test/messages/"

static char notices[2000];

static lw_status on_notice(void *context, const char *file, int line, const char *sentence)
{
    (void)context;
    (void)file;
    (void)line;
    snprintf(notices + strlen(notices), sizeof notices - strlen(notices), "%s\n", sentence);
    return LW_OK;
}

static lw_scene *arm(void)
{
    lw_scene *scene = NULL;
    assert_int_equal(lw_scene_create(&scene, NULL), LW_OK);
    lw_scene_on_notice(scene, on_notice, NULL);
    assert_int_equal(lw_scene_load_robot(scene, FOLDER "robots/arm.urdf", FOLDER "robots/arm.srdf",
                                         NULL, NULL, NULL),
                     LW_OK);
    notices[0] = '\0';
    return scene;
}

/* A scene of the arm and the given texts. */
static lw_scene *scene_of(const char *const *texts)
{
    lw_scene *scene = arm();
    lw_error error = {0};
    for (; *texts; texts++)
        if (written_load(scene, *texts, &error))
            fail_msg("%d: %s\nof\n%s", error.line, error.message, *texts);
    return scene;
}

#define BOX(id, x)                                                                                     \
    "id: " id "\nheader: {frame_id: world}\nprimitives: [{type: 1, dimensions: [0.1, 0.2, 0.3]}]\n"    \
    "primitive_poses: [{position: {x: " x ", y: 0.5, z: 0.2}, orientation: {w: 1.0}}]\n"
#define JSON_BOX(id, x)                                                                                \
    "{\"id\": \"" id "\", \"type\": \"box\", \"size\": [0.1, 0.2, 0.3], \"position\": [" x             \
    ", 0.5, 0.2]}"
#define TWO                                                                                            \
    "id: two\npose: {position: [1, 0, 0.5], orientation: [0, 0, 1, 1]}\n"                              \
    "primitives: [{type: sphere, dimensions: [0.1]}, {type: sphere, dimensions: [0.2]}]\n"             \
    "primitive_poses: [{position: [0.3, 0, 0]}, {position: [0, 0, 0.4]}]\n"
#define BALL(frame, x)                                                                                 \
    "id: ball\nheader: {frame_id: " frame "}\nprimitives: [{type: sphere, dimensions: [0.1]}]\n"       \
    "primitive_poses: [{position: [" x ", 0, 0]}]\n"
#define JSON_BALL(at)                                                                                  \
    "{\"id\": \"ball\", \"type\": \"sphere\", \"radius\": 0.1, \"position\": [" at "]}"
#define JSON_TWO(a, b)                                                                                 \
    "{\"id\": \"two\", \"shapes\": [{\"type\": \"sphere\", \"radius\": 0.1, \"position\": [" a         \
    "]}, {\"type\": \"sphere\", \"radius\": 0.2, \"position\": [" b "]}]}"
#define JSON_HELD                                                                                      \
    "\"attached\": [{\"id\": \"held\", \"link\": \"upper\", \"type\": \"sphere\", \"radius\": 0.1, "   \
    "\"position\": [1, 0, 0]}]"
#define TIP(poses)      "subframe_names: [left, tip]\nsubframe_poses: [{}, " poses "]\n"
#define HAND            "{\"turn\": 0.3, \"slide\": 0.1}"
#define STATE           "joint_state: {name: [turn, slide], position: [0.3, 0.1]}\n"
#define BY_HAND(object) "link_name: hand\nobject: {" object "}\n"

typedef struct operations {
    const char *texts[6], *wanted, *notice;
} operations;

static const operations cases[] = {
    /* removing: one by id, all, an unknown one, a carried one */
    {{BOX("a", "1"), BOX("b", "2"), "id: a\noperation: 1\n"},
     "{\"obstacles\": [" JSON_BOX("b", "2") "]}",
     ""},
    {{BOX("a", "1"), BOX("b", "2"), "id: ''\noperation: 1\n", BOX("c", "3")},
     "{\"obstacles\": [" JSON_BOX("c", "3") "]}",
     ""},
    {{BOX("a", "1"), "id: b\noperation: 1\n"}, "{\"obstacles\": [" JSON_BOX("a", "1") "]}", ""},
    {{STATE, BOX("a", "1"), BY_HAND("id: a"), "id: a\noperation: 1\n", "id: ''\noperation: 1\n"},
     "{\"robot_state\": " HAND ", \"attached\": [{\"id\": \"a\", \"link\": \"hand\", \"type\": \"box\","
     "\"size\": [0.1, 0.2, 0.3], \"position\": [0.45309659245627565, 0.14446064636376793, "
     "-0.1493620747161586], \"orientation\": [-0.14776010333066977, -0.02233175543719699, "
     "-0.14776010333066977, 0.9776682445628029]}]}",
     "object \"a\" is carried, and stays so"},
    /* adding an object of the same id replaces it */
    {{BOX("a", "1"), BOX("a", "2")},
     "{\"obstacles\": [" JSON_BOX("a", "2") "]}",
     "object \"a\" takes the place"},
    {{BOX("a", "1") "---\n" BOX("a", "2")}, "{\"obstacles\": [" JSON_BOX("a", "2") "]}", ""},
    {{BOX("a", "1"), "is_diff: true\nworld: {collision_objects: [{id: a, primitives: [{type: sphere, "
                     "dimensions: [1]}], primitive_poses: [{}]}]}\n"},
     "{\"obstacles\": [{\"id\": \"a\", \"type\": \"sphere\", \"radius\": 1}]}",
     "object \"a\" takes the place"},
    /* appending: to an object, and to nothing */
    {{BOX("a", "1"), BOX("a", "2") "operation: 2\n"},
     "{\"obstacles\": [{\"id\": \"a\", \"shapes\": [{\"type\": \"box\", \"size\": [0.1, 0.2, 0.3], "
     "\"position\": [1, 0.5, 0.2]}, {\"type\": \"box\", \"size\": [0.1, 0.2, 0.3], "
     "\"position\": [2, 0.5, 0.2]}]}]}",
     ""},
    {{BOX("a", "1") "operation: 2\n"}, "{\"obstacles\": [" JSON_BOX("a", "1") "]}", ""},
    {{TWO, "id: two\noperation: 2\npose: {position: [1, 0, 0.6], orientation: [0, 0, 1, 1]}\n"
           "primitives: [{type: sphere, dimensions: [0.3]}]\nprimitive_poses: [{}]\n"},
     "{\"obstacles\": [{\"id\": \"two\", \"shapes\": [{\"type\": \"sphere\", \"radius\": 0.1, "
     "\"position\": [1, 0.3, 0.5]}, {\"type\": \"sphere\", \"radius\": 0.2, \"position\": [1, 0, "
     "0.9]}, "
     "{\"type\": \"sphere\", \"radius\": 0.3, \"position\": [1, 0, 0.6]}]}]}",
     "comes with another pose"},
    /* moving: an object of one shape and of several, by the poses of shapes, after appending, in a
       link's frame */
    {{BOX("a", "1"),
      "id: a\noperation: 3\npose: {position: [3, 0.5, 0.2], orientation: [0, 0, 0, 1]}\n"},
     "{\"obstacles\": [" JSON_BOX("a", "3") "]}",
     ""},
    {{"id: a\npose: {position: [1, 0, 0]}\nprimitives: [{type: box, dimensions: [0.1, 0.2, 0.3]}]\n"
      "primitive_poses: [{position: [0, 0.5, 0]}]\n",
      "id: a\noperation: 3\npose: {position: [3, 0, 0.2]}\n"},
     "{\"obstacles\": [" JSON_BOX("a", "3") "]}",
     ""},
    {{TWO, "id: two\noperation: 3\npose: {position: [2, 0, 0.5], orientation: [0, 0, 0, 1]}\n"},
     "{\"obstacles\": [{\"id\": \"two\", \"position\": [2, 0, 0.5], \"shapes\": [{\"type\": "
     "\"sphere\", "
     "\"radius\": 0.1, \"position\": [0.3, 0, 0]}, {\"type\": \"sphere\", \"radius\": 0.2, "
     "\"position\": "
     "[0, 0, 0.4]}]}]}",
     ""},
    {{TWO,
      "id: two\noperation: 3\npose: {position: [2, 0, 0.5]}\nprimitives: [{type: box, dimensions: [9, "
      "9, "
      "9]}]\nprimitive_poses: [{position: [0.1, 0, 0]}]\nmesh_poses: [{position: [0.2, 0, 0]}]\n",
      "id: two\noperation: 3\npose: {position: [3, 0, 0.5]}\n"},
     "{\"obstacles\": [{\"id\": \"two\", \"position\": [3, 0, 0.5], \"shapes\": [{\"type\": "
     "\"sphere\", "
     "\"radius\": 0.1, \"position\": [0.1, 0, 0]}, {\"type\": \"sphere\", \"radius\": 0.2, "
     "\"position\": "
     "[0.2, 0, 0]}]}]}",
     "the shapes of the message are not looked at"},
    {{"id: a\npose: {position: [1, 0, 0]}\nprimitives: [{type: box, dimensions: [0.1, 0.2, 0.3]}]\n"
      "primitive_poses: [{position: [0, 0.5, 0]}]\n",
      "id: a\noperation: 3\npose: {position: [2, 0, 0]}\nprimitive_poses: [{position: [0, 0.25, 0]}]\n",
      "id: a\noperation: 3\npose: {position: [3, 0.25, 0.2]}\n"},
     "{\"obstacles\": [" JSON_BOX("a", "3") "]}",
     ""},
    {{BOX("a", "1"), BOX("a", "2") "operation: 2\n",
      "id: a\noperation: 3\npose: {position: [2, 0.5, 0.2], orientation: [0, 0, 0, 1]}\n"},
     "{\"obstacles\": [{\"id\": \"a\", \"shapes\": [{\"type\": \"box\", \"size\": [0.1, 0.2, 0.3], "
     "\"position\": [2, 0.5, 0.2]}, {\"type\": \"box\", \"size\": [0.1, 0.2, 0.3], "
     "\"position\": [3, 0.5, 0.2]}]}]}",
     ""},
    {{"{\"obstacles\": [" JSON_BOX("a", "1") "]}",
      "id: a\noperation: 3\npose: {position: [3, 0.5, 0.2], orientation: [0, 0, 0, 1]}\n"},
     "{\"obstacles\": [" JSON_BOX("a", "3") "]}",
     ""},
    {{BOX("a", "1"), "id: a\nheader: {frame_id: upper}\noperation: 3\n"
                     "pose: {position: [3, 0.5, -0.1], orientation: [0, 0, 0, 1]}\n"},
     "{\"obstacles\": [" JSON_BOX("a", "3") "]}",
     "taken to be at 0: \"turn\"\n"},
    /* attaching an object of the world before the message removes it there; detaching it elsewhere */
    {{BOX("a", "1"),
      "is_diff: true\nrobot_state: {is_diff: true, joint_state: {name: [turn], position: [0]}, "
      "attached_collision_objects: [{link_name: upper, object: {id: a, operation: 0}}]}\n"
      "world: {collision_objects: [{id: a, operation: 1}]}\n",
      "is_diff: true\nrobot_state: {is_diff: true, joint_state: {name: [turn], position: [3]}}\n"},
     "{\"robot_state\": {\"turn\": 3}, \"attached\": [{\"id\": \"a\", \"link\": \"upper\", \"type\": "
     "\"box\", \"size\": [0.1, 0.2, 0.3], \"position\": [1, 0.5, -0.1]}]}",
     "object \"a\" is carried, and stays so"},
    {{TWO, "joint_state: {name: [turn], position: [0]}\n", "link_name: upper\nobject: {id: two}\n",
      "joint_state: {name: [turn], position: [3.141592653589793]}\n",
      "link_name: ''\nobject: {id: '', operation: 1}\n---\n"
      "id: two\noperation: 3\npose: {position: [2, 0, 0.5]}\n"},
     "{\"robot_state\": {\"turn\": 3.141592653589793}, \"obstacles\": [{\"id\": \"two\", \"position\": "
     "[2, 0, 0.5], \"shapes\": [{\"type\": \"sphere\", \"radius\": 0.1, \"position\": [0.3, 0, 0]}, "
     "{\"type\": \"sphere\", \"radius\": 0.2, \"position\": [0, 0, 0.4]}]}]}",
     ""},
    /* a pose of zeros is no pose: the object is where its only shape is */
    {{"id: a\npose: {position: {x: 0.0, y: 0.0, z: 0.0}, orientation: {x: 0.0, y: 0.0, z: 0.0, w: "
      "0.0}}\n"
      "primitives: [{type: box, dimensions: [0.1, 0.2, 0.3]}]\n"
      "primitive_poses: [{position: [1, 0.5, 0.2]}]\n",
      "id: a\noperation: 3\npose: {position: [3, 0.5, 0.2]}\n"},
     "{\"obstacles\": [" JSON_BOX("a", "3") "]}",
     ""},
    /* joints that move both the frame and the link do not matter */
    {{"link_name: hand\nobject: {id: a, header: {frame_id: tool}, primitives: [{type: sphere, "
      "dimensions: "
      "[0.2]}], primitive_poses: [{position: [0, 1, 0]}]}\n"},
     "{\"attached\": [{\"id\": \"a\", \"link\": \"hand\", \"type\": \"sphere\", \"radius\": 0.2, "
     "\"position\": [0.15, 1, 0]}]}",
     ""},
    /* an object that was moved is attached at its new place */
    {{"joint_state: {name: [turn], position: [0]}\n---\n" BOX("a", "1"),
      "id: a\noperation: 3\npose: {position: [3, 0.5, 0.2], orientation: [0, 0, 0, 1]}\n",
      "link_name: upper\nobject: {id: a}\n", "joint_state: {name: [turn], position: [3]}\n"},
     "{\"robot_state\": {\"turn\": 3}, \"attached\": [{\"id\": \"a\", \"link\": \"upper\", \"type\": "
     "\"box\", \"size\": [0.1, 0.2, 0.3], \"position\": [3, 0.5, -0.1]}]}",
     ""},
    /* an attached object with shapes of its own replaces the one in the world, and gets more shapes */
    {{BOX("a", "1"),
      "link_name: upper\ntouch_links: [hand]\nobject: {id: a, header: {frame_id: upper}, primitives: "
      "[{type: sphere, dimensions: [0.2]}], primitive_poses: [{}]}\n",
      "link_name: upper\ntouch_links: [base]\nobject: {id: a, operation: 2, header: {frame_id: base}, "
      "primitives: [{type: sphere, dimensions: [0.3]}], primitive_poses: [{position: [1, 0, 0.3]}]}\n"},
     "{\"attached\": [{\"id\": \"a\", \"link\": \"upper\", \"touch_links\": [\"hand\", \"base\"], "
     "\"shapes\": [{\"type\": \"sphere\", \"radius\": 0.2}, {\"type\": \"sphere\", \"radius\": 0.3, "
     "\"position\": [1, 0, 0]}]}]}",
     "object \"a\" takes the place"},
    /* an object that is attached in the message that adds it to the world */
    {{"robot_state: {attached_collision_objects: [{link_name: arm/upper, object: {id: a}}]}\n"
      "world: {collision_objects: [{id: a, primitives: [{type: sphere, dimensions: [0.2]}], "
      "primitive_poses: [{position: [1, 0, 0.3]}]}]}\n"},
     "{\"attached\": [{\"id\": \"a\", \"link\": \"upper\", \"type\": \"sphere\", \"radius\": 0.2, "
     "\"position\": [1, 0, 0]}]}",
     "taken to be at 0: \"turn\"\n"},
    /* a matrix without names does not remove an earlier one; a matrix with names replaces it */
    {{"world: {}\nallowed_collision_matrix: {entry_names: [base, hand], entry_values: [[false, true], "
      "[true, false]]}\n---\nis_diff: true\nworld: {}\nallowed_collision_matrix: {entry_names: [], "
      "entry_values: []}\n"},
     "{\"allowed_pairs\": [[\"base\", \"hand\"]]}",
     ""},
    {{"world: {}\nallowed_collision_matrix: {entry_names: [base, hand], entry_values: [[false, true], "
      "[true, false]]}\n---\nis_diff: true\nworld: {}\nallowed_collision_matrix: {entry_names: [upper, "
      "finger_left], entry_values: [[false, true], [true, false]]}\n"},
     "{\"allowed_pairs\": [[\"upper\", \"finger_left\"]]}",
     ""},
    /* in the frame of another object, which is turned by a quarter and is moved afterwards */
    {{TWO, BALL("two", "2"), "id: two\noperation: 3\npose: {position: [9, 0, 0]}\n"},
     "{\"obstacles\": [" JSON_TWO("9.3, 0, 0", "9, 0, 0.4") ", " JSON_BALL("1, 2, 0.5") "]}",
     ""},
    /* in the frame of its subframe; of the subframe that it was given last */
    {{TWO TIP("{position: [1, 0, 0], orientation: [0, 0, 1, 1]}") "---\n" BALL("/two/tip", "2")},
     "{\"obstacles\": [" JSON_TWO("1, 0.3, 0.5", "1, 0, 0.9") ", " JSON_BALL("-1, 1, 0.5") "]}",
     ""},
    {{BOX("a", "1") TIP("{position: [5, 0, 0]}") "---\n" BOX("a", "1")
          TIP("{position: [1, 0, 0]}") "---\n" BALL("a/tip", "2")},
     "{\"obstacles\": [" JSON_BOX("a", "1") ", " JSON_BALL("4, 0.5, 0.2") "]}",
     ""},
    /* in the frame of an object with one shape, which has no pose of its own */
    {{BOX("a", "1"), BALL("a", "2")},
     "{\"obstacles\": [" JSON_BOX("a", "1") ", " JSON_BALL("3, 0.5, 0.2") "]}",
     ""},
    {{"{\"obstacles\": [" JSON_BOX("a", "1") "]}", BALL("a", "2")},
     "{\"obstacles\": [" JSON_BOX("a", "1") ", " JSON_BALL("3, 0.5, 0.2") "]}",
     ""},
    /* in the frame of an object on a link, by a frame that the message defines relative to it */
    {{"{" JSON_HELD "}",
      "is_diff: true\nfixed_frame_transforms: [{header: {frame_id: held}, child_frame_id: side, "
      "transform: {translation: {y: 1}}}]\nworld: {collision_objects: [{id: ball, header: {frame_id: "
      "side}, primitives: [{type: sphere, dimensions: [0.1]}], primitive_poses: [{position: [2, 0, "
      "0]}]}]}\n"},
     "{" JSON_HELD ", \"obstacles\": [" JSON_BALL("3, 1, 0.3") "]}",
     "taken to be at 0: \"turn\"\n"},
    /* in the frame of a finger that mimics a joint which a message sets */
    {{"joint_state: {name: [turn, slide, grip], position: [0, 0, 0.01]}\n",
      "id: a\nheader: {frame_id: finger_right}\nprimitives: [{type: sphere, dimensions: [0.1]}]\n"
      "primitive_poses: [{position: [1, 0, 0]}]\n"},
     "{\"robot_state\": {\"grip\": 0.01}, \"obstacles\": [{\"id\": \"a\", \"type\": \"sphere\", "
     "\"radius\": "
     "0.1, \"position\": [1.65, -0.028660094673768177, 0.2911343938001598]}]}",
     ""},
    {{"id: a\nheader: {frame_id: finger_right}\nprimitives: [{type: sphere, dimensions: [0.1]}]\n"
      "primitive_poses: [{position: [1, 0, 0]}]\n"},
     "{\"obstacles\": [{\"id\": \"a\", \"type\": \"sphere\", \"radius\": 0.1, \"position\": [1.65, "
     "-0.01910672978251212, 0.2940895958667732]}]}",
     "taken to be at 0: \"turn\", \"slide\", \"grip\"\n"},
};

static void test_operations(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char what[40];
        const char *const wanted[] = {cases[i].wanted, NULL};
        snprintf(what, sizeof what, "case %zu", i);
        lw_scene *reference = scene_of(wanted);
        lw_scene *scene = scene_of(cases[i].texts);
        if (*cases[i].notice ? !strstr(notices, cases[i].notice) : notices[0] != '\0')
            fail_msg("%s: notices are \"%s\"", what, notices);
        assert_int_equal(lw_scene_freeze(reference, NULL), LW_OK);
        assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
        assert_true(assert_same_scene(reference, scene, what) > 3);
        lw_scene_destroy(reference);
        lw_scene_destroy(scene);
    }
}

/* Refused messages, in a scene with an obstacle, a carried object and one of several shapes. */
static const struct {
    const char *text;
    lw_status status;
    int line;
    const char *sentence;
} refused[] = {
    {"world: {collision_objects: [{id: a, primitives: [{type: sphere, dimensions: [1]}], "
     "primitive_poses: [{}]}]}\n",
     LW_ERROR_NAME, 1, "there is an object of this id already"},
    {"world: {}\nrobot_state:\n  attached_collision_objects:\n  - link_name: hand\n    object: {id: a, "
     "primitives: [{type: sphere, dimensions: [1]}], primitive_poses: [{}]}\n",
     LW_ERROR_NAME, 5, "there is an object of this id already"},
    {"collision_objects: [{id: a, primitives: [{type: sphere, dimensions: [1]}], primitive_poses: "
     "[{}]}]\n",
     LW_ERROR_NAME, 1, "there is an object of this id already"},
    {"link_name: hand\nobject: {id: held}\n", LW_ERROR_NAME, 2,
     "there is an object of this id already"},
    {"link_name: hand\nobject: {id: none}\n", LW_ERROR_NAME, 2, "no object of this id in the world"},
    {"is_diff: true\nworld: {collision_objects: [{id: n, primitives: [{type: sphere, dimensions: "
     "[1]}], "
     "primitive_poses: [{}]},\n {id: n, primitives: [{type: sphere, dimensions: [1]}], "
     "primitive_poses: "
     "[{}]}]}\n",
     LW_ERROR_NAME, 3, "there is an object of this id already"},
    {"id: a\noperation: 3\n", LW_ERROR_SYNTAX, 1, "no pose says where"},
    {"id: b\noperation: 3\npose: {position: [1, 0, 0]}\n", LW_ERROR_NAME, 1, "and there is none"},
    {"id: held\noperation: 3\npose: {position: [1, 0, 0]}\n", LW_ERROR_NAME, 1, "a link carries it"},
    {"id: a\noperation: 3\nprimitive_poses: [{}, {}]\n", LW_ERROR_ARGUMENT, 1,
     "with 2 poses of shapes, and has 1 shapes"},
    {"id: both\noperation: 3\npose: {position: [1, 0, 0]}\n", LW_ERROR_ARGUMENT, 1,
     "has 2 shapes and no pose of its own"},
    {"id: a\nheader: {frame_id: nowhere}\noperation: 3\npose: {position: [1, 0, 0]}\n", LW_ERROR_NAME,
     1, "\"nowhere\" is neither"},
    {BALL("both", "2"), LW_ERROR_ARGUMENT, 1,
     "its frame \"both\" is an object of several shapes, which has no pose of its own"},
    {BOX("c", "1") TIP("{}") "---\n" BALL("c/top", "2"), LW_ERROR_NAME, 8,
     "its frame \"c/top\" is neither the world, a link, nor one of"},
    {BOX("c", "1") TIP("3") "---\n" BALL("c/tip", "2"), LW_ERROR_SYNTAX, 6, "the pose of a subframe"},
    {BOX("c", "1") TIP("{}") "---\nid: c\noperation: 1\n---\n" BALL("c/tip", "2"), LW_ERROR_NAME, 11,
     "its frame \"c/tip\" is neither"},
    {"id: held\noperation: 2\nprimitives: [{type: sphere, dimensions: [1]}]\nprimitive_poses: [{}]\n",
     LW_ERROR_NAME, 1, "attached object already"},
    {"link_name: hand\nobject: {id: a, operation: 2, primitives: [{type: sphere, dimensions: [1]}], "
     "primitive_poses: [{}]}\n",
     LW_ERROR_NAME, 2, "shapes are appended to it, and no link carries it"},
    {"link_name: hand\nobject: {id: held, operation: 3}\n", LW_ERROR_SYNTAX, 2, "cannot be moved"},
    {"link_name: base\nobject: {id: held, operation: 1}\n", LW_ERROR_NAME, 2,
     "from link \"base\", and link \"hand\" carries it"},
    {"link_name: hnd\nobject: {id: a}\n", LW_ERROR_NAME, 1, "the nearest name is \"hand\""},
    {"link_name: null\nobject: {id: a}\n", LW_ERROR_SYNTAX, 1, "\"link_name\" is missing"},
    {"id: n\noperation: 2\n", LW_ERROR_SYNTAX, 1, "neither primitives nor meshes"},
    {"world: {}\n---\na: 1\n", LW_ERROR_SYNTAX, 3, "not all are MoveIt's of a scene"},
    /* the messages before the error are undone */
    {"id: ''\noperation: 1\n---\nid: a\noperation: 3\npose: {position: [1, 0, 0]}\n", LW_ERROR_NAME, 4,
     "and there is none"},
    {"link_name: hand\nobject: {id: a}\n---\nlink_name: ''\nobject: {id: held, operation: 1}\n---\n"
     "id: both\noperation: 3\nprimitive_poses: [{}, {}]\n---\nid: held\noperation: 2\n"
     "primitives: [{type: sphere, dimensions: [1]}]\nprimitive_poses: [{}]\n---\nid: n\noperation: 9\n",
     LW_ERROR_SYNTAX, 17, "operation must be"},
    {"n\n* b\n1\nbox\n1 1 1\n0 0 0\n0 0 0 1\n0 0 0 0\n* a\n1\nbox\n1 1 1\n0 0 0\n0 0 0 1\n0 0 0 0\n.\n",
     LW_ERROR_NAME, 9, "there is an object of this id already"},
};

#define FURNITURE                                                                                      \
    "{\"robot_state\": " HAND ", \"obstacles\": [" JSON_BOX(                                           \
        "a", "1") ", {\"id\": \"both\", \"shapes\": "                                                  \
                  "[{\"type\": \"sphere\", \"radius\": 0.1, \"position\": [2, 0, 0]}, {\"type\": "     \
                  "\"sphere\", "                                                                       \
                  "\"radius\": 0.2, \"position\": [2, 1, 0]}]}], \"attached\": [{\"id\": \"held\", "   \
                  "\"link\": "                                                                         \
                  "\"hand\", \"type\": \"sphere\", \"radius\": 0.1, \"position\": [1, 0, 0]}]}"

static void test_refused(void **state)
{
    (void)state;
    static const char *const furniture[] = {FURNITURE, NULL};
    lw_scene *before = scene_of(furniture);
    assert_int_equal(lw_scene_freeze(before, NULL), LW_OK);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        lw_error error = {0};
        lw_scene *scene = scene_of(furniture);
        const lw_status status = written_load(scene, refused[i].text, &error);
        if (status != refused[i].status || error.line != refused[i].line ||
            !strstr(error.message, refused[i].sentence))
            fail_msg("%zu: %d at line %d: %s", i, (int)status, error.line, error.message);
        assert_true(lw_model_find_object(&scene->model, "a") >= 0);
        assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
        assert_same_scene(before, scene, refused[i].text);
        lw_scene_destroy(scene);
    }
    lw_scene_destroy(before);
}

/* If memory runs out, all messages of a file apply or none, also in a scene that shares its objects
 * with another. */
static void test_every_allocation_failing(void **state)
{
    (void)state;
    static const char *const furniture[] = {FURNITURE, NULL};
    lw_scene *before = scene_of(furniture);
    assert_int_equal(lw_scene_freeze(before, NULL), LW_OK);
    written file =
        written_text("link_name: hand\nobject: {id: a}\n---\nlink_name: ''\nobject: {id: held, "
                     "operation: 1}\n---\nid: both\noperation: 1\n---\n" BOX("b", "3"));
    bool failed = true;
    for (size_t n = 1; failed; n++) {
        lw_error error = {0};
        lw_scene *scene = NULL;
        assert_int_equal(lw_scene_copy(before, &scene, NULL), LW_OK);
        allocation_fail(n);
        const lw_status status = lw_scene_load(scene, file.path, &error);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_int_equal(lw_scene_freeze(scene, NULL), LW_OK);
        if (failed)
            assert_same_scene(before, scene, "a scene that memory ran out in");
        else
            assert_true(lw_scene_find_body(scene, "b") >= 0 && lw_scene_find_body(scene, "both") < 0);
        lw_scene_destroy(scene);
    }
    written_remove(&file);
    lw_scene_destroy(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_every_allocation_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
