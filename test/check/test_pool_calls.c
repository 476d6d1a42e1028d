/* Thread pools: errors, which are those of the first row that has one; stops, deadlines and claims. */
#include "pool_scenes.h"

#include <float.h>
#include <pthread.h>
#include <time.h>

#include "seed.h"

/* ---- errors ------------------------------------------------------------------------------------ */

static void test_arguments(void **state)
{
    (void)state;
    lw_random random = {4};
    static questions q;
    static room r;
    lw_error error = {0};
    lw_scene *scene = scene_of(&random, ARM);
    lw_scene *other = scene_of(&random, ARM);
    lw_scene *open = NULL;
    lw_pool *pool = (lw_pool *)&random;
    succeed(lw_scene_create(&open, &error), &error);
    refused(lw_pool_create(scene, 1, NULL, &error), LW_ERROR_ARGUMENT, &error, "place");
    refused(lw_pool_create(open, 1, &pool, &error), LW_ERROR_STATE, &error,
            "a pool is of a frozen scene");
    assert_null(pool);
    refused(lw_pool_create(NULL, 1, &pool, &error), LW_ERROR_STATE, &error, "frozen");
    succeed(lw_pool_create(scene, 2, &pool, &error), &error);
    ask(&random, scene, ARM, &q);
    q.rows.from_stride = q.rows.to_stride = q.width;
    random_rows(&random, q.from, q.width, q.width, ARM);
    random_rows(&random, q.to, q.width, q.width, ARM);
    lw_answers answers = answers_in(&r, ALL);
    const lw_rows good = q.rows;
    for (int states = 0; states < 2; states++) {
        refused(call(NULL, states, &q.rows, NULL, &answers, &error), LW_ERROR_ARGUMENT, &error, "pool");
        refused(call(pool, states, NULL, NULL, &answers, &error), LW_ERROR_ARGUMENT, &error, "rows");
        refused(call(pool, states, &q.rows, NULL, NULL, &error), LW_ERROR_ARGUMENT, &error, "answers");
        q.rows.from = NULL;
        refused(call(pool, states, &q.rows, NULL, &answers, &error), LW_ERROR_ARGUMENT, &error,
                "`from`");
        q.rows = good;
        q.rows.from_stride = q.width - 1;
        refused(call(pool, states, &q.rows, NULL, &answers, &error), LW_ERROR_ARGUMENT, &error,
                "from_stride is 4; rows of 5 values");
        q.rows = good;
        static const double seconds[] = {-1, NAN, INFINITY};
        for (int i = 0; i < 3; i++) {
            q.rows.seconds = seconds[i];
            refused(call(pool, states, &q.rows, NULL, &answers, &error), LW_ERROR_ARGUMENT, &error,
                    "seconds");
        }
        q.rows = good;
        q.rows.joints = lw_scene_joints(other, NULL, NULL, NULL);
        refused(call(pool, states, &q.rows, NULL, &answers, &error), LW_ERROR_ARGUMENT, &error,
                "the joints are of another scene than the pool");
        q.rows = good;
        lw_check_options options = lw_default_check_options();
        options.time_tolerance = 0;
        const lw_rows none = lw_default_rows();
        refused(call(pool, states, &q.rows, &options, &answers, &error), LW_ERROR_ARGUMENT, &error,
                "time tolerance");
        refused(call(pool, states, &none, &options, &answers, &error), LW_ERROR_ARGUMENT, &error,
                "time tolerance");
        options = lw_default_check_options();
        options.method = (lw_method)9;
        refused(call(pool, states, &q.rows, &options, &answers, &error), LW_ERROR_ARGUMENT, &error,
                "no method 9");
        /* states do not read `to` */
        q.rows.to = NULL;
        q.rows.to_stride = 1;
        if (states)
            succeed(call(pool, states, &q.rows, NULL, &answers, &error), &error);
        else
            refused(call(pool, states, &q.rows, NULL, &answers, &error), LW_ERROR_ARGUMENT, &error,
                    "`to`");
        q.rows.to = good.to;
        if (!states)
            refused(call(pool, states, &q.rows, NULL, &answers, &error), LW_ERROR_ARGUMENT, &error,
                    "to_stride is 1; rows of 5 values");
        q.rows = lw_default_rows();
        answers = answers_in(&r, ALL);
        succeed(call(pool, states, &q.rows, NULL, &answers, &error), &error);
        same_answers(&r, ALL, NULL, 0);
        q.rows = good;
        assert_int_equal(call(pool, states, &(lw_rows){.struct_size = sizeof(lw_rows), .count = 1},
                              NULL, &answers, NULL),
                         LW_ERROR_ARGUMENT);
    }
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
    lw_scene_destroy(other);
    lw_scene_destroy(open);
}

