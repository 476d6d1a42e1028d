/* RRT-Connect: Kuffner and LaValle, "RRT-Connect: An Efficient Approach to Single-Query Path Planning"
 * (2000). Two trees grow, from the start and from the goal. In a turn, one tree grows by one step
 * towards a random configuration (extend), then the other grows step by step towards the new node, as
 * far as it gets (connect). A step is a segment that the checker proves free, not a row of samples. The
 * trees are balanced: Kuffner and LaValle, "An Efficient Approach to Path Planning Using Balanced
 * Bidirectional RRT Search" (2005). lw_rrt_connect_below is a round of AORRTC (plan/aorrtc.c): only
 * paths shorter than a bound count. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "plan/search.h"

/* the longest step, as a share of the diagonal of the space (docs/decisions/planning.md, "The longest
 * step of RRT-Connect is 6 % of the diagonal of the space") */
static const double step_share = 0.06;

/* The trees change places only while |a - b| / a is below this, where a is the size of the tree that
 * grew and b that of the other one (docs/decisions/planning.md, "The trees of RRT-Connect change places
 * only when they are in balance"). */
static const double tree_ratio = 1;

/* Dynamic domains: Yershova, Jaillet, Simeon and LaValle, "Dynamic-Domain RRTs: Efficient Exploration
 * by Controlling the Sampling Domain" (2005). A node from which a step met an obstacle is from then on
 * only grown towards configurations within this many of the longest steps (docs/decisions/planning.md,
 * "RRT-Connect leaves out samples that are far from nodes beside obstacles"). */
static const double domain_steps = 4;

/* samples that are drawn for one step; a search towards none of which a tree may grow then counts as a
 * step that failed */
enum { MOST_DRAWN = 64 };

static const double pi = 3.141592653589793;

/* The longest step: the caller's, or step_share of the largest distance between two configurations. */
static double range_of(const lw_search *search)
{
    double sum = 0;
    for (size_t i = 0; i < search->space->column_count; i++) {
        const lw_column *column = &search->space->columns[i];
        double width = column->kind == LW_COLUMN_LINE ? column->upper - column->lower : pi;
        sum += width * width;
    }
    return search->options->range > 0 ? search->options->range : step_share * sqrt(sum);
}

/* Grows a tree from a node by one step towards a configuration, if the step is free. node: in, the old
 * node; out, the new one. reached: whether the new node is that configuration. */
static lw_status grow(lw_search *search, lw_tree *tree, double range, const double *towards,
                      size_t *node, bool *grown, bool *reached, lw_error *error)
{
    const lw_cspace *space = search->space;
    double *next = search->scratch;
    const double *from = lw_tree_node(tree, *node);
    double distance = lw_cspace_length(space, from, towards);
    lw_cspace_between(space, from, towards, distance > range ? range / distance : 1, next);
    lw_edge edge = {.from = from, .to = next};
    lw_status status = lw_edges_ask(search->edges, &edge, 1, false, error);
    *grown = !status && edge.kind == LW_VERDICT_FREE;
    *reached = *grown && distance <= range;
    if (!*grown)
        return status;
    status = lw_tree_add(tree, next, (int64_t)*node, error);
    *node = lw_tree_count(tree) - 1;
    return status;
}

/* Grows a tree step by step towards a configuration, until it is reached or a step is not free. */
static lw_status connect(lw_search *search, lw_tree *tree, double range, const double *towards,
                         size_t *node, bool *reached, lw_error *error)
{
    bool grown;
    lw_status status;
    do {
        status = grow(search, tree, range, towards, node, &grown, reached, error);
    } while (!status && grown && !*reached && lw_search_goes_on(search));
    return status;
}

/* Copies the configurations from a node to its tree's root into the path from an index on, upwards or
 * downwards. */
static void copy_branch(const lw_search *search, const lw_tree *tree, size_t node, size_t at, bool up)
{
    size_t size = search->space->value_count * sizeof(double);
    for (int64_t n = (int64_t)node; n != LW_NO_PARENT; n = tree->parents.items[n])
        memcpy(lw_waypoint(search, up ? at++ : at--), lw_tree_node(tree, (size_t)n), size);
}

