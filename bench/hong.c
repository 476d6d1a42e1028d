/* First contacts of moving convex polytopes: Leeway's separating slab to 1e-11 beside conservative
 * advancement with FCL's distance to 1e-6, and FCL's own continuous collision; and how time grows with
 * the number of vertices. */
#include "common/measure.h"
#include "peer_fcl_convex.h"

#include "base/arena.h"
#include "hong_motions.h"
#include "math/pose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9, CUTS = 4, LOOKS = 100000, MOST_CASES = 400, NAME = 32 };

static const double near = 1e-6; /* what the advances take for contact */

typedef enum contender { SLAB, BASIC, LIPSCHITZ, DIRECTIONAL, CONTINUOUS, CONTENDERS } contender;

static const char *const names[CONTENDERS] = {
    "Leeway, slab", "Leeway, basic algorithm", "FCL distance, Lipschitz advance",
    "FCL distance, directional advance", "FCL continuous, motion cut in 4"};

typedef struct answer {
    bool contact, undecided;
    double time;
    size_t queries; /* of the distance; 0: it does not say */
    size_t steps;   /* k: slabs that were carried; 0: it has none */
} answer;

typedef struct set {
    char name[NAME];
    lw_arena arena;
    lw_convex shapes[2];
    double reach[2]; /* of the bodies from their origins */
    peer_fcl_convex *peer;
    lw_hong_start starts[MOST_CASES];
    answer truth[MOST_CASES];
    int count;
} set;

/* ---- the contenders ---------------------------------------------------------------------------- */

static answer slab(const set *s, lw_hong_start *start, lw_slab_kind kind)
{
    lw_slab search = lw_default_slab(&s->shapes[0], &s->shapes[1], lw_hong_moves, start);
    search.kind = kind;
    lw_slab_result found = lw_slab_check(&search);
    bool contact = found.state == LW_SLAB_CONTACT;
    return (answer){contact, !contact && found.state != LW_SLAB_FREE, found.time, found.queries,
                    found.steps};
}

static void peer_poses(lw_hong_start *start, double at, lw_moving bodies[2], peer_fcl_pose poses[2])
{
    lw_hong_moves(start, at, at, bodies);
    for (int i = 0; i < 2; i++) {
        memcpy(poses[i].rotation, &bodies[i].pose.rotation, sizeof poses[i].rotation);
        memcpy(poses[i].position, &bodies[i].pose.position, sizeof poses[i].position);
    }
}

/* No point of a body is faster than its reach times the angular velocity; along a line n, than its
 * reach times |n x w|. Both turn about axes that stay where they are. */
static answer advance(const set *s, lw_hong_start *start, bool directional)
{
    answer found = {.time = 0};
    while (found.queries < LOOKS) {
        lw_moving bodies[2];
        peer_fcl_pose poses[2];
        double line[3];
        peer_poses(start, found.time, bodies, poses);
        double distance = peer_fcl_convex_distance(s->peer, poses, line);
        found.queries++;
        if (distance <= near) {
            found.contact = true;
            return found;
        }
        vec3 n = v3(line[0], line[1], line[2]);
        double length = norm(n);
        double speed = 0;
        for (int i = 0; i < 2; i++)
            speed += s->reach[i] * (directional ? norm(cross(n, bodies[i].angular)) / length
                                                : norm(bodies[i].angular));
        found.time += distance / speed;
        if (found.time >= 1)
            return found;
    }
    return found;
}

static answer continuous(const set *s, lw_hong_start *start)
{
    answer found = {.time = 1};
    peer_fcl_pose from[2];
    peer_fcl_pose to[2];
    lw_moving bodies[2];
    peer_poses(start, 0, bodies, from);
    for (int i = 0; i < CUTS; i++) {
        peer_poses(start, (i + 1) / (double)CUTS, bodies, to);
        double share;
        if (peer_fcl_convex_meet(s->peer, from, to, &share)) {
            found.contact = true;
            found.time = (i + share) / CUTS;
            return found;
        }
        memcpy(from, to, sizeof from);
    }
    return found;
}

static answer ask(const set *s, contender who, lw_hong_start *start)
{
    switch (who) {
    case SLAB:
        return slab(s, start, LW_SLAB_POLYTOPES);
    case BASIC:
        return slab(s, start, LW_SLAB_BASIC);
    case CONTINUOUS:
        return continuous(s, start);
    default:
        return advance(s, start, who == DIRECTIONAL);
    }
}

/* ---- the sets ---------------------------------------------------------------------------------- */

static bool tell_peer(set *s)
{
    peer_fcl_polytope polytopes[2];
    for (int i = 0; i < 2; i++) {
        const lw_polytope *p = s->shapes[i].polytope;
        polytopes[i] = (peer_fcl_polytope){(const double(*)[3])p->vertices, p->vertex_count,
                                           (const uint32_t(*)[3])p->facets, p->facet_count};
        s->reach[i] = lw_convex_extent(&s->shapes[i]);
    }
    s->peer = peer_fcl_convex_create(polytopes);
    return s->peer;
}

