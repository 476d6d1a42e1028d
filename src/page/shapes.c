/* The shapes of a page: each distinct shape once (deduplicated by a hash table), meshes with equal
 * vertices welded. */
#include <stdlib.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/kinds.h"
#include "page/page.h"
#include "scene/octree.h"
#include "scene/scaling.h"
#include "scene/shape_body.h"
#include "shape/polytope.h"

/* The distinct shapes so far, and a hash table of them (open addressing). */
typedef struct distinct_shape {
    uint64_t hash;
    lw_shape_def def; /* its arrays belong to the scene */
} distinct_shape;

typedef struct shape_table {
    LW_LIST(distinct_shape) shapes;
    uint32_t *places; /* 0: empty; else the shape's index + 1 */
    size_t size;      /* a power of 2, at least twice as many as there are shapes */
} shape_table;

static uint64_t hash_of(const lw_shape_def *def)
{
    uint64_t hash = def->kind;
    lw_hash_add_doubles(&hash, &def->size.x, 3);
    lw_hash_add_double(&hash, def->radius);
    lw_hash_add_double(&hash, def->length);
    lw_hash_add_double(&hash, def->rounding);
    lw_hash_add(&hash, def->vertex_count);
    lw_hash_add(&hash, def->triangle_count);
    lw_hash_add_doubles(&hash, def->vertices, 3 * def->vertex_count);
    for (size_t i = 0; i < 3 * def->triangle_count; i++)
        lw_hash_add(&hash, def->triangles[i]);
    for (size_t i = 0; i < LW_CELL_COLUMNS * def->cell_count; i++)
        lw_hash_add(&hash, (uint32_t)def->cells[i]);
    lw_hash_add(&hash, def->columns);
    lw_hash_add_doubles(&hash, &def->spacing_x, 3);
    if (def->heights)
        lw_hash_add_doubles(&hash, def->heights, def->rows * def->columns);
    lw_hash_add_doubles(&hash, &def->camera.fx, sizeof def->camera / sizeof(double));
    for (size_t i = 0; def->depths && i < def->rows * def->columns; i++)
        lw_hash_add_double(&hash, (double)def->depths[i]);
    return hash;
}

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return a == b || !size || !memcmp(a, b, size);
}

static bool same_camera(const lw_camera *a, const lw_camera *b)
{
    return a->fx == b->fx && a->fy == b->fy && a->cx == b->cx && a->cy == b->cy &&
           a->near_z == b->near_z && a->far_z == b->far_z && a->error == b->error &&
           a->relative_error == b->relative_error;
}

static bool is_same(const lw_shape_def *a, const lw_shape_def *b)
{
    return a->kind == b->kind && a->size.x == b->size.x && a->size.y == b->size.y &&
           a->size.z == b->size.z && a->radius == b->radius && a->length == b->length &&
           a->rounding == b->rounding && a->vertex_count == b->vertex_count &&
           a->triangle_count == b->triangle_count && a->cell_count == b->cell_count &&
           a->rows == b->rows && a->columns == b->columns && a->spacing_x == b->spacing_x &&
           a->spacing_y == b->spacing_y && a->floor == b->floor &&
           (a->kind != LW_SHAPE_HEIGHTS ||
            same_bytes(a->heights, b->heights, a->rows * a->columns * sizeof *a->heights)) &&
           (a->kind != LW_SHAPE_DEPTH_IMAGE ||
            (a->unknown == b->unknown && same_camera(&a->camera, &b->camera) &&
             same_bytes(a->depths, b->depths, a->rows * a->columns * sizeof *a->depths))) &&
           same_bytes(a->vertices, b->vertices, 3 * a->vertex_count * sizeof *a->vertices) &&
           same_bytes(a->triangles, b->triangles, 3 * a->triangle_count * sizeof *a->triangles) &&
           same_bytes(a->cells, b->cells, LW_CELL_COLUMNS * a->cell_count * sizeof *a->cells);
}

/* Finds the index of a shape among the distinct ones; a new one is appended. False when memory ran
 * out. */
static bool find_shape(shape_table *table, const lw_shape_def *def, uint32_t *index)
{
    const uint64_t hash = hash_of(def);
    size_t at = hash & (table->size - 1);
    for (; table->places[at]; at = (at + 1) & (table->size - 1)) {
        const distinct_shape *other = &table->shapes.items[table->places[at] - 1];
        if (other->hash == hash && is_same(&other->def, def)) {
            *index = table->places[at] - 1;
            return true;
        }
    }
    if (!LW_ARRAY_GROW(&table->shapes))
        return false;
    *index = (uint32_t)table->shapes.count;
    table->shapes.items[table->shapes.count++] = (distinct_shape){hash, *def};
    table->places[at] = *index + 1;
    return true;
}

