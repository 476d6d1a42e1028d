/* scene/octree.c: an octree is the union of its occupied cells, and where unknown space is an obstacle
 * all that is not free, compared with lists of boxes from a grid of single cells. */
#include "scene/octree.h"

#include <string.h>

#include "body/validate.h"
#include "math/pose.h"
#include "scene/build.h"
#include "seed.h"
#include "twins.h"

enum {
    SIDE = 8, /* cells of the grid of a random octree along each axis; the origin is in its middle */
    MOST = SIDE * SIDE * SIDE,
    ABSENT = 3
};

/* A random octree, and the state of each cell of its grid. */
typedef struct tree {
    lw_shape_def def;
    int32_t rows[LW_CELL_COLUMNS * MOST];
    int grid[SIDE][SIDE][SIDE];
} tree;

static lw_shape_def octree_of(const int32_t *rows, size_t count, double resolution, lw_unknown unknown)
{
    lw_shape_def octree = lw_default_shape();
    octree.kind = LW_SHAPE_OCTREE;
    octree.length = resolution;
    octree.cells = rows;
    octree.cell_count = count;
    octree.unknown = unknown;
    return octree;
}

/* ---- random octrees ---------------------------------------------------------------------------- */

static void add_cell(tree *t, const int32_t low[3], int32_t width, int cell_state)
{
    int32_t *row = t->rows + LW_CELL_COLUMNS * t->def.cell_count;
    if (cell_state != ABSENT) {
        memcpy(row, low, 3 * sizeof *row);
        row[LW_CELL_WIDTH] = width;
        row[LW_CELL_STATE] = cell_state;
        t->def.cell_count++;
    }
    for (int32_t x = 0; x < width; x++)
        for (int32_t y = 0; y < width; y++)
            for (int32_t z = 0; z < width; z++)
                t->grid[low[0] + x + SIDE / 2][low[1] + y + SIDE / 2][low[2] + z + SIDE / 2] =
                    cell_state;
}

/* mix: of four, how many nodes are divided */
static void grow(lw_random *random, tree *t, const int32_t low[3], int32_t width, uint32_t mix)
{
    static const int states[] = {LW_CELL_FREE, LW_CELL_OCCUPIED, LW_CELL_UNKNOWN, ABSENT};
    const bool alike = lw_random_below(random, 4) == 0; /* siblings that fill their parent's cell */
    if (width == 1 || lw_random_below(random, 4) >= mix) {
        add_cell(t, low, width, states[lw_random_below(random, 4)]);
        return;
    }
    for (int i = 0; i < 8; i++) {
        const int32_t half = width / 2;
        const int32_t child[3] = {low[0] + (i & 1) * half, low[1] + (i / 2 & 1) * half,
                                  low[2] + i / 4 * half};
        if (alike)
            add_cell(t, child, half, LW_CELL_OCCUPIED);
        else
            grow(random, t, child, half, mix);
    }
}

/* The middle of a cell of the grid, in cells. */
static vec3 middle_of(int index)
{
    const int x = index / 64;
    const int y = index / 8 % 8;
    return v3(x - 3.5, y - 3.5, index % 8 - 3.5);
}

/* Whether a cell of the grid is an obstacle. */
static bool is_full(const tree *t, int x, int y, int z)
{
    const int cell = t->grid[x][y][z];
    return cell == LW_CELL_OCCUPIED || (cell != LW_CELL_FREE && t->def.unknown == LW_UNKNOWN_OBSTACLE);
}

static void shuffle(lw_random *random, tree *t)
{
    for (size_t i = t->def.cell_count; i > 1; i--) {
        int32_t kept[LW_CELL_COLUMNS];
        int32_t *a = t->rows + LW_CELL_COLUMNS * (i - 1);
        int32_t *b = t->rows + LW_CELL_COLUMNS * (size_t)lw_random_below(random, (uint32_t)i);
        memcpy(kept, a, sizeof kept);
        memmove(a, b, sizeof kept);
        memcpy(b, kept, sizeof kept);
    }
}

