/* Probabilistic roadmaps: Kavraki, Svestka, Latombe and Overmars, "Probabilistic Roadmaps for Path
 * Planning in High-Dimensional Configuration Spaces" (1996). Each node is joined to its nearest earlier
 * nodes, as many as Karaman and Frazzoli's k-PRM* asks for (2011). The lazy PRM (Bohlin and Kavraki
 * 2000) assumes states and segments free, and checks them only when the shortest way leads over them.
 * Segments are checked in batches, which threads share; the size of a batch does not depend on the
 * threads. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "plan/roadmap.h"
#include "plan/search.h"

enum { MOST_NEIGHBOURS = 32, MOST_IN_CONTACT = 100000 };

typedef struct prm {
    lw_search *search;
    lw_roadmap *roadmap;
    bool lazy;
    uint32_t start; /* nodes */
    lw_roadmap_goals goals;
    uint32_t goal;     /* at the end of the way that was found last */
    size_t in_contact; /* how many samples in a row were in contact */
} prm;

static prm begin(lw_search *search, bool lazy)
{
    return (prm){.search = search, .roadmap = search->roadmap, .lazy = lazy};
}

/* How many neighbours a node is joined to: e (1 + 1 / values) ln(node + 1), at most MOST_NEIGHBOURS. */
static size_t neighbours_of(const prm *p, uint32_t node)
{
    double values = (double)p->search->space->value_count;
    double count = ceil(2.718281828459045 * (1 + 1 / values) * log(node + 1.0));
    return count < MOST_NEIGHBOURS ? (size_t)count : MOST_NEIGHBOURS;
}

/* Checks edges, at most LW_MOST_EDGES, and stores their states. */
static lw_status ask_edges(prm *p, const size_t *edges, size_t count, lw_error *error)
{
    lw_edge asked[LW_MOST_EDGES];
    const lw_tree *nodes = &p->roadmap->nodes;
    lw_roadmap_edge *items = p->roadmap->edges.items;
    for (size_t i = 0; i < count; i++)
        asked[i] = (lw_edge){.from = lw_tree_node(nodes, items[edges[i]].nodes[0]),
                             .to = lw_tree_node(nodes, items[edges[i]].nodes[1])};
    lw_status status = lw_edges_ask(p->search->edges, asked, count, false, error);
    for (size_t i = 0; i < count && !status; i++)
        items[edges[i]].state = asked[i].kind == LW_VERDICT_FREE ? LW_EDGE_FREE : LW_EDGE_CLOSED;
    return status;
}

/* Checks all edges from an index on, and removes those that are not free. */
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
    /* edges that were not checked count as closed */
    for (size_t i = first; i < count; i++)
        if (p->roadmap->edges.items[i].state == LW_EDGE_UNKNOWN)
            p->roadmap->edges.items[i].state = LW_EDGE_CLOSED;
    lw_roadmap_drop_closed(p->roadmap, first);
    return status;
}

/* Joins a node to its nearest ones of the nodes before another one by edges of unknown state. */
static lw_status join_node(prm *p, uint32_t node, uint32_t before, lw_error *error)
{
    uint32_t near[MOST_NEIGHBOURS];
    double lengths[MOST_NEIGHBOURS];
    size_t count =
        lw_roadmap_neighbours(p->roadmap, node, before, neighbours_of(p, before), near, lengths);
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = lw_roadmap_add_edge(p->roadmap, node, near[i], lengths[i], LW_EDGE_UNKNOWN, error);
    return status;
}

static lw_status add_node(prm *p, const double *values, uint32_t *node, lw_error *error)
{
    *node = (uint32_t)p->roadmap->info.count;
    lw_status status = lw_roadmap_add_node(p->roadmap, values, error);
    return status ? status : join_node(p, *node, *node, error);
}

/* Adds the goals. They are not joined to each other: goals are often close to each other, and would
 * have no other neighbours. */
static lw_status add_goals(prm *p, lw_error *error)
{
    const lw_search *search = p->search;
    lw_status status = LW_OK;
    p->goals = (lw_roadmap_goals){(uint32_t)p->roadmap->info.count, (uint32_t)search->goal_count};
    for (uint32_t i = 0; i < p->goals.count && !status; i++) {
        status = lw_roadmap_add_node(p->roadmap, lw_search_goal(search, i), error);
        if (!status)
            status = join_node(p, p->goals.first + i, p->goals.first, error);
    }
    return status;
}

/* Random configurations, and the state of the random numbers after each. */
typedef struct samples {
    lw_edge states[LW_MOST_EDGES];
    lw_random after[LW_MOST_EDGES];
} samples;

/* Draws random configurations and checks which are free. A lazy roadmap assumes all of them free. */
static lw_status draw(prm *p, samples *out, lw_error *error)
{
    lw_search *search = p->search;
    lw_tree *values = &search->trees[1];
    lw_tree_clear(values, search->space);
    for (int i = 0; i < LW_MOST_EDGES; i++) {
        lw_cspace_sample(search->space, &search->random, search->scratch);
        lw_status status = lw_tree_add(values, search->scratch, LW_NO_PARENT, error);
        if (status)
            return status;
        out->after[i] = search->random;
    }
    for (size_t i = 0; i < LW_MOST_EDGES; i++)
        out->states[i] = (lw_edge){
            .from = lw_tree_node(values, i), .to = lw_tree_node(values, i), .kind = LW_VERDICT_FREE};
    return p->lazy ? LW_OK : lw_edges_ask(search->edges, out->states, LW_MOST_EDGES, false, error);
}

