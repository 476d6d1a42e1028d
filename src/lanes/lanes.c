/* Proofs of a part of a motion: one block over the whole part, then, for the pairs that it leaves
 * unproven, blocks over shorter and shorter intervals. */
#include "lanes/lanes.h"

#include "base/assert.h"
#include "lanes/record.h"
#include "lanes/required.h"
#include "math/rounding.h"

/* Shorter intervals bring the chords nearer to the paths, and the boxes about chords nearer to the
 * chords. A block over a run of seven intervals would be no finer than the block before.
 * docs/decisions/lanes.md, "Blocks of eight poses in SIMD registers prove most free motions". */
enum {
    LONGEST_RUN = 2, /* intervals that one block cuts, at most */
    DEEPEST = 3      /* how often an interval is cut */
};

/* Where so many bodies are near obstacles, the tests of the intervals take long: a hit is sought at
 * poses between those of the block first. docs/decisions/lanes.md, "A ball that is certainly inside an
 * obstacle is a contact without an exact query". */
enum { MANY_SOUGHT = 6 };

lw_pair_id lw_block_pair(const lw_block *block, const lw_block_rest *rest)
{
    if (lw_rest_is_crowd(rest))
        return lw_pair_id_of(rest->body, LW_ALL_OBSTACLES);
    if (rest->pair == LW_NO_LANE_PAIR)
        return lw_pair_id_of(rest->body, block->obstacles[rest->obstacle].body);
    return lw_pair_id_of(block->pairs[rest->pair].a, block->pairs[rest->pair].b);
}

/* Poses everything at the values that the block is set to. The block will list unproven pairs in
 * `rest`. */
static void pose_all(lw_lanes *lanes, lw_lane_rest *rest)
{
    lw_block *block = &lanes->block;
    lw_meter_take(block->work, LW_WORK_BODY * (int64_t)block->posed->joint_count);
    lw_block_pose(block);
    block->rest = rest->items;
    block->rest_room = LW_MOST_REST;
    block->rest_count = 0;
    block->overflowed = false;
    lanes->samples += LW_LANES;
}

void lw_lanes_place(lw_lanes *lanes, lw_lane_rest *rest)
{
    pose_all(lanes, rest);
    lw_block_place(&lanes->block);
}

void lw_lanes_raise_target(lw_lanes *lanes, const double above_margin[2])
{
    for (int i = 0; i < 2; i++)
        lanes->block.above_margin[i] = lw_float_above(above_margin[i]);
}

/* A run: intervals that follow each other. */
typedef struct run {
    int first, end;
    unsigned bits;
} run;

/* Takes the first run, of `longest` intervals at most, out of a set that is not empty. */
static run take_run(unsigned *intervals, int longest)
{
    run r = {.first = __builtin_ctz(*intervals)};
    r.end = r.first;
    while (r.end - r.first < longest && *intervals >> r.end & 1)
        r.end++;
    r.bits = (1U << r.end) - (1U << r.first);
    *intervals &= ~r.bits;
    return r;
}

/* Eight times from begin to end. Returns an upper bound on the time between two of them: a time is off
 * by 3 u of the larger end at most, and seven steps from the whole by 6 u. */
static double spread(double begin, double end, double times[LW_LANES])
{
    const double step = (end - begin) * (1.0 / LW_BLOCK_INTERVALS);
    for (int i = 0; i < LW_LANES; i++)
        times[i] = begin + step * i;
    times[LW_LANES - 1] = end;
    return (step + LW_ROUNDING(16) * greater(fabs(begin), fabs(end))) * LW_UPWARD;
}

/* Poses everything at the values that the block is set to, and tells the caller of their times. */
static void pose_motion(lw_lanes *lanes, lw_lane_rest *rest)
{
    pose_all(lanes, rest);
    for (int i = 0; lanes->sample && i < LW_LANES; i++)
        lanes->sample(lanes->sample_context, rest->times[i]);
}

/* The unproven parts of a motion's piece. */
typedef struct left_over {
    lw_unproven *items; /* room for LW_MOST_REST */
    size_t count;       /* above LW_MOST_REST: they are not all there */
} left_over;

/* Lists a pair on some of the intervals between eight times. */
static void list(left_over *left, lw_pair_id pair, const double times[LW_LANES], unsigned intervals)
{
    while (intervals) {
        run part = take_run(&intervals, LW_BLOCK_INTERVALS);
        if (left->count < LW_MOST_REST)
            left->items[left->count] = (lw_unproven){pair, times[part.first], times[part.end], 0};
        left->count++;
    }
}

