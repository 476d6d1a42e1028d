/* Tests shortest ways through random roadmaps against all lengths by Floyd and Warshall, and nearest
 * nodes against sorting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "plan/roadmap.h"
#include "seed.h"
#include "small_scene.h"

enum { NODES = 40, WIDTH = 2 };

typedef struct plane {
    lw_arena arena;
    lw_scene *scene;
    lw_cspace space;
    lw_roadmap roadmap;
} plane;

/* A space of two joints that slide. */
static void begin(plane *p)
{
    lw_error error = {0};
    static const lw_joint_kind kinds[] = {LW_JOINT_PRISMATIC, LW_JOINT_PRISMATIC};
    const double lower[] = {-1, -1};
    const double upper[] = {1, 1};
    lw_plan_space def = lw_default_plan_space();
    *p = (plane){.scene = new_scene()};
    add_chain(p->scene, "s", kinds, 2);
    succeed(lw_scene_freeze(p->scene, &error), &error);
    def.lower = lower;
    def.upper = upper;
    succeed(lw_cspace_make(&p->arena, p->scene, &def, &p->space, &error), &error);
    lw_roadmap_begin(&p->roadmap, &p->space);
}

static void end(plane *p)
{
    lw_roadmap_free(&p->roadmap);
    lw_arena_free(&p->arena);
    lw_scene_destroy(p->scene);
}

static double between(const plane *p, uint32_t a, uint32_t b)
{
    return hypot(lw_tree_node(&p->roadmap.nodes, a)[0] - lw_tree_node(&p->roadmap.nodes, b)[0],
                 lw_tree_node(&p->roadmap.nodes, a)[1] - lw_tree_node(&p->roadmap.nodes, b)[1]);
}

static void test_ways(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    plane p;
    begin(&p);
    int founds = 0;
    int nones = 0;
    for (int round = 0; round < test_rounds(200, 20000); round++) {
        static double all[NODES][NODES];
        lw_error error = {0};
        lw_roadmap_begin(&p.roadmap, &p.space);
        uint32_t nodes = 2 + lw_random_below(&random, NODES - 1);
        for (uint32_t i = 0; i < nodes; i++) {
            double values[WIDTH];
            lw_cspace_sample(&p.space, &random, values);
            succeed(lw_roadmap_add_node(&p.roadmap, values, &error), &error);
            for (uint32_t k = 0; k < nodes; k++)
                all[i][k] = i == k ? 0 : HUGE_VAL;
        }
        uint32_t edges = lw_random_below(&random, 2 * nodes);
        for (uint32_t r = 0; r < edges; r++) {
            uint32_t a = lw_random_below(&random, nodes);
            uint32_t b = lw_random_below(&random, nodes);
            lw_edge_state kind = (lw_edge_state)lw_random_below(&random, 3);
            double length = between(&p, a, b);
            succeed(lw_roadmap_add_edge(&p.roadmap, a, b, length, kind, &error), &error);
            if (kind != LW_EDGE_CLOSED && a != b)
                all[a][b] = all[b][a] = length;
        }
        for (uint32_t k = 0; k < nodes; k++)
            for (uint32_t i = 0; i < nodes; i++)
                for (uint32_t j = 0; j < nodes; j++)
                    all[i][j] = fmin(all[i][j], all[i][k] + all[k][j]);
        bool found;
        uint32_t goal = 0;
        const lw_roadmap_goals goals = {1, nodes > 2 ? 1 + lw_random_below(&random, 2) : 1};
        succeed(lw_roadmap_way(&p.roadmap, 0, goals, &goal, &found, &error), &error);
        const double shortest = goals.count == 1 ? all[0][1] : fmin(all[0][1], all[0][2]);
        assert_true(found == (shortest < HUGE_VAL));
        founds += found;
        nones += !found;
        /* nodes that were reached were reached by the shortest way, and lead back to the start */
        double closest = HUGE_VAL;
        for (uint32_t i = 0; i < nodes; i++) {
            const lw_roadmap_node *info = &p.roadmap.info.items[i];
            if (!info->done)
                continue;
            assert_true(fabs(info->reached - all[0][i]) < 1e-12);
            for (uint32_t k = 0; k < goals.count; k++)
                closest = fmin(closest, between(&p, i, goals.first + k));
            if (i) {
                const lw_roadmap_edge *edge = &p.roadmap.edges.items[info->through];
                uint32_t before = edge->nodes[edge->nodes[0] == i];
                assert_true(edge->state != LW_EDGE_CLOSED);
                assert_true(fabs(all[0][before] + edge->length - all[0][i]) < 1e-12);
            }
        }
        if (found)
            assert_true(goal - goals.first < goals.count &&
                        fabs(p.roadmap.info.items[goal].reached - shortest) < 1e-12);
        else
            for (uint32_t i = 0; i < nodes; i++)
                assert_true(p.roadmap.info.items[i].done == (all[0][i] < HUGE_VAL));
        assert_true(fabs(lw_roadmap_closest(&p.roadmap, goals) - closest) < 1e-14);
    }
    assert_true(founds > 20 && nones > 20);
    end(&p);
}

