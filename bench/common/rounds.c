#include "common/rounds.h"

#include "base/random.h"
#include "common/measure.h"

#include <math.h>

enum { MOST_ROUNDS = 9 };

void bench_scene_close(bench_scene *which)
{
    for (size_t i = 0; i < BENCH_MOTIONS; i++)
        lw_motion_destroy(which->motions[i]);
    lw_checker_destroy(which->checker);
    lw_scene_destroy(which->scene);
}

lw_status bench_rounds(const bench_scene *scenes, size_t kinds, const lw_check_options *options,
                       double seconds, bench_check (*checks)[BENCH_MOTIONS], lw_error *error)
{
    lw_random random = {3};
    const double end = bench_now() + seconds;
    for (size_t i = 0; i < kinds * BENCH_MOTIONS; i++)
        checks[i / BENCH_MOTIONS][i % BENCH_MOTIONS].least = HUGE_VAL;
    for (int round = 0; round < MOST_ROUNDS && (round == 0 || bench_now() < end); round++) {
        uint32_t order[BENCH_MOTIONS];
        lw_random_order(&random, order, BENCH_MOTIONS);
        for (size_t i = 0; i < kinds * BENCH_MOTIONS; i++) {
            const bench_scene *which = &scenes[i % kinds];
            const size_t motion = order[i / kinds];
            bench_check *check = &checks[i % kinds][motion];
            lw_verdict verdict = lw_default_verdict();
            const double begin = bench_work();
            lw_status status =
                lw_check(which->checker, which->motions[motion], options, &verdict, error);
            check->least = fmin(check->least, bench_work() - begin);
            check->kind = verdict.kind;
            check->by_balls = verdict.queries == 0;
            if (status)
                return status;
        }
    }
    return LW_OK;
}
