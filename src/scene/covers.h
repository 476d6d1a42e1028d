/* Covers that are given for links, and fingerprints of the geometry that they are for. */
#ifndef LW_SCENE_COVERS_H
#define LW_SCENE_COVERS_H

#include "scene/frozen.h"

/* The cover that is given for a link (-1: not a link); NULL: none. */
const lw_model_cover *lw_given_cover(const lw_model *model, int64_t link);

/* The fingerprint of the geometry that a link's cover is made from: a hash over its shapes with their
 * poses, as given, and its scale; not its padding, which pairs add. frozen: lists the link's shapes. */
uint64_t lw_link_fingerprint(const lw_model *model, const lw_frozen *frozen, size_t link);

#endif
