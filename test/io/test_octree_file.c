/* Tests io/cloud/octree_*.c: trees written by this test as OctoMap writes them are read as the same
 * cells; broken and lying files are refused with a sentence, and random damage never does more than
 * that. */
#include "io/cloud/octree_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "files.h"
#include "io/scene/moveit.h"
#include "scene/octree.h"
#include "seed.h"

enum { ROOM = 1 << 16, MOST = 2000, ROOT = 65536 };

static files here;

/* A file under construction, and the leaves that it should have. */
typedef struct tree {
    char bytes[ROOM];
    size_t size;
    int32_t rows[LW_CELL_COLUMNS * MOST];
    size_t leaves, nodes;
    bool binary, color;
    double threshold;
} tree;

static void put_byte(tree *t, unsigned byte)
{
    assert_true(t->size < ROOM);
    t->bytes[t->size++] = (char)(unsigned char)byte;
}

static void put_float(tree *t, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; i++)
        put_byte(t, bits >> 8 * i & 255);
}

static void put_leaf(tree *t, const int32_t *low, int32_t width, bool occupied)
{
    int32_t *row = t->rows + LW_CELL_COLUMNS * t->leaves++;
    assert_true(t->leaves < MOST);
    memcpy(row, low, 3 * sizeof *row);
    row[3] = width;
    row[4] = occupied;
}

/* Writes a node with its children, of kinds 0 absent, 1 free, 2 occupied, 3 with children. */
static void write_node(lw_random *random, tree *t, const int32_t *low, int32_t width, int kind)
{
    const float middle = (float)log(t->threshold / (1 - t->threshold));
    unsigned kinds[8] = {0};
    unsigned bits = 0;
    unsigned some = 0;
    t->nodes++;
    for (int i = 0; i < 8 && kind == 3; i++) {
        kinds[i] = lw_random_below(random, 3);
        if (width > 2 && lw_random_below(random, t->leaves < 500 ? 5 : 12) == 0)
            kinds[i] = 3;
        bits |= kinds[i] << 2 * i;
        some |= (kinds[i] != 0) << i;
    }
    if (kind == 3 && !bits) {
        kinds[7] = 2;
        bits = 2 << 14;
        some = 128;
    }
    if (t->binary && kind == 3) {
        put_byte(t, bits & 255);
        put_byte(t, bits >> 8);
    }
    if (!t->binary) {
        const float odds[] = {middle, nextafterf(middle, -1000), middle};
        put_float(t, kind == 3 ? (float)lw_random_between(random, -2, 3.5)
                     : lw_random_below(random, 2)
                         ? odds[kind]
                         : middle + (float)lw_random_between(random, 0.01, 2) * (kind == 2 ? 1 : -1));
        for (int i = 0; i < 3 && t->color; i++)
            put_byte(t, lw_random_below(random, 256));
        put_byte(t, some);
    }
    if (kind != 3) {
        put_leaf(t, low, width, kind == 2);
        return;
    }
    for (int i = 0; i < 8; i++) {
        const int32_t half = width / 2;
        const int32_t child[3] = {low[0] + (i & 1 ? half : 0), low[1] + (i & 2 ? half : 0),
                                  low[2] + (i & 4 ? half : 0)};
        if (kinds[i])
            write_node(random, t, child, half, (int)kinds[i]);
    }
}

static void write_header(tree *t, const char *id, size_t nodes, double resolution)
{
    t->size = (size_t)snprintf(
        t->bytes, ROOM, "# Octomap OcTree%s file\n# (a comment)\n#\nid %s\nsize %zu\nres %.17g\ndata\n",
        t->binary ? " binary" : "", id, nodes, resolution);
}

static void write_tree(lw_random *random, tree *t)
{
    static const int32_t root[3] = {-ROOT / 2, -ROOT / 2, -ROOT / 2};
    const char *id = t->color ? "ColorOcTree" : "OcTree";
    const lw_random kept = *random;
    /* once to count the nodes, and once behind a header that says how many */
    for (int i = 0; i < 2; i++) {
        const size_t nodes = t->nodes;
        *random = kept;
        t->nodes = t->leaves = 0;
        write_header(t, id, nodes, 0.05);
        write_node(random, t, root, ROOT, 3);
    }
}