/* ---- triangles --------------------------------------------------------------------------------- */

/* Triangles over vertices that are all at different places. */
typedef struct welded {
    double *vertices; /* rows of 3 */
    uint32_t *triangles;
    size_t vertex_count, triangle_count;
    uint32_t *index; /* per vertex given: its new index */
} welded;

static void free_welded(welded *w)
{
    free(w->vertices);
    free(w->triangles);
    free(w->index);
}

/* Whether two vertices are at the same place in single precision, which the page uses. */
static bool at_one_place(const double *a, const double *b)
{
    return (float)a[0] == (float)b[0] && (float)a[1] == (float)b[1] && (float)a[2] == (float)b[2];
}

static uint64_t hash_of_place(const double *at)
{
    uint64_t hash = 0;
    for (int i = 0; i < 3; i++)
        lw_hash_add_double(&hash, (double)(float)at[i]);
    return hash;
}

/* Gives vertices at the same place one index. */
static bool weld_vertices(const double *vertices, size_t count, welded *w)
{
    size_t size = 16;
    while (size < 2 * count)
        size *= 2;
    uint32_t *places = calloc(size, sizeof *places);
    w->vertices = calloc(3 * count + 1, sizeof *w->vertices);
    w->index = calloc(count + 1, sizeof *w->index);
    bool good = places && w->vertices && w->index;
    for (size_t i = 0; good && i < count; i++) {
        const double *at = vertices + 3 * i;
        size_t place = hash_of_place(at) & (size - 1);
        while (places[place] && !at_one_place(w->vertices + 3 * (size_t)(places[place] - 1), at))
            place = (place + 1) & (size - 1);
        if (!places[place]) {
            memcpy(w->vertices + 3 * w->vertex_count, at, 3 * sizeof *at);
            places[place] = (uint32_t)++w->vertex_count;
        }
        w->index[i] = places[place] - 1;
    }
    free(places);
    return good;
}

static bool weld(const double *vertices, size_t vertex_count, const uint32_t *triangles,
                 size_t triangle_count, welded *w)
{
    *w = (welded){.triangles = calloc(3 * triangle_count + 1, sizeof *w->triangles)};
    if (!w->triangles || !weld_vertices(vertices, vertex_count, w))
        return false;
    for (size_t i = 0; triangles && i < triangle_count; i++) {
        uint32_t *corner = w->triangles + 3 * w->triangle_count;
        for (int k = 0; k < 3; k++)
            corner[k] = w->index[triangles[3 * i + (size_t)k]];
        w->triangle_count += corner[0] != corner[1] && corner[1] != corner[2] && corner[2] != corner[0];
    }
    return true;
}

static lw_status put_triangles(lw_page *page, const lw_shape_def *def, const uint32_t *triangles,
                               size_t count, lw_error *error)
{
    welded w;
    bool good = weld(def->vertices, def->vertex_count, triangles, count, &w);
    if (good) {
        lw_buffer_text(&page->index, ",\"vertices\":");
        lw_buffer_doubles(&page->index, &page->bytes, w.vertices, 3 * w.vertex_count, LW_NUMBER_F32);
        lw_buffer_text(&page->index, ",\"triangles\":");
        lw_buffer_wholes(&page->index, &page->bytes, w.triangles, 3 * w.triangle_count, true);
    }
    free_welded(&w);
    return good ? LW_OK : lw_fail_memory(error);
}

static lw_status put_hull(lw_page *page, const lw_shape_def *def, lw_error *error)
{
    lw_found_hull hull;
    lw_status status = lw_hull_find(def->vertices, def->vertex_count, &hull, error);
    if (!status)
        status = put_triangles(page, def, hull.facets ? hull.facets[0] : NULL, hull.facet_count, error);
    lw_found_hull_free(&hull);
    return status;
}