/* The error is that of the first row that has one, on any number of threads; then the pool goes on. */
static void test_first_error(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int rounds = test_rounds(200, 5000);
    lw_error error = {0};
    lw_scene *scene = scene_of(&random, ARM);
    lw_pool *pools[3];
    for (int t = 0; t < 3; t++)
        succeed(lw_pool_create(scene, threads_tried[t], &pools[t], &error), &error);
    for (int round = 0; round < rounds; round++) {
        static questions q;
        static room r;
        lw_answers answers = answers_in(&r, KIND);
        bool states = round % 2;
        ask(&random, scene, ARM, &q);
        q.rows.from_stride = q.width;
        q.rows.to_stride = 0;
        random_rows(&random, q.from, q.width, q.width, ARM);
        random_rows(&random, q.to, q.width, 0, ARM);
        size_t first = COUNT;
        for (unsigned i = lw_random_below(&random, 4); i > 0; i--) {
            size_t wrong = lw_random_below(&random, COUNT);
            q.from[wrong * q.width + lw_random_below(&random, (uint32_t)q.width)] =
                i % 2 ? (double)NAN : 1e10;
            first = wrong < first ? wrong : first;
        }
        char part[64];
        snprintf(part, sizeof part, "%s %zu (the first is 0): a position of waypoint 0 is",
                 states ? "state" : "segment", first);
        for (int t = 0; t < 3; t++)
            if (first < COUNT)
                refused(call(pools[t], states, &q.rows, NULL, &answers, &error), LW_ERROR_ARGUMENT,
                        &error, part);
            else
                succeed(call(pools[t], states, &q.rows, NULL, &answers, &error), &error);
    }
    for (int t = 0; t < 3; t++)
        lw_pool_destroy(pools[t]);
    lw_scene_destroy(scene);
}

