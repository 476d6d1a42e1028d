/* Writers of a mesh in each format that the library reads. Coordinates that are floats are read back
 * unchanged: text has 17 digits, binary formats have floats. */
#ifndef LW_TEST_MESH_WRITERS_H
#define LW_TEST_MESH_WRITERS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "files.h"

typedef struct mesh_to_write {
    const double *vertices; /* rows x y z */
    size_t vertex_count;
    const uint32_t *triangles; /* rows of three */
    size_t triangle_count;
} mesh_to_write;

/* A file name for each format; those that begin with "binary" are binary. */
static const char *const mesh_names[] = {"text.stl",   "binary.stl", "a.obj",  "text.ply",
                                         "binary.ply", "a.dae",      "a.gltf", "a.glb"};

enum { MESH_FORMATS = sizeof mesh_names / sizeof *mesh_names };

static inline void put_bits(FILE *file, uint32_t bits)
{
    for (int i = 0; i < 4; i++)
        fputc((int)(bits >> (8 * i) & 255), file);
}

static inline uint32_t float_bits(double value)
{
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

static inline void put_row(FILE *file, const char *before, const double *row, const char *after)
{
    fprintf(file, "%s%.17g %.17g %.17g%s", before, row[0], row[1], row[2], after);
}

/* the n-th corner of all triangles */
static inline const double *mesh_corner(const mesh_to_write *mesh, size_t n)
{
    return mesh->vertices + 3 * (size_t)mesh->triangles[n];
}

static inline void write_stl(FILE *file, const mesh_to_write *mesh, bool binary)
{
    fprintf(file, binary ? "%-80s" : "solid %s\n", binary ? "a header of 80 bytes" : "mesh");
    if (binary)
        put_bits(file, (uint32_t)mesh->triangle_count);
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        if (binary) {
            for (int i = 0; i < 3; i++)
                put_bits(file, 0);
            for (size_t i = 0; i < 9; i++)
                put_bits(file, float_bits(mesh_corner(mesh, 3 * t + i / 3)[i % 3]));
            fputc(0, file);
            fputc(0, file);
        } else {
            fprintf(file, "facet normal 0 0 0\nouter loop\n");
            for (size_t i = 0; i < 3; i++)
                put_row(file, "vertex ", mesh_corner(mesh, 3 * t + i), "\n");
            fprintf(file, "endloop\nendfacet\n");
        }
    }
    if (!binary)
        fprintf(file, "endsolid mesh\n");
}

static inline void write_obj(FILE *file, const mesh_to_write *mesh)
{
    for (size_t i = 0; i < mesh->vertex_count; i++)
        put_row(file, "v ", mesh->vertices + 3 * i, "\n");
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles + 3 * t;
        fprintf(file, "f %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", corners[0] + 1, corners[1] + 1,
                corners[2] + 1);
    }
}

static inline void write_ply(FILE *file, const mesh_to_write *mesh, bool binary)
{
    fprintf(file,
            "ply\nformat %s 1.0\nelement vertex %zu\nproperty %s x\nproperty %s y\nproperty %s z\n"
            "element face %zu\nproperty list uchar uint vertex_indices\nend_header\n",
            binary ? "binary_little_endian" : "ascii", mesh->vertex_count, binary ? "float" : "double",
            binary ? "float" : "double", binary ? "float" : "double", mesh->triangle_count);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const double *row = mesh->vertices + 3 * i;
        if (!binary)
            put_row(file, "", row, "\n");
        for (int k = 0; binary && k < 3; k++)
            put_bits(file, float_bits(row[k]));
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles + 3 * t;
        if (!binary)
            fprintf(file, "3 %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", corners[0], corners[1],
                    corners[2]);
        if (binary)
            fputc(3, file);
        for (int k = 0; binary && k < 3; k++)
            put_bits(file, corners[k]);
    }
}

