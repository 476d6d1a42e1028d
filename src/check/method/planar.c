/* Checks of motions in the plane, for bodies that each have one planar joint or stand still. Pair after
 * pair is searched, each on its own merged grid of times (Feyeux and Landry, sections 2 and 3); pairs
 * whose whole paths stay apart are left out first. The search for the first contact of a pair ends at
 * the earliest contact of the pairs before it. */
#include "check/method/planar.h"

#include "check/checker/contact.h"
#include "check/method/methods.h"
#include "check/search/flat_search.h"
#include "math/rounding.h"
#include "scene/obstacles.h"

/* number of times sampled first, for a good upper bound of the smallest distance */
enum { FIRST_SAMPLES = 16 };

/* makes each body's path, from the motion's tracks and from its values of joints that it does not move;
 * once for a check and the clearance after it */
static void make_paths(lw_checker *checker)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_motion *motion = checker->motion;
    if (checker->paths_motion == checker->motions)
        return;
    checker->paths_motion = checker->motions;
    for (size_t i = 0; i < frozen->moving_count; i++)
        if (lw_frozen_flat(frozen, i)->variable >= 0)
            checker->path_of[lw_frozen_flat(frozen, i)->variable].track = NULL;
    for (size_t i = 0; i < motion->tracks.count; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        for (size_t column = 0; column < track->column_count; column++) {
            lw_flat_path *path = &checker->path_of[track->variables[column]];
            path->track = track;
            path->column = column;
        }
    }
    for (size_t i = 0; i < frozen->moving_count; i++) {
        const lw_flat_body *body = lw_frozen_flat(frozen, i);
        lw_flat_path *path = &checker->paths[i];
        *path = (lw_flat_path){.base = body->base};
        if (body->variable >= 0) {
            const lw_flat_path *moved = &checker->path_of[body->variable];
            path->track = moved->track;
            path->column = moved->column;
            for (int k = 0; k < 3; k++)
                path->rest[k] = motion->rest[body->variable + k];
        }
        lw_flat_path_close(path);
    }
}

static bool is_out_of_budget(void *context)
{
    return lw_checker_out_of_budget(context);
}

static void tell_sample(void *context, double time)
{
    const lw_check_options *options = ((lw_checker *)context)->options;
    options->sample(options->sample_context, time);
}

/* The path of a body. An obstacle stands still; its path is made in the place behind those of robots'
 * bodies. */
static const lw_flat_path *path_of(lw_checker *checker, int32_t body)
{
    const lw_frozen *frozen = checker->frozen;
    if ((size_t)body < frozen->moving_count)
        return &checker->paths[body];
    lw_flat_path *path = &checker->paths[frozen->moving_count];
    *path = (lw_flat_path){.base = lw_frozen_flat(frozen, body)->base};
    lw_flat_path_close(path);
    return path;
}

static lw_flat_pair pair_of(lw_checker *checker, const lw_pair *pair)
{
    const lw_frozen *frozen = checker->frozen;
    return (lw_flat_pair){.pair = pair,
                          .bodies = {lw_frozen_flat(frozen, pair->a), lw_frozen_flat(frozen, pair->b)},
                          .paths = {path_of(checker, pair->a), path_of(checker, pair->b)}};
}

static lw_flat_search make_search(lw_checker *checker, const lw_pair *pair, double from, double to)
{
    const lw_motion *motion = checker->motion;
    const lw_check_options *options = checker->options;
    double length = motion->length;
    const lw_frozen *frozen = checker->frozen;
    return (lw_flat_search){
        .pair = pair_of(checker, pair),
        .bodies = {lw_frozen_body(frozen, (size_t)pair->a), lw_frozen_body(frozen, (size_t)pair->b)},
        .queue = &checker->queue,
        .from = from,
        .to = to,
        .time_tolerance = options->time_tolerance * length,
        .distance_tolerance = options->distance_tolerance,
        .shortest = LW_SHORTEST_INTERVAL * length,
        .any = options->any,
        .out_of_budget = is_out_of_budget,
        .sampled = options->sample ? tell_sample : NULL,
        .context = checker,
        .target = pair->margin,
        .queries = &checker->verdict->queries,
        .samples = &checker->verdict->samples};
}