static void random_tree(lw_random *random, lw_unknown unknown, double resolution, tree *t)
{
    t->def = octree_of(t->rows, 0, resolution, unknown);
    for (int i = 0; i < 8; i++)
        grow(random, t, (int32_t[]){(i & 1) * 4 - 4, (i / 2 & 1) * 4 - 4, i / 4 * 4 - 4}, 4,
             lw_random_below(random, 5));
    /* one cell at least is an obstacle, and one is free */
    if (t->grid[7][7][7] == ABSENT && t->grid[6][6][6] == ABSENT)
        add_cell(t, (int32_t[]){3, 3, 3}, 1, LW_CELL_FREE);
    if (t->grid[0][0][0] == ABSENT && t->grid[1][1][1] == ABSENT)
        add_cell(t, (int32_t[]){-4, -4, -4}, 1, LW_CELL_OCCUPIED);
    shuffle(random, t);
}

static bool any_occupied(const tree *t)
{
    bool any = false;
    for (int i = 0; i < MOST; i++)
        any |= t->grid[i / 64][i / 8 % 8][i % 8] == LW_CELL_OCCUPIED;
    return any;
}

/* ---- what is refused --------------------------------------------------------------------------- */

static void refuses(const lw_shape_def *octree, const char *why)
{
    lw_error e = {0};
    lw_shape *shape = NULL;
    refused(lw_shape_create(octree, &shape, &e), LW_ERROR_ARGUMENT, &e, why);
    lw_scene *scene = new_scene();
    refused(lw_scene_add_obstacle(scene, "map", octree, lw_pose_identity(), &e), LW_ERROR_ARGUMENT, &e,
            why);
    assert_int_equal(lw_scene_find_body(scene, "map"), -1);
    lw_scene_destroy(scene);
}

static void refuses_cell(const int32_t *row, const char *why)
{
    lw_shape_def octree = octree_of(row, 1, 0.1, LW_UNKNOWN_FREE);
    refuses(&octree, why);
}

static void bad_octrees_are_refused(void **state)
{
    (void)state;
    const int32_t rows[] = {0, 0, 0, 1, 1, 1, 0, 0, 1, 0};
    const double sizes[] = {0, -1, NAN, HUGE_VAL, 9e-7, 16.1};
    lw_shape_def octree;
    for (int i = 0; i < 6; i++) {
        octree = octree_of(rows, 2, sizes[i], LW_UNKNOWN_FREE);
        refuses(&octree, "an octree's resolution is");
    }
    octree = octree_of(rows, 2, 0.1, LW_UNKNOWN_UNSAID);
    refuses(&octree, "must say whether its unknown space is free or an obstacle");
    octree = octree_of(rows, 2, 0.1, (lw_unknown)3);
    refuses(&octree, "must say whether its unknown space is free or an obstacle");
    octree = octree_of(NULL, 2, 0.1, LW_UNKNOWN_FREE);
    refuses(&octree, "an octree has 2 cells and no rows");
    octree = octree_of(rows, UINT32_MAX / 4 + 1, 0.1, LW_UNKNOWN_FREE);
    refuses(&octree, "an octree has 1073741824 cells; it may have at most 1073741823");
    octree = octree_of(rows + 5, 1, 0.1, LW_UNKNOWN_FREE);
    refuses(&octree, "without an occupied cell");
    octree = octree_of(NULL, 0, 0.1, LW_UNKNOWN_FREE);
    refuses(&octree, "without an occupied cell");
    octree = octree_of(rows, 2, 0.1, LW_UNKNOWN_FREE);
    octree.rounding = -1;
    refuses(&octree, "a rounding is");
    refuses_cell((int32_t[]){0, 0, 0, 0, 1}, "has the width 0");
    refuses_cell((int32_t[]){0, 0, 0, 3, 1}, "has the width 3");
    refuses_cell((int32_t[]){0, 0, 0, -1, 1}, "has the width -1");
    refuses_cell((int32_t[]){-32768, -32768, -32768, 131072, 1}, "has the width 131072");
    refuses_cell((int32_t[]){0, 1, 0, 2, 1}, "begins at 1");
    refuses_cell((int32_t[]){0, 0, -32769, 1, 1}, "begins at -32769");
    refuses_cell((int32_t[]){32768, 0, 0, 1, 1}, "begins at 32768");
    refuses_cell((int32_t[]){0, 0, 0, 1, 3}, "has the state 3");
    refuses_cell((int32_t[]){0, 0, 0, 1, -1}, "has the state -1");
    const int32_t twice[] = {2, 2, 2, 1, 1, 2, 2, 2, 1, 1};
    const int32_t within[] = {0, 0, 0, 4, 1, 3, 3, 3, 1, 0};
    octree = octree_of(twice, 2, 0.1, LW_UNKNOWN_FREE);
    refuses(&octree, "two cells of an octree overlap, at 2 2 2, of widths 1 and 1");
    octree = octree_of(within, 2, 0.1, LW_UNKNOWN_FREE);
    refuses(&octree, "two cells of an octree overlap, at 3 3 3, of widths 4 and 1");
}

