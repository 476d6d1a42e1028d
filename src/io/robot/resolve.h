/* Finds the files that other files refer to, by package://, file://, relative and absolute names. */
#ifndef LW_IO_ROBOT_RESOLVE_H
#define LW_IO_ROBOT_RESOLVE_H

#include "scene/model.h"

/* Finds a file by the name that the file `base` (a URDF, a scene) has for it, and writes its path to
 * `path`. package://NAME/rest is searched
 * - in the folder that the caller gave the package NAME, and then nowhere else;
 * - as PATH/NAME/rest under each package path, then beside base with NAME, then beside base without
 *   NAME, then with NAME in the five folders above, the nearest first;
 * - in a package whose package.xml has this name: in base's folder, those above it and the folders in
 *   these, then up to two levels below each package path;
 * - under each folder of the scene's ROS_PACKAGE_PATH, as NAME/rest, then by package.xml; and under
 *   each folder of its AMENT_PREFIX_PATH as share/NAME/rest.
 * Names without a scheme are relative to base's folder. A file in none of these places, but in one of
 * the five folders above, without NAME, is used with a notice. Where the scene restricts files to a
 * folder, one outside is refused. The package.xml files that are read become files of the scene.
 * Errors: file (the sentence lists the places searched), memory. */
lw_status lw_resolve(lw_scene *scene, const char *base, const char *name, char *path, size_t size,
                     lw_error *error);

#endif
