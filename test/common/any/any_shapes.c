/* The shapes of random worlds. */
#include "any_parts.h"

static any_kit kits[ANY_KITS];

/* ---- shapes ------------------------------------------------------------------------------------ */

static void fill_flat(lw_random *random, double *v, lw_shape_def *def)
{
    static const size_t counts[] = {0, 0, 1, 2, 3, 4, 5, 7, 9};
    def->vertex_count = counts[lw_random_below(random, sizeof counts / sizeof *counts)];
    def->kind = def->vertex_count ? LW_SHAPE_POLYGON : LW_SHAPE_DISC;
    def->radius = between(random, 0.05, 0.4);
    def->rounding = one_in(random, 3) || def->vertex_count == 1 ? between(random, 0.01, 0.1) : 0;
    bool dented = one_in(random, 2);
    double thin = one_in(random, 4) ? power(random, -4, -1) : 1;
    for (size_t i = 0; i < def->vertex_count; i++) {
        double angle = 6.283185307179586 * (double)i / (double)def->vertex_count;
        double far = dented ? between(random, 0.1, 0.5) : 0.4;
        v[3 * i] = far * cos(angle);
        v[3 * i + 1] = thin * far * sin(angle);
        v[3 * i + 2] = 0;
    }
}

static void fill_space(lw_random *random, any_kit *kit, size_t i, lw_shape_def *def)
{
    static const lw_shape_kind kinds[] = {
        LW_SHAPE_SPHERE,    LW_SHAPE_CAPSULE,  LW_SHAPE_BOX,    LW_SHAPE_CYLINDER, LW_SHAPE_CONE,
        LW_SHAPE_ELLIPSOID, LW_SHAPE_POLYTOPE, LW_SHAPE_OCTREE, LW_SHAPE_BOX,      LW_SHAPE_CLOUD};
    enum { PLAIN = 20 };
    if (i >= PLAIN) {
        *def = odd_shape(random, between(random, 0.1, 0.5), kit->vertices[i], kit->triangles[i]);
        return;
    }
    def->kind = kinds[i % (sizeof kinds / sizeof *kinds)];
    double thin = one_in(random, 4) ? power(random, -5, -1) : 1;
    def->radius = between(random, 0.02, 0.3) * (def->kind == LW_SHAPE_SPHERE ? 1 : thin);
    def->length = between(random, 0.02, 0.6);
    def->size = (lw_vec3){between(random, 0.02, 0.6), between(random, 0.02, 0.6) * thin,
                          between(random, 0.02, 0.6) * (one_in(random, 2) ? thin : 1)};
    def->rounding = one_in(random, 4) ? between(random, 0.001, 0.1) : 0;
    def->vertex_count = 1 + lw_random_below(random, 20);
    for (size_t k = 0; k < 3 * def->vertex_count; k++)
        kit->vertices[i][k] = between(random, -0.3, 0.3) * (k % 3 ? 1 : thin);
    def->vertices = kit->vertices[i];
    if (def->kind == LW_SHAPE_OCTREE) {
        static const int32_t cells[] = {0, 0, 0, 2, 1, -1, -1, -1, 1, 1, -2, 0, 0, 1, 1,
                                        2, 0, 0, 1, 0, -4, -4, 0,  4, 0, 0,  0, 2, 1, 1};
        /* cells apart from each other: so many boxes are kept as voxels */
        static const int32_t apart[] = {
            -10, -2, 4,  1, 1, -9, 4,  -2, 1, 1, -8, 0,  4,  1, 1, -7, 2,  4,  1, 1, -6, -4, 4, 1, 1,
            -5,  -4, 2,  1, 1, -4, 0,  4,  1, 1, -3, -2, -2, 1, 1, -2, 2,  4,  1, 1, -1, 4,  2, 1, 1,
            0,   2,  -2, 1, 1, 1,  -2, -2, 1, 1, 2,  4,  2,  1, 1, 3,  -4, -4, 1, 1, 4,  -2, 4, 1, 1,
            5,   -4, 0,  1, 1, 6,  -4, 0,  1, 1, 7,  2,  4,  1, 1, 8,  2,  2,  1, 1, 9,  2,  4, 1, 1};
        const bool many = i >= PLAIN / 2;
        def->length *= many ? 0.1 : 0.25;
        def->cells = many ? apart : cells;
        def->cell_count = many ? 20 : 6;
        def->unknown = LW_UNKNOWN_FREE;
    }
}

/* Multiplies the sizes of a shape. */
static void stretch(lw_shape_def *def, double *vertices, double by)
{
    def->radius *= by;
    def->length *= by;
    def->rounding *= by;
    def->size = (lw_vec3){by * def->size.x, by * def->size.y, by * def->size.z};
    for (size_t k = 0; k < 3 * def->vertex_count; k++)
        vertices[k] *= by;
}

double any_kit_size(size_t index)
{
    static const double sizes[ANY_KITS] = {1, 1, 1, 1, 1, 1, 1, 1, 0.01, 100, 1, 1e-3};
    return sizes[index];
}

any_kit *any_kit_take(size_t index)
{
    any_kit *kit = &kits[index];
    lw_random random = {977 + index};
    lw_error e = {0};
    for (size_t i = 0; i < ANY_SHAPES && !kit->made; i++) {
        lw_shape_def *def = &kit->defs[i];
        *def = lw_default_shape();
        if (index < ANY_FLAT_KITS) {
            def->vertices = kit->vertices[i];
            fill_flat(&random, kit->vertices[i], def);
        } else {
            fill_space(&random, kit, i, def);
        }
        stretch(def, kit->vertices[i], any_kit_size(index));
        if (def->kind == LW_SHAPE_MESH && one_in(&random, 4))
            def->mesh_mode = LW_MESH_SURFACE;
        succeeds(lw_shape_create(def, &kit->shapes[i], &e), &e);
    }
    kit->made = true;
    return kit;
}

void any_world_end(void)
{
    for (size_t i = 0; i < ANY_KITS; i++)
        for (size_t k = 0; k < ANY_SHAPES && kits[i].made; k++)
            lw_shape_destroy(kits[i].shapes[k]);
    memset(kits, 0, sizeof kits);
}