static void no_octree_in_the_plane(void **state)
{
    (void)state;
    const int32_t row[] = {0, 0, 0, 1, 1};
    lw_error e = {0};
    lw_scene *scene = NULL;
    lw_shape_def octree = octree_of(row, 1, 0.5, LW_UNKNOWN_FREE);
    succeed(lw_scene_create(&scene, &e), &e);
    succeed(lw_scene_set_dimension(scene, 2, &e), &e);
    refused(lw_scene_add_obstacle(scene, "map", &octree, lw_pose_identity(), &e), LW_ERROR_ARGUMENT, &e,
            "in dimension 2 shapes are discs and polygons");
    lw_scene_destroy(scene);
    lw_convex_pair *pair = NULL;
    lw_shape_def sphere = lw_default_shape();
    refused(lw_convex_pair_create(&sphere, &octree, &pair, &e), LW_ERROR_ARGUMENT, &e, "no octrees");
    refused(lw_convex_pair_create(&octree, &sphere, &pair, &e), LW_ERROR_ARGUMENT, &e, "no octrees");
}

/* A shape of another kind keeps no pointer to cells of the caller. */
static void other_shapes_have_no_cells(void **state)
{
    (void)state;
    const int32_t row[] = {0, 0, 0, 1, 1};
    lw_error e = {0};
    lw_arena arena = {0};
    lw_cloud_count points;
    lw_shape_def sphere = octree_of(row, 1, 0.5, LW_UNKNOWN_FREE);
    sphere.kind = LW_SHAPE_SPHERE;
    succeed(lw_shape_take(&arena, &sphere, &points, &e), &e);
    assert_true(!sphere.cells && sphere.cell_count == 0);
    lw_arena_free(&arena);
}

/* ---- parts ------------------------------------------------------------------------------------- */

static void take_parts(const lw_shape_def *def, lw_pose at, lw_parts *parts)
{
    lw_arena arena = {0};
    lw_error e = {0};
    lw_shape_def own = *def;
    *parts = (lw_parts){0};
    succeed(lw_octree_take(&arena, &own, &e), &e);
    succeed(lw_octree_parts(&own, lw_pose_in(at), parts, &e), &e);
    lw_arena_free(&arena);
}

static size_t count_parts(const lw_shape_def *def)
{
    lw_parts parts;
    take_parts(def, lw_pose_identity(), &parts);
    const size_t count = parts.count;
    free(parts.items);
    return count;
}

/* Eight siblings are one box, also where each of them is of smaller ones; seven are not. */
static void siblings_are_merged(void **state)
{
    (void)state;
    int32_t rows[LW_CELL_COLUMNS * 64];
    for (int32_t i = 0; i < 64; i++) {
        const int32_t row[] = {4 + (i & 3), i >> 2 & 3, -4 + (i >> 4), 1, LW_CELL_OCCUPIED};
        memcpy(rows + LW_CELL_COLUMNS * (size_t)i, row, sizeof row);
    }
    lw_shape_def octree = octree_of(rows, 64, 0.25, LW_UNKNOWN_FREE);
    lw_parts parts;
    take_parts(&octree, lw_pose_from_rpy((lw_vec3){0, 0, 3}, 0, 0, 0), &parts);
    assert_int_equal(parts.count, 1);
    assert_int_equal(parts.items[0].shape.core, LW_CORE_BOX);
    assert_true(fabs(parts.items[0].shape.half.x - 0.5) < 1e-14 && parts.items[0].shape.half.x > 0.5);
    const vec3 middle = parts.items[0].at.position;
    assert_true(middle.x == 1.5 && middle.y == 0.5 && middle.z == 2.5);
    free(parts.items);
    octree.cell_count = 63;
    assert_int_equal(count_parts(&octree), 3 + 3);
    rows[LW_CELL_STATE] = LW_CELL_FREE;
    octree.cell_count = 64;
    assert_int_equal(count_parts(&octree), 3 + 3);
    rows[LW_CELL_STATE] = LW_CELL_UNKNOWN;
    assert_int_equal(count_parts(&octree), 3 + 3);
    /* all is an obstacle: the root cube, and the space around it */
    octree.unknown = LW_UNKNOWN_OBSTACLE;
    assert_int_equal(count_parts(&octree), 1 + 6);
    octree.cell_count = 0;
    assert_int_equal(count_parts(&octree), 1 + 6);
    /* a free cell has 7 siblings at each of 16 levels: a face of four, a pair and one */
    const int32_t free_cell[] = {0, 0, 0, 1, LW_CELL_FREE};
    octree = octree_of(free_cell, 1, 0.25, LW_UNKNOWN_OBSTACLE);
    assert_int_equal(count_parts(&octree), 3 * 16 + 6);
    const int32_t root[] = {-32768, -32768, -32768, 65536, LW_CELL_OCCUPIED};
    octree = octree_of(root, 1, 0.25, LW_UNKNOWN_FREE);
    assert_int_equal(count_parts(&octree), 1);
}