static lw_status put_outline(lw_page *page, const lw_shape_def *def, lw_error *error)
{
    double *flat = calloc(2 * def->vertex_count + 1, sizeof *flat);
    if (!flat)
        return lw_fail_memory(error);
    for (size_t i = 0; i < def->vertex_count; i++)
        memcpy(flat + 2 * i, def->vertices + 3 * i, 2 * sizeof *flat);
    lw_buffer_text(&page->index, ",\"vertices\":");
    lw_buffer_doubles(&page->index, &page->bytes, flat, 2 * def->vertex_count, LW_NUMBER_F32);
    free(flat);
    return LW_OK;
}

/* ---- shapes ------------------------------------------------------------------------------------ */

static void put_member(lw_page *page, const char *key, double value)
{
    lw_buffer_text(&page->index, key);
    lw_buffer_rounded(&page->index, value);
}

/* The occupied cells: x, y, z and width of each. */
static lw_status put_octree(lw_page *page, const lw_shape_def *def, lw_error *error)
{
    double *rows = calloc(4 * def->cell_count + 1, sizeof *rows);
    size_t count = 0;
    if (!rows)
        return lw_fail_memory(error);
    for (size_t i = 0; i < def->cell_count; i++) {
        const int32_t *cell = def->cells + LW_CELL_COLUMNS * i;
        for (int k = 0; cell[LW_CELL_STATE] == LW_CELL_OCCUPIED && k < 4; k++)
            rows[count++] = cell[k];
    }
    put_member(page, ",\"resolution\":", def->length);
    lw_buffer_text(&page->index, ",\"cells\":");
    lw_buffer_doubles(&page->index, &page->bytes, rows, count, LW_NUMBER_F32);
    free(rows);
    return LW_OK;
}

/* Draws a height field, or a depth image, as a mesh. */
static lw_status put_grid(lw_page *page, const lw_shape_def *def, lw_error *error)
{
    lw_shape_def mesh;
    lw_status status = def->kind == LW_SHAPE_HEIGHTS ? lw_height_field_mesh(def, &mesh, error)
                                                     : lw_image_mesh(def, &mesh, error);
    if (status)
        return status;
    status = put_triangles(page, &mesh, mesh.triangles, mesh.triangle_count, error);
    free((void *)mesh.vertices);
    free((void *)mesh.triangles);
    return status;
}

static lw_status put_shape(lw_page *page, const lw_shape_def *def, lw_error *error)
{
    static const char *const names[] = {
        [LW_SHAPE_SPHERE] = "sphere",   [LW_SHAPE_CAPSULE] = "capsule",
        [LW_SHAPE_BOX] = "box",         [LW_SHAPE_CYLINDER] = "cylinder",
        [LW_SHAPE_CONE] = "cone",       [LW_SHAPE_POLYTOPE] = "polytope",
        [LW_SHAPE_MESH] = "mesh",       [LW_SHAPE_DISC] = "disc",
        [LW_SHAPE_POLYGON] = "polygon", [LW_SHAPE_ELLIPSOID] = "ellipsoid",
        [LW_SHAPE_CLOUD] = "cloud",     [LW_SHAPE_OCTREE] = "octree",
        [LW_SHAPE_HEIGHTS] = "mesh",    [LW_SHAPE_DEPTH_IMAGE] = "mesh"};
    LW_ROW_FOR_EACH(LW_SHAPE, names, LW_SHAPE_DEPTH_IMAGE);
    lw_status status = LW_OK;
    lw_buffer_text(&page->index, "{\"kind\":");
    lw_buffer_string(&page->index, names[def->kind]);
    switch (def->kind) {
    case LW_SHAPE_CAPSULE:
    case LW_SHAPE_CYLINDER:
    case LW_SHAPE_CONE:
        put_member(page, ",\"length\":", def->length);
        put_member(page, ",\"radius\":", def->radius);
        break;
    case LW_SHAPE_SPHERE:
    case LW_SHAPE_DISC:
        put_member(page, ",\"radius\":", def->radius);
        break;
    case LW_SHAPE_BOX:
    case LW_SHAPE_ELLIPSOID:
        lw_buffer_text(&page->index, ",\"size\":");
        lw_buffer_vector(&page->index, def->size);
        break;
    case LW_SHAPE_MESH:
        status = put_triangles(page, def, def->triangles, def->triangle_count, error);
        break;
    case LW_SHAPE_POLYTOPE:
        status = put_hull(page, def, error);
        break;
    case LW_SHAPE_POLYGON:
        status = put_outline(page, def, error);
        break;
    case LW_SHAPE_CLOUD:
        put_member(page, ",\"radius\":", def->radius);
        lw_buffer_text(&page->index, ",\"points\":");
        lw_buffer_doubles(&page->index, &page->bytes, def->vertices, 3 * def->vertex_count,
                          LW_NUMBER_F32);
        break;
    case LW_SHAPE_OCTREE:
        status = put_octree(page, def, error);
        break;
    case LW_SHAPE_HEIGHTS:
    case LW_SHAPE_DEPTH_IMAGE:
        status = put_grid(page, def, error);
        break;
    }
    if (def->rounding > 0)
        put_member(page, ",\"rounding\":", def->rounding);
    lw_buffer_text(&page->index, "}");
    return status;
}

