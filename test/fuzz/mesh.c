/* Fuzzes readers of meshes, of point clouds and of octrees in all formats. */
#include <math.h>

#include "base/arena.h"
#include "fuzz.h"
#include "io/mesh/mesh_file.h"

static void read_mesh(const uint8_t *bytes, size_t size, const char *ending)
{
    const lw_vec3 unit = {1, 1, 1};
    lw_arena arena = {0};
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    const char *path = fuzz_file(bytes, size, ending);
    if (fuzz_answer(lw_mesh_file_read(NULL, &arena, path, unit, &shape, &error), &error)) {
        fuzz_require(shape.kind == LW_SHAPE_MESH && shape.triangle_count > 0);
        for (size_t i = 0; i < 3 * shape.triangle_count; i++)
            fuzz_require(shape.triangles[i] < shape.vertex_count);
        for (size_t i = 0; i < 3 * shape.vertex_count; i++)
            fuzz_require(isfinite(shape.vertices[i]));
        lw_scene *scene = NULL;
        fuzz_require(lw_scene_create(&scene, NULL) == LW_OK);
        if (fuzz_answer(lw_scene_add_obstacle(scene, "mesh", &shape, lw_pose_identity(), &error),
                        &error))
            fuzz_freeze(scene);
        lw_scene_destroy(scene);
    }
    lw_arena_free(&arena);
}

static void read_cloud(const uint8_t *bytes, size_t size, const char *ending)
{
    lw_error error = {0};
    lw_shape_def cloud = lw_default_shape();
    if (fuzz_answer(lw_cloud_read(fuzz_file(bytes, size, ending), &cloud, &error), &error)) {
        fuzz_require(cloud.kind == LW_SHAPE_CLOUD && cloud.vertex_count > 0);
        fuzz_require(cloud.vertex_count <= 100 * size); /* no file stands for more */
        lw_scene *scene = NULL;
        fuzz_require(lw_scene_create(&scene, NULL) == LW_OK);
        if (cloud.vertex_count < 10000 &&
            fuzz_answer(lw_scene_add_obstacle(scene, "scan", &cloud, lw_pose_identity(), &error),
                        &error))
            fuzz_freeze(scene);
        lw_scene_destroy(scene);
    }
    lw_cloud_free(&cloud);
}

void fuzz_stl(const uint8_t *bytes, size_t size)
{
    read_mesh(bytes, size, "stl");
}

void fuzz_obj(const uint8_t *bytes, size_t size)
{
    read_mesh(bytes, size, "obj");
}

void fuzz_ply(const uint8_t *bytes, size_t size)
{
    read_mesh(bytes, size, "ply");
    read_cloud(bytes, size, "ply");
}

void fuzz_pcd(const uint8_t *bytes, size_t size)
{
    read_cloud(bytes, size, "pcd");
}

void fuzz_npy(const uint8_t *bytes, size_t size)
{
    read_cloud(bytes, size, "npy");
}

/* A message is a cloud, and by its bytes perhaps an octree. */
void fuzz_cloud_message(const uint8_t *bytes, size_t size)
{
    lw_error error = {0};
    lw_shape_def octree = lw_default_shape();
    read_cloud(bytes, size, "yaml");
    fuzz_answer(lw_octree_read(fuzz_file(bytes, size, "yaml"), 0.5, &octree, &error), &error);
    lw_octree_free(&octree);
}

void fuzz_octree(const uint8_t *bytes, size_t size)
{
    lw_error error = {0};
    lw_shape_def octree = lw_default_shape();
    if (fuzz_answer(lw_octree_read(fuzz_file(bytes, size, "bt"), 0.5, &octree, &error), &error)) {
        fuzz_require(octree.kind == LW_SHAPE_OCTREE && octree.length > 0);
        fuzz_require(octree.cell_count <= 4 * size); /* no file stands for more */
        octree.unknown = size % 2 ? LW_UNKNOWN_FREE : LW_UNKNOWN_OBSTACLE;
        lw_scene *scene = NULL;
        fuzz_require(lw_scene_create(&scene, NULL) == LW_OK);
        if (octree.cell_count < 1000 &&
            fuzz_answer(lw_scene_add_obstacle(scene, "map", &octree, lw_pose_identity(), &error),
                        &error))
            fuzz_freeze(scene);
        lw_scene_destroy(scene);
    }
    lw_octree_free(&octree);
}

void fuzz_dae(const uint8_t *bytes, size_t size)
{
    read_mesh(bytes, size, "dae");
}

void fuzz_gltf(const uint8_t *bytes, size_t size)
{
    read_mesh(bytes, size, "gltf");
}

void fuzz_glb(const uint8_t *bytes, size_t size)
{
    read_mesh(bytes, size, "glb");
}
