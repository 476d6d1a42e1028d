/* Tests lw_check_options.budget_work on random motions of random robots among obstacles of all kinds,
 * with each method, for first and any contacts. No check takes more units of work than it may. A
 * verdict that is decided within a budget is the verdict without one. One that is not is undecided
 * because of the budget, and proves no time free that the whole check does not. With as many units as
 * the whole check took, the verdict has the same bits. LEEWAY_MOTIONS sets the number of motions. */
#include "furnished.h"
#include "seed.h"
#include "verdicts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check/method/methods.h"

enum { METHODS = LW_METHODS, BUDGETS = 3 };

typedef struct tally {
    uint64_t decided[METHODS], undecided[METHODS], unmeasured, worst;
} tally;

static lw_verdict ask(bench *b, const lw_check_options *options)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    if (lw_check(b->checker, b->motion->motion, options, &verdict, &error))
        fail_msg("%s", error.message);
    return verdict;
}

/* The verdict without its measure of a contact, and without the units of work. */
static lw_verdict unmeasured(lw_verdict verdict)
{
    static const lw_distance none;
    verdict.contact = none;
    verdict.queries = verdict.samples = 0;
    verdict.work = 0;
    return verdict;
}

static void refuse(const bench *b, lw_method method, const lw_verdict *whole, const lw_verdict *cut,
                   uint64_t budget, const char *says)
{
    fail_msg("round %d, %s: %s: %llu of %llu units; whole: kind %d, free until %.17g, time %.17g, %llu "
             "units; cut: kind %d, reason %d, free until %.17g, time %.17g",
             b->round, lw_method_name(method), says, (unsigned long long)cut->work,
             (unsigned long long)budget, (int)whole->kind, whole->free_until, whole->time,
             (unsigned long long)whole->work, (int)cut->kind, (int)cut->reason, cut->free_until,
             cut->time);
}

static void check_cut(bench *b, const lw_check_options *options, const lw_verdict *whole, tally *all)
{
    const lw_method method = options->method;
    const uint64_t budget = options->budget_work;
    const lw_verdict cut = ask(b, options);
    if (cut.work > budget)
        refuse(b, method, whole, &cut, budget, "too much work");
    if (cut.kind == LW_VERDICT_UNDECIDED && cut.reason == LW_REASON_BUDGET && budget < whole->work) {
        all->undecided[method]++;
        if (cut.free_until > whole->free_until && !options->any)
            refuse(b, method, whole, &cut, budget, "it proves more than the whole check");
        if (whole->kind == LW_VERDICT_CONTACT && cut.free_until > whole->time)
            refuse(b, method, whole, &cut, budget, "it is free beyond a contact");
        return;
    }
    all->decided[method]++;
    if (budget >= whole->work) {
        if (!same_verdict(&cut, whole) || cut.work != whole->work)
            refuse(b, method, whole, &cut, budget, "not the verdict of the whole check");
        return;
    }
    if (cut.kind == LW_VERDICT_CONTACT && !cut.first) { /* a contact that need not be the first */
        if (whole->kind == LW_VERDICT_FREE || cut.time < whole->free_until ||
            cut.free_until > whole->time || (!options->any && cut.free_until > whole->free_until))
            refuse(b, method, whole, &cut, budget, "a contact that is none");
        return;
    }
    /* the search has ended, the measure of the contact has not */
    const lw_verdict one = unmeasured(cut);
    const lw_verdict other = unmeasured(*whole);
    all->unmeasured++;
    if (cut.kind != LW_VERDICT_CONTACT || !same_verdict(&one, &other))
        refuse(b, method, whole, &cut, budget, "decided otherwise");
    if (cut.contact.depth != 0 || norm2(cut.contact.normal) != 0 || cut.contact.upper != 0)
        refuse(b, method, whole, &cut, budget, "half a measure");
}

