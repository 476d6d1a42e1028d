/* The judge of assignments of trajectories to robots (Feyeux and Landry, section 1, the second step of
 * the work-cell problem). The time of each robot is cut into items, each a trajectory or a rest. Two
 * items that overlap in time are judged on the clock of one of them. Their answer then depends only on
 * the two items and the offset of the other, so that it is memoised in a hash table
 * (cell/judged_table.h). A verdict does not depend on which answers were found there. */
#include "base/error.h"
#include "base/sized.h"
#include "cell/course_judge.h"
#include "cell/job.h"
#include "cell/judged_table.h"
#include "check/method/methods.h"
#include "check/search/flat_search.h"
#include "math/rounding.h"

#include <stdlib.h>

/* a trajectory of a robot, or the robot at rest: at the end of a trajectory, or where the scene has
 * it */
typedef struct item {
    uint32_t id; /* 2 i: trajectory i; 2 i + 1: the rest at its end; HOME + r: robot r at home */
    bool rests;
    int64_t trajectory; /* -1: the robot rests */
    const lw_flat_path *paths;
    double start, stop;
} item;

/* HOME + r is the id of robot r at rest where the scene has it */
enum { HOME = (int)0x40000000 };
static const uint32_t OBSTACLES = 0x80000000;

struct lw_judge {
    const lw_cell *cell;
    lw_course_judge *courses; /* NULL until there are courses, or a job in space */
    size_t remember;
    lw_judged_table table;
    double tolerances[2]; /* tolerances of time and of distance with which the table's answers were
                             found */
    lw_arena arena;
    lw_queue queue;      /* scratch memory */
    LW_LIST(item) items; /* in the order of the robots */
    uint32_t *first;     /* per robot: its first item; one more for the end */
    uint64_t judged, remembered;
    /* of the current job */
    const lw_check_options *options;
    bool stopped;
    uint64_t samples;
};

lw_status lw_judge_create(const lw_cell *cell, size_t remember, lw_judge **out, lw_error *error)
{
    if (!out || !cell)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_judge_create needs a cell, and a place");
    *out = NULL;
    lw_judge *judge = calloc(1, sizeof *judge);
    if (!judge)
        return lw_fail_memory(error);
    judge->cell = cell;
    judge->remember = remember;
    judge->first = calloc(cell->robot_count + 1, sizeof *judge->first);
    lw_status status = judge->first ? LW_OK : lw_fail_memory(error);
    if (!status)
        status = lw_judged_table_create(remember, &judge->table, error);
    if (!status)
        status = lw_queue_create(&judge->arena, 1, &judge->queue, error);
    if (status) {
        lw_judge_destroy(judge);
        return status;
    }
    *out = judge;
    return LW_OK;
}

void lw_judge_destroy(lw_judge *judge)
{
    if (!judge)
        return;
    lw_course_judge_destroy(judge->courses);
    lw_judged_table_free(&judge->table);
    lw_arena_free(&judge->arena);
    free(judge->items.items);
    free(judge->first);
    free(judge);
}

void lw_judge_counts(const lw_judge *judge, uint64_t *judged, uint64_t *remembered)
{
    uint64_t asked = 0;
    uint64_t known = 0;
    if (judge->courses)
        lw_course_judge_counts(judge->courses, &asked, &known);
    *judged = judge->judged + (asked - known);
    *remembered = judge->remembered + known;
}

/* ---- the items of the robots ----------------------------------------------------------------- */

static lw_status add_item(lw_judge *judge, item next, lw_error *error)
{
    if (!LW_ARRAY_GROW(&judge->items))
        return lw_fail_memory(error);
    judge->items.items[judge->items.count++] = next;
    return LW_OK;
}

