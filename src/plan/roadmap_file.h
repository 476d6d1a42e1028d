/* The file of a roadmap. */
#ifndef LW_PLAN_ROADMAP_FILE_H
#define LW_PLAN_ROADMAP_FILE_H

#include "plan/roadmap.h"

/* Writes the file beside the old one and renames it. Errors: file, memory. */
lw_status lw_roadmap_write(const lw_roadmap *roadmap, const char *path, lw_error *error);

/* Reads nodes, edges, seed and random numbers into an empty roadmap that has the planner's
 * fingerprints, which the file must have too. Errors: as lw_roadmap_load. */
lw_status lw_roadmap_read(lw_roadmap *roadmap, const char *path, lw_error *error);

#endif