/* Four siblings that are a face of their parent's cell are one box, and two beside each other; two that
 * share an edge alone are not. */
static void faces_and_pairs_are_merged(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++)
        for (int32_t side = 0; side < 2; side++) {
            int32_t rows[LW_CELL_COLUMNS * 4] = {0};
            for (int32_t i = 0; i < 4; i++) {
                int32_t *row = rows + LW_CELL_COLUMNS * i;
                row[axis] = side;
                row[(axis + 1) % 3] = i == 1 || i == 2;
                row[(axis + 2) % 3] = i >= 2;
                row[LW_CELL_WIDTH] = 1;
                row[LW_CELL_STATE] = LW_CELL_OCCUPIED;
            }
            lw_shape_def octree = octree_of(rows, 4, 0.25, LW_UNKNOWN_FREE);
            assert_int_equal(count_parts(&octree), 1);
            octree.cell_count = 3;
            assert_int_equal(count_parts(&octree), 2);
            octree.cell_count = 2;
            assert_int_equal(count_parts(&octree), 1);
            memcpy(rows + LW_CELL_COLUMNS, rows + LW_CELL_COLUMNS * 2, sizeof rows / 4);
            assert_int_equal(count_parts(&octree), 2);
        }
}

/* How many boxes a point is in, by more than the margin. */
static size_t boxes_at(const lw_parts *parts, lw_vec3 point, double margin)
{
    size_t count = 0;
    for (size_t i = 0; i < parts->count; i++) {
        const vec3 off = sub(point, parts->items[i].at.position);
        const vec3 half = parts->items[i].shape.half;
        count += fabs(off.x) <= half.x - margin && fabs(off.y) <= half.y - margin &&
                 fabs(off.z) <= half.z - margin;
    }
    return count;
}

/* Each cell that is an obstacle is in one box, with its corners; no other cell is in any. */
static void boxes_fill_the_obstacle(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < test_rounds(300, 20000); round++) {
        tree t;
        lw_parts parts;
        const double unit = pow(10, lw_random_between(&random, -3, 0));
        random_tree(&random, round % 2 ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE, unit, &t);
        if (!any_occupied(&t) && t.def.unknown == LW_UNKNOWN_FREE)
            continue;
        t.def.rounding = 0.25;
        take_parts(&t.def, lw_pose_identity(), &parts);
        for (int i = 0; i < MOST; i++) {
            const int x = i / 64;
            const int y = i / 8 % 8;
            const int z = i % 8;
            const lw_vec3 low = {x - 4, y - 4, z - 4};
            const lw_vec3 middle = scale(unit, add(low, v3(0.5, 0.5, 0.5)));
            assert_int_equal(boxes_at(&parts, middle, 0.1 * unit), is_full(&t, x, y, z));
            for (int c = 0; c < 8 && is_full(&t, x, y, z); c++) {
                const lw_vec3 corner = {(low.x + (c & 1)) * unit, (low.y + (c >> 1 & 1)) * unit,
                                        (low.z + (c >> 2)) * unit};
                assert_true(boxes_at(&parts, corner, 0) > 0);
            }
        }
        for (size_t i = 0; i < parts.count; i++)
            assert_true(parts.items[i].shape.radius == 0.25);
        free(parts.items);
    }
}

