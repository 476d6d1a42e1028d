/* The time of impact of moving convex polytopes: Leeway's public call, proven and to 1e-11, beside
 * conservative advancement with FCL's distance to 1e-6, and beside FCL's own continuous collision; and
 * the growth of the time with the number of vertices. */
#include "common/measure.h"
#include "common/problems.h"
#include "peer_fcl_convex.h"

#include "base/arena.h"
#include "hong/hong_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9, CUTS = 4, MOST_SAMPLES = 100000, LEAST = 200, MOST_CASES = 1000, NAME = 32 };

static const char *const robots[2] = {"K1", "K2"};
static const double near = 1e-6; /* the distance at which conservative advancement reports a contact */

typedef enum contender {
    PUBLIC,
    DEPTH,
    TRUSTED,
    SEARCH,
    BASIC,
    CHECK,
    LIPSCHITZ,
    DIRECTIONAL,
    CONTINUOUS,
    CONTENDERS
} contender;

static const char *const names[CONTENDERS] = {"Leeway",
                                              "Leeway, with the depth",
                                              "Leeway, states trusted",
                                              "Leeway, the search alone",
                                              "Leeway, basic algorithm",
                                              "Leeway, through lw_check",
                                              "FCL distance, Lipschitz advance",
                                              "FCL distance, directional advance",
                                              "FCL continuous, motion cut in 4"};

typedef struct answer {
    bool contact, undecided;
    double time;
    size_t queries; /* distance queries; 0: unknown */
    size_t steps;   /* slabs that the search carried, the paper's k; 0: none */
} answer;

typedef struct set {
    char name[NAME];
    lw_arena arena;
    lw_convex shapes[2];
    lw_convex_pair *pair;
    lw_scene *scene; /* both shapes on floating joints, for lw_check */
    lw_motion *motion;
    lw_checker *checker;
    double reach[2]; /* largest distance of the bodies' points from their origins */
    peer_fcl_convex *peer;
    lw_hong_start starts[MOST_CASES];
    answer truth[MOST_CASES];
    uint32_t halves[2][MOST_CASES]; /* indices of the motions in contact, and of the free ones */
    uint32_t counts[2];
    uint32_t count;
    lw_random random; /* of the orders */
} set;

/* ---- the contenders ---------------------------------------------------------------------------- */

static answer ask_public(const set *s, lw_hong_start *start, contender who)
{
    lw_convex_motion motion = {lw_hong_states, start, 0, 1};
    lw_contact_options options = lw_default_contact_options();
    options.depth = who == DEPTH;
    options.trusted = who == TRUSTED;
    lw_convex_contact found = lw_default_convex_contact();
    if (lw_convex_pair_first_contact(s->pair, &motion, &options, &found, NULL))
        return (answer){.undecided = true};
    return (answer){found.kind == LW_VERDICT_CONTACT, found.kind == LW_VERDICT_UNDECIDED,
                    found.free_until, found.queries, found.steps};
}

