/* Tests io/mesh/stl.h: STL files, text and binary. */
#include "tetrahedron.h"

static const char *write_stl_text(const char *name)
{
    char text[3000] = "solid tetrahedron\n";
    for (int f = 0; f < 4; f++) {
        strcat(text, " facet normal 0 0 0\n  outer loop\n");
        for (int i = 0; i < 3; i++) {
            const double *v = corners[faces[f][i]];
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "   vertex %.9g %.9e %.9g\n", v[0], v[1], v[2]);
        }
        strcat(text, "  endloop\n endfacet\n");
    }
    strcat(text, "endsolid tetrahedron\n");
    return files_write(&here, name, text);
}

/* writes a binary STL to `bytes` and returns its size */
static size_t make_stl_binary(unsigned char bytes[400], const char *header)
{
    const uint32_t count = 4;
    memset(bytes, 0, 284);
    memcpy(bytes, header, strlen(header));
    memcpy(bytes + 80, &count, 4);
    for (int f = 0; f < 4; f++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) {
                float value = (float)corners[faces[f][i]][k];
                memcpy(bytes + 84 + 50 * f + 12 + 12 * i + 4 * k, &value, 4);
            }
    return 284;
}

static void test_stl(void **state)
{
    (void)state;
    unsigned char bytes[400];
    accept(write_stl_text("text.stl"), unit, unit, nowhere, 0);
    /* headers of all kinds, also the word that text files begin with, and an ending in capitals */
    static const char *const headers[] = {"", "solid", "solid of CAD", "COLOR=\xff\xff\xff\xff",
                                          "exported\nfacet normal"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        size_t size = make_stl_binary(bytes, headers[i]);
        accept(files_write_bytes(&here, "binary.stl", bytes, size), unit, unit, nowhere, 0);
        accept(files_write_bytes(&here, "BINARY.STL", bytes, size), unit, unit, nowhere, 0);
    }
}

static void test_broken_stl(void **state)
{
    (void)state;
    unsigned char bytes[400];
    size_t size = make_stl_binary(bytes, "x");
    refuse(files_write_bytes(&here, "a.stl", bytes, size - 1), unit, LW_ERROR_SYNTAX,
           "has 283 bytes, but a binary STL of 4 triangles takes 284");
    refuse(files_write_bytes(&here, "a.stl", bytes, 83), unit, LW_ERROR_SYNTAX, "83 bytes");
    /* bytes behind the last triangle do no harm, with any header */
    accept(files_write_bytes(&here, "a.stl", bytes, size + 10), unit, unit, nowhere, 0);
    make_stl_binary(bytes, "solid x");
    accept(files_write_bytes(&here, "a.stl", bytes, size + 10), unit, unit, nowhere, 0);
#define FACET "facet normal nan nan nan\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    static const struct {
        const char *text;
        int line;
        const char *part;
    } cases[] = {
        {"solid a b c\n" FACET "endloop\nendfacet\n", 9, "ends where it needs \"endsolid\""},
        {"solid\n" FACET "endloop\n", 8, "ends where it needs \"endfacet\""},
        {"solid\n" FACET "vertex 1 1 0\nendloop\nendfacet\nendsolid\n", 7, "needs \"endloop\""},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\nendfacet\nendsolid\n", 5,
         "\"endloop\" stands where it needs \"vertex\""},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 x\n", 4, "\"x\" stands where"},
        {"solid\nfacet normal 0 0 1\nvertex 0 0 0\n", 3, "needs \"outer\""},
        {"solid\nendsolid\nrubbish\n", 3, "\"rubbish\" stands where it needs \"solid\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refuse_line(files_write(&here, "a.stl", cases[i].text), LW_ERROR_SYNTAX, cases[i].line,
                    cases[i].part);
    }
    /* several solids, words in capitals, Windows' line ends */
    lw_arena arena = {0};
    lw_shape_def shape = lw_default_shape();
    const char *path =
        files_write(&here, "a.stl",
                    "SOLID one\r\nFACET NORMAL 0 0 1\r\nOUTER LOOP\r\nVERTEX 0 0 0\r\n"
                    "VERTEX 1 0 0\r\nVERTEX 0 .1 0\r\nENDLOOP\r\nENDFACET\r\nENDSOLID one\r\n"
                    "solid\n" FACET "endloop endfacet endsolid");
    assert_int_equal(lw_mesh_file_read(NULL, &arena, path, unit, &shape, NULL), LW_OK);
    assert_int_equal(shape.triangle_count, 2);
    /* numbers are the doubles nearest to the text, not floats */
    assert_true(shape.vertices[7] == 0.1);
    lw_arena_free(&arena);
}

static void test_vertices_that_are_not_finite(void **state)
{
    (void)state;
    unsigned char bytes[400];
    const float values[2] = {NAN, INFINITY};
    for (int i = 0; i < 2; i++) {
        size_t size = make_stl_binary(bytes, "");
        memcpy(bytes + 100, &values[i], 4);
        refuse(files_write_bytes(&here, "a.stl", bytes, size), unit, LW_ERROR_ARGUMENT, "not finite");
    }
}

/* files cut short or with changed bytes give a mesh or an error, never a crash, a hang or a leak */
static void test_broken_files(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    unsigned char bytes[400];
    size_t size = make_stl_binary(bytes, "solid");
    break_file(files_write_bytes(&here, "good.stl", bytes, size), "broken.stl", &random);
    break_file(write_stl_text("good.stl"), "broken.stl", &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stl),
        cmocka_unit_test(test_broken_stl),
        cmocka_unit_test(test_vertices_that_are_not_finite),
        cmocka_unit_test(test_broken_files),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
