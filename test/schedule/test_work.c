/* Tests schedules of tables: against brute force over all routes and all orders of stretches that
 * exclude each other, and by a check of each schedule that knows nothing of the search. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "schedule/clp.h"
#include "schedule/solver.h"
#include "schedule/work_cell.h"
#include "seed.h"

/* ---- the check of a schedule ----------------------------------------------------------------------
 */

/* A stretch with its interval. */
typedef struct timed {
    lw_work_stretch what;
    double begin, end;
} timed;

enum { MOST_STRETCHES = 2 * CELL_TASKS + 3 };

/* All stretches of a robot's steps. */
static size_t stretches_of(const lw_work_tables *work, const lw_work_plan *plan, size_t robot,
                           timed *out)
{
    size_t count = 0, place = LW_HOME;
    double since = -HUGE_VAL;
    for (size_t i = plan->first[robot]; i < plan->first[robot + 1]; i++) {
        const lw_work_step *step = &plan->steps[i];
        out[count++] = (timed){{robot, place, place}, since, step->depart};
        out[count++] = (timed){{robot, place, step->choice}, step->depart, step->arrive};
        place = step->choice;
        since = step->arrive;
    }
    if (place != LW_HOME && !work->stay) {
        const double leave = plan->steps[plan->first[robot + 1] - 1].leave;
        out[count++] = (timed){{robot, place, place}, since, leave};
        out[count++] = (timed){{robot, place, LW_HOME}, leave, plan->done[robot]};
        place = LW_HOME;
        since = plan->done[robot];
    }
    out[count++] = (timed){{robot, place, place}, since, HUGE_VAL};
    return count;
}

/* By how many seconds two stretches are in each other's way; 0 or less: they are not. */
static double overlap(const lw_work_tables *work, const timed *one, const timed *other)
{
    if (!work->conflicts)
        return 0;
    const bool swap = one->what.from != one->what.to && other->what.from == other->what.to;
    const timed *a = swap ? other : one, *b = swap ? one : other;
    const lw_work_span *spans;
    const size_t count = work->conflicts(work->context, &a->what, &b->what, &spans);
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        double ahead, behind;
        if (b->what.from == b->what.to) {
            ahead = a->end + spans[i].to - b->begin;
            behind = b->end + spans[i].to - a->begin;
        } else if (a->what.from == a->what.to) {
            ahead = a->end - b->begin - spans[i].from;
            behind = b->begin + spans[i].to - a->begin;
        } else {
            ahead = b->begin - a->begin - spans[i].from;
            behind = spans[i].to - b->begin + a->begin;
        }
        most = fmax(most, fmin(ahead, behind));
    }
    return most;
}

static void check_route(const lw_work_tables *work, const lw_work_plan *plan, size_t robot, double *end)
{
    double time = 0;
    size_t place = LW_HOME;
    for (size_t i = plan->first[robot]; i < plan->first[robot + 1]; i++) {
        const lw_work_step *step = &plan->steps[i];
        const lw_work_choice *choice = &work->choices[step->choice];
        assert_int_equal(choice->robot, robot);
        assert_true(step->depart >= time - 1e-9);
        const double way = work->travel(work->context, robot, place, step->choice);
        assert_true(fabs(step->arrive - step->depart - way) < 1e-9);
        assert_true(step->begin >= step->arrive - 1e-9);
        assert_true(step->leave >= step->begin + choice->duration - 1e-9);
        assert_true(end[choice->task] < 0);
        end[choice->task] = step->begin + choice->duration;
        time = step->leave;
        place = step->choice;
    }
    if (place != LW_HOME && !work->stay)
        time += work->travel(work->context, robot, place, LW_HOME);
    assert_true(fabs(plan->done[robot] - time) < 1e-9);
    assert_true(time <= plan->makespan + 1e-9);
}

