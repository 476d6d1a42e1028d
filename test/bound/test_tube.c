/* Tests what deviations take off a gap: at least what they move any corner of a box along a direction,
 * and not much more. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "bound/tube.h"
#include "math/pose.h"
#include "meshes.h"
#include "seed.h"

enum { PARTS = 3 };

static vec3 random_vector(lw_random *random, double size)
{
    return v3(lw_random_between(random, -size, size), lw_random_between(random, -size, size),
              lw_random_between(random, -size, size));
}

/* How far all parts together move a point of the first body's frame along n. */
static double moved(const lw_tube_part *parts, uint32_t count, vec3 n, vec3 point)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        vec3 way = add(parts[i].slide, cross(parts[i].turn, sub(point, parts[i].origin)));
        sum += parts[i].slack * fabs(dot(n, way));
    }
    return sum;
}

static void test_reach(void **state)
{
    (void)state;
    lw_random random = {.state = test_seed()};
    double close = 0;
    const int rounds = test_rounds(20000, 1000000);
    for (int round = 0; round < rounds; round++) {
        lw_tube_part parts[PARTS];
        const int body = (int)lw_random_below(&random, 2);
        const uint32_t count = 1 + lw_random_below(&random, PARTS);
        lw_tube tube = {.b_in_a = {.position = random_vector(&random, 1)}};
        tube.b_in_a.rotation =
            lw_rotation(random_direction(&random), lw_random_between(&random, -3, 3));
        tube.parts[body] = parts;
        tube.count[body] = count;
        for (uint32_t i = 0; i < count; i++) {
            const bool turns = lw_random_below(&random, 2);
            const vec3 none = v3(0, 0, 0);
            parts[i] = (lw_tube_part){
                .slide = turns && lw_random_below(&random, 2) ? none : random_vector(&random, 1),
                .turn = turns ? random_vector(&random, 2) : none,
                .origin = random_vector(&random, 1),
                .slack = lw_random_between(&random, 0, 0.1)};
        }
        const vec3 half = random_vector(&random, 0.3);
        const lw_node node = {.center = random_vector(&random, 1), .half = abs3(half), .child = -1};
        const vec3 n = random_direction(&random);
        const double reach = lw_tube_reach_of(&tube, body, n, &node);
        double most = 0;
        for (int corner = 0; corner < 8; corner++) {
            vec3 p = add(node.center, v3(corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y,
                                         corner & 4 ? half.z : -half.z));
            double own = moved(parts, count, n, body ? transform(tube.b_in_a, p) : p);
            most = own > most ? own : most;
        }
        assert_true(reach >= most);
        close += count == 1 && reach <= most * (1 + 1e-9);
    }
    /* of one part alone it is what the farthest corner moves */
    assert_true(close > 0.3 * rounds);
    assert_true(lw_tube_reach(NULL, 0, v3(1, 0, 0), NULL) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reach)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
