/* Checks of motions in the plane, for bodies that each have one planar joint or stand still. Pair after
 * pair is searched, each on its own merged grid of times (Feyeux and Landry, sections 2 and 3); pairs
 * whose whole paths stay apart are left out first. The search for the first contact of a pair ends at
 * the earliest contact of the pairs before it. */
#include "check/planar.h"

#include "check/methods.h"
#include "math/rounding.h"
#include "plane/flat_pair.h"

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

static lw_flat_search make_search(lw_checker *checker, uint32_t index, double to)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_motion *motion = checker->motion;
    const lw_options *options = checker->options;
    const lw_pair *pair = &frozen->pairs[index];
    double length = motion->end - motion->begin;
    return (lw_flat_search){.pair = pair,
                            .bodies = {&frozen->flat[pair->a], &frozen->flat[pair->b]},
                            .paths = {&checker->paths[pair->a], &checker->paths[pair->b]},
                            .from = motion->begin,
                            .to = to,
                            .time_tolerance = options->time_tolerance * length,
                            .distance_tolerance = options->distance_tolerance,
                            .shortest = LW_SHORTEST_INTERVAL * length,
                            .any = options->any,
                            .out_of_budget = is_out_of_budget,
                            .context = checker,
                            .target = pair->margin,
                            .upper = HUGE_VAL,
                            .queries = &checker->verdict->queries,
                            .samples = &checker->verdict->samples};
}

static bool is_far(const lw_checker *checker, const lw_pair *pair, double distance)
{
    const lw_flat_body *flat = checker->frozen->flat;
    return lw_flat_far(&flat[pair->a], &checker->paths[pair->a], &flat[pair->b],
                       &checker->paths[pair->b], lw_pair_gap(pair, distance));
}

void lw_check_planar(lw_checker *checker)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_motion *motion = checker->motion;
    const lw_options *options = checker->options;
    lw_verdict *verdict = checker->verdict;
    double contact = HUGE_VAL;
    double proven = motion->end;
    uint32_t which = 0;
    bool unresolved = false;
    bool stopped = false;
    bool exhausted = false;
    make_paths(checker);
    for (uint32_t i = 0; i < frozen->pair_count && !(options->any && contact < HUGE_VAL); i++) {
        const lw_pair *pair = &frozen->pairs[i];
        if (is_far(checker, pair, pair->margin))
            continue;
        if ((stopped = lw_checker_out_of_budget(checker))) {
            proven = motion->begin;
            break;
        }
        lw_flat_search search = make_search(checker, i, lesser(motion->end, contact));
        lw_flat_search_run(&search);
        proven = lesser(proven, search.proven);
        unresolved = unresolved || search.unresolved;
        exhausted = exhausted || search.exhausted;
        if (search.contact < contact) {
            contact = search.contact;
            which = i;
        }
        if ((stopped = search.stopped)) {
            /* nothing is known of the pairs after this one */
            if (i + 1 < frozen->pair_count)
                proven = motion->begin;
            break;
        }
    }
    verdict->free_until = greater(proven, motion->begin);
    if (contact < HUGE_VAL) {
        if (options->any && which + 1 < frozen->pair_count)
            verdict->free_until = motion->begin;
        verdict->free_until = lesser(verdict->free_until, contact);
        verdict->first =
            contact - verdict->free_until <= options->time_tolerance * (motion->end - motion->begin);
        verdict->reason = LW_REASON_NONE;
        lw_checker_report(checker, which, lw_motion_piece_at(motion, contact), contact);
    } else if (unresolved || stopped || exhausted) {
        verdict->kind = LW_UNDECIDED;
        if (!stopped)
            verdict->reason = exhausted ? LW_REASON_BUDGET : LW_REASON_PRECISION;
    } else {
        verdict->kind = LW_FREE;
    }
}

/* Searches one pair for a smaller distance than the smallest so far. */
static void lower_smallest(lw_checker *checker, uint32_t index, double from, double to,
                           lw_smallest *smallest)
{
    lw_flat_search search = make_search(checker, index, to);
    search.from = from;
    search.time_tolerance = 0;
    search.lower_target = lw_clearance_target;
    search.target = smallest->target;
    search.upper = smallest->upper;
    lw_flat_search_run(&search);
    if (search.upper < smallest->upper) {
        smallest->upper = search.upper;
        smallest->at = search.at;
        smallest->pair = index;
    }
    smallest->target = lesser(smallest->target, search.target);
    /* a single time proves nothing about others, and no distance is smaller than contact */
    if (from < to && (search.unresolved || search.stopped || search.exhausted) &&
        !(smallest->upper <= 0))
        smallest->open = true;
}

void lw_planar_smallest(lw_checker *checker, lw_smallest *smallest, bool each)
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
            lw_smallest *mine = &smallest[each ? i : frozen->pairs[i].self];
            if (mine->open || mine->upper <= 0 || is_far(checker, &frozen->pairs[i], mine->target))
                continue;
            if (lw_checker_out_of_budget(checker))
                mine->open = true;
            else
                lower_smallest(checker, i, whole ? motion->begin : time, whole ? motion->end : time,
                               mine);
        }
    }
}
