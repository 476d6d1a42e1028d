/* Where the files that other files name are: package://, file://, relative and absolute names. */
#ifndef LW_IO_RESOLVE_H
#define LW_IO_RESOLVE_H

#include "robot/model.h"

/* The path of a file that the file base (a URDF, a scene) names, into path. package://NAME/rest is
 * looked for under each package path (as PATH/NAME/rest), then beside base with NAME, then beside
 * base without NAME, then with NAME in the five folders above, the nearest first; names without a
 * scheme are relative to base's folder. Error file, saying where it was looked for. */
lw_status lw_resolve(const lw_model *model, const char *base, const char *name, char *path, size_t size,
                     lw_error *error);

#endif
