/* Tests io/mesh/obj.h: OBJ files. */
#include "allocation.h"
#include "tetrahedron.h"

static const char obj[] = "# a comment\nmtllib none.mtl\nv 9 9 9\nv 0 0 0\nv 1.5 0 0\nv 0 2.25 0\n"
                          "v 0 0 -0.125\nvt 0 0\nvn 0 0 1\no first\nusemtl none\nf 2/1/1 3/1/1 4/1/1\n"
                          "l 1 2\nf 2 5 3\no second\nf -4//1 -2//1 -1//1\nf 3 5 4\n";

/* the arrays live in the arena */
static lw_shape_def read_good(lw_arena *arena, const char *path)
{
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    if (lw_mesh_file_read(NULL, arena, path, unit, &shape, &error))
        fail_msg("line %d: %s", error.line, error.message);
    return shape;
}

static void test_obj(void **state)
{
    (void)state;
    const char *path = files_write(&here, "a.obj", obj);
    accept(path, unit, unit, nowhere, 0);
    accept(files_write(&here, "A.OBJ", obj), unit, unit, nowhere, 0);
    /* a vertex that only a line uses is dropped, so that it is never part of the body */
    lw_arena arena = {0};
    lw_shape_def shape = read_good(&arena, path);
    for (size_t i = 0; i < 3 * shape.vertex_count; i++)
        assert_true(shape.vertices[i] < 9);
    lw_arena_free(&arena);
}