static bool is_far(lw_checker *checker, const lw_pair *pair, double distance)
{
    lw_flat_pair flat = pair_of(checker, pair);
    return lw_flat_far(&flat, lw_pair_unpadded(pair, distance));
}

/* A visit of all pairs that may come within a distance, and of all inside robots, which have a smallest
 * distance of their own. */
typedef struct walk {
    lw_checker *checker;
    double distance;
    lw_pair_visit visit;
    void *context;
} walk;

static bool visit_pair(const walk *w, uint32_t a, uint32_t b)
{
    const lw_frozen *frozen = w->checker->frozen;
    if (lw_frozen_reason(frozen, a, b) != LW_PAIR_CHECKED)
        return true;
    lw_pair_id id = lw_pair_id_of(a, b);
    lw_pair pair = lw_frozen_pair(frozen, id);
    return (!pair.self && is_far(w->checker, &pair, w->distance)) || w->visit(w->context, id);
}

/* A box about the whole path of a body, grown: obstacles outside it do not come near. */
static lw_world_box box_about(const walk *w, uint32_t a)
{
    const lw_frozen *frozen = w->checker->frozen;
    const lw_obstacles *obstacles = &frozen->obstacles;
    const lw_flat_path *path = &w->checker->paths[a];
    const lw_flat_body *body = &frozen->flat[a];
    double size = fabs(path->center.x) + fabs(path->center.y) + path->half.x + path->half.y;
    double required = (w->distance + frozen->moving[a].padding + obstacles->padding + body->extent +
                       body->error + obstacles->error) *
                          LW_UPWARD +
                      LW_ROUNDING(64) * (size + obstacles->size);
    vec3 center = v3(path->center.x, path->center.y, 0);
    vec3 half = v3(path->half.x + required, path->half.y + required, HUGE_VAL);
    return (lw_world_box){sub(center, half), add(center, half)};
}

void lw_planar_visit(lw_checker *checker, double distance, lw_pair_visit visit, void *context)
{
    const lw_frozen *frozen = checker->frozen;
    walk w = {checker, distance, visit, context};
    make_paths(checker);
    for (uint32_t a = 0; a < frozen->moving_count; a++) {
        for (uint32_t b = a + 1; b < frozen->moving_count; b++)
            if (!visit_pair(&w, a, b))
                return;
        lw_world_box box = box_about(&w, a);
        uint32_t *near = checker->broad_phase.obstacles;
        size_t count = lw_obstacles_meeting(&frozen->obstacles, &box, SIZE_MAX, near);
        for (size_t i = 0; i < count; i++)
            if (!visit_pair(&w, a, (uint32_t)frozen->moving_count + near[i]))
                return;
    }
}

/* A check of all pairs. */
typedef struct planar_check {
    lw_checker *checker;
    lw_time_search all;
    bool whole; /* no pair was left out */
} planar_check;

/* Searches one pair up to the earliest contact of pairs before it, and adds its results to theirs. */
static void search_pair(lw_checker *checker, const lw_pair *pair, lw_time_search *all)
{
    const lw_motion *motion = checker->motion;
    lw_flat_search search =
        make_search(checker, pair, motion->begin, lesser(motion->end, all->contact));
    lw_flat_search_run(&search);
    if (search.contact < HUGE_VAL)
        lw_time_search_note_contact(all, lw_pair_id_of((uint32_t)pair->a, (uint32_t)pair->b),
                                    lw_motion_piece_at(motion, search.contact), search.contact);
    if (search.unresolved)
        all->unresolved = lesser(all->unresolved, search.proven);
    if (search.proven < search.to || search.stopped || search.exhausted)
        all->dropped = lesser(all->dropped, search.proven);
    all->stopped = search.stopped;
    all->exhausted = all->exhausted || search.exhausted;
}

