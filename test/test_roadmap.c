/* Ways through random roadmaps, beside all lengths by Floyd and Warshall; and nearest nodes beside
 * sorting. */
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
    lw_tree tree;
    lw_roadmap roadmap;
} plane;

/* A space of two slides. */
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
    lw_roadmap_begin(&p->roadmap, &p->space, &p->tree);
}

static void end(plane *p)
{
    lw_roadmap_free(&p->roadmap);
    lw_tree_free(&p->tree);
    lw_arena_free(&p->arena);
    lw_scene_destroy(p->scene);
}

static double between(const plane *p, uint32_t a, uint32_t b)
{
    return hypot(lw_tree_node(&p->tree, a)[0] - lw_tree_node(&p->tree, b)[0],
                 lw_tree_node(&p->tree, a)[1] - lw_tree_node(&p->tree, b)[1]);
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
        lw_roadmap_begin(&p.roadmap, &p.space, &p.tree);
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
        succeed(lw_roadmap_way(&p.roadmap, 0, 1, &found, &error), &error);
        assert_true(found == (all[0][1] < HUGE_VAL));
        founds += found;
        nones += !found;
        /* what is reached is reached by the shortest way, and leads back to the start */
        double closest = HUGE_VAL;
        for (uint32_t i = 0; i < nodes; i++) {
            const lw_roadmap_node *info = &p.roadmap.info.items[i];
            if (!info->done)
                continue;
            assert_true(fabs(info->reached - all[0][i]) < 1e-12);
            closest = fmin(closest, between(&p, i, 1));
            if (i) {
                const lw_roadmap_edge *edge = &p.roadmap.edges.items[info->through];
                uint32_t before = edge->nodes[edge->nodes[0] == i];
                assert_true(edge->state != LW_EDGE_CLOSED);
                assert_true(fabs(all[0][before] + edge->length - all[0][i]) < 1e-12);
            }
        }
        if (found)
            assert_true(fabs(p.roadmap.info.items[1].reached - all[0][1]) < 1e-12);
        else
            for (uint32_t i = 0; i < nodes; i++)
                assert_true(p.roadmap.info.items[i].done == (all[0][i] < HUGE_VAL));
        assert_true(fabs(lw_roadmap_closest(&p.roadmap, 1) - closest) < 1e-14);
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
            size_t count = lw_roadmap_neighbours(&p.roadmap, i, most, near, lengths);
            assert_int_equal(count, most < i ? most : i);
            for (size_t k = 0; k < count; k++) {
                assert_true(fabs(lengths[k] - between(&p, near[k], i)) < 1e-14);
                assert_true(!k || lengths[k] >= lengths[k - 1]);
            }
            /* no other is nearer than the last */
            size_t nearer = 0;
            for (uint32_t k = 0; k < i; k++)
                nearer += between(&p, k, i) < (count ? lengths[count - 1] - 1e-14 : 0);
            assert_true(nearer < count || !count);
        }
    }
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