/* adds the trajectories of a sequence; each begins when the one before it ends */
static lw_status add_sequence(lw_judge *judge, const lw_sequence *sequence, lw_error *error)
{
    const lw_cell *cell = judge->cell;
    double start = 0;
    lw_status status = LW_OK;
    for (size_t i = 0; i < sequence->count && !status; i++) {
        const size_t index = sequence->trajectories[i];
        const lw_trajectory *next = cell->trajectories.items[index];
        status = add_item(judge,
                          (item){.id = 2 * (uint32_t)index,
                                 .trajectory = (int64_t)index,
                                 .paths = next->paths,
                                 .start = start,
                                 .stop = start + next->duration},
                          error);
        start += next->duration;
    }
    return status;
}

/* Lists each robot's items, in the order of the robots; a rest fills the time until the end of all. */
static lw_status list_items(lw_judge *judge, const lw_sequence *sequences, size_t count, double end,
                            lw_error *error)
{
    const lw_cell *cell = judge->cell;
    judge->items.count = 0;
    for (size_t r = 0; r < cell->robot_count; r++) {
        lw_status status = LW_OK;
        judge->first[r] = (uint32_t)judge->items.count;
        for (size_t i = 0; i < count && !status; i++)
            if (sequences[i].robot == r)
                status = add_sequence(judge, &sequences[i], error);
        const item *last =
            judge->items.count > judge->first[r] ? &judge->items.items[judge->items.count - 1] : NULL;
        item rest = {.id = last ? last->id + 1 : (uint32_t)HOME + (uint32_t)r,
                     .rests = true,
                     .trajectory = -1,
                     .paths =
                         last ? cell->trajectories.items[last->trajectory]->ends : cell->robots[r].home,
                     .start = last ? last->stop : 0,
                     .stop = end};
        if (!status)
            status = add_item(judge, rest, error);
        if (status)
            return status;
    }
    judge->first[cell->robot_count] = (uint32_t)judge->items.count;
    return LW_OK;
}

/* ---- two items ------------------------------------------------------------------------------- */

/* Two items that are judged on the clock of one of them. */
typedef struct meeting {
    const item *items[2]; /* items[1] NULL: the obstacles and the robot's own bodies */
    size_t robots[2];
    double zero;   /* the job's time at which the clock of the meeting is at 0 */
    double offset; /* the time on this clock at which the second item begins, where both move */
    double from, to;
    lw_judged_key key;
} meeting;

static double duration(const item *it)
{
    return it->stop - it->start;
}

/* Whether two items overlap in time. Fills in the overlap on the clock of one of them. All members but
 * `zero` follow from the key, so that two judges compute the same answer for the same key. */
static bool make_meeting(const lw_cell *cell, size_t r, const item *a, size_t s, const item *b,
                         meeting *out)
{
    *out = (meeting){.items = {a, b}, .robots = {r, s}, .key = {a->id, b->id, 0}};
    if (a->rests && b->rests) {
        out->zero = fmax(a->start, b->start);
        return true;
    }
    if (a->rests || b->rests) {
        const item *rest = a->rests ? a : b;
        const item *moves = a->rests ? b : a;
        out->zero = moves->start;
        out->from = out->key.offset = fmax(0, rest->start - moves->start);
        out->to = cell->trajectories.items[moves->trajectory]->duration;
    } else {
        out->zero = a->start;
        out->offset = out->key.offset = b->start - a->start;
        out->from = fmax(0, out->offset);
        out->to = fmin(cell->trajectories.items[a->trajectory]->duration,
                       out->offset + cell->trajectories.items[b->trajectory]->duration);
    }
    return out->from < out->to;
}

static const lw_flat_path *path_of(const lw_cell *cell, const meeting *at, int32_t body,
                                   lw_flat_path *moved)
{
    uint32_t slot = cell->slot_of_body[body];
    int64_t robot = lw_frozen_body(cell->frozen, body)->robot;
    if (robot < 0)
        return &cell->obstacles[slot];
    int which = at->items[1] && (size_t)robot == at->robots[1];
    const lw_flat_path *path = &at->items[which]->paths[slot];
    if (!which || at->offset == 0)
        return path;
    *moved = *path;
    moved->offset = at->offset;
    return moved;
}

