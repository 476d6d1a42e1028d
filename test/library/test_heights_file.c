/* io/cloud/heights_file.h and io/scene/heights_json.h: arrays that this test writes in each form are
 * read again, bit for bit; broken and lying files and scenes are refused in a sentence. */
#include "io/cloud/heights_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "files.h"
#include "seed.h"
#include "small_scene.h"

enum { ROOM = 1 << 14 };

static files here;

typedef struct bytes {
    char at[ROOM];
    size_t size;
} bytes;

static void put(bytes *b, uint64_t whole, size_t size, bool big_endian)
{
    assert_true(b->size + size <= ROOM);
    for (size_t i = 0; i < size; i++)
        b->at[b->size++] = (char)(whole >> 8 * (big_endian ? size - 1 - i : i) & 255);
}

/* An NPY file of version 1 with this header, without numbers. */
static void begin(bytes *b, const char *header)
{
    b->size = 0;
    memcpy(b->at, "\x93NUMPY\1", 8);
    b->size = 8;
    put(b, strlen(header), 2, false);
    memcpy(b->at + b->size, header, strlen(header));
    b->size += strlen(header);
}

/* A random number of a type, and its bits. */
static double number_of(lw_random *random, const char *type, uint64_t *bits)
{
    const size_t size = (size_t)(type[1] - '0');
    if (*type == 'f') {
        const double value = lw_random_between(random, -100, 100);
        const float narrow = (float)value;
        uint32_t half;
        memcpy(&half, &narrow, sizeof half);
        memcpy(bits, &value, sizeof *bits);
        *bits = size == 8 ? *bits : half;
        return size == 8 ? value : (double)narrow;
    }
    const int64_t range = (int64_t)1 << (8 * size);
    const int64_t from = *type == 'i' ? -range / 2 : 0;
    const uint32_t kind = lw_random_below(random, 4);
    const int64_t value = kind == 0 ? from
                          : kind == 1
                              ? from + range - 1
                              : from + (int64_t)(lw_random_between(random, 0, 1) * (double)range);
    *bits = (uint64_t)value;
    return (double)value;
}

static void arrays_are_read(void **state)
{
    (void)state;
    static const char *const types[] = {"f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4"};
    lw_random random = {test_seed()};
    static bytes b;
    for (int round = 0; round < test_rounds(400, 20000); round++) {
        const char *type = types[round % 8];
        const size_t rows = 2 + lw_random_below(&random, 9);
        const size_t columns = 2 + lw_random_below(&random, 9);
        const bool big = lw_random_below(&random, 2);
        const bool by_columns = lw_random_below(&random, 2);
        const char order = type[1] == '1' && lw_random_below(&random, 2) ? '|' : big ? '>' : '<';
        char header[128];
        double heights[100];
        snprintf(header, sizeof header, "{'descr': '%c%s', 'fortran_order': %s, 'shape': (%zu, %zu), }",
                 order, type, by_columns ? "True" : "False", rows, columns);
        begin(&b, header);
        for (size_t i = 0; i < rows * columns; i++) {
            uint64_t bits;
            const size_t row = by_columns ? i % rows : i / columns;
            const size_t column = by_columns ? i / rows : i % columns;
            heights[row * columns + column] = number_of(&random, type, &bits);
            put(&b, bits, (size_t)(type[1] - '0'), big);
        }
        lw_height_grid grid;
        lw_error e = {0};
        succeed(lw_npy_read_grid(b.at, b.size, &lw_grid_of_heights, &grid, &e), &e);
        assert_true(grid.rows == rows && grid.columns == columns);
        assert_memory_equal(grid.heights, heights, rows * columns * sizeof *heights);
        free(grid.heights);
        /* cut off, or longer */
        b.size += lw_random_below(&random, 2) ? 1 : (size_t)-1 - lw_random_below(&random, 3);
        refused(lw_npy_read_grid(b.at, b.size, &lw_grid_of_heights, &grid, &e), LW_ERROR_SYNTAX, &e,
                " bytes, and the ");
    }
}

static void refuses(const char *header, size_t count, const char *part)
{
    static bytes b;
    lw_height_grid grid;
    lw_error e = {0};
    begin(&b, header);
    memset(b.at + b.size, 0, count);
    refused(lw_npy_read_grid(b.at, b.size + count, &lw_grid_of_heights, &grid, &e), LW_ERROR_SYNTAX, &e,
            part);
}

#define NPY(descr, shape) "{'descr': " descr ", 'fortran_order': False, 'shape': " shape ", }"

