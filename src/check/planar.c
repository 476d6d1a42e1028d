/* Checks of motions in the plane, for bodies that each have one planar joint or stand still. Pair after
 * pair is searched, each on its own merged grid of times (Feyeux and Landry, sections 2 and 3); pairs
 * whose whole paths stay apart are left out first. The search for the first contact of a pair ends at
 * the earliest contact of the pairs before it. */
#include "check/planar.h"

#include "check/contact.h"
#include "check/flat_search.h"
#include "check/methods.h"
#include "math/rounding.h"

/* how many times are sampled first, for a good upper end of the smallest distance */
enum { FIRST_SAMPLES = 16 };

/* each body's path, from the motion's tracks and from the values that it gives joints that it does not
 * move; made once for a check and the clearance after it */
static void make_paths(lw_checker *checker)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_motion *motion = checker->motion;
    if (checker->paths_motion == checker->motions)
        return;
    checker->paths_motion = checker->motions;
    for (size_t i = 0; i < frozen->moving_count; i++)
        if (frozen->flat[i].variable >= 0)
            checker->path_of[frozen->flat[i].variable].track = NULL;
    for (size_t i = 0; i < motion->tracks.count; i++) {
        const lw_motion_track *track = &motion->tracks.items[i];
        for (size_t column = 0; column < track->column_count; column++) {
            lw_flat_path *path = &checker->path_of[track->variables[column]];
            path->track = track;
            path->column = column;
        }
    }
    for (size_t i = 0; i < frozen->body_count; i++) {
        const lw_flat_body *body = &frozen->flat[i];
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

static lw_flat_pair pair_of(const lw_checker *checker, uint32_t index)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_pair *pair = &frozen->pairs[index];
    return (lw_flat_pair){.pair = pair,
                          .bodies = {&frozen->flat[pair->a], &frozen->flat[pair->b]},
                          .paths = {&checker->paths[pair->a], &checker->paths[pair->b]}};
}

static lw_flat_search make_search(lw_checker *checker, uint32_t index, double from, double to)
{
    const lw_motion *motion = checker->motion;
    const lw_options *options = checker->options;
    double length = motion->end - motion->begin;
    return (lw_flat_search){.pair = pair_of(checker, index),
                            .queue = &checker->queue,
                            .from = from,
                            .to = to,
                            .time_tolerance = options->time_tolerance * length,
                            .distance_tolerance = options->distance_tolerance,
                            .shortest = LW_SHORTEST_INTERVAL * length,
                            .any = options->any,
                            .out_of_budget = is_out_of_budget,
                            .context = checker,
                            .target = checker->frozen->pairs[index].margin,
                            .queries = &checker->verdict->queries,
                            .samples = &checker->verdict->samples};
}

static bool is_far(const lw_checker *checker, uint32_t index, double distance)
{
    lw_flat_pair pair = pair_of(checker, index);
    return lw_flat_far(&pair, lw_pair_gap(pair.pair, distance));
}

/* Searches one pair up to the earliest contact of those before it, and adds what it finds out to what
 * is known of them. */
static void search_pair(lw_checker *checker, uint32_t index, lw_time_search *all)
{
    const lw_motion *motion = checker->motion;
    lw_flat_search search =
        make_search(checker, index, motion->begin, lesser(motion->end, all->contact));
    lw_flat_search_run(&search);
    if (search.contact < HUGE_VAL)
        lw_time_search_note_contact(all, index, lw_motion_piece_at(motion, search.contact),
                                    search.contact);
    if (search.unresolved)
        all->unresolved = lesser(all->unresolved, search.proven);
    if (search.proven < search.to || search.stopped || search.exhausted)
        all->dropped = lesser(all->dropped, search.proven);
    all->stopped = search.stopped;
    all->exhausted = all->exhausted || search.exhausted;
}

void lw_check_planar(lw_checker *checker)
{
    const lw_motion *motion = checker->motion;
    uint32_t count = (uint32_t)checker->frozen->pair_count;
    lw_time_search all = lw_time_search_make(NULL, NULL, NULL);
    all.goal = checker->options->any ? LW_GOAL_ANY : LW_GOAL_FIRST;
    all.time_tolerance = checker->options->time_tolerance * (motion->end - motion->begin);
    make_paths(checker);
    uint32_t next = 0;
    for (; next < count && !lw_time_search_is_over(&all); next++) {
        if (is_far(checker, next, checker->frozen->pairs[next].margin))
            continue;
        if ((all.stopped = lw_checker_out_of_budget(checker)))
            break;
        search_pair(checker, next, &all);
    }
    /* nothing is known of the pairs that were not searched */
    if (next < count)
        all.dropped = motion->begin;
    lw_conclude(checker, &all);
}

/* Searches one pair for a smaller distance than the smallest so far. False where the target is not
 * proven all through [from, to]. */
static bool lower_smallest(lw_checker *checker, uint32_t index, double from, double to,
                           lw_smallest *smallest)
{
    lw_flat_search search = make_search(checker, index, from, to);
    double before = smallest->upper;
    search.time_tolerance = 0;
    search.smallest = smallest;
    search.lower_target = lw_clearance_target;
    lw_flat_search_run(&search);
    if (smallest->upper < before)
        smallest->pair = index;
    /* no distance is smaller than that of a contact */
    if ((search.stopped || search.exhausted) && !(smallest->upper <= 0))
        smallest->open = true;
    return !search.unresolved;
}

void lw_planar_smallest(lw_checker *checker)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_motion *motion = checker->motion;
    bool moves = motion->end > motion->begin;
    make_paths(checker);
    for (int sample = 0; sample <= FIRST_SAMPLES; sample++) {
        /* the last round searches the whole motion */
        bool whole = sample == FIRST_SAMPLES;
        double time = motion->begin + (motion->end - motion->begin) * sample / (FIRST_SAMPLES - 1);
        if (!whole && sample > 0 && !moves)
            continue;
        for (uint32_t i = 0; i < frozen->pair_count; i++) {
            lw_smallest *mine = &checker->smallest[checker->smallest_each ? i : frozen->pairs[i].self];
            if (lw_smallest_is_settled(mine) || is_far(checker, i, mine->target))
                continue;
            if (lw_checker_out_of_budget(checker)) {
                mine->open = true;
                continue;
            }
            bool proven = lower_smallest(checker, i, whole ? motion->begin : time,
                                         whole ? motion->end : time, mine);
            /* the samples before that prove nothing */
            if (whole && !proven && !(mine->upper <= 0))
                mine->open = true;
        }
    }
}