static bool is_stopped(void *context)
{
    lw_judge *judge = context;
    const lw_check_options *options = judge->options;
    if (options->stop && options->stop(options->stop_context))
        judge->stopped = true;
    return judge->stopped;
}

/* judges one list of pairs of bodies, only up to the earliest contact known so far */
static void judge_pairs(lw_judge *judge, const meeting *at, size_t one, size_t other, lw_judged *out)
{
    const lw_cell *cell = judge->cell;
    const lw_frozen *frozen = cell->frozen;
    const lw_check_options *options = judge->options;
    uint32_t count;
    const lw_pair_id *pairs = lw_cell_pairs(cell, one, other, &count);
    double length = at->to - at->from;
    for (uint32_t i = 0; i < count && !judge->stopped; i++) {
        const lw_pair own = lw_frozen_pair(frozen, pairs[i]);
        const lw_pair *pair = &own;
        lw_flat_path moved[2];
        lw_flat_search search = {
            .pair = {.pair = pair,
                     .bodies = {lw_frozen_flat(frozen, pair->a), lw_frozen_flat(frozen, pair->b)},
                     .paths = {path_of(cell, at, pair->a, &moved[0]),
                               path_of(cell, at, pair->b, &moved[1])}},
            .queue = &judge->queue,
            .from = at->from,
            .to = fmin(at->to, out->contact),
            .time_tolerance = options->time_tolerance * length,
            .distance_tolerance = options->distance_tolerance,
            .shortest = LW_SHORTEST_INTERVAL * length,
            .out_of_budget = is_stopped,
            .context = judge,
            .target = pair->margin,
            .samples = &judge->samples};
        uint64_t queries = 0;
        search.queries = &queries;
        if (lw_flat_far(&search.pair, lw_pair_unpadded(pair, pair->margin)))
            continue;
        lw_flat_search_run(&search);
        out->queries += (uint32_t)queries;
        out->unresolved = out->unresolved || search.unresolved;
        out->exhausted = out->exhausted || search.exhausted;
        if (search.contact < out->contact) {
            out->contact = search.contact;
            out->pair = pairs[i];
        }
        if (search.unresolved || search.exhausted || search.stopped || search.contact < HUGE_VAL)
            out->proven = fmin(out->proven, search.proven);
    }
}

static lw_judged judge_meeting(lw_judge *judge, const meeting *at)
{
    const lw_judged *known = lw_judged_table_find(&judge->table, at->key);
    if (known) {
        judge->remembered++;
        return *known;
    }
    lw_judged judged = {.key = at->key, .contact = HUGE_VAL, .proven = HUGE_VAL, .known = true};
    size_t one = at->robots[0];
    if (at->items[1]) {
        judge_pairs(judge, at, one, at->robots[1], &judged);
    } else {
        judge_pairs(judge, at, one, judge->cell->robot_count, &judged);
        judge_pairs(judge, at, one, one, &judged);
    }
    judge->judged++;
    if (!judge->stopped)
        lw_judged_table_put(&judge->table, judged);
    return judged;
}

/* ---- a job ----------------------------------------------------------------------------------- */

/* the earliest contact so far */
typedef struct earliest {
    meeting at; /* the first item is NULL: none */
    lw_judged judged;
    double time;
} earliest;

/* Whether a contact comes before the earliest so far. Of contacts at the same time the one comes first
 * whose pair has the smaller id, as in a check of the whole motion. */
static bool is_earlier(const lw_judged *judged, double time, const earliest *first)
{
    return time < first->time || (time == first->time && judged->pair < first->judged.pair);
}

