/* io/mesh_file.h: one small mesh in every format that robots come with, and files that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <sys/wait.h>

#include "allocation.h"
#include "base/error.h"
#include "base/random.h"
#include "files.h"
#include "io/mesh_file.h"
#include "seed.h"

static files here;

static const lw_vec3 unit = {1, 1, 1};

/* What all formats below hold: a tetrahedron with its faces turned outwards. The coordinates are
 * floats exactly. */
static const double corners[4][3] = {{0, 0, 0}, {1.5, 0, 0}, {0, 2.25, 0}, {0, 0, -0.125}};
static const int faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};

/* six times the signed volume of a closed mesh */
static double volume(const lw_shape_def *shape)
{
    double sum = 0;
    for (size_t t = 0; t < shape->triangle_count; t++) {
        const double *a = shape->vertices + 3 * (size_t)shape->triangles[3 * t];
        const double *b = shape->vertices + 3 * (size_t)shape->triangles[3 * t + 1];
        const double *c = shape->vertices + 3 * (size_t)shape->triangles[3 * t + 2];
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum;
}

/* The shape is the tetrahedron with each coordinate times factor plus offset, to within tolerance,
 * each face once and turned outwards. */
static void check_tetrahedron(const lw_shape_def *shape, lw_vec3 factor, lw_vec3 offset,
                              double tolerance)
{
    const double by[3] = {factor.x, factor.y, factor.z};
    const double plus[3] = {offset.x, offset.y, offset.z};
    assert_int_equal(shape->kind, LW_MESH);
    assert_int_equal(shape->triangle_count, 4);
    int seen[4] = {0, 0, 0, 0};
    for (size_t t = 0; t < 4; t++) {
        int used = 0;
        for (size_t i = 0; i < 3; i++) {
            assert_true(shape->triangles[3 * t + i] < shape->vertex_count);
            const double *v = shape->vertices + 3 * (size_t)shape->triangles[3 * t + i];
            for (int c = 0; c < 4; c++) {
                bool same = true;
                for (int k = 0; k < 3; k++)
                    same = same && fabs(v[k] - (by[k] * corners[c][k] + plus[k])) <= tolerance;
                used |= same ? 1 << c : 0;
            }
        }
        for (int f = 0; f < 4; f++)
            seen[f] += used == (1 << faces[f][0] | 1 << faces[f][1] | 1 << faces[f][2]);
    }
    for (int f = 0; f < 4; f++)
        assert_int_equal(seen[f], 1);
    /* 1.5 * 2.25 * 0.125 */
    double expected = 0.421875 * fabs(factor.x * factor.y * factor.z);
    double room = expected * 1e-6 + tolerance;
    if (!(fabs(volume(shape) - expected) <= room))
        fail_msg("volume %g instead of %g", volume(shape), expected);
}

static void accept(const char *path, lw_vec3 scale, lw_vec3 factor, lw_vec3 offset, double tolerance)
{
    lw_arena arena = {0};
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    if (lw_mesh_file_read(&arena, path, scale, &shape, &error))
        fail_msg("%s: %s", error.file, error.message);
    check_tetrahedron(&shape, factor, offset, tolerance);
    lw_arena_free(&arena);
}

static void refuse(const char *path, lw_vec3 scale, lw_status status, const char *part)
{
    lw_arena arena = {0};
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    lw_status got = lw_mesh_file_read(&arena, path, scale, &shape, &error);
    if (got != status || error.status != status || !strstr(error.message, part))
        fail_msg("expected %s with \"%s\", got %s: %s", lw_status_name(status), part,
                 lw_status_name(got), error.message);
    assert_string_equal(error.file, path);
    assert_null(strchr(error.message, '\n'));
    assert_int_equal(lw_mesh_file_read(&arena, path, scale, &shape, NULL), status);
    lw_arena_free(&arena);
}

/* ---- the formats ---- */

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

/* the bytes of a binary STL; its size comes back */
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

static const char obj[] = "# a comment\nmtllib none.mtl\nv 9 9 9\nv 0 0 0\nv 1.5 0 0\nv 0 2.25 0\n"
                          "v 0 0 -0.125\nvt 0 0\nvn 0 0 1\no first\nusemtl none\nf 2/1/1 3/1/1 4/1/1\n"
                          "l 1 2\nf 2 5 3\no second\nf -4//1 -2//1 -1//1\nf 3 5 4\n";

/* the bytes of a number of this machine, the largest first */
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

/* the same in binary, big endian, with a property between, one that is skipped, and short indices */
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

/* the node turns by 90 degrees about z and slides; %s: what <asset> holds */
static const char dae[] =
    "<?xml version='1.0'?>\n"
    "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset>%s</asset>\n"
    "<library_geometries><geometry id='g'><mesh><source id='p'>\n"
    "<float_array id='a' count='12'>0 0 0 1.5 0 0 0 2.25 0 0 0 -0.125</float_array>\n"
    "<technique_common><accessor source='#a' count='4' stride='3'><param name='X' type='float'/>\n"
    "<param name='Y' type='float'/><param name='Z' "
    "type='float'/></accessor></technique_common></source>\n"
    "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n"
    "<triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/>\n"
    "<p>0 1 2 0 3 1 0 2 3 1 3 2</p></triangles></mesh></geometry></library_geometries>\n"
    "<library_visual_scenes><visual_scene id='s'><node><translate>%s</translate>%s<node>\n"
    "<instance_geometry url='#g'/></node></node></visual_scene></library_visual_scenes>\n"
    "<scene><instance_visual_scene url='#s'/></scene></COLLADA>\n";

static const char *write_dae(const char *name, const char *asset, const char *translate,
                             const char *more)
{
    static char text[3000];
    snprintf(text, sizeof text, dae, asset, translate, more);
    return files_write(&here, name, text);
}

static void encode_base64(const unsigned char *bytes, size_t size, char *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    /* size is a multiple of three */
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        for (int k = 0; k < 4; k++)
            *out++ = digits[word >> (18 - 6 * k) & 63];
    }
    *out = '\0';
}

