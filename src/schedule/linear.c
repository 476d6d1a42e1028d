/* A lower bound of the makespan by linear programs, which ignore conflicts and precedence. Robots
 * travel along arcs between places, perhaps in fractions: each task is reached once, what reaches a
 * place leaves it, and the makespan is at least the ways and tasks of each robot. Cycles that do not
 * pass the robot's home are cut off (generalised subtour elimination; Fischetti, Salazar and Toth
 * 1997): into any set of places comes at least as much as into each place of it. A task that several
 * robots share in the answer is given to one of them, or withheld from it: branch and bound, the
 * program with the least bound first. */
#include "schedule/clp.h"
#include "schedule/solver.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/error.h"
#include "math/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The places of one robot: node 0 is its home, the others are its choices. The arc from node i to node
 * j is the variable first + i * count + j. */
typedef struct graph {
    size_t count, first;
    size_t *choice; /* per node; of node 0 LW_HOME */
} graph;

/* Rows of the program, each: the sum of values * variables is at least `lower`, or equal to it. */
typedef struct rows {
    LW_LIST(int) start; /* one more than there are rows */
    LW_LIST(int) column;
    LW_LIST(double) value;
    LW_LIST(double) lower;
    LW_LIST(double) upper;
} rows;

/* A program with some tasks withheld from some robots. */
typedef struct branch {
    double bound;
    size_t task, robot; /* the task to branch on, and the robot that has most of it */
    uint16_t *robots;   /* per task: the bits of the robots that may do it */
} branch;

struct lw_linear {
    const lw_clp *clp;
    lw_clp_model *model;
    const lw_work_tables *work;
    graph graphs[LW_WORK_MOST_ROBOTS];
    size_t columns; /* the arcs of all robots, and the makespan as the last one */
    double *most;   /* per column: 1, or 0 where there is no such arc */
    rows rows;
    size_t sent; /* rows that Clp knows */
    bool failed; /* memory ran out */
    /* scratch of the cuts, for the largest graph */
    double *residual;
    size_t *queue, *parent;
    double *cost, *upper;     /* scratch, per column */
    LW_LIST(branch) branches; /* open, in any order */
    double closed;            /* the least bound of those that cannot be branched further */
};

typedef lw_linear program;

enum { MOST_COLUMNS = 200000, MOST_CUT_ROUNDS = 200, MOST_BRANCHES = 20000 };

/* ---- rows ---------------------------------------------------------------------------------------- */

static void add_entry(program *p, size_t column, double value)
{
    rows *r = &p->rows;
    if (p->failed || !LW_ARRAY_GROW(&r->column) || !LW_ARRAY_GROW(&r->value)) {
        p->failed = true;
        return;
    }
    r->column.items[r->column.count++] = (int)column;
    r->value.items[r->value.count++] = value;
}

/* Ends the row whose entries were added. */
static void end_row(program *p, double lower, double upper)
{
    rows *r = &p->rows;
    if (p->failed || !LW_ARRAY_GROW(&r->start) || !LW_ARRAY_GROW(&r->lower) ||
        !LW_ARRAY_GROW(&r->upper)) {
        p->failed = true;
        return;
    }
    r->start.items[r->start.count++] = (int)r->column.count;
    r->lower.items[r->lower.count++] = lower;
    r->upper.items[r->upper.count++] = upper;
}

/* Gives Clp the rows that it does not know yet. */
static void send_rows(program *p)
{
    const rows *r = &p->rows;
    const size_t count = r->lower.count - p->sent;
    if (p->failed || !count)
        return;
    int *start = calloc(count + 1, sizeof *start);
    if (!start) {
        p->failed = true;
        return;
    }
    const int first = r->start.items[p->sent];
    for (size_t i = 0; i <= count; i++)
        start[i] = r->start.items[p->sent + i] - first;
    p->clp->add_rows(p->model, (int)count, r->lower.items + p->sent, r->upper.items + p->sent, start,
                     r->column.items + first, r->value.items + first);
    p->sent = r->lower.count;
    free(start);
}