static void test_limits(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_pool *pool = NULL;
    succeed(lw_scene_create(&scene, &error), &error);
    add_arm(scene);
    succeed(lw_scene_set_strict_limits(scene, true, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_pool_create(scene, 2, &pool, &error), &error);
    static room r;
    lw_answers answers = answers_in(&r, KIND);
    double values[3][LINKS] = {{0}, {0}, {0, 5}};
    lw_rows rows = {.struct_size = sizeof(lw_rows),
                    .count = 3,
                    .from = values[0],
                    .from_stride = LINKS,
                    .to = values[0]};
    refused(lw_pool_states(pool, &rows, NULL, &answers, &error), LW_ERROR_LIMIT, &error,
            "state 2 (the first is 0): joint \"turn2\": value 5 is outside its limits -4 to 4");
    refused(lw_pool_segments(pool, &rows, NULL, &answers, &error), LW_ERROR_LIMIT, &error, "segment 2");
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
}

/* Calls of a pool while it answers another one. */
typedef struct meddling {
    lw_pool *pool;
    questions *q;
    room *r;
    pthread_mutex_t mutex;
    int asked;
} meddling;

static bool meddle(void *context)
{
    meddling *m = context;
    lw_answers answers = {.struct_size = sizeof(lw_answers), .kind = m->r->kind};
    lw_verdict verdict = lw_default_verdict();
    const lw_motion *none = NULL;
    lw_error error = {0};
    pthread_mutex_lock(&m->mutex);
    m->asked++;
    refused(lw_pool_states(m->pool, &m->q->rows, NULL, &answers, &error), LW_ERROR_STATE, &error,
            "answering another call");
    refused(lw_pool_segments(m->pool, &m->q->rows, NULL, &answers, &error), LW_ERROR_STATE, &error,
            "one at a time");
    refused(lw_pool_check(m->pool, &none, 1, NULL, &verdict, &error), LW_ERROR_STATE, &error,
            "answering another call");
    pthread_mutex_unlock(&m->mutex);
    return false;
}

static void test_one_call_at_a_time(void **state)
{
    (void)state;
    lw_random random = {5};
    static questions q;
    static room r;
    static room others;
    lw_error error = {0};
    lw_scene *scene = scene_of(&random, ARM);
    lw_verdict verdicts[COUNT];
    verdicts[0] = lw_default_verdict();
    ask(&random, scene, ARM, &q);
    alone(scene, &q, false, NULL, verdicts);
    for (unsigned threads = 1; threads <= 3; threads++) {
        meddling m = {.q = &q, .r = &others, .mutex = PTHREAD_MUTEX_INITIALIZER};
        succeed(lw_pool_create(scene, threads, &m.pool, &error), &error);
        lw_check_options options = lw_default_check_options();
        options.stop = meddle;
        options.stop_context = &m;
        lw_answers answers = answers_in(&r, KIND);
        succeed(lw_pool_segments(m.pool, &q.rows, &options, &answers, &error), &error);
        same_answers(&r, KIND, verdicts, COUNT);
        assert_true(m.asked >= COUNT);
        lw_pool_destroy(m.pool);
    }
    lw_scene_destroy(scene);
}

/* ---- stops, deadlines, claims ------------------------------------------------------------------ */

typedef struct patience {
    pthread_mutex_t mutex;
    int asked, most;
} patience;

static bool is_over(void *context)
{
    patience *p = context;
    pthread_mutex_lock(&p->mutex);
    bool over = p->asked++ >= p->most;
    pthread_mutex_unlock(&p->mutex);
    return over;
}

static bool is_unanswered(const room *r, size_t i, lw_reason reason)
{
    return r->kind[i] == LW_VERDICT_UNDECIDED && r->reason[i] == reason;
}

static bool is_unknown(const lw_clearance *clearance)
{
    return clearance->pair[0] == -1 && clearance->pair[1] == -1 && clearance->lower == 0 &&
           clearance->upper > DBL_MAX && clearance->at == 0;
}

static void test_stop(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    lw_error error = {0};
    size_t stopped = 0;
    size_t answered = 0;
    int rounds = test_rounds(150, 5000);
    lw_scene *scene = scene_of(&random, ARM);
    for (int round = 0; round < rounds; round++) {
        static questions q;
        static room r;
        lw_pool *pool = NULL;
        bool states = round % 2;
        lw_verdict verdicts[COUNT];
        verdicts[0] = lw_default_verdict();
        ask(&random, scene, ARM, &q);
        alone(scene, &q, states, NULL, verdicts);
        succeed(lw_pool_create(scene, threads_tried[round % 3], &pool, &error), &error);
        patience p = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                      .most = (int)lw_random_below(&random, states ? 40 : 300)};
        lw_check_options options = lw_default_check_options();
        options.stop = is_over;
        options.stop_context = &p;
        lw_answers answers = answers_in(&r, ALL & ~(CLEARANCE | SELF));
        succeed(call(pool, states, &q.rows, &options, &answers, &error), &error);
        for (size_t i = 0; i < COUNT; i++)
            if (is_unanswered(&r, i, LW_REASON_STOPPED)) {
                stopped++;
                assert_true(r.free_until[i] <= verdicts[i].free_until && r.time[i] == 0);
                assert_true(r.pair[i][0] == -1 && r.pair[i][1] == -1);
            } else {
                answered++;
                /* a contact that was found at the very end of patience need not be the first */
                assert_true(r.kind[i] == verdicts[i].kind);
            }
        /* an item that waited, and those that were under way */
        assert_true(p.asked <= p.most + (int)lw_pool_threads(pool) * 2);
        lw_pool_destroy(pool);
    }
    lw_scene_destroy(scene);
    assert_true(stopped > (size_t)rounds && answered > (size_t)rounds);
}