/* The geometry is sound; that of many boxes is compact. */
static void geometries_are_sound(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    size_t compact = 0;
    for (int round = 0; round < test_rounds(300, 20000); round++) {
        tree t;
        lw_error e = {0};
        lw_arena arena = {0};
        lw_geometry *geometry = NULL;
        random_tree(&random, round % 2 ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE, 0.1, &t);
        if (!any_occupied(&t) && t.def.unknown == LW_UNKNOWN_FREE)
            continue;
        lw_shape_def own = t.def;
        succeed(lw_octree_take(&arena, &own, &e), &e);
        succeed(lw_octree_geometry(&arena, &own, &geometry, &e), &e);
        const char *fault = lw_geometry_fault(geometry);
        if (fault)
            fail_msg("%s", fault);
        assert_true((geometry->part_count > 12) == (geometry->voxels != NULL));
        compact += geometry->voxels != NULL;
        lw_arena_free(&arena);
    }
    assert_true(compact > 50);
}

/* Occupied cells along x as far as 39, on either side, and one free cell that ends at 6. */
static void free_cells_are_known(void **state)
{
    (void)state;
    for (int round = 0; round < 4; round++) {
        int32_t rows[LW_CELL_COLUMNS * 21];
        for (int32_t i = 0; i < 21; i++) {
            const int32_t x = i < 20 ? 2 * i : 5;
            memcpy(rows + (ptrdiff_t)LW_CELL_COLUMNS * i,
                   (int32_t[]){round % 2 ? x : -1 - x, 0, 0, 1, i < 20}, 5 * sizeof *rows);
        }
        lw_error e = {0};
        lw_arena arena = {0};
        lw_geometry *geometry = NULL;
        lw_shape_def own = octree_of(rows, 21, 0.1, round / 2 ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE);
        succeed(lw_octree_take(&arena, &own, &e), &e);
        succeed(lw_octree_geometry(&arena, &own, &geometry, &e), &e);
        assert_int_equal(geometry->voxels->known, round / 2 ? 6 : 39);
        lw_arena_free(&arena);
    }
}

/* More boxes than there may be are refused, also before all of them are made. */
static void too_many_boxes_are_refused(void **state)
{
    (void)state;
    int32_t rows[LW_CELL_COLUMNS * 5];
    for (int32_t i = 0; i < 5; i++)
        memcpy(rows + (ptrdiff_t)LW_CELL_COLUMNS * i, (int32_t[]){2 * i, 0, 0, 1, LW_CELL_OCCUPIED},
               LW_CELL_COLUMNS * sizeof *rows);
    const lw_shape_def octree = octree_of(rows, 5, 0.1, LW_UNKNOWN_FREE);
    for (size_t most = 0; most < 7; most++) {
        lw_voxel_boxes boxes = {0};
        lw_error e = {0};
        const lw_status status = lw_octree_boxes(&octree, most, &boxes, &e);
        char why[96];
        snprintf(why, sizeof why, "an octree has more than %zu boxes that are obstacles; map", most);
        if (most < 5)
            refused(status, LW_ERROR_ARGUMENT, &e, why);
        else
            succeed(status, &e);
        assert_int_equal(boxes.count, most < 5 ? most : 5);
        free(boxes.items);
    }
}

/* Where unknown space is an obstacle, so is each place far from the cells: within the root cube, on its
 * faces, and around it as far as 1,000 km. */
static void unknown_space_has_no_holes(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    const int32_t rows[] = {0, 0, 0, 2, LW_CELL_FREE, -32768, 32766, 0, 2, LW_CELL_FREE};
    for (int round = 0; round < test_rounds(20, 200); round++) {
        lw_parts parts;
        const double unit = pow(10, lw_random_between(&random, -6, 1.2));
        const lw_shape_def octree = octree_of(rows, 2, unit, LW_UNKNOWN_OBSTACLE);
        take_parts(&octree, lw_pose_identity(), &parts);
        for (int i = 0; i < 1000; i++) {
            double p[3];
            bool is_free = true;
            bool is_second = true;
            for (int k = 0; k < 3; k++) {
                const double size = pow(10, lw_random_between(&random, -1, log10(1e6 / unit)));
                p[k] = lw_random_below(&random, 2) ? size : -size;
                if (lw_random_below(&random, 8) == 0)
                    p[k] = lw_random_below(&random, 2) ? 32768 : -32768;
                is_free = is_free && p[k] > 0 && p[k] < 2;
            }
            is_second =
                p[0] > -32768 && p[0] < -32766 && p[1] > 32766 && p[1] < 32768 && p[2] > 0 && p[2] < 2;
            if (!is_free && !is_second)
                assert_true(boxes_at(&parts, scale(unit, v3(p[0], p[1], p[2])), 0) > 0);
        }
        assert_int_equal(boxes_at(&parts, v3(unit, unit, unit), 0), 0);
        assert_int_equal(boxes_at(&parts, scale(unit, v3(-32767, 32767, 1)), 0), 0);
        free(parts.items);
    }
}

