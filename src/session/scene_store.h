/* The scenes of a store, as sessions take them. */
#ifndef LW_SESSION_SCENE_STORE_H
#define LW_SESSION_SCENE_STORE_H

#include "leeway/leeway.h"

/* Takes the scene of a name if its version is not *version, which becomes that of the scene. *out: a
 * frozen copy of the caller's, NULL where the version is the same. Errors: name, memory. */
lw_status lw_scene_store_take(lw_scene_store *store, const char *name, uint64_t *version,
                              lw_scene **out, lw_error *error);

/* Gives a name that has a scene another one, of which the store keeps a copy, if the version of the
 * name's scene is still `version`. *replaced: out, whether it was. Errors: memory. */
lw_status lw_scene_store_replace(lw_scene_store *store, const char *name, uint64_t version,
                                 const lw_scene *scene, bool *replaced, lw_error *error);

/* The name of the first scene, which lives as long as the store; NULL: there is none. */
const char *lw_scene_store_first(lw_scene_store *store);

/* A frozen copy of a frozen scene. Errors: memory. */
lw_status lw_scene_store_copy(const lw_scene *scene, lw_scene **out, lw_error *error);

#endif
