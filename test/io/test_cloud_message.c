/* Tests io/cloud/message.c, cloud_message.c and octree_message.c: point clouds written by this test as
 * ROS prints them are read again, bit for bit, in any order of bytes, with padded rows and other
 * fields; broken and lying messages are refused with a sentence, and random damage never does more than
 * that. Octrees in messages are those of OctoMap's files. */
#include "io/cloud/cloud_file.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "files.h"
#include "io/cloud/cloud_message.h"
#include "io/cloud/octree_file.h"
#include "seed.h"
#include "verdicts.h"
#include "written.h"

enum { MOST = 60, ROOM = 1 << 17, BYTES = 1 << 14 };

static files here;

/* How a list of bytes is printed: as ros2 topic echo does, as rostopic echo does, in JSON, with signed
 * bytes, and as text in base64. */
typedef enum style { BLOCK, FLOW, JSON, SIGNED, BASE64, STYLES } style;

/* A message, and the points that it holds. */
typedef struct sample {
    double points[3 * MOST];
    size_t width, height;
    size_t sizes[3], offsets[3];
    size_t point_step, row_step;
    bool big_endian;
    unsigned char bytes[BYTES];
    size_t size;
} sample;

typedef struct text {
    char bytes[ROOM];
    size_t size;
} text;

static void put(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(t->bytes + t->size, ROOM - t->size, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && t->size + (size_t)size < ROOM);
    t->size += (size_t)size;
}

static void set_real(unsigned char *at, double value, size_t size, bool big_endian)
{
    uint64_t bits = 0;
    float narrow = (float)value;
    uint32_t half;
    memcpy(&half, &narrow, sizeof half);
    memcpy(&bits, &value, sizeof bits);
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)((size == 8 ? bits : half) >> 8 * (big_endian ? size - 1 - i : i) & 255);
}

static void draw(lw_random *random, sample *s)
{
    static const double odd[] = {0, -0.0, (double)INFINITY, (double)NAN, 0x1p-149};
    s->height = 1 + lw_random_below(random, 3);
    s->width = 1 + lw_random_below(random, MOST / 3);
    s->big_endian = lw_random_below(random, 2);
    s->point_step = lw_random_below(random, 3);
    for (size_t turn = 0, first = lw_random_below(random, 3); turn < 3; turn++) {
        const size_t k = (first + turn) % 3; /* y z x, perhaps */
        s->offsets[k] = s->point_step;
        s->sizes[k] = lw_random_below(random, 2) ? 4 : 8;
        s->point_step += s->sizes[k] + lw_random_below(random, 5);
    }
    s->row_step = s->width * s->point_step + lw_random_below(random, 9);
    s->size = s->height * s->row_step;
    assert_true(s->size <= BYTES);
    for (size_t i = 0; i < s->size; i++)
        s->bytes[i] = (unsigned char)lw_random_bits(random);
    for (size_t i = 0; i < 3 * s->width * s->height; i++) {
        const size_t k = i % 3;
        const size_t row = i / 3 / s->width;
        const double value = lw_random_below(random, 20) ? lw_random_between(random, -9, 9)
                                                         : odd[lw_random_below(random, 5)];
        s->points[i] = s->sizes[k] == 4 ? (double)(float)value : value;
        set_real(s->bytes + row * s->row_step + i / 3 % s->width * s->point_step + s->offsets[k], value,
                 s->sizes[k], s->big_endian);
    }
}

static void put_base64(text *t, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = (uint32_t)bytes[i] << 16;
        bits |= i + 1 < size ? (uint32_t)bytes[i + 1] << 8 : 0;
        bits |= i + 2 < size ? bytes[i + 2] : 0;
        for (size_t k = 0; k < 4; k++)
            put(t, "%c", i + k > size ? '=' : digits[bits >> (18 - 6 * k) & 63]);
    }
}