/* A plan keeps all that is asked. */
static void check_plan(const lw_work_tables *work, const lw_work_plan *plan)
{
    static timed stretches[2][MOST_STRETCHES];
    double end[CELL_TASKS];
    for (size_t i = 0; i < work->task_count; i++)
        end[i] = -1;
    assert_int_equal(plan->first[work->robot_count], work->task_count);
    double last = 0;
    for (size_t r = 0; r < work->robot_count; r++) {
        check_route(work, plan, r, end);
        last = fmax(last, plan->done[r]);
    }
    assert_true(fabs(last - plan->makespan) < 1e-9);
    assert_true(plan->bound <= plan->makespan);
    assert_true(plan->makespan <= plan->greedy);
    for (size_t i = 0; i < work->task_count; i++)
        assert_true(end[i] >= 0);
    for (size_t r = 0; r < work->robot_count; r++)
        for (size_t i = plan->first[r]; i < plan->first[r + 1]; i++)
            for (size_t k = 0; k < work->before_count; k++)
                if (work->before[k][1] == work->choices[plan->steps[i].choice].task)
                    assert_true(plan->steps[i].begin >= end[work->before[k][0]] - 1e-9);
    for (size_t r = 0; r < work->robot_count; r++)
        for (size_t s = r + 1; s < work->robot_count; s++) {
            const size_t own = stretches_of(work, plan, r, stretches[0]);
            const size_t others = stretches_of(work, plan, s, stretches[1]);
            for (size_t i = 0; i < own; i++)
                for (size_t k = 0; k < others; k++)
                    assert_true(overlap(work, &stretches[0][i], &stretches[1][k]) < 1e-8);
        }
}

/* ---- brute force ----------------------------------------------------------------------------------
 */

/* Longer than any schedule of the cells below: times that rules raise without end get there. */
static const double longest = 100;

/* One robot after the other, its route, and when it leaves each place and begins each task. */
typedef struct brute {
    const lw_work_tables *work;
    size_t count[CELL_ROBOTS];
    size_t route[CELL_ROBOTS][CELL_TASKS];
    double best;
    uint64_t leaves;
} brute;

/* At least `seconds` between two times of `times`. */
typedef struct rule {
    size_t from, to;
    double seconds;
} rule;

enum { MOST_RULES = 200, TIMES = 2 * CELL_TASKS + 2 };

typedef struct times {
    double leave[CELL_ROBOTS][CELL_TASKS + 1], begin[CELL_ROBOTS][CELL_TASKS + 1];
    rule rules[MOST_RULES]; /* between departures: robot * (CELL_TASKS + 1) + index */
    size_t rule_count;
} times;

static size_t brute_place(const brute *b, size_t robot, size_t k)
{
    return k && k <= b->count[robot] ? b->route[robot][k - 1] : LW_HOME;
}

static double brute_way(const brute *b, size_t robot, size_t k)
{
    const size_t from = brute_place(b, robot, k), to = brute_place(b, robot, k + 1);
    return from == to ? 0 : b->work->travel(b->work->context, robot, from, to);
}

/* The makespan of the earliest times that keep the rules; infinite: there are none below the best. */
static double brute_settle(const brute *b, times *t)
{
    const lw_work_tables *work = b->work;
    double *leave = &t->leave[0][0];
    memset(t->leave, 0, sizeof t->leave);
    memset(t->begin, 0, sizeof t->begin);
    for (bool changed = true; changed;) {
        changed = false;
        double end[CELL_TASKS] = {0};
        double makespan = 0;
        for (size_t r = 0; r < work->robot_count; r++) {
            for (size_t k = 1; k <= b->count[r]; k++) {
                const lw_work_choice *choice = &work->choices[b->route[r][k - 1]];
                t->begin[r][k] = fmax(t->begin[r][k], t->leave[r][k - 1] + brute_way(b, r, k - 1));
                end[choice->task] = t->begin[r][k] + choice->duration;
                const double was = t->leave[r][k];
                t->leave[r][k] = fmax(was, end[choice->task]);
                changed = changed || t->leave[r][k] > was;
            }
            const size_t last = b->count[r];
            if (last)
                makespan = fmax(makespan, t->leave[r][last] + (work->stay ? 0 : brute_way(b, r, last)));
        }
        for (size_t r = 0; r < work->robot_count; r++)
            for (size_t k = 1; k <= b->count[r]; k++)
                for (size_t i = 0; i < work->before_count; i++)
                    if (work->before[i][1] == work->choices[b->route[r][k - 1]].task &&
                        t->begin[r][k] < end[work->before[i][0]]) {
                        t->begin[r][k] = end[work->before[i][0]];
                        changed = true;
                    }
        for (size_t i = 0; i < t->rule_count; i++) {
            const rule *x = &t->rules[i];
            if (leave[x->to] < leave[x->from] + x->seconds) {
                leave[x->to] = leave[x->from] + x->seconds;
                changed = true;
            }
        }
        if (makespan >= b->best - 1e-9)
            return HUGE_VAL;
        if (!changed)
            return makespan;
    }
    return HUGE_VAL;
}

