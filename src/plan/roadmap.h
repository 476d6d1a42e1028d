/* A probabilistic roadmap (PRM): a graph of configurations and of segments between them, and the
 * shortest way through it (A*). A search has a roadmap of its own, or borrows one that the caller keeps
 * (lw_roadmap_create). */
#ifndef LW_PLAN_ROADMAP_H
#define LW_PLAN_ROADMAP_H

#include "plan/tree.h"

typedef enum lw_edge_state { LW_EDGE_UNKNOWN, LW_EDGE_FREE, LW_EDGE_CLOSED } lw_edge_state;

/* A segment between two nodes, in the linked list of each node's edges. */
typedef struct lw_roadmap_edge {
    uint32_t nodes[2];
    lw_edge_state state;
    double length;
    int64_t next[2]; /* the next edge of each node; -1: none */
} lw_roadmap_edge;

typedef struct lw_roadmap_node {
    int64_t first;   /* its first edge; -1: none */
    double reached;  /* A*: length of the way from the start; infinite: none yet */
    int64_t through; /* A*: the edge by which the node was reached */
    bool done;
} lw_roadmap_node;

typedef struct lw_open_node {
    double estimate; /* lower bound on the length of a whole way through the node */
    uint32_t node;
} lw_open_node;

struct lw_roadmap {
    lw_tree nodes; /* the configurations; the parents of the tree are not used */
    struct {
        lw_roadmap_node *items;
        size_t count, capacity;
    } info; /* per node */
    struct {
        lw_roadmap_edge *items;
        size_t count, capacity;
    } edges;
    struct {
        lw_open_node *items; /* the priority queue of A*: a binary heap */
        size_t count, capacity;
    } open;

    /* only of a roadmap that the caller keeps: */
    lw_planner *planner;
    uint64_t seed;
    lw_random random; /* the state after the last sample that was used */
    uint64_t scene;   /* the scene's fingerprint */
    uint64_t joints;  /* fingerprint of the joints, their bounds, rest values of others */
};

/* The size of a roadmap, to roll back to. */
typedef struct lw_roadmap_size {
    size_t nodes, edges;
} lw_roadmap_size;

static inline lw_roadmap_size lw_roadmap_measure(const lw_roadmap *roadmap)
{
    return (lw_roadmap_size){roadmap->info.count, roadmap->edges.count};
}

/* Empties a roadmap; its memory is kept. */
void lw_roadmap_begin(lw_roadmap *roadmap, const lw_cspace *space);
void lw_roadmap_free(lw_roadmap *roadmap);

/* Rolls back: removes all nodes and edges that were added since the roadmap had that size. */
void lw_roadmap_cut(lw_roadmap *roadmap, lw_roadmap_size size);

lw_status lw_roadmap_add_node(lw_roadmap *roadmap, const double *values, lw_error *error);
lw_status lw_roadmap_add_edge(lw_roadmap *roadmap, uint32_t a, uint32_t b, double length,
                              lw_edge_state state, lw_error *error);

/* Removes the closed edges from an index on. */
void lw_roadmap_drop_closed(lw_roadmap *roadmap, size_t first);

/* Nearest-neighbour search: the nodes with an index below `before` that are nearest to a node, nearest
 * first, with the lengths of the segments. Returns how many, at most `most`. A linear scan
 * (lw_tree_squares). */
size_t lw_roadmap_neighbours(const lw_roadmap *roadmap, uint32_t node, uint32_t before, size_t most,
                             uint32_t *out, double *lengths);

/* Consecutive nodes of a roadmap, any of which is to be reached. */
typedef struct lw_roadmap_goals {
    uint32_t first, count;
} lw_roadmap_goals;

/* The shortest way from a node to any of some others by edges that are not closed. *found: out, whether
 * there is one; then *goal is the node that it leads to, and `through` leads back from there, edge by
 * edge. Errors: memory. */
lw_status lw_roadmap_way(lw_roadmap *roadmap, uint32_t start, lw_roadmap_goals goals, uint32_t *goal,
                         bool *found, lw_error *error);

/* After a search that found no way: the smallest distance to a goal of the nodes that are connected to
 * the start. */
double lw_roadmap_closest(const lw_roadmap *roadmap, lw_roadmap_goals goals);

#endif