static size_t depth_of(const lw_tree *tree, size_t node)
{
    size_t depth = 0;
    for (int64_t n = (int64_t)node; n != LW_NO_PARENT; n = tree->parents.items[n])
        depth++;
    return depth;
}

static size_t root_of(const lw_tree *tree, size_t node)
{
    while (tree->parents.items[node] != LW_NO_PARENT)
        node = (size_t)tree->parents.items[node];
    return node;
}

/* Joins the branches of two nodes at the same configuration, one of each tree, to the path. */
static lw_status join(lw_search *search, size_t from_start, size_t from_goal, lw_error *error)
{
    size_t first = depth_of(&search->trees[0], from_start);
    size_t second = depth_of(&search->trees[1], from_goal);
    lw_status status = lw_path_reserve(search, first + second - 1, error);
    if (status)
        return status;
    search->path.count = first + second - 1;
    search->path.goal = root_of(&search->trees[1], from_goal);
    copy_branch(search, &search->trees[1], from_goal, first - 1, true);
    copy_branch(search, &search->trees[0], from_start, first - 1, false);
    return LW_OK;
}

/* Adds the roots of the trees: start and goals, in their order. */
static lw_status plant(lw_search *search, lw_error *error)
{
    search->closest = lw_search_to_goal(search, search->start);
    lw_status status = lw_tree_add(&search->trees[0], search->start, LW_NO_PARENT, error);
    for (size_t i = 0; i < search->goal_count && !status; i++)
        status = lw_tree_add(&search->trees[1], lw_search_goal(search, i), LW_NO_PARENT, error);
    return status;
}

/* The least length of any way from a root of a tree to a configuration. */
static double least_cost(const lw_search *search, int turn, const double *values)
{
    return turn ? lw_search_to_goal(search, values)
                : lw_cspace_length(search->space, search->start, values);
}

/* Draws random configurations until the nearest node of the tree may grow towards one. False: none of
 * them was in the domain of its nearest node. */
static bool draw_in_domain(lw_search *search, const lw_tree *tree, double *aim, size_t *node)
{
    for (int i = 0; i < MOST_DRAWN; i++) {
        double square;
        lw_cspace_sample(search->space, &search->random, aim);
        *node = lw_tree_nearest_square(tree, aim, &square);
        double radius = tree->radii.items[*node];
        if (square <= radius * radius)
            return true;
    }
    return false;
}

/* Where there is a bound (AO-x), draws a random configuration, and finds the nearest node of the tree.
 * The sample also has a random cost as one more coordinate: between the least cost of any way to it and
 * the largest with which a path over it stays below the bound. False: no such sample was found. */
static bool draw_below(lw_search *search, int turn, double *aim, size_t *node)
{
    const lw_tree *tree = &search->trees[turn];
    if (!lw_informed_sample(search, aim))
        return false;
    double from = least_cost(search, 0, aim);
    double to = least_cost(search, 1, aim);
    double room = fmax(0, search->bound - from - to);
    double cost = (turn ? to : from) + lw_random_between(&search->random, 0, room);
    *node = lw_tree_nearest_within(tree, aim, cost);
    return true;
}

/* Rewires the newest node of a tree: random costs choose other parents with a cheaper way, until one is
 * no cheaper or its segment is not free. */
static lw_status find_parent(lw_search *search, int turn, lw_error *error)
{
    lw_tree *tree = &search->trees[turn];
    size_t node = lw_tree_count(tree) - 1;
    const double *values = lw_tree_node(tree, node);
    double least = least_cost(search, turn, values);
    for (;;) {
        double cost = lw_random_between(&search->random, least, fmax(least, lw_tree_cost(tree, node)));
        size_t parent = lw_tree_nearest_within(tree, values, cost);
        lw_edge edge = {.from = lw_tree_node(tree, parent), .to = values};
        double whole = lw_tree_cost(tree, parent) + lw_cspace_length(search->space, edge.from, values);
        if (parent == node || (int64_t)parent == tree->parents.items[node] ||
            whole >= lw_tree_cost(tree, node))
            return LW_OK;
        lw_status status = lw_edges_ask(search->edges, &edge, 1, false, error);
        if (status || edge.kind != LW_VERDICT_FREE)
            return status;
        tree->parents.items[node] = (int64_t)parent;
        tree->costs.items[node] = whole;
    }
}