/* A robot's index-th stretch, by its times. */
static timed brute_stretch(const brute *b, const times *t, size_t robot, size_t index, size_t count)
{
    const size_t k = index / 2, from = brute_place(b, robot, k);
    if (index % 2)
        return (timed){{robot, from, brute_place(b, robot, k + 1)},
                       t->leave[robot][k],
                       t->leave[robot][k] + brute_way(b, robot, k)};
    return (timed){{robot, from, from},
                   k ? t->leave[robot][k - 1] + brute_way(b, robot, k - 1) : -HUGE_VAL,
                   index + 1 == count ? HUGE_VAL : t->leave[robot][k]};
}

static size_t brute_count(const brute *b, size_t robot)
{
    return 2 * b->count[robot] + (b->count[robot] && !b->work->stay ? 3 : 1);
}

static void brute_resolve(brute *b, times *t);

/* Goes on with a rule that one departure is so much later than another. */
static void brute_with(brute *b, times *t, bool possible, rule added)
{
    if (!possible)
        return;
    assert_true(t->rule_count < MOST_RULES);
    t->rules[t->rule_count++] = added;
    brute_resolve(b, t);
    t->rule_count--;
}

static size_t departure(size_t robot, size_t index)
{
    return robot * (CELL_TASKS + 1) + index;
}

/* The first two stretches that exclude each other, and either order of them. */
static bool brute_branch(brute *b, times *t, size_t r, size_t i, size_t s, size_t k)
{
    timed x = brute_stretch(b, t, r, i, brute_count(b, r)),
          y = brute_stretch(b, t, s, k, brute_count(b, s));
    if (!(overlap(b->work, &x, &y) > 1e-8))
        return false;
    if (i % 2 && !(k % 2))
        return brute_branch(b, t, s, k, r, i);
    const lw_work_span *spans;
    const size_t count = b->work->conflicts(b->work->context, &x.what, &y.what, &spans);
    const bool x_ends = i + 1 < brute_count(b, r), y_ends = k + 1 < brute_count(b, s);
    for (size_t n = 0; n < count; n++) {
        const lw_work_span span = spans[n];
        const double before_x = i ? brute_way(b, r, i / 2 - (i % 2 ? 0 : 1)) : 0;
        const double before_y = k ? brute_way(b, s, k / 2 - (k % 2 ? 0 : 1)) : 0;
        if (i % 2) {
            const double delay = y.begin - x.begin;
            if (delay <= span.from + 1e-8 || delay >= span.to - 1e-8)
                continue;
            brute_with(b, t, true, (rule){departure(s, k / 2), departure(r, i / 2), -span.from});
            brute_with(b, t, true, (rule){departure(r, i / 2), departure(s, k / 2), span.to});
        } else if (k % 2) {
            if (x.end <= y.begin + span.from + 1e-8 || x.begin >= y.begin + span.to - 1e-8)
                continue;
            brute_with(b, t, x_ends, (rule){departure(r, i / 2), departure(s, k / 2), -span.from});
            brute_with(b, t, i > 0,
                       (rule){departure(s, k / 2), departure(r, i / 2 - 1), span.to - before_x});
        } else {
            brute_with(b, t, x_ends && k,
                       (rule){departure(r, i / 2), departure(s, k / 2 - 1), span.to - before_y});
            brute_with(b, t, y_ends && i,
                       (rule){departure(s, k / 2), departure(r, i / 2 - 1), span.to - before_x});
        }
        return true;
    }
    return false;
}

static void brute_resolve(brute *b, times *t)
{
    times own = *t;
    const double makespan = brute_settle(b, &own);
    if (!(makespan < HUGE_VAL))
        return;
    for (size_t r = 0; r < b->work->robot_count; r++)
        for (size_t s = r + 1; s < b->work->robot_count; s++)
            for (size_t i = 0; i < brute_count(b, r); i++)
                for (size_t k = 0; k < brute_count(b, s); k++)
                    if (brute_branch(b, &own, r, i, s, k))
                        return;
    b->best = makespan;
}

