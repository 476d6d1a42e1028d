/* Tests io/mesh/ply.h: PLY files, text and binary. */
#include "tetrahedron.h"

/* appends the bytes of a number, the most significant first */
static unsigned char *put_big_endian(unsigned char *at, const void *number, size_t size)
{
    const uint16_t one = 1;
    bool little = *(const unsigned char *)&one == 1;
    for (size_t i = 0; i < size; i++)
        at[i] = ((const unsigned char *)number)[little ? size - 1 - i : i];
    return at + size;
}

static const char ply[] =
    "ply\nformat ascii 1.0\ncomment x\nelement vertex 4\nproperty float x\nproperty float y\n"
    "property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0\n1.5 0 0\n0 2.25 0\n0 0 -0.125\n3 0 1 2\n3 0 3 1\n3 0 2 3\n3 1 3 2\n";

/* the same mesh in binary, big endian, with a property that is skipped and 16-bit indices */
static size_t make_ply_binary(unsigned char bytes[400])
{
    static const char header[] =
        "ply\nformat binary_big_endian 1.0\nelement vertex 4\nproperty float32 x\nproperty uchar red\n"
        "property double y\nproperty float z\nelement face 4\nproperty list uchar short vertex_index\n"
        "end_header\n";
    unsigned char *at = bytes + sizeof header - 1;
    memcpy(bytes, header, sizeof header - 1);
    for (int c = 0; c < 4; c++) {
        float x = (float)corners[c][0];
        float z = (float)corners[c][2];
        at = put_big_endian(at, &x, 4);
        *at++ = 7;
        at = put_big_endian(at, &corners[c][1], 8);
        at = put_big_endian(at, &z, 4);
    }
    for (int f = 0; f < 4; f++) {
        *at++ = 3;
        for (int i = 0; i < 3; i++) {
            int16_t index = (int16_t)faces[f][i];
            at = put_big_endian(at, &index, 2);
        }
    }
    return (size_t)(at - bytes);
}

static void test_ply(void **state)
{
    (void)state;
    unsigned char bytes[400];
    accept(files_write(&here, "a.ply", ply), unit, unit, nowhere, 0);
    size_t size = make_ply_binary(bytes);
    accept(files_write_bytes(&here, "a.ply", bytes, size), unit, unit, nowhere, 0);
    /* as two strips, the first of three triangles */
    accept(
        files_write(
            &here, "a.ply",
            "ply\r\nformat ascii 1.0\r\nobj_info x\r\nelement vertex 4\r\nproperty float x\r\n"
            "property float y\r\nproperty float z\r\nelement other 1\r\nproperty list int float w\r\n"
            "element tristrips 1\r\nproperty list int int vertex_indices\r\nend_header\r\n"
            "0 0 0\r\n1.5 0 0\r\n0 2.25 0\r\n0 0 -0.125\r\n2 0.5 0.5\r\n9 0 1 2 3 0 -1 3 1 0\r\n"),
        unit, unit, nowhere, 0);
}

/* malformed files: the error, and in text files its line */
static void test_broken_ply(void **state)
{
    (void)state;
#define HEADER                                                                                         \
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"  \
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n"
    static const struct {
        const char *text;
        int line;
        const char *part;
    } cases[] = {
        {"ply\nformat ascii 1.0\nelement vertex 3\n", 4, "no end_header"},
        {"ply\nelement vertex 0\nend_header\n", 3, "no format"},
        {"ply\nformat ebcdic 1.0\nend_header\n", 0, "format must be"},
        {"ply\nformat ascii 1.0\nelement vertex -3\nend_header\n", 3, "no count"},
        {"ply\nformat ascii 1.0\nproperty float x\nend_header\n", 3, "before the first element"},
        {"ply\nformat ascii 1.0\nelement vertex 3\nproperty real x\nend_header\n", 4, "unknown type"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n", 6,
         "one x, one y"},
        {"ply\nformat ascii 1.0\nelement face 1\nproperty float x\nend_header\n0\n", 6,
         "one list vertex_indices"},
        {HEADER "3 0 1 3\n", 13, "vertex 3; there are 3"},
        {HEADER "3 0 1 -1\n", 13, "vertex -1"},
        {HEADER "3 0 1 0.5\n", 13, "vertex 0.5"},
        {HEADER "3 0 1\n", 14, "ends within a list"},
        {HEADER "-3 0 1 2\n", 13, "list"},
        {HEADER, 13, "list"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refuse_line(files_write(&here, "a.ply", cases[i].text), LW_ERROR_SYNTAX, cases[i].line,
                    cases[i].part);
    }
}

/* files cut short or with changed bytes give a mesh or an error, never a crash, a hang or a leak */
static void test_broken_files(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    unsigned char bytes[400];
    break_file(files_write(&here, "good.ply", ply), "broken.ply", &random);
    size_t size = make_ply_binary(bytes);
    break_file(files_write_bytes(&here, "good.ply", bytes, size), "broken.ply", &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ply),
        cmocka_unit_test(test_broken_ply),
        cmocka_unit_test(test_broken_files),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
