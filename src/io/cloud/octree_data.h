/* The nodes of an octree as OctoMap writes them, without a header: those of .bt and .ot files, and of
 * messages. */
#ifndef LW_IO_CLOUD_OCTREE_DATA_H
#define LW_IO_CLOUD_OCTREE_DATA_H

#include <stdint.h>

#include "base/array.h"
#include "base/error.h"

typedef LW_LIST(int32_t) lw_cells;

typedef struct lw_octree_data {
    const char *bytes;
    size_t size;
    bool binary;      /* two bits a child, as in .bt files; else with log-odds, as in .ot files */
    const char *type; /* OctoMap's name of the class of the tree, not terminated */
    size_t type_length;
    double threshold; /* a cell at least so probably occupied is occupied; between 0 and 1 */
} lw_octree_data;

/* Reads the nodes, which must end where the bytes end. cells: rows, as in lw_shape_def, to which the
 * leaves are appended. nodes: how many there are. Takes at most 160 bytes of memory a byte of the data.
 * Errors: argument (the threshold), syntax, memory. */
lw_status lw_octree_data_read(const lw_octree_data *data, lw_cells *cells, uint64_t *nodes,
                              lw_error *error);

#endif