/* Grows the other tree towards the newest node of this one, from the nearest node over which the whole
 * path is below the bound; joins the two where they meet. */
static lw_status meet(lw_search *search, int turn, size_t node, double range, bool *found,
                      lw_error *error)
{
    const lw_cspace *space = search->space;
    const lw_tree *tree = &search->trees[turn];
    lw_tree *other = &search->trees[1 - turn];
    double *aim = search->scratch + space->value_count;
    memcpy(aim, lw_tree_node(tree, node), space->value_count * sizeof *aim);
    double left = search->bound - lw_tree_cost(tree, node);
    size_t last = lw_tree_nearest_within(other, aim, left);
    double apart = lw_cspace_length(space, lw_tree_node(other, last), aim);
    if (lw_tree_cost(other, last) + apart >= left)
        return LW_OK;
    lw_status status = connect(search, other, range, aim, &last, found, error);
    double distance = lw_cspace_length(space, lw_tree_node(other, last), aim);
    search->closest = fmin(search->closest, distance);
    return !status && *found ? join(search, turn ? last : node, turn ? node : last, error) : status;
}

/* The size of a tree: goals count as one node. */
static double size_of(const lw_search *search, int turn)
{
    const size_t roots = turn ? search->goal_count : 1;
    return (double)(lw_tree_count(&search->trees[turn]) - (roots - 1));
}

/* The tree that grows next. A tree that is less than half as large as the other one keeps its turn: in
 * a narrow pocket few of its steps are free, and each turn of the other tree only adds nodes that the
 * steps from the pocket do not reach. */
static int next_turn(const lw_search *search, int turn)
{
    double grown = size_of(search, turn);
    double other = size_of(search, 1 - turn);
    return fabs(grown - other) < tree_ratio * grown ? 1 - turn : turn;
}

/* ---- steps that are prepared together ---------------------------------------------------------- */

static void prepare_step(lw_search *search, int turn, double range, lw_growth *step)
{
    lw_tree *tree = &search->trees[turn];
    step->turn = turn;
    step->fails = false;
    step->drawn = draw_in_domain(search, tree, step->aim, &step->node);
    step->random = search->random;
    if (!step->drawn)
        return;
    const double *from = lw_tree_node(tree, step->node);
    double distance = lw_cspace_length(search->space, from, step->aim);
    lw_cspace_between(search->space, from, step->aim, distance > range ? range / distance : 1,
                      step->end);
    step->radius = tree->radii.items[step->node];
    tree->radii.items[step->node] = domain_steps * range;
}

/* Marks steps whose ends are in contact. */
static lw_status sift_steps(lw_search *search, lw_error *error)
{
    const double *ends[LW_MOST_GROWTHS];
    lw_growth *of[LW_MOST_GROWTHS];
    size_t count = 0;
    for (size_t i = 0; i < search->growth_count; i++) {
        of[count] = &search->growths[i];
        ends[count] = of[count]->end;
        count += of[count]->drawn;
    }
    bool contacts[LW_MOST_GROWTHS];
    if (count < 2)
        return LW_OK;
    lw_status status = lw_edges_contacts(search->edges, ends, count, contacts, error);
    for (size_t i = 0; i < count && !status; i++)
        of[i]->fails = contacts[i];
    return status;
}

/* Prepares the steps that follow if each of them fails, as most do where it is narrow: the same ones as
 * one by one. They are twice as many as the time before, until a tree grows. */
static lw_status prepare_steps(lw_search *search, int turn, double range, lw_error *error)
{
    const size_t most = lw_edges_sees_contacts(search->edges) ? LW_MOST_GROWTHS : 1;
    size_t count = search->growth_count ? 2 * search->growth_count : 1;
    search->growth_next = 0;
    search->growth_count = count < most ? count : most;
    for (size_t i = 0; i < search->growth_count; i++, turn = next_turn(search, turn))
        prepare_step(search, turn, range, &search->growths[i]);
    return sift_steps(search, error);
}

