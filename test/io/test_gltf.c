/* Tests io/mesh/gltf.h: glTF files, text and binary. */
#include "base/real_path.h"
#include "mesh_writers.h"
#include "tetrahedron.h"

/* ---- files that are put together here: one buffer, one view of all of it, accessors ---- */

static unsigned char bytes[4096];
static size_t used;
static char accessors[4000];

enum { INT8 = 5120, UINT8 = 5121, INT16 = 5122, UINT16 = 5123, UINT32 = 5125, FLOAT = 5126 };

static void begin_file(void)
{
    used = 0;
    accessors[0] = '\0';
}

static void put(const void *what, size_t size)
{
    memcpy(bytes + used, what, size);
    used += size;
}

/* appends numbers of a type, the lowest byte first; returns their offset */
static size_t put_numbers(const double *values, size_t count, int type)
{
    size_t at = used;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = type == FLOAT ? float_bits(values[i]) : (uint32_t)(int64_t)values[i];
        size_t size = type <= UINT8 ? 1 : type <= UINT16 ? 2 : 4;
        for (size_t k = 0; k < size; k++)
            bytes[used++] = (unsigned char)(bits >> (8 * k) & 255);
    }
    return at;
}

static size_t put_indices(const int *values, size_t count, int type)
{
    size_t at = used;
    for (size_t i = 0; i < count; i++)
        put_numbers(&(double){values[i]}, 1, type);
    return at;
}

/* more: further members of the accessor, each after a comma */
static void add_accessor(size_t offset, int type, size_t count, const char *kind, const char *more)
{
    size_t length = strlen(accessors);
    snprintf(accessors + length, sizeof accessors - length,
             "%s{\"bufferView\": 0, \"byteOffset\": %zu, \"componentType\": %d, \"count\": %zu, "
             "\"type\": \"%s\"%s}",
             length ? ", " : "", offset, type, count, kind, more);
}

static void add_positions(void)
{
    add_accessor(put_numbers(corners[0], 12, FLOAT), FLOAT, 4, "VEC3", "");
}

static void add_indices(const int *values, size_t count, int type)
{
    add_accessor(put_indices(values, count, type), type, count, "SCALAR", "");
}

static void encode(char *text, bool padded)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < used; i += 3) {
        uint32_t word = 0;
        for (size_t k = 0; k < 3; k++)
            word = word << 8 | (i + k < used ? bytes[i + k] : 0);
        size_t count = used - i < 3 ? used - i + 1 : 4;
        for (size_t k = 0; k < 4; k++)
            if (k < count || padded)
                *text++ = k < count ? digits[word >> (18 - 6 * k) & 63] : '=';
    }
    *text = '\0';
}

#define ASSET       "\"asset\": {\"version\": \"2.0\"}"
#define SCENE       ASSET ", \"scene\": 0, \"scenes\": [{\"nodes\": [0]}]"
#define NODE        SCENE ", \"nodes\": [{\"mesh\": 0}]"
#define PRIMITIVE   "{\"attributes\": {\"POSITION\": 0}, \"indices\": 1}"
#define TETRAHEDRON ", \"meshes\": [{\"primitives\": [" PRIMITIVE "]}]"
#define MESH        NODE TETRAHEDRON

/* writes a file of these members and a buffer in base64; adds missing accessors and views */
static const char *write_members(const char *members)
{
    static char text[16000];
    char data[6000];
    encode(data, true);
    size_t length = (size_t)snprintf(text, sizeof text, "{%s", members);
    if (!strstr(members, "\"accessors\""))
        length +=
            (size_t)snprintf(text + length, sizeof text - length, ",\n\"accessors\": [%s]", accessors);
    if (!strstr(members, "\"bufferViews\""))
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   ",\n\"bufferViews\": [{\"buffer\": 0, \"byteLength\": %zu}]", used);
    if (!strstr(members, "\"buffers\""))
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   ",\n\"buffers\": [{\"byteLength\": %zu, \"uri\": "
                                   "\"data:application/gltf-buffer;base64,%s\"}]",
                                   used, data);
    snprintf(text + length, sizeof text - length, "}\n");
    return files_write(&here, "a.gltf", text);
}

/* writes the tetrahedron as accessors 0 and 1 */
static const char *write_tetrahedron(const char *members)
{
    begin_file();
    add_positions();
    add_indices(faces[0], 12, UINT16);
    return write_members(members);
}

/* ---- nodes ---- */