static int compare_rows(const void *a, const void *b)
{
    return memcmp(a, b, LW_CELL_COLUMNS * sizeof(int32_t));
}

static void same_leaves(tree *t, lw_octree_file *file)
{
    const size_t row = LW_CELL_COLUMNS * sizeof(int32_t);
    assert_true(file->resolution == 0.05);
    assert_int_equal(file->cells.count, LW_CELL_COLUMNS * t->leaves);
    qsort(t->rows, t->leaves, row, compare_rows);
    qsort(file->cells.items, t->leaves, row, compare_rows);
    assert_memory_equal(t->rows, file->cells.items, t->leaves * row);
}

static void trees_are_read(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static tree t;
    for (int round = 0; round < test_rounds(1000, 20000); round++) {
        lw_octree_file file = {0};
        lw_error e = {0};
        t.binary = round & 1;
        t.color = round & 2;
        t.threshold = t.binary || round & 4 ? 0.5 : lw_random_between(&random, 0.1, 0.9);
        write_tree(&random, &t);
        if (lw_octree_parse(t.bytes, t.size, t.threshold, &file, &e))
            fail_msg("%d: %s", e.line, e.message);
        same_leaves(&t, &file);
        free(file.cells.items);
    }
}

/* ---- what is refused --------------------------------------------------------------------------- */

static void refuses_bytes(const char *bytes, size_t size, int line, const char *why)
{
    lw_octree_file file = {0};
    lw_error e = {0};
    const lw_status status = lw_octree_parse(bytes, size, 0.5, &file, &e);
    free(file.cells.items);
    assert_int_equal(status, LW_ERROR_SYNTAX);
    if (!strstr(e.message, why) || (line && e.line != line))
        fail_msg("%d: \"%s\" is not \"%s\"", e.line, e.message, why);
}

static void refuses(const char *text, int line, const char *why)
{
    refuses_bytes(text, strlen(text), line, why);
}

#define BINARY "# Octomap OcTree binary file\n"
#define FULL   "# Octomap OcTree file\n"

static void broken_headers_are_refused(void **state)
{
    (void)state;
    refuses("", 1, "the first line of an octree is");
    refuses("# Octomap", 1, "the first line of an octree is");
    refuses("ply\nformat", 1, "the first line of an octree is");
    refuses(BINARY, 2, "no line \"data\"");
    refuses(BINARY "id OcTree\nsize 1\nres 0.1\n", 5, "no line \"data\"");
    refuses(BINARY "id OcTree\nsize 1\ndata\n", 4, "must have id, size and res");
    refuses(BINARY "id OcTree\nres 1\ndata\n", 4, "must have id, size and res");
    refuses(BINARY "size 1\nres 1\ndata\n", 4, "must have id, size and res");
    refuses(BINARY "id OcTree\nid OcTree\n", 3, "id stands in the header twice");
    refuses(BINARY "id OcTree\nsize 1\nsize 1\n", 4, "size stands in the header twice");
    refuses(BINARY "id", 2, "the header ends behind id");
    refuses(BINARY "size many\n", 2, "size must be a number");
    refuses(BINARY "res", 2, "res must be a number");
    refuses(BINARY "depth 21\n", 2, "no key \"depth\"");
    refuses(BINARY "id OcTree\nsize 1\nres 0\ndata\n", 5,
            "res is 0; the resolution must be from 1e-06");
    refuses(BINARY "id OcTree\nsize 1\nres -1\ndata\n", 5, "res is -1");
    refuses(BINARY "id OcTree\nsize 1\nres .nan\ndata\n", 5, "res is");
    refuses(BINARY "id OcTree\nsize 1\nres 16.1\ndata\n", 5, "res is 16.1");
    refuses(BINARY "id OcTree\nsize -1\nres 1\ndata\n", 5, "size must be the number of nodes");
    refuses(BINARY "id OcTree\nsize 0.5\nres 1\ndata\n", 5, "size must be the number of nodes");
    refuses(BINARY "id OcTree\nsize 4294967296\nres 1\ndata\n", 5, "size must be the number of nodes");
    refuses(BINARY "id OcTreeStamped\nsize 1\nres 1\ndata\n", 0, "not \"OcTreeStamped\"");
    refuses(FULL "id CountingOcTree\nsize 1\nres 1\ndata\nxxxxx", 0, "not \"CountingOcTree\"");
    refuses(FULL "id 1\nsize 1\nres 1\ndata\n", 0, "of the types OcTree and ColorOcTree are read");
}

