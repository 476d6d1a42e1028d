/* Tiles of the coordination space of two robots (O'Donnell and Lozano-Perez, 1989): a window of the
 * one's time and a window of the other's. A proof for a tile is about every time of the one together
 * with every time of the other. */
#ifndef LW_DELAY_TILE_H
#define LW_DELAY_TILE_H

#include "bound/pair_bound.h"
#include "delay/side.h"

/* A pair of bodies, one of each robot. */
typedef struct lw_crossing {
    lw_pair pair;      /* `a` is the lower body, of whichever robot */
    uint32_t place[2]; /* per side: the body's place in lw_side.bodies */
    int side[2];       /* the sides of the pair's a and b */
    lw_open_leaves leaves;
    double nearest; /* of the last lw_tile_prove that looked at elements: what it found of their
                       distance at the samples, less the margin. Contact, if it is not above 0 */
} lw_crossing;

typedef struct lw_crossings {
    lw_side side[2];
    size_t count;
    lw_crossing *items;
    lw_arena arena;
    uint64_t queries;
} lw_crossings;

/* The checked pairs between two robots of a scene, each with its motion. Errors: as lw_side_create. */
lw_status lw_crossings_create(const lw_motion *const motions[2], const size_t robots[2],
                              lw_crossings *out, lw_error *error);
void lw_crossings_destroy(lw_crossings *crossings);

/* Whether a pair stays farther apart than its margin, whenever in its window either robot is. Both
 * windows have samples. False: that is not known. */
bool lw_tile_prove(lw_crossings *crossings, const uint32_t window[2], lw_crossing *crossing);

/* Whether a pair is in contact where the windows were sampled. robust: how far either body may then
 * move without ending the contact. */
bool lw_tile_touches(lw_crossings *crossings, const uint32_t window[2], const lw_crossing *crossing,
                     bool deep, double *robust);

/* Whether one body of a pair lies wholly inside a solid of the other where the windows were sampled. */
bool lw_tile_contains(const lw_crossings *crossings, const uint32_t window[2],
                      const lw_crossing *crossing);

#endif