/* ---- scenes with an octree and with boxes ------------------------------------------------------ */

static void add_brick(lw_scene *scene, const tree *t, lw_pose at, lw_vec3 middle, lw_vec3 size)
{
    char id[32];
    lw_error e = {0};
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = scale(t->def.length, size);
    box.rounding = t->def.rounding;
    at.position = lw_pose_point(at, scale(t->def.length, middle));
    snprintf(id, sizeof id, "b%zu", scene->model.objects.count);
    succeed(lw_scene_add_obstacle(scene, id, &box, at, &e), &e);
}

/* Adds a box for each cell of the grid that is an obstacle, and where unknown space is one the space
 * about the grid, up to 100 cells. */
static void add_bricks(lw_scene *scene, const tree *t, lw_pose at)
{
    enum { FAR = 100, NEAR = SIDE / 2 };
    for (int i = 0; i < MOST; i++)
        if (is_full(t, i / 64, i / 8 % 8, i % 8))
            add_brick(scene, t, at, middle_of(i), v3(1, 1, 1));
    for (int side = 0; side < 6 && t->def.unknown == LW_UNKNOWN_OBSTACLE; side++) {
        double middle[3] = {0, 0, 0};
        double size[3] = {2 * FAR, 2 * FAR, 2 * FAR};
        middle[side / 2] = (side % 2 ? 0.5 : -0.5) * (FAR + NEAR);
        size[side / 2] = FAR - NEAR;
        add_brick(scene, t, at, v3(middle[0], middle[1], middle[2]), v3(size[0], size[1], size[2]));
    }
}

/* Makes most cells free, so that a robot has a room, and lists all of them as single ones. */
static void clear_room(lw_random *random, tree *t)
{
    t->def.cell_count = 0;
    for (int i = 0; i < MOST; i++) {
        const int cell = t->grid[i / 64][i / 8 % 8][i % 8];
        add_cell(t, (int32_t[]){i / 64 - 4, i / 8 % 8 - 4, i % 8 - 4}, 1,
                 lw_random_below(random, 40) ? LW_CELL_FREE : cell);
    }
}

static void octrees_are_as_boxes(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    size_t counts[2][3] = {{0}, {0}};
    int rounds = test_rounds(300, 25000);
    for (int round = 0; round < rounds; round++) {
        tree t;
        twins both;
        lw_error e = {0};
        const bool obstacle = round % 3 == 0;
        random_tree(
            &random, obstacle ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE,
            obstacle ? lw_random_between(&random, 0.5, 1) : lw_random_between(&random, 0.1, 0.4), &t);
        if (!any_occupied(&t))
            continue;
        if (obstacle)
            clear_room(&random, &t);
        t.def.rounding = lw_random_below(&random, 2) ? 0 : 0.01;
        const lw_pose at = random_pose(&random, false, 0.3);
        open_twins(&random, &both);
        succeed(lw_scene_add_obstacle(both.scenes[0], "map", &t.def, at, &e), &e);
        if (round % 2) { /* a second shape, out of reach: the body has the frame of the world */
            const lw_shape_def ball = sphere_of(0.1);
            succeed(lw_scene_add_obstacle(both.scenes[0], "map", &ball,
                                          lw_pose_from_rpy((lw_vec3){0, 0, 50}, 0, 0, 0), &e),
                    &e);
        }
        add_bricks(both.scenes[1], &t, at);
        freeze_twins(&both);
        for (int i = 0; i < 4; i++)
            same_verdicts(&both, &random, counts[obstacle]);
        close_twins(&both);
    }
    many_verdicts(counts[0]);
    many_verdicts(counts[1]);
}

/* An octree of one cell, which is not in the middle of its frame, is a convex body: methods that ask
 * for two convex shapes see it where it is. */
