/* Tests io/scene/cover_json.c: covers are written and read back; stale, foreign and malformed ones are
 * refused. */
#include "body/cover.h"

#include "allocation.h"
#include "cover_arm.h"

/* Loads a text as the cover of an arm, and freezes it. */
static lw_status try_cover(const char *text, double bar, double factor, lw_error *error)
{
    lw_scene *scene = new_arm(bar);
    lw_status status = lw_scene_load_cover(scene, NULL, files_write(&here, "c.json", text), error);
    if (!status && factor > 0)
        status = lw_scene_set_link_padding(scene, "r", NULL, factor, 0.3, error);
    if (!status)
        status = lw_scene_freeze(scene, error);
    lw_scene_destroy(scene);
    return status;
}

/* ---- writing and reading back ------------------------------------------------------------------ */

static void test_there_and_back(void **state)
{
    (void)state;
    lw_scene *made = frozen_arm(NULL);
    char *text = cover_text(made, 0);
    const char *path = files_write(&here, "r.cover.json", text);
    lw_scene *loaded = frozen_arm(path);
    char *again = cover_text(loaded, 0);
    assert_string_equal(again, text);
    assert_int_equal(made->frozen->moving_count, 4);
    for (size_t i = 0; i < made->frozen->moving_count; i++) {
        const lw_cover *one = made->frozen->moving[i].cover;
        const lw_cover *other = loaded->frozen->moving[i].cover;
        lw_cover_info info = lw_default_cover_info();
        assert_int_equal(one->count, other->count);
        assert_memory_equal(one->balls, other->balls, one->count * sizeof *one->balls);
        assert_memory_equal(&one->around, &other->around, sizeof one->around);
        assert_int_equal(lw_scene_cover_info(made, i, &info, NULL), LW_OK);
        assert_null(info.file);
        assert_int_equal(info.ball_count, one->count);
        assert_int_equal(lw_scene_cover_info(loaded, i, &info, NULL), LW_OK);
        assert_string_equal(info.file, path);
    }
    lw_scene_destroy(loaded);
    lw_scene_destroy(made);
    free(again);
    free(text);
}

/* The text is cut to the size of the buffer, as snprintf does. */
static void test_text_in_little_room(void **state)
{
    (void)state;
    lw_scene *scene = frozen_arm(NULL);
    char *text = cover_text(scene, 0);
    char little[40];
    size_t length = 0;
    assert_int_equal(lw_scene_cover_json(scene, 0, little, sizeof little, &length, NULL), LW_OK);
    assert_int_equal(length, strlen(text));
    assert_int_equal(strlen(little), sizeof little - 1);
    assert_memory_equal(little, text, sizeof little - 1);
    free(text);
    lw_scene_destroy(scene);
}

/* ---- balls by hand ----------------------------------------------------------------------------- */

/* Some links have balls by hand, in their own frames; the others get covers by the library. */
static void test_by_hand(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *made = frozen_arm(NULL);
    uint64_t print[2];
    for (size_t i = 0; i < 2; i++) {
        lw_cover_info info = lw_default_cover_info();
        succeed(lw_scene_cover_info(made, i, &info, &error), &error);
        print[i] = info.fingerprint;
    }
    assert_true(print[0] != print[1]);
    char text[600];
    static const struct {
        const char *radius;
        bool good;
    } balls[] = {{"0.125", true}, {"0.13", true}, {"0.1249", false}, {"1e8", true}};
    for (size_t i = 0; i < sizeof balls / sizeof *balls; i++) {
        /* the bar is 0.6 m long and turned; its ball is as large as its bounding sphere */
        snprintf(text, sizeof text,
                 "{\"leeway_cover\": 1, \"links\": [{\"link\": \"bar\", \"fingerprint\": "
                 "\"%016llx\", \"balls\": [[0.3, 0.05, 0, 0.31]]}, {\"link\": \"ball\", "
                 "\"fingerprint\": \"%016llx\", \"balls\": [[0, 0, 0, %s]]}]}",
                 (unsigned long long)print[1], (unsigned long long)print[0], balls[i].radius);
        lw_status status = try_cover(text, 0.6, 0, &error);
        if (balls[i].good)
            succeed(status, &error);
        else
            refused(status, LW_ERROR_MODEL, &error,
                    "link \"ball\": its balls do not contain it, or not by enough to prove it, near");
    }
    lw_scene_destroy(made);
}