static void list_all(left_over *left, const lw_block *block, const lw_lane_rest *rest)
{
    for (size_t i = 0; i < rest->count; i++)
        list(left, lw_block_pair(block, &rest->items[i]), rest->times, rest->items[i].intervals);
}

/* Poses everything on a part of a piece. */
static void pose_part(lw_lanes *lanes, const lw_motion *motion, size_t piece, double begin, double end)
{
    lw_lanes_take_piece(lanes, motion, piece);
    double interval = spread(begin, end, lanes->first.times);
    lanes->part = (lw_lane_part){motion, piece, interval, false};
    lw_lanes_set_values(lanes, motion, piece, lanes->first.times);
    pose_motion(lanes, &lanes->first);
    lanes->first.count = 0;
}

/* Finds the required distances of the part, and the boxes, where they are not known. */
static void take_required(lw_lanes *lanes)
{
    lw_lane_part *part = &lanes->part;
    if (part->required_known)
        return;
    lw_lanes_set_required(lanes, part->motion, part->piece, lanes->first.times, part->interval);
    lw_block_place(&lanes->block);
    part->required_known = true;
}

/* Tests all bodies against the block's obstacles, or its crowd. False where there is no room for the
 * unproven pairs. */
static bool prove_taken(lw_lanes *lanes)
{
    lw_block *block = &lanes->block;
    block->rest_count = 0;
    block->overflowed = false;
    lw_block_prove_obstacles(block);
    lanes->first.count = block->rest_count;
    return !block->overflowed && !lw_meter_is_over(block->work);
}

bool lw_lanes_prove_placed_obstacles(lw_lanes *lanes)
{
    take_required(lanes);
    return prove_taken(lanes) || (lw_lanes_take_crowd(lanes) && prove_taken(lanes));
}

/* Fills the block's obstacles, or else its crowd. False where neither takes all obstacles that are
 * near. */
static bool take_near(lw_lanes *lanes)
{
    return lw_lanes_take_obstacles(lanes) || lw_lanes_take_crowd(lanes);
}

bool lw_lanes_prove_obstacles(lw_lanes *lanes, const lw_motion *motion, size_t piece, double begin,
                              double end)
{
    pose_part(lanes, motion, piece, begin, end);
    take_required(lanes);
    return take_near(lanes) && lw_lanes_prove_placed_obstacles(lanes);
}

static lw_guess guess_of_hit(const lw_block *block, const double times[LW_LANES])
{
    const lw_block_hit *hit = &block->hit;
    if (hit->of_crowd)
        return (lw_guess){lw_pair_id_of(hit->body, block->first_obstacle + hit->obstacle),
                          times[hit->lane], true};
    const lw_block_rest at = {.pair = hit->pair, .body = hit->body, .obstacle = hit->obstacle};
    return (lw_guess){lw_block_pair(block, &at), times[hit->lane], true};
}

/* Whether the block, posed at these times, has a hit; *hit is it then. */
static bool give_hit(const lw_block *block, const double times[LW_LANES], lw_guess *hit)
{
    if (block->has_hit)
        *hit = guess_of_hit(block, times);
    return block->has_hit;
}

/* Eight times between eight others: in the middles of the intervals, but at both thirds of the last
 * one, because planners often ask about motions that end at the object that they reach for. */
static void spread_between(const double bounds[LW_LANES], double times[LW_LANES])
{
    for (int i = 0; i < LW_BLOCK_INTERVALS; i++)
        times[i] = bounds[i] + 0.5 * (bounds[i + 1] - bounds[i]);
    const int last = LW_BLOCK_INTERVALS - 1;
    double third = (bounds[last + 1] - bounds[last]) * (1.0 / 3);
    times[last] = bounds[last] + third;
    times[last + 1] = bounds[last] + 2 * third;
}

