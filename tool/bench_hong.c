/* leeway bench hong: Table II of Hong, "A New Algorithm for Detecting the Collision of Moving Objects",
 * from objects and starts that are generated, each figure beside the paper's.
 *
 * The paper draws its objects without giving numbers: hexagonal cylinders skewed by 22 and 45 degrees
 * and an arm in two finenesses, here a tapered bar of four rings. K1 turns once about the world's z, K2
 * half as far about its own. The paper's times are of an Apollo DN 4000: hold rows against rows. */
#include "bench_command.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "check/slab.h"
#include "math/pose.h"
#include "shape/polytope.h"

#include <stdlib.h>
#include <time.h>

enum { MOST_VERTICES = 164, MOST_ROUNDS = 1001, MOST_TRIES = 100000 };

static const double turn = 6.283185307179586;

/* K1 = Rz(2 pi s) C1, K2 = start Rz(pi s) C2 + position */
typedef struct start {
    mat3 rotation;
    vec3 position;
} start;

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
enum { ROW_COUNT = sizeof rows / sizeof *rows, MOST_STARTS = 656 };

static void moves(void *context, double at, double until, lw_moving bodies[2])
{
    (void)until;
    const start *s = context;
    vec3 z = v3(0, 0, 1);
    vec3 angular = scale(turn / 2, s->rotation.z);
    bodies[0] = (lw_moving){
        .pose = {lw_rotation(z, turn * at), {0, 0, 0}}, .angular = {0, 0, turn}, .spin = turn};
    bodies[1] = (lw_moving){.pose = {mul(s->rotation, lw_rotation(z, turn / 2 * at)), s->position},
                            .angular = angular,
                            .spin = norm(angular)};
}

/* A ring at a height, its middle moved along x. */
static void ring(double *points, int sides, double radius, double height, double aside)
{
    for (int i = 0; i < sides; i++) {
        double sine;
        double cosine;
        lw_sincos(turn * i / sides, &sine, &cosine);
        points[3 * i] = aside + radius * cosine;
        points[3 * i + 1] = radius * sine;
        points[3 * i + 2] = height;
    }
}

static lw_status hull(lw_arena *arena, const double *points, int count, lw_convex *out, lw_error *error)
{
    lw_polytope *polytope = NULL;
    lw_status status = lw_polytope_create(arena, points, (size_t)count, &polytope, error);
    *out = (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope};
    return status;
}

static lw_status cylinder(lw_arena *arena, double degrees, lw_convex *out, lw_error *error)
{
    double points[3 * 12];
    double sine;
    double cosine;
    lw_sincos(degrees * turn / 360, &sine, &cosine);
    double aside = 0.3 * sine / cosine;
    ring(points, 6, 0.25, -0.3, -aside);
    ring(points + 3 * 6, 6, 0.25, 0.3, aside);
    return hull(arena, points, 12, out, error);
}

/* A bar along x: rings about it, the ends narrower, and all of it tapered. */
static lw_status arm(lw_arena *arena, int sides, lw_convex *out, lw_error *error)
{
    static const double along[] = {-0.1, 0, 0.9, 1};
    static const double radius[] = {0.12, 0.2, 0.12, 0.07};
    double points[3 * MOST_VERTICES];
    for (int k = 0; k < 4; k++) {
        double *here = points + 3 * k * sides;
        ring(here, sides, radius[k], along[k], 0);
        for (int i = 0; i < sides; i++) {
            double height = here[3 * i + 2];
            here[3 * i + 2] = here[3 * i];
            here[3 * i] = height;
        }
    }
    return hull(arena, points, 4 * sides, out, error);
}

static start random_start(lw_random *random)
{
    lw_quat q;
    vec3 p;
    do
        q = (lw_quat){lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                      lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    while (!(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w < 1) || !lw_quat_normalize(&q));
    do
        p = v3(lw_random_between(random, -1.3, 1.3), lw_random_between(random, -1.3, 1.3),
               lw_random_between(random, -1, 1));
    while (norm2(p) < 0.04);
    return (start){lw_rotation_from_quat(q), p};
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All examples of one half of a row, as often as asked; the time of each is the median round's. */
static figures measure(lw_slab slab, start *starts, int count, unsigned rounds)
{
    double times[MOST_ROUNDS];
    figures sum = {.count = count};
    rounds = rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS;
    for (unsigned r = 0; r < rounds; r++) {
        size_t steps = 0;
        size_t slabs = 0;
        size_t abscissas = 0;
        double begin = seconds();
        for (int i = 0; i < count; i++) {
            slab.context = &starts[i];
            lw_slab_result found = lw_slab_check(&slab);
            steps += found.steps;
            slabs += found.steps + (found.state == LW_SLAB_FREE);
            abscissas += found.looks - found.queries;
        }
        times[r] = (seconds() - begin) / count;
        sum.steps = (double)steps / count;
        sum.abscissas = (double)abscissas / (double)slabs;
    }
    qsort(times, rounds, sizeof *times, compare);
    sum.time = times[rounds / 2];
    return sum;
}

static lw_status print_row(const row *r, const lw_bench_options *options, FILE *file, lw_error *error)
{
    lw_arena arena = {0};
    lw_convex k1;
    lw_convex k2;
    lw_random random = {options->seed};
    static const char *const names[] = {"contact", "free"};
    start *starts = lw_arena_array(&arena, (size_t)2 * MOST_STARTS, sizeof *starts);
    lw_status status = starts ? LW_OK : lw_fail_memory(error);
    if (!status)
        status = r->rings == 2 ? cylinder(&arena, 22, &k1, error) : arm(&arena, r->sides, &k1, error);
    if (!status)
        status = cylinder(&arena, 45, &k2, error);
    if (status)
        goto done;
    lw_slab slab = lw_default_slab(&k1, &k2, moves, NULL);
    int count[2] = {0};
    for (int i = 0; i < MOST_TRIES; i++) {
        start one = random_start(&random);
        slab.context = &one;
        lw_slab_result found = lw_slab_check(&slab);
        int half = found.state == LW_SLAB_FREE;
        bool counts = half || (found.state == LW_SLAB_CONTACT && found.time > 0);
        if (counts && count[half] < r->published[half].count)
            starts[half * MOST_STARTS + count[half]++] = one;
        if (count[0] == r->published[0].count && count[1] == r->published[1].count)
            break;
    }
    for (int half = 0; half < 2 && count[0] && count[1]; half++) {
        const figures *paper = &r->published[half];
        figures ours = measure(slab, starts + (size_t)half * MOST_STARTS, count[half], options->rounds);
        fprintf(file, "%-8s %-7s %4d %5.2f (%3.1f) %8.1f (%2.0f) %11.2f (%4.2f)\n", r->name,
                names[half], ours.count, ours.steps, paper->steps, ours.abscissas, paper->abscissas,
                1e6 * ours.time, paper->time);
    }
done:
    lw_arena_free(&arena);
    return status;
}

lw_status lw_bench_hong(const lw_bench_options *options, FILE *file, lw_error *error)
{
    fprintf(file, "%-8s %-7s %4s %11s %13s %18s\n", "M1, M2", "", "N", "k (paper)", "n (paper)",
            "us (paper: s)");
    lw_status status = LW_OK;
    for (int i = 0; i < ROW_COUNT && !status; i++)
        status = print_row(&rows[i], options, file, error);
    return status;
}
