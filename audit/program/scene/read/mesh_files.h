/* The triangles of mesh files in STL, OBJ and PLY. */
#ifndef LW_AUDIT_MESH_FILES_H
#define LW_AUDIT_MESH_FILES_H

#include "source_files.h"

typedef struct mesh {
    const char *path;
    double (*corners)[3]; /* three for each triangle */
    size_t count;         /* of triangles */
    const char *unread;   /* why its triangles are not known; NULL: they are */
    struct mesh *next;
} mesh;

/* Reads a mesh. A format that is not known here makes it `unread`; false: a file is damaged. */
bool mesh_read(source_store *store, const char *path, mesh *out, refusal *why);

/* Reads a PLY file. */
bool ply_read(source_store *store, const source_file *file, mesh *out, refusal *why);

#endif
