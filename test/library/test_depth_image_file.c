/* io/cloud/image_file.c and io/scene/image_json.c: depth images and cameras from files and scenes. */
#include <string.h>

#include "files.h"
#include "small_scene.h"

static files here;

#define CAMERA "\"fx\": 2, \"fy\": 4, \"cx\": 1, \"cy\": 0.5, \"near\": 0.5, \"far\": 4"

/* A file of 2 x 3 depths: 0, 1, 2 and 3, 4, 5, times 1000, as whole numbers of 16 bits. */
static const char *small_file(void)
{
    static const char header[] = "\x93NUMPY\1\0\73\0{'descr': '<u2', 'fortran_order': False, "
                                 "'shape': (2, 3), }";
    char bytes[sizeof header - 1 + 12];
    memcpy(bytes, header, sizeof header - 1);
    for (int i = 0; i < 6; i++) {
        bytes[sizeof header - 1 + 2 * i] = (char)(1000 * i % 256);
        bytes[sizeof header + 2 * i] = (char)(1000 * i / 256);
    }
    FILE *file = fopen(files_path(&here, "view.npy"), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
    fclose(file);
    return files_path(&here, "view.npy");
}

static void files_become_obstacles(void **state)
{
    (void)state;
    lw_error e = {0};
    const char *path = small_file();
    lw_shape_def image = lw_default_shape();
    succeed(lw_depth_image_read(path, 0.001, &image, &e), &e);
    assert_true(image.kind == LW_SHAPE_DEPTH_IMAGE && image.rows == 2 && image.columns == 3);
    for (int i = 0; i < 6; i++)
        assert_true(image.depths[i] == (float)(0.001 * (1000 * i)));
    const lw_camera camera = {2, 4, 1, 0.5, 0.5, 4, 0, 0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_load_depth_image(scene, path, NULL, 0.001, &camera, LW_UNKNOWN_OBSTACLE,
                                      lw_pose_identity(), &e),
            &e);
    refused(lw_scene_load_depth_image(scene, path, NULL, 0.001, &camera, LW_UNKNOWN_FREE,
                                      lw_pose_identity(), &e),
            LW_ERROR_NAME, &e, "there is an object \"view.npy\" already");
    refused(lw_scene_load_depth_image(scene, path, "b", 0.001, &camera, LW_UNKNOWN_UNSAID,
                                      lw_pose_identity(), &e),
            LW_ERROR_ARGUMENT, &e, "has to say what unseen space is");
    refused(lw_scene_load_depth_image(scene, path, "b", 0.0001, &camera, LW_UNKNOWN_FREE,
                                      lw_pose_identity(), &e),
            LW_ERROR_ARGUMENT, &e, "the depth in row 0 and column 1");
    refused(lw_scene_load_depth_image(scene, NULL, "b", 1, &camera, LW_UNKNOWN_FREE, lw_pose_identity(),
                                      &e),
            LW_ERROR_ARGUMENT, &e, "needs a path and a camera");
    refused(
        lw_scene_load_depth_image(scene, path, "b", 1, NULL, LW_UNKNOWN_FREE, lw_pose_identity(), &e),
        LW_ERROR_ARGUMENT, &e, "needs a path and a camera");
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def own = lw_default_shape();
    succeed(lw_scene_body_shape(scene, 0, 0, &shape, &own, &e), &e);
    assert_string_equal(shape.file, path);
    assert_memory_equal(own.depths, image.depths, 6 * sizeof *own.depths);
    assert_true(own.camera.fy == 4 && own.unknown == LW_UNKNOWN_OBSTACLE);
    lw_scene_destroy(scene);
    lw_depth_image_free(&image);
    assert_true(!image.depths && !image.rows && !image.columns);
    lw_depth_image_free(NULL);
    refused(lw_depth_image_read(NULL, 1, &image, &e), LW_ERROR_ARGUMENT, &e, "needs a path");
    refused(lw_depth_image_read(path, 1, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a path");
    const double bad[] = {0, -1, (double)NAN, HUGE_VAL};
    for (int i = 0; i < 4; i++)
        refused(lw_depth_image_read(path, bad[i], &image, &e), LW_ERROR_ARGUMENT, &e,
                "the metres of a unit of a depth image are ");
    refused(lw_depth_image_read("view.tif", 1, &image, &e), LW_ERROR_FILE, &e,
            "is no depth image by its name, which must end in .npy or .png");
}

static void cameras_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"{\"fx\": 2}", "fy"},
        {"[]", "a camera"},
        {"{" CAMERA ", \"zoom\": 2}", "zoom"},
        {"{" CAMERA ", \"error\": \"a\"}", "error"},
        {"{" CAMERA, "camera.json"},
        {"{" CAMERA ", \"position\": [1, 2]}", "position"},
    };
    lw_error e = {0};
    lw_camera camera = {.fx = -1};
    lw_pose at = {{5, 5, 5}, {0, 0, 0, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        files_write(&here, "camera.json", bad[i].text);
        const lw_status status = lw_camera_read(files_path(&here, "camera.json"), &camera, &at, &e);
        if (!status || !(strstr(e.message, bad[i].part) || strstr(e.file, bad[i].part)))
            fail_msg("%s: %s", bad[i].text, e.message);
        assert_true(camera.fx == -1 && at.position.x == 5);
    }
    files_write(&here, "camera.json", "{" CAMERA ", \"error\": 0.25, \"position\": [1, 2, 3]}");
    succeed(lw_camera_read(files_path(&here, "camera.json"), &camera, &at, &e), &e);
    assert_true(camera.fx == 2 && camera.fy == 4 && camera.cx == 1 && camera.cy == 0.5);
    assert_true(camera.near_z == 0.5 && camera.far_z == 4 && camera.error == 0.25);
    assert_true(camera.relative_error == 0 && at.position.y == 2);
    refused(lw_camera_read(NULL, &camera, &at, &e), LW_ERROR_ARGUMENT, &e, "needs a path");
    refused(lw_camera_read("a", NULL, &at, &e), LW_ERROR_ARGUMENT, &e, "needs a path");
    refused(lw_camera_read("a", &camera, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a path");
    refused(lw_camera_read("none.json", &camera, &at, &e), LW_ERROR_FILE, &e, "");
}

static lw_status load(const char *keys, lw_scene **scene, lw_error *e)
{
    char text[1000];
    snprintf(text, sizeof text, "{\"obstacles\": [{\"id\": \"view\", \"type\": \"depth_image\"%s}]}",
             keys);
    files_write(&here, "scene.json", text);
    *scene = new_scene();
    const lw_status status = lw_scene_load(*scene, files_path(&here, "scene.json"), e);
    return status ? status : lw_scene_freeze(*scene, e);
}

/* Scenes are read, and what is written of them is read again. */
static void scenes_are_read(void **state)
{
    (void)state;
#define FREE ", \"camera\": {" CAMERA "}, \"unseen\": \"free\""
    static const char *const good[] = {FREE ", \"depths\": [[0, 1, 2], [3, 4, 5]]",
                                       FREE ", \"file\": \"view.npy\", \"scale\": 0.001"};
    static const struct {
        const char *keys, *part;
    } bad[] = {
        {", \"unseen\": \"free\", \"depths\": [[1]]", "camera"},
        {", \"camera\": 3, \"unseen\": \"free\", \"depths\": [[1]]", "camera"},
        {", \"camera\": {\"fx\": 1}, \"unseen\": \"free\", \"depths\": [[1]]", "fy"},
        {", \"camera\": {" CAMERA ", \"x\": 1}, \"unseen\": \"free\", \"depths\": [[1]]", "x"},
        {", \"camera\": {" CAMERA "}, \"depths\": [[1]]", "unseen"},
        {", \"camera\": {" CAMERA "}, \"unseen\": \"known\", \"depths\": [[1]]",
         "unseen is \"known\"; it must be \"obstacle\" or \"free\""},
        {FREE, "a depth image needs a file or depths"},
        {FREE ", \"file\": \"view.npy\", \"depths\": [[1]]", "file and depths are both given"},
        {FREE ", \"scale\": 2, \"depths\": [[1]]", "scale belongs to a depth image from a file"},
        {FREE ", \"depths\": []", "0 rows and 0 columns"},
        {FREE ", \"depths\": [[1, 1], [1]]", "row 1 of depths, counted from 0, has 1 numbers"},
        {FREE ", \"depths\": [[0.25]]", "from the near plane, 0.5"},
        {FREE ", \"depths\": [[0]]", "no measured depth"},
        {FREE ", \"file\": \"none.npy\"", "none.npy"},
        {FREE ", \"file\": \"view.npy\", \"scale\": 0", "scale"},
        {FREE ", \"radius\": 1, \"depths\": [[1]]", "radius"},
    };
    small_file();
    uint64_t prints[3];
    lw_error e = {0};
    for (int i = 0; i < 2; i++) {
        lw_scene *scene;
        succeed(load(good[i], &scene, &e), &e);
        succeed(lw_scene_fingerprint(scene, &prints[i], &e), &e);
        char text[1000];
        succeed(lw_scene_json(scene, text, sizeof text, NULL, &e), &e);
        lw_scene_destroy(scene);
        files_write(&here, "written.json", text);
        scene = new_scene();
        succeed(lw_scene_load(scene, files_path(&here, "written.json"), &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        succeed(lw_scene_fingerprint(scene, &prints[2], &e), &e);
        assert_true(prints[2] == prints[i]);
        lw_scene_destroy(scene);
    }
    assert_true(prints[0] == prints[1]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_scene *scene;
        const lw_status status = load(bad[i].keys, &scene, &e);
        if (!status || !strstr(e.message, bad[i].part))
            fail_msg("%s: %s", bad[i].keys, e.message);
        lw_scene_destroy(scene);
    }
}

/* The fingerprint of a scene depends on each number of an image. */
static void fingerprints_differ(void **state)
{
    (void)state;
    enum { WAYS = 13 };
    uint64_t prints[WAYS];
    for (int i = 0; i < WAYS; i++) {
        const float depths[6] = {1, 1, 2, 3, 3, i == 1 ? 2.5F : 2};
        lw_error e = {0};
        lw_scene *scene = new_scene();
        lw_shape_def image = lw_default_shape();
        image.kind = LW_SHAPE_DEPTH_IMAGE;
        image.depths = depths;
        image.rows = i == 2 ? 3 : 2;
        image.columns = i == 2 ? 2 : 3;
        image.rounding = i == 3 ? 0.1 : 0;
        image.unknown = i == 4 ? LW_UNKNOWN_FREE : LW_UNKNOWN_OBSTACLE;
        double numbers[8] = {2, 4, 1, 0.5, 0.5, 4, 0.1, 0.1};
        if (i > 4)
            numbers[i - 5] *= 1.25;
        image.camera = (lw_camera){numbers[0], numbers[1], numbers[2], numbers[3],
                                   numbers[4], numbers[5], numbers[6], numbers[7]};
        succeed(lw_scene_add_obstacle(scene, "view", &image, lw_pose_identity(), &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        succeed(lw_scene_fingerprint(scene, &prints[i], &e), &e);
        lw_scene_destroy(scene);
        for (int k = 0; k < i; k++)
            assert_true(prints[k] != prints[i]);
    }
}

static int set_up(void **state)
{
    (void)state;
    files_open(&here);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    files_close(&here);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_become_obstacles),
        cmocka_unit_test(cameras_are_read),
        cmocka_unit_test(scenes_are_read),
        cmocka_unit_test(fingerprints_differ),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