static void put_data(text *t, style how, const unsigned char *bytes, size_t size)
{
    if (how == BASE64) {
        put(t, "\"");
        put_base64(t, bytes, size);
        put(t, "\"");
        return;
    }
    put(t, "%s", how == BLOCK ? "\n" : "[");
    for (size_t i = 0; i < size; i++)
        if (how == BLOCK)
            put(t, "- %d\n", bytes[i]);
        else
            put(t, "%s%d", i ? ", " : "", how == SIGNED ? (signed char)bytes[i] : bytes[i]);
    put(t, "%s", how == BLOCK ? "" : "]");
}

static void put_fields(text *t, const sample *s, bool json)
{
    static const char *const keys[] = {"{name: %c, offset: %zu, datatype: %d, count: 1}",
                                       "{\"name\": \"%c\", \"offset\": %zu, \"datatype\": %d, "
                                       "\"count\": 1}"};
    static const char *const others[] = {"[{name: rgb, offset: 0, datatype: 2, count: 3}, ",
                                         "[{\"name\": \"rgb\", \"offset\": 0, \"datatype\": 2, "
                                         "\"count\": 3}, "};
    put(t, "%s", others[json]);
    for (int k = 2; k >= 0; k--) {
        put(t, keys[json], 'x' + k, s->offsets[k], s->sizes[k] == 4 ? 7 : 8);
        put(t, "%s", k ? ", " : "]");
    }
}

static void write_cloud(text *t, const sample *s, style how)
{
    t->size = 0;
    if (how == JSON || how == BASE64) {
        put(t, "{\"header\": {\"frame_id\": \"data\"}, \"height\": %zu, \"width\": %zu, \"fields\": ",
            s->height, s->width);
        put_fields(t, s, true);
        put(t, ",\n\"is_bigendian\": %s, \"point_step\": %zu, \"row_step\": %zu, \"data\": ",
            s->big_endian ? "true" : "false", s->point_step, s->row_step);
        put_data(t, how, s->bytes, s->size);
        put(t, ", \"is_dense\": false}\n");
        return;
    }
    put(t, "header:\n  stamp:\n    sec: 1\n    nanosec: 2\n  frame_id: data\nheight: %zu\nwidth: %zu\n",
        s->height, s->width);
    put(t, "fields: ");
    put_fields(t, s, false);
    put(t,
        "\nis_bigendian: %s\npoint_step: %zu\nrow_step: %zu\ndata: ", s->big_endian ? "true" : "false",
        s->point_step, s->row_step);
    put_data(t, how, s->bytes, s->size);
    put(t, "%sis_dense: true\n---\n", how == BLOCK ? "" : "\n");
}

static const char *path_of(const text *t, style how)
{
    return files_write_bytes(&here, how == JSON || how == BASE64 ? "cloud.json" : "cloud.yaml",
                             t->bytes, t->size);
}

static void messages_are_read_again(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static sample s;
    static text t;
    for (int round = 0; round < test_rounds(800, 50000); round++) {
        const style how = (style)lw_random_below(&random, STYLES);
        lw_error e = {0};
        lw_shape_def cloud = lw_default_shape();
        draw(&random, &s);
        write_cloud(&t, &s, how);
        if (lw_cloud_read(path_of(&t, how), &cloud, &e))
            fail_msg("round %d, style %d: %d: %s", round, how, e.line, e.message);
        assert_int_equal(cloud.vertex_count, s.width * s.height);
        for (size_t i = 0; i < 3 * cloud.vertex_count; i++)
            if (!same_bits(cloud.vertices[i], s.points[i]) &&
                !(isnan(cloud.vertices[i]) && isnan(s.points[i])))
                fail_msg("round %d, style %d: number %zu is %.17g, not %.17g", round, how, i,
                         cloud.vertices[i], s.points[i]);
        lw_cloud_free(&cloud);
    }
}

