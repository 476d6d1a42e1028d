/* Random motions of every robot of a folder: the mean times, and the slowest robots.
 *
 *     collection FOLDER [--motions N] [--seconds S] [--seed N] [--only WORD] [--keep FOLDER]
 *
 * Every .urdf below FOLDER is read, with the .srdf of its name beside it; without one, the pairs that
 * touch at rest are allowed. Each robot has a process of its own, so that a robot that takes longer
 * than S seconds, or crashes, costs no more than that. Ctrl-C prints the results so far. */
#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/collected.h"
#include "common/measure.h"

enum { MOST_ROBOTS = 4096, WORST = 10 };

typedef struct robot {
    char *path;
    bool asked;
    bool cut;   /* the time limit was reached */
    int signal; /* the signal that ended its process; 0: none */
    collected found;
} robot;

typedef struct arguments {
    const char *folder, *only, *keep;
    size_t motions;
    double seconds; /* limit for each robot */
    uint64_t seed;
} arguments;

static robot robots[MOST_ROBOTS];
static size_t robot_count;
static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

/* ---- the folder -------------------------------------------------------------------------------- */

static int visit(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    (void)status;
    (void)at;
    size_t length = strlen(path);
    if (kind == FTW_F && length > 5 && !strcmp(path + length - 5, ".urdf") && robot_count < MOST_ROBOTS)
        robots[robot_count++].path = strdup(path);
    return 0;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const robot *)a)->path, ((const robot *)b)->path);
}

static bool find_robots(const char *folder)
{
    if (nftw(folder, visit, 16, FTW_PHYS) || !robot_count) {
        fprintf(stderr, "collection: %s: there is no folder with .urdf files\n", folder);
        return false;
    }
    qsort(robots, robot_count, sizeof *robots, compare_paths);
    return true;
}

/* ---- one robot --------------------------------------------------------------------------------- */

/* Waits until a process ends; kills it when its time is up or the user stops. */
static void wait_for(pid_t process, double seconds, robot *r)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    const double end = bench_now() + seconds;
    int status = 0;
    while (waitpid(process, &status, WNOHANG) == 0) {
        if (stopped || bench_now() > end) {
            r->cut = true;
            kill(process, SIGKILL);
            waitpid(process, &status, 0);
            return;
        }
        nanosleep(&pause, NULL);
    }
    r->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static bool ask(const arguments *a, robot *r, collected *shared)
{
    const collected_order order = {r->path, a->motions, a->seed, a->keep};
    memset(shared, 0, sizeof *shared);
    fflush(NULL);
    pid_t process = fork();
    if (process < 0) {
        perror("collection: fork");
        return false;
    }
    if (!process) {
        signal(SIGINT, SIG_IGN); /* the parent process handles it */
        bench_collect(&order, shared);
        _exit(0);
    }
    wait_for(process, a->seconds, r);
    r->found = *shared;
    r->asked = true;
    return true;
}

static bool ask_all(const arguments *a)
{
    collected *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        perror("collection: mmap");
        return false;
    }
    bool terminal = isatty(STDERR_FILENO);
    bool good = true;
    for (size_t i = 0; i < robot_count && good && !stopped; i++) {
        if (a->only && !strstr(robots[i].path, a->only))
            continue;
        if (terminal)
            fprintf(stderr, "\r\033[K%zu of %zu: %.100s", i + 1, robot_count, robots[i].path);
        good = ask(a, &robots[i], shared);
    }
    if (terminal)
        fputs("\r\033[K", stderr);
    munmap(shared, sizeof *shared);
    return good;
}

/* ---- results ---------------------------------------------------------------------------- */

/* The mean time of a motion, microseconds. */
static double mean_of(const robot *r, collected_question question)
{
    return 1e6 * r->found.seconds[question] / (double)r->found.motions;
}

static bool is_measured(const robot *r)
{
    return r->asked && r->found.motions > 0 && r->found.phase != COLLECTED_REFUSED;
}

static int compare_times(const void *a, const void *b)
{
    double one = mean_of(*(const robot *const *)a, COLLECTED_ANY);
    double two = mean_of(*(const robot *const *)b, COLLECTED_ANY);
    return (two > one) - (two < one);
}

static const char *name_of(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    if (!strncmp(path, folder, length))
        path += length;
    return path + strspn(path, "/");
}

static void print_refused(const arguments *a)
{
    for (size_t i = 0; i < robot_count; i++) {
        const robot *r = &robots[i];
        if (r->asked && r->found.phase == COLLECTED_REFUSED)
            printf("refused: %s:%s\n", name_of(r->path, a->folder), r->found.message);
        else if (r->asked && r->signal)
            printf("ended by signal %d: %s\n", r->signal, name_of(r->path, a->folder));
        else if (r->asked && r->cut && !stopped)
            printf("cut after %.3g s, %zu motions: %s\n", a->seconds, r->found.motions,
                   name_of(r->path, a->folder));
    }
}

