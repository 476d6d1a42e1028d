/* Pages, read as a browser reads them: arrays within the bytes, poses that follow from frames and
 * values, verdicts as `check` prints them, witness points, bounds below all samples, names that end no
 * script; and what goes wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "allocation.h"
#include "math/pose.h"
#include "page/buffer.h"
#include "page_text.h"
#include "plan_world.h"
#include "random_robot.h"
#include "seed.h"

static lw_page *page_with(const lw_scene *scene, lw_page_options options)
{
    lw_error error = {0};
    lw_page *page = NULL;
    options.viewer = small_viewer;
    options.viewer_size = sizeof small_viewer - 1;
    succeed(lw_page_create(scene, &options, &page, &error), &error);
    return page;
}

static lw_page *page_of(const lw_scene *scene)
{
    return page_with(scene, lw_default_page_options());
}

static void add_motion(lw_page *page, const lw_motion *motion, const char *id)
{
    lw_error error = {0};
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = motion;
    shown.id = id;
    succeed(lw_page_add(page, &shown, &error), &error);
}

/* ---- where things are ---------------------------------------------------------------------------- */

/* The values of all columns at a time of a motion: those of its rows, which go straight between. */
static void values_at(const page_text *page, const json_t *motion, double time, double *values)
{
    const json_t *rest = member(page->index, "rest");
    const json_t *columns = member(motion, "columns");
    const json_t *times = member(motion, "times");
    const size_t width = json_array_size(columns);
    size_t row = 0;
    for (size_t i = 0; i < json_array_size(rest); i++)
        values[i] = json_number_value(json_array_get(rest, i));
    while (row + 2 < page_count(times) && page_number(page, times, row + 1) <= time)
        row++;
    const bool last = row + 1 >= page_count(times);
    const double from = page_number(page, times, row);
    const double to = last ? from : page_number(page, times, row + 1);
    const double share = to > from ? (time - from) / (to - from) : 0;
    for (size_t i = 0; i < width; i++) {
        const double a = page_number(page, member(motion, "values"), row * width + i);
        const double b = last ? a : page_number(page, member(motion, "values"), (row + 1) * width + i);
        values[json_integer_value(json_array_get(columns, i))] = a + share * (b - a);
    }
}

static vec3 vector_of(const json_t *row)
{
    assert_int_equal(json_array_size(row), 3);
    return v3(json_number_value(json_array_get(row, 0)), json_number_value(json_array_get(row, 1)),
              json_number_value(json_array_get(row, 2)));
}

static lw_pose joint_pose(const json_t *joint, const double *values)
{
    const char *kind = json_string_value(member(joint, "kind"));
    const int64_t column = json_integer_value(member(joint, "value"));
    if (!strcmp(kind, "fixed"))
        return lw_pose_identity();
    assert_true(column >= 0);
    const double *value = values + column;
    const double q = number_of(joint, "factor") * *value + number_of(joint, "offset");
    const vec3 n = vector_of(member(joint, "axis"));
    pose at = pose_identity();
    if (!strcmp(kind, "revolute"))
        at.rotation = lw_rotation(n, q);
    else if (!strcmp(kind, "prismatic"))
        at.position = scale(q, n);
    else if (!strcmp(kind, "floating")) {
        lw_quat turn = {value[3], value[4], value[5], value[6]};
        assert_true(lw_quat_normalize(&turn));
        return (lw_pose){{value[0], value[1], value[2]}, turn};
    } else if (!strcmp(kind, "planar")) {
        const json_t *plane = member(joint, "plane");
        at.position = add(scale(value[0], vector_of(json_array_get(plane, 0))),
                          scale(value[1], vector_of(json_array_get(plane, 1))));
        at.rotation = lw_rotation(n, value[2]);
    } else
        fail_msg("there is no joint kind %s", kind);
    return lw_pose_out(at);
}

/* How far two poses take the points of a ball of radius 1 apart, about. */
static double between_poses(lw_pose a, lw_pose b)
{
    const vec3 d = sub(a.position, b.position);
    const lw_quat t = lw_quat_multiply(lw_quat_conjugate(a.orientation), b.orientation);
    return norm(d) + 2 * sqrt(t.x * t.x + t.y * t.y + t.z * t.z);
}

enum { MOST_FRAMES = 64 };

