/* Convex hulls of the polytopes of objects, found by several threads while the bodies of links are
 * built: where there are many, finding them takes most of the time of freezing. */
#ifndef LW_SCENE_BODY_HULLS_H
#define LW_SCENE_BODY_HULLS_H

#include "base/workers.h"
#include "scene/frozen.h"

typedef struct lw_body_hulls {
    const lw_model_shape *shapes;
    size_t count;
    lw_found_hull *found; /* per shape; NULL: nothing is found */
    size_t *wanted;       /* shapes whose hulls are to be found */
    lw_workers *workers;  /* the threads that find them; NULL: all is done */
} lw_body_hulls;

/* Begins to find hulls by at most `threads` threads; 0: one per processor. The caller's is one of them,
 * and works in lw_body_hulls_end. Few hulls get fewer threads; if one thread is enough, no hull is
 * found here. A hull that is not found here, for want of memory or because of an error, is found when
 * its body is built, or fails there: errors and their order are those of one thread. The scene's model
 * must stay as it is until the end. */
void lw_body_hulls_begin(const lw_scene *scene, unsigned threads, lw_body_hulls *out);
void lw_body_hulls_end(lw_body_hulls *hulls);

/* The hull that was found for a shape of the model, from its vertices as given. NULL: none, or the end
 * has not come. */
lw_found_hull *lw_body_hull(const lw_body_hulls *hulls, size_t shape);

/* Frees the hulls; ends the search first. */
void lw_body_hulls_free(lw_body_hulls *hulls);

#endif
