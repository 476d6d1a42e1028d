/* Tests pages, read as a browser reads them: arrays within the bytes, shapes, names that end no script,
 * roadmaps, any number of threads; and errors. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "allocation.h"
#include "page/buffer.h"
#include "page_frames.h"
#include "plan_world.h"
#include "random_robot.h"
#include "seed.h"

/* Names come back as they are, and none of them ends the script; bytes that are not UTF-8 become
 * U+FFFD. */
static void names_are_escaped(void **state)
{
    (void)state;
    static const char *const names[] = {"</script><script>alert(1)</script>", "<!-- --> & \"\\",
                                        "Gr\xc3\xbc\xc3\x9f\x65 \xe2\x9c\x93 \xf0\x9f\xa4\x96",
                                        "a\nb\tc\x01"};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    const lw_shape_def ball = sphere_of(0.1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        succeed(lw_scene_add_obstacle(scene, names[i], &ball, placed((double)i, 0), &error), &error);
    succeed(lw_scene_add_obstacle(scene, "bad \xff\xc3", &ball, placed(9, 0), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_page_options options = lw_default_page_options();
    options.title = names[0];
    lw_page *page = page_with(scene, options);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = motion;
    shown.name = names[1];
    shown.id = "\"<!--</script>\"";
    succeed(lw_page_add(page, &shown, &error), &error);
    add_motion(page, motion, "\"\\u003c plain\"");
    add_motion(page, motion, "[1, 2]");
    add_motion(page, motion, NULL);
    assert_int_equal(lw_page_motion_count(page), 4);
    page_text read = page_text_of(page);
    assert_string_equal(lw_value_as_text(member(read.index, "title")), names[0]);
    const lw_value *bodies = member(read.index, "bodies");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(lw_value_as_text(member(lw_value_item(bodies, i), "name")), names[i]);
    assert_string_equal(lw_value_as_text(member(lw_value_item(bodies, 4), "name")),
                        "bad \xef\xbf\xbd\xef\xbf\xbd");
    const lw_value *motions = member(read.index, "motions");
    static const char *const wanted[] = {"<!-- --> & \"\\", "< plain", "[1, 2]", ""};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(lw_value_as_text(member(lw_value_item(motions, i), "name")), wanted[i]);
    assert_string_equal(lw_value_as_text(member(lw_value_item(motions, 0), "id")), "<!--</script>");
    page_text_free(&read);
    lw_motion_destroy(motion);
    lw_page_destroy(page);
    lw_scene_destroy(scene);
}

/* Whole numbers have 16 bits where all of an array fit, and otherwise as many as they need. */
static void wholes_are_narrow_where_they_fit(void **state)
{
    (void)state;
    static const uint32_t rows[3][2] = {{7, 65535}, {65536, 7}, {1, 2}};
    static const char *const wanted[] = {"\"at\":0,\"count\":2,\"type\":\"u16\"",
                                         "\"at\":4,\"count\":2,\"type\":\"u32\"",
                                         "\"at\":12,\"count\":2,\"type\":\"u32\""};
    lw_buffer index = {0};
    lw_buffer bytes = {0};
    for (size_t i = 0; i < 3; i++) {
        index.count = 0;
        lw_buffer_wholes(&index, &bytes, rows[i], 2, i < 2);
        lw_buffer_put(&index, "", 1);
        assert_true(!index.failed && !bytes.failed);
        assert_non_null(strstr(index.items, wanted[i]));
    }
    assert_memory_equal(bytes.items, "\x07\x00\xff\xff\x00\x00\x01\x00\x07\x00\x00\x00", 12);
    assert_int_equal(bytes.count, 20);
    free(index.items);
    free(bytes.items);
}

/* The page has each distinct shape once, and each vertex of a mesh once. */
static void shapes_are_shared(void **state)
{
    (void)state;
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 5, 5, 5};
    static const uint32_t triangles[] = {0, 1, 2, 3, 5, 4, 0, 3, 1};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = corners;
    mesh.vertex_count = 7;
    mesh.triangles = triangles;
    mesh.triangle_count = 3;
    lw_shape_def hull = mesh;
    hull.kind = LW_SHAPE_POLYTOPE;
    hull.rounding = 0.5;
    for (int i = 0; i < 2000; i++) {
        char id[32];
        lw_shape_def box = box_of(0.1, 0.1, i % 4 ? 0.1 : 0.2);
        if (i % 5 == 3) {
            box.kind = LW_SHAPE_ELLIPSOID;
            box.radius = box.length = i; /* which it does not use */
        }
        snprintf(id, sizeof id, "o%d", i);
        succeed(lw_scene_add_obstacle(scene, id,
                                      i % 5 == 1   ? &mesh
                                      : i % 5 == 2 ? &hull
                                                   : &box,
                                      placed(i, 0), &error),
                &error);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_page *page = page_of(scene);
    page_text read = page_text_of(page);
    check_arrays(&read, read.index, 0);
    const lw_value *shapes = member(read.index, "shapes");
    const lw_value *bodies = member(read.index, "bodies");
    assert_int_equal(lw_value_item_count(shapes), 6);
    assert_int_equal(lw_value_item_count(bodies), 2000);
    for (size_t i = 0; i < 2000; i++) {
        const lw_value *part = lw_value_item(member(lw_value_item(bodies, i), "parts"), 0);
        const lw_value *shape = lw_value_item(shapes, (size_t)whole_of(part, "shape"));
        const char *kind = lw_value_as_text(member(shape, "kind"));
        assert_string_equal(kind, i % 5 == 1   ? "mesh"
                                  : i % 5 == 2 ? "polytope"
                                  : i % 5 == 3 ? "ellipsoid"
                                               : "box");
        if (i % 5 == 1) {
            /* seven vertices at five places, and a triangle that has only two different ones */
            assert_int_equal(page_count(member(shape, "vertices")), 3 * 5);
            assert_int_equal(page_count(member(shape, "triangles")), 3 * 2);
            assert_string_equal(lw_value_as_text(member(member(shape, "triangles"), "type")), "u16");
            assert_true(page_number(&read, member(shape, "triangles"), 4) == 3);
            assert_true(page_number(&read, member(shape, "vertices"), 11) == 1);
            assert_null(lw_value_find(shape, "rounding"));
        } else if (i % 5 == 2) {
            assert_true(page_count(member(shape, "triangles")) >= 3 * 4);
            assert_near(number_of(shape, "rounding"), 0.5, 0);
        } else {
            assert_near(lw_value_as_number(lw_value_item(member(shape, "size"), 2)), i % 4 ? 0.1 : 0.2,
                        0);
        }
    }
    page_text_free(&read);
    lw_page_destroy(page);
    lw_scene_destroy(scene);
}

/* A roadmap's points are the places of the ball at its configurations. */
static void roadmaps_show_where_a_link_is(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_roadmap *roadmap = NULL;
    lw_roadmap_options options = lw_default_roadmap_options();
    options.nodes = 40;
    succeed(lw_roadmap_create(planner, 3, &roadmap, &error), &error);
    succeed(lw_roadmap_grow(roadmap, &options, &error), &error);
    lw_page *page = page_of(scene);
    succeed(lw_page_set_roadmap(page, roadmap, 0, &error), &error);
    succeed(lw_page_set_roadmap(page, roadmap, -1, &error), &error);
    page_text read = page_text_of(page);
    check_arrays(&read, member(read.index, "roadmap"), 0);
    const lw_value *of = member(read.index, "roadmap");
    assert_int_equal(whole_of(of, "tip"), frame_of(&read, "puck", "ball"));
    assert_int_equal(page_count(member(of, "points")), 3 * 40);
    assert_int_equal(page_count(member(of, "edges")), 2 * lw_roadmap_edge_count(roadmap));
    for (size_t i = 0; i < 40; i++) {
        double values[2];
        succeed(lw_roadmap_configuration(roadmap, i, values, &error), &error);
        assert_near(page_number(&read, member(of, "points"), 3 * i), values[0], 1e-6);
        assert_near(page_number(&read, member(of, "points"), 3 * i + 1), values[1], 1e-6);
    }
    for (size_t i = 0; i < lw_roadmap_edge_count(roadmap); i++) {
        size_t nodes[2];
        succeed(lw_roadmap_segment(roadmap, i, nodes, &error), &error);
        for (size_t k = 0; k < 2; k++)
            assert_true(page_number(&read, member(of, "edges"), 2 * i + k) == (double)nodes[k] &&
                        nodes[k] < 40);
    }
    /* the roadmap looks the same if its joints come in another order */
    lw_joints *joints = NULL;
    lw_roadmap *other = NULL;
    succeed(lw_joints_create(scene, "puck", (const char *const[]){"y", "x"}, 2, &joints, &error),
            &error);
    lw_plan_space space = lw_default_plan_space();
    space.joints = (const lw_joints *const[]){joints};
    space.joints_count = 1;
    lw_planner *second = planner_of(scene, &space, 1);
    succeed(lw_roadmap_create(second, 3, &other, &error), &error);
    succeed(lw_page_set_roadmap(page, other, -1, &error), &error);
    page_text again = page_text_of(page);
    assert_int_equal(whole_of(member(again.index, "roadmap"), "tip"), frame_of(&again, "puck", "ball"));
    page_text_free(&again);
    lw_roadmap_destroy(other);
    lw_planner_destroy(second);
    lw_joints_destroy(joints);
    double values[2];
    size_t nodes[2];
    refused(lw_roadmap_configuration(roadmap, 40, values, &error), LW_ERROR_ARGUMENT, &error,
            "no configuration 40");
    refused(lw_roadmap_segment(roadmap, lw_roadmap_edge_count(roadmap), nodes, &error),
            LW_ERROR_ARGUMENT, &error, "no segment");
    refused(lw_page_set_roadmap(page, roadmap, 99, &error), LW_ERROR_ARGUMENT, &error, "no link 99");
    refused(lw_page_set_roadmap(page, NULL, 0, &error), LW_ERROR_ARGUMENT, &error, "missing");
    page_text_free(&read);
    lw_page_destroy(page);
    lw_roadmap_destroy(roadmap);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* Motions that several threads make are the same, to the byte, as those of one thread. */
static void threads_change_nothing(void **state)
{
    (void)state;
    enum { MOTIONS = 40 };
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_motion *motions[MOTIONS];
    char ids[MOTIONS][12];
    lw_page_motion shown[MOTIONS];
    lw_page_options options = lw_default_page_options();
    options.near = 0.1;
    lw_page *one = page_with(scene, options);
    for (int i = 0; i < MOTIONS; i++) {
        const double from[] = {-0.8, 0.9 * i / MOTIONS};
        const double to[] = {0.8, 0.5 - 0.3 * i / MOTIONS};
        succeed(lw_motion_create(scene, &motions[i], &error), &error);
        succeed(lw_motion_set_segment(motions[i], NULL, from, to, &error), &error);
        snprintf(ids[i], sizeof ids[i], "%d", i);
        shown[i] = lw_default_page_motion();
        shown[i].motion = motions[i];
        shown[i].id = ids[i];
        shown[i].samples = 3 + (size_t)i;
        succeed(lw_page_add(one, &shown[i], &error), &error);
    }
    page_text wanted = page_text_of(one);
    check_arrays(&wanted, wanted.index, 0);
    for (unsigned threads = 0; threads < 5; threads++) {
        lw_page *page = page_with(scene, options);
        /* in two calls, the second with more threads */
        succeed(lw_page_add_many(page, shown, 7, threads, &error), &error);
        succeed(lw_page_add_many(page, shown, 0, threads, &error), &error);
        succeed(lw_page_add_many(page, shown + 7, MOTIONS - 7, threads + 1, &error), &error);
        assert_int_equal(lw_page_motion_count(page), MOTIONS);
        page_text read = page_text_of(page);
        assert_string_equal(read.text, wanted.text);
        /* the error is that of the first motion that cannot be added, and none is added */
        shown[11].id = "{";
        shown[17].motion = NULL;
        refused(lw_page_add_many(page, shown, MOTIONS, threads, &error), LW_ERROR_ARGUMENT, &error,
                "the id { cannot be read: not JSON: the text ends where a key in quotes is expected");
        shown[11].id = ids[11];
        refused(lw_page_add_many(page, shown, MOTIONS, threads, &error), LW_ERROR_ARGUMENT, &error,
                "its motion, is missing");
        shown[17].motion = motions[17];
        assert_int_equal(lw_page_motion_count(page), MOTIONS);
        page_text_free(&read);
        lw_page_destroy(page);
    }
    page_text_free(&wanted);
    lw_page_destroy(one);
    for (int i = 0; i < MOTIONS; i++)
        lw_motion_destroy(motions[i]);
    lw_scene_destroy(scene);
}

/* ---- errors ------------------------------------------------------------------------------------- */

/* A writer that fails at the n-th part. */
static lw_status stop_writing(void *context, const char *bytes, size_t size)
{
    int *left = context;
    (void)bytes;
    (void)size;
    return (*left)-- > 0 ? LW_OK : LW_ERROR_STOPPED;
}

static void errors_leave_the_page_as_it_was(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_scene *other = wall_with_hole(0.5, 0.3);
    lw_scene *open = new_scene();
    lw_motion *motion = NULL;
    lw_motion *foreign = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_create(other, &foreign, &error), &error);
    lw_page_options options = lw_default_page_options();
    lw_page *page = NULL;
    options.viewer = "<html></html>";
    options.viewer_size = 13;
    refused(lw_page_create(scene, &options, &page, &error), LW_ERROR_ARGUMENT, &error,
            "no <!--leeway-->");
    options.near = (double)NAN;
    refused(lw_page_create(scene, &options, &page, &error), LW_ERROR_ARGUMENT, &error, "near is nan");
    refused(lw_page_create(NULL, NULL, &page, &error), LW_ERROR_ARGUMENT, &error, "missing");
    options = lw_default_page_options();
    options.viewer = small_viewer;
    options.viewer_size = sizeof small_viewer - 1;
    refused(lw_page_create(open, &options, &page, &error), LW_ERROR_STATE, &error, "frozen");
    assert_null(page);

    page = page_of(scene);
    add_motion(page, motion, "1");
    page_text before = page_text_of(page);
    lw_page_motion shown = lw_default_page_motion();
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "missing");
    shown.motion = foreign;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "another scene");
    shown.motion = motion;
    shown.id = "1}, {";
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "not JSON");
    shown.id = "1";
    shown.method_count = 1;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "no array");
    shown.method_count = 0;
    lw_check_options wrong = lw_default_check_options();
    wrong.resolution = -1;
    const lw_method sampled = LW_METHOD_SAMPLED;
    shown.options = &wrong;
    shown.methods = &sampled;
    shown.method_count = 1;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "resolution");
    /* if the verdict is given, the error occurs only after much was written */
    lw_verdict given = lw_default_verdict();
    shown.verdict = &given;
    shown.bounds = 0;
    shown.claims = false;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "resolution");
    assert_int_equal(lw_page_motion_count(page), 1);
    page_text after = page_text_of(page);
    assert_string_equal(before.text, after.text);
    refused(lw_page_write(page, NULL, NULL, &error), LW_ERROR_ARGUMENT, &error, "missing");
    int left = 0;
    refused(lw_page_write(page, stop_writing, &left, &error), LW_ERROR_STOPPED, &error,
            "could not be written");
    assert_int_equal(left, -1); /* the writer is not called again */
    page_text_free(&before);
    page_text_free(&after);
    lw_page_destroy(page);
    lw_page_destroy(NULL);
    lw_motion_destroy(motion);
    lw_motion_destroy(foreign);
    lw_scene_destroy(scene);
    lw_scene_destroy(other);
    lw_scene_destroy(open);
}