static void pose_frames(const page_text *page, const double *values, lw_pose *out)
{
    const json_t *frames = member(page->index, "frames");
    assert_true(json_array_size(frames) <= MOST_FRAMES);
    for (size_t i = 0; i < json_array_size(frames); i++) {
        const json_t *frame = json_array_get(frames, i);
        const json_t *joint = member(frame, "joint");
        const int64_t parent = json_integer_value(member(frame, "parent"));
        assert_true(parent < (int64_t)i);
        out[i] = pose_of(member(frame, "pose"));
        if (parent >= 0)
            out[i] = lw_pose_compose(out[parent], out[i]);
        if (!json_is_null(joint))
            out[i] = lw_pose_compose(out[i], joint_pose(joint, values));
    }
}

static size_t frame_of(const page_text *page, const char *robot, const char *link)
{
    const json_t *frames = member(page->index, "frames");
    for (size_t i = 0; i < json_array_size(frames); i++) {
        const json_t *frame = json_array_get(frames, i);
        const json_t *of = json_array_get(member(page->index, "robots"),
                                          (size_t)json_integer_value(member(frame, "robot")));
        if (!strcmp(json_string_value(member(frame, "name")), link) &&
            !strcmp(json_string_value(member(of, "name")), robot))
            return i;
    }
    fail_msg("there is no frame of %s/%s", robot, link);
    return 0;
}

/* All links and bodies are where the motion has them. */
static void compare_poses(const page_text *page, const world *w, const lw_motion *motion, double time)
{
    static double values[WORLD_VALUES];
    lw_pose frames[MOST_FRAMES];
    lw_error error = {0};
    values_at(page, json_array_get(member(page->index, "motions"), 0), time, values);
    pose_frames(page, values, frames);
    /* the values are in single precision, and an angle's error counts by how far away a link is */
    double largest = 1;
    for (size_t i = 0; i < json_array_size(member(page->index, "rest")); i++)
        largest = fmax(largest, fabs(values[i]));
    const double tolerance = 1e-6 * largest * largest;
    for (size_t i = 0; i < w->link_count; i++) {
        lw_pose wanted;
        const char *robot = w->robot_names[w->links[i].robot];
        const int64_t link = lw_scene_find_link(w->scene, robot, w->links[i].name);
        succeed(lw_motion_link_pose(motion, (size_t)link, time, &wanted, &error), &error);
        assert_near(between_poses(frames[frame_of(page, robot, w->links[i].name)], wanted), 0,
                    tolerance);
    }
    const json_t *bodies = member(page->index, "bodies");
    for (size_t i = 0; i < json_array_size(bodies); i++) {
        lw_pose wanted;
        const json_t *body = json_array_get(bodies, i);
        const int64_t frame = json_integer_value(member(body, "frame"));
        lw_pose at = pose_of(member(body, "pose"));
        if (frame >= 0)
            at = lw_pose_compose(frames[frame], at);
        succeed(lw_motion_pose(motion, i, time, &wanted, &error), &error);
        assert_near(between_poses(at, wanted), 0, tolerance);
        assert_string_equal(json_string_value(member(body, "name")), lw_scene_body_name(w->scene, i));
    }
}

static void frames_and_values_give_the_poses(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(60, 2000); round++) {
        world_options options = {2, 5, 0.5};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        world_motion_random(&random, w, WORLD_ANY, m);
        lw_page *page = page_of(w->scene);
        lw_error error = {0};
        lw_page_motion shown = lw_default_page_motion();
        lw_verdict verdict = lw_default_verdict();
        verdict.kind = LW_VERDICT_UNDECIDED;
        shown.motion = m->motion;
        shown.verdict = &verdict; /* nothing is checked: this is about poses */
        shown.samples = shown.bounds = 0;
        shown.claims = false;
        succeed(lw_page_add(page, &shown, &error), &error);
        page_text read = page_text_of(page);
        check_arrays(&read, read.index, 0);
        const json_t *motion = json_array_get(member(read.index, "motions"), 0);
        const json_t *times = member(motion, "times");
        double begin;
        double end;
        lw_motion_interval(m->motion, &begin, &end);
        assert_true(page_number(&read, times, 0) == begin);
        assert_true(page_number(&read, times, page_count(times) - 1) == end);
        for (size_t i = 0; i < page_count(times); i++)
            compare_poses(&read, w, m->motion, page_number(&read, times, i));
        page_text_free(&read);
        lw_page_destroy(page);
        world_motion_free(m);
        world_free(w);
    }
}