/* How many shapes all bodies have together. */
static lw_status count_parts(const lw_scene *scene, size_t *count, lw_error *error)
{
    lw_status status = LW_OK;
    *count = 0;
    for (size_t i = 0; i < lw_scene_body_count(scene) && !status; i++) {
        lw_body_info body = lw_default_body_info();
        status = lw_scene_body_info(scene, i, &body, error);
        *count += body.shape_count;
    }
    return status;
}

/* Clears the members that a shape of its kind does not use, so that they do not make shapes
 * distinct. */
static void forget_unused(lw_shape_def *def)
{
    if (!lw_shape_has_vertices(def->kind))
        def->vertex_count = 0;
    if (def->kind != LW_SHAPE_MESH)
        def->triangle_count = 0;
    bool has_size = def->kind == LW_SHAPE_BOX || def->kind == LW_SHAPE_ELLIPSOID;
    if (!has_size)
        def->size = v3(0, 0, 0);
    const bool is_grid = def->kind == LW_SHAPE_HEIGHTS || def->kind == LW_SHAPE_DEPTH_IMAGE;
    if (has_size || def->kind == LW_SHAPE_OCTREE || is_grid ||
        (lw_shape_has_vertices(def->kind) && def->kind != LW_SHAPE_CLOUD))
        def->radius = 0;
    if (def->kind != LW_SHAPE_OCTREE)
        def->cell_count = 0;
    if (!is_grid)
        def->rows = def->columns = 0;
    if (def->kind != LW_SHAPE_HEIGHTS)
        def->spacing_x = def->spacing_y = def->floor = 0;
    if (def->kind != LW_SHAPE_DEPTH_IMAGE)
        def->camera = (lw_camera){0};
    if (def->kind != LW_SHAPE_CAPSULE && def->kind != LW_SHAPE_CYLINDER && def->kind != LW_SHAPE_CONE &&
        def->kind != LW_SHAPE_OCTREE)
        def->length = 0;
}

/* Finds the distinct shapes, and the index of a shape for each part of each body. */
static lw_status collect(const lw_scene *scene, shape_table *table, uint32_t *part_shapes,
                         lw_error *error)
{
    lw_status status = LW_OK;
    size_t part = 0;
    for (size_t i = 0; i < lw_scene_body_count(scene) && !status; i++) {
        lw_body_info body = lw_default_body_info();
        status = lw_scene_body_info(scene, i, &body, error);
        for (size_t k = 0; k < body.shape_count && !status; k++) {
            lw_body_shape shape = lw_default_body_shape();
            lw_shape_def def = lw_default_shape();
            status = lw_scene_body_shape(scene, i, k, &shape, &def, error);
            forget_unused(&def);
            if (!status && !find_shape(table, &def, &part_shapes[part++]))
                status = lw_fail_memory(error);
        }
    }
    return status;
}

lw_status lw_page_put_shapes(lw_page *page, uint32_t **part_shapes, lw_error *error)
{
    shape_table table = {.size = 16};
    size_t parts;
    *part_shapes = NULL;
    lw_status status = count_parts(page->scene, &parts, error);
    if (status)
        return status;
    while (table.size < 2 * parts)
        table.size *= 2;
    table.places = calloc(table.size, sizeof *table.places);
    *part_shapes = calloc(parts + 1, sizeof **part_shapes);
    if (!table.places || !*part_shapes)
        status = lw_fail_memory(error);
    if (!status)
        status = collect(page->scene, &table, *part_shapes, error);
    lw_buffer_text(&page->index, "\"shapes\":[");
    for (size_t i = 0; i < table.shapes.count && !status; i++) {
        lw_buffer_text(&page->index, i ? ",\n" : "\n");
        status = put_shape(page, &table.shapes.items[i].def, error);
    }
    lw_buffer_text(&page->index, "],\n");
    free(table.places);
    free(table.shapes.items);
    return status;
}