/* Refuses a file with these bytes behind its header. */
static void refuses_nodes(bool binary, size_t nodes, const char *bytes, size_t size, const char *why)
{
    static tree t;
    t.binary = binary;
    write_header(&t, "OcTree", nodes, 0.1);
    memcpy(t.bytes + t.size, bytes, size);
    refuses_bytes(t.bytes, t.size + size, 0, why);
}

static void broken_nodes_are_refused(void **state)
{
    (void)state;
    char deep[64];
    memset(deep, 3, sizeof deep);
    for (size_t i = 1; i < sizeof deep; i += 2)
        deep[i] = 0; /* the first child has children */
    refuses_nodes(true, 18, deep, 34, "a node is deeper than 16 levels, at byte 34");
    refuses_nodes(true, 17, deep, 31, "the octree ends within a node, at byte 30");
    refuses_nodes(true, 2, "\2", 1, "the octree ends within a node, at byte 0");
    refuses_nodes(true, 1, "\0\0", 2,
                  "a node has no children, and is neither occupied nor free, at byte 0");
    refuses_nodes(true, 2, "\3\0\0\0", 4, "a node has no children");
    refuses_nodes(true, 2, "\2\0x", 3, "the octree's last node is followed by more bytes, at byte 2");
    refuses_nodes(true, 3, "\2\0", 2, "the octree has 2 nodes, and its header says 3");
    refuses_nodes(true, 0, "\2\0", 2, "the octree has 2 nodes, and its header says 0");
    refuses_nodes(true, 5, "", 0, "the octree has 0 nodes, and its header says 5");
    refuses_nodes(false, 1, "\0\0\0", 3, "the octree ends within a node, at byte 0");
    refuses_nodes(false, 1, "\0\0\0\0", 4, "the octree ends within a node, at byte 0");
    refuses_nodes(false, 1, "\0\0\0\0\0\0", 6, "followed by more bytes, at byte 5");
    refuses_nodes(false, 1, "\0\0\xc0\x7f\0", 5, "the occupancy of a node is no number, at byte 0");
    memset(deep, 0, sizeof deep);
    char full[5 * 18] = {0};
    for (size_t i = 0; i < 18; i++)
        full[5 * i + 4] = 1;
    refuses_nodes(false, 18, full, sizeof full, "a node is deeper than 16 levels");
    lw_octree_file file = {0};
    lw_error e = {0};
    const double thresholds[] = {0, 1, -1, NAN};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(
            lw_octree_parse(FULL "id OcTree\nsize 0\nres 1\ndata\n", 51, thresholds[i], &file, &e),
            LW_ERROR_ARGUMENT);
        assert_non_null(strstr(e.message, "the threshold of occupancy is"));
    }
}