/* A joint of each kind on its own, at times that are no rows; planar ones too. */
static void rows_are_near_the_motion_between_them(void **state)
{
    (void)state;
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_CONTINUOUS, LW_JOINT_PRISMATIC,
                                          LW_JOINT_PLANAR};
    static const double times[] = {0, 0.7, 3};
    static const double positions[] = {0, 0, 0, 2, -1, 9, -1, 0.5, -4};
    static const double velocities[] = {1, -2, 0, -5, 3, 2, 0, 1, 7};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        lw_motion *motion = NULL;
        add_chain(scene, "r", &kinds[k], 1);
        succeed(lw_scene_freeze(scene, &error), &error);
        succeed(lw_motion_create(scene, &motion, &error), &error);
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 3;
        track.times = times;
        track.positions = positions;
        track.velocities = velocities;
        succeed(lw_motion_set(motion, &track, 1, &error), &error);
        lw_page *page = page_of(scene);
        add_motion(page, motion, NULL);
        page_text read = page_text_of(page);
        const size_t width = kinds[k] == LW_JOINT_PLANAR ? 3 : 1;
        for (int i = 0; i <= 1000; i++) {
            double wanted[7];
            double found[7];
            const double time = 3 * i / 1000.0;
            succeed(lw_motion_joint_values(motion, 0, time, wanted, &error), &error);
            values_at(&read, json_array_get(member(read.index, "motions"), 0), time, found);
            for (size_t c = 0; c < width; c++)
                assert_near(found[c], wanted[c], 1.5e-4);
        }
        page_text_free(&read);
        lw_page_destroy(page);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* A body that turns by many rounds between two rows would be drawn at rest. */
static void fast_turns_are_not_lost(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_motion *motion = NULL;
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_FLOATING}, 1);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    for (int rounds = 1; rounds <= 8; rounds++) {
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_RIGID;
        track.angular_velocity = (lw_vec3){0, 0, 2 * pi * rounds};
        track.linear_velocity = (lw_vec3){0.1, 0, 0};
        track.duration = 1;
        succeed(lw_motion_set(motion, &track, 1, &error), &error);
        lw_page *page = page_of(scene);
        add_motion(page, motion, NULL);
        page_text read = page_text_of(page);
        const json_t *shown = json_array_get(member(read.index, "motions"), 0);
        const json_t *times = member(shown, "times");
        double turned = 0;
        for (size_t i = 0; i + 1 < page_count(times); i++) {
            double q[2][7];
            for (size_t end = 0; end < 2; end++)
                for (size_t c = 0; c < 7; c++)
                    q[end][c] = page_number(&read, member(shown, "values"), 7 * (i + end) + c);
            const double cosine =
                fabs(q[0][3] * q[1][3] + q[0][4] * q[1][4] + q[0][5] * q[1][5] + q[0][6] * q[1][6]);
            turned += 2 * acos(fmin(1, cosine));
        }
        assert_near(turned, 2 * pi * rounds, 1e-2);
        page_text_free(&read);
        lw_page_destroy(page);
    }
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* ---- the verdict and the distance ------------------------------------------------------------------
 */

/* The page has the text that lw_result_json gives, byte for byte. */
static void check_verdict(const page_text *page, const lw_scene *scene, const lw_motion *motion,
                          const char *id)
{
    static char line[8192];
    lw_error error = {0};
    lw_checker *checker = NULL;
    lw_options options = lw_default_options();
    lw_verdict verdict = lw_default_verdict();
    options.clearance = true;
    succeed(lw_checker_create(scene, &checker, &error), &error);
    succeed(lw_check(checker, motion, &options, &verdict, &error), &error);
    lw_result result = lw_default_result();
    result.scene = scene;
    result.motion = motion;
    result.id = id;
    result.verdict = &verdict;
    size_t length = 0;
    succeed(lw_result_json(&result, line, sizeof line, &length, &error), &error);
    assert_true(length < sizeof line);
    assert_non_null(strstr(page->text, line));
    lw_checker_destroy(checker);
}

/* A curve of the page: witness points are on the bodies and as far apart as it says, and no distance at
 * a time is below a bound that is proven there. */
