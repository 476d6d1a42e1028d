/* A gate on a table, and what it is asked, for tests of gates. */
#ifndef LW_TEST_GATE_ASKED_H
#define LW_TEST_GATE_ASKED_H

#include "gate_table.h"

enum { MOST = 16 };

static const double PERIOD = 0.1;

/* A gate, its answers, and the request that is asked next. */
typedef struct asked {
    gate_table table;
    double values[OWN], rates[OWN], points[MOST * OWN];
    lw_gate_request request;
    lw_gate_answer answer;
    lw_error error;
} asked;

/* Makes a gate on a table. options NULL: the defaults with a period of PERIOD. */
static inline void open_gate(asked *a, const gate_table *table, const lw_gate_options *options)
{
    lw_gate_options own = lw_default_gate_options();
    own.period = PERIOD;
    own.points = MOST;
    memset(a, 0, sizeof *a);
    a->table = *table;
    build_table(&a->table);
    succeed(lw_gate_create(a->table.scene, options ? options : &own, &a->table.gate, &a->error),
            &a->error);
    a->request = lw_default_gate_request();
    a->request.values = a->values;
    a->request.rates = a->rates;
    a->request.points = a->points;
}

static inline lw_gate_options options_of(const lw_check_options *check)
{
    lw_gate_options options = lw_default_gate_options();
    options.period = PERIOD;
    options.points = MOST;
    options.check = check;
    return options;
}

/* A chunk in which one joint has a constant velocity, from where it is. */
static inline void drive(asked *a, int joint, double from, double rate, size_t count)
{
    memset(a->values, 0, sizeof a->values);
    memset(a->rates, 0, sizeof a->rates);
    memset(a->points, 0, sizeof a->points);
    a->values[joint] = from;
    a->rates[joint] = rate;
    a->request.count = count;
    for (size_t k = 0; k < count; k++)
        a->points[k * OWN + (size_t)joint] = from + rate * PERIOD * (double)(k + 1);
}

static inline lw_status ask(asked *a)
{
    a->answer = lw_default_gate_answer();
    a->error.message[0] = 0;
    return lw_gate_check(a->table.gate, &a->request, &a->answer, &a->error);
}

/* Asks, and expects an answer. */
static inline void expect(asked *a, lw_gate_reason reason, size_t passed)
{
    succeed(ask(a), &a->error);
    assert_int_equal(a->answer.reason, reason);
    assert_int_equal(a->answer.passed, passed);
    assert_int_equal(a->answer.kind, passed ? LW_GATE_PASS : LW_GATE_STOP);
}

#endif
