/* The hulls of objects' own polytopes, found by several threads before bodies are built one after the
 * other: where there are many, finding them takes most of the time of freezing. */
#ifndef LW_SCENE_BODY_HULLS_H
#define LW_SCENE_BODY_HULLS_H

#include "base/workers.h"
#include "scene/frozen.h"

typedef struct lw_body_hulls {
    const lw_model_shape *shapes;
    size_t count;
    lw_found_hull *found; /* per shape; NULL: nothing is found */
    size_t *wanted;       /* shapes whose hulls are to be found */
    lw_workers *workers;  /* who find them; NULL: all is done */
} lw_body_hulls;

/* Begins to find hulls by at most so many threads, one of which is the caller's, in lw_body_hulls_end;
 * 0: one per processor. There are fewer where the hulls are not worth them, and where that leaves one,
 * nothing is found. What is not found, for want of memory or because of an error, building the body
 * finds or fails to find in its turn: errors and their order are those of one thread. The scene's model
 * must stay as it is until the end. */
void lw_body_hulls_begin(const lw_scene *scene, unsigned threads, lw_body_hulls *out);
void lw_body_hulls_end(lw_body_hulls *hulls);

/* After the end: what was found for a shape of the model, of its vertices as given; NULL: nothing.
 * Before: NULL. */
lw_found_hull *lw_body_hull(const lw_body_hulls *hulls, size_t shape);

/* Ends it too. */
void lw_body_hulls_free(lw_body_hulls *hulls);

#endif