static void check_curve(const page_text *page, const json_t *shown, const lw_motion *motion,
                        const char *key)
{
    const json_t *curve = json_object_get(shown, key);
    lw_error error = {0};
    if (!curve)
        return;
    for (size_t i = 0; i < page_count(member(curve, "times")); i++) {
        const double time = page_number(page, member(curve, "times"), i);
        const double distance = page_number(page, member(curve, "distance"), i);
        vec3 points[2];
        for (size_t k = 0; k < 2; k++) {
            const size_t body = (size_t)page_number(page, member(curve, "pair"), 2 * i + k);
            lw_pose at;
            vec3 own;
            double *coordinates[] = {&own.x, &own.y, &own.z};
            for (size_t c = 0; c < 3; c++)
                *coordinates[c] = page_number(page, member(curve, "points"), 6 * i + 3 * k + c);
            double end;
            double begin;
            lw_motion_interval(motion, &begin, &end);
            succeed(lw_motion_pose(motion, body, fmin(time, end), &at, &error), &error);
            points[k] = lw_pose_point(at, own);
        }
        if (distance > 0)
            assert_near(norm(sub(points[0], points[1])), distance, 2e-5);
        const json_t *row;
        size_t k;
        if (strcmp(key, "curve") != 0)
            continue;
        json_array_foreach(member(shown, "lower"), k, row)
        {
            assert_int_equal(json_array_size(row), 3);
            if (json_number_value(json_array_get(row, 0)) <= time &&
                time <= json_number_value(json_array_get(row, 1)))
                assert_true(json_number_value(json_array_get(row, 2)) <= distance + 1e-6);
        }
    }
}

/* The distance of each link to what is not of its robot, by asking every pair. */
static void check_links(const page_text *page, const json_t *shown, const lw_scene *scene,
                        const lw_motion *motion)
{
    lw_error error = {0};
    lw_checker *checker = NULL;
    const json_t *curve = json_object_get(shown, "curve");
    const json_t *links = json_object_get(shown, "links");
    bool moves = false;
    for (size_t i = 0; i < lw_scene_body_count(scene); i++) {
        lw_body_info body = lw_default_body_info();
        succeed(lw_scene_body_info(scene, i, &body, &error), &error);
        moves = moves || body.moves;
    }
    assert_int_equal(links != NULL, curve && moves);
    if (!links)
        return;
    const size_t count = page_count(member(links, "bodies"));
    const size_t rows = page_count(member(curve, "times"));
    assert_int_equal(page_count(member(links, "distance")), rows * count);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    for (size_t row = 0; row < rows; row += 1 + rows / 7) {
        double least = HUGE_VAL;
        double end;
        double begin;
        lw_motion_interval(motion, &begin, &end);
        const double time = fmin(end, page_number(page, member(curve, "times"), row));
        for (size_t i = 0; i < count; i++) {
            const size_t body = (size_t)page_number(page, member(links, "bodies"), i);
            const double found = page_number(page, member(links, "distance"), row * count + i);
            double wanted = HUGE_VAL;
            for (size_t k = 0; k < lw_scene_pair_count(scene); k++) {
                lw_pair_info pair = lw_default_pair_info();
                lw_distance distance;
                succeed(lw_scene_pair_info(scene, k, &pair, &error), &error);
                if (pair.self || (pair.bodies[0] != body && pair.bodies[1] != body))
                    continue;
                succeed(lw_pair_distance(checker, motion, time, k, &distance, &error), &error);
                wanted = fmin(wanted, distance.upper);
            }
            assert_int_equal(isfinite(wanted), isfinite(found));
            if (isfinite(wanted))
                assert_near(found, wanted, 1e-4 * (1 + wanted));
            least = fmin(least, found);
        }
        /* links that never move are in the curve only */
        assert_true(least >= page_number(page, member(curve, "distance"), row) - 1e-6);
    }
    lw_checker_destroy(checker);
}

static void verdicts_and_distances_are_those_of_checks(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int bounded = 0;
    int rounds = test_rounds(40, 1000);
    for (int round = 0; round < rounds; round++) {
        world_options options = {2, 3, 0.3};
        world *w = world_random(&random, &options);
        world_motion *m = world_motion_create(w);
        world_motion_random(&random, w, WORLD_ANY, m);
        lw_page *page = page_of(w->scene);
        add_motion(page, m->motion, "{\"of\":[1,\"two\"]}");
        page_text read = page_text_of(page);
        const json_t *shown = json_array_get(member(read.index, "motions"), 0);
        check_arrays(&read, read.index, 0);
        check_verdict(&read, w->scene, m->motion, "{\"of\":[1,\"two\"]}");
        check_curve(&read, shown, m->motion, "curve");
        check_curve(&read, shown, m->motion, "self");
        check_links(&read, shown, w->scene, m->motion);
        bounded += json_array_size(json_object_get(shown, "lower")) > 0;
        page_text_free(&read);
        lw_page_destroy(page);
        world_motion_free(m);
        world_free(w);
    }
    assert_true(4 * bounded > rounds);
}

/* ---- names, shapes, what is carried ------------------------------------------------------------- */