static void test_nodes(void **state)
{
    (void)state;
    static const struct {
        const char *members;
        lw_vec3 factor, offset;
        double tolerance;
    } cases[] = {
        {MESH, {1, 1, 1}, {0, 0, 0}, 0},
        /* the scene by its number, or the first one if none is named */
        {ASSET ", \"scene\": 1, \"scenes\": [{}, {\"nodes\": [1]}], \"nodes\": [{}, {\"mesh\": 0}]",
         {1, 1, 1},
         {0, 0, 0},
         0},
        {ASSET ", \"scenes\": [{\"nodes\": [0]}, {\"nodes\": [1]}], \"nodes\": [{\"mesh\": 0}, "
               "{\"mesh\": 0, \"translation\": [9, 9, 9]}]",
         {1, 1, 1},
         {0, 0, 0},
         0},
        /* scale first, then rotation, then translation; the parent's transform last */
        {SCENE ", \"nodes\": [{\"children\": [1], \"translation\": [10, 0, 0], \"scale\": [2, 1, 1]}, "
               "{\"mesh\": 0, \"translation\": [1, 2, 3], \"scale\": [2, 4, 8]}]",
         {4, 4, 8},
         {12, 2, 3},
         0},
        {SCENE ", \"nodes\": [{\"mesh\": 0, \"rotation\": [0, 0, 1, 0], \"translation\": [1, 2, 3], "
               "\"scale\": [2, 4, 8]}]",
         {-2, -4, 8},
         {1, 2, 3},
         0},
        /* a quaternion of few digits is normalised */
        {SCENE ", \"nodes\": [{\"mesh\": 0, \"rotation\": [0, 0, 0.9999, 0]}]",
         {-1, -1, 1},
         {0, 0, 0},
         1e-15},
        /* column by column */
        {SCENE ", \"nodes\": [{\"mesh\": 0, \"matrix\": [2,0,0,0, 0,4,0,0, 0,0,8,0, 5,6,7,1]}]",
         {2, 4, 8},
         {5, 6, 7},
         0},
        /* x to y to z to x, and back */
        {SCENE ", \"nodes\": [{\"children\": [1], \"matrix\": [0,2,0,0, 0,0,3,0, 5,0,0,0, 0,0,0,1]}, "
               "{\"mesh\": 0, \"matrix\": [0,0,1,0, 1,0,0,0, 0,1,0,0, 0,0,0,1]}]",
         {5, 2, 3},
         {0, 0, 0},
         0},
        /* mirroring nodes: the faces still look outwards */
        {SCENE ", \"nodes\": [{\"mesh\": 0, \"scale\": [1, 1, -2]}]", {1, 1, -2}, {0, 0, 0}, 0},
        {SCENE ", \"nodes\": [{\"scale\": [-1, 1, 1], \"children\": [1]}, {\"mesh\": 0, \"scale\": "
               "[1, -1, -1]}]",
         {-1, -1, -1},
         {0, 0, 0},
         0},
        /* a place that no float can represent: a float would be off by 0.24 */
        {SCENE ", \"nodes\": [{\"mesh\": 0, \"translation\": [4567890.26, 0.1, 0], \"scale\": [0.1, 1, "
               "1]}]",
         {0.1, 1, 1},
         {4567890.26, 0.1, 0},
         1e-9},
        /* members that are not part of the shape: cameras, extras, materials, weights of 0, nodes of no
           scene */
        {ASSET ", \"scenes\": [{\"nodes\": [0, 2]}], \"extensionsRequired\": [\"KHR_materials_unlit\", "
               "\"KHR_texture_transform\", \"KHR_mesh_quantization\"], \"extensionsUsed\": "
               "[\"KHR_draco_mesh_compression\"], \"nodes\": [{\"mesh\": 0, \"weights\": [0, 0.0], "
               "\"extras\": {\"mesh\": 7}}, {\"mesh\": 99}, {\"camera\": 3}], \"animations\": [7], "
               "\"materials\": \"rubbish\"",
         {1, 1, 1},
         {0, 0, 0},
         0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char members[2000];
        snprintf(members, sizeof members, "%s%s", cases[i].members, i ? TETRAHEDRON : "");
        accept(write_tetrahedron(members), unit, cases[i].factor, cases[i].offset, cases[i].tolerance);
    }
}

/* Matrices that permute axes: faces look outwards, whether the matrix mirrors or not. */
static void test_axes_that_change_places(void **state)
{
    (void)state;
    static const char *const matrices[] = {
        "[0,1,0,0, 1,0,0,0, 0,0,1,0, 0,0,0,1]", "[0,1,0,0, 0,0,1,0, 1,0,0,0, 0,0,0,1]",
        "[0,0,-1,0, 0,1,0,0, 1,0,0,0, 0,0,0,1]", "[0,0,-1,0, 0,-1,0,0, 1,0,0,0, 0,0,0,1]"};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        char members[2000];
        lw_arena arena = {0};
        lw_error error = {0};
        lw_shape_def shape = lw_default_shape();
        snprintf(members, sizeof members, SCENE ", \"nodes\": [{\"mesh\": 0, \"matrix\": %s}]%s",
                 matrices[i], TETRAHEDRON);
        assert_int_equal(
            lw_mesh_file_read(NULL, &arena, write_tetrahedron(members), unit, &shape, &error), LW_OK);
        assert_true(volume(&shape) > 0);
        lw_arena_free(&arena);
    }
}