/* ---- the program -----------------------------------------------------------------------------------
 */

static size_t arc(const graph *g, size_t from, size_t to)
{
    return g->first + from * g->count + to;
}

/* Seconds of an arc: the way, and the task at its end; infinite: there is none. */
static double arc_seconds(const lw_work_tables *work, size_t robot, size_t from, size_t to)
{
    if (from == to)
        return HUGE_VAL;
    if (from != LW_HOME && to != LW_HOME && work->choices[from].task == work->choices[to].task)
        return HUGE_VAL;
    return lw_work_way(work, robot, from, to) + (to == LW_HOME ? 0 : work->choices[to].duration);
}

static bool number_places(program *p)
{
    const lw_work_tables *work = p->work;
    size_t largest = 1;
    for (size_t r = 0; r < work->robot_count; r++) {
        graph *g = &p->graphs[r];
        g->choice = calloc(work->choice_count + 1, sizeof *g->choice);
        if (!g->choice)
            return false;
        g->choice[0] = LW_HOME;
        g->count = 1;
        for (size_t i = 0; i < work->choice_count; i++)
            if (work->choices[i].robot == r)
                g->choice[g->count++] = i;
        g->first = p->columns;
        p->columns += g->count * g->count;
        largest = g->count > largest ? g->count : largest;
    }
    p->columns++;
    p->most = calloc(p->columns, sizeof *p->most);
    p->residual = calloc(largest * largest, sizeof *p->residual);
    p->queue = calloc(largest, sizeof *p->queue);
    p->parent = calloc(largest, sizeof *p->parent);
    p->cost = calloc(p->columns, sizeof *p->cost);
    p->upper = calloc(p->columns, sizeof *p->upper);
    if (!p->cost || !p->upper || !p->most || !p->residual || !p->queue || !p->parent ||
        !LW_ARRAY_GROW(&p->rows.start))
        return false;
    p->rows.start.items[p->rows.start.count++] = 0;
    return true;
}

/* What a robot does is a walk from its home and back to it, as long as the makespan at most. */
static void add_robot(program *p, size_t robot)
{
    const graph *g = &p->graphs[robot];
    for (size_t i = 0; i < g->count; i++)
        for (size_t j = 0; j < g->count; j++) {
            const double seconds = arc_seconds(p->work, robot, g->choice[i], g->choice[j]);
            if (!(seconds < HUGE_VAL))
                continue;
            p->most[arc(g, i, j)] = 1;
            add_entry(p, arc(g, i, j), -seconds);
        }
    add_entry(p, p->columns - 1, 1);
    end_row(p, 0, HUGE_VAL);
    for (size_t i = 1; i < g->count; i++) {
        for (size_t j = 0; j < g->count; j++) {
            if (j == i)
                continue;
            add_entry(p, arc(g, j, i), 1);
            add_entry(p, arc(g, i, j), -1);
        }
        end_row(p, 0, 0);
    }
    for (size_t j = 1; j < g->count; j++)
        add_entry(p, arc(g, 0, j), -1);
    end_row(p, -1, HUGE_VAL);
}

static void add_task(program *p, size_t task)
{
    for (size_t r = 0; r < p->work->robot_count; r++) {
        const graph *g = &p->graphs[r];
        for (size_t j = 1; j < g->count; j++)
            if (p->work->choices[g->choice[j]].task == task)
                for (size_t i = 0; i < g->count; i++)
                    if (i != j)
                        add_entry(p, arc(g, i, j), 1);
    }
    end_row(p, 1, 1);
}