/* the node has a matrix of its own: %s */
static const char *write_gltf(const char *name, const char *node)
{
    unsigned char bytes[72] = {0};
    char data[97];
    static char text[2000];
    for (int i = 0; i < 12; i++) {
        float value = (float)corners[i / 3][i % 3];
        uint16_t index = (uint16_t)faces[i / 3][i % 3];
        memcpy(bytes + 4 * i, &value, 4);
        memcpy(bytes + 48 + 2 * i, &index, 2);
    }
    encode_base64(bytes, 72, data);
    snprintf(
        text, sizeof text,
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],\n"
        "\"nodes\": [{\"children\": [1]%s}, {\"mesh\": 0}],\n"
        "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"indices\": 1}]}],\n"
        "\"buffers\": [{\"byteLength\": 72, \"uri\": \"data:application/octet-stream;base64,%s\"}],\n"
        "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 48},\n"
        "{\"buffer\": 0, \"byteOffset\": 48, \"byteLength\": 24}],\n"
        "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 4, \"type\": "
        "\"VEC3\", \"min\": [0, 0, -0.125], \"max\": [1.5, 2.25, 0]},\n"
        "{\"bufferView\": 1, \"componentType\": 5123, \"count\": 12, \"type\": \"SCALAR\"}]}\n",
        node, data);
    return files_write(&here, name, text);
}

/* ---- tests ---- */

static const lw_vec3 nowhere = {0, 0, 0};

static void test_stl(void **state)
{
    (void)state;
    unsigned char bytes[400];
    accept(write_stl_text("text.stl"), unit, unit, nowhere, 0);
    /* headers of all kinds, also the word that text files begin with, and no known ending */
    static const char *const headers[] = {"", "solid", "solid of CAD", "COLOR=\xff\xff\xff\xff",
                                          "exported\nfacet normal"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        size_t size = make_stl_binary(bytes, headers[i]);
        accept(files_write_bytes(&here, "binary.stl", bytes, size), unit, unit, nowhere, 0);
        accept(files_write_bytes(&here, "BINARY.STL", bytes, size), unit, unit, nowhere, 0);
    }
}

static void test_obj(void **state)
{
    (void)state;
    const char *path = files_write(&here, "a.obj", obj);
    accept(path, unit, unit, nowhere, 0);
    /* the vertex that only a line uses is not there: nobody is to take it for part of the body */
    lw_arena arena = {0};
    lw_shape_def shape = lw_default_shape();
    assert_int_equal(lw_mesh_file_read(&arena, path, unit, &shape, NULL), LW_OK);
    for (size_t i = 0; i < 3 * shape.vertex_count; i++)
        assert_true(shape.vertices[i] < 9);
    lw_arena_free(&arena);
}