/* Changed messages: read or refused. */
static void damage_is_refused(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    static sample s;
    static text t;
    int refused_count = 0;
    for (int round = 0; round < test_rounds(1500, 100000); round++) {
        const style how = (style)lw_random_below(&random, STYLES);
        lw_error e = {0};
        lw_shape_def cloud = lw_default_shape();
        draw(&random, &s);
        write_cloud(&t, &s, how);
        if (lw_random_below(&random, 2))
            t.size -= 1 + lw_random_below(&random, (uint32_t)t.size);
        for (uint32_t i = 1 + lw_random_below(&random, 3); t.size && i; i--) {
            const size_t room = lw_random_below(&random, 2) && t.size > 400 ? 400 : t.size;
            t.bytes[lw_random_below(&random, (uint32_t)room)] = (char)lw_random_bits(&random);
        }
        const lw_status status = lw_cloud_read(path_of(&t, how), &cloud, &e);
        assert_int_equal(e.status, status);
        assert_true(status ? e.message[0] && e.file[0] && !cloud.vertices : cloud.vertex_count > 0);
        refused_count += status != LW_OK;
        lw_cloud_free(&cloud);
    }
    assert_true(refused_count > 500);
}

/* ---- what is refused ---------------------------------------------------------------------------- */

#define FIELD(name, at, type, count)                                                                   \
    "{name: " name ", offset: " at ", datatype: " type ", count: " count "}"
#define X                                  FIELD("x", "0", "7", "1")
#define Y                                  FIELD("y", "4", "7", "1")
#define Z                                  FIELD("z", "8", "7", "1")
#define ZEROS                              "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"
#define SHAPE                              "height: 1\nwidth: 1\n"
#define LAYOUT                             "is_bigendian: false\npoint_step: 12\nrow_step: 12\n"
#define CLOUD(fields, shape, layout, data) "fields: [" fields "]\n" shape layout "data: " data "\n"
#define OF(fields)                         CLOUD(fields, SHAPE, LAYOUT, "[" ZEROS "]")
#define WITH(data)                         CLOUD(X "," Y "," Z, SHAPE, LAYOUT, data)

static bool refuses(const char *content, int line, const char *part)
{
    lw_error e = {0};
    lw_shape_def cloud = lw_default_shape();
    const bad_input bad = {content, LW_ERROR_SYNTAX, line, part};
    lw_status status = lw_cloud_read(files_write(&here, "bad.yaml", content), &cloud, &e);
    return expected_error(&bad, status, &e);
}