/* The same tetrahedron, written in all the ways that occur in files. */
static void test_ways_of_writing(void **state)
{
    (void)state;
#define VERTICES "v 0 0 0\nv 1.5 0 0\nv 0 2.25 0\nv 0 0 -0.125\n"
    static const char *const texts[] = {
        /* line ends of Windows and of old Macs; no end of the last line; a byte order mark */
        "v 0 0 0\r\nv 1.5 0 0\r\nv 0 2.25 0\r\nv 0 0 -.125\r\nf 1 2 3\r\nf 1 4 2\r\nf 1 3 4\r\nf 2 4 3",
        "v 0 0 0\rv 1.5 0 0\rv 0 2.25 0\rv 0 0 -0.125\rf 1 2 3\rf 1 4 2\rf 1 3 4\rf 2 4 3",
        "\xef\xbb\xbf" VERTICES "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n",
        /* weights of 1, colours, tabs, exponents, signs, leading zeros */
        "v 0 0 0 1\nv\t+15e-1 0 0 1.0\nv  0 2.25 0 0.5 0.5 0.5\nv 00.0 0 -1.25E-1 1 0.5 0.5 0.5\n"
        "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n",
        /* continued lines, also with Windows' line ends, within a word too; comments behind */
        "v 0 0 \\\n0\nv 1.5 \\\r\n 0 0 # here\nv 0 2.25 0\nv 0 0 -0.125\nf 1 2\\\n 3\nf 1 4 2#\nf 1 3 "
        "4\n"
        "f 2 4 \\\n3\n",
        /* a comment is not continued */
        "# in C:\\robots\\\nv 0 0 0\nv 1.5 0 0\nv 0 2.25 0 # x \\\nv 0 0 -0.125\nf 1 2 3\nf 1 4 2\nf 1 "
        "3 4\n"
        "f 2 4 3\n",
        /* a name is continued, as all statements are */
        "g a b \\\n  c d\n" VERTICES "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n",
        /* faces before vertices, and indices that count backwards from the face's place */
        "f 1 2 3\nv 0 0 0\nv 1.5 0 0\nv 0 2.25 0\nf 1 4 2\nv 0 0 -0.125\nf -4 -2 -1\nf -3 -1 -2\nv 7 7 "
        "7\n",
        /* indices of textures and normals that are out of range, empty, or counted backwards; the older
           word for faces */
        VERTICES "f 1/9/9 2/-1/-1 3//7\nf 1/ 4// 2/1/\nfo 1 3 4\nf 2 4 3\n",
        /* statements that are no part of a surface */
        VERTICES
        "vt 0 0\nvn 0 0 1\nvp 1\ns off\nmg 1 0.5\nbevel on\nlod 3\np 1 2\nl 1 2 3\nmaplib x\n"
        "usemap off\nusemtl a\\b#c\nshadow_obj x\ncurv 0 1 1 2 3\ncstype bezier\nend\nunknown 7 \"\n"
        "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\nf 1 2\nf 3\nf\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        accept(files_write(&here, "a.obj", texts[i]), unit, unit, nowhere, 0);
}

/* a cube of quads has twelve triangles and volume 1; a face of eight corners in three lines has six
 * triangles */
static void test_polygons(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_shape_def shape =
        read_good(&arena, files_write(&here, "cube.obj",
                                      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\n"
                                      "v 0 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
                                      "f 4 1 5 8\n"));
    assert_int_equal(shape.triangle_count, 12);
    assert_true(fabs(volume(&shape) - 6) < 1e-12);
    shape = read_good(
        &arena, files_write(&here, "line.obj",
                            "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 1 2 0\nv 0 2 0\nv 0 1 0\n"
                            "f 1 2 3 4 5 6 7 8\n"));
    assert_int_equal(shape.triangle_count, 6);
    double area = 0;
    for (size_t t = 0; t < 6; t++) {
        const double *a = shape.vertices + 3 * (size_t)shape.triangles[3 * t];
        const double *b = shape.vertices + 3 * (size_t)shape.triangles[3 * t + 1];
        const double *c = shape.vertices + 3 * (size_t)shape.triangles[3 * t + 2];
        area += fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }
    assert_true(fabs(area - 4) < 1e-12);
    lw_arena_free(&arena);
}

/* Coordinates are the doubles nearest to the digits, of any size, not floats. */
static void test_digits(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    lw_shape_def shape = read_good(
        &arena, files_write(&here, "a.obj",
                            "v 4567890.26 0 0\nv 4567890.26 1 0\nv 4567890.26 0 0.1\nf 1 2 3\n"));
    for (size_t i = 0; i < 3; i++)
        assert_true(shape.vertices[3 * i] == 4567890.26);
    assert_true(shape.vertices[8] == 0.1);
    for (int round = 0; round < test_rounds(200, 10000); round++) {
        char text[400];
        double wanted[9];
        size_t used = 0;
        for (int i = 0; i < 9; i++) {
            char number[40];
            double size = pow(10, lw_random_between(&random, -6, 8));
            snprintf(number, sizeof number, "%.*f", 1 + (int)lw_random_below(&random, 17),
                     lw_random_between(&random, -size, size));
            wanted[i] = strtod(number, NULL);
            used += (size_t)snprintf(text + used, sizeof text - used, "%s %s%s", i % 3 ? "" : "v",
                                     number, i % 3 == 2 ? "\n" : "");
        }
        snprintf(text + used, sizeof text - used, "f 1 2 3\n");
        shape = read_good(&arena, files_write(&here, "a.obj", text));
        for (size_t i = 0; i < 9; i++)
            assert_true(shape.vertices[i] == wanted[i]);
    }
    lw_arena_free(&arena);
}

static void test_broken_obj(void **state)
{
    (void)state;
#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    static const struct {
        const char *text;
        lw_status status;
        int line;
        const char *part;
    } cases[] = {
        {"v 0 0\n", LW_ERROR_SYNTAX, 1, "a vertex has 2 numbers; it needs x y z"},
        {"v 0 0 0 0 0\n", LW_ERROR_SYNTAX, 1, "a vertex has 5 numbers"},
        {"v 0 0 0 1 1 1 1 1\n", LW_ERROR_SYNTAX, 1, "a vertex has 8 numbers"},
        {"v 0 0 0 0.5\n", LW_ERROR_SYNTAX, 1, "weight 0.5; only 1 is read"},
        {"#\r\n\r\nv 0 \\\r\n 0,5 0\r\n", LW_ERROR_SYNTAX, 3, "\"0,5\" stands where a vertex needs"},
        {"v 0 0 0x10\n", LW_ERROR_SYNTAX, 1, "\"0x10\" stands"},
        {"v 0 0 nan\n", LW_ERROR_ARGUMENT, 1, "not finite"},
        {"\rv 0 0 1e999\n", LW_ERROR_ARGUMENT, 2, "not finite"},
        {CORNERS "f 1 2 4\n", LW_ERROR_SYNTAX, 4, "a face names vertex 4; there are 3"},
        {CORNERS "f 1 2 0\n", LW_ERROR_SYNTAX, 4, "\"0\" stands where a face needs a vertex's index"},
        {CORNERS "f 1 2 -4\n", LW_ERROR_SYNTAX, 4, "a face names vertex -4; 3 stand before it"},
        {"v 0 0 0\nf 1 1 -2\nv 0 0 0\n", LW_ERROR_SYNTAX, 2, "vertex -2; 1 stand before it"},
        {CORNERS "f 1 2 99999999999999999999999999\n", LW_ERROR_SYNTAX, 4,
         "a face names vertex 9999999"},
        {CORNERS "f 1 2 4294967297\n", LW_ERROR_SYNTAX, 4, "a face names vertex 4294967297"},
        {CORNERS "f 1 2 3x\n", LW_ERROR_SYNTAX, 4, "\"3x\" stands"},
        {CORNERS "f 1 2 /3\n", LW_ERROR_SYNTAX, 4, "\"/3\" stands"},
        {CORNERS "f 1 2 3/1/1/1\n", LW_ERROR_SYNTAX, 4, "\"3/1/1/1\" stands"},
        {CORNERS "f 1 2 3/x\n", LW_ERROR_SYNTAX, 4, "\"3/x\" stands"},
        {CORNERS "f 1 2 1.5\n", LW_ERROR_SYNTAX, 4, "\"1.5\" stands"},
        {CORNERS "f 1 2 3\nsurf 0 1 0 1 1/1\n", LW_ERROR_SYNTAX, 5, "\"surf\" is a curved surface"},
        {CORNERS "f 1 2 3\ncall other.obj\n", LW_ERROR_SYNTAX, 5, "\"call\" names another file"},
        {"this is not a mesh at all, but some\nlines of text\n", LW_ERROR_SYNTAX, 0, "has no vertices"},
        {"", LW_ERROR_SYNTAX, 0, "has no vertices"},
        {CORNERS "l 1 2\nl 2 3\n", LW_ERROR_ARGUMENT, 0, "has no triangles"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refuse_line(files_write(&here, "a.obj", cases[i].text), cases[i].status, cases[i].line,
                    cases[i].part);
}

/* files cut short or with changed bytes give a mesh or an error, never a crash, a hang or a leak */
static void test_broken_files(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    break_file(files_write(&here, "good.obj", obj), "broken.obj", &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_obj),        cmocka_unit_test(test_ways_of_writing),
        cmocka_unit_test(test_polygons),   cmocka_unit_test(test_digits),
        cmocka_unit_test(test_broken_obj), cmocka_unit_test(test_broken_files),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
