/* The fingerprint of a scene: a hash over everything that verdicts depend on. It is computed from the
 * frozen scene, so that scenes from different files or calls have the same fingerprint if they check
 * the same bodies and pairs. */
#include "base/hash.h"
#include "body/heights.h"
#include "body/image.h"
#include "body/points.h"
#include "math/pose.h"
#include "scene/ask/ask.h"
#include "shape/mesh.h"
#include "shape/polytope.h"

/* raised when other data are hashed */
enum { VERSION = 1 };

static void add_vector(uint64_t *hash, vec3 v)
{
    lw_hash_add_double(hash, v.x);
    lw_hash_add_double(hash, v.y);
    lw_hash_add_double(hash, v.z);
}

static void add_pose(uint64_t *hash, pose p)
{
    add_vector(hash, p.rotation.x);
    add_vector(hash, p.rotation.y);
    add_vector(hash, p.rotation.z);
    add_vector(hash, p.position);
}

/* ---- chains of joints -------------------------------------------------------------------------- */

static void add_elementary(uint64_t *hash, const lw_elementary_joint *joint)
{
    lw_hash_add(hash, joint->kind);
    lw_hash_add(hash, (uint64_t)joint->parent);
    lw_hash_add(hash, (uint64_t)joint->variable);
    lw_hash_add_double(hash, joint->multiplier);
    lw_hash_add_double(hash, joint->offset);
    add_pose(hash, joint->before);
}

static void add_joint(uint64_t *hash, const lw_frozen_joint *joint)
{
    lw_hash_add_text(hash, joint->name);
    lw_hash_add(hash, joint->kind);
    lw_hash_add(hash, joint->robot);
    lw_hash_add(hash, (uint64_t)joint->elementary);
    lw_hash_add(hash, (uint64_t)joint->mimic);
    lw_hash_add_double(hash, joint->lower);
    lw_hash_add_double(hash, joint->upper);
    add_pose(hash, joint->base);
}

static void add_chains(uint64_t *hash, const lw_chains *chains)
{
    lw_hash_add(hash, chains->robot_count);
    for (size_t i = 0; i < chains->robot_count; i++)
        lw_hash_add_text(hash, chains->names[i]);
    lw_hash_add(hash, chains->elementary_count);
    for (size_t i = 0; i < chains->elementary_count; i++)
        add_elementary(hash, &chains->elementary[i]);
    lw_hash_add(hash, chains->joint_count);
    for (size_t i = 0; i < chains->joint_count; i++)
        add_joint(hash, &chains->joints[i]);
}

/* The values of joints that no motion moves. */
static void add_rest(uint64_t *hash, const lw_frozen *frozen)
{
    lw_hash_add_doubles(hash, frozen->rest, frozen->chains->variable_count);
    for (size_t i = 0; i < frozen->chains->joint_count; i++)
        if (frozen->chains->joints[i].kind == LW_JOINT_FLOATING)
            add_pose(hash, lw_pose_in(frozen->rest_pose[i]));
}

/* ---- bodies ------------------------------------------------------------------------------------ */

static void add_part(uint64_t *hash, const lw_part *part)
{
    const lw_convex *shape = &part->shape;
    lw_hash_add(hash, shape->core);
    lw_hash_add_double(hash, shape->radius);
    add_vector(hash, shape->half);
    for (int i = 0; shape->core == LW_CORE_TRIANGLE && i < 3; i++)
        add_vector(hash, shape->triangle[i]);
    uint32_t vertices = shape->core == LW_CORE_POLYTOPE ? shape->polytope->vertex_count : 0;
    lw_hash_add(hash, vertices);
    for (uint32_t i = 0; i < vertices; i++)
        add_vector(hash, shape->polytope->vertices[i]);
    add_pose(hash, part->at);
}

