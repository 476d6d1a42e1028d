/* leeway bench hong: Table II of Hong, "A New Algorithm for Detecting the Collision of Moving Objects",
 * from objects and starts that are generated, each figure beside the paper's.
 * The paper's times are of an Apollo DN 4000: hold rows against rows. */
#include "bench_clock.h"
#include "bench_command.h"

#include "base/arena.h"
#include "base/error.h"
#include "hong_motions.h"
#include "hong_published.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 1001, MOST_TRIES = 100000 };

/* Half of a row of the table: the examples with contact, or those without. */
typedef struct figures {
    int count;
    double steps, time, abscissas; /* the paper's k, seconds, n */
} figures;

typedef struct row {
    const char *name;
    int sides;            /* of each ring of K1 */
    int rings;            /* 2: the cylinder; 4: the arm */
    figures published[2]; /* contact, free */
} row;

static const row rows[] = {
    {"12, 12", 6, 2, {{656, 4.4, 0.15, 12.6}, {164, 4.0, 0.16, 14.7}}},
    {"44, 12", 11, 4, {{568, 4.8, 0.30, 12.8}, {189, 3.3, 0.30, 14.9}}},
    {"164, 12", 41, 4, {{567, 4.8, 0.84, 12.8}, {189, 3.3, 0.93, 14.8}}},
};
static const char *const names[] = {"contact", "free"};
enum { ROW_COUNT = sizeof rows / sizeof *rows, MOST_STARTS = 656 };

/* All examples of one half of a row, as often as asked; the time of each is the median round's. */
static figures measure(lw_slab slab, lw_hong_start *starts, int count, unsigned rounds)
{
    double times[MOST_ROUNDS];
    figures sum = {.count = count};
    rounds = rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS;
    for (unsigned r = 0; r < rounds; r++) {
        size_t steps = 0;
        size_t slabs = 0;
        size_t abscissas = 0;
        double begin = lw_bench_seconds();
        for (int i = 0; i < count; i++) {
            slab.context = &starts[i];
            lw_slab_result found = lw_slab_check(&slab);
            steps += found.steps;
            slabs += found.steps + (found.state == LW_SLAB_FREE);
            abscissas += found.instants;
        }
        times[r] = (lw_bench_seconds() - begin) / count;
        sum.steps = (double)steps / count;
        sum.abscissas = (double)abscissas / (double)slabs;
    }
    sum.time = lw_bench_median(times, rounds);
    return sum;
}

/* The published root finder and the certified one at the same slabs, one line for each half. */
static void compare_roots(lw_slab slab, lw_hong_start *starts, int count, lw_published *sum)
{
    *sum = (lw_published){0};
    for (int i = 0; i < count; i++) {
        slab.context = &starts[i];
        lw_slab_result right = lw_slab_check(&slab);
        lw_hong_published(&slab, &right, sum);
    }
}

static lw_status print_row(const row *r, const lw_bench_options *options, lw_published sums[2],
                           FILE *file, lw_error *error)
{
    lw_arena arena = {0};
    lw_convex k1;
    lw_convex k2;
    lw_random random = {options->seed};
    lw_hong_start *starts = lw_arena_array(&arena, (size_t)2 * MOST_STARTS, sizeof *starts);
    lw_status status = starts ? LW_OK : lw_fail_memory(error);
    if (!status)
        status = r->rings == 2 ? lw_hong_cylinder(&arena, 22, &k1, error)
                               : lw_hong_arm(&arena, r->sides, &k1, error);
    if (!status)
        status = lw_hong_cylinder(&arena, 45, &k2, error);
    if (status)
        goto done;
    lw_slab slab = lw_default_slab(&k1, &k2, lw_hong_moves, NULL);
    const int asked[2] = {r->published[0].count, r->published[1].count};
    lw_hong_start *halves[2] = {starts, starts + MOST_STARTS};
    int count[2];
    lw_hong_starts(&slab, &random, MOST_TRIES, asked, halves, count);
    for (int half = 0; half < 2 && count[0] && count[1]; half++) {
        const figures *paper = &r->published[half];
        figures ours = measure(slab, halves[half], count[half], options->rounds);
        fprintf(file, "%-8s %-7s %4d %5.2f (%3.1f) %8.1f (%2.0f) %11.2f (%4.2f)\n", r->name,
                names[half], ours.count, ours.steps, paper->steps, ours.abscissas, paper->abscissas,
                1e6 * ours.time, paper->time);
        compare_roots(slab, halves[half], count[half], &sums[half]);
    }
done:
    lw_arena_free(&arena);
    return status;
}

lw_status lw_bench_hong(const lw_bench_options *options, FILE *file, lw_error *error)
{
    fprintf(file, "%-8s %-7s %4s %11s %13s %18s\n", "M1, M2", "", "N", "k (paper)", "n (paper)",
            "us (paper: s)");
    lw_published sums[ROW_COUNT][2] = {0};
    lw_status status = LW_OK;
    for (int i = 0; i < ROW_COUNT && !status; i++)
        status = print_row(&rows[i], options, sums[i], file, error);
    if (status)
        return status;
    fprintf(file,
            "\nThe search as published, with the appendix's root finder (i), beside the certified "
            "one (ii) at the\nsame slabs: abscissas a slab, and slabs whose first root (i) stepped "
            "over\n");
    fprintf(file, "%-8s %-7s %11s %11s %7s %7s %13s %7s %7s\n", "M1, M2", "", "k (paper)", "n (paper)",
            "n (ii)", "slabs", "stepped over", "wrong", "late");
    for (int i = 0; i < ROW_COUNT; i++)
        for (int half = 0; half < 2; half++) {
            const lw_published *p = &sums[i][half];
            const figures *paper = &rows[i].published[half];
            if (p->motions == 0)
                continue;
            fprintf(file, "%-8s %-7s %5.2f (%3.1f) %5.1f (%3.0f) %7.1f %7zu %13zu %7zu %7zu\n",
                    rows[i].name, names[half], (double)p->steps / (double)p->motions, paper->steps,
                    (double)p->abscissas / (double)p->slabs, paper->abscissas,
                    (double)p->certified / (double)p->slabs, p->slabs, p->over, p->wrong, p->late);
        }
    return LW_OK;
}