/* A mesh that two nodes show is there twice. */
static void test_instances(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_shape_def shape = lw_default_shape();
    const char *path = write_tetrahedron(
        ASSET ", \"scenes\": [{\"nodes\": [0, 1]}], \"nodes\": [{\"mesh\": 0}, {\"mesh\": 0, "
              "\"translation\": [10, 0, 0]}]" TETRAHEDRON);
    assert_int_equal(lw_mesh_file_read(NULL, &arena, path, unit, &shape, NULL), LW_OK);
    assert_int_equal(shape.triangle_count, 8);
    assert_int_equal(shape.vertex_count, 8);
    assert_true(fabs(volume(&shape) - 2 * 0.421875) < 1e-12);
    lw_arena_free(&arena);
}

/* ---- accessors ---- */

static void test_accessors(void **state)
{
    (void)state;
    static const int types[] = {UINT8, UINT16, UINT32};
    for (size_t i = 0; i < 3; i++) {
        begin_file();
        put("abc", i); /* no alignment is necessary */
        add_positions();
        add_indices(faces[0], 12, types[i]);
        accept(write_members(MESH), unit, unit, nowhere, 0);
    }
    /* Interleaved rows: each is 20 bytes long and begins 4 bytes behind the start of the view, which is
     * 3 bytes behind the start of the buffer. */
    begin_file();
    put("abc", 3);
    for (int c = 0; c < 4; c++) {
        put("####", 4);
        put_numbers(corners[c], 3, FLOAT);
        put("####", c < 3 ? 4 : 0);
    }
    put_indices(faces[0], 12, UINT8);
    accept(write_members(
               MESH ", \"bufferViews\": [{\"buffer\": 0, \"byteOffset\": 3, \"byteLength\": 76, "
                    "\"byteStride\": 20}, {\"buffer\": 0, \"byteOffset\": 79, \"byteLength\": 12}], "
                    "\"accessors\": [{\"bufferView\": 0, \"byteOffset\": 4, \"componentType\": 5126, "
                    "\"count\": 4, \"type\": \"VEC3\"}, {\"bufferView\": 1, \"componentType\": 5121, "
                    "\"count\": 12, \"type\": \"SCALAR\"}]"),
           unit, unit, nowhere, 0);
    /* without indices */
    begin_file();
    for (int i = 0; i < 12; i++)
        put_numbers(corners[faces[i / 3][i % 3]], 3, FLOAT);
    add_accessor(0, FLOAT, 12, "VEC3", "");
    accept(
        write_members(NODE ", \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}]"),
        unit, unit, nowhere, 0);
}

/* Sparse accessors, whose rows replace rows of a view or zeros; of indices too. */
static void test_sparse(void **state)
{
    (void)state;
    static const double wrong[12] = {0, 0, 0, 7, 7, 7, 0, 2.25, 0, 7, 7, 7};
    static const int types[] = {UINT8, UINT16, UINT32};
    static const int places[] = {1, 3};
    static const int rising[] = {1, 2, 3};
    static const int none[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 0};
    for (size_t i = 0; i < 3; i++) {
        char more[400];
        begin_file();
        size_t base = put_numbers(wrong, 12, FLOAT);
        size_t rows = put_numbers(corners[1], 3, FLOAT);
        put_numbers(corners[3], 3, FLOAT);
        size_t at = put_indices(places, 2, types[i]);
        snprintf(more, sizeof more,
                 ", \"sparse\": {\"count\": 2, \"indices\": {\"bufferView\": 0, \"byteOffset\": %zu, "
                 "\"componentType\": %d}, \"values\": {\"bufferView\": 0, \"byteOffset\": %zu}}",
                 at, types[i], rows);
        add_accessor(base, FLOAT, 4, "VEC3", more);
        size_t last = put_indices((const int[]){11}, 1, types[i]);
        size_t two = put_indices((const int[]){2}, 1, UINT8);
        size_t triangles = put_indices(none, 12, UINT8);
        snprintf(more, sizeof more,
                 ", \"sparse\": {\"count\": 1, \"indices\": {\"bufferView\": 0, \"byteOffset\": %zu, "
                 "\"componentType\": %d}, \"values\": {\"bufferView\": 0, \"byteOffset\": %zu}}",
                 last, types[i], two);
        add_accessor(triangles, UINT8, 12, "SCALAR", more);
        accept(write_members(MESH), unit, unit, nowhere, 0);

        char members[2000];
        begin_file();
        put_numbers(corners[1], 9, FLOAT);
        at = put_indices(rising, 3, types[i]);
        triangles = put_indices(faces[0], 12, UINT8);
        snprintf(members, sizeof members,
                 MESH
                 ", \"accessors\": [{\"componentType\": 5126, \"count\": 4, \"type\": \"VEC3\", "
                 "\"sparse\": {\"count\": 3, \"indices\": {\"bufferView\": 0, \"byteOffset\": %zu, "
                 "\"componentType\": %d}, \"values\": {\"bufferView\": 0}}}, {\"bufferView\": 0, "
                 "\"byteOffset\": %zu, \"componentType\": 5121, \"count\": 12, \"type\": "
                 "\"SCALAR\"}]",
                 at, types[i], triangles);
        accept(write_members(members), unit, unit, nowhere, 0);
    }
}

