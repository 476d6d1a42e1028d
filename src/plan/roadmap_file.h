/* Saves and loads roadmaps: the binary file format. */
#ifndef LW_PLAN_ROADMAP_FILE_H
#define LW_PLAN_ROADMAP_FILE_H

#include "plan/roadmap.h"

/* Writes a temporary file beside the old one, then renames it over the old one. Errors: file,
 * memory. */
lw_status lw_roadmap_write(const lw_roadmap *roadmap, const char *path, lw_error *error);

/* Reads nodes, edges, seed and the state of the random numbers into an empty roadmap. The file must
 * have the fingerprints of scene and joints that the roadmap has. Errors: as lw_roadmap_load. */
lw_status lw_roadmap_read(lw_roadmap *roadmap, const char *path, lw_error *error);

#endif