/* Leaves at the deepest level, and a tree that is one leaf or empty, are read. */
static void extreme_trees_are_read(void **state)
{
    (void)state;
    static tree t = {.binary = false};
    lw_error e = {0};
    lw_octree_file file = {0};
    write_header(&t, "OcTree", 17, 0.1);
    for (int i = 0; i < 17; i++) {
        put_float(&t, 1);
        put_byte(&t, i < 16 ? 128 : 0);
    }
    assert_int_equal(lw_octree_parse(t.bytes, t.size, 0.5, &file, &e), LW_OK);
    assert_int_equal(file.cells.count, LW_CELL_COLUMNS);
    assert_true(file.cells.items[0] == 32767 && file.cells.items[2] == 32767);
    assert_true(file.cells.items[3] == 1 && file.cells.items[4] == LW_CELL_OCCUPIED);
    file.cells.count = 0;
    write_header(&t, "OcTree", 1, 0.1);
    put_float(&t, -HUGE_VALF);
    put_byte(&t, 0);
    assert_int_equal(lw_octree_parse(t.bytes, t.size, 0.5, &file, &e), LW_OK);
    assert_true(file.cells.items[0] == -32768 && file.cells.items[3] == ROOT);
    assert_int_equal(file.cells.items[4], LW_CELL_FREE);
    file.cells.count = 0;
    write_header(&t, "OcTree", 0, 0.1);
    assert_int_equal(lw_octree_parse(t.bytes, t.size, 0.5, &file, &e), LW_OK);
    assert_int_equal(file.cells.count, 0);
    free(file.cells.items);
}

static void damage_does_no_more_than_an_error(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    static tree t;
    size_t errors = 0;
    for (int round = 0; round < test_rounds(3000, 100000); round++) {
        lw_octree_file file = {0};
        lw_error e = {0};
        t.binary = round & 1;
        t.color = round & 2;
        t.threshold = 0.5;
        if (round % 50 < 4)
            write_tree(&random, &t);
        for (int i = 0; i < 3; i++)
            t.bytes[lw_random_below(&random, (uint32_t)t.size)] = (char)lw_random_below(&random, 256);
        const size_t size =
            lw_random_below(&random, 3) ? t.size : lw_random_below(&random, (uint32_t)t.size);
        char *copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy, t.bytes, size);
        const lw_status status = lw_octree_parse(copy, size, 0.5, &file, &e);
        assert_true(status == LW_OK || status == LW_ERROR_SYNTAX);
        errors += status != LW_OK;
        free(copy);
        free(file.cells.items);
    }
    assert_true(errors > 1000);
}

/* ---- scenes ------------------------------------------------------------------------------------ */

/* One occupied cell, an eighth of the root cube above the origin, and a free one of that width. */
static const char SMALL[] = BINARY "id OcTree\nsize 3\nres 0.001\ndata\n\1\x80";

