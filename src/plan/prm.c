/* Probabilistic roadmaps: Kavraki, Svestka, Latombe and Overmars, "Probabilistic Roadmaps for Path
 * Planning in High-Dimensional Configuration Spaces" (1996), each node with the nearest of those before
 * it, as many as Karaman and Frazzoli's k-PRM* asks for (2011). The lazy one (Bohlin and Kavraki 2000)
 * takes states and segments for free until the shortest way leads over them. Questions are asked many
 * at a time, so that threads share them; how many does not depend on the threads. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "plan/roadmap.h"

enum { START = 0, GOAL = 1, MOST_NEIGHBOURS = 32 };

typedef struct prm {
    lw_search *search;
    lw_roadmap *roadmap;
    bool lazy;
} prm;

/* How many neighbours a node of an index has: e (1 + 1 / values) ln(index). */
static size_t neighbours_of(const prm *p, uint32_t node)
{
    double values = (double)p->search->space->value_count;
    double count = ceil(2.718281828459045 * (1 + 1 / values) * log(node + 1.0));
    return count < MOST_NEIGHBOURS ? (size_t)count : MOST_NEIGHBOURS;
}

/* Asks for edges, at most LW_MOST_EDGES, and keeps what they are. */
static lw_status ask_edges(prm *p, const size_t *edges, size_t count, lw_error *error)
{
    lw_edge asked[LW_MOST_EDGES];
    const lw_tree *nodes = p->roadmap->nodes;
    lw_roadmap_edge *items = p->roadmap->edges.items;
    for (size_t i = 0; i < count; i++)
        asked[i] = (lw_edge){.from = lw_tree_node(nodes, items[edges[i]].nodes[0]),
                             .to = lw_tree_node(nodes, items[edges[i]].nodes[1])};
    lw_status status = lw_edges_ask(p->search->edges, asked, count, false, error);
    for (size_t i = 0; i < count && !status; i++)
        items[edges[i]].state = asked[i].kind == LW_VERDICT_FREE ? LW_EDGE_FREE : LW_EDGE_CLOSED;
    return status;
}

/* Asks for all edges from an index on. */
static lw_status ask_new_edges(prm *p, size_t first, lw_error *error)
{
    lw_status status = LW_OK;
    size_t count = p->roadmap->edges.count;
    for (size_t i = first; i < count && !status && lw_search_goes_on(p->search);) {
        size_t batch[LW_MOST_EDGES];
        size_t size = 0;
        while (size < LW_MOST_EDGES && i < count)
            batch[size++] = i++;
        status = ask_edges(p, batch, size, error);
    }
    /* what was not asked is no edge */
    for (size_t i = first; i < count; i++)
        if (p->roadmap->edges.items[i].state == LW_EDGE_UNKNOWN)
            p->roadmap->edges.items[i].state = LW_EDGE_CLOSED;
    return status;
}

/* Joins a node to the nearest before it by edges of which nothing is known. */
static lw_status join_node(prm *p, uint32_t node, lw_error *error)
{
    uint32_t near[MOST_NEIGHBOURS];
    double lengths[MOST_NEIGHBOURS];
    size_t count = lw_roadmap_neighbours(p->roadmap, node, neighbours_of(p, node), near, lengths);
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = lw_roadmap_add_edge(p->roadmap, node, near[i], lengths[i], LW_EDGE_UNKNOWN, error);
    return status;
}

/* Adds random nodes, those that are free unless it is lazy, and their edges. */
static lw_status grow(prm *p, lw_error *error)
{
    lw_search *search = p->search;
    lw_tree *nodes = p->roadmap->nodes;
    lw_tree *samples = &search->trees[1];
    lw_edge states[LW_MOST_EDGES];
    lw_tree_clear(samples, search->space);
    lw_status status = LW_OK;
    for (int i = 0; i < LW_MOST_EDGES && !status; i++) {
        lw_cspace_sample(search->space, &search->random, search->scratch);
        status = lw_tree_add(samples, search->scratch, LW_NO_PARENT, error);
    }
    for (size_t i = 0; i < LW_MOST_EDGES && !status; i++)
        states[i] = (lw_edge){
            .from = lw_tree_node(samples, i), .to = lw_tree_node(samples, i), .kind = LW_VERDICT_FREE};
    if (!status && !p->lazy)
        status = lw_edges_ask(search->edges, states, LW_MOST_EDGES, false, error);
    size_t edges = p->roadmap->edges.count;
    for (size_t i = 0; i < LW_MOST_EDGES && !status; i++) {
        if (states[i].kind != LW_VERDICT_FREE)
            continue;
        status = lw_roadmap_add_node(p->roadmap, states[i].from, error);
        if (!status)
            status = join_node(p, (uint32_t)lw_tree_count(nodes) - 1, error);
    }
    lw_tree_clear(samples, search->space);
    return status || p->lazy ? status : ask_new_edges(p, edges, error);
}