static void test_neighbours(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    plane p;
    begin(&p);
    lw_error error = {0};
    for (uint32_t i = 0; i < NODES; i++) {
        double values[WIDTH];
        lw_cspace_sample(&p.space, &random, values);
        succeed(lw_roadmap_add_node(&p.roadmap, values, &error), &error);
        for (size_t most = 1; most <= 6; most++) {
            uint32_t near[6];
            double lengths[6];
            size_t count = lw_roadmap_neighbours(&p.roadmap, i, i, most, near, lengths);
            assert_int_equal(count, most < i ? most : i);
            for (size_t k = 0; k < count; k++) {
                assert_true(fabs(lengths[k] - between(&p, near[k], i)) < 1e-14);
                assert_true(!k || lengths[k] >= lengths[k - 1]);
            }
            assert_int_equal(lw_roadmap_neighbours(&p.roadmap, i, i / 2, 6, near, lengths),
                             i / 2 < 6 ? i / 2 : 6);
            for (size_t k = 0; k < 6 && k < i / 2; k++)
                assert_true(near[k] < i / 2 && fabs(lengths[k] - between(&p, near[k], i)) < 1e-14);
            lw_roadmap_neighbours(&p.roadmap, i, i, most, near, lengths);
            /* no other node is nearer than the last one */
            size_t nearer = 0;
            for (uint32_t k = 0; k < i; k++)
                nearer += between(&p, k, i) < (count ? lengths[count - 1] - 1e-14 : 0);
            assert_true(nearer < count || !count);
        }
    }
    end(&p);
}

/* The edges of a node, as its list gives them. */
static size_t list_edges(const lw_roadmap *roadmap, uint32_t node, int64_t *out)
{
    size_t count = 0;
    for (int64_t r = roadmap->info.items[node].first; r >= 0;) {
        const lw_roadmap_edge *edge = &roadmap->edges.items[r];
        out[count++] = r;
        r = edge->next[edge->nodes[0] != node];
    }
    return count;
}

/* The list of each node has all of its edges, and no others. */
static void check_lists(const lw_roadmap *roadmap)
{
    for (uint32_t i = 0; i < roadmap->info.count; i++) {
        int64_t edges[4 * NODES];
        size_t count = list_edges(roadmap, i, edges);
        size_t wanted = 0;
        for (size_t r = 0; r < roadmap->edges.count; r++)
            wanted += roadmap->edges.items[r].nodes[0] == i || roadmap->edges.items[r].nodes[1] == i;
        assert_int_equal(count, wanted);
        for (size_t k = 0; k < count; k++) {
            const lw_roadmap_edge *edge = &roadmap->edges.items[edges[k]];
            assert_true(edge->nodes[0] == i || edge->nodes[1] == i);
            assert_true(!k || edges[k] < edges[k - 1]);
        }
    }
}

static void add_random(plane *p, lw_random *random, size_t nodes, size_t edges)
{
    lw_error error = {0};
    for (size_t i = 0; i < nodes; i++) {
        double values[WIDTH];
        lw_cspace_sample(&p->space, random, values);
        succeed(lw_roadmap_add_node(&p->roadmap, values, &error), &error);
    }
    uint32_t count = (uint32_t)p->roadmap.info.count;
    for (size_t i = 0; i < edges; i++) {
        uint32_t a = lw_random_below(random, count);
        uint32_t b = (a + 1 + lw_random_below(random, count - 1)) % count;
        lw_edge_state kind = (lw_edge_state)lw_random_below(random, 3);
        succeed(lw_roadmap_add_edge(&p->roadmap, a, b, 0.5, kind, &error), &error);
    }
}

/* Nodes and edges that were added are removed again, and so are closed edges. */
static void test_cut(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    plane p;
    begin(&p);
    for (int round = 0; round < 200; round++) {
        lw_roadmap_begin(&p.roadmap, &p.space);
        add_random(&p, &random, 10, 20);
        lw_roadmap_size size = lw_roadmap_measure(&p.roadmap);
        int64_t before[10][4 * NODES];
        size_t counts[10];
        for (uint32_t i = 0; i < 10; i++)
            counts[i] = list_edges(&p.roadmap, i, before[i]);
        add_random(&p, &random, 5, 20);
        check_lists(&p.roadmap);
        size_t closed = 0;
        for (size_t i = size.edges; i < p.roadmap.edges.count; i++)
            closed += p.roadmap.edges.items[i].state == LW_EDGE_CLOSED;
        lw_roadmap_drop_closed(&p.roadmap, size.edges);
        check_lists(&p.roadmap);
        assert_int_equal(p.roadmap.edges.count, 40 - closed);
        for (size_t i = size.edges; i < p.roadmap.edges.count; i++)
            assert_true(p.roadmap.edges.items[i].state != LW_EDGE_CLOSED);
        lw_roadmap_cut(&p.roadmap, size);
        assert_int_equal(p.roadmap.info.count, 10);
        assert_int_equal(lw_tree_count(&p.roadmap.nodes), 10);
        assert_int_equal(p.roadmap.edges.count, 20);
        for (uint32_t i = 0; i < 10; i++) {
            int64_t after[4 * NODES];
            assert_int_equal(list_edges(&p.roadmap, i, after), counts[i]);
            assert_memory_equal(after, before[i], counts[i] * sizeof *after);
        }
    }
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
