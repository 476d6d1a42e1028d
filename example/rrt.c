/* A way for an arm past a post, by a random tree that a pool proves free:  rrt scenes/cell.json */
#include <leeway/leeway.h>
#include <stdio.h>
enum { JOINTS = 6, MOST = 5000 };
static double tree[MOST][JOINTS] = {{-0.4, 0.1, 0.3, 0, 1.17, 1.5708}}; /* the root is the start */
static const double goal[JOINTS] = {1.6, 0.1, 0.3, 0, 1.17, 1.5708};
static lw_error error;

/* Whether the edge between two states is proven free; to NULL: whether the state is. */
static bool is_free(lw_pool *pool, const double *from, const double *to)
{
    lw_verdict_kind kind;
    lw_rows rows = lw_default_rows();
    lw_answers answers = lw_default_answers();
    rows.count = 1;
    rows.from = from;
    rows.to = to;
    answers.kind = &kind;
    lw_status status = (to ? lw_pool_segments : lw_pool_states)(pool, &rows, NULL, &answers, &error);
    return !status && kind == LW_VERDICT_FREE;
}

/* Sets a state on the way from the nearest node of the tree to a random state; returns this node. */
static int steer(double state[JOINTS], int nodes)
{
    static unsigned bits = 1; /* random */
    double least = 1e300;
    int nearest = 0;
    for (int k = 0; k < JOINTS; k++)
        state[k] = 4 * ((bits = bits * 1664525u + 1013904223u) / 0x1p32) - 2;
    for (int n = 0; n < nodes; n++) {
        double square = 0;
        for (int k = 0; k < JOINTS; k++)
            square += (state[k] - tree[n][k]) * (state[k] - tree[n][k]);
        nearest = square < least ? n : nearest;
        least = square < least ? square : least;
    }
    for (int k = 0; k < JOINTS; k++)
        state[k] = 0.7 * tree[nearest][k] + 0.3 * state[k];
    return nearest;
}

int main(int count, char **words)
{
    lw_scene *scene = NULL;
    lw_pool *pool = NULL;
    int edges[MOST] = {0}, found = 0; /* from the root to a node, and to the goal */
    if (!lw_scene_create(&scene, &error) && !lw_scene_load(scene, words[count - 1], &error) &&
        !lw_scene_freeze(scene, &error) && !lw_pool_create(scene, 1, &pool, &error))
        for (int tries = 0, nodes = 1; tries < MOST - 1 && !found && !error.status; tries++) {
            int near = steer(tree[nodes], nodes);
            if (is_free(pool, tree[nodes], NULL) && is_free(pool, tree[near], tree[nodes])) {
                edges[nodes] = edges[near] + 1;
                found = is_free(pool, tree[nodes++], goal) ? edges[near] + 2 : 0;
            }
        }
    error.status ? puts(error.message) : printf(found ? "a way of %d edges\n" : "no way\n", found);
    lw_pool_destroy(pool), lw_scene_destroy(scene);
    return !found;
}