static lw_status make_all(const lw_scene *scene, const lw_motion *motion, const lw_roadmap *roadmap,
                          size_t *size, lw_error *error)
{
    static const lw_method methods[] = {LW_METHOD_SLAB, LW_METHOD_EXPANDED};
    lw_page_options options = lw_default_page_options();
    lw_page_motion shown = lw_default_page_motion();
    lw_page *page = NULL;
    int left = 1 << 20;
    options.viewer = small_viewer;
    options.viewer_size = sizeof small_viewer - 1;
    options.near = 0.5;
    shown.motion = motion;
    shown.methods = methods;
    shown.method_count = 2;
    shown.samples = shown.bounds = 5;
    lw_status status = lw_page_create(scene, &options, &page, error);
    if (!status)
        status = lw_page_add(page, &shown, error);
    if (!status)
        status = lw_page_set_roadmap(page, roadmap, -1, error);
    if (!status)
        status = lw_page_write(page, stop_writing, &left, error);
    *size = page ? lw_page_motion_count(page) : 0;
    lw_page_destroy(page);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_roadmap *roadmap = NULL;
    lw_motion *motion = NULL;
    lw_roadmap_options growth = lw_default_roadmap_options();
    growth.nodes = 10;
    succeed(lw_roadmap_create(planner, 3, &roadmap, &error), &error);
    succeed(lw_roadmap_grow(roadmap, &growth, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_set_segment(motion, NULL, on_the_left, on_the_right, &error), &error);
    size_t n = 1;
    for (;; n++) {
        size_t count = 0;
        allocation_fail(n);
        lw_status status = make_all(scene, motion, roadmap, &count, &error);
        if (!allocation_failed())
            break;
        if (status != LW_ERROR_MEMORY)
            fail_msg("allocation %zu: %s (%s)", n, lw_status_name(status), error.message);
    }
    allocation_fail(0);
    assert_true(n > 40);
    /* after any failure while motions are added, the page is as before */
    lw_page *page = page_of(scene);
    lw_page_motion shown[8];
    const lw_verdict given = lw_default_verdict();
    for (size_t i = 0; i < 8; i++) {
        shown[i] = lw_default_page_motion();
        shown[i].motion = motion;
        shown[i].verdict = &given;
        shown[i].samples = 60;
        shown[i].bounds = 2;
        shown[i].self = shown[i].links = shown[i].claims = false;
    }
    page_text before = page_text_of(page);
    for (n = 1;; n++) {
        allocation_fail(n);
        lw_status status = lw_page_add_many(page, shown, 8, 1, &error);
        if (!allocation_failed())
            break;
        allocation_fail(0);
        assert_int_equal(status, LW_ERROR_MEMORY);
        page_text after = page_text_of(page);
        assert_string_equal(before.text, after.text);
        page_text_free(&after);
    }
    allocation_fail(0);
    assert_int_equal(lw_page_motion_count(page), 8);
    page_text_free(&before);
    lw_page_destroy(page);
    lw_motion_destroy(motion);
    lw_roadmap_destroy(roadmap);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* The page contains an id as it is given, so it must be one value of JSON. */
static void ids_are_values_of_json(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "the id  cannot be read: not JSON: the text ends where a value is expected"},
        {"1 2", "the id 1 2 cannot be read: not JSON: the end is expected, not '2'"},
        {"1}, {", "the end is expected, not '}'"},
        {"nul", "a value is expected, not 'n'"},
        {"1e999", "overflow"},
        {"\"\xff\"", "the byte 0xff is not UTF-8 here"},
        {"{\"a\": 1, \"a\": 2}", "duplicate key \"a\""},
        {"\xef\xbb\xbf"
         "1",
         "begins with a byte order mark"}};
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    lw_page *page = page_of(scene);
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = motion;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        shown.id = bad[i][0];
        refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, bad[i][1]);
    }
    char deep[2 * 101 + 1];
    memset(deep, '[', 101);
    memset(deep + 101, ']', 101);
    deep[2 * 101] = '\0';
    shown.id = deep;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "nested more than 100 deep");
    assert_int_equal(lw_page_motion_count(page), 0);
    lw_motion_destroy(motion);
    lw_page_destroy(page);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_escaped),         cmocka_unit_test(wholes_are_narrow_where_they_fit),
        cmocka_unit_test(shapes_are_shared),         cmocka_unit_test(roadmaps_show_where_a_link_is),
        cmocka_unit_test(threads_change_nothing),    cmocka_unit_test(errors_leave_the_page_as_it_was),
        cmocka_unit_test(every_allocation_may_fail), cmocka_unit_test(ids_are_values_of_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