static void octrees_are_loaded(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = NULL;
    lw_shape_def octree = lw_default_shape();
    files_write_bytes(&here, "room.bt", SMALL, sizeof SMALL - 1);
    const char *path = files_path(&here, "room.bt");
    assert_int_equal(lw_octree_read(path, 0.5, &octree, &e), LW_OK);
    assert_int_equal(octree.kind, LW_SHAPE_OCTREE);
    assert_int_equal(octree.unknown, LW_UNKNOWN_UNSAID);
    assert_true(octree.cell_count == 2 && octree.length == 0.001);
    lw_octree_free(&octree);
    assert_true(!octree.cells && !octree.cell_count);
    lw_octree_free(&octree);
    lw_octree_free(NULL);
    assert_int_equal(lw_octree_read(NULL, 0.5, &octree, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_octree_read(path, 0.5, NULL, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_octree_read("none.bt", 0.5, &octree, &e), LW_ERROR_FILE);

    assert_int_equal(lw_scene_create(&scene, &e), LW_OK);
    const lw_pose at = lw_pose_identity();
    assert_int_equal(lw_scene_load_octree(scene, NULL, NULL, LW_UNKNOWN_FREE, at, &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_load_octree(scene, path, NULL, LW_UNKNOWN_UNSAID, at, &e),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(e.message, "must say whether its unknown space is free or an obstacle"));
    assert_int_equal(lw_scene_load_octree(scene, path, NULL, LW_UNKNOWN_FREE, at, &e), LW_OK);
    assert_int_equal(lw_scene_load_octree(scene, path, NULL, LW_UNKNOWN_FREE, at, &e), LW_ERROR_NAME);
    assert_int_equal(lw_scene_load_octree(scene, path, "map", LW_UNKNOWN_OBSTACLE, at, &e), LW_OK);
    assert_int_equal(lw_scene_freeze(scene, &e), LW_OK);
    assert_true(lw_scene_find_body(scene, "room.bt") >= 0 && lw_scene_find_body(scene, "map") >= 0);
    assert_int_equal(lw_scene_set_unknown(scene, LW_UNKNOWN_FREE, &e), LW_ERROR_STATE);
    lw_scene_destroy(scene);
}

static lw_status load(const char *name, const char *text, lw_unknown unknown, lw_scene **scene,
                      lw_error *e)
{
    files_write(&here, name, text);
    assert_int_equal(lw_scene_create(scene, e), LW_OK);
    assert_int_equal(lw_scene_set_unknown(*scene, unknown, e), LW_OK);
    return lw_scene_load(*scene, files_path(&here, name), e);
}

static void refuses_scene(const char *name, const char *text, lw_unknown unknown, int line,
                          const char *why)
{
    lw_scene *scene = NULL;
    lw_error e = {0};
    assert_int_not_equal(load(name, text, unknown, &scene, &e), LW_OK);
    if (!strstr(e.message, why) || e.line != line)
        fail_msg("%d: \"%s\" is not \"%s\"", e.line, e.message, why);
    lw_scene_destroy(scene);
}

#define OBSTACLE(rest) "{\"obstacles\": [\n{\"id\": \"map\", \"type\": \"octree\", " rest "}]}"

static void scenes_name_octrees(void **state)
{
    (void)state;
    lw_scene *scene = NULL;
    lw_error e = {0};
    files_write_bytes(&here, "room.bt", SMALL, sizeof SMALL - 1);
    if (load("a.json", OBSTACLE("\"file\": \"room.bt\", \"unknown\": \"obstacle\", \"threshold\": 0.7"),
             LW_UNKNOWN_UNSAID, &scene, &e))
        fail_msg("%d: %s", e.line, e.message);
    const lw_model_shape *shape = &scene->model.shapes.items[0];
    assert_true(shape->def.cell_count == 2 && shape->def.length == 0.001);
    assert_int_equal(shape->def.unknown, LW_UNKNOWN_OBSTACLE);
    assert_non_null(strstr(shape->file, "room.bt"));
    lw_scene_destroy(scene);
    if (load("b.json",
             OBSTACLE("\"resolution\": 0.5, \"unknown\": \"free\", \"occupied\": [[0, 0, 0, 2], [2, 0, "
                      "0, 1]],"
                      "\"free\": [[-4, 4, 0, 4]]"),
             LW_UNKNOWN_UNSAID, &scene, &e))
        fail_msg("%d: %s", e.line, e.message);
    shape = &scene->model.shapes.items[0];
    const int32_t rows[] = {-4, 4, 0, 4, 0, 0, 0, 0, 2, 1, 2, 0, 0, 1, 1};
    assert_int_equal(shape->def.cell_count, 3);
    assert_int_equal(shape->def.unknown, LW_UNKNOWN_FREE);
    lw_cells cells = {0};
    assert_true(LW_ARRAY_RESERVE(&cells, 15));
    memcpy(cells.items, shape->def.cells, sizeof rows);
    qsort(cells.items, 3, sizeof rows / 3, compare_rows);
    int32_t sorted[15];
    memcpy(sorted, rows, sizeof rows);
    qsort(sorted, 3, sizeof rows / 3, compare_rows);
    assert_memory_equal(cells.items, sorted, sizeof rows);
    free(cells.items);
    lw_scene_destroy(scene);
    refuses_scene("c.json", OBSTACLE("\"file\": \"room.bt\""), LW_UNKNOWN_FREE, 2,
                  "must say what its unknown space is");
    refuses_scene("c.json", OBSTACLE("\"file\": \"room.bt\", \"unknown\": \"fre\""), LW_UNKNOWN_FREE, 2,
                  "unknown must be \"obstacle\" or \"free\", not \"fre\"");
    refuses_scene("c.json", OBSTACLE("\"unknown\": \"free\", \"file\": \"room.bt\", \"free\": []"),
                  LW_UNKNOWN_FREE, 2, "file and free are both given");
    refuses_scene("c.json", OBSTACLE("\"unknown\": \"free\", \"threshold\": 0.5, \"resolution\": 1"),
                  LW_UNKNOWN_FREE, 2, "threshold belongs to an octree from a file");
    refuses_scene("c.json", OBSTACLE("\"unknown\": \"free\", \"occupied\": []"), LW_UNKNOWN_FREE, 2,
                  "\"resolution\"");
    refuses_scene("c.json",
                  OBSTACLE("\"unknown\": \"free\", \"resolution\": 1, \"occupied\": [[0, 0, 0.5, 1]]"),
                  LW_UNKNOWN_FREE, 2, "0.5 is none");
    refuses_scene("c.json", OBSTACLE("\"unknown\": \"free\", \"file\": \"none.bt\""), LW_UNKNOWN_FREE,
                  2, "none.bt");
    files_write(&here, "c.txt", "[]");
    refuses_scene("c.json", OBSTACLE("\"unknown\": \"free\", \"file\": \"c.txt\""), LW_UNKNOWN_FREE, 2,
                  "the first line of an octree is");
    refuses_scene("c.json", OBSTACLE("\"unknown\": \"free\", \"file\": \"c.json\""), LW_UNKNOWN_FREE, 2,
                  "\"data\" is missing");
}

/* ---- messages ---------------------------------------------------------------------------------- */

#define MESSAGE(frame, map)                                                                            \
    "world:\n  octomap:\n    header: {frame_id: '" frame "'}\n"                                        \
    "    origin: {position: {x: 1.0, y: 2.0, z: 3.0}, orientation: {w: 1.0}}\n"                        \
    "    octomap: {" map "}\n"
#define SMALL_MAP "binary: true, id: OcTree, resolution: 0.001, data: [1, -128]"

static void messages_have_octrees(void **state)
{
    (void)state;
    lw_scene *scene = NULL;
    lw_error e = {0};
    if (load("m.yaml", MESSAGE("", SMALL_MAP), LW_UNKNOWN_OBSTACLE, &scene, &e))
        fail_msg("%d: %s", e.line, e.message);
    const lw_model_shape *shape = &scene->model.shapes.items[0];
    assert_string_equal(scene->model.objects.items[0].id, "<octomap>");
    assert_int_equal(shape->def.kind, LW_SHAPE_OCTREE);
    assert_true(shape->def.cell_count == 2 && shape->def.length == 0.001);
    assert_int_equal(shape->def.unknown, LW_UNKNOWN_OBSTACLE);
    assert_true(shape->def.cells[4] == LW_CELL_FREE && shape->def.cells[9] == LW_CELL_OCCUPIED);
    assert_true(shape->pose.position.x == 1 && shape->pose.position.z == 3);
    lw_scene_destroy(scene);
    /* a later message of the file replaces it */
    if (load("m.yaml",
             MESSAGE("", SMALL_MAP) "---\nis_diff: true\n" MESSAGE(
                 "/world", "binary: false, id: OcTree, resolution: 0.5, data: [0, 0, 128, 63, 0]"),
             LW_UNKNOWN_FREE, &scene, &e))
        fail_msg("%d: %s", e.line, e.message);
    assert_int_equal(scene->model.objects.count, 1);
    assert_int_equal(scene->model.shapes.count, 1);
    assert_int_equal(scene->model.shapes.items[0].def.cell_count, 1);
    assert_true(scene->model.shapes.items[0].def.length == 0.5);
    lw_scene_destroy(scene);
    refuses_scene("m.yaml", MESSAGE("", SMALL_MAP), LW_UNKNOWN_UNSAID, 5,
                  "nothing says what its unknown space is");
    refuses_scene("m.yaml", MESSAGE("", "binary: true, id: OcTree, resolution: 1, data: [1, 256]"),
                  LW_UNKNOWN_FREE, 5, "256 is none");
    refuses_scene("m.yaml", MESSAGE("", "binary: true, id: OcTree, resolution: 1, data: [1, -129]"),
                  LW_UNKNOWN_FREE, 5, "-129 is none");
    refuses_scene("m.yaml", MESSAGE("", "binary: true, id: OcTree, resolution: 1, data: [1, 0.5]"),
                  LW_UNKNOWN_FREE, 5, "0.5 is none");
    refuses_scene("m.yaml", MESSAGE("", "binary: true, id: OcTree, resolution: 1, data: [1]"),
                  LW_UNKNOWN_FREE, 5, "the octree ends within a node");
    refuses_scene("m.yaml", MESSAGE("", "binary: true, id: Stamped, resolution: 1, data: [1, 2]"),
                  LW_UNKNOWN_FREE, 5, "not \"Stamped\"");
    refuses_scene("m.yaml", MESSAGE("", "binary: true, id: OcTree, resolution: 0, data: [2, 0]"),
                  LW_UNKNOWN_FREE, 3, "an octree's resolution is 0");
    refuses_scene("m.yaml", MESSAGE("", "binary: true, id: OcTree, data: [2, 0]"), LW_UNKNOWN_FREE, 5,
                  "\"resolution\"");
    refuses_scene("m.yaml", MESSAGE("nowhere", SMALL_MAP), LW_UNKNOWN_FREE, 3, "nowhere");
    /* the threshold of a scene, for messages and files: these log-odds are those of 0.731 */
#define ODDS "binary: false, id: OcTree, resolution: 0.5, data: [0, 0, 128, 63, 0]"
    const char *odds = files_write(&here, "odds.yaml", "{" ODDS "}\n");
    const char *world = files_write(&here, "m.yaml", MESSAGE("", ODDS));
    const double thresholds[] = {0, 0.73, 0.74};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lw_scene_create(&scene, &e), LW_OK);
        assert_int_equal(lw_scene_set_unknown(scene, LW_UNKNOWN_OBSTACLE, &e), LW_OK);
        assert_int_equal(lw_scene_set_occupancy_threshold(scene, thresholds[i], &e),
                         i ? LW_OK : LW_ERROR_ARGUMENT);
        assert_int_equal(lw_scene_load(scene, world, &e), LW_OK);
        assert_int_equal(
            lw_scene_load_octree(scene, odds, NULL, LW_UNKNOWN_OBSTACLE, lw_pose_identity(), &e),
            LW_OK);
        for (int k = 0; k < 2; k++)
            assert_int_equal(scene->model.shapes.items[k].def.cells[LW_CELL_STATE],
                             i < 2 ? LW_CELL_OCCUPIED : LW_CELL_FREE);
        lw_scene_destroy(scene);
    }
    assert_int_equal(lw_scene_create(&scene, &e), LW_OK);
    assert_int_equal(lw_scene_set_occupancy_threshold(scene, 1, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_set_occupancy_threshold(scene, (double)NAN, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_set_unknown(scene, (lw_unknown)3, &e), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_scene_set_unknown(scene, (lw_unknown)-1, &e), LW_ERROR_ARGUMENT);
    lw_scene_destroy(scene);
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
        cmocka_unit_test(trees_are_read),
        cmocka_unit_test(broken_headers_are_refused),
        cmocka_unit_test(broken_nodes_are_refused),
        cmocka_unit_test(extreme_trees_are_read),
        cmocka_unit_test(damage_does_no_more_than_an_error),
        cmocka_unit_test(octrees_are_loaded),
        cmocka_unit_test(scenes_name_octrees),
        cmocka_unit_test(messages_have_octrees),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