/* Positions as whole numbers (KHR_mesh_quantization), signed and unsigned, normalised and not. */
static void test_quantized(void **state)
{
    (void)state;
    static const struct {
        int type;
        double largest;
    } kinds[] = {{INT8, 127}, {UINT8, 255}, {INT16, 32767}, {UINT16, 65535}};
    for (size_t i = 0; i < 8; i++) {
        int type = kinds[i / 2].type;
        double most = kinds[i / 2].largest;
        bool normalized = i % 2;
        bool is_signed = type == INT8 || type == INT16;
        /* corners at the ends of the range; when normalised, the least number is -1 as well */
        double least = is_signed ? -most - 1 : 0;
        const double rows[12] = {0, 0, least, most, 0, least, 0, most, least, 0, 0, most};
        begin_file();
        add_accessor(put_numbers(rows, 12, type), type, 4, "VEC3",
                     normalized ? ", \"normalized\": true" : "");
        add_indices(faces[0], 12, UINT8);
        lw_arena arena = {0};
        lw_shape_def shape = lw_default_shape();
        assert_int_equal(lw_mesh_file_read(NULL, &arena, write_members(MESH), unit, &shape, NULL),
                         LW_OK);
        assert_int_equal(shape.vertex_count, 4);
        for (size_t k = 0; k < 12; k++) {
            double wanted = normalized ? (rows[k] < -most ? -1 : rows[k] / most) : rows[k];
            assert_true(shape.vertices[k] == wanted);
        }
        lw_arena_free(&arena);
    }
}

/* ---- primitives ---- */

/* Strips reverse every second triangle, a fan keeps its first corner, points and lines do not count. */
static void test_modes(void **state)
{
    (void)state;
#define OF(mode, indices)                                                                              \
    "{\"mode\": " mode ", \"attributes\": {\"POSITION\": 0}, \"indices\": " indices "}"
#define MESH_OF(primitives) NODE ", \"meshes\": [{\"primitives\": [" primitives "]}]"
    begin_file();
    add_positions();
    add_indices((const int[]){0, 1, 2, 3, 0, 1}, 6, UINT8);
    /* two strips in one: the degenerate triangles between them only connect them */
    add_indices((const int[]){0, 1, 2, 3, 3, 2, 2, 3, 0, 1}, 10, UINT8);
    add_indices((const int[]){0, 1, 2, 3, 1}, 5, UINT8);
    add_indices((const int[]){1, 3, 2}, 3, UINT8);
    add_indices((const int[]){0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2, 0, 1}, 14, UINT8);
    accept(write_members(MESH_OF(OF("5", "1"))), unit, unit, nowhere, 0);
    accept(write_members(MESH_OF(OF("5", "2"))), unit, unit, nowhere, 0);
    accept(write_members(MESH_OF(OF("6", "3") ", " OF("4", "4"))), unit, unit, nowhere, 0);
    accept(write_members(MESH_OF(
               OF("0", "9") ", " OF("1", "9") ", " OF("2", "9") ", " OF("3", "9") ", " OF("4", "5"))),
           unit, unit, nowhere, 0);
    /* two corners more than the triangles need */
    accept(write_members(MESH_OF(OF("4", "5"))), unit, unit, nowhere, 0);
    /* mirrored, the strip's and the fan's faces still look outwards */
    accept(write_members(SCENE ", \"nodes\": [{\"mesh\": 0, \"scale\": [-1, 1, 1]}], \"meshes\": "
                               "[{\"primitives\": [" OF("5", "1") "]}]"),
           unit, (lw_vec3){-1, 1, 1}, nowhere, 0);
    accept(write_members(SCENE ", \"nodes\": [{\"mesh\": 0, \"scale\": [-1, 1, 1]}], \"meshes\": "
                               "[{\"primitives\": [" OF("6", "3") ", " OF("4", "4") "]}]"),
           unit, (lw_vec3){-1, 1, 1}, nowhere, 0);
}

/* Two primitives of one mesh, each with positions of its own, in another order. */
static void test_positions(void **state)
{
    (void)state;
    begin_file();
    add_positions();
    add_indices(faces[0], 6, UINT8);
    double turned[12];
    int last[6];
    for (int i = 0; i < 12; i++)
        turned[i] = corners[3 - i / 3][i % 3];
    for (int i = 0; i < 6; i++)
        last[i] = 3 - faces[2 + i / 3][i % 3];
    add_accessor(put_numbers(turned, 12, FLOAT), FLOAT, 4, "VEC3", "");
    add_indices(last, 6, UINT8);
    accept(write_members(MESH_OF("{\"attributes\": {\"POSITION\": 0}, \"indices\": 1}, "
                                 "{\"attributes\": {\"POSITION\": 2}, \"indices\": 3}")),
           unit, unit, nowhere, 0);
}

/* ---- buffers ---- */