/* Puts the tasks from this one on into all places of all routes. */
static void brute_insert(brute *b, size_t task)
{
    if (task == b->work->task_count) {
        times t;
        t.rule_count = 0;
        b->leaves++;
        brute_resolve(b, &t);
        return;
    }
    for (size_t c = 0; c < b->work->choice_count; c++) {
        const size_t robot = b->work->choices[c].robot;
        if (b->work->choices[c].task != task)
            continue;
        size_t *route = b->route[robot];
        for (size_t at = 0; at <= b->count[robot]; at++) {
            memmove(route + at + 1, route + at, (b->count[robot] - at) * sizeof *route);
            route[at] = c;
            b->count[robot]++;
            brute_insert(b, task + 1);
            b->count[robot]--;
            memmove(route + at, route + at + 1, (b->count[robot] - at) * sizeof *route);
        }
    }
}

/* ---- tests ----------------------------------------------------------------------------------------
 */

static void solve(const work_cell *cell, const lw_work_options *options, lw_work_plan *plan)
{
    lw_error error;
    *plan = lw_default_work_plan();
    if (lw_work_solve(&cell->work, options, plan, &error))
        fail_msg("%s", error.message);
    if (plan->kind == LW_WORK_OPTIMAL || plan->kind == LW_WORK_FOUND)
        check_plan(&cell->work, plan);
}

static void test_brute_force(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(200, 2000);
    int optimal = 0, waits = 0;
    for (int round = 0; round < rounds; round++) {
        const size_t robots = 1 + lw_random_below(&random, 3);
        const size_t tasks = 2 + lw_random_below(&random, 6);
        work_cell cell;
        cell_begin(&cell, &random, robots, tasks, tasks > 5 ? 2 : 3, round % 2 ? 0.12 : 0, false);
        cell.work.stay = lw_random_below(&random, 3) == 0;
        for (size_t i = lw_random_below(&random, 3); i; i--)
            cell_add_before(&cell, &random);
        lw_work_options options = lw_default_work_options();
        options.budget_seconds = 0;
        lw_work_plan plan;
        solve(&cell, &options, &plan);
        brute b = {.work = &cell.work, .best = longest};
        brute_insert(&b, 0);
        if (b.best < longest) {
            assert_int_equal(plan.kind, LW_WORK_OPTIMAL);
            if (fabs(plan.makespan - b.best) > 1e-6)
                fail_msg("round %d: %.9g by the search, %.9g by brute force", round, plan.makespan,
                         b.best);
            optimal++;
            work_cell alone = cell; /* without conflicts */
            alone.work.conflicts = NULL;
            alone.work.context = &alone;
            lw_work_plan ideal;
            solve(&alone, &options, &ideal);
            assert_true(ideal.makespan <= plan.makespan + 1e-9);
            waits += ideal.makespan < plan.makespan - 1e-9;
            lw_work_plan_free(&ideal);
        } else {
            assert_int_equal(plan.kind, LW_WORK_IMPOSSIBLE);
        }
        lw_work_plan_free(&plan);
        cell_end(&cell);
    }
    printf("%d cells, %d with a schedule, %d of them longer for conflicts\n", rounds, optimal, waits);
    assert_true(optimal > rounds / 2 && waits > rounds / 10);
}

static void test_twelve_tasks(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(10, 100);
    int optimal = 0;
    int greedy = 0;
    double ratio = 0, single = 0;
    for (int round = 0; round < rounds; round++) {
        work_cell cell;
        cell_begin(&cell, &random, 2, 12, 2, 0.08, false);
        lw_work_options options = lw_default_work_options();
        lw_work_plan plan;
        solve(&cell, &options, &plan);
        optimal += plan.kind == LW_WORK_OPTIMAL;
        ratio += plan.greedy < HUGE_VAL ? plan.greedy / plan.makespan : 0;
        greedy += plan.greedy < HUGE_VAL;
        single += plan.one_by_one / plan.makespan;
        if (getenv("LEEWAY_SHOW"))
            printf("%d: kind %d, %.4f, bound %.4f, greedy %.4f, one by one %.4f, %llu nodes\n", round,
                   plan.kind, plan.makespan, plan.bound, plan.greedy, plan.one_by_one,
                   (unsigned long long)plan.nodes);
        lw_work_plan_free(&plan);
        cell_end(&cell);
    }
    printf(
        "%d of %d proven optimal; greedy takes %.2f times as long (%d of them end), one by one %.2f\n",
        optimal, rounds, ratio / greedy, greedy, single / rounds);
    assert_true(optimal * 20 >= rounds * 19);
}