/* Adds a batch of random nodes with their edges, until the roadmap has `most` nodes. Unless it is lazy,
 * only free nodes and free edges are added. */
static lw_status grow(prm *p, size_t most, lw_error *error)
{
    lw_search *search = p->search;
    lw_roadmap *roadmap = p->roadmap;
    samples drawn;
    lw_status status = draw(p, &drawn, error);
    size_t edges = roadmap->edges.count;
    for (size_t i = 0; i < LW_MOST_EDGES && roadmap->info.count < most && !status; i++) {
        uint32_t node;
        search->random = drawn.after[i];
        p->in_contact++;
        if (drawn.states[i].kind != LW_VERDICT_FREE)
            continue;
        p->in_contact = 0;
        status = add_node(p, drawn.states[i].from, &node, error);
    }
    lw_tree_clear(&search->trees[1], search->space);
    return status || p->lazy ? status : ask_new_edges(p, edges, error);
}

/* The node before the given one on the way found by A*. */
static uint32_t node_before(const prm *p, uint32_t node)
{
    const lw_roadmap_edge *edge = &p->roadmap->edges.items[p->roadmap->info.items[node].through];
    return edge->nodes[edge->nodes[0] == node];
}

/* Checks the edges of unknown state on the way to the goal. *proven: out, whether all edges are
 * free. */
static lw_status prove_way(prm *p, bool *proven, lw_error *error)
{
    size_t batch[LW_MOST_EDGES];
    size_t count = 0;
    lw_status status = LW_OK;
    uint32_t node = p->goal;
    *proven = true;
    while (node != p->start && !status) {
        const lw_roadmap_node *info = &p->roadmap->info.items[node];
        const lw_roadmap_edge *edge = &p->roadmap->edges.items[info->through];
        if (edge->state == LW_EDGE_UNKNOWN)
            batch[count++] = (size_t)info->through;
        node = node_before(p, node);
        if (count == LW_MOST_EDGES || (node == p->start && count)) {
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
    for (uint32_t node = p->goal; node != p->start; node = node_before(p, node))
        count++;
    lw_status status = lw_path_reserve(search, count, error);
    if (status)
        return status;
    search->path.count = count;
    search->path.goal = p->goal - p->goals.first;
    uint32_t node = p->goal;
    for (size_t i = count; i-- > 0; node = i ? node_before(p, node) : node)
        memcpy(lw_waypoint(search, i), lw_tree_node(&p->roadmap->nodes, node),
               search->space->value_count * sizeof(double));
    return LW_OK;
}

/* Finds shortest ways to a goal and checks them, until one is proven free or there is none. */
static lw_status find_way(prm *p, bool *found, lw_error *error)
{
    bool proven = false;
    lw_status status = LW_OK;
    do {
        status = lw_roadmap_way(p->roadmap, p->start, p->goals, &p->goal, found, error);
        if (!status && *found)
            status = prove_way(p, &proven, error);
    } while (!status && *found && !proven && lw_search_goes_on(p->search));
    *found = *found && proven;
    return status;
}

/* Adds start and goals, and the edges between them, which are tried first: in many searches no obstacle
 * is in between. */
static lw_status join_ends(prm *p, lw_error *error)
{
    const lw_search *search = p->search;
    lw_status status = add_node(p, search->start, &p->start, error);
    if (!status)
        status = add_goals(p, error);
    /* where the roadmap was empty, add_goals has joined them already */
    for (uint32_t i = 0; i < p->goals.count && p->start > 0 && !status; i++) {
        double length = lw_cspace_length(search->space, search->start, lw_search_goal(search, i));
        status = lw_roadmap_add_edge(p->roadmap, p->goals.first + i, p->start, length, LW_EDGE_UNKNOWN,
                                     error);
    }
    return status;
}

static lw_status run(prm *p, bool *found, lw_error *error)
{
    lw_search *search = p->search;
    *found = false;
    lw_status status = join_ends(p, error);
    while (!status) {
        status = find_way(p, found, error);
        if (status || *found || !lw_search_goes_on(search))
            break;
        search->closest = lw_roadmap_closest(p->roadmap, p->goals);
        status = grow(p, SIZE_MAX, error);
    }
    return status || !*found ? status : take_way(p, error);
}

lw_status lw_prm(lw_search *search, bool *found, lw_error *error)
{
    prm p = begin(search, false);
    return run(&p, found, error);
}

lw_status lw_lazy_prm(lw_search *search, bool *found, lw_error *error)
{
    prm p = begin(search, true);
    return run(&p, found, error);
}

lw_status lw_prm_ask(lw_search *search, bool *found, lw_error *error)
{
    prm p = begin(search, false);
    lw_status status = join_ends(&p, error);
    if (!status)
        status = find_way(&p, found, error);
    return status || !*found ? status : take_way(&p, error);
}

/* A batch that a budget or an error interrupts is rolled back: a roadmap consists of whole batches. */
lw_status lw_prm_grow(lw_search *search, size_t most, lw_error *error)
{
    prm p = begin(search, false);
    lw_status status = LW_OK;
    while (!status && p.roadmap->info.count < most && p.in_contact < MOST_IN_CONTACT &&
           lw_search_goes_on(search)) {
        lw_roadmap_size size = lw_roadmap_measure(p.roadmap);
        lw_random random = search->random;
        status = grow(&p, most, error);
        if (status || search->reason != LW_REASON_NONE) {
            lw_roadmap_cut(p.roadmap, size);
            search->random = random;
        }
    }
    return status;
}