/* The node before one on the way. */
static uint32_t node_before(const prm *p, uint32_t node)
{
    const lw_roadmap_edge *edge = &p->roadmap->edges.items[p->roadmap->info.items[node].through];
    return edge->nodes[edge->nodes[0] == node];
}

/* Asks for the edges of the way to the goal of which nothing is known; *proven: all are free. */
static lw_status prove_way(prm *p, bool *proven, lw_error *error)
{
    size_t batch[LW_MOST_EDGES];
    size_t count = 0;
    lw_status status = LW_OK;
    uint32_t node = GOAL;
    *proven = true;
    while (node != START && !status) {
        const lw_roadmap_node *info = &p->roadmap->info.items[node];
        const lw_roadmap_edge *edge = &p->roadmap->edges.items[info->through];
        if (edge->state == LW_EDGE_UNKNOWN)
            batch[count++] = (size_t)info->through;
        node = node_before(p, node);
        if (count == LW_MOST_EDGES || (node == START && count)) {
            status = ask_edges(p, batch, count, error);
            for (size_t i = 0; i < count; i++)
                *proven = *proven && p->roadmap->edges.items[batch[i]].state == LW_EDGE_FREE;
            count = 0;
        }
    }
    return status;
}

/* Copies the way to the goal into the path. */
static lw_status take_way(const prm *p, lw_error *error)
{
    lw_search *search = p->search;
    size_t count = 1;
    for (uint32_t node = GOAL; node != START; node = node_before(p, node))
        count++;
    lw_status status = lw_path_reserve(search, count, error);
    if (status)
        return status;
    search->path.count = count;
    uint32_t node = GOAL;
    for (size_t i = count; i-- > 0; node = i ? node_before(p, node) : node)
        memcpy(lw_waypoint(search, i), lw_tree_node(p->roadmap->nodes, node),
               search->space->value_count * sizeof(double));
    return LW_OK;
}

/* Looks for ways until one is proven, or there is none. */
static lw_status find_way(prm *p, bool *found, lw_error *error)
{
    bool proven = false;
    lw_status status = LW_OK;
    do {
        status = lw_roadmap_way(p->roadmap, START, GOAL, found, error);
        if (!status && *found)
            status = prove_way(p, &proven, error);
    } while (!status && *found && !proven && lw_search_goes_on(p->search));
    *found = *found && proven;
    return status;
}

static lw_status run(prm *p, bool *found, lw_error *error)
{
    lw_search *search = p->search;
    lw_roadmap_begin(p->roadmap, search->space, &search->trees[0]);
    lw_status status = lw_roadmap_add_node(p->roadmap, search->start, error);
    if (!status)
        status = lw_roadmap_add_node(p->roadmap, search->goal, error);
    if (!status)
        status = join_node(p, GOAL, error);
    *found = false;
    while (!status) {
        status = find_way(p, found, error);
        if (status || *found || !lw_search_goes_on(search))
            break;
        search->closest = lw_roadmap_closest(p->roadmap, GOAL);
        status = grow(p, error);
    }
    return status || !*found ? status : take_way(p, error);
}

lw_status lw_prm(lw_search *search, bool *found, lw_error *error)
{
    prm p = {.search = search, .roadmap = search->roadmap};
    return run(&p, found, error);
}

lw_status lw_lazy_prm(lw_search *search, bool *found, lw_error *error)
{
    prm p = {.search = search, .roadmap = search->roadmap, .lazy = true};
    return run(&p, found, error);
}