/* Three contacts to a free motion. Their truth is Leeway's. */
static bool generate(set *s, int sides, int count)
{
    lw_error error = {0};
    lw_status status = sides ? lw_hong_arm(&s->arena, sides, &s->shapes[0], &error)
                             : lw_hong_cylinder(&s->arena, 22, &s->shapes[0], &error);
    if (!status)
        status = lw_hong_cylinder(&s->arena, 45, &s->shapes[1], &error);
    if (status) {
        fprintf(stderr, "hong: %s\n", error.message);
        return false;
    }
    lw_random random = {(uint64_t)sides + 1};
    int asked[2] = {3 * count / 4, count - 3 * count / 4};
    int counts[2];
    lw_hong_start *halves[2] = {s->starts, s->starts + asked[0]};
    lw_slab search = lw_default_slab(&s->shapes[0], &s->shapes[1], lw_hong_moves, NULL);
    lw_hong_starts(&search, &random, 100 * count, asked, halves, counts);
    memmove(s->starts + counts[0], s->starts + asked[0], (size_t)counts[1] * sizeof *s->starts);
    s->count = counts[0] + counts[1];
    for (int i = 0; i < s->count; i++)
        s->truth[i] = slab(s, &s->starts[i], LW_SLAB_POLYTOPES);
    snprintf(s->name, sizeof s->name, "%u, 12", s->shapes[0].polytope->vertex_count);
    return tell_peer(s);
}

/* The next line that begins with a word; the numbers after it. */
static bool numbers(FILE *file, const char *word, double *out, size_t count)
{
    char line[1024];
    do
        if (!fgets(line, sizeof line, file))
            return false;
    while (strncmp(line, word, strlen(word)) != 0);
    const char *next = line + strlen(word);
    for (size_t i = 0; i < count; i++) {
        char *end;
        out[i] = strtod(next, &end);
        if (end == next)
            return false;
        next = end;
    }
    return true;
}

static bool read_body(set *s, int which, FILE *file)
{
    double header[2]; /* body, vertices */
    if (!numbers(file, "body", header, 2) || !(header[1] >= 1 && header[1] < 1e6))
        return false;
    size_t vertices = (size_t)header[1];
    double *points = lw_arena_array(&s->arena, 3 * vertices, sizeof *points);
    for (size_t i = 0; points && i < vertices; i++)
        if (!numbers(file, "", points + 3 * i, 3))
            return false;
    lw_polytope *polytope = NULL;
    lw_error error = {0};
    if (!points || lw_polytope_create(&s->arena, points, vertices, &polytope, &error))
        return false;
    s->shapes[which] = (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope};
    return true;
}

static bool read_cases(set *s, FILE *file)
{
    double cases;
    if (!numbers(file, "cases", &cases, 1))
        return false;
    while (s->count < MOST_CASES && s->count < cases) {
        double n[10]; /* number, hit, qw qx qy qz, px py pz, free until */
        if (!numbers(file, "", n, 10))
            return false;
        lw_quat q = {.x = n[3], .y = n[4], .z = n[5], .w = n[2]};
        if (!lw_quat_normalize(&q))
            return false;
        s->starts[s->count] = (lw_hong_start){lw_rotation_from_quat(q), v3(n[6], n[7], n[8])};
        s->truth[s->count++] = (answer){.contact = n[1] > 0, .time = n[9]};
    }
    return s->count > 0;
}

static bool load(set *s, const char *data, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/polytopes/hong_%s.txt", data, name);
    FILE *file = fopen(path, "r");
    bool done =
        file && read_body(s, 0, file) && read_body(s, 1, file) && read_cases(s, file) && tell_peer(s);
    if (!done)
        fprintf(stderr, "hong: %s cannot be read\n", path);
    if (file)
        fclose(file);
    snprintf(s->name, sizeof s->name, "data %s", name);
    return done;
}

static void drop(set *s)
{
    if (s->peer)
        peer_fcl_convex_destroy(s->peer);
    lw_arena_free(&s->arena);
    free(s);
}

/* ---- the tables -------------------------------------------------------------------------------- */

/* By contact and free. */
typedef struct figures {
    double microseconds[2], queries[2], steps[2];
    int count[2], wrong[2], undecided;
    double late, early; /* the largest error of a contact's time, either way */
} figures;

static void count_answer(figures *sum, const answer *truth, const answer *found)
{
    int half = !truth->contact;
    sum->count[half]++;
    sum->queries[half] += (double)found->queries;
    sum->steps[half] += (double)found->steps;
    if (found->undecided) {
        sum->undecided++;
    } else if (found->contact != truth->contact) {
        sum->wrong[half]++;
    } else if (found->contact) {
        sum->late = fmax(sum->late, found->time - truth->time);
        sum->early = fmax(sum->early, truth->time - found->time);
    }
}