static bool load(program *p, double bound)
{
    double *lower = calloc(p->columns, sizeof *lower),
           *objective = calloc(p->columns, sizeof *objective);
    const bool done = lower && objective;
    if (done) {
        const size_t makespan = p->columns - 1;
        for (size_t r = 0; r < p->work->robot_count; r++)
            add_robot(p, r);
        for (size_t task = 0; task < p->work->task_count; task++)
            add_task(p, task);
        lower[makespan] = bound;
        objective[makespan] = 1;
        p->most[makespan] = HUGE_VAL;
        p->clp->resize(p->model, 0, (int)p->columns);
        p->clp->set_column_lower(p->model, lower);
        p->clp->set_column_upper(p->model, p->most);
        p->clp->set_objective(p->model, objective);
        send_rows(p);
    }
    free(lower);
    free(objective);
    return done && !p->failed;
}

/* ---- cuts ------------------------------------------------------------------------------------------
 */

/* A way from home to a node in what the flow so far leaves; returns how much fits through, or 0: then
 * parent[] is SIZE_MAX exactly for the nodes that cannot be reached. */
static double widen(program *p, size_t count, size_t to)
{
    size_t length = 1;
    for (size_t i = 0; i < count; i++)
        p->parent[i] = SIZE_MAX;
    p->queue[0] = p->parent[0] = 0;
    for (size_t at = 0; at < length && p->parent[to] == SIZE_MAX; at++) {
        const size_t i = p->queue[at];
        for (size_t j = 0; j < count; j++)
            if (p->parent[j] == SIZE_MAX && p->residual[i * count + j] > 1e-9) {
                p->parent[j] = i;
                p->queue[length++] = j;
            }
    }
    if (p->parent[to] == SIZE_MAX)
        return 0;
    double most = HUGE_VAL;
    for (size_t j = to; j; j = p->parent[j])
        most = lesser(most, p->residual[p->parent[j] * count + j]);
    for (size_t j = to; j; j = p->parent[j]) {
        p->residual[p->parent[j] * count + j] -= most;
        p->residual[j * count + p->parent[j]] += most;
    }
    return most;
}

/* Into the nodes that `widen` did not reach comes at least as much as into node k of them. */
static void add_cut(program *p, const graph *g, size_t k)
{
    for (size_t j = 1; j < g->count; j++)
        for (size_t i = 0; i < g->count && p->parent[j] == SIZE_MAX; i++) {
            const bool inside = p->parent[i] == SIZE_MAX;
            if (i == j || inside != (j == k))
                continue;
            add_entry(p, arc(g, i, j), j == k ? -1 : 1);
        }
    end_row(p, 0, HUGE_VAL);
}

/* Adds the cuts that a robot's arcs violate; returns how many. */
static size_t cut(program *p, const graph *g, const double *value)
{
    size_t cuts = 0;
    bool done[LW_WORK_MOST_CHOICES + 1] = {0};
    for (size_t k = 1; k < g->count; k++) {
        double into = 0;
        for (size_t i = 0; i < g->count; i++)
            into += greater(0, value[arc(g, i, k)]);
        if (into < 1e-3 || done[k])
            continue;
        for (size_t i = 0; i < g->count * g->count; i++)
            p->residual[i] = greater(0, value[g->first + i]);
        double flow = 0;
        for (double more = HUGE_VAL; more > 0 && flow < into - 1e-4;) {
            more = widen(p, g->count, k);
            flow += more;
        }
        if (flow >= into - 1e-4)
            continue;
        size_t most = k; /* the strongest of the set's cuts */
        double largest = into;
        for (size_t j = 1; j < g->count; j++) {
            if (p->parent[j] != SIZE_MAX)
                continue;
            done[j] = true;
            double own = 0;
            for (size_t i = 0; i < g->count; i++)
                own += greater(0, value[arc(g, i, j)]);
            if (own > largest) {
                largest = own;
                most = j;
            }
        }
        add_cut(p, g, most);
        cuts++;
    }
    return cuts;
}

/* ---- the bound -------------------------------------------------------------------------------------
 */

/* The bound that any multipliers of the rows give (weak duality), whatever Clp thinks of them: those of
 * inequalities are 0 or more, those of the makespan's rows at most 1 together. */