/* A Clp whose multipliers are changed at random, many of them. */
enum { MOST_LIES = 20000 };
static lw_random lies;
static size_t lie_count;

static void add_rows(lw_clp_model *model, int count, const double *lower, const double *upper,
                     const int *start, const int *columns, const double *values)
{
    lie_count += (size_t)count;
    lw_clp_load()->add_rows(model, count, lower, upper, start, columns, values);
}

static double *lie(lw_clp_model *model)
{
    static double multipliers[MOST_LIES];
    assert_true(lie_count < MOST_LIES);
    memcpy(multipliers, lw_clp_load()->dual_rows(model), lie_count * sizeof *multipliers);
    const double size = lw_random_below(&lies, 2) ? 0.1 : 5;
    const uint32_t rarity = 1 + lw_random_below(&lies, 20);
    for (size_t i = 0; i < lie_count; i++)
        if (!lw_random_below(&lies, rarity))
            multipliers[i] += lw_random_between(&lies, -size, size);
    return multipliers;
}

/* Bounds by linear programs, without a schedule to compare with, are below the optimum, and near it. */
static void test_linear_bound(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(60, 1000);
    if (!lw_clp_load()) {
        printf("libClp.so.1 is not installed: its linear programs are not tested\n");
        skip();
    }
    double root = 0, branched = 0, misled = 0;
    lies = random;
    for (int round = 0; round < rounds; round++) {
        work_cell cell;
        const size_t robots = 1 + lw_random_below(&random, 3);
        cell_begin(&cell, &random, robots, 4 + lw_random_below(&random, 6), 3, 0.1, round % 2);
        cell.work.conflicts = NULL;
        cell.work.stay = lw_random_below(&random, 3) == 0;
        lw_work_options options = lw_default_work_options();
        options.budget_seconds = 0;
        lw_work_plan plan;
        solve(&cell, &options, &plan);
        assert_int_equal(plan.kind, LW_WORK_OPTIMAL);
        lw_solver solver = {.work = &cell.work, .options = &options};
        lw_linear *linear;
        solver.makespan = solver.deadline = HUGE_VAL;
        assert_int_equal(lw_linear_create(&solver, lw_clp_load(), &linear, NULL), LW_OK);
        assert_non_null(linear);
        assert_true(solver.bound <= plan.makespan + 1e-9);
        root += solver.bound / plan.makespan;
        lw_linear_improve(linear, &solver, 100);
        if (solver.bound > plan.makespan + 1e-9)
            fail_msg("round %d: bound %.12g, optimum %.12g", round, solver.bound, plan.makespan);
        branched += solver.bound / plan.makespan;
        lw_linear_destroy(linear);
        lw_clp liar = *lw_clp_load();
        liar.add_rows = add_rows;
        liar.dual_rows = lie;
        lie_count = 0;
        solver.bound = 0;
        assert_int_equal(lw_linear_create(&solver, &liar, &linear, NULL), LW_OK);
        lw_linear_improve(linear, &solver, 20);
        assert_true(solver.bound <= plan.makespan + 1e-9);
        misled += solver.bound / plan.makespan;
        lw_linear_destroy(linear);
        lw_work_plan_free(&plan);
        cell_end(&cell);
    }
    printf("%d cells: bound %.4f of the optimum, %.4f with branches, %.4f with wrong multipliers\n",
           rounds, root / rounds, branched / rounds, misled / rounds);
    assert_true(root > 0.9 * rounds && branched > 0.99 * rounds);
    assert_true(misled > 0.1 * rounds && misled < 0.9 * rounds);
}

static double near_and_far(void *context, size_t robot, size_t from, size_t to)
{
    (void)context, (void)from, (void)to;
    return robot ? 10 : 1;
}

/* Rows: of each robot its makespan, its one place, its home; then the task. What the far robot takes,
 * for a multiplier of the wrong sign that makes up for its idleness. */