static void bad_arrays_are_refused(void **state)
{
    (void)state;
    refuses(NPY("'<i8'", "(2, 2)"), 32, "numbers of type '<i8'; a height field takes float32, float64");
    refuses(NPY("'|f4'", "(2, 2)"), 16, "numbers of type '|f4'");
    refuses(NPY("'|u2'", "(2, 2)"), 8, "numbers of type '|u2'");
    refuses(NPY("'<c4'", "(2, 2)"), 16, "numbers of type '<c4'");
    refuses(NPY("'<f2'", "(2, 2)"), 8, "numbers of type '<f2'");
    refuses(NPY("'<f4'", "(4,)"), 16, "the array has 1 dimension; a height field takes two");
    refuses(NPY("'<f4'", "(2, 2, 2)"), 32, "the array has 3 dimensions; a height field takes two");
    refuses(NPY("'<f4'", "(0, 0)"), 0, "the array has 0 rows of 0 numbers");
    refuses(NPY("'<f4'", "(1, 5)"), 20, "the array has 1 rows of 5 numbers");
    refuses(NPY("'<f4'", "(5, 1)"), 20, "the array has 5 rows of 1 numbers");
    refuses(NPY("'<f4'", "(1000000000, 1000000000)"), 16, "and at most 268435456 heights");
    refuses(NPY("'<f4'", "(268435456, 2)"), 16, "and at most 268435456 heights");
    refuses(NPY("'<f4'", "(16384, 16384)"), 16,
            "268435456 heights take 1073741824 bytes, and the file has 16 behind its header");
    refuses(NPY("'<f4'", "(2, 2)"), 15, "4 heights take 16 bytes, and the file has 15");
    refuses(NPY("'<f4'", "(2, 2)"), 17, "4 heights take 16 bytes, and the file has 17");
}

/* A file of 2 x 3 whole numbers. */
static const char *small_file(void)
{
    static bytes b;
    begin(&b, NPY("'<u2'", "(2, 3)"));
    for (uint64_t i = 0; i < 6; i++)
        put(&b, 1000 * i, 2, false);
    files_write_bytes(&here, "hill.npy", b.at, b.size);
    return files_path(&here, "hill.npy");
}

static void files_become_obstacles(void **state)
{
    (void)state;
    lw_error e = {0};
    const char *path = small_file();
    lw_shape_def field = lw_default_shape();
    const lw_vec3 spacing = {0.5, 0.25, 0.001};
    succeed(lw_heights_read(path, spacing, -1, &field, &e), &e);
    assert_true(field.kind == LW_SHAPE_HEIGHTS && field.rows == 2 && field.columns == 3);
    assert_true(field.spacing_x == 0.5 && field.spacing_y == 0.25 && field.floor == -1);
    for (int i = 0; i < 6; i++)
        assert_true(field.heights[i] == 0.001 * (1000 * i));
    lw_scene *scene = new_scene();
    succeed(lw_scene_load_heights(scene, path, NULL, spacing, -1, lw_pose_identity(), &e), &e);
    refused(lw_scene_load_heights(scene, path, NULL, spacing, -1, lw_pose_identity(), &e),
            LW_ERROR_NAME, &e, "there is an object \"hill.npy\" already");
    refused(lw_scene_load_heights(scene, path, "b", spacing, 2, lw_pose_identity(), &e),
            LW_ERROR_ARGUMENT, &e, "is 0, below the floor, 2");
    refused(lw_scene_load_heights(scene, NULL, "b", spacing, 2, lw_pose_identity(), &e),
            LW_ERROR_ARGUMENT, &e, "needs a path");
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def own = lw_default_shape();
    succeed(lw_scene_body_shape(scene, 0, 0, &shape, &own, &e), &e);
    assert_string_equal(shape.file, path);
    assert_memory_equal(own.heights, field.heights, 6 * sizeof *own.heights);
    lw_scene_destroy(scene);
    lw_heights_free(&field);
    assert_true(!field.heights && !field.rows && !field.columns);
    lw_heights_free(NULL);
    refused(lw_heights_read(NULL, spacing, 0, &field, &e), LW_ERROR_ARGUMENT, &e, "needs a path");
    refused(lw_heights_read(path, spacing, 0, NULL, &e), LW_ERROR_ARGUMENT, &e, "needs a path");
    for (int i = 0; i < 4; i++) {
        const double bad[] = {0, -1, (double)NAN, HUGE_VAL};
        const lw_vec3 wrong = {1, 1, bad[i]};
        refused(lw_heights_read(path, wrong, 0, &field, &e), LW_ERROR_ARGUMENT, &e,
                "the metres of a unit of a height field are ");
    }
    refused(lw_heights_read("hill.tif", spacing, 0, &field, &e), LW_ERROR_FILE, &e,
            "is no height field by its name, which must end in .npy");
    refused(lw_heights_read("none.npy", spacing, 0, &field, &e), LW_ERROR_FILE, &e,
            "there is no such file");
}