/* A mesh whose inside counts. Its triangles are among those of the body. */
static void add_solid(uint64_t *hash, const lw_mesh *mesh)
{
    lw_hash_add(hash, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        add_vector(hash, mesh->vertices[i]);
}

static void add_image(uint64_t *hash, const lw_image *image)
{
    lw_hash_add(hash, image->rows);
    lw_hash_add(hash, image->columns);
    lw_hash_add(hash, image->unseen);
    lw_hash_add_doubles(hash, &image->camera.fx, sizeof image->camera / sizeof(double));
    lw_hash_add_double(hash, image->radius);
    for (size_t i = 0; i < (size_t)image->rows * image->columns; i++)
        lw_hash_add_double(hash, (double)image->depths[i]);
}

static void add_heights(uint64_t *hash, const lw_heights *heights)
{
    lw_hash_add(hash, heights->rows);
    lw_hash_add(hash, heights->columns);
    lw_hash_add_doubles(hash, heights->spacing, 2);
    lw_hash_add_double(hash, heights->floor);
    lw_hash_add_double(hash, heights->radius);
    for (uint32_t i = 0; i < heights->rows; i++)
        for (uint32_t k = 0; k < heights->columns; k++)
            lw_hash_add_double(hash, lw_height(heights, i, k));
}

static void add_geometry(uint64_t *hash, const lw_geometry *geometry)
{
    lw_hash_add(hash, geometry->triangle_count);
    for (uint32_t i = 0; i < geometry->triangle_count; i++) {
        for (int k = 0; k < 3; k++)
            add_vector(hash, geometry->triangles[i][k]);
        lw_hash_add_double(hash, lw_triangle_radius(geometry, i));
    }
    lw_hash_add(hash, geometry->part_count);
    lw_part room;
    for (uint32_t i = 0; i < geometry->part_count; i++)
        add_part(hash, lw_part_at(geometry, i, &room));
    lw_hash_add(hash, geometry->point_count);
    if (geometry->points)
        lw_hash_add_double(hash, geometry->points->radius);
    for (uint32_t i = 0; geometry->points && i < geometry->point_count; i++)
        add_vector(hash, lw_point(geometry->points, i));
    if (geometry->heights)
        add_heights(hash, geometry->heights);
    if (geometry->image)
        add_image(hash, geometry->image);
    lw_hash_add(hash, geometry->solid_count);
    for (uint32_t i = 0; i < geometry->solid_count; i++)
        add_solid(hash, geometry->solids[i]);
}

static void add_body(uint64_t *hash, const lw_body *body)
{
    lw_hash_add_text(hash, body->name);
    lw_hash_add(hash, (uint64_t)body->robot);
    lw_hash_add(hash, (uint64_t)body->elementary);
    lw_hash_add_double(hash, body->padding);
    if (lw_doubt_is_any(&body->doubt)) {
        lw_hash_add_double(hash, body->doubt.angle);
        lw_hash_add_double(hash, body->doubt.speed);
        lw_hash_add_double(hash, body->doubt.since);
    }
    add_pose(hash, body->local);
    add_geometry(hash, body->geometry);
}

/* Which pairs are checked, and their margins. */
static void add_pairs(uint64_t *hash, const lw_frozen *frozen)
{
    for (uint32_t a = 0; a < frozen->moving_count; a++)
        for (uint32_t b = a + 1; b < frozen->body_count; b++)
            lw_hash_add(hash, lw_frozen_reason(frozen, a, b) == LW_PAIR_CHECKED);
    const lw_pairs *pairs = &frozen->pairs;
    lw_hash_add_doubles(hash, pairs->margin, 2);
    lw_hash_add(hash, pairs->own_count);
    for (size_t i = 0; i < pairs->own_count; i++) {
        lw_hash_add(hash, pairs->own[i].id);
        lw_hash_add_double(hash, pairs->own[i].margin);
    }
}

lw_status lw_scene_fingerprint(const lw_scene *scene, uint64_t *out, lw_error *error)
{
    lw_status status = lw_ask_frozen(scene, out, error);
    if (status)
        return status;
    const lw_frozen *frozen = scene->frozen;
    uint64_t hash = VERSION;
    lw_hash_add(&hash, scene->model.planar);
    add_chains(&hash, frozen->chains);
    add_rest(&hash, frozen);
    lw_hash_add(&hash, frozen->moving_count);
    lw_hash_add(&hash, frozen->body_count);
    for (size_t i = 0; i < frozen->body_count; i++)
        add_body(&hash, lw_frozen_body(frozen, i));
    add_pairs(&hash, frozen);
    *out = hash;
    return LW_OK;
}