static double bound_by_duals(const program *p, const double *multiplier)
{
    const rows *r = &p->rows;
    double bound = 0, size = 0;
    memset(p->cost, 0, p->columns * sizeof *p->cost);
    for (size_t i = 0; i < p->sent; i++) {
        double times = multiplier[i];
        if (!(fabs(times) < HUGE_VAL))
            return 0;
        if (r->lower.items[i] < r->upper.items[i])
            times = greater(0, times);
        bound += times * r->lower.items[i];
        size += fabs(times * r->lower.items[i]);
        for (int k = r->start.items[i]; k < r->start.items[i + 1]; k++)
            p->cost[r->column.items[k]] -= times * r->value.items[k];
    }
    for (size_t column = 0; column + 1 < p->columns; column++) {
        const double least = p->upper[column] * lesser(0, p->cost[column]);
        bound += least;
        size += fabs(least);
    }
    const double share = greater(1, -p->cost[p->columns - 1] * (1 + 1e-12));
    return bound / share - 1e-11 * (1 + size);
}

/* ---- branch and bound ------------------------------------------------------------------------------
 */

/* Withholds tasks from the robots that may not do them. */
static void allow(program *p, const uint16_t *robots)
{
    memcpy(p->upper, p->most, p->columns * sizeof *p->upper);
    for (size_t r = 0; r < p->work->robot_count; r++) {
        const graph *g = &p->graphs[r];
        for (size_t j = 1; j < g->count; j++)
            for (size_t i = 0; i < g->count && !(robots[p->work->choices[g->choice[j]].task] >> r & 1);
                 i++)
                p->upper[arc(g, i, j)] = 0;
    }
    p->clp->set_column_upper(p->model, p->upper);
}

/* The task of which no robot has nearly all, and the robot that has most of it; false: there is none.
 */
static bool choose(const program *p, const double *value, branch *out)
{
    double least = 0.99;
    for (size_t task = 0; task < p->work->task_count; task++) {
        double most = -1;
        size_t robot = 0;
        for (size_t r = 0; r < p->work->robot_count; r++) {
            const graph *g = &p->graphs[r];
            double own = 0;
            for (size_t j = 1; j < g->count; j++)
                for (size_t i = 0; i < g->count && p->work->choices[g->choice[j]].task == task; i++)
                    own += value[arc(g, i, j)];
            if (own > most) {
                most = own;
                robot = r;
            }
        }
        if (most < least) {
            least = most;
            out->task = task;
            out->robot = robot;
        }
    }
    return least < 0.99;
}

/* Whether the budget has run out; if not, Clp gets half of what is left of it. */
static bool is_over(lw_solver *solver, program *p)
{
    if (lw_solver_over(solver))
        return true;
    if (!(solver->deadline < HUGE_VAL))
        return false;
    const double left = solver->deadline - lw_clock();
    p->clp->set_maximum_seconds(p->model, greater(1e-3, 0.5 * left));
    return left < 1e-3;
}

/* Solves a program, with cuts, and keeps it open if it can be branched on. Its bound is that of its
 * parent at least. */
static void solve(lw_solver *solver, program *p, branch *b)
{
    bool open = false;
    allow(p, b->robots);
    for (size_t round = 0; round < MOST_CUT_ROUNDS && !p->failed && !is_over(solver, p); round++) {
        p->clp->dual(p->model, 0);
        solver->table.nodes += 100; /* so long it takes, about */
        b->bound = greater(b->bound, bound_by_duals(p, p->clp->dual_rows(p->model)));
        open = false;
        if (p->clp->status(p->model) || b->bound >= solver->makespan - LW_TIME_ROUNDING)
            break;
        const double *value = p->clp->primal_columns(p->model);
        open = choose(p, value, b);
        size_t cuts = 0;
        for (size_t robot = 0; robot < p->work->robot_count; robot++)
            cuts += cut(p, &p->graphs[robot], value);
        if (!cuts)
            break;
        send_rows(p);
    }
    if (open && p->branches.count < MOST_BRANCHES && LW_ARRAY_GROW(&p->branches)) {
        p->branches.items[p->branches.count++] = *b;
    } else {
        p->closed = lesser(p->closed, b->bound);
        free(b->robots);
    }
}