/* judges a meeting, and adds its answer to the verdict */
static void include_meeting(lw_judge *judge, const meeting *at, earliest *first, lw_cell_verdict *out)
{
    if (judge->stopped || at->zero + at->from > first->time)
        return;
    lw_judged judged = judge_meeting(judge, at);
    out->pairs++;
    out->queries += judged.queries;
    if (judged.exhausted)
        out->reason = LW_REASON_BUDGET;
    else if (judged.unresolved && out->reason == LW_REASON_NONE)
        out->reason = LW_REASON_PRECISION;
    if (judged.proven < HUGE_VAL)
        out->free_until = fmin(out->free_until, at->zero + judged.proven);
    if (judged.contact < HUGE_VAL && is_earlier(&judged, at->zero + judged.contact, first)) {
        first->at = *at;
        first->judged = judged;
        first->time = at->zero + judged.contact;
    }
}

/* judges each item against the obstacles; where a trajectory is judged, the rest after it needs no
 * judging */
static void include_obstacles(lw_judge *judge, earliest *first, lw_cell_verdict *out)
{
    const lw_cell *cell = judge->cell;
    for (size_t r = 0; r < cell->robot_count; r++)
        for (uint32_t i = judge->first[r]; i < judge->first[r + 1]; i++) {
            const item *it = &judge->items.items[i];
            if (it->rests && i > judge->first[r])
                continue;
            meeting at = {.items = {it, NULL}, .robots = {r, r}, .zero = it->start};
            at.key = (lw_judged_key){it->id, OBSTACLES, 0};
            at.to = it->rests ? 0 : cell->trajectories.items[it->trajectory]->duration;
            include_meeting(judge, &at, first, out);
        }
}

/* judges the items of two robots that overlap in time: one pass over both sorted lists */
static void include_robots(lw_judge *judge, size_t r, size_t s, earliest *first, lw_cell_verdict *out)
{
    uint32_t count;
    lw_cell_pairs(judge->cell, r, s, &count);
    uint32_t i = judge->first[r];
    uint32_t k = judge->first[s];
    while (count && i < judge->first[r + 1] && k < judge->first[s + 1]) {
        const item *a = &judge->items.items[i];
        const item *b = &judge->items.items[k];
        meeting at;
        /* the check of a trajectory covers a rest of no length after it, so that such a rest is judged
         * only where no robot moves */
        bool alone = duration(a) > 0 || duration(b) > 0 || out->end == 0;
        if (alone && make_meeting(judge->cell, r, a, s, b, &at))
            include_meeting(judge, &at, first, out);
        bool next_a = a->stop <= b->stop;
        bool next_b = b->stop <= a->stop;
        i += next_a;
        k += next_b;
    }
}

static void report(const lw_judge *judge, const earliest *first, lw_cell_verdict *out)
{
    const lw_frozen *frozen = judge->cell->frozen;
    const lw_pair own = lw_frozen_pair(frozen, first->judged.pair);
    const lw_pair *pair = &own;
    const int32_t bodies[2] = {pair->a, pair->b};
    lw_flat_path moved[2];
    lw_flat_pair meets = {.pair = pair,
                          .bodies = {lw_frozen_flat(frozen, pair->a), lw_frozen_flat(frozen, pair->b)}};
    out->kind = LW_VERDICT_CONTACT;
    out->reason = LW_REASON_NONE;
    out->time = first->time;
    out->free_until = fmin(out->free_until, first->time);
    out->first = first->time - out->free_until <= judge->options->time_tolerance * out->end;
    for (int i = 0; i < 2; i++) {
        int64_t robot = lw_frozen_body(frozen, bodies[i])->robot;
        const item *follows = first->at.items[0];
        if (first->at.items[1] && robot == (int64_t)first->at.robots[1])
            follows = first->at.items[1];
        out->pair[i] = bodies[i];
        out->trajectories[i] = robot < 0 ? -1 : follows->trajectory;
        meets.paths[i] = path_of(judge->cell, &first->at, bodies[i], &moved[i]);
    }
    lw_flat_nearest(&meets, first->judged.contact, &out->contact);
}

/* Forgets the answers that were found with other tolerances than those of a job. */
static void keep_tolerances(lw_judge *judge, const lw_check_options *options)
{
    if (judge->tolerances[0] != options->time_tolerance ||
        judge->tolerances[1] != options->distance_tolerance)
        lw_judged_table_clear(&judge->table);
    judge->tolerances[0] = options->time_tolerance;
    judge->tolerances[1] = options->distance_tolerance;
}

