/* Meshes from files: which reader a file is for, and what comes of what it found. */
#include "io/mesh_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/assimp.h"
#include "io/dae.h"
#include "io/file.h"
#include "io/ply.h"
#include "io/stl.h"

/* bytes; the meshes of robots have some megabytes at most */
#define LARGEST_FILE ((size_t)1 << 30)

typedef enum format { UNKNOWN, STL, PLY, OBJ, DAE, GLTF, GLB } format;

static format format_of(const char *path)
{
    static const char *const endings[] = {"", "stl", "ply", "obj", "dae", "gltf", "glb"};
    const char *dot = strrchr(path, '.');
    for (int f = STL; dot && f <= GLB; f++) {
        size_t i = 0;
        while (dot[1 + i] && (dot[1 + i] | 0x20) == endings[f][i])
            i++;
        if (!dot[1 + i] && !endings[f][i])
            return (format)f;
    }
    return UNKNOWN;
}

/* Assimp hands files that do not begin as their names say to whatever other reader seems to fit. */
static bool begins_well(format kind, const char *bytes, size_t size)
{
    if (kind == GLB)
        return size > 4 && !memcmp(bytes, "glTF", 4);
    if (kind == OBJ)
        return size > 0;
    size_t at = size > 2 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
    at += strspn(bytes + at, " \t\r\n");
    return at < size && bytes[at] == '{';
}

/* buffers within glTF files; assimp loses the memory of one that breaks off in its middle */
static bool has_sound_buffers(const char *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    static const char mark[] = ";base64,";
    if (strlen(bytes) != size)
        return false;
    for (const char *at = bytes; (at = strstr(at, mark));) {
        at += sizeof mark - 1;
        size_t length = strspn(at, digits);
        if (length % 4 || at[length] != '"')
            return false;
    }
    return true;
}

static lw_status read_soup(const char *path, format kind, lw_mesh_soup *soup, lw_error *error)
{
    char *bytes = NULL;
    size_t size = 0;
    if (kind == DAE)
        return lw_dae_read(path, soup, error);
    lw_status status = lw_file_read(path, LARGEST_FILE, &bytes, &size, error);
    if (status)
        return status;
    if (kind == STL)
        status = lw_stl_read(bytes, size, soup, error);
    else if (kind == PLY)
        status = lw_ply_read(bytes, size, soup, error);
    else if (!begins_well(kind, bytes, size))
        status = lw_fail(error, LW_ERROR_SYNTAX, "does not begin as a file of its format does");
    else if (kind == GLTF && !has_sound_buffers(bytes, size))
        status = lw_fail(error, LW_ERROR_SYNTAX, "a buffer in it is not written in base64");
    free(bytes);
    return status || kind <= PLY ? status : lw_assimp_read(path, soup, error);
}

lw_status lw_mesh_file_read(lw_arena *arena, const char *path, lw_vec3 factor, lw_shape_def *shape,
                            lw_error *error)
{
    lw_mesh_soup soup = {0};
    lw_error problem = {0};
    format kind = format_of(path);
    lw_status status = LW_OK;
    if (!finite3(factor) || factor.x == 0 || factor.y == 0 || factor.z == 0)
        status = lw_fail(&problem, LW_ERROR_ARGUMENT,
                         "a mesh scale of %g %g %g; all three must be finite and not zero", factor.x,
                         factor.y, factor.z);
    else if (kind == UNKNOWN)
        status =
            lw_fail(&problem, LW_ERROR_FILE,
                    "is no mesh by its name, which must end in .stl, .obj, .dae, .ply, .gltf or .glb");
    else if (!(status = read_soup(path, kind, &soup, &problem)))
        status = lw_mesh_soup_take(&soup, factor, arena, shape, &problem);
    lw_mesh_soup_free(&soup);
    if (status == LW_ERROR_MEMORY)
        return lw_fail_memory(error);
    if (status)
        return lw_fail_at(error, status, path, problem.line, problem.column, "%s", problem.message);
    return LW_OK;
}
