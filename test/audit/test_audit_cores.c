/* Tests that leeway-audit takes no box for outside of a cylinder, a cone or an ellipsoid which meets
 * it: against the same question in numbers of 400 bits, for boxes about the surface, at tips and
 * where doubles end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <arb.h>
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "seed.h"

#include "bodies.h"

enum { BITS = 400 };

/* out = a b */
static void times_double(arb_t out, const arb_t a, double b)
{
    arb_t factor;
    arb_init(factor);
    arb_set_d(factor, b);
    arb_mul(out, a, factor, BITS);
    arb_clear(factor);
}

/* The square of a coordinate by a half axis. */
static void add_square(arb_t sum, double value, double by)
{
    arb_t q;
    arb_t d;
    arb_init(q);
    arb_init(d);
    arb_set_d(q, value);
    arb_set_d(d, by);
    arb_div(q, q, d, BITS);
    arb_addmul(sum, q, q, BITS);
    arb_clear(q);
    arb_clear(d);
}

/* Whether a box reaches into a core by more than numbers of so many bits may err. */
static bool meets(const element *e, const double low[3], const double high[3])
{
    double least[3];
    for (int i = 0; i < 3; i++)
        least[i] = low[i] > 0 ? low[i] : high[i] < 0 ? -high[i] : 0;
    arb_t off;
    arb_t most;
    arb_init(off);
    arb_init(most);
    arb_one(most);
    if (e->core == CORE_ELLIPSOID) {
        for (int i = 0; i < 3; i++)
            add_square(off, least[i], e->half[i]);
    } else {
        add_square(off, least[0], 1);
        add_square(off, least[1], 1);
        if (e->core == CORE_CONE) {
            arb_t z;
            arb_init(z);
            arb_set_d(z, low[2]);
            arb_set_d(most, e->half[2]);
            arb_sub(z, most, z, BITS);
            arb_div(most, z, most, BITS);
            arb_mul_2exp_si(most, most, -1);
            arb_clear(z);
        }
        times_double(most, most, e->base);
        arb_mul(most, most, most, BITS);
    }
    const bool found = arb_lt(off, most);
    arb_clear(off);
    arb_clear(most);
    return found;
}

/* A size of any order, mostly that of a robot's parts. */
static double random_size(lw_random *random)
{
    const int range = lw_random_below(random, 8) ? 4 : 900;
    return ldexp(lw_random_between(random, 1, 2),
                 (int)lw_random_below(random, 2 * (uint32_t)range) - range);
}

/* A box about a point of the surface; how thick it is, and by how much it is off, are of any order. */
static void random_box(const element *e, lw_random *random, double low[3], double high[3])
{
    const double angle = lw_random_between(random, -3.2, 3.2);
    const double near = lw_random_below(random, 2)
                            ? ldexp(lw_random_between(random, 0, 1), -(int)lw_random_below(random, 60))
                            : lw_random_between(random, 0, 2);
    const double z = (1 - near) * e->half[2];
    const double slip = ldexp(lw_random_between(random, -1, 1), -(int)lw_random_below(random, 70));
    double across = e->core == CORE_CONE ? 0.5 * near * e->base : e->base;
    if (lw_random_below(random, 4) == 0)
        across = ldexp(e->base, -48 - (int)lw_random_below(random, 12));
    double p[3] = {across * (1 + slip) * cos(angle), across * (1 + slip) * sin(angle), z};
    if (e->core == CORE_ELLIPSOID) {
        const double round = sqrt(fmax(0, 1 - (z / e->half[2]) * (z / e->half[2])));
        p[0] = e->half[0] * round * (1 + slip) * cos(angle);
        p[1] = e->half[1] * round * (1 + slip) * sin(angle);
    }
    for (int i = 0; i < 3; i++) {
        const double size = fmax(e->half[i], e->base) * ldexp(1, -(int)lw_random_below(random, 70));
        low[i] = p[i] > 0 || i == 2 ? p[i] : p[i] - size;
        high[i] = p[i] > 0 || i == 2 ? p[i] + size : p[i];
    }
}

static void test_boxes(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static const int cores[] = {CORE_CYLINDER, CORE_CONE, CORE_CONE, CORE_ELLIPSOID};
    int outside = 0;
    const int count = test_rounds(200000, 20000000);
    for (int k = 0; k < count; k++) {
        element e = {.core = cores[lw_random_below(&random, 4)]};
        double low[3];
        double high[3];
        for (int i = 0; i < 3; i++)
            e.half[i] = random_size(&random);
        if (e.core != CORE_ELLIPSOID) {
            e.base = e.half[0];
            e.half[0] = e.half[1] = 0;
        }
        random_box(&e, &random, low, high);
        if (!is_outside_core(&e, low, high))
            continue;
        outside++;
        if (meets(&e, low, high))
            fail_msg("core %d of %a %a %a, base %a: the box from (%a, %a, %a) to (%a, %a, %a) meets it",
                     (int)e.core, e.half[0], e.half[1], e.half[2], e.base, low[0], low[1], low[2],
                     high[0], high[1], high[2]);
    }
    assert_true(outside > count / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_boxes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