static double *sign(lw_clp_model *model)
{
    (void)model;
    static double multipliers[] = {0, 0, 0, 1, 0, -100, 0};
    return multipliers;
}

/* A multiplier of an inequality that has the wrong sign proves nothing. */
static void test_wrong_sign(void **state)
{
    (void)state;
    static const lw_work_choice choices[] = {{0, 0, 1}, {0, 1, 1}};
    if (!lw_clp_load())
        skip();
    lw_work_tables work = lw_default_work_tables();
    work.robot_count = work.choice_count = 2;
    work.task_count = 1;
    work.choices = choices;
    work.travel = near_and_far;
    lw_work_options options = lw_default_work_options();
    lw_solver solver = {.work = &work, .options = &options};
    lw_linear *linear;
    lw_clp liar = *lw_clp_load();
    liar.dual_rows = sign;
    solver.makespan = solver.deadline = HUGE_VAL;
    assert_int_equal(lw_linear_create(&solver, &liar, &linear, NULL), LW_OK);
    assert_true(solver.bound <= 3);
    lw_linear_destroy(linear);
}

/* Four arms with forty tasks: near the bound of linear programs. */
static void test_forty_tasks(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(2, 20);
    double worst = 1, sum = 0, greedy = 0;
    int optimal = 0, greedy_count = 0;
    for (int round = 0; round < rounds; round++) {
        work_cell cell;
        cell_begin(&cell, &random, 4, 40, 2, 0.05, true);
        lw_work_options options = lw_default_work_options();
        options.budget_seconds = getenv("LEEWAY_LONG") ? 60 : 0;
        options.budget_nodes = getenv("LEEWAY_LONG") ? 0 : 200000;
        lw_work_plan plan;
        solve(&cell, &options, &plan);
        assert_true(plan.kind == LW_WORK_OPTIMAL || plan.kind == LW_WORK_FOUND);
        assert_int_equal(plan.linear, lw_clp_load() != NULL);
        worst = fmax(worst, plan.makespan / plan.bound);
        sum += plan.makespan / plan.bound;
        optimal += plan.kind == LW_WORK_OPTIMAL;
        greedy += plan.greedy < HUGE_VAL ? plan.greedy / plan.makespan : 0;
        greedy_count += plan.greedy < HUGE_VAL;
        lw_work_plan_free(&plan);
        cell_end(&cell);
    }
    printf(
        "%d of %d proven optimal, within %.4f of the bound in the mean and %.4f at most; greedy takes "
        "%.2f times as long (%d of them end)\n",
        optimal, rounds, sum / rounds, worst, greedy / fmax(greedy_count, 1), greedy_count);
    if (lw_clp_load())
        assert_true(worst < 1.05);
}

/* A plan to start from is taken, and found fault with where it is of other choices. */
static void test_start(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    work_cell cell;
    cell_begin(&cell, &random, 3, 20, 2, 0.05, true);
    lw_work_options options = lw_default_work_options();
    options.budget_seconds = 0;
    options.budget_nodes = 60000;
    lw_work_plan plan, next = lw_default_work_plan();
    lw_error error;
    solve(&cell, &options, &plan);
    options.start = &plan;
    options.budget_nodes = 1;
    solve(&cell, &options, &next);
    assert_true(next.makespan <= plan.makespan && plan.makespan < plan.greedy);
    lw_work_plan_free(&next);
    const size_t choice = plan.steps[0].choice;
    plan.steps[0].choice = plan.steps[1].choice;
    assert_int_equal(lw_work_solve(&cell.work, &options, &next, &error), LW_ERROR_ARGUMENT);
    plan.steps[0].choice = cell.work.choice_count;
    assert_int_equal(lw_work_solve(&cell.work, &options, &next, &error), LW_ERROR_ARGUMENT);
    plan.steps[0].choice = choice;
    plan.robot_count++;
    assert_int_equal(lw_work_solve(&cell.work, &options, &next, &error), LW_ERROR_ARGUMENT);
    lw_work_plan_free(&plan);
    cell_end(&cell);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),  cmocka_unit_test(test_twelve_tasks),
        cmocka_unit_test(test_linear_bound), cmocka_unit_test(test_wrong_sign),
        cmocka_unit_test(test_forty_tasks),  cmocka_unit_test(test_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