/* Undoes the steps that are prepared, from one on: a tree has grown by that one. */
static void drop_steps(lw_search *search, size_t from)
{
    for (size_t i = search->growth_count; i-- > from;) {
        const lw_growth *step = &search->growths[i];
        if (step->drawn)
            search->trees[step->turn].radii.items[step->node] = step->radius;
    }
    search->random = search->growths[from].random;
    search->growth_next = search->growth_count = 0;
}

/* Takes the next step. */
static lw_status take_step(lw_search *search, int turn, double range, size_t *node, bool *grown,
                           lw_error *error)
{
    bool reached;
    lw_status status = LW_OK;
    *grown = false;
    if (search->growth_next == search->growth_count)
        status = prepare_steps(search, turn, range, error);
    if (status)
        return status;
    const size_t index = search->growth_next++;
    const lw_growth *step = &search->growths[index];
    if (!step->drawn)
        return LW_OK;
    if (step->fails) {
        search->edges->asked++;
        return LW_OK;
    }
    *node = step->node;
    status = grow(search, &search->trees[turn], range, step->aim, node, grown, &reached, error);
    if (!status && *grown)
        drop_steps(search, index);
    return status;
}

/* Takes a step where there is a bound. */
static lw_status take_bounded_step(lw_search *search, int turn, double range, size_t *node, bool *grown,
                                   lw_error *error)
{
    lw_tree *tree = &search->trees[turn];
    double *aim = search->scratch + search->space->value_count;
    bool reached;
    lw_status status = LW_OK;
    *grown = false;
    if (draw_below(search, turn, aim, node))
        status = grow(search, tree, range, aim, node, grown, &reached, error);
    search->spent += !*grown;
    return !status && *grown ? find_parent(search, turn, error) : status;
}

/* A turn: grows one tree by a step towards a random configuration, and the other tree towards the new
 * node. */
static lw_status take_turn(lw_search *search, int turn, double range, bool *found, lw_error *error)
{
    bool grown;
    size_t node;
    lw_status status = search->bound < HUGE_VAL
                           ? take_bounded_step(search, turn, range, &node, &grown, error)
                           : take_step(search, turn, range, &node, &grown, error);
    search->failed += !grown;
    return status || !grown ? status : meet(search, turn, node, range, found, error);
}

/* Tries the straight segments from the start to the goals, the nearest goals first: in many searches no
 * obstacle is in between. */
static lw_status try_straight(lw_search *search, bool *found, lw_error *error)
{
    lw_status status = LW_OK;
    *found = false;
    for (size_t first = 0;
         first < search->goal_count && !*found && !status && (!first || lw_search_goes_on(search));
         first += LW_MOST_STATES) {
        lw_edge edges[LW_MOST_STATES];
        size_t count = 0;
        for (; count < LW_MOST_STATES && first + count < search->goal_count; count++)
            edges[count] =
                (lw_edge){.from = search->start, .to = lw_search_goal(search, first + count)};
        status = lw_edges_ask(search->edges, edges, count, false, error);
        for (size_t i = 0; i < count && !status && !*found; i++)
            if (edges[i].kind == LW_VERDICT_FREE) {
                *found = true;
                status = lw_tree_add(&search->trees[0], edges[i].to, 0, error);
                if (!status)
                    status = join(search, 1, first + i, error);
            }
    }
    return status;
}

lw_status lw_rrt_connect(lw_search *search, bool *found, lw_error *error)
{
    double range = range_of(search);
    lw_status status = plant(search, error);
    if (status)
        return status;
    search->growth_next = search->growth_count = 0;
    status = try_straight(search, found, error);
    for (int turn = 0; !status && !*found && lw_search_goes_on(search); turn = next_turn(search, turn))
        status = take_turn(search, turn, range, found, error);
    return status;
}

lw_status lw_rrt_connect_below(lw_search *search, bool *found, lw_error *error)
{
    double range = range_of(search);
    double closest = search->closest;
    lw_status status = plant(search, error);
    *found = false;
    for (int turn = 0;
         !status && !*found && lw_search_nodes(search) < search->round_end && lw_search_goes_on(search);
         turn = next_turn(search, turn))
        status = take_turn(search, turn, range, found, error);
    search->closest = closest;
    return status;
}