static answer slab(const set *s, lw_hong_start *start, lw_pcda_kind kind)
{
    lw_pcda search = lw_default_pcda(&s->shapes[0], &s->shapes[1], lw_hong_moves, start);
    search.kind = kind;
    lw_pcda_result found = lw_pcda_run(&search);
    bool contact = found.state == LW_PCDA_CONTACT;
    return (answer){contact, !contact && found.state != LW_PCDA_FREE, found.time, found.queries,
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

/* Conservative advancement. No point of a body is faster than its reach times the angular velocity,
 * nor, along a line n, faster than its reach times |n x w|. Both turn about fixed axes. */
static answer advance(const set *s, lw_hong_start *start, bool directional)
{
    answer found = {.time = 0};
    while (found.queries < MOST_SAMPLES) {
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

/* Makes the motion and checks it with the default options. */
static answer through_check(const set *s, const lw_hong_start *start)
{
    static const double half_turn = 3.14159265358979324;
    lw_track tracks[2] = {lw_default_track(), lw_default_track()};
    for (int i = 0; i < 2; i++) {
        tracks[i].kind = LW_TRACK_RIGID;
        tracks[i].joints = lw_scene_joints(s->scene, robots[i], NULL, NULL);
        tracks[i].duration = 1;
    }
    tracks[0].angular_velocity = (lw_vec3){0, 0, 2 * half_turn};
    tracks[1].pose = (lw_pose){start->position, start->orientation};
    tracks[1].angular_velocity = scale(half_turn, start->rotation.z);
    lw_verdict verdict = lw_default_verdict();
    if (lw_motion_set(s->motion, tracks, 2, NULL) ||
        lw_check(s->checker, s->motion, NULL, &verdict, NULL))
        return (answer){.undecided = true};
    return (answer){verdict.kind == LW_VERDICT_CONTACT, verdict.kind == LW_VERDICT_UNDECIDED,
                    verdict.free_until, verdict.queries, 0};
}

static answer ask(const set *s, contender who, lw_hong_start *start)
{
    switch (who) {
    case CHECK:
        return through_check(s, start);
    case SEARCH:
        return slab(s, start, LW_PCDA_POLYTOPES);
    case BASIC:
        return slab(s, start, LW_PCDA_BASIC);
    case CONTINUOUS:
        return continuous(s, start);
    case LIPSCHITZ:
    case DIRECTIONAL:
        return advance(s, start, who == DIRECTIONAL);
    default:
        return ask_public(s, start, who);
    }
}

/* ---- the sets ---------------------------------------------------------------------------------- */

static lw_status add_robot(lw_scene *scene, const char *name, const lw_shape_def *shape,
                           lw_error *error)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = "joint";
    joint.kind = LW_JOINT_FLOATING;
    joint.parent = "world";
    joint.child = "body";
    lw_status status = lw_scene_add_robot(scene, name, lw_pose_identity(), error);
    if (!status)
        status = lw_scene_add_link(scene, name, "world", error);
    if (!status)
        status = lw_scene_add_link(scene, name, "body", error);
    if (!status)
        status = lw_scene_add_joint(scene, name, &joint, error);
    if (!status)
        status = lw_scene_add_shape(scene, name, "body", shape, lw_pose_identity(), error);
    return status;
}

static lw_status make_scene(set *s, const lw_shape_def shapes[2], lw_error *error)
{
    lw_status status = lw_scene_create(&s->scene, error);
    for (int i = 0; i < 2 && !status; i++)
        status = add_robot(s->scene, robots[i], &shapes[i], error);
    if (!status)
        status = lw_scene_freeze(s->scene, error);
    if (!status)
        status = lw_motion_create(s->scene, &s->motion, error);
    if (!status)
        status = lw_checker_create(s->scene, &s->checker, error);
    return status;
}

/* Prepares the contenders, once shapes, starts and truth are known. */
static bool make_ready(set *s)
{
    peer_fcl_polytope polytopes[2];
    for (int i = 0; i < 2; i++) {
        const lw_polytope *p = s->shapes[i].polytope;
        polytopes[i] = (peer_fcl_polytope){(const double(*)[3])p->vertices, p->vertex_count,
                                           (const uint32_t(*)[3])p->facets, p->facet_count};
        s->reach[i] = lw_convex_extent(&s->shapes[i]);
    }
    for (uint32_t i = 0; i < s->count; i++) {
        int half = !s->truth[i].contact;
        s->halves[half][s->counts[half]++] = i;
    }
    s->random.state = s->count;
    s->peer = peer_fcl_convex_create(polytopes);
    const lw_shape_def shapes[2] = {lw_hong_shape(&s->shapes[0]), lw_hong_shape(&s->shapes[1])};
    return s->counts[0] && s->counts[1] && s->peer && !make_scene(s, shapes, NULL) &&
           !lw_convex_pair_create(&shapes[0], &shapes[1], &s->pair, NULL);
}

/* Generates as many contacts as free motions. Their truth is Leeway's. */
static bool generate(set *s, int sides)
{
    lw_error error = {0};
    lw_status status = sides ? lw_hong_arm(&s->arena, sides, &s->shapes[0], &error)
                             : lw_hong_bar(&s->arena, &s->shapes[0], &error);
    if (!status)
        status = lw_hong_prism(&s->arena, &s->shapes[1], &error);
    if (status) {
        fprintf(stderr, "moving_polytopes: %s\n", error.message);
        return false;
    }
    lw_random random = {(uint64_t)sides + 1};
    lw_hong_starts drawn = {.contact = s->starts, .free = s->starts + LEAST};
    lw_pcda search = lw_default_pcda(&s->shapes[0], &s->shapes[1], lw_hong_moves, NULL);
    lw_hong_draw(&search, &random, (size_t)100 * LEAST, LEAST, LEAST, &drawn);
    if (drawn.contacts < LEAST || drawn.frees < LEAST) {
        fprintf(stderr, "moving_polytopes: too few random motions make contact, or too few do not\n");
        return false;
    }
    s->count = 2 * LEAST;
    for (uint32_t i = 0; i < s->count; i++)
        s->truth[i] = slab(s, &s->starts[i], LW_PCDA_POLYTOPES);
    snprintf(s->name, sizeof s->name, "%u, 12", s->shapes[0].polytope->vertex_count);
    return make_ready(s);
}

static bool load(set *s, const char *data, const char *name)
{
    char path[1024];
    lw_hong_set read;
    lw_error error = {0};
    snprintf(path, sizeof path, "%s/polytopes/hong_%s.txt", data, name);
    if (lw_hong_read(&s->arena, path, &read, &error)) {
        fprintf(stderr, "moving_polytopes: %s\n", error.message);
        return false;
    }
    memcpy(s->shapes, read.shapes, sizeof s->shapes);
    for (; s->count < read.count && s->count < MOST_CASES; s->count++) {
        const lw_hong_case *c = &read.cases[s->count];
        s->starts[s->count] = c->start;
        s->truth[s->count] = (answer){.contact = c->contact, .time = c->free_until};
    }
    snprintf(s->name, sizeof s->name, "data %s", name);
    return make_ready(s);
}

static void drop(set *s)
{
    lw_convex_pair_destroy(s->pair);
    lw_checker_destroy(s->checker);
    lw_motion_destroy(s->motion);
    lw_scene_destroy(s->scene);
    if (s->peer)
        peer_fcl_convex_destroy(s->peer);
    lw_arena_free(&s->arena);
    free(s);
}

/* ---- the tables -------------------------------------------------------------------------------- */

/* Figures for motions in contact, and for free ones. */
typedef struct figures {
    double microseconds[2], queries[2], steps[2];
    double mixed; /* microseconds, three contacts to one free motion */
    double ratio; /* of the public call's `mixed` to this contender's: median of the rounds */
    int wrong[2], undecided;
    double late, early; /* the largest error of a contact's time, either way */
} figures;

static void judge(const set *s, contender who, figures *out)
{
    *out = (figures){.late = 0};
    for (uint32_t i = 0; i < s->count; i++) {
        lw_hong_start start = s->starts[i];
        answer found = ask(s, who, &start);
        const answer *truth = &s->truth[i];
        int half = !truth->contact;
        out->queries[half] += (double)found.queries / s->counts[half];
        out->steps[half] += (double)found.steps / s->counts[half];
        if (found.undecided) {
            out->undecided++;
        } else if (found.contact != truth->contact) {
            out->wrong[half]++;
        } else if (found.contact) {
            out->late = fmax(out->late, found.time - truth->time);
            out->early = fmax(out->early, truth->time - found.time);
        }
    }
}

/* Draws an order of the motions of one half, LEAST of them or more; if there are fewer, several orders
 * one after the other. */
static uint32_t draw_order(set *s, int half, uint32_t order[MOST_CASES + LEAST])
{
    uint32_t count = 0;
    do {
        lw_random_order(&s->random, order + count, s->counts[half]);
        for (uint32_t i = 0; i < s->counts[half]; i++, count++)
            order[count] = s->halves[half][order[count]];
    } while (count < LEAST);
    return count;
}

/* Times all motions in contact, then all free ones, in a new order in each round, which all contenders
 * share. Ratios are the first contender's time to that of each contender. */
static void measure(set *s, const contender *asked, int contenders, figures out[])
{
    static double times[CONTENDERS][2][ROUNDS];
    static double mixed[CONTENDERS][ROUNDS];
    static uint32_t order[MOST_CASES + LEAST];
    for (int r = 0; r < ROUNDS; r++)
        for (int half = 0; half < 2; half++) {
            uint32_t turns[CONTENDERS];
            uint32_t count = draw_order(s, half, order);
            lw_random_order(&s->random, turns, (uint32_t)contenders);
            for (int turn = 0; turn < contenders; turn++) {
                uint32_t c = turns[turn];
                double begin = bench_work();
                for (uint32_t i = 0; i < count; i++)
                    ask(s, asked[c], &s->starts[order[i]]);
                times[c][half][r] = 1e6 * (bench_work() - begin) / count;
                if (half == 1)
                    mixed[c][r] = 0.75 * times[c][0][r] + 0.25 * times[c][1][r];
            }
        }
    for (int c = 0; c < contenders; c++) {
        double ratios[ROUNDS];
        for (int r = 0; r < ROUNDS; r++)
            ratios[r] = mixed[0][r] / mixed[c][r];
        judge(s, asked[c], &out[c]);
        out[c].ratio = bench_median(ratios, ROUNDS);
        for (int half = 0; half < 2; half++)
            out[c].microseconds[half] = bench_median(times[c][half], ROUNDS);
    }
    /* after all ratios: they need the times by round, and the median sorts them */
    for (int c = 0; c < contenders; c++)
        out[c].mixed = bench_median(mixed[c], ROUNDS);
}

/* Prints the means for contact and free; a dash for a missing number. */
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
    static const contender asked[CONTENDERS] = {PUBLIC, DEPTH,     TRUSTED,     SEARCH,    BASIC,
                                                CHECK,  LIPSCHITZ, DIRECTIONAL, CONTINUOUS};
    static bench_table table;
    figures all[CONTENDERS];
    memset(&table, 0, sizeof table);
    bench_row(&table, "%s", s->name);
    static const char *const columns[] = {"contact, us", "free, us", "3 to 1", "ratio",  "queries",
                                          "free",        "k",        "free",   "missed", "wrongly",
                                          "undecided",   "early",    "late"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        bench_cell(&table, "%s", columns[i]);
    measure(s, asked, CONTENDERS, all);
    for (int who = 0; who < CONTENDERS; who++) {
        const figures *f = &all[who];
        bench_row(&table, "  %s", names[who]);
        bench_cell(&table, "%.2f", f->microseconds[0]);
        bench_cell(&table, "%.2f", f->microseconds[1]);
        bench_cell(&table, "%.2f", f->mixed);
        bench_cell(&table, "%.2f", f->ratio);
        print_means(&table, f->queries, 1, who != CONTINUOUS);
        print_means(&table, f->steps, 2, who <= BASIC);
        bench_cell(&table, "%d of %u", f->wrong[0], s->counts[0]);
        bench_cell(&table, "%d of %u", f->wrong[1], s->counts[1]);
        bench_cell(&table, "%d", f->undecided);
        bench_cell(&table, "%.0e", f->early);
        bench_cell(&table, "%.0e", f->late);
    }
    bench_print(&table);
}

static bool print_curve(void)
{
    static const int sides[] = {3, 11, 41, 128, 512, 1024};
    static const contender asked[] = {PUBLIC, DIRECTIONAL};
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
        done = generate(s, sides[i]);
        if (done) {
            figures f[2];
            measure(s, asked, 2, f);
            bench_row(&table, "%d", 4 * sides[i]);
            bench_cell(&table, "%.2f", f[0].microseconds[0]);
            bench_cell(&table, "%.2f", f[0].microseconds[1]);
            bench_cell(&table, "%.2f", f[0].mixed);
            print_means(&table, f[0].steps, 2, true);
            bench_cell(&table, "%.1f", f[1].mixed);
            bench_cell(&table, "%.2f", f[1].ratio);
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
        fprintf(stderr, "usage: ./run bench moving_polytopes\n");
        return 2;
    }
    static const int sides[] = {0, 11, 41};
    static const char *const files[] = {"12_12", "44_12", "164_12"};
    const char *data = bench_data();
    if (!data)
        printf("LEEWAY_DATA names no folder: generated motions only\n");
    bool done = true;
    for (int i = 0; i < (data ? 6 : 3) && done; i++) {
        set *s = calloc(1, sizeof *s);
        if (!s)
            return 1;
        done = i < 3 ? generate(s, sides[i]) : load(s, data, files[i - 3]);
        if (done)
            print_set(s);
        drop(s);
    }
    return done && print_curve() ? 0 : 1;
}
