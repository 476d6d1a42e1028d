/* Plans a way for an arm of six joints past a post by a random tree, whose states and edges a pool
 * proves free:  rrt scenes/cell.json */
#include <leeway/leeway.h>
#include <stdio.h>
#include <string.h>

enum { JOINTS = 6, BATCH = 16, MOST = 5000 };

typedef double state[JOINTS];

static state tree[MOST];
static int parents[MOST], nodes;
static lw_error error;

static int add(const state node, int parent)
{
    memcpy(tree[nodes], node, sizeof(state));
    parents[nodes] = parent;
    return nodes++;
}

static double random_between(double low, double high)
{
    static unsigned bits = 1;
    bits = bits * 1664525u + 1013904223u;
    return low + (high - low) * (bits >> 8) / 0x1p24;
}

static int nearest(const state to)
{
    int best = 0;
    double least = 1e300;
    for (int n = 0; n < nodes; n++) {
        double square = 0;
        for (int k = 0; k < JOINTS; k++)
            square += (to[k] - tree[n][k]) * (to[k] - tree[n][k]);
        if (square < least)
            least = square, best = n;
    }
    return best;
}

/* How the states `from` are; with `to`, the edges from them to the states `to`, or all to one (stride
 * 0). */
static int ask(lw_pool *pool, size_t count, const double *from, const double *to, size_t stride,
               lw_verdict_kind *kinds)
{
    lw_rows rows = lw_default_rows();
    lw_answers answers = lw_default_answers();
    rows.count = count;
    rows.from = from, rows.from_stride = JOINTS;
    answers.kind = kinds;
    if (!to)
        return lw_pool_states(pool, &rows, NULL, &answers, &error);
    rows.to = to, rows.to_stride = stride;
    return lw_pool_segments(pool, &rows, NULL, &answers, &error);
}

/* Grows the tree until an edge reaches the goal. Returns its node; -1: no way was found. */
static int grow(lw_pool *pool, const state goal)
{
    while (nodes + BATCH < MOST) {
        state from[BATCH], to[BATCH];
        int origins[BATCH], count = 0;
        lw_verdict_kind kinds[BATCH], ends[BATCH];
        for (int i = 0; i < BATCH; i++) { /* from the nearest node towards a random state */
            for (int k = 0; k < JOINTS; k++)
                to[i][k] = random_between(-2, 2);
            origins[i] = nearest(to[i]);
            for (int k = 0; k < JOINTS; k++)
                to[i][k] = 0.7 * tree[origins[i]][k] + 0.3 * to[i][k];
        }
        if (ask(pool, BATCH, to[0], NULL, 0, kinds))
            return -1;
        for (int i = 0; i < BATCH; i++) /* those that are free go on */
            if (kinds[i] == LW_VERDICT_FREE) {
                memmove(to[count], to[i], sizeof(state));
                memcpy(from[count], tree[origins[i]], sizeof(state));
                origins[count++] = origins[i];
            }
        if (ask(pool, count, from[0], to[0], JOINTS, kinds) || ask(pool, count, to[0], goal, 0, ends))
            return -1;
        for (int i = 0; i < count; i++)
            if (kinds[i] == LW_VERDICT_FREE) {
                int node = add(to[i], origins[i]);
                if (ends[i] == LW_VERDICT_FREE)
                    return add(goal, node);
            }
    }
    return -1;
}

int main(int count, char **words)
{
    const state start = {-0.4, 0.1, 0.3, 0, 1.17, 1.5708}, goal = {1.6, 0.1, 0.3, 0, 1.17, 1.5708};
    lw_scene *scene = NULL;
    lw_pool *pool = NULL;
    int last = -1, edges = 0;
    add(start, -1);
    if (!lw_scene_create(&scene, &error) &&
        !lw_scene_load(scene, count > 1 ? words[1] : "scenes/cell.json", &error) &&
        !lw_scene_freeze(scene, &error) && !lw_pool_create(scene, 0, &pool, &error))
        last = grow(pool, goal);
    for (int n = last; n > 0; n = parents[n])
        edges++;
    if (error.status)
        printf("%s\n", error.message);
    else
        printf(edges ? "a way of %d edges\n" : "no way\n", edges);
    lw_pool_destroy(pool), lw_scene_destroy(scene);
    return edges ? 0 : 1;
}