static bool check_pair(void *context, lw_pair_id id)
{
    planar_check *check = context;
    lw_checker *checker = check->checker;
    lw_pair pair = lw_frozen_pair(checker->frozen, id);
    /* pairs after the one that ended the search are left out */
    check->whole = !lw_time_search_is_over(&check->all);
    if (!check->whole || is_far(checker, &pair, pair.margin))
        return check->whole;
    check->all.stopped = lw_checker_out_of_budget(checker);
    check->whole = !check->all.stopped;
    if (check->whole)
        search_pair(checker, &pair, &check->all);
    return check->whole;
}

void lw_check_planar(lw_checker *checker)
{
    const lw_motion *motion = checker->motion;
    planar_check check;
    check.checker = checker;
    check.whole = true;
    lw_time_search_begin(&check.all, NULL, NULL, NULL);
    check.all.goal = checker->options->any ? LW_GOAL_ANY : LW_GOAL_FIRST;
    check.all.time_tolerance = checker->options->time_tolerance * motion->length;
    lw_planar_visit(checker, checker->frozen->pairs.largest_margin, check_pair, &check);
    /* nothing is known of the pairs that were not searched */
    if (!check.whole)
        check.all.dropped = motion->begin;
    lw_conclude(checker, &check.all);
}

/* Searches one pair for a smaller distance than the smallest so far. False where the target is not
 * proven all through [from, to]. */
static bool lower_smallest(lw_checker *checker, const lw_pair *pair, double from, double to,
                           lw_smallest *smallest)
{
    lw_flat_search search = make_search(checker, pair, from, to);
    double before = smallest->upper;
    search.time_tolerance = 0;
    search.smallest = smallest;
    search.lower_target = lw_clearance_target;
    lw_flat_search_run(&search);
    if (smallest->upper < before)
        smallest->pair = (int64_t)lw_pair_id_of((uint32_t)pair->a, (uint32_t)pair->b);
    if ((search.stopped || search.exhausted) && !lw_smallest_is_settled(smallest, pair->margin))
        smallest->open = true;
    return !search.unresolved;
}

/* A round of the search for the smallest distances: at one time, or, the last, on the whole motion. */
typedef struct planar_round {
    lw_checker *checker;
    double from, to;
    bool last;
} planar_round;

static bool lower_pair(void *context, lw_pair_id id)
{
    const planar_round *round = context;
    lw_checker *checker = round->checker;
    lw_pair pair = lw_frozen_pair(checker->frozen, id);
    lw_smallest *mine = lw_checker_smallest(checker, id);
    if (lw_smallest_is_settled(mine, pair.margin) || is_far(checker, &pair, mine->target))
        return true;
    if (lw_checker_out_of_budget(checker)) {
        mine->open = true;
        return true;
    }
    bool proven = lower_smallest(checker, &pair, round->from, round->to, mine);
    /* the samples before the last round prove nothing */
    if (round->last && !proven && !lw_smallest_is_settled(mine, pair.margin))
        mine->open = true;
    return true;
}

static void lower_all(lw_checker *checker, planar_round *round)
{
    const lw_near_pairs *near = &checker->near;
    if (!near->count)
        lw_planar_visit(checker, checker->smallest[0].target, lower_pair, round);
    for (size_t i = 0; i < near->count; i++)
        lower_pair(round, near->pairs[i]);
}

void lw_planar_smallest(lw_checker *checker)
{
    const lw_motion *motion = checker->motion;
    bool moves = motion->end > motion->begin;
    make_paths(checker);
    for (int sample = 0; sample <= FIRST_SAMPLES; sample++) {
        /* the last round searches the whole motion */
        bool last = sample == FIRST_SAMPLES;
        double time = lw_motion_time(motion, sample, FIRST_SAMPLES - 1);
        if (!last && sample > 0 && !moves)
            continue;
        planar_round round = {checker, last ? motion->begin : time, last ? motion->end : time, last};
        lower_all(checker, &round);
    }
}