/* a cube of quads has twelve triangles and volume 1; a face of eight corners in three lines has six */
static void test_polygons(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_shape_def shape = lw_default_shape();
    const char *path = files_write(&here, "cube.obj",
                                   "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\n"
                                   "v 0 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
                                   "f 4 1 5 8\n");
    assert_int_equal(lw_mesh_file_read(&arena, path, unit, &shape, NULL), LW_OK);
    assert_int_equal(shape.triangle_count, 12);
    assert_true(fabs(volume(&shape) - 6) < 1e-12);
    path = files_write(&here, "line.obj",
                       "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 1 2 0\nv 0 2 0\nv 0 1 0\n"
                       "f 1 2 3 4 5 6 7 8\n");
    assert_int_equal(lw_mesh_file_read(&arena, path, unit, &shape, NULL), LW_OK);
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

/* what is wrong and, in text, in which line */
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
        lw_arena arena = {0};
        lw_shape_def shape = lw_default_shape();
        lw_error error = {0};
        lw_status status =
            lw_mesh_file_read(&arena, files_write(&here, "a.ply", cases[i].text), unit, &shape, &error);
        if (status != LW_ERROR_SYNTAX || error.line != cases[i].line ||
            !strstr(error.message, cases[i].part))
            fail_msg("case %zu: expected line %d, \"%s\"; got %s, line %d: %s", i, cases[i].line,
                     cases[i].part, lw_status_name(status), error.line, error.message);
        lw_arena_free(&arena);
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
    /* something behind the last triangle does no harm */
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
        lw_arena arena = {0};
        lw_shape_def shape = lw_default_shape();
        lw_error error = {0};
        lw_status status =
            lw_mesh_file_read(&arena, files_write(&here, "a.stl", cases[i].text), unit, &shape, &error);
        if (status != LW_ERROR_SYNTAX || error.line != cases[i].line ||
            !strstr(error.message, cases[i].part))
            fail_msg("case %zu: expected line %d, \"%s\"; got %s, line %d: %s", i, cases[i].line,
                     cases[i].part, lw_status_name(status), error.line, error.message);
        lw_arena_free(&arena);
    }
    /* several solids, words in capitals, Windows' line ends */
    lw_arena arena = {0};
    lw_shape_def shape = lw_default_shape();
    const char *path =
        files_write(&here, "a.stl",
                    "SOLID one\r\nFACET NORMAL 0 0 1\r\nOUTER LOOP\r\nVERTEX 0 0 0\r\n"
                    "VERTEX 1 0 0\r\nVERTEX 0 .1 0\r\nENDLOOP\r\nENDFACET\r\nENDSOLID one\r\n"
                    "solid\n" FACET "endloop endfacet endsolid");
    assert_int_equal(lw_mesh_file_read(&arena, path, unit, &shape, NULL), LW_OK);
    assert_int_equal(shape.triangle_count, 2);
    /* numbers are those of the text, not the floats next to them */
    assert_true(shape.vertices[7] == 0.1);
    lw_arena_free(&arena);
}

/* Lengths in units of the file; whatever axis is up, coordinates stay where they are. Assimp makes
 * the unit a float, hence the tolerance of a few parts in 1e7. */
static void test_dae(void **state)
{
    (void)state;
    const lw_vec3 small = {0.001, 0.001, 0.001};
    const lw_vec3 offset = {0.01, 0.02, 0.03};
    accept(write_dae("a.dae", "", "0 0 0", ""), unit, unit, nowhere, 0);
    accept(write_dae("a.dae", "<unit meter='1'/>", "10 20 30", ""), unit, unit, (lw_vec3){10, 20, 30},
           0);
    static const char *const ups[] = {"", "<up_axis>X_UP</up_axis>", "<up_axis>Y_UP</up_axis>",
                                      "<up_axis>Z_UP</up_axis>"};
    for (size_t i = 0; i < 4; i++) {
        char asset[100];
        snprintf(asset, sizeof asset, "<unit name='millimeter' meter='0.001'/>%s", ups[i]);
        accept(write_dae("a.dae", asset, "10 20 30", ""), unit, small, offset, 1e-8);
    }
    /* half a turn about z: x and y change sign */
    accept(write_dae("a.dae", "", "1 2 3", "<rotate>0 0 1 180</rotate>"), unit, (lw_vec3){-1, -1, 1},
           (lw_vec3){1, 2, 3}, 1e-6);
}