static void compare(bench *b, uint64_t motion, bool any, void *context)
{
    (void)motion;
    tally *all = context;
    for (int m = 0; m < METHODS; m++) {
        lw_check_options options = lw_default_check_options();
        options.method = (lw_method)m;
        options.any = any;
        options.resolution = 0.1;
        options.budget_queries = 2000; /* expanded takes very many steps beside a few bodies */
        const lw_verdict whole = ask(b, &options);
        assert_true(whole.work > 0 || whole.pairs == 0);
        all->worst = whole.work > all->worst ? whole.work : all->worst;
        options.budget_work = UINT64_MAX;
        check_cut(b, &options, &whole, all);
        for (int i = 0; i < BUDGETS && whole.work; i++) {
            const double share = pow(lw_random_between(&b->random, 0, 1.05), 2);
            options.budget_work = 1 + (uint64_t)(share * (double)whole.work);
            check_cut(b, &options, &whole, all);
        }
        options.budget_work = whole.work;
        if (whole.work)
            check_cut(b, &options, &whole, all);
        options.budget_work = 1;
        if (whole.work > 1)
            check_cut(b, &options, &whole, all);
    }
}

static void test_random_motions(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    tally all = {{0}, {0}, 0, 0};
    furnished_each(&b, test_motion_count(1500, 100000), compare, &all);
    for (int m = 0; m < METHODS; m++) {
        printf("%s: %llu decided, %llu undecided\n", lw_method_name((lw_method)m),
               (unsigned long long)all.decided[m], (unsigned long long)all.undecided[m]);
        assert_true(all.decided[m] > 1000 && all.undecided[m] > 1000);
    }
    printf("%llu contacts not measured, at most %llu units\n", (unsigned long long)all.unmeasured,
           (unsigned long long)all.worst);
    assert_true(all.unmeasured > 10);
}

/* As check_cut, for motions that may begin in contact. */
static void compare_leaving(bench *b, uint64_t motion, bool any, void *context)
{
    (void)motion;
    uint64_t *cuts = context;
    lw_check_options options = lw_default_check_options();
    options.leaving = 1;
    options.budget_queries = 60; /* each may measure a depth */
    if (b->round % 8)
        return;
    options.method = any ? LW_METHOD_AUTO : LW_METHOD_SLAB;
    const lw_verdict whole = ask(b, &options);
    for (int i = 0; i < BUDGETS && whole.work; i++) {
        options.budget_work =
            1 + (uint64_t)(lw_random_between(&b->random, 0, 1.05) * (double)whole.work);
        const lw_verdict cut = ask(b, &options);
        if (cut.work > options.budget_work)
            refuse(b, options.method, &whole, &cut, options.budget_work, "too much work");
        if (options.budget_work >= whole.work && !same_verdict(&cut, &whole))
            refuse(b, options.method, &whole, &cut, options.budget_work, "leaving: not the same");
        if (cut.kind == LW_VERDICT_FREE && whole.kind != LW_VERDICT_FREE)
            refuse(b, options.method, &whole, &cut, options.budget_work, "leaving: free");
        if (cut.kind == LW_VERDICT_LEAVES &&
            (whole.kind != LW_VERDICT_LEAVES || !same_bits(cut.time, whole.time)))
            refuse(b, options.method, &whole, &cut, options.budget_work, "leaving: leaves");
        if (cut.kept_until > whole.kept_until || cut.free_until > whole.free_until)
            refuse(b, options.method, &whole, &cut, options.budget_work, "leaving: proves more");
        cuts[0] += cut.kind == LW_VERDICT_UNDECIDED && cut.reason == LW_REASON_BUDGET;
        cuts[1] += cut.kind == LW_VERDICT_LEAVES;
    }
}

static void test_leaving_motions(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    uint64_t cuts[2] = {0};
    furnished_each(&b, test_motion_count(1500, 100000), compare_leaving, cuts);
    printf("%llu cut, %llu leave\n", (unsigned long long)cuts[0], (unsigned long long)cuts[1]);
    assert_true(cuts[0] > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_motions),
                                       cmocka_unit_test(test_leaving_motions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