/* Names come back as they are, and none of them ends the script; what is no UTF-8 becomes U+FFFD. */
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
    assert_string_equal(json_string_value(member(read.index, "title")), names[0]);
    const json_t *bodies = member(read.index, "bodies");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(json_string_value(member(json_array_get(bodies, i), "name")), names[i]);
    assert_string_equal(json_string_value(member(json_array_get(bodies, 4), "name")),
                        "bad \xef\xbf\xbd\xef\xbf\xbd");
    const json_t *motions = member(read.index, "motions");
    static const char *const wanted[] = {"<!-- --> & \"\\", "< plain", "[1, 2]", ""};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(json_string_value(member(json_array_get(motions, i), "name")), wanted[i]);
    assert_string_equal(json_string_value(member(json_array_get(motions, 0), "id")), "<!--</script>");
    page_text_free(&read);
    lw_motion_destroy(motion);
    lw_page_destroy(page);
    lw_scene_destroy(scene);
}

/* Numbers of 16 bits where all of them fit, and as wide as they need to be elsewhere. */
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

/* Each distinct shape is there once, and each vertex of a mesh. */
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
        const lw_shape_def box = box_of(0.1, 0.1, i % 4 ? 0.1 : 0.2);
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
    const json_t *shapes = member(read.index, "shapes");
    const json_t *bodies = member(read.index, "bodies");
    assert_int_equal(json_array_size(shapes), 4);
    assert_int_equal(json_array_size(bodies), 2000);
    for (size_t i = 0; i < 2000; i++) {
        const json_t *part = json_array_get(member(json_array_get(bodies, i), "parts"), 0);
        const json_t *shape = json_array_get(shapes, (size_t)json_integer_value(member(part, "shape")));
        const char *kind = json_string_value(member(shape, "kind"));
        assert_string_equal(kind, i % 5 == 1 ? "mesh" : i % 5 == 2 ? "polytope" : "box");
        if (i % 5 == 1) {
            /* seven vertices at five places, and a triangle of two of them */
            assert_int_equal(page_count(member(shape, "vertices")), 3 * 5);
            assert_int_equal(page_count(member(shape, "triangles")), 3 * 2);
            assert_string_equal(json_string_value(member(member(shape, "triangles"), "type")), "u16");
            assert_true(page_number(&read, member(shape, "triangles"), 4) == 3);
            assert_true(page_number(&read, member(shape, "vertices"), 11) == 1);
            assert_null(json_object_get(shape, "rounding"));
        } else if (i % 5 == 2) {
            assert_true(page_count(member(shape, "triangles")) >= 3 * 4);
            assert_near(number_of(shape, "rounding"), 0.5, 0);
        } else {
            assert_near(json_number_value(json_array_get(member(shape, "size"), 2)), i % 4 ? 0.1 : 0.2,
                        0);
        }
    }
    page_text_free(&read);
    lw_page_destroy(page);
    lw_scene_destroy(scene);
}