static void test_gltf(void **state)
{
    (void)state;
    accept(write_gltf("a.gltf", ""), unit, unit, nowhere, 0);
    accept(write_gltf("a.gltf", ", \"translation\": [1, 2, 3], \"scale\": [2, 4, 8]"), unit,
           (lw_vec3){2, 4, 8}, (lw_vec3){1, 2, 3}, 0);
    /* a node that mirrors: the faces still look outwards */
    accept(write_gltf("a.gltf", ", \"scale\": [1, 1, -2]"), unit, (lw_vec3){1, 1, -2}, nowhere, 0);
}

/* scales are applied in double: 0.1 is not a float */
static void test_scale(void **state)
{
    (void)state;
    const char *path = files_write(&here, "a.obj", obj);
    const lw_vec3 scale = {0.1, 10, 1e-3};
    accept(path, scale, scale, nowhere, 1e-17);
    const lw_vec3 mirror = {-0.1, 1, 1};
    accept(path, mirror, mirror, nowhere, 1e-17);
    const lw_vec3 turn = {-1, -1, 1};
    accept(path, turn, turn, nowhere, 0);
    refuse(path, (lw_vec3){1, 0, 1}, LW_ERROR_ARGUMENT, "scale of 1 0 1");
    refuse(path, (lw_vec3){1, 1, (double)NAN}, LW_ERROR_ARGUMENT, "finite");
    refuse(path, (lw_vec3){1, 1, (double)INFINITY}, LW_ERROR_ARGUMENT, "finite");
    refuse(path, (lw_vec3){1e12, 1, 1}, LW_ERROR_ARGUMENT, "farther than 1e+09");
}

static void test_refused(void **state)
{
    (void)state;
    refuse(files_path(&here, "none.stl"), unit, LW_ERROR_FILE,
           "cannot be opened: there is no such file");
    files_folder(&here, "folder.stl");
    refuse(files_path(&here, "folder.stl"), unit, LW_ERROR_FILE, "cannot be opened");
    refuse(files_write(&here, "a.foo", obj), unit, LW_ERROR_FILE, "must end in .stl, .obj");
    refuse(files_write(&here, "obj", obj), unit, LW_ERROR_FILE, "must end in .stl, .obj");
    static const char *const endings[] = {"stl", "dae", "ply", "gltf", "glb"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[30];
        snprintf(name, sizeof name, "rubbish.%s", endings[i]);
        refuse(files_write(&here, name, "this is not a mesh at all, but some lines\nof text\n"), unit,
               LW_ERROR_SYNTAX, "");
        refuse(files_write(&here, name, ""), unit, LW_ERROR_SYNTAX, "");
    }
    refuse(files_write(&here, "face.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"), unit,
           LW_ERROR_SYNTAX, "");
}