static void test_buffers(void **state)
{
    (void)state;
    char text[8000];
    char data[6000];
    begin_file();
    add_positions();
    add_indices(faces[0], 12, UINT8);
    /* base64 of all lengths, with its padding and without */
    for (size_t extra = 0; extra < 3; extra++) {
        for (int padded = 0; padded < 2; padded++) {
            encode(data, padded);
            snprintf(text, sizeof text,
                     MESH ", \"buffers\": [{\"byteLength\": %zu, \"uri\": \"data:;base64,%s\"}]", used,
                     data);
            accept(write_members(text), unit, unit, nowhere, 0);
        }
        put("", 1);
    }
    used -= 2;
    /* files in the same folder and in a subfolder, with more bytes than necessary; blanks as %20 */
    files_folder(&here, "data");
    files_write_bytes(&here, "data/a b%.bin", bytes, used + 2);
    snprintf(text, sizeof text,
             MESH ", \"buffers\": [{\"byteLength\": %zu, \"uri\": \"data/a%%20b%%25.bin\"}]", used);
    files_write_bytes(&here, "cut.bin", bytes, used - 1);
    accept(write_members(text), unit, unit, nowhere, 0);
    static const struct {
        const char *uri;
        lw_status status;
        const char *part;
    } cases[] = {
        {"\"uri\": \"none.bin\"", LW_ERROR_FILE, "none.bin\": cannot be opened: there is no such file"},
        {"\"uri\": \"data\"", LW_ERROR_FILE, "not a regular file"},
        {"\"uri\": \"cut.bin\"", LW_ERROR_SYNTAX, "buffers[0] holds 60 bytes, not 61"},
        {"\"uri\": \"/data/a.bin\"", LW_ERROR_FILE, "only names relative to the file"},
        {"\"uri\": \"\"", LW_ERROR_FILE, "only names relative to the file"},
        {"\"uri\": \"a%2\"", LW_ERROR_FILE, "only names relative to the file"},
        {"\"uri\": \"a%00b\"", LW_ERROR_FILE, "only names relative to the file"},
        {"\"uri\": \"http://x/a.bin\"", LW_ERROR_FILE, "only names relative to the file"},
        {"\"uri\": \"a\\u0000b\"", LW_ERROR_SYNTAX, "NUL"},
        {"\"uri\": 7", LW_ERROR_SYNTAX, "uri must be a text"},
        {"\"name\": \"x\"", LW_ERROR_SYNTAX, "buffers[0] has no uri"},
        {"\"uri\": \"data:;base64\"", LW_ERROR_SYNTAX, "must be written as data:"},
        {"\"uri\": \"data:,abc\"", LW_ERROR_SYNTAX, "must be written as data:"},
        {"\"uri\": \"data:;base64,AAA*\"", LW_ERROR_SYNTAX, "not written in base64"},
        {"\"uri\": \"data:;base64,A\"", LW_ERROR_SYNTAX, "not written in base64"},
        {"\"uri\": \"data:;base64,AAAA\"", LW_ERROR_SYNTAX, "buffers[0] holds 3 bytes, not 61"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, MESH ", \"buffers\": [{\"byteLength\": 61, %s}]", cases[i].uri);
        refuse(write_members(text), unit, cases[i].status, cases[i].part);
    }
}

/* if the caller has set a folder, buffers must be in it, after links are resolved */
static void test_buffers_inside(void **state)
{
    (void)state;
    static const char *const names[] = {"inside/in.bin", "inside/../out.bin", "inside/sly.bin",
                                        "out.bin"};
    lw_model model = {0};
    lw_error error = {0};
    begin_file();
    add_positions();
    add_indices((const int[]){0, 1, 2}, 3, UINT8);
    files_folder(&here, "inside");
    files_write_bytes(&here, "inside/in.bin", bytes, used);
    files_write_bytes(&here, "out.bin", bytes, used);
    assert_int_equal(symlink("../out.bin", files_path(&here, "inside/sly.bin")), 0);
    assert_int_equal(lw_real_path(files_path(&here, "inside"), &model.inside, &error), LW_OK);
    for (size_t i = 0; i < 4; i++) {
        char text[600];
        lw_arena arena = {0};
        lw_shape_def shape = lw_default_shape();
        snprintf(text, sizeof text, MESH ", \"buffers\": [{\"byteLength\": %zu, \"uri\": \"%s\"}]",
                 used, names[i]);
        const char *path = write_members(text);
        assert_int_equal(lw_mesh_file_read(NULL, &arena, path, unit, &shape, &error), LW_OK);
        lw_status status = lw_mesh_file_read(&model, &arena, path, unit, &shape, &error);
        assert_int_equal(status, i ? LW_ERROR_FILE : LW_OK);
        assert_true(!i || strstr(error.message, "it cannot be found inside"));
        lw_arena_free(&arena);
    }
    assert_int_equal(model.files.count, 1);
    assert_non_null(strstr(model.files.items[0], "/in.bin"));
    free(model.inside);
    lw_model_free(&model);
}

