/* Tests io/cloud/: points written by this test in each format are read again, bit for bit; broken and
 * lying files are refused with a sentence, and random damage never does more than that. */
#include "io/cloud/cloud_file.h"

#include <float.h>
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
#include "io/cloud/lzf.h"
#include "io/cloud/npy.h"
#include "io/cloud/pcd.h"
#include "io/mesh/ply.h"
#include "seed.h"
#include "written.h"

enum { MOST = 300, ROOM = 1 << 16 };

static files here;

/* A file under construction. */
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

static void put_bytes(text *t, uint64_t whole, size_t size, bool big_endian)
{
    assert_true(t->size + size < ROOM);
    for (size_t i = 0; i < size; i++)
        t->bytes[t->size++] = (char)(whole >> 8 * (big_endian ? size - 1 - i : i) & 255);
}

static void put_real(text *t, double value, size_t size, bool big_endian)
{
    uint64_t bits = 0;
    float narrow = (float)value;
    uint32_t half;
    memcpy(&half, &narrow, sizeof half);
    memcpy(&bits, &value, sizeof bits);
    put_bytes(t, size == 8 ? bits : half, size, big_endian);
}

/* Random points: small and large numbers, infinities, NaN, zeros of either sign; narrow: all are
 * floats. */
typedef struct sample {
    double points[3 * MOST];
    size_t count;
    size_t size; /* of a number in a file */
} sample;

static void draw(lw_random *random, sample *s)
{
    static const double odd[] = {0, -0.0, (double)INFINITY, -(double)INFINITY, (double)NAN, 0x1p-149};
    s->count = 1 + lw_random_below(random, MOST);
    s->size = lw_random_below(random, 2) ? 4 : 8;
    double size = pow(10, lw_random_between(random, -6, 7));
    for (size_t i = 0; i < 3 * s->count; i++) {
        double value = lw_random_below(random, 20) ? lw_random_between(random, -size, size)
                                                   : odd[lw_random_below(random, 6)];
        s->points[i] = s->size == 4 ? (double)(float)value : value;
    }
}

/* ---- writers ------------------------------------------------------------------------------------ */

/* LZF with runs and copies, which overlap where bytes repeat. */
static void compress(const char *from, size_t size, text *to)
{
    size_t run = 0; /* bytes before i that are not written */
    for (size_t i = 0; i <= size; i++) {
        size_t length = 0;
        size_t back = 0;
        for (size_t b = 1; i < size && b <= 40 && b <= i; b++) {
            size_t n = 0;
            while (i + n < size && n < 264 && from[i + n] == from[i + n - b])
                n++;
            if (n > length) {
                length = n;
                back = b;
            }
        }
        if ((length >= 3 || i == size || run == 32) && run) {
            put_bytes(to, run - 1, 1, false);
            for (; run; run--)
                put_bytes(to, (unsigned char)from[i - run], 1, false);
        }
        if (i < size && length >= 3) {
            put_bytes(to, (length < 9 ? length - 2 : 7) << 5, 1, false);
            if (length >= 9)
                put_bytes(to, length - 9, 1, false);
            put_bytes(to, back - 1, 1, false);
            i += length - 1;
        } else {
            run++;
        }
    }
}

/* A PCD file with an other field before y, of two numbers of a byte. */
static void write_pcd(const sample *s, int encoding, text *t)
{
    static const char *const names[] = {"ascii", "binary", "binary_compressed"};
    t->size = 0;
    put(t,
        "# .PCD v0.7\nVERSION 0.7\nFIELDS x pair y z\nSIZE %zu 1 %zu %zu\nTYPE F U F F\nCOUNT 1 2 1 "
        "1\n",
        s->size, s->size, s->size);
    put(t, "WIDTH %zu\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS %zu\nDATA %s\n", s->count, s->count,
        names[encoding]);
    static text raw;
    raw.size = 0;
    for (size_t i = 0; i < s->count && encoding < 2; i++) {
        const double *p = s->points + 3 * i;
        if (!encoding) {
            put(t, "%.17g 7 8 %.17g %.17g\n", p[0], p[1], p[2]);
            continue;
        }
        put_real(t, p[0], s->size, false);
        put_bytes(t, 0x0807, 2, false);
        put_real(t, p[1], s->size, false);
        put_real(t, p[2], s->size, false);
    }
    if (encoding < 2)
        return;
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < s->count; i++)
            put_real(&raw, s->points[3 * i + k], s->size, false);
        for (size_t i = 0; i < s->count && !k; i++)
            put_bytes(&raw, 0x0807, 2, false);
    }
    static text packed;
    packed.size = 0;
    compress(raw.bytes, raw.size, &packed);
    put_bytes(t, packed.size, 4, false);
    put_bytes(t, raw.size, 4, false);
    memcpy(t->bytes + t->size, packed.bytes, packed.size);
    t->size += packed.size;
}