/* ---- fingerprints ------------------------------------------------------------------------------- */

/* The fingerprint of a link with one shape. */
static uint64_t print_of(const lw_shape_def *shape, lw_pose place, double factor, double padding)
{
    lw_error error = {0};
    lw_cover_info info = lw_default_cover_info();
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "r", "l", &error), &error);
    succeed(lw_scene_add_shape(scene, "r", "l", shape, place, &error), &error);
    succeed(lw_scene_set_link_padding(scene, "r", NULL, factor, padding, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_scene_cover_info(scene, 0, &info, &error), &error);
    lw_scene_destroy(scene);
    return info.fingerprint;
}

/* Everything that a cover depends on changes the fingerprint; nothing else does. */
static void test_fingerprints(void **state)
{
    (void)state;
    double moved[12];
    memcpy(moved, arm_corners, sizeof moved);
    moved[11] += 0.01;
    static const uint32_t fewer[] = {0, 2, 1, 0, 1, 3, 0, 3, 2};
    static const uint32_t other[] = {2, 1, 0, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    lw_shape_def shapes[12];
    size_t count = 0;
    for (; count < 12; count++)
        shapes[count] = lw_default_shape();
    shapes[0].radius = 0.1;
    shapes[1].radius = 0.2;
    shapes[2].radius = shapes[2].rounding = 0.1;
    for (int i = 3; i < 6; i++) {
        shapes[i].kind = i < 5 ? LW_SHAPE_CYLINDER : LW_SHAPE_CONE;
        shapes[i].radius = 0.1;
        shapes[i].length = i == 3 ? 0.2 : 0.3;
    }
    for (int i = 6; i < 8; i++) {
        shapes[i].kind = LW_SHAPE_BOX;
        shapes[i].size = (lw_vec3){0.1, 0.2, i == 6 ? 0.3 : 0.4};
    }
    for (int i = 8; i < 12; i++) {
        shapes[i].kind = LW_SHAPE_MESH;
        shapes[i].vertices = i == 8 ? moved : arm_corners;
        shapes[i].vertex_count = 4;
        shapes[i].triangles = i == 9 ? fewer : i == 10 ? other : arm_faces;
        shapes[i].triangle_count = i == 9 ? 3 : 4;
    }
    uint64_t prints[15];
    for (size_t i = 0; i < count; i++)
        prints[i] = print_of(&shapes[i], lw_pose_identity(), 1, 0);
    prints[count++] = print_of(&shapes[6], at(0.1, 0, 0, 0), 1, 0);
    prints[count++] = print_of(&shapes[6], at(0, 0, 0, 0.1), 1, 0);
    prints[count++] = print_of(&shapes[6], lw_pose_identity(), 2, 0);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (prints[i] == prints[k])
                fail_msg("%zu and %zu have one fingerprint", k, i);
    assert_true(print_of(&shapes[6], lw_pose_identity(), 1, 0.1) == prints[6]);
    /* a surface has the cover of a solid, and members that a kind of shape does not use do not count */
    shapes[11].mesh_mode = LW_MESH_SURFACE;
    assert_true(print_of(&shapes[11], lw_pose_identity(), 1, 0) == prints[11]);
    shapes[6].vertex_count = 9;
    shapes[6].triangle_count = 9;
    assert_true(print_of(&shapes[6], lw_pose_identity(), 1, 0) == prints[6]);
}

/* A link that is a box, with a cover of given balls. */
static lw_scene *box_in(const char *ball)
{
    lw_error error = {0};
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = (lw_vec3){0.375, 0.5, 1.5};
    char text[200];
    snprintf(text, sizeof text,
             "{\"leeway_cover\": 1, \"links\": [{\"link\": \"l\", \"fingerprint\": \"%016llx\", "
             "\"balls\": [%s]}]}",
             (unsigned long long)print_of(&box, lw_pose_identity(), 1, 0), ball);
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "r", "l", &error), &error);
    succeed(lw_scene_add_shape(scene, "r", "l", &box, lw_pose_identity(), &error), &error);
    succeed(lw_scene_load_cover(scene, "r", files_write(&here, "n.json", text), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* A ball through the corners of a box is accepted, although rounding leaves no room to prove that it
 * contains the box; it becomes the ball around the body. */
static void test_no_room(void **state)
{
    (void)state;
    lw_scene *scene = box_in("[0, 0, 0, 0.8125]");
    const lw_cover *cover = scene->frozen->moving[0].cover;
    assert_int_equal(cover->count, 1);
    assert_memory_equal(&cover->around, cover->balls, sizeof cover->around);
    assert_near((double)cover->around.radius, 0.8125, 1e-5);
    assert_true((double)cover->around.radius > 0.8125);
    lw_scene_destroy(scene);
}

/* A ball whose centre lies outside the link's bounding sphere is accepted: covers by the library have
 * such balls. */
static void test_center_outside(void **state)
{
    (void)state;
    lw_scene_destroy(box_in("[0, 0, 0.9, 2], [0, 0, -0.75, 0.5]"));
}

/* ---- refused covers ---------------------------------------------------------------------------- */

static void test_refusals(void **state)
{
    (void)state;
    lw_scene *made = frozen_arm(NULL);
    char *text = cover_text(made, 0);
    const struct {
        const char *old, *new;
        lw_status status;
        const char *says;
    } cases[] = {
        {"\"leeway_cover\": 1", "\"leeway_cover\": 2", LW_ERROR_SYNTAX, "format 2, which is not known"},
        {"\"leeway_cover\": 1", "\"leeway_cover\": \"1\"", LW_ERROR_SYNTAX, "a number"},
        {"\"leeway_cover\": 1,", "", LW_ERROR_SYNTAX, "this is no cover"},
        {"\"leeway_cover\": 1", "\"leeway_cover\": 1, \"more\": 2", LW_ERROR_SYNTAX, "\"more\""},
        {"\"links\"", "\"description\": null, \"links\"", LW_ERROR_SYNTAX, "null"},
        {"\"links\": [", "\"links\": {}, \"description\": [", LW_ERROR_SYNTAX, "links"},
        {"{\"link\": \"ball\"", "{\"link\": \"bull\"", LW_ERROR_NAME,
         "the cover is for another robot: \"r\" has no link \"bull\"; the nearest name is \"ball\""},
        {"{\"link\": \"ball\"", "{\"link\": \"bar\"", LW_ERROR_NAME, "\"bar\" has a cover already"},
        {"{\"link\": \"ball\", ", "{", LW_ERROR_SYNTAX, "\"link\" is missing"},
        {"{\"link\": \"ball\"", "{\"size\": 1, \"link\": \"ball\"", LW_ERROR_SYNTAX, "\"size\""},
        {"\"fingerprint\": \"", "\"fingerprint\": \"0", LW_ERROR_SYNTAX, "16 digits"},
        {"\"excess\": ", "\"excess\": -", LW_ERROR_ARGUMENT, "excess"},
        {"\"balls\": [\n      [", "\"balls\": [], \"excess2\": [\n      [", LW_ERROR_SYNTAX, "excess2"},
        {"      [0, 0, 0, ", "      [0, 0, ", LW_ERROR_ARGUMENT, "4 numbers, not 3"},
        {"      [0, 0, 0, 0.1", "      [0, 0, 0, -0.1", LW_ERROR_ARGUMENT, "radius"},
        {"      [0, 0, 0, 0.1", "      [0, 0, 0, NaN", LW_ERROR_SYNTAX, ""},
        {"      [0, 0, 0, 0.1", "      [0, 0, 1e400, 0.1", LW_ERROR_SYNTAX, ""},
        {"      [0, 0, 0, 0.1", "      [0, 0, 1e10, 0.1", LW_ERROR_ARGUMENT, "a ball"},
        {"      [0, 0, 0, 0.1", "      [0, 0, 0.3, 0.1", LW_ERROR_MODEL,
         "a ball does not reach the sphere about its link"},
        {"      [0, 0, 0, 0.1", "      [0, 0, 0, 0.01", LW_ERROR_MODEL,
         "link \"ball\": its balls do not contain it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_error error = {0};
        char *changed = edited(text, cases[i].old, cases[i].new);
        lw_status status = try_cover(changed, 0.6, 0, &error);
        if (!error.line || !error.column || !strstr(error.file, "c.json"))
            fail_msg("case %zu: %s:%d:%d: %s", i, error.file, error.line, error.column, error.message);
        refused(status, cases[i].status, &error, cases[i].says);
        free(changed);
    }
    lw_error error = {0};
    refused(try_cover("", 0.6, 0, &error), LW_ERROR_SYNTAX, &error, "");
    refused(try_cover("[]", 0.6, 0, &error), LW_ERROR_SYNTAX, &error, "a cover");
    refused(try_cover("{\"leeway_cover\": 1, \"links\": [{\"link\": \"ball\", \"fingerprint\": "
                      "\"0123456789abcdef\", \"balls\": []}]}",
                      0.6, 0, &error),
            LW_ERROR_ARGUMENT, &error, "one ball or more");
    /* stale covers: other geometry, another scale; the padding does not matter */
    refused(try_cover(text, 0.61, 0, &error), LW_ERROR_MODEL, &error,
            "link \"bar\": the cover was made for other geometry or another scale");
    refused(try_cover(text, 0.6, 1.01, &error), LW_ERROR_MODEL, &error, "make it again");
    succeed(try_cover(text, 0.6, 1, &error), &error);
    succeed(try_cover("{\"leeway_cover\": 1, \"links\": []}", 0.6, 0, &error), &error);
    free(text);
    lw_scene_destroy(made);
}

/* If loading a cover fails, the model stays as it was, and accepts another cover. */
static void test_rolls_back(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *made = frozen_arm(NULL);
    char *text = cover_text(made, 0);
    char *broken = edited(text, "{\"link\": \"mesh\"", "{\"link\": \"mash\"");
    lw_scene *scene = new_arm(0.6);
    refused(lw_scene_load_cover(scene, "r", files_write(&here, "b.json", broken), &error),
            LW_ERROR_NAME, &error, "mash");
    succeed(lw_scene_load_cover(scene, "r", files_write(&here, "g.json", text), &error), &error);
    refused(lw_scene_load_cover(scene, "r", files_path(&here, "g.json"), &error), LW_ERROR_NAME, &error,
            "has a cover already");
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_scene_destroy(scene);
    lw_scene_destroy(made);
    free(broken);
    free(text);
}

static void test_arguments(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_cover_ball ball;
    lw_cover_info info = lw_default_cover_info();
    lw_scene *scene = new_arm(0.6);
    lw_shape_def sphere = sphere_of(1);
    refused(lw_scene_load_cover(NULL, "r", "x", &error), LW_ERROR_ARGUMENT, &error, "no scene");
    refused(lw_scene_load_cover(scene, "r", NULL, &error), LW_ERROR_ARGUMENT, &error, "no file");
    refused(lw_scene_load_cover(scene, "r", "/none/such", &error), LW_ERROR_FILE, &error, "");
    refused(lw_scene_load_cover(scene, "q", "/none/such", &error), LW_ERROR_NAME, &error, "q");
    refused(lw_scene_set_cover_balls(scene, 0, &error), LW_ERROR_ARGUMENT, &error, "1 to 64");
    refused(lw_scene_set_cover_balls(scene, 65, &error), LW_ERROR_ARGUMENT, &error, "65 balls");
    refused(lw_scene_cover_info(scene, 0, &info, &error), LW_ERROR_STATE, &error, "not frozen");
    refused(lw_scene_cover_ball(scene, 0, 0, &ball, &error), LW_ERROR_STATE, &error, "not frozen");
    refused(lw_scene_cover_json(scene, 0, NULL, 0, NULL, &error), LW_ERROR_STATE, &error, "not frozen");
    succeed(lw_scene_set_cover_balls(scene, 1, &error), &error);
    succeed(lw_scene_add_obstacle(scene, "rock", &sphere, at(9, 9, 9, 0), &error), &error);
    succeed(lw_scene_add_attached(scene, "r", "mesh", "held", &sphere, at(1, 0, 0, 0), NULL, 0, &error),
            &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    refused(lw_scene_set_cover_balls(scene, 2, &error), LW_ERROR_STATE, &error, "frozen");
    refused(lw_scene_load_cover(scene, "r", "/none/such", &error), LW_ERROR_STATE, &error, "frozen");
    refused(lw_scene_cover_info(scene, 6, &info, &error), LW_ERROR_ARGUMENT, &error, "no body 6");
    refused(lw_scene_cover_info(scene, 0, NULL, &error), LW_ERROR_ARGUMENT, &error, "room");
    refused(lw_scene_cover_ball(scene, 0, 1, &ball, &error), LW_ERROR_ARGUMENT, &error, "no ball");
    refused(lw_scene_cover_json(scene, 1, NULL, 0, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "no robot 1");
    refused(lw_scene_cover_json(NULL, 0, NULL, 0, NULL, &error), LW_ERROR_ARGUMENT, &error, "scene");
    succeed(lw_scene_cover_info(scene, 1, &info, &error), &error);
    assert_int_equal(info.ball_count, 1);
    /* a carried object has a cover, in the link's frame, and no fingerprint; an obstacle has neither */
    succeed(lw_scene_cover_info(scene, 4, &info, &error), &error);
    assert_true(info.ball_count == 1 && info.fingerprint == 0 && info.excess < 1e-6);
    succeed(lw_scene_cover_ball(scene, 4, 0, &ball, &error), &error);
    assert_near(ball.center.x, 1, 1e-7);
    succeed(lw_scene_cover_info(scene, 5, &info, &error), &error);
    assert_true(info.ball_count == 0 && info.fingerprint == 0 && info.excess == 0);
    lw_scene_destroy(scene);
}

/* Copies keep the cover. A copy with another scale is refused, a copy with another padding is not. */
static void test_copies(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *made = frozen_arm(NULL);
    char *text = cover_text(made, 0);
    lw_scene_destroy(made);
    lw_scene *scene = frozen_arm(files_write(&here, "r.json", text));
    for (int i = 0; i < 3; i++) {
        lw_scene *next = NULL;
        succeed(lw_scene_copy(scene, &next, &error), &error);
        refused(lw_scene_load_cover(next, "r", files_path(&here, "r.json"), &error), LW_ERROR_STATE,
                &error, "covers cannot be added");
        refused(lw_scene_set_cover_balls(next, 2, &error), LW_ERROR_STATE, &error, "covers");
        succeed(lw_scene_set_link_padding(next, "r", "bar", i == 2 ? 1.5 : 1, 0.1 * i, &error), &error);
        if (i == 2) {
            refused(lw_scene_freeze(next, &error), LW_ERROR_MODEL, &error, "link \"bar\"");
            lw_scene_destroy(next);
            continue;
        }
        succeed(lw_scene_freeze(next, &error), &error);
        lw_scene_destroy(scene);
        scene = next;
        char *again = cover_text(scene, 0);
        assert_string_equal(again, text);
        free(again);
    }
    lw_scene_destroy(scene);
    free(text);
}

static void test_in_the_plane(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "r", "l", &error), &error);
    const char *path = files_write(&here, "p.json", "{\"leeway_cover\": 1, \"links\": []}");
    refused(lw_scene_load_cover(scene, "r", path, &error), LW_ERROR_ARGUMENT, &error, "in the plane");
    succeed(lw_scene_freeze(scene, &error), &error);
    refused(lw_scene_cover_json(scene, 0, NULL, 0, NULL, &error), LW_ERROR_ARGUMENT, &error,
            "in the plane");
    lw_scene_destroy(scene);
}

/* ---- memory ------------------------------------------------------------------------------------ */

static void test_memory(void **state)
{
    (void)state;
    lw_scene *made = frozen_arm(NULL);
    char *text = cover_text(made, 0);
    const char *path = files_write(&here, "m.json", text);
    int failures = 0;
    for (bool failed = true; failed; failures += failed) {
        lw_error error = {0};
        lw_scene *scene = new_arm(0.6);
        size_t length = 0;
        allocation_fail((size_t)failures + 1);
        lw_status status = lw_scene_load_cover(scene, "r", path, &error);
        if (!status)
            status = lw_scene_freeze(scene, &error);
        if (!status)
            status = lw_scene_cover_json(scene, 0, NULL, 0, &length, &error);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        lw_scene_destroy(scene);
    }
    assert_true(failures > 10);
    free(text);
    lw_scene_destroy(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_text_in_little_room),
        cmocka_unit_test(test_by_hand),        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_fingerprints),   cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_center_outside), cmocka_unit_test(test_rolls_back),
        cmocka_unit_test(test_arguments),      cmocka_unit_test(test_copies),
        cmocka_unit_test(test_in_the_plane),   cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