/* A puck that takes a box and puts it down: who carries it, and where it is then. */
static void carried_bodies_are_where_they_are(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_motion *motion = motion_with_thing(&scene);
    lw_page *page = page_of(scene);
    add_motion(page, motion, NULL);
    page_text read = page_text_of(page);
    const json_t *shown = json_array_get(member(read.index, "motions"), 0);
    const json_t *carried = member(shown, "carried");
    assert_int_equal(json_array_size(carried), 2);
    const int64_t body = lw_scene_find_body(scene, "thing");
    for (int i = 0; i <= 300; i++) {
        static double values[WORLD_VALUES];
        const double time = i / 300.0;
        lw_pose frames[MOST_FRAMES];
        lw_pose wanted;
        const json_t *of = json_array_get(member(read.index, "bodies"), (size_t)body);
        for (size_t k = 0; k < 2; k++)
            if (number_of(json_array_get(carried, k), "time") <= time) {
                of = json_array_get(carried, k);
                assert_int_equal(json_integer_value(member(of, "body")), body);
            }
        values_at(&read, shown, time, values);
        pose_frames(&read, values, frames);
        const int64_t frame = json_integer_value(member(of, "frame"));
        lw_pose found = pose_of(member(of, "pose"));
        assert_int_equal(frame >= 0, time >= 1.0 / 3 && time < 2.0 / 3);
        if (frame >= 0)
            found = lw_pose_compose(frames[frame], found);
        succeed(lw_motion_pose(motion, (size_t)body, time, &wanted, &error), &error);
        assert_near(between_poses(found, wanted), 0, 1e-6);
    }
    check_curve(&read, shown, motion, "none");
    page_text_free(&read);
    lw_page_destroy(page);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* ---- proofs ----------------------------------------------------------------------------------------
 */

static void claims_and_methods_are_those_of_checks(void **state)
{
    (void)state;
    static const lw_method methods[] = {LW_METHOD_SLAB, LW_METHOD_SAMPLED, LW_METHOD_EXPANDED,
                                        LW_METHOD_AUTO};
    lw_error error = {0};
    lw_scene *scene = wall_with_hole(0.5, 0.26);
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    for (int round = 0; round < 2; round++) {
        const double to[] = {0.8, round ? 0.5 : -0.2};
        const double from[] = {-0.8, round ? 0.5 : 0.1};
        succeed(lw_motion_set_segment(motion, NULL, from, to, &error), &error);
        lw_page *page = page_of(scene);
        lw_page_motion shown = lw_default_page_motion();
        shown.motion = motion;
        shown.methods = methods;
        shown.method_count = 4;
        lw_options bisection = lw_default_options(); /* whose claims are many */
        bisection.method = LW_METHOD_BISECTION;
        shown.options = &bisection;
        succeed(lw_page_add(page, &shown, &error), &error);
        page_text read = page_text_of(page);
        const json_t *of = json_array_get(member(read.index, "motions"), 0);
        const json_t *rows = member(of, "methods");
        assert_int_equal(json_array_size(rows), 4);
        for (size_t i = 0; i < 4; i++) {
            static const char *const kinds[] = {"free", "contact", "undecided"};
            const json_t *row = json_array_get(rows, i);
            lw_trace trace = lw_default_trace();
            lw_options options = lw_default_options();
            options.method = methods[i];
            succeed(lw_check_traced(checker, motion, &options, &trace, &error), &error);
            assert_string_equal(json_string_value(member(row, "name")), lw_method_name(methods[i]));
            assert_string_equal(json_string_value(member(row, "verdict")), kinds[trace.verdict.kind]);
            assert_int_equal(page_count(member(row, "samples")), trace.verdict.samples);
            assert_int_equal(page_count(member(row, "samples")), trace.sample_count);
            assert_int_equal(page_count(member(row, "proofs")), 3 * trace.proof_count);
            assert_int_equal(trace.proof_count > 0,
                             methods[i] == LW_METHOD_SLAB || methods[i] == LW_METHOD_EXPANDED);
            for (size_t k = 0; k < trace.sample_count; k++)
                assert_true(page_number(&read, member(row, "samples"), k) == trace.samples[k]);
            for (size_t k = 0; k < trace.proof_count; k++) {
                const lw_proof *proof = &trace.proofs[k];
                assert_near(page_number(&read, member(row, "proofs"), 3 * k), proof->from, 1e-7);
                assert_near(page_number(&read, member(row, "proofs"), 3 * k + 1), proof->at, 1e-7);
                assert_near(page_number(&read, member(row, "proofs"), 3 * k + 2), proof->to, 1e-7);
                assert_true(proof->from <= proof->at && proof->at <= proof->to && proof->pairs >= 1);
                assert_true(!k || trace.proofs[k - 1].from <= proof->from);
            }
            const json_t *proven = member(row, "free");
            const bool all = trace.verdict.kind == LW_VERDICT_FREE;
            if (all || trace.verdict.free_until > 0)
                assert_near(json_number_value(json_array_get(json_array_get(proven, 0), 1)),
                            all ? 1 : trace.verdict.free_until, 0);
            else
                assert_int_equal(json_array_size(proven), 0);
            lw_trace_free(&trace);
        }
        assert_true(json_array_size(member(of, "layers")) > 0);
        assert_near(number_of(json_array_get(member(of, "layers"), 0), "grown"),
                    0.0025 * pow(2, number_of(json_array_get(member(of, "layers"), 0), "layer")), 1e-9);
        /* the longest claims of a pair come first, and each pair is
         * claimed up to where the motion is free */
        const json_t *claims = member(of, "claims");
        double longest[2] = {HUGE_VAL, HUGE_VAL};
        double covered[2] = {0, 0};
        size_t i;
        const json_t *claim;
        json_array_foreach(claims, i, claim)
        {
            const double length = number_of(claim, "to") - number_of(claim, "from");
            const int64_t wall = json_integer_value(json_array_get(member(claim, "pair"), 1)) -
                                 lw_scene_find_body(scene, "below");
            assert_true(wall == 0 || wall == 1);
            assert_true(length <= longest[wall] + 2e-9);
            longest[wall] = length;
            if (!strcmp(json_string_value(member(claim, "kind")), "apart"))
                covered[wall] += length;
        }
        assert_int_equal(json_array_size(claims), json_integer_value(member(of, "claim_count")));
        assert_true(round || json_array_size(claims) > 4);
        const json_t *verdict = member(of, "verdict");
        const double until = round ? 1 : number_of(verdict, "free_until");
        assert_string_equal(json_string_value(member(verdict, "verdict")), round ? "free" : "contact");
        for (int k = 0; k < 2; k++)
            assert_true(covered[k] >= until - 1e-6);
        page_text_free(&read);
        lw_page_destroy(page);
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Of very many claims, as long as each other, those of the pair that matters are there. */
static void claims_of_named_pairs_stay(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_motion *motion = NULL;
    const lw_shape_def ball = sphere_of(0.05);
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    for (int i = 0; i < 4500; i++) {
        char id[32];
        snprintf(id, sizeof id, "o%d", i);
        succeed(
            lw_scene_add_obstacle(scene, id, &ball, placed(i % 90 - 45, 20 + floor(i / 90.0)), &error),
            &error);
    }
    add_wall(scene, "wall", 1.16, 0, 0.1, 3);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_set_segment(motion, NULL, (double[]){-1, 0}, (double[]){1, 0.1}, &error), &error);
    lw_page *page = page_of(scene);
    add_motion(page, motion, NULL);
    page_text read = page_text_of(page);
    const json_t *shown = json_array_get(member(read.index, "motions"), 0);
    const json_t *claims = member(shown, "claims");
    assert_true(json_integer_value(member(shown, "claim_count")) > 4500);
    assert_int_equal(json_array_size(claims), 4000);
    assert_int_equal(json_integer_value(json_array_get(member(json_array_get(claims, 0), "pair"), 1)),
                     lw_scene_find_body(scene, "wall"));
    page_text_free(&read);
    lw_page_destroy(page);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A roadmap's points are where the ball is at its configurations. */
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
    const json_t *of = member(read.index, "roadmap");
    assert_int_equal(json_integer_value(member(of, "tip")), frame_of(&read, "puck", "ball"));
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
    /* the same link where the joints come in another order */
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
    assert_int_equal(json_integer_value(member(member(again.index, "roadmap"), "tip")),
                     frame_of(&again, "puck", "ball"));
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

/* Two pucks that pass each other: when they are near, by their distance on the line between. */
static void robots_that_meet_are_listed(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_motion *motion = NULL;
    add_puck(scene, "a", LW_JOINT_PRISMATIC);
    add_puck(scene, "b", LW_JOINT_PRISMATIC);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    static const double from[] = {-0.9, 0, 0.9, 0};
    static const double to[] = {0.9, 0.3, -0.9, -0.3};
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    double points[2][4];
    for (size_t i = 0; i < 2; i++) {
        memcpy(points[i], from + 2 * i, 2 * sizeof(double));
        memcpy(points[i] + 2, to + 2 * i, 2 * sizeof(double));
        tracks[i].joints = lw_scene_movable_joints(scene, i);
        tracks[i].point_count = 2;
        tracks[i].positions = points[i];
    }
    succeed(lw_motion_set(motion, tracks, 2, &error), &error);
    lw_page_options options = lw_default_page_options();
    options.near = 0.2;
    lw_page *page = page_with(scene, options);
    add_motion(page, motion, "1");
    add_motion(page, motion, "2");
    page_text read = page_text_of(page);
    assert_near(number_of(member(read.index, "cell"), "near"), 0.2, 0);
    double times[2] = {2, -1};
    double nearest = HUGE_VAL;
    for (int i = 0; i <= 100000; i++) {
        const double t = i / 100000.0;
        const double x = 1.8 - 3.6 * t;
        const double y = 0.6 * t;
        const double distance = sqrt(x * x + y * y) - 0.2;
        nearest = fmin(nearest, distance);
        if (distance < 0.2) {
            times[0] = fmin(times[0], t);
            times[1] = fmax(times[1], t);
        }
    }
    for (size_t i = 0; i < 2; i++) {
        const json_t *meetings = member(json_array_get(member(read.index, "motions"), i), "meetings");
        const json_t *meeting = json_array_get(meetings, 0);
        assert_int_equal(json_array_size(meetings), 1);
        assert_near(number_of(meeting, "from"), times[0], 0.006);
        assert_near(number_of(meeting, "to"), times[1], 0.006);
        assert_near(number_of(meeting, "distance"), nearest, 1e-3);
    }
    page_text_free(&read);
    lw_page_destroy(page);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* A disc in the plane, which its cell sends there and back. */
static void jobs_have_their_steps(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    lw_cell *cell = NULL;
    lw_shape_def disc = lw_default_shape();
    lw_joint_def joint = lw_default_joint();
    disc.kind = LW_SHAPE_DISC;
    disc.radius = 0.1;
    joint.name = "at";
    joint.kind = LW_JOINT_PLANAR;
    joint.axis = v3(0, 0, 1);
    joint.parent = "ground";
    joint.child = "body";
    succeed(lw_scene_create(&scene, &error), &error);
    succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    succeed(lw_scene_add_robot(scene, "R", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "R", "ground", &error), &error);
    succeed(lw_scene_add_link(scene, "R", "body", &error), &error);
    succeed(lw_scene_add_joint(scene, "R", &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, "R", "body", &disc, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_obstacle(scene, "post", &disc, placed(0.5, 0.5), &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_cell_create(scene, &cell, &error), &error);
    static const double rows[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    static const double times[] = {0, 1.5};
    for (size_t i = 0; i < 2; i++) {
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.joints = lw_scene_joints(scene, "R", NULL, &error);
        track.point_count = 2;
        track.times = times;
        track.positions = rows[i];
        succeed(lw_motion_set(motion, &track, 1, &error), &error);
        succeed(lw_cell_add(cell, i ? "back </script>" : "there", motion, &error), &error);
    }
    const size_t list[] = {0, 1, 0};
    const lw_sequence sequence = {0, list, 3};
    succeed(lw_motion_set_job(motion, cell, &sequence, 1, &error), &error);
    lw_page *page = page_of(scene);
    lw_page_motion shown = lw_default_page_motion();
    shown.motion = motion;
    shown.cell = cell;
    shown.sequence_count = 1;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "sequences are missing");
    shown.sequences = &sequence;
    succeed(lw_page_add(page, &shown, &error), &error);
    page_text read = page_text_of(page);
    const json_t *of = json_array_get(member(read.index, "motions"), 0);
    const json_t *steps = member(of, "steps");
    assert_int_equal(json_array_size(steps), 3);
    assert_near(number_of(of, "end"), 4.5, 1e-12);
    assert_string_equal(json_string_value(member(member(of, "verdict"), "verdict")), "free");
    for (size_t i = 0; i < 3; i++) {
        const json_t *step = json_array_get(steps, i);
        assert_int_equal(json_integer_value(member(step, "robot")), 0);
        assert_string_equal(json_string_value(member(step, "name")),
                            i == 1 ? "back </script>" : "there");
        assert_near(number_of(step, "from"), 1.5 * (double)i, 1e-9);
        assert_near(number_of(step, "to"), 1.5 * (double)i + 1.5, 1e-9);
    }
    page_text_free(&read);
    lw_page_destroy(page);
    lw_cell_destroy(cell);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* Motions that several threads make are those that one makes one after the other, to the byte. */
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
        /* the first that cannot be added says why, and none is added */
        shown[11].id = "{";
        shown[17].motion = NULL;
        refused(lw_page_add_many(page, shown, MOTIONS, threads, &error), LW_ERROR_ARGUMENT, &error,
                "the id { is not JSON");
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

/* ---- what goes wrong ---------------------------------------------------------------------------- */

/* Fails at the n-th part. */
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
    if (!lw_page_has_viewer())
        refused(lw_page_create(scene, NULL, &page, &error), LW_ERROR_STATE, &error,
                "built without the viewer");
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
    lw_options wrong = lw_default_options();
    wrong.resolution = -1;
    const lw_method sampled = LW_METHOD_SAMPLED;
    shown.options = &wrong;
    shown.methods = &sampled;
    shown.method_count = 1;
    refused(lw_page_add(page, &shown, &error), LW_ERROR_ARGUMENT, &error, "resolution");
    /* with a verdict that is given this comes out when much is written */
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
    assert_int_equal(left, -1); /* it is not called again */
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
    /* whatever fails while motions are added, the page is as before */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_and_values_give_the_poses),
        cmocka_unit_test(rows_are_near_the_motion_between_them),
        cmocka_unit_test(fast_turns_are_not_lost),
        cmocka_unit_test(verdicts_and_distances_are_those_of_checks),
        cmocka_unit_test(names_are_escaped),
        cmocka_unit_test(wholes_are_narrow_where_they_fit),
        cmocka_unit_test(shapes_are_shared),
        cmocka_unit_test(carried_bodies_are_where_they_are),
        cmocka_unit_test(claims_and_methods_are_those_of_checks),
        cmocka_unit_test(claims_of_named_pairs_stay),
        cmocka_unit_test(roadmaps_show_where_a_link_is),
        cmocka_unit_test(robots_that_meet_are_listed),
        cmocka_unit_test(jobs_have_their_steps),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(errors_leave_the_page_as_it_was),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