static void write_npy(const sample *s, int version, bool big_endian, bool by_columns, text *t)
{
    char header[128];
    t->size = 0;
    int length = snprintf(header, sizeof header,
                          "{'descr': '%cf%zu', 'fortran_order': %s, 'shape': (%zu, 3), }   \n",
                          big_endian ? '>' : '<', s->size, by_columns ? "True" : "False", s->count);
    put(t, "\x93NUMPY");
    put_bytes(t, (uint64_t)version, 2, false);
    put_bytes(t, (uint64_t)length, version == 1 ? 2 : 4, false);
    put(t, "%s", header);
    for (size_t i = 0; i < 3 * s->count; i++)
        put_real(t, s->points[by_columns ? 3 * (i % s->count) + i / s->count : i], s->size, big_endian);
}

static void write_ply(const sample *s, int encoding, text *t)
{
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    const char *type = s->size == 4 ? "float" : "double";
    t->size = 0;
    put(t, "ply\nformat %s 1.0\nelement vertex %zu\nproperty uchar red\nproperty %s x\nproperty %s y\n",
        names[encoding], s->count, type, type);
    put(t, "property %s z\nelement face 0\nproperty list uchar int vertex_indices\nend_header\n", type);
    for (size_t i = 0; i < s->count; i++) {
        const double *p = s->points + 3 * i;
        if (!encoding) {
            put(t, "9 %.17g %.17g %.17g\n", p[0], p[1], p[2]);
            continue;
        }
        put_bytes(t, 9, 1, false);
        for (int k = 0; k < 3; k++)
            put_real(t, p[k], s->size, encoding == 2);
    }
}

static const char *write_any(lw_random *random, const sample *s, text *t)
{
    uint32_t format = lw_random_below(random, 3);
    if (format == 0)
        write_pcd(s, (int)lw_random_below(random, 3), t);
    else if (format == 1)
        write_npy(s, 1 + (int)lw_random_below(random, 3), lw_random_below(random, 2),
                  lw_random_below(random, 2), t);
    else
        write_ply(s, (int)lw_random_below(random, 3), t);
    return ((const char *const[]){"pcd", "npy", "ply"})[format];
}

static const char *path_of(const text *t, const char *ending)
{
    char name[32];
    snprintf(name, sizeof name, "cloud.%s", ending);
    return files_write_bytes(&here, name, t->bytes, t->size);
}

/* ---- tests -------------------------------------------------------------------------------------- */

static void files_are_read_again(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static text t;
    for (int round = 0; round < test_rounds(2000, 50000); round++) {
        sample s;
        lw_error e = {0};
        lw_shape_def cloud = lw_default_shape();
        draw(&random, &s);
        const char *ending = write_any(&random, &s, &t);
        if (lw_cloud_read(path_of(&t, ending), &cloud, &e))
            fail_msg("round %d, %s: %s", round, ending, e.message);
        assert_int_equal(cloud.kind, LW_SHAPE_CLOUD);
        assert_true(cloud.radius == LW_POINT_RADIUS);
        assert_int_equal(cloud.vertex_count, s.count);
        for (size_t i = 0; i < 3 * s.count; i++)
            if (!(cloud.vertices[i] == s.points[i] || (isnan(cloud.vertices[i]) && isnan(s.points[i]))))
                fail_msg("round %d, %s: number %zu is %.17g, not %.17g", round, ending, i,
                         cloud.vertices[i], s.points[i]);
        lw_cloud_free(&cloud);
        assert_true(!cloud.vertices && !cloud.vertex_count);
    }
    lw_cloud_free(NULL);
}