static void test_without_triangles(void **state)
{
    (void)state;
    unsigned char empty[84] = "binary";
    refuse(files_write_bytes(&here, "a.stl", empty, sizeof empty), unit, LW_ERROR_ARGUMENT,
           "has no triangles");
    refuse(files_write(&here, "a.stl", "solid a\nendsolid a\n"), unit, LW_ERROR_ARGUMENT,
           "has no triangles");
    refuse(files_write(&here, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\nl 2 3\n"), unit,
           LW_ERROR_ARGUMENT, "has no triangles");
    refuse(files_write(&here, "a.ply",
                       "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
                       "property float z\nend_header\n0 0 0\n1 0 0\n"),
           unit, LW_ERROR_ARGUMENT, "has no triangles");
    refuse(files_write(&here, "a.dae",
                       "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/"
                       "COLLADASchema' version='1.4.1'><asset/></COLLADA>"),
           unit, LW_ERROR_ARGUMENT, "has no triangles");
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

/* Ends cut off and bytes changed in every format: a mesh or an error, never a crash, a hang or a
 * leak, and what comes back is sound. */
static void try_broken(const char *name, const void *bytes, size_t size)
{
    lw_arena arena = {0};
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    lw_status status =
        lw_mesh_file_read(&arena, files_write_bytes(&here, name, bytes, size), unit, &shape, &error);
    assert_int_equal(error.status, status);
    assert_true(!status == !error.message[0]);
    for (size_t i = 0; i < 3 * shape.triangle_count; i++)
        assert_true(shape.triangles[i] < shape.vertex_count);
    for (size_t i = 0; i < 3 * shape.vertex_count; i++)
        assert_true(isfinite(shape.vertices[i]));
    lw_arena_free(&arena);
}

static void break_file(const char *path, const char *name, lw_random *random)
{
    size_t size = 0;
    char *bytes = files_read(path, &size);
    assert_non_null(bytes);
    for (int round = 0; round < test_rounds(60, 3000); round++) {
        try_broken(name, bytes, lw_random_below(random, (uint32_t)size));
        char *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, bytes, size);
        for (uint32_t flips = 1 + lw_random_below(random, 4); flips; flips--)
            copy[lw_random_below(random, (uint32_t)size)] = (char)lw_random_below(random, 256);
        try_broken(name, copy, size);
        free(copy);
    }
    free(bytes);
}

static void test_broken_files(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    unsigned char bytes[400];
    size_t size = make_stl_binary(bytes, "solid");
    break_file(files_write_bytes(&here, "good.stl", bytes, size), "broken.stl", &random);
    break_file(write_stl_text("good.stl"), "broken.stl", &random);
    break_file(files_write(&here, "good.ply", ply), "broken.ply", &random);
    size = make_ply_binary(bytes);
    break_file(files_write_bytes(&here, "good.ply", bytes, size), "broken.ply", &random);
}

/* The same for what assimp reads, in a process of its own that ends without looking for leaks, for
 * assimp loses memory where the parts of a file contradict each other. */
static void test_broken_files_for_assimp(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        break_file(files_write(&here, "good.obj", obj), "broken.obj", &random);
        break_file(write_dae("good.dae", "<unit meter='0.1'/>", "1 2 3", ""), "broken.dae", &random);
        break_file(write_gltf("good.gltf", ""), "broken.gltf", &random);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    const char *path = files_write(&here, "a.obj", obj);
    for (size_t n = 1;; n++) {
        lw_arena arena = {0};
        lw_shape_def shape = lw_default_shape();
        lw_error error = {0};
        allocation_fail(n);
        lw_status status = lw_mesh_file_read(&arena, path, unit, &shape, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        lw_arena_free(&arena);
        if (!failed) {
            assert_true(n > 4);
            break;
        }
    }
}

typedef struct reading {
    char path[256];
    size_t triangles;
} reading;

static void *read_many(void *argument)
{
    reading *r = argument;
    for (int i = 0; i < 20; i++) {
        lw_arena arena = {0};
        lw_shape_def shape = lw_default_shape();
        lw_mesh_file_read(&arena, r->path, unit, &shape, NULL);
        r->triangles += shape.triangle_count;
        lw_arena_free(&arena);
    }
    return NULL;
}

/* good and bad files on several threads at once */
static void test_threads(void **state)
{
    (void)state;
    static reading readings[4];
    pthread_t threads[4];
    const char *const paths[4] = {files_write(&here, "t.obj", obj), write_gltf("t.gltf", ""),
                                  files_write(&here, "t.dae", "<COLLADA/>"),
                                  files_write(&here, "u.gltf", "{\"other\": \"rubbish\"}")};
    for (int i = 0; i < 4; i++) {
        snprintf(readings[i].path, sizeof readings[i].path, "%s", paths[i]);
        assert_int_equal(pthread_create(&threads[i], NULL, read_many, &readings[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(readings[i].triangles, i < 2 ? 80 : 0);
    }
}

static int open_files(void **state)
{
    (void)state;
    files_open(&here);
    return 0;
}

static int close_files(void **state)
{
    (void)state;
    files_close(&here);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stl),
        cmocka_unit_test(test_obj),
        cmocka_unit_test(test_polygons),
        cmocka_unit_test(test_ply),
        cmocka_unit_test(test_broken_ply),
        cmocka_unit_test(test_broken_stl),
        cmocka_unit_test(test_dae),
        cmocka_unit_test(test_gltf),
        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_without_triangles),
        cmocka_unit_test(test_vertices_that_are_not_finite),
        cmocka_unit_test(test_broken_files),
        cmocka_unit_test(test_broken_files_for_assimp),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
