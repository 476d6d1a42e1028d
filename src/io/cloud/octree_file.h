/* Octrees from files of OctoMap: .bt and .ot. */
#ifndef LW_IO_CLOUD_OCTREE_FILE_H
#define LW_IO_CLOUD_OCTREE_FILE_H

#include "io/cloud/octree_data.h"
#include "scene/model.h"

/* An octree as a file has it. */
typedef struct lw_octree_file {
    double resolution;
    lw_cells cells; /* freed by the caller */
} lw_octree_file;

/* Reads the bytes of a file. Errors: argument (the threshold), syntax, memory, with the line. */
lw_status lw_octree_parse(const char *bytes, size_t size, double threshold, lw_octree_file *out,
                          lw_error *error);

/* Reads a file. Errors: those of lw_octree_parse, file, with the file. */
lw_status lw_octree_file_read(const char *path, double threshold, lw_octree_file *out, lw_error *error);

/* The threshold that a scene has for octrees of files and messages. */
static inline double lw_octree_threshold(const lw_model *model)
{
    return model->occupied > 0 ? model->occupied : LW_OCCUPANCY_THRESHOLD;
}

#endif