/* Seeks a hit at eight more poses, between those of the block, and sets the block back to its own. */
static bool seek_between(lw_lanes *lanes, lw_guess *hit)
{
    lw_block *block = &lanes->block;
    lw_lane_frame *frames = block->frames;
    double *values = lanes->values;
    lw_lane_rest between;
    spread_between(lanes->first.times, between.times);
    block->frames = lanes->spare_frames;
    block->values = lanes->values = lanes->spare_values;
    lw_lanes_set_values(lanes, lanes->part.motion, lanes->part.piece, between.times);
    pose_motion(lanes, &between);
    lw_block_seek_obstacles(block);
    bool found = give_hit(block, between.times, hit);
    block->frames = frames;
    block->values = lanes->values = values;
    block->rest = lanes->first.items;
    /* the centres placed above belong to the other poses: a new number discards them */
    block->number++;
    return found;
}

lw_lanes_answer lw_lanes_seek_obstacles(lw_lanes *lanes, const lw_motion *motion, size_t piece,
                                        double begin, double end, lw_guess *hit)
{
    lw_block *block = &lanes->block;
    pose_part(lanes, motion, piece, begin, end);
    /* the boxes, by which many obstacles are told apart, depend on required distances */
    if (!lw_lanes_all_near(lanes))
        take_required(lanes);
    if (!take_near(lanes))
        return LW_LANES_UNKNOWN;
    lw_block_seek_obstacles(block);
    if (give_hit(block, lanes->first.times, hit) ||
        (block->sought >= MANY_SOUGHT && seek_between(lanes, hit)))
        return LW_LANES_HIT;
    block->seeks = true;
    bool known = lw_lanes_prove_placed_obstacles(lanes);
    block->seeks = false;
    if (give_hit(block, lanes->first.times, hit))
        return LW_LANES_HIT;
    return known ? LW_LANES_KNOWN : LW_LANES_UNKNOWN;
}

/* Tests the pairs of bodies, and lists the unproven ones behind those with obstacles. */
static void prove_pairs(lw_lanes *lanes)
{
    lanes->block.rest_count = lanes->first.count;
    lanes->block.overflowed = false;
    lw_lanes_record_begin(&lanes->block, lanes->record);
    lw_block_prove_pairs(&lanes->block);
}

/* Lists the pairs and times that the first block leaves unproven, the one over the whole part. Returns
 * their count. */
static size_t list_first(lw_lanes *lanes, lw_unproven *left)
{
    lw_block *block = &lanes->block;
    LW_ASSERT(block->rest_count, <=, block->rest_room);
    lw_lanes_record_first(block, lanes->record, lanes->part.piece, lanes->first.times);
    lanes->first.count = block->rest_count;
    if (block->overflowed || lw_meter_is_over(block->work))
        return LW_MOST_REST + 1;
    left_over all = {left, 0};
    list_all(&all, block, &lanes->first);
    return all.count;
}

size_t lw_lanes_prove_pairs(lw_lanes *lanes, lw_unproven *left)
{
    prove_pairs(lanes);
    return list_first(lanes, left);
}

bool lw_lanes_seek_pairs(lw_lanes *lanes, lw_unproven *left, size_t *count, lw_guess *hit)
{
    lw_block *block = &lanes->block;
    block->seeks = true;
    prove_pairs(lanes);
    block->seeks = false;
    if (give_hit(block, lanes->first.times, hit)) {
        block->notes = NULL;
        return true;
    }
    *count = list_first(lanes, left);
    return false;
}

typedef struct refinement {
    lw_lanes *lanes;
    const lw_motion *motion;
    size_t piece;
    left_over left;
    size_t told; /* how many of `left` the callback `lists` has got */
    lw_refine_calls calls;
    bool ended; /* a callback has returned true */
} refinement;

/* The pairs that are tested again on a run of intervals. */
typedef struct todo_list {
    size_t count;
    lw_block_rest items[LW_MOST_REST];
} todo_list;

/* Lists the pairs that are unproven on at least one of the intervals of a run. `open`: the pairs that a
 * block left unproven. */
static void list_open(const lw_lane_rest *open, run part, todo_list *todo)
{
    todo->count = 0;
    for (size_t i = 0; i < open->count; i++)
        if (open->items[i].intervals & part.bits)
            todo->items[todo->count++] = open->items[i];
}

/* Tests listed pairs at the poses of the block. */
static void prove_placed(lw_lanes *lanes, const todo_list *todo, bool seeks)
{
    lw_block *block = &lanes->block;
    lw_lanes_record_begin(block, lanes->record);
    block->rest_count = 0;
    block->overflowed = false;
    block->seeks = seeks;
    lw_block_prove_rest(block, todo->items, todo->count);
    block->seeks = false;
}