/* Solves the two programs that one falls into. */
static void divide(lw_solver *solver, program *p, const branch *b)
{
    for (int given = 0; given < 2; given++) {
        branch child = *b;
        const size_t size = (p->work->task_count + 1) * sizeof *child.robots;
        child.robots = malloc(size);
        if (!child.robots) {
            p->failed = true;
            p->closed = lesser(p->closed, b->bound);
            return;
        }
        memcpy(child.robots, b->robots, size);
        const uint16_t bit = (uint16_t)(1u << b->robot);
        child.robots[b->task] = (uint16_t)(given ? bit : b->robots[b->task] & ~bit);
        solve(solver, p, &child);
    }
}

/* No schedule is shorter than the least bound of all programs, or than the best schedule. */
static void raise_bound(lw_solver *solver, const program *p)
{
    double bound = lesser(p->closed, solver->makespan);
    for (size_t i = 0; i < p->branches.count; i++)
        bound = lesser(bound, p->branches.items[i].bound);
    if (bound < HUGE_VAL)
        solver->bound = greater(solver->bound, bound);
}

void lw_linear_improve(lw_linear *p, lw_solver *solver, uint64_t count)
{
    for (uint64_t i = 0; i < count && p->branches.count && !p->failed && !is_over(solver, p); i++) {
        size_t least = 0;
        for (size_t k = 1; k < p->branches.count; k++)
            if (p->branches.items[k].bound < p->branches.items[least].bound)
                least = k;
        const branch b = p->branches.items[least];
        if (b.bound >= lesser(p->closed, solver->makespan - LW_TIME_ROUNDING))
            break; /* what is open cannot raise the bound */
        p->branches.items[least] = p->branches.items[--p->branches.count];
        divide(solver, p, &b);
        free(b.robots);
        raise_bound(solver, p);
    }
}

/* ---- its beginning and end -------------------------------------------------------------------------
 */

void lw_linear_destroy(lw_linear *p)
{
    if (!p)
        return;
    if (p->model)
        p->clp->delete_model(p->model);
    for (size_t r = 0; r < p->work->robot_count; r++)
        free(p->graphs[r].choice);
    for (size_t i = 0; i < p->branches.count; i++)
        free(p->branches.items[i].robots);
    free(p->branches.items);
    free(p->most);
    free(p->residual);
    free(p->queue);
    free(p->parent);
    free(p->cost);
    free(p->upper);
    free(p->rows.start.items);
    free(p->rows.column.items);
    free(p->rows.value.items);
    free(p->rows.lower.items);
    free(p->rows.upper.items);
    free(p);
}

static bool begin(program *p, lw_solver *solver)
{
    branch root = {.robots = malloc((p->work->task_count + 1) * sizeof *root.robots)};
    p->model = p->clp->new_model();
    if (!root.robots || !p->model || !load(p, solver->bound)) {
        free(root.robots);
        return false;
    }
    p->clp->set_log_level(p->model, 0);
    memset(root.robots, 0xff, (p->work->task_count + 1) * sizeof *root.robots);
    solve(solver, p, &root);
    raise_bound(solver, p);
    return !p->failed;
}

lw_status lw_linear_create(lw_solver *solver, const lw_clp *clp, lw_linear **out, lw_error *error)
{
    *out = NULL;
    if (!clp || !solver->work->task_count)
        return LW_OK;
    program *p = calloc(1, sizeof *p);
    if (!p)
        return lw_fail_memory(error);
    p->clp = clp;
    p->work = solver->work;
    p->closed = HUGE_VAL;
    const bool numbered = number_places(p);
    if (numbered && p->columns > MOST_COLUMNS) {
        lw_linear_destroy(p);
        return LW_OK;
    }
    if (!numbered || !begin(p, solver)) {
        lw_linear_destroy(p);
        return lw_fail_memory(error);
    }
    solver->linear = true;
    *out = p;
    return LW_OK;
}