static void bad_messages_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *content;
        int line;
        const char *part;
    } bad[] = {
        {"", 0, "there is no point cloud in the file"},
        {"[1]", 1, "point cloud must be an object"},
        {WITH("[" ZEROS "]") "---\nheight: 1\n", 9, "the file holds 2 messages; keep one point cloud"},
        {WITH("[" ZEROS "]") "---\n" WITH("[1]"), 15, "data stands there twice; keep one message"},
        {"height: 1\n", 1, "\"data\""},
        {WITH("[" ZEROS "]") "world: 1\n", 8, "\"world\""},
        {WITH("[" ZEROS "]") "metadata: [1]\n", 8, "\"metadata\""},
        {OF(X "," Y), 1, "the fields must be one x, one y and one z"},
        {OF(X "," Y "," Z "," Z), 1, "there are two fields z"},
        {OF(X "," Y "," FIELD("z", "8", "5", "1")), 1,
         "z must be one number of datatype 7 or 8 (FLOAT32, FLOAT64), not 1 of datatype 5"},
        {OF(X "," Y "," FIELD("z", "8", "9", "1")), 1, "not 1 of datatype 9"},
        {OF(X "," Y "," FIELD("z", "8", "7", "2")), 1, "not 2 of datatype 7"},
        {OF(X "," Y "," FIELD("z", "8", "7", "0")), 1, "not 0 of datatype 7"},
        {OF(X "," Y "," FIELD("z", "9", "7", "1")), 1,
         "z ends at byte 13 of a point, and point_step is 12"},
        {OF(X "," Y "," FIELD("z", "4294967295", "8", "1")), 1, "z ends at byte 4294967303"},
        {OF(X "," Y "," FIELD("z", "-1", "7", "1")), 1, "offset must be a whole number"},
        {OF(X "," Y "," FIELD("z", "4294967296", "7", "1")), 1,
         "from 0 to 4294967295, not 4.29497e+09"},
        {OF(X "," Y "," FIELD("z", "0.5", "7", "1")), 1, "offset must be a whole number"},
        {OF(X "," Y ", {name: z, offset: 8, datatype: 7}"), 1, "\"count\""},
        {OF(X "," Y ", {name: z, offset: 8, datatype: 7, count: 1, more: 1}"), 1, "\"more\""},
        {CLOUD(X "," Y "," Z, "height: 1\nwidth: 0\n", LAYOUT, "[" ZEROS "]"), 1, "has no points"},
        {CLOUD(X "," Y "," Z, "height: 4294967295\nwidth: 4294967295\n", LAYOUT, "[" ZEROS "]"), 1,
         "says that it has 18446744065119617025 points"},
        {CLOUD(X "," Y "," Z, "height: 1000\nwidth: 1000000\n", LAYOUT, "[" ZEROS "]"), 6,
         "a row of 1000000 points of 12 bytes takes 12000000, and row_step is 12"},
        {CLOUD(X "," Y "," Z, "height: 1000000\nwidth: 1\n", LAYOUT, "[" ZEROS "]"), 7,
         "1000000 rows of 12 bytes take 12000000, and data has 12"},
        {WITH("[" ZEROS ", 0]"), 7, "1 rows of 12 bytes take 12, and data has 13"},
        {WITH("[]"), 7, "1 rows of 12 bytes take 12, and data has 0"},
        {WITH("[" ZEROS ",]"), 7, "data must be a list of bytes"},
        {WITH("[0, 256]"), 7, "data must be a list of bytes"},
        {WITH("[0, -129]"), 7, "data must be a list of bytes"},
        {WITH("[0, 0001]"), 7, "data must be a list of bytes"},
        {WITH("[0, 1.5]"), 7, "data must be a list of bytes"},
        {WITH("[0 1]"), 7, "data must be a list of bytes"},
        {WITH("[0"), 8, "data must be a list of bytes"},
        {WITH("\n- 0\n- 1\n- '...'"), 10, "ros2 topic echo prints all of them with --full-length"},
        {WITH("\n- 0\n- 1 2\n"), 9, "data must be a list of bytes"},
        {WITH("'<sequence type: uint8, length: 12>'"), 7, "data is a text that is not base64"},
        {WITH("AAAA"), 7, "take 12, and data has 3"},
        {WITH("{a: 1}"), 7, "data must be a list of bytes, or text in base64"},
        {WITH("AAAA") "header: {frame_id: 'data: [1]'}\n", 7, "data stands there twice"},
        {CLOUD(X "," Y "," Z, SHAPE, "is_bigendian: 2\npoint_step: 12\nrow_step: 12\n", "[" ZEROS "]"),
         4, "is_bigendian"},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        wrong += !refuses(bad[i].content, bad[i].line, bad[i].part);
    assert_int_equal(wrong, 0);
}

/* Where a list of bytes may stand, and what is none. */
static void odd_messages_are_read(void **state)
{
    (void)state;
    static const char *const good[] = {
        "{\"data\" : [" ZEROS "], \"fields\": [{\"name\": \"x\", \"offset\": 0, \"datatype\": 7, "
        "\"count\": 1}, {\"name\": \"y\", \"offset\": 4, \"datatype\": 7, \"count\": 1}, {\"name\": "
        "\"z\", \"offset\": 8, \"datatype\": 7, \"count\": 1}], \"height\": 1, \"width\": 1, "
        "\"is_bigendian\": false, \"point_step\": 12, \"row_step\": 12}",
        WITH("\r\n  - 0\r\n  - 0\r\n  - 0\n  - 0\n  - 0\n  - 0\n  - 0\n  - 0\n  - 0\n  - 0\n  - 0\n  - "
             "0"),
        WITH("[ 0,0 ,\n0,\t0, 0, 0, 0, 0, 0, 0, 0, 0 ]"),
        WITH("!!binary AAAAAAAAAAAAAAAA"),
        "metadata: &m\n" /* an anchor, and a key that ends alike: refused below */,
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        lw_error e = {0};
        lw_shape_def cloud = lw_default_shape();
        lw_status status = lw_cloud_read(files_write(&here, "odd.YAML", good[i]), &cloud, &e);
        if (status != (i < 4 ? LW_OK : LW_ERROR_SYNTAX))
            fail_msg("%zu: %d: %s", i, e.line, e.message);
        assert_true(status || (cloud.vertex_count == 1 && cloud.vertices[2] == 0));
        lw_cloud_free(&cloud);
    }
}