static void one_cell_is_where_it_is(void **state)
{
    (void)state;
    static const int32_t cell[] = {2, 0, 0, 1, LW_CELL_OCCUPIED};
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_SLAB, LW_METHOD_BISECTION,
                                        LW_METHOD_EXPANDED};
    lw_shape_def map = lw_default_shape();
    map.kind = LW_SHAPE_OCTREE;
    map.length = 0.5;
    map.cells = cell;
    map.cell_count = 1;
    map.unknown = LW_UNKNOWN_FREE;
    for (int k = 0; k < 4; k++) {
        lw_error e = {0};
        lw_scene *scene = new_scene();
        lw_motion *motion = NULL;
        lw_checker *checker = NULL;
        const lw_shape_def ball = sphere_of(0.1);
        lw_joint_def slide = joint_of("slide", LW_JOINT_PRISMATIC, "ground", "ball");
        slide.axis = (lw_vec3){0, 1, 0};
        slide.origin.position = (lw_vec3){1.25, 0, 0.25};
        succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, "r", "ground", &e), &e);
        succeed(lw_scene_add_link(scene, "r", "ball", &e), &e);
        succeed(lw_scene_add_joint(scene, "r", &slide, &e), &e);
        succeed(lw_scene_add_shape(scene, "r", "ball", &ball, lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_obstacle(scene, "map", &map, lw_pose_identity(), &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        succeed(lw_motion_create(scene, &motion, &e), &e);
        succeed(lw_checker_create(scene, &checker, &e), &e);
        lw_check_options options = lw_default_check_options();
        options.method = methods[k];
        const double from = -1;
        const double to = 2;
        succeed(lw_motion_set_segment(motion, NULL, &from, &to, &e), &e);
        lw_verdict v = lw_default_verdict();
        succeed(lw_check(checker, motion, &options, &v, &e), &e);
        assert_int_equal(v.kind, LW_VERDICT_CONTACT);
        assert_true(fabs(v.time - 0.3) < 1e-3); /* the ball's centre is then at y = -0.1 */
        lw_checker_destroy(checker);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
    }
}

/* The distance from an octree is the least of the distances from its cells. */
static void distances_are_of_the_nearest_cells(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    for (int round = 0; round < test_rounds(400, 20000); round++) {
        tree t;
        kit k;
        lw_error e = {0};
        lw_distance d;
        double nearest[2] = {HUGE_VAL, HUGE_VAL};
        random_tree(&random, LW_UNKNOWN_FREE, lw_random_between(&random, 0.05, 0.5), &t);
        if (!any_occupied(&t))
            continue;
        open_kit(&random, false, &k);
        const lw_shape_def *other = &k.defs[lw_random_below(&random, 8)];
        const lw_pose at = random_pose(&random, false, 3);
        succeed(lw_shape_distance(&t.def, lw_pose_identity(), other, at, &d, &e), &e);
        lw_shape_def box = lw_default_shape();
        box.kind = LW_SHAPE_BOX;
        box.size = v3(t.def.length, t.def.length, t.def.length);
        for (int i = 0; i < MOST; i++) {
            lw_pose place = lw_pose_identity();
            lw_distance one;
            if (!is_full(&t, i / 64, i / 8 % 8, i % 8))
                continue;
            place.position = scale(t.def.length, middle_of(i));
            succeed(lw_shape_distance(&box, place, other, at, &one, &e), &e);
            nearest[0] = lesser(nearest[0], one.lower);
            nearest[1] = lesser(nearest[1], one.upper);
        }
        close_kit(&k);
        if (nearest[0] <= 0) { /* parts of one box are deeper than those of many */
            assert_true(d.lower <= nearest[1] + 1e-9);
            continue;
        }
        assert_true(d.lower <= nearest[1] + 1e-12 && d.upper >= nearest[0] - 1e-12);
        assert_true(d.upper - d.lower < 1e-9 + nearest[1] - nearest[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_octrees_are_refused),
        cmocka_unit_test(no_octree_in_the_plane),
        cmocka_unit_test(other_shapes_have_no_cells),
        cmocka_unit_test(siblings_are_merged),
        cmocka_unit_test(faces_and_pairs_are_merged),
        cmocka_unit_test(boxes_fill_the_obstacle),
        cmocka_unit_test(geometries_are_sound),
        cmocka_unit_test(free_cells_are_known),
        cmocka_unit_test(too_many_boxes_are_refused),
        cmocka_unit_test(unknown_space_has_no_holes),
        cmocka_unit_test(distances_are_of_the_nearest_cells),
        cmocka_unit_test(octrees_are_as_boxes),
        cmocka_unit_test(one_cell_is_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