static lw_status judge_job(lw_judge *judge, const lw_sequence *sequences, size_t count,
                           const lw_check_options *options, lw_cell_verdict *out, lw_error *error)
{
    const lw_cell *cell = judge->cell;
    *out = (lw_cell_verdict){.free_until = HUGE_VAL, .pair = {-1, -1}, .trajectories = {-1, -1}};
    judge->options = options;
    judge->stopped = false;
    lw_status status = lw_job_check(cell, sequences, count, &out->end, error);
    if (!status)
        status = lw_validate_options(judge->options, error);
    if (!status)
        status = list_items(judge, sequences, count, out->end, error);
    if (status)
        return status;
    keep_tolerances(judge, options);
    earliest first = {.time = HUGE_VAL};
    include_obstacles(judge, &first, out);
    for (size_t r = 0; r < cell->robot_count; r++)
        for (size_t s = r + 1; s < cell->robot_count; s++)
            include_robots(judge, r, s, &first, out);
    if (judge->stopped) {
        out->reason = LW_REASON_STOPPED;
        out->free_until = 0;
    }
    if (first.at.items[0])
        report(judge, &first, out);
    else
        out->kind = out->reason == LW_REASON_NONE ? LW_VERDICT_FREE : LW_VERDICT_UNDECIDED;
    out->free_until = fmin(out->free_until, out->end);
    judge->options = NULL;
    return LW_OK;
}

static lw_status judge_courses(lw_judge *judge, const lw_course *courses, size_t count, double shift,
                               const lw_check_options *options, lw_cell_verdict *out, lw_error *error)
{
    lw_status status = LW_OK;
    if (!judge->courses)
        status = lw_course_judge_create(judge->cell, judge->remember, &judge->courses, error);
    return status ? status
                  : lw_course_judge_run(judge->courses, courses, count, shift, options, out, error);
}

lw_status lw_judge_job(lw_judge *judge, const lw_sequence *sequences, size_t count,
                       const lw_check_options *options, lw_cell_verdict *out, lw_error *error)
{
    if (!judge || !out || (count && !sequences))
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_judge_job needs a judge, sequences and a verdict");
    const lw_sized *type = LW_SIZED(cell_verdict);
    lw_check_options chosen = lw_default_check_options();
    lw_cell_verdict verdict = lw_default_cell_verdict();
    lw_status status = lw_sized_check(type, out, error);
    if (!status && options)
        status = lw_sized_read(LW_SIZED(check_options), options, &chosen, error);
    if (status)
        return status;
    if (judge->cell->frozen->flat) {
        status = judge_job(judge, sequences, count, &chosen, &verdict, error);
    } else {
        lw_course *courses = NULL;
        status = lw_courses_of(judge->cell, sequences, count, &courses, error);
        if (!status)
            status = judge_courses(judge, courses, count, 0, &chosen, &verdict, error);
        free(courses);
    }
    lw_sized_write(type, &verdict, out);
    return status;
}

lw_status lw_judge_courses(lw_judge *judge, const lw_course *courses, size_t count, double shift,
                           const lw_check_options *options, lw_cell_verdict *out, lw_error *error)
{
    if (!judge || !out || (count && !courses))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_judge_courses needs a judge, courses and a verdict");
    const lw_sized *type = LW_SIZED(cell_verdict);
    lw_check_options chosen = lw_default_check_options();
    lw_cell_verdict verdict = lw_default_cell_verdict();
    lw_status status = lw_sized_check(type, out, error);
    if (!status && options)
        status = lw_sized_read(LW_SIZED(check_options), options, &chosen, error);
    if (status)
        return status;
    status = judge_courses(judge, courses, count, shift, &chosen, &verdict, error);
    lw_sized_write(type, &verdict, out);
    return status;
}