/* ---- refused files ---- */

/* the text with one part replaced */
static const char *replaced(const char *text, const char *part, const char *by)
{
    static char changed[8000];
    const char *at = strstr(text, part);
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part));
    return changed;
}

#define REST                                                                                           \
    ",\n\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 72}], \"accessors\": [{\"bufferView\": 0, "  \
    "\"componentType\": 5126, \"count\": 4, \"type\": \"VEC3\"},\n{\"bufferView\": 0, "                \
    "\"byteOffset\": 48, \"componentType\": 5123, \"count\": 12, \"type\": \"SCALAR\"}]"

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *part, *by;
        int line;
        const char *says;
    } cases[] = {
        {"2.0", "1.0", 1, "glTF of version 1.0 is not read"},
        {"\"asset\"", "\"other\"", 1, "asset.version"},
        {"\"scene\": 0, \"scenes\"", "\"others\"", 0, "the file has no scene"},
        {"\"scene\": 0", "\"scene\": 1", 1, "scenes[1] is named, but there are 1"},
        {"\"scene\": 0", "\"scene\": 0.5", 1, "scenes[0.5] is named"},
        {"\"scene\": 0", "\"scene\": -1", 1, "scenes[-1] is named"},
        {"\"scene\": 0", "\"scene\": \"0\"", 1, "must be a number"},
        {"\"scene\": 0", "\"extensionsRequired\": [\"KHR_draco_mesh_compression\"]", 1,
         "needs the extension \"KHR_draco_mesh_compression\""},
        {"\"scene\": 0", "\"extensionsRequired\": [\"EXT_meshopt_compression\"]", 1,
         "needs the extension \"EXT_meshopt_compression\""},
        {"\"nodes\": [0]", "\"nodes\": {}", 1, "nodes must be a list"},
        {"\"nodes\": [0]", "\"nodes\": [0, 0]", 1, "a node has one parent"},
        {"\"nodes\": [{", "\"nodes\": [7, {", 1, "nodes must be an object"},
        {"\"mesh\": 0", "\"mesh\": 0, \"children\": [0]", 1, "a node has one parent"},
        {"\"mesh\": 0", "\"mesh\": 0, \"children\": 0", 1, "children must be a list"},
        {"\"mesh\": 0", "\"mesh\": 3", 1, "meshes[3] is named, but there are 1"},
        {"\"mesh\": 0", "\"mesh\": 0, \"skin\": 0", 1, "skeleton"},
        {"\"mesh\": 0", "\"mesh\": 0, \"weights\": [0, 0.5]", 1, "morph targets"},
        {"\"mesh\": 0", "\"mesh\": 0, \"extensions\": {\"EXT_mesh_gpu_instancing\": {}}", 1,
         "EXT_mesh_gpu_instancing"},
        {"\"mesh\": 0", "\"mesh\": 0, \"matrix\": [1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]", 1,
         "last row of a matrix"},
        {"\"mesh\": 0",
         "\"mesh\": 0, \"scale\": [1,1,1], \"matrix\": [1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", 1,
         "either a matrix, or translation"},
        {"\"mesh\": 0", "\"mesh\": 0, \"rotation\": [0,0,0,0]", 1, "of length 0; it must be 1"},
        {"\"mesh\": 0", "\"mesh\": 0, \"rotation\": [1,0,0,1]", 1, "of length 1.41421"},
        {"\"primitives\": [", "\"primitives\": [7, ", 1, "a primitive must be an object"},
        {"\"primitives\": [", "\"weights\": [1], \"primitives\": [", 1, "morph targets"},
        {"\"primitives\"", "\"others\"", 1, "\"primitives\" is missing"},
        {"\"indices\": 1", "\"mode\": 7", 1, "mode must be a whole number of at most 6"},
        {"\"POSITION\"", "\"NORMAL\"", 1, "\"POSITION\" is missing"},
        {"\"POSITION\": 0", "\"POSITION\": 1", 3, "accessors[1] must be of type VEC3"},
        {"\"indices\": 1", "\"indices\": 0", 2, "accessors[0] must be of type SCALAR"},
        {"\"indices\": 1", "\"indices\": 2", 1, "accessors[2] is named, but there are 2"},
        {"\"buffer\": 0", "\"buffer\": 1", 2, "buffers[1] is named, but there are 1"},
        {"\"buffer\": 0, ", "", 2, "\"buffer\" is missing"},
        {"\"byteLength\": 72", "\"byteLength\": 73", 2, "ends at byte 73 of its buffer, which has 72"},
        {"\"byteLength\": 72", "\"byteLength\": 71", 3,
         "end at byte 72 of bufferViews[0], which has 71"},
        {"\"byteLength\": 72", "\"byteLength\": 72, \"byteStride\": 8", 2,
         "4 rows of 12 bytes, 8 apart"},
        {"\"byteLength\": 72", "\"byteLength\": 72, \"byteStride\": 253", 2, "at most 252"},
        {"\"byteLength\": 72", "\"byteLength\": 72, \"byteStride\": 252", 2, "end at byte 768"},
        {"\"byteLength\": 72", "\"byteLength\": 1e18", 2, "byteLength must be a whole number"},
        {"\"byteOffset\": 48", "\"byteOffset\": 49", 3, "end at byte 73"},
        {"\"byteOffset\": 48", "\"byteOffset\": -1", 3, "byteOffset must be a whole number"},
        {"\"byteOffset\": 48", "\"byteOffset\": 1e9", 3, "end at byte 1000000024"},
        {"\"byteOffset\": 48", "\"byteOffset\": 18446744073709551615", 3, "byteOffset must be"},
        {"\"byteOffset\": 48", "\"byteOffset\": 0", 1, "an index is 16320, but there are 4 positions"},
        {"\"count\": 4", "\"count\": 0", 2, "accessors[0] has a count of 0"},
        {"\"count\": 4", "\"count\": 1073741824", 2, "end at byte 12884901888"},
        {"\"count\": 4", "\"count\": 4000000000", 2, "count must be a whole number"},
        {"\"count\": 4", "\"count\": 3", 1, "an index is 3, but there are 3 positions"},
        {"5126", "5130", 2, "component type 5130"},
        {"5126", "5125", 1, "positions are of component type 5125"},
        {"5123", "5122", 1, "indices must be of component type"},
        {"5123", "5123, \"normalized\": true", 1, "not normalized"},
        {"5123", "5123, \"normalized\": 1", 3, "normalized must be true or false"},
        {"\"bufferView\": 0, ", "", 2, "accessors[0] has no bufferView; compressed meshes"},
        {"\"count\": 4",
         "\"sparse\": {\"count\": 4, \"indices\": {\"bufferView\": 0, \"byteOffset\": 48, "
         "\"componentType\": 5123}, \"values\": {\"bufferView\": 0}}, \"count\": 4",
         2, "sparse indices must rise"},
        {"\"count\": 4",
         "\"sparse\": {\"count\": 1, \"indices\": {\"bufferView\": 0, \"byteOffset\": 4, "
         "\"componentType\": 5126}, \"values\": {\"bufferView\": 0}}, \"count\": 4",
         2, "sparse indices are of type 5126"},
        {"\"count\": 4", "\"sparse\": {\"count\": 5}, \"count\": 4", 2, "count must be a whole number"},
        {"\"count\": 4", "\"sparse\": {\"count\": 0}, \"count\": 4", 2, "sparse has a count of 0"},
        {"\"count\": 4", "\"sparse\": {\"count\": 1}, \"count\": 4", 2, "\"indices\" is missing"},
        {"\"count\": 4", "\"sparse\": 7, \"count\": 4", 2, "sparse must be an object"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = write_tetrahedron(replaced(MESH REST, cases[i].part, cases[i].by));
        refuse_line(path, LW_ERROR_SYNTAX, cases[i].line, cases[i].says);
    }
    refuse_line(write_tetrahedron(replaced(MESH, "\"mesh\": 0", "\"matrix\": [1, 0, 0, 0]")),
                LW_ERROR_ARGUMENT, 1, "matrix must be 16 numbers, not 4");
    refuse_line(write_tetrahedron(replaced(MESH, "\"mesh\": 0", "\"translation\": [1e99, 0, 0]")),
                LW_ERROR_ARGUMENT, 1, "translation is 1e+99");
    refuse_line(write_tetrahedron("\n" ASSET ",\n\"scenes\": }"), LW_ERROR_SYNTAX, 3, "not JSON");
    refuse(files_write(&here, "a.gltf", "[]"), unit, LW_ERROR_SYNTAX, "must be an object");
    /* a scene without a mesh */
    refuse(write_tetrahedron(ASSET ", \"scenes\": [{}]"), unit, LW_ERROR_ARGUMENT, "has no triangles");
    /* a position that is not finite */
    begin_file();
    add_accessor(put_numbers((const double[9]){0, 0, 0, 1, 0, 0, 0, (double)NAN, 0}, 9, FLOAT), FLOAT,
                 3, "VEC3", "");
    refuse(
        write_members(NODE ", \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}]"),
        unit, LW_ERROR_ARGUMENT, "not finite");
}