static inline void write_dae(FILE *file, const mesh_to_write *mesh)
{
    fprintf(file,
            "<?xml version='1.0'?>\n"
            "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset/>\n"
            "<library_geometries><geometry id='g'><mesh><source id='p'>\n"
            "<float_array id='a' count='%zu'>",
            3 * mesh->vertex_count);
    for (size_t i = 0; i < mesh->vertex_count; i++)
        put_row(file, "", mesh->vertices + 3 * i, "\n");
    fprintf(file,
            "</float_array><technique_common><accessor source='#a' count='%zu' stride='3'>\n"
            "<param name='X' type='float'/><param name='Y' type='float'/>\n"
            "<param name='Z' type='float'/></accessor></technique_common></source>\n"
            "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n"
            "<triangles count='%zu'><input semantic='VERTEX' source='#v' offset='0'/><p>",
            mesh->vertex_count, mesh->triangle_count);
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++)
        fprintf(file, "%" PRIu32 " ", mesh->triangles[i]);
    fprintf(file,
            "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>\n"
            "<visual_scene id='s'><node><instance_geometry url='#g'/></node></visual_scene>\n"
            "</library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>\n");
}

/* writes the text of a glTF file of one mesh, whose buffer holds floats and then indices of 32 bits;
 * uri: a member of the buffer with a comma after it, or nothing */
static inline void write_gltf_text(FILE *file, const mesh_to_write *mesh, const char *uri)
{
    size_t positions = 12 * mesh->vertex_count;
    size_t indices = 12 * mesh->triangle_count;
    fprintf(file,
            "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],\n"
            "\"nodes\": [{\"mesh\": 0}], \"meshes\": [{\"primitives\": [{\"attributes\":\n"
            "{\"POSITION\": 0}, \"indices\": 1}]}], \"accessors\": [{\"bufferView\": 0,\n"
            "\"componentType\": 5126, \"count\": %zu, \"type\": \"VEC3\"}, {\"bufferView\": 1,\n"
            "\"componentType\": 5125, \"count\": %zu, \"type\": \"SCALAR\"}], \"bufferViews\": [\n"
            "{\"buffer\": 0, \"byteLength\": %zu}, {\"buffer\": 0, \"byteOffset\": %zu,\n"
            "\"byteLength\": %zu}], \"buffers\": [{%s\"byteLength\": %zu}]}",
            mesh->vertex_count, 3 * mesh->triangle_count, positions, positions, indices, uri,
            positions + indices);
}

static inline void write_gltf_bytes(FILE *file, const mesh_to_write *mesh)
{
    for (size_t i = 0; i < 3 * mesh->vertex_count; i++)
        put_bits(file, float_bits(mesh->vertices[i]));
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++)
        put_bits(file, mesh->triangles[i]);
}

static inline void write_glb(FILE *file, const mesh_to_write *mesh)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    write_gltf_text(memory, mesh, "");
    fprintf(memory, "%*s", (int)(3 - (ftell(memory) + 3) % 4), "");
    fclose(memory);
    size_t bytes = 12 * (mesh->vertex_count + mesh->triangle_count);
    fprintf(file, "glTF");
    put_bits(file, 2);
    put_bits(file, (uint32_t)(12 + 8 + size + 8 + bytes));
    put_bits(file, (uint32_t)size);
    fprintf(file, "JSON%s", text);
    put_bits(file, (uint32_t)bytes);
    fwrite("BIN", 1, 4, file);
    write_gltf_bytes(file, mesh);
    free(text);
}

/* Writes a mesh to a file of the folder, in the format of its name; files_path gives the path. */
static inline const char *write_mesh(const files *f, const char *name, const mesh_to_write *mesh)
{
    const char *path = files_path(f, name);
    const char *ending = strrchr(name, '.');
    bool binary = !strncmp(name, "binary", 6);
    FILE *file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(1);
    }
    if (!strcmp(ending, ".stl"))
        write_stl(file, mesh, binary);
    else if (!strcmp(ending, ".obj"))
        write_obj(file, mesh);
    else if (!strcmp(ending, ".ply"))
        write_ply(file, mesh, binary);
    else if (!strcmp(ending, ".dae"))
        write_dae(file, mesh);
    else if (!strcmp(ending, ".glb"))
        write_glb(file, mesh);
    if (!strcmp(ending, ".gltf")) {
        char uri[100];
        char beside[80];
        snprintf(beside, sizeof beside, "%.60s of.bin", name);
        snprintf(uri, sizeof uri, "\"uri\": \"%.60s%%20of.bin\", ", name);
        write_gltf_text(file, mesh, uri);
        FILE *bytes = fopen(files_path(f, beside), "wb");
        if (!bytes) {
            perror(beside);
            exit(1);
        }
        write_gltf_bytes(bytes, mesh);
        fclose(bytes);
    }
    fclose(file);
    return path;
}

#endif