static void memory_may_run_out(void **state)
{
    (void)state;
    static const char content[] = WITH("[" ZEROS "]");
    for (size_t n = 1, failed = 1; failed; n++) {
        lw_point_list points = {0};
        lw_error e = {0};
        allocation_fail(n);
        lw_status status = lw_cloud_message_read(content, strlen(content), &points, &e);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        free(points.items);
    }
}

/* ---- octrees ------------------------------------------------------------------------------------ */

/* A root with an occupied and a free child, and the same tree with log-odds. */
#define SMALL_FILE "# Octomap OcTree binary file\nid OcTree\nsize 3\nres 0.5\ndata\n\x09\x00"

static void octrees_are_those_of_files(void **state)
{
    (void)state;
    static const char *const messages[] = {
        "header: {frame_id: map}\nbinary: true\nid: OcTree\nresolution: 0.5\ndata: [9, 0]\n---\n",
        "binary: true\nid: OcTree\nresolution: 0.5\ndata:\n- 9\n- 0\n",
        "{\"binary\": true, \"id\": \"OcTree\", \"resolution\": 0.5, \"data\": \"CQA=\"}",
    };
    lw_error e = {0};
    lw_shape_def file = lw_default_shape();
    const char *path = files_write_bytes(&here, "a.yaml", SMALL_FILE, sizeof SMALL_FILE - 1);
    assert_int_equal(lw_octree_read(path, 0.5, &file, &e), LW_OK);
    assert_int_equal(file.cell_count, 2);
    for (size_t i = 0; i < 3; i++) {
        lw_shape_def octree = lw_default_shape();
        path = files_write(&here, i < 2 ? "octree.yml" : "octree.json", messages[i]);
        if (lw_octree_read(path, 0.5, &octree, &e))
            fail_msg("%zu: %d: %s", i, e.line, e.message);
        assert_true(octree.length == 0.5 && octree.cell_count == 2);
        assert_memory_equal(octree.cells, file.cells, 10 * sizeof *file.cells);
        lw_octree_free(&octree);
    }
    lw_octree_free(&file);
    static const bad_input bad[] = {
        {"binary: true\nid: OcTree\nresolution: 0.5\ndata: [9]\n", LW_ERROR_SYNTAX, 4,
         "ends within a node"},
        {"binary: true\nid: OcTree\nresolution: 0.5\ndata: [9, 0]\nmore: 1\n", LW_ERROR_SYNTAX, 5,
         "\"more\""},
        {"origin: 1\noctomap: {binary: true, id: OcTree, resolution: 0.5, data: [9, 0]}\n",
         LW_ERROR_SYNTAX, 1, "\"data\""},
        {"binary: true\nresolution: 0.5\ndata: [9, 0]\n", LW_ERROR_SYNTAX, 1, "\"id\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lw_shape_def octree = lw_default_shape();
        e = (lw_error){0};
        path = files_write(&here, "bad.yaml", bad[i].text);
        if (!expected_error(&bad[i], lw_octree_read(path, 0.5, &octree, &e), &e))
            fail();
    }
}

static int open_folder(void **state)
{
    (void)state;
    files_open(&here);
    return 0;
}

static int close_folder(void **state)
{
    (void)state;
    files_close(&here);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_read_again),  cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(bad_messages_are_refused), cmocka_unit_test(odd_messages_are_read),
        cmocka_unit_test(memory_may_run_out),       cmocka_unit_test(octrees_are_those_of_files),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