/* Small files that ask for much: deep nesting of nodes, long accessors without data, one mesh many
 * times. */
static void test_bounds(void **state)
{
    (void)state;
    static char text[16000];
    for (int deepest = 200; deepest <= 201; deepest++) {
        size_t length = (size_t)snprintf(text, sizeof text, SCENE TETRAHEDRON ", \"nodes\": [");
        for (int i = 0; i < deepest; i++)
            length +=
                (size_t)snprintf(text + length, sizeof text - length, "{\"children\": [%d]}, ", i + 1);
        snprintf(text + length, sizeof text - length, "{\"mesh\": 0}]");
        if (deepest == 200)
            accept(write_tetrahedron(text), unit, unit, nowhere, 0);
        else
            refuse(write_tetrahedron(text), unit, LW_ERROR_SYNTAX, "nested more than 200 deep");
    }
    static const char nothing[] =
        ", \"accessors\": [{\"componentType\": 5126, \"count\": %d, \"type\": \"VEC3\", \"sparse\": "
        "{\"count\": 1, \"indices\": {\"bufferView\": 0, \"componentType\": 5121}, \"values\": "
        "{\"bufferView\": 0}}}], \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}]";
    size_t length = (size_t)snprintf(text, sizeof text, NODE);
    snprintf(text + length, sizeof text - length, nothing, 1 << 30);
    refuse(write_tetrahedron(text), unit, LW_ERROR_SYNTAX, "the scene shows more than");
    length = (size_t)snprintf(text, sizeof text, ASSET ", \"scenes\": [{\"nodes\": [0, 1, 2, 3]}], ");
    length +=
        (size_t)snprintf(text + length, sizeof text - length,
                         "\"nodes\": [{\"mesh\": 0}, {\"mesh\": 0}, {\"mesh\": 0}, {\"mesh\": 0}]");
    snprintf(text + length, sizeof text - length, nothing, 600000);
    refuse(write_tetrahedron(text), unit, LW_ERROR_SYNTAX, "the scene shows more than");
}