/* All motions that make contact, or all free ones, between two looks at the clock: one takes as long as
 * a tenth of a motion, and leaves the processor to guess anew. */
static figures measure(set *s, contender who)
{
    static double times[2][ROUNDS];
    figures sum = {.late = 0};
    for (int i = 0; i < s->count; i++) {
        answer found = ask(s, who, &s->starts[i]);
        count_answer(&sum, &s->truth[i], &found);
    }
    for (int r = 0; r < ROUNDS; r++)
        for (int half = 0; half < 2; half++) {
            double begin = bench_work();
            for (int i = 0; i < s->count; i++)
                if (half == !s->truth[i].contact)
                    ask(s, who, &s->starts[i]);
            times[half][r] = bench_work() - begin;
        }
    for (int half = 0; half < 2; half++) {
        sum.microseconds[half] = 1e6 * bench_median(times[half], ROUNDS) / sum.count[half];
        sum.queries[half] /= sum.count[half];
        sum.steps[half] /= sum.count[half];
    }
    return sum;
}

/* Contact and free; a dash where there is no such number. */
static void print_means(bench_table *table, const double means[2], int digits, bool has)
{
    for (int half = 0; half < 2; half++)
        if (has)
            bench_cell(table, "%.*f", digits, means[half]);
        else
            bench_cell(table, "-");
}

static void print_set(set *s)
{
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_row(&table, "%s", s->name);
    static const char *const columns[] = {"contact, us", "free, us", "3 to 1", "ratio",  "queries",
                                          "free",        "k",        "free",   "missed", "wrongly",
                                          "undecided",   "early",    "late"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        bench_cell(&table, "%s", columns[i]);
    double ours = 0;
    for (int who = 0; who < CONTENDERS; who++) {
        figures f = measure(s, (contender)who);
        double mixed = 0.75 * f.microseconds[0] + 0.25 * f.microseconds[1];
        if (who == SLAB)
            ours = mixed;
        bench_row(&table, "  %s", names[who]);
        bench_cell(&table, "%.2f", f.microseconds[0]);
        bench_cell(&table, "%.2f", f.microseconds[1]);
        bench_cell(&table, "%.2f", mixed);
        bench_cell(&table, "%.2f", ours / mixed);
        print_means(&table, f.queries, 1, who != CONTINUOUS);
        print_means(&table, f.steps, 2, who == SLAB || who == BASIC);
        bench_cell(&table, "%d of %d", f.wrong[0], f.count[0]);
        bench_cell(&table, "%d of %d", f.wrong[1], f.count[1]);
        bench_cell(&table, "%d", f.undecided);
        bench_cell(&table, "%.0e", f.early);
        bench_cell(&table, "%.0e", f.late);
    }
    bench_print(&table);
}

static bool print_curve(void)
{
    static const int sides[] = {3, 11, 41, 128, 512, 1024};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_row(&table, "vertices of K1");
    static const char *const columns[] = {"contact, us", "free, us", "3 to 1", "k contact",
                                          "k free",      "FCL",      "ratio"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        bench_cell(&table, "%s", columns[i]);
    bool done = true;
    for (size_t i = 0; i < sizeof sides / sizeof *sides && done; i++) {
        set *s = calloc(1, sizeof *s);
        if (!s)
            return false;
        done = generate(s, sides[i], 80);
        if (done) {
            figures f = measure(s, SLAB);
            figures peer = measure(s, DIRECTIONAL);
            double mixed = 0.75 * f.microseconds[0] + 0.25 * f.microseconds[1];
            double other = 0.75 * peer.microseconds[0] + 0.25 * peer.microseconds[1];
            bench_row(&table, "%d", 4 * sides[i]);
            bench_cell(&table, "%.2f", f.microseconds[0]);
            bench_cell(&table, "%.2f", f.microseconds[1]);
            bench_cell(&table, "%.2f", mixed);
            print_means(&table, f.steps, 2, true);
            bench_cell(&table, "%.1f", other);
            bench_cell(&table, "%.2f", mixed / other);
        }
        drop(s);
    }
    printf("  FCL: its distance and the directional advance, 3 to 1\n");
    bench_print(&table);
    return done;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        fprintf(stderr, "usage: ./run bench hong\n");
        return 2;
    }
    static const int sides[] = {0, 11, 41};
    static const char *const files[] = {"12_12", "44_12", "164_12"};
    const char *data = getenv("LEEWAY_DATA");
    if (!data)
        printf("LEEWAY_DATA is not set: generated motions only\n");
    bool done = true;
    for (int i = 0; i < (data ? 6 : 3) && done; i++) {
        set *s = calloc(1, sizeof *s);
        if (!s)
            return 1;
        done = i < 3 ? generate(s, sides[i], 200) : load(s, data, files[i - 3]);
        if (done)
            print_set(s);
        drop(s);
    }
    return done && print_curve() ? 0 : 1;
}