/* Cut and changed files: read or refused, and a file that is cut is always refused. */
static void damage_is_refused(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    static text t;
    int refused_count = 0;
    for (int round = 0; round < test_rounds(3000, 100000); round++) {
        sample s;
        lw_error e = {0};
        lw_shape_def cloud = lw_default_shape();
        draw(&random, &s);
        const char *ending = write_any(&random, &s, &t);
        bool cut = lw_random_below(&random, 2);
        if (cut)
            t.size -= 1 + lw_random_below(&random, (uint32_t)t.size);
        for (uint32_t i = 1 + lw_random_below(&random, 4); !cut && i; i--) {
            /* the header is hit as often as the rest */
            size_t room = lw_random_below(&random, 2) && t.size > 150 ? 150 : t.size;
            t.bytes[lw_random_below(&random, (uint32_t)room)] = (char)lw_random_bits(&random);
        }
        lw_status status = lw_cloud_read(path_of(&t, ending), &cloud, &e);
        assert_int_equal(e.status, status);
        if (status) {
            assert_true(e.message[0] && !strchr(e.message, '\n') && e.file[0] && !cloud.vertices);
            refused_count++;
        } else {
            assert_true(cloud.vertex_count > 0);
        }
        /* a last number of a text may lose digits, or a line its end */
        bool text_file = strstr(t.bytes, "ascii") != NULL;
        assert_true(!cut || status || text_file);
        lw_cloud_free(&cloud);
    }
    assert_true(refused_count > 1000);
}

static void refuses(const char *ending, const char *bytes, size_t size, int line, const char *part)
{
    lw_error e = {0};
    lw_shape_def cloud = lw_default_shape();
    const bad_input bad = {bytes, LW_ERROR_SYNTAX, line, part};
    char name[32];
    snprintf(name, sizeof name, "bad.%s", ending);
    lw_status status = lw_cloud_read(files_write_bytes(&here, name, bytes, size), &cloud, &e);
    if (!expected_error(&bad, status, &e))
        fail();
}

#define PCD(fields, rest) "FIELDS " fields "\nWIDTH 2\nHEIGHT 1\n" rest