/* ---- the binary form ---- */

static void test_glb(void **state)
{
    (void)state;
    static const uint32_t indices[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    const mesh_to_write mesh = {corners[0], 4, indices, 4};
    size_t size = 0;
    char path[256];
    snprintf(path, sizeof path, "%s", write_mesh(&here, "a.glb", &mesh));
    accept(path, unit, unit, nowhere, 0);
    char *good = files_read(path, &size);
    char *bad = calloc(size + 100, 1);
    assert_non_null(good);
    assert_non_null(bad);
    size_t text = 0;
    memcpy(&text, good + 12, 4);
    memcpy(bad, good, size);
    /* bytes behind the end; the text padded with zeros; a further chunk of another kind */
    accept(files_write_bytes(&here, "b.glb", bad, size + 1), unit, unit, nowhere, 0);
    for (size_t i = 20 + text; bad[i - 1] == ' '; i--)
        bad[i - 1] = '\0';
    memcpy(bad + size, "\4\0\0\0ELSE1234", 12);
    uint32_t whole = (uint32_t)size + 12;
    memcpy(bad + 8, &whole, 4);
    accept(files_write_bytes(&here, "b.glb", bad, size + 12), unit, unit, nowhere, 0);

    refuse(files_write_bytes(&here, "b.glb", good, size - 1), unit, LW_ERROR_SYNTAX,
           "as its header says");
    refuse(files_write_bytes(&here, "b.glb", good, 11), unit, LW_ERROR_SYNTAX, "begin with glTF");
    refuse(files_write(&here, "b.glb", "glTX and more and more"), unit, LW_ERROR_SYNTAX,
           "begin with glTF");
    static const struct {
        size_t at;
        const char *by;
        size_t length;
        const char *part;
    } cases[] = {
        {4, "\1", 1, "version 1; only 2"},
        {8, "\xff\xff\xff\xff", 4, "as its header says"},
        {8, "\xc\0\0\0", 4, "no chunk of JSON"},
        {12, "\xff\xff\xff\xff", 4, "a chunk has 4294967295 bytes"},
        {16, "X", 1, "no chunk of JSON"},
        {20, "X", 1, "not JSON"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bad, good, size);
        memcpy(bad + cases[i].at, cases[i].by, cases[i].length);
        refuse_line(files_write_bytes(&here, "b.glb", bad, size), LW_ERROR_SYNTAX, 0, cases[i].part);
    }
    /* without its second chunk */
    memcpy(bad, good, size);
    bad[20 + text + 4] = 'X';
    refuse_line(files_write_bytes(&here, "b.glb", bad, size), LW_ERROR_SYNTAX, 0,
                "buffers[0] has no uri");
    free(good);
    free(bad);
}

/* files cut short or with changed bytes give a mesh or an error, never a crash, a hang or a leak */
static void test_broken_files(void **state)
{
    (void)state;
    static const uint32_t indices[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    const mesh_to_write mesh = {corners[0], 4, indices, 4};
    lw_random random = {test_seed()};
    char path[256];
    snprintf(path, sizeof path, "%s", write_tetrahedron(MESH));
    break_file(path, "broken.gltf", &random);
    snprintf(path, sizeof path, "%s", write_mesh(&here, "a.glb", &mesh));
    break_file(path, "broken.glb", &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes),     cmocka_unit_test(test_axes_that_change_places),
        cmocka_unit_test(test_instances), cmocka_unit_test(test_accessors),
        cmocka_unit_test(test_sparse),    cmocka_unit_test(test_quantized),
        cmocka_unit_test(test_modes),     cmocka_unit_test(test_positions),
        cmocka_unit_test(test_buffers),   cmocka_unit_test(test_buffers_inside),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_glb),       cmocka_unit_test(test_broken_files),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