static void print_counts(void)
{
    size_t asked = 0;
    size_t refused = 0;
    size_t still = 0;
    collected sum = {.motions = 0};
    for (size_t i = 0; i < robot_count; i++) {
        const robot *r = &robots[i];
        asked += r->asked;
        refused += r->asked && r->found.phase == COLLECTED_REFUSED;
        still += r->asked && r->found.phase == COLLECTED_STILL;
        if (!is_measured(r))
            continue;
        sum.motions += r->found.motions;
        sum.free += r->found.free;
        sum.contacts += r->found.contacts;
        sum.undecided += r->found.undecided;
        sum.differ += r->found.differ;
    }
    printf("%zu of %zu robots asked%s: %zu refused, %zu without a joint or a pair that is checked\n",
           asked, robot_count, stopped ? ", then stopped" : "", refused, still);
    printf("%zu motions: %zu free, %zu in contact, %zu undecided; answers that contradict each other: "
           "%zu\n\n",
           sum.motions, sum.free, sum.contacts, sum.undecided, sum.differ);
}

static void print_row(bench_table *table, const char *name, const double times[COLLECTED_QUESTIONS])
{
    bench_row(table, "%.46s", name);
    for (int question = 0; question < COLLECTED_QUESTIONS; question++)
        bench_cell(table, "%.1f", times[question]);
}

static void print_robot(bench_table *table, const robot *r, const char *name)
{
    double times[COLLECTED_QUESTIONS];
    size_t length = strlen(name);
    for (int question = 0; question < COLLECTED_QUESTIONS; question++)
        times[question] = mean_of(r, (collected_question)question);
    print_row(table, name + (length > 46 ? length - 46 : 0), times);
    bench_cell(table, "%zu", r->found.values);
    bench_cell(table, "%zu", r->found.pairs);
    bench_cell(table, "%zu", r->found.motions);
    bench_cell(table, "%zu", r->found.contacts);
    bench_cell(table, "%zu", r->found.undecided);
}

static void print_times(const arguments *a)
{
    static const robot *measured[MOST_ROBOTS];
    static double all[COLLECTED_QUESTIONS][MOST_ROBOTS];
    double means[COLLECTED_QUESTIONS];
    double medians[COLLECTED_QUESTIONS];
    bench_table table = {0};
    size_t count = 0;
    for (size_t i = 0; i < robot_count; i++)
        if (is_measured(&robots[i])) {
            for (int question = 0; question < COLLECTED_QUESTIONS; question++)
                all[question][count] = mean_of(&robots[i], (collected_question)question);
            measured[count++] = &robots[i];
        }
    if (!count)
        return;
    qsort(measured, count, sizeof(const robot *), compare_times);
    for (int question = 0; question < COLLECTED_QUESTIONS; question++) {
        means[question] = bench_mean(all[question], count);
        medians[question] = bench_median(all[question], count);
    }
    bench_row(&table, "us a motion");
    static const char *const heads[] = {"any",   "first",   "clearance", "values",
                                        "pairs", "motions", "contact",   "undecided"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        bench_cell(&table, "%s", heads[i]);
    print_row(&table, "mean of the robots", means);
    print_row(&table, "median of the robots", medians);
    for (size_t i = 0; i < count && i < WORST; i++)
        print_robot(&table, measured[i], name_of(measured[i]->path, a->folder));
    bench_print(&table);
}

/* ---- the command line -------------------------------------------------------------------------- */

static bool read_number(const char *text, double *out)
{
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    return !errno && end != text && !*end && *out > 0 && *out < 1e9;
}

static bool read_option(arguments *a, const char *option, const char *value)
{
    double number = 0;
    if (!value)
        return false;
    if (!strcmp(option, "--only"))
        a->only = value;
    else if (!strcmp(option, "--keep"))
        a->keep = value;
    else if (!read_number(value, &number))
        return false;
    else if (!strcmp(option, "--motions"))
        a->motions = (size_t)number;
    else if (!strcmp(option, "--seconds"))
        a->seconds = number;
    else if (!strcmp(option, "--seed"))
        a->seed = (uint64_t)number;
    else
        return false;
    return true;
}

static bool read_arguments(int argc, char **argv, arguments *a)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' && !a->folder)
            a->folder = argv[i];
        else if (argv[i][0] != '-' || !read_option(a, argv[i], argv[i + 1]))
            return false;
        else
            i++;
    }
    return a->folder;
}

int main(int argc, char **argv)
{
    arguments a = {.motions = 200, .seconds = 20, .seed = 1};
    if (!read_arguments(argc, argv, &a)) {
        fputs("usage: collection FOLDER [--motions N] [--seconds S] [--seed N] [--only WORD] [--keep "
              "FOLDER]\n",
              stderr);
        return 2;
    }
    if (!find_robots(a.folder))
        return 1;
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    bool good = ask_all(&a);
    print_refused(&a);
    print_counts();
    print_times(&a);
    for (size_t i = 0; i < robot_count; i++)
        free(robots[i].path);
    return !good;
}