/* Tests pairs again on a run of intervals, by a block of its own. */
static void prove_run(refinement *r, const lw_lane_rest *open, run part, const todo_list *todo,
                      lw_lane_rest *finer)
{
    lw_block *block = &r->lanes->block;
    double interval = spread(open->times[part.first], open->times[part.end], finer->times);
    lw_lanes_set_some(r->lanes, r->motion, r->piece, finer->times, interval, todo->items, todo->count);
    pose_motion(r->lanes, finer);
    prove_placed(r->lanes, todo, r->calls.meets);
    if (block->has_hit) {
        const lw_guess hit = guess_of_hit(block, finer->times);
        r->ended = r->calls.meets(r->calls.context, &hit);
        r->calls.meets = NULL;
        prove_placed(r->lanes, todo, false);
    }
    lw_lanes_record_finer(block, r->lanes->record, r->piece, finer->times, todo->items, todo->count);
    finer->count = block->rest_count;
    if (lw_meter_is_over(block->work)) { /* what is left is not all listed */
        r->left.count = LW_MOST_REST + 1;
        r->ended = true;
    }
}

/* Gives up pairs that shorter intervals do not help: pairs of which the run's block has proven no
 * interval. Each is listed as unproven, on the run and on the intervals that were not tried yet, and is
 * taken off `open` and `finer`. */
static void give_up(refinement *r, lw_lane_rest *open, unsigned untried, lw_lane_rest *finer)
{
    lw_block_rest *from = open->items;
    size_t kept = 0;
    for (size_t i = 0; i < finer->count; i++) {
        while (!lw_rest_is_same(from, &finer->items[i]))
            from++;
        if (finer->items[i].intervals != LW_ALL_INTERVALS) {
            finer->items[kept++] = finer->items[i];
            continue;
        }
        list(&r->left, lw_block_pair(&r->lanes->block, from), open->times, from->intervals & untried);
        from->intervals = 0;
    }
    finer->count = kept;
}

/* Passes the parts that were listed since its last call to the callback `lists`. */
static void tell(refinement *r)
{
    size_t count = r->left.count;
    if (r->calls.lists && r->told < count && count <= LW_MOST_REST)
        r->ended = r->calls.lists(r->calls.context, r->left.items + r->told, count - r->told);
    r->told = count;
}

/* Takes the run that is likeliest to have a contact with an obstacle, where there are several: about
 * the pose at which a body comes nearest to one. The block still has the poses of `open`. */
static run take_likeliest(refinement *r, const lw_lane_rest *open, unsigned *intervals)
{
    int lane = -1;
    if (__builtin_popcount(*intervals) > LONGEST_RUN)
        lane = lw_block_nearest_pose(&r->lanes->block, open->items, open->count);
    unsigned about = lane < 0 ? 0 : *intervals & (3U << lane >> 1);
    run part = take_run(about ? &about : intervals, LONGEST_RUN);
    *intervals &= ~part.bits;
    return part;
}

/* Cuts the intervals that a block has left, then those that the finer blocks leave, and lists the pairs
 * that stay unproven in the end. */
static void refine(refinement *r, lw_lane_rest *open, int depth)
{
    unsigned intervals = 0;
    for (size_t i = 0; i < open->count; i++)
        intervals |= open->items[i].intervals;
    for (bool first = true; intervals && r->left.count <= LW_MOST_REST; first = false) {
        run part = first && r->calls.meets ? take_likeliest(r, open, &intervals)
                                           : take_run(&intervals, LONGEST_RUN);
        todo_list todo;
        list_open(open, part, &todo);
        if (!todo.count)
            continue;
        lw_lane_rest finer;
        prove_run(r, open, part, &todo, &finer);
        if (r->ended)
            return;
        give_up(r, open, part.bits | intervals, &finer);
        if (depth == DEEPEST)
            list_all(&r->left, &r->lanes->block, &finer);
        tell(r);
        if (!r->ended && depth < DEEPEST)
            refine(r, &finer, depth + 1);
        if (r->ended)
            return;
    }
}

size_t lw_lanes_refine(lw_lanes *lanes, const lw_motion *motion, size_t piece, lw_unproven *left,
                       const lw_refine_calls *calls)
{
    refinement r = {
        .lanes = lanes, .motion = motion, .piece = piece, .left = {left, 0}, .calls = *calls};
    refine(&r, &lanes->first, 1);
    return r.left.count;
}