/* Loads a scene with one obstacle of these keys. */
static lw_status load(const char *keys, lw_scene **scene, lw_error *e)
{
    char text[512];
    snprintf(text, sizeof text, "{\"obstacles\": [{\"id\": \"hill\", \"type\": \"heights\"%s}]}", keys);
    files_write(&here, "scene.json", text);
    *scene = new_scene();
    const lw_status status = lw_scene_load(*scene, files_path(&here, "scene.json"), e);
    return status ? status : lw_scene_freeze(*scene, e);
}

static void scenes_are_read(void **state)
{
    (void)state;
    static const char *const good[] = {
        ", \"spacing\": [0.5, 0.25], \"floor\": -1, \"heights\": [[0, 1, 2], [3, 4, 5]]",
        ", \"spacing\": [0.5, 0.25], \"floor\": -1, \"file\": \"hill.npy\", \"scale\": 0.001"};
    static const struct {
        const char *keys, *part;
    } bad[] = {
        {", \"floor\": 0, \"heights\": [[0, 0], [0, 0]]", "spacing"},
        {", \"spacing\": [1, 1], \"heights\": [[0, 0], [0, 0]]", "floor"},
        {", \"spacing\": [1, 1], \"floor\": 0", "a height field needs a file or heights"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"file\": \"hill.npy\", \"heights\": []",
         "file and heights are both given; keep one"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"scale\": 2, \"heights\": [[0, 0], [0, 0]]",
         "scale belongs to a height field from a file"},
        {", \"spacing\": [1, 0], \"floor\": 0, \"heights\": [[0, 0], [0, 0]]", "spacing"},
        {", \"spacing\": 1, \"floor\": 0, \"heights\": [[0, 0], [0, 0]]", "spacing"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"heights\": [[0, 0], [0, 0, 0]]",
         "row 1 of heights, counted from 0, has 3 numbers, and the first one 2"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"heights\": []", "0 rows and 0 columns"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"heights\": [[], []]", "2 rows and 0 columns"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"heights\": [[0, 0], [0, \"a\"]]", "number"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"heights\": [[0, 0], [0, -1]]", "below the floor, 0"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"file\": \"none.npy\"", "none.npy"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"file\": \"hill.npy\", \"scale\": 0", "scale"},
        {", \"spacing\": [1, 1], \"floor\": 0, \"radius\": 1, \"heights\": [[0, 0], [0, 0]]", "radius"},
    };
    small_file();
    uint64_t prints[2];
    for (int i = 0; i < 2; i++) {
        lw_scene *scene;
        lw_error e = {0};
        lw_body_shape shape = lw_default_body_shape();
        lw_shape_def own = lw_default_shape();
        succeed(load(good[i], &scene, &e), &e);
        succeed(lw_scene_body_shape(scene, 0, 0, &shape, &own, &e), &e);
        assert_true(own.rows == 2 && own.columns == 3 && own.spacing_x == 0.5 &&
                    own.spacing_y == 0.25 && own.floor == -1);
        for (int k = 0; k < 6; k++)
            assert_true(own.heights[k] == (i ? 0.001 * (1000 * k) : k));
        succeed(lw_scene_fingerprint(scene, &prints[i], &e), &e);
        lw_scene_destroy(scene);
    }
    assert_true(prints[0] == prints[1]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_scene *scene;
        lw_error e = {0};
        const lw_status status = load(bad[i].keys, &scene, &e);
        if (!status || !strstr(e.message, bad[i].part))
            fail_msg("%s: %s", bad[i].keys, e.message);
        lw_scene_destroy(scene);
    }
}

/* The fingerprint of a scene depends on each number of a field. */
static void fingerprints_differ(void **state)
{
    (void)state;
    uint64_t prints[7];
    for (int i = 0; i < 7; i++) {
        double heights[6] = {0, 1, 2, 3, 4, i == 1 ? 6 : 5};
        lw_error e = {0};
        lw_scene *scene = new_scene();
        lw_shape_def field = lw_default_shape();
        field.kind = LW_SHAPE_HEIGHTS;
        field.heights = heights;
        field.rows = i == 2 ? 3 : 2;
        field.columns = i == 2 ? 2 : 3;
        field.spacing_x = i == 3 ? 2 : 1;
        field.spacing_y = i == 4 ? 2 : 1;
        field.floor = i == 5 ? -1 : 0;
        field.rounding = i == 6 ? 0.1 : 0;
        succeed(lw_scene_add_obstacle(scene, "hill", &field, lw_pose_identity(), &e), &e);
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
        cmocka_unit_test(arrays_are_read),        cmocka_unit_test(bad_arrays_are_refused),
        cmocka_unit_test(files_become_obstacles), cmocka_unit_test(scenes_are_read),
        cmocka_unit_test(fingerprints_differ),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
