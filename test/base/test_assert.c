/* Tests base/assert.h: a failed assertion prints its sentence and ends the program; one that holds does
 * nothing. */
#ifndef LW_ASSERTS
#define LW_ASSERTS
#endif
#include "base/assert.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static lw_status invalid(lw_error *error)
{
    return lw_fail(error, LW_ERROR_STATE, "joint %d is upside down", 3);
}

static void fail_whole(void)
{
    size_t count = 3;
    LW_ASSERT(count, >, 4);
}

static void fail_real(void)
{
    const double third = 1.0 / 3;
    const float quarter = 0.25F;
    LW_ASSERT(quarter, ==, quarter);
    LW_ASSERT(third, ==, 0.25);
}

static void fail_valid(void)
{
    lw_error error;
    LW_ASSERT_VALID(invalid(&error), &error);
}

static void fail_nothing(void)
{
    lw_error error = {0};
    LW_ASSERT(1, <, 2);
    LW_ASSERT_VALID(error.status, &error);
}

/* Runs a function in a process of its own: reads its standard error into `text`, and returns its
 * status. */
static int run_alone(void (*what)(void), char *text, size_t size)
{
    int ends[2], status = 0;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (!child) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        what();
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got = 1; got > 0 && length < size - 1; length += (size_t)got)
        if ((got = read(ends[0], text + length, size - 1 - length)) < 0)
            break;
    text[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void test_failed(void **state)
{
    (void)state;
    static const struct {
        void (*run)(void);
        const char *says;
    } cases[] = {
        {fail_whole, "count > 4 does not hold: 3 and 4\n"},
        {fail_real, "third == 0.25 does not hold: 0.33333333333333331 and 0.25\n"},
        {fail_valid, "invalid(&error): joint 3 is upside down\n"},
    };
    char text[1000];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int status = run_alone(cases[i].run, text, sizeof text);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
        assert_non_null(strstr(text, cases[i].says));
        assert_non_null(strstr(text, "test_assert.c:"));
    }
    assert_int_equal(run_alone(fail_nothing, text, sizeof text), 0);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