static void test_deadline(void **state)
{
    (void)state;
    lw_random random = {6};
    static questions q;
    static room r;
    lw_error error = {0};
    lw_scene *scene = scene_of(&random, ARM);
    ask(&random, scene, ARM, &q);
    for (int t = 0; t < 3; t++) {
        lw_pool *pool = NULL;
        succeed(lw_pool_create(scene, threads_tried[t], &pool, &error), &error);
        for (int states = 0; states < 2; states++) {
            q.rows.seconds = 1e-12;
            lw_answers answers = answers_in(&r, ALL);
            succeed(call(pool, states, &q.rows, NULL, &answers, &error), &error);
            for (size_t i = 0; i < COUNT; i++) {
                assert_true(is_unanswered(&r, i, LW_REASON_BUDGET));
                assert_true(r.free_until[i] == 0 && r.time[i] == 0);
                assert_true(r.pair[i][0] == -1 && r.pair[i][1] == -1);
                assert_true(is_unknown(&r.clearance[i]) && is_unknown(&r.self_clearance[i]));
            }
            /* the budget of one item is not that of the call; the smaller of the two counts */
            lw_check_options options = lw_default_check_options();
            options.budget_seconds = 1e-12;
            q.rows.seconds = 1e6;
            succeed(lw_pool_segments(pool, &q.rows, &options, &answers, &error), &error);
            for (size_t i = 0; i < COUNT; i++)
                assert_true(r.kind[i] == LW_VERDICT_CONTACT || is_unanswered(&r, i, LW_REASON_BUDGET));
        }
        lw_pool_destroy(pool);
    }
    lw_scene_destroy(scene);
}

/* Each question's claims, counted and summed up, and the thread that makes them. */
typedef struct claims {
    size_t count;
    double sum;
    pthread_t thread;
    bool several; /* threads */
} claims;

typedef struct claims_of_all {
    claims each[COUNT];
    size_t refused; /* the question whose claims are not taken; COUNT: none */
} claims_of_all;

static lw_status take(void *context, const lw_claim *claim)
{
    claims_of_all *all = context;
    claims *c = &all->each[claim->motion];
    c->several = c->several || (c->count && !pthread_equal(c->thread, pthread_self()));
    c->thread = pthread_self();
    c->count++;
    c->sum += (double)claim->pair + claim->from + 2 * claim->to + 3 * claim->at;
    return claim->motion == all->refused ? LW_ERROR_FILE : LW_OK;
}

static lw_status take_alone(void *context, const lw_claim *claim)
{
    claims *c = context;
    c->count++;
    c->sum += (double)claim->pair + claim->from + 2 * claim->to + 3 * claim->at;
    return LW_OK;
}

