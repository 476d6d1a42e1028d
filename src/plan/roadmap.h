/* A roadmap: configurations, the segments between them as far as they are known, and the shortest way
 * through it (A*). A search has one for itself, or borrows one that is kept (lw_roadmap_create). */
#ifndef LW_PLAN_ROADMAP_H
#define LW_PLAN_ROADMAP_H

#include "plan/tree.h"

typedef enum lw_edge_state { LW_EDGE_UNKNOWN, LW_EDGE_FREE, LW_EDGE_CLOSED } lw_edge_state;

/* A segment between two nodes. */
typedef struct lw_roadmap_edge {
    uint32_t nodes[2];
    lw_edge_state state;
    double length;
    int64_t next[2]; /* the next edge of each node; -1: none */
} lw_roadmap_edge;

typedef struct lw_roadmap_node {
    int64_t first;   /* of its edges; -1: none */
    double reached;  /* A*: length of the way from the start; infinite: none yet */
    int64_t through; /* A*: the edge that it was reached by */
    bool done;
} lw_roadmap_node;

typedef struct lw_open_node {
    double estimate; /* of the whole way through it */
    uint32_t node;
} lw_open_node;

struct lw_roadmap {
    lw_tree nodes; /* whose parents say nothing here */
    struct {
        lw_roadmap_node *items;
        size_t count, capacity;
    } info; /* per node */
    struct {
        lw_roadmap_edge *items;
        size_t count, capacity;
    } edges;
    struct {
        lw_open_node *items; /* a heap */
        size_t count, capacity;
    } open;

    /* of one that is kept: */
    lw_planner *planner;
    uint64_t seed;
    lw_random random; /* as it is after the last sample that counts */
    uint64_t scene;   /* the scene's fingerprint */
    uint64_t joints;  /* that of the joints, their bounds and where the others rest */
};

/* How much of it there is. */
typedef struct lw_roadmap_size {
    size_t nodes, edges;
} lw_roadmap_size;

static inline lw_roadmap_size lw_roadmap_measure(const lw_roadmap *roadmap)
{
    return (lw_roadmap_size){roadmap->info.count, roadmap->edges.count};
}

/* Empties it; it keeps its memory. */
void lw_roadmap_begin(lw_roadmap *roadmap, const lw_cspace *space);
void lw_roadmap_free(lw_roadmap *roadmap);

/* Takes away what was added since it had that size. */
void lw_roadmap_cut(lw_roadmap *roadmap, lw_roadmap_size size);

lw_status lw_roadmap_add_node(lw_roadmap *roadmap, const double *values, lw_error *error);
lw_status lw_roadmap_add_edge(lw_roadmap *roadmap, uint32_t a, uint32_t b, double length,
                              lw_edge_state state, lw_error *error);

/* Takes away the closed ones of the edges from an index on. */
void lw_roadmap_drop_closed(lw_roadmap *roadmap, size_t first);

/* Of the nodes before one those that are nearest to it, the nearest first; returns how many, at most
 * `most`. */
size_t lw_roadmap_neighbours(const lw_roadmap *roadmap, uint32_t before, size_t most, uint32_t *out,
                             double *lengths);

/* The shortest way from one node to another by edges that are not closed: *found, and the nodes
 * then lead back from the goal. Errors: memory. */
lw_status lw_roadmap_way(lw_roadmap *roadmap, uint32_t start, uint32_t goal, bool *found,
                         lw_error *error);

/* How near the goal the part comes that free edges join to the start, after a search without a way. */
double lw_roadmap_closest(const lw_roadmap *roadmap, uint32_t goal);

#endif