static void bad_pcd_is_refused(void **state)
{
    (void)state;
#define XYZ "x y z\nSIZE 4 4 4\nTYPE F F F"
    static const struct {
        const char *text;
        int line;
        const char *part;
    } bad[] = {
        {"", 0, "a line DATA"},
        {PCD(XYZ, "POINTS 2\n"), 6, "a line DATA"},
        {PCD(XYZ, "DATA text\n"), 6, "DATA is ascii, binary or binary_compressed"},
        {PCD(XYZ, "SHAPE 2\n"), 6, "no line \"SHAPE\""},
        {PCD(XYZ, "POINTS 3\nDATA ascii\n"), 7, "WIDTH times HEIGHT is 2, and POINTS is 3"},
        {PCD(XYZ, "POINTS -1\n"), 6, "whole numbers below 2^32"},
        {PCD(XYZ, "POINTS 4294967296\n"), 6, "whole numbers below 2^32"},
        {PCD("x y z\nSIZE 4 4 4", "DATA ascii\n"), 5, "FIELDS, SIZE and TYPE"},
        {PCD("x y\nSIZE 4 4\nTYPE F F", "DATA ascii\n"), 6, "one x, one y and one z"},
        {PCD("x y z z\nSIZE 4 4 4 4\nTYPE F F F F", "DATA ascii\n"), 6, "one x, one y and one z"},
        {PCD("x y z\nSIZE 4 4\nTYPE F F F", "DATA ascii\n"), 2, "SIZE must have one entry for each"},
        {PCD("x y z\nSIZE 4 4 4 4\nTYPE F F F", "DATA ascii\n"), 2, "SIZE must have one entry"},
        {PCD("x y z\nSIZE 4 3 4\nTYPE F F F", "DATA ascii\n"), 2, "is 1, 2, 4 or 8 bytes"},
        {PCD("x y z\nSIZE 4 4 4\nTYPE F G F", "DATA ascii\n"), 3, "I, U or F"},
        {PCD("x y z\nSIZE 4 4 2\nTYPE F F F", "DATA ascii\n"), 6, "z must be one number of type F"},
        {PCD("x y z\nSIZE 4 4 4\nTYPE F I F", "DATA ascii\n"), 6, "y must be one number of type F"},
        {PCD("x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 2", "DATA ascii\n"), 7, "z must be one number"},
        {PCD("x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 0 1", "DATA ascii\n"), 4, "from 1 to 1048576"},
        {PCD(XYZ, "FIELDS x\n"), 6, "FIELDS stands there twice"},
        {PCD(XYZ, "DATA ascii\n1 2 3\n"), 7, "the file ends after 1 of 2 points"},
        {PCD(XYZ, "DATA ascii\n1 2 3\n4 5\n"), 8, "a point has 2 numbers, and the fields are 3"},
        {PCD(XYZ, "DATA ascii\n1 2 3 4\n5 6 7\n"), 7, "a point has 4 numbers, and the fields are 3"},
        {PCD(XYZ, "DATA ascii\n1 2 3\n4 5 six\n"), 8, "z of a point is no number"},
        {PCD(XYZ, "DATA ascii\n1 2 3\n\n4 5 6\n7 8 9\n"), 10, "more points than the 2"},
        {PCD(XYZ, "DATA binary\n01234567890123456789"), 6, "the file ends after 1 of 2 points"},
        {PCD(XYZ, "DATA binary\n012345678901234567890123456789012345"), 6, "more points than the 2"},
        {PCD(XYZ, "DATA binary_compressed\n1234567"), 6, "before the sizes"},
        {"FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nPOINTS 0\nDATA ascii\n", 5, "has no points"},
        {"FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nDATA ascii\n", 4, "POINTS, or WIDTH and HEIGHT"},
        {"FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 2000000\nHEIGHT 2000\nDATA binary\n", 6,
         "says that it has 4000000000 points"},
        {"FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nPOINTS 1000000000\nDATA binary\nabc", 5,
         "the file ends after 0 of 1000000000 points"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses("pcd", bad[i].text, strlen(bad[i].text), bad[i].line, bad[i].part);
    static const char head[] = PCD(XYZ, "DATA binary_compressed\n");
    static const struct {
        const char *sizes, *data;
        size_t count;
        const char *part;
    } packed[] = {
        {"\4\0\0\0\30\0\0\0", "\0", 1, "after 1 of 4 bytes of compressed data"},
        {"\1\0\0\0\27\0\0\0", "\0", 1, "the data have 23 bytes, and 2 points of 12 bytes take 24"},
        {"\1\0\0\0\31\0\0\0", "\0", 1, "the data have 25 bytes, and 2 points of 12 bytes take 24"},
        {"\2\0\0\0\30\0\0\0", "\0a", 2, "the compressed data are broken"},
        {"\3\0\0\0\30\0\0\0", "\0a\40", 3, "the compressed data are broken"},
        {"\4\0\0\0\30\0\0\0", "\0a\40\1", 4, "the compressed data are broken"}};
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
        static text t;
        t.size = 0;
        put(&t, "%s", head);
        memcpy(t.bytes + t.size, packed[i].sizes, 8);
        memcpy(t.bytes + t.size + 8, packed[i].data, packed[i].count);
        refuses("pcd", t.bytes, t.size + 8 + packed[i].count, 6, packed[i].part);
    }
}

static void lzf_has_runs_and_copies(void **state)
{
    (void)state;
    char out[64];
    assert_true(lw_lzf_decompress("\2abc\40\2", 6, out, 6)); /* three bytes, and three of 3 before */
    assert_memory_equal(out, "abcabc", 6);
    assert_true(lw_lzf_decompress("\0a\340\1\0", 5, out, 11)); /* one byte ten times: 7 + 2 + 1 */
    assert_memory_equal(out, "aaaaaaaaaaa", 11);
    assert_false(lw_lzf_decompress("\0a\340\1\0", 5, out, 12));
    assert_false(lw_lzf_decompress("\0a\340\1\0", 5, out, 10));
    assert_false(lw_lzf_decompress("\0a\40\1", 4, out, 4)); /* before the beginning */
    assert_false(lw_lzf_decompress("\2ab", 3, out, 3));
    assert_false(lw_lzf_decompress("\0a\340", 3, out, 10));
    assert_false(lw_lzf_decompress("\0a\340\1", 4, out, 11));
    assert_true(lw_lzf_decompress("", 0, out, 0));
    /* nothing is written behind the room */
    memcpy(out, "zzzz", 4);
    assert_false(lw_lzf_decompress("\2abc", 4, out, 2));
    assert_false(lw_lzf_decompress("\0a\40\0", 4, out, 2));
    assert_memory_equal(out + 2, "zz", 2);
}

/* An NPY file of version 1 with this header, and so many bytes behind it. */
static void refuses_npy(const char *header, size_t bytes, const char *part)
{
    static text t;
    t.size = 0;
    put(&t, "\x93NUMPY");
    put_bytes(&t, 1, 2, false);
    put_bytes(&t, strlen(header), 2, false);
    put(&t, "%s", header);
    memset(t.bytes + t.size, 0, bytes);
    refuses("npy", t.bytes, t.size + bytes, 0, part);
}

static void bad_npy_is_refused(void **state)
{
    (void)state;
#define NPY(descr, shape) "{'descr': " descr ", 'fortran_order': False, 'shape': " shape ", }"
    refuses("npy", "abc", 3, 0, "begins with \\x93NUMPY");
    refuses("npy", "\x93NUMPY\4\0", 8, 0, "version 4.0");
    refuses("npy", "\x93NUMPY\1\1", 8, 0, "version 1.1");
    refuses("npy", "\x93NUMPY\1\0\5", 9, 0, "within its header");
    refuses("npy", "\x93NUMPY\1\0\5\0{}", 12, 0, "within its header");
    refuses_npy("{}", 0, "broken at byte 12");
    refuses_npy("{'descr': '<f4', 'fortran_order': False, }", 0, "is broken");
    refuses_npy("{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (1, 3)}", 24,
                "is broken");
    refuses_npy("{'descr': '<f4' 'fortran_order': False}", 0, "is broken");
    refuses_npy("{'descr': '<f4', 'fortran_order': 0, 'shape': (1, 3)}", 12, "is broken");
    refuses_npy(NPY("'<f4'", "(1, 3"), 12, "is broken");
    refuses_npy(NPY("'<f4'", "1, 3)"), 12, "is broken");
    refuses_npy(NPY("'<f4'", "(-1, 3)"), 12, "is broken");
    refuses_npy(NPY("'<f4'", "(1, 3)") "x", 12, "is broken");
    refuses_npy(NPY("'<i4'", "(1, 3)"), 12, "numbers of type '<i4'; a cloud takes float32 or float64");
    refuses_npy(NPY("'<f2'", "(1, 3)"), 6, "numbers of type '<f2'");
    refuses_npy(NPY("[('x', '<f4')]", "(1, 3)"), 12, "numbers of type [('x'");
    refuses_npy(NPY("'<f4'", "(1, 4)"), 16, "rows of 4 numbers");
    refuses_npy(NPY("'<f4'", "(1, 2)"), 8, "rows of 2 numbers");
    refuses_npy(NPY("'<f4'", "(3,)"), 12, "has 1 dimensions");
    refuses_npy(NPY("'<f4'", "(1, 1, 3)"), 12, "has 3 dimensions");
    refuses_npy(NPY("'<f4'", "()"), 12, "has 0 dimensions");
    refuses_npy(NPY("'<f4'", "(0, 3)"), 0, "has no points");
    refuses_npy(NPY("'<f4'", "(1, 3)"), 11, "take 12 bytes, and the file has 11");
    refuses_npy(NPY("'<f8'", "(1, 3)"), 25, "take 24 bytes, and the file has 25");
    refuses_npy(NPY("'<f8'", "(1000000000, 3)"), 24, "take 24000000000 bytes");
    refuses_npy(NPY("'<f8'", "(999999999999999999, 3)"), 24,
                "says that it has 999999999999999999 points");
    refuses_npy(NPY("'<f8'", "(99999999999999999999, 3)"), 24, "is broken");
}

static void bad_ply_is_refused(void **state)
{
    (void)state;
#define PLY(elements) "ply\nformat ascii 1.0\n" elements "end_header\n"
#define VERTICES(n)   "element vertex " n "\nproperty float x\nproperty float y\nproperty float z\n"
    static const struct {
        const char *text;
        int line;
        const char *part;
    } bad[] = {
        {PLY(VERTICES(
             "3") "element face 1\nproperty list uchar int vertex_indices\n") "0 0 0\n1 0 0\n0 1 0\n3 "
                                                                              "0 1 2\n",
         0, "has 1 faces or strips besides vertices"},
        {PLY(VERTICES("2") "element edge 1\nproperty int a\nproperty int b\n") "0 0 0\n1 0 0\n0 1\n", 0,
         "has 1 elements of another kind"},
        {PLY(VERTICES("1000000000")) "0 0 0\n", 9, "the file ends within an element"},
        {PLY(VERTICES("1")) "0 0 0\n1 0 0\n", 9, "more in the file than the elements of its header"},
        {PLY("element vertex 1\nproperty float x\nproperty float y\n") "0 0\n", 7,
         "one x, one y and one z"},
        {PLY(VERTICES("0")), 0, "has no points"},
        {PLY(""), 0, "has no points"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses("ply", bad[i].text, strlen(bad[i].text), bad[i].line, bad[i].part);
    lw_shape_def cloud = lw_default_shape();
    lw_error e = {0};
    const char *camera = PLY(VERTICES("1") "element camera 1\nproperty float view_px\n") "1 2 3\n4\n";
    assert_int_equal(lw_cloud_read(files_write(&here, "a.PLY", camera), &cloud, &e), LW_OK);
    assert_int_equal(cloud.vertex_count, 1);
    lw_cloud_free(&cloud);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_shape_def cloud = lw_default_shape();
    assert_int_equal(lw_cloud_read(NULL, &cloud, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_cloud_read("a.pcd", NULL, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_cloud_read("none.pcd", &cloud, &e), LW_ERROR_FILE);
    assert_int_equal(lw_cloud_read(files_write(&here, "a.txt", "1 2 3\n"), &cloud, &e), LW_ERROR_FILE);
    assert_non_null(strstr(e.message, "must end in .pcd, .ply or .npy, or for a PointCloud2 in .yaml"));
    cloud.struct_size = 0;
    assert_int_equal(lw_cloud_read("none.pcd", &cloud, &e), LW_ERROR_ARGUMENT);
}

static void clouds_become_obstacles(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = NULL;
    lw_pose at = lw_pose_from_rpy((lw_vec3){0, 0, 1}, 0, 0, 0);
    const char *path =
        files_write(&here, "scan.pcd",
                    "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nPOINTS 2\nDATA ascii\n1 2 3\nnan 0 0\n");
    assert_int_equal(lw_scene_create(&scene, &e), LW_OK);
    assert_int_equal(lw_scene_load_cloud(scene, path, NULL, 0.25, at, &e), LW_OK);
    assert_int_equal(lw_scene_load_cloud(scene, path, "b", 0.5, at, &e), LW_OK);
    assert_int_equal(lw_scene_load_cloud(scene, path, "b", 0.5, at, &e), LW_ERROR_NAME);
    assert_non_null(strstr(e.message, "object \"b\" already"));
    assert_int_equal(lw_scene_load_cloud(scene, path, "c", 0, at, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_load_cloud(scene, path, "", 1, at, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_load_cloud(scene, NULL, "c", 1, at, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_load_cloud(scene, "none.npy", "c", 1, at, &e), LW_ERROR_FILE);
    /* failing allocations leave the scene as it was */
    for (size_t n = 1, failed = 1; failed; n++) {
        allocation_fail(n);
        lw_status status = lw_scene_load_cloud(scene, path, "d", 1, at, &e);
        failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
    }
    assert_int_equal(lw_scene_freeze(scene, &e), LW_OK);
    assert_int_equal(lw_scene_load_cloud(scene, path, "e", 1, at, &e), LW_ERROR_STATE);
    assert_int_equal(lw_scene_body_count(scene), 3);
    lw_body_shape shape = lw_default_body_shape();
    lw_shape_def def = lw_default_shape();
    int64_t body = lw_scene_find_body(scene, "scan.pcd");
    assert_int_equal(lw_scene_body_shape(scene, (size_t)body, 0, &shape, &def, &e), LW_OK);
    assert_string_equal(shape.file, path);
    assert_int_equal(shape.left_out, 1);
    assert_int_equal(def.vertex_count, 1);
    assert_true(def.radius == 0.25 && def.vertices[2] == 3);
    lw_scene_destroy(scene);
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
        cmocka_unit_test(lzf_has_runs_and_copies), cmocka_unit_test(files_are_read_again),
        cmocka_unit_test(bad_pcd_is_refused),      cmocka_unit_test(bad_npy_is_refused),
        cmocka_unit_test(bad_ply_is_refused),      cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(clouds_become_obstacles), cmocka_unit_test(damage_is_refused),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