static void test_claims(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    lw_error error = {0};
    int rounds = test_rounds(20, 500);
    size_t total = 0;
    for (int round = 0; round < rounds; round++) {
        static questions q;
        static room r;
        bool states = round % 2;
        lw_scene *scene = scene_of(&random, (kind)(round % KINDS));
        ask(&random, scene, (kind)(round % KINDS), &q);
        claims_of_all wanted = {.refused = COUNT};
        lw_verdict verdicts[COUNT];
        verdicts[0] = lw_default_verdict();
        lw_check_options options = lw_default_check_options();
        lw_checker *checker = NULL;
        lw_motion *motion = NULL;
        succeed(lw_checker_create(scene, &checker, &error), &error);
        succeed(lw_motion_create(scene, &motion, &error), &error);
        options.claim = take_alone;
        for (size_t i = 0; i < COUNT; i++) {
            const double *from = q.from + i * q.rows.from_stride;
            const double *to = states ? from : q.to + i * q.rows.to_stride;
            options.claim_context = &wanted.each[i];
            succeed(lw_motion_set_segment(motion, NULL, from, to, &error), &error);
            verdicts[i] = lw_default_verdict();
            succeed(lw_check(checker, motion, &options, &verdicts[i], &error), &error);
            total += wanted.each[i].count;
        }
        lw_motion_destroy(motion);
        lw_checker_destroy(checker);
        options.claim = take;
        for (int t = 0; t < 3; t++) {
            lw_pool *pool = NULL;
            succeed(lw_pool_create(scene, threads_tried[t], &pool, &error), &error);
            claims_of_all got = {.refused = COUNT};
            options.claim_context = &got;
            lw_answers answers = answers_in(&r, ALL & ~(CLEARANCE | SELF));
            succeed(call(pool, states, &q.rows, &options, &answers, &error), &error);
            same_answers(&r, ALL & ~(CLEARANCE | SELF), verdicts, COUNT);
            for (size_t i = 0; i < COUNT; i++) {
                assert_int_equal(got.each[i].count, wanted.each[i].count);
                assert_true(same_bits(got.each[i].sum, wanted.each[i].sum) && !got.each[i].several);
            }
            size_t refusing = lw_random_below(&random, COUNT);
            got = (claims_of_all){.refused = refusing};
            char part[32];
            snprintf(part, sizeof part, "%s %zu (the first is 0)", states ? "state" : "segment",
                     refusing);
            if (wanted.each[refusing].count)
                refused(call(pool, states, &q.rows, &options, &answers, &error), LW_ERROR_FILE, &error,
                        part);
            else
                succeed(call(pool, states, &q.rows, &options, &answers, &error), &error);
            lw_pool_destroy(pool);
        }
        lw_scene_destroy(scene);
    }
    assert_true(total > 100 * (size_t)rounds);
}

/* Two questions in two threads: the claims of the first are refused after those of the second. */
typedef struct race {
    pthread_mutex_t mutex;
    pthread_cond_t refused;
    bool over; /* the second question's are refused */
} race;

static lw_status refuse(void *context, const lw_claim *claim)
{
    static const struct timespec while_it_is_kept = {.tv_nsec = 5000000};
    race *r = context;
    pthread_mutex_lock(&r->mutex);
    if (claim->motion == 1) {
        r->over = true;
        pthread_cond_signal(&r->refused);
    }
    while (!r->over)
        pthread_cond_wait(&r->refused, &r->mutex);
    pthread_mutex_unlock(&r->mutex);
    if (claim->motion == 1)
        return LW_ERROR_FILE;
    nanosleep(&while_it_is_kept, NULL);
    return LW_ERROR_NAME;
}

static void test_a_later_error_comes_first(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_pool *pool = NULL;
    succeed(lw_scene_create(&scene, &error), &error);
    add_arm(scene);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_pool_create(scene, 2, &pool, &error), &error);
    const double upright[LINKS] = {0};
    lw_rows rows = lw_default_rows();
    rows.count = 2;
    rows.from = upright;
    for (int round = 0; round < 5; round++) {
        static room r;
        race racing = {.mutex = PTHREAD_MUTEX_INITIALIZER, .refused = PTHREAD_COND_INITIALIZER};
        lw_check_options options = lw_default_check_options();
        options.claim = refuse;
        options.claim_context = &racing;
        lw_answers answers = answers_in(&r, KIND);
        refused(lw_pool_states(pool, &rows, &options, &answers, &error), LW_ERROR_NAME, &error,
                "state 0 (the first is 0)");
    }
    lw_pool_destroy(pool);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arguments), cmocka_unit_test(test_first_error),
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_one_call_at_a_time),
        cmocka_unit_test(test_stop),      cmocka_unit_test(test_deadline),
        cmocka_unit_test(test_claims),    cmocka_unit_test(test_a_later_error_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
