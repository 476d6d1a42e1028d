/* The fingerprint of a link's geometry, for covers that are kept in files. It is computed from the
 * shapes as they are given, so that it does not depend on how hulls and trees are built from them. */
#include "base/hash.h"
#include "scene/covers.h"
#include "scene/scaling.h"

/* raised when other data are hashed */
enum { VERSION = 1 };

static void add_vector(uint64_t *hash, lw_vec3 v)
{
    lw_hash_add_doubles(hash, (double[]){v.x, v.y, v.z}, 3);
}

static void add_shape(uint64_t *hash, const lw_model_shape *shape)
{
    const lw_shape_def *def = &shape->def;
    const lw_quat q = shape->pose.orientation;
    lw_hash_add(hash, def->kind);
    add_vector(hash, def->size);
    lw_hash_add_doubles(hash, (double[]){def->radius, def->length, def->rounding}, 3);
    size_t vertices = lw_shape_has_vertices(def->kind) ? def->vertex_count : 0;
    size_t triangles = def->kind == LW_SHAPE_MESH ? def->triangle_count : 0;
    lw_hash_add(hash, vertices);
    lw_hash_add_doubles(hash, def->vertices, 3 * vertices);
    lw_hash_add(hash, triangles);
    for (size_t i = 0; i < 3 * triangles; i++)
        lw_hash_add(hash, def->triangles[i]);
    add_vector(hash, shape->pose.position);
    lw_hash_add_doubles(hash, (double[]){q.x, q.y, q.z, q.w}, 4);
}

uint64_t lw_link_fingerprint(const lw_model *model, const lw_frozen *frozen, size_t link)
{
    uint64_t hash = VERSION;
    lw_hash_add_double(&hash, frozen->link_scales[link]);
    for (size_t i = frozen->link_shapes[link]; i != LW_NO_SHAPE; i = frozen->next_shape[i])
        add_shape(&hash, &model->shapes.items[i]);
    return hash;
}
