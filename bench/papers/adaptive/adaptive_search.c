/* Adaptive collision detection along a straight line (Wu et al., sections 2.2, 2.3 and 5).
 *
 * A part of the line is proven for a pair if beta_i + beta_j < d_a + d_b - tau: by (5) if tau is 0,
 * else by the negation of (18). d_a and d_b are the distances at the part's ends; beta_i + beta_j
 * bounds the travel between them. At a time in between, the distance is at least d_a minus the travel
 * since the beginning, and at least d_b minus the travel up to the end. So twice the distance is at
 * least d_a + d_b minus the whole travel, which is more than tau. If the inequality fails nothing is
 * known; the part is halved, unless the pair is at most sigma apart in its middle. Parts that remain
 * have distances above sigma at both ends, so a part is proven once its travel is below 2 sigma - tau:
 * for tau < 2 sigma that takes a bounded number of halvings. Distances may be too small by a share: the
 * proof only needs lower bounds that are above sigma where the true distances are. */
#include "adaptive/adaptive_search.h"

#include "base/error.h"

#include <stdlib.h>

/* A search. */
typedef struct search {
    lw_adaptive_world *world;
    const lw_adaptive_options *options;
    lw_adaptive_queue *queue;
    lw_adaptive_answer answer;
} search;

/* The length of a part (15) is proportional to its time: the line is straight, and its speed
 * constant. */
static bool comes_before(lw_adaptive_order order, const lw_adaptive_part *a, const lw_adaptive_part *b)
{
    double longer = (a->to - a->from) - (b->to - b->from);
    if (order == LW_ADAPTIVE_STACK)
        return a->number > b->number;
    if (order == LW_ADAPTIVE_LACK_FIRST && a->lack != b->lack)
        return a->lack > b->lack;
    if (longer != 0)
        return longer > 0;
    if (order == LW_ADAPTIVE_LENGTH_FIRST && a->lack != b->lack)
        return a->lack > b->lack;
    return a->number < b->number;
}

static lw_status push(search *s, lw_adaptive_part part, lw_error *error)
{
    lw_adaptive_queue *queue = s->queue;
    if (queue->count == queue->capacity) {
        size_t capacity = queue->capacity ? 2 * queue->capacity : 256;
        lw_adaptive_part *items = realloc(queue->items, capacity * sizeof *items);
        if (!items)
            return lw_fail_memory(error);
        queue->items = items;
        queue->capacity = capacity;
    }
    part.number = queue->number++;
    size_t at = queue->count++;
    for (; at > 0; at = (at - 1) / 2) {
        if (!comes_before(s->options->order, &part, &queue->items[(at - 1) / 2]))
            break;
        queue->items[at] = queue->items[(at - 1) / 2];
    }
    queue->items[at] = part;
    return LW_OK;
}

static lw_adaptive_part pop(search *s)
{
    lw_adaptive_queue *queue = s->queue;
    lw_adaptive_part first = queue->items[0];
    lw_adaptive_part last = queue->items[--queue->count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= queue->count)
            break;
        if (child + 1 < queue->count &&
            comes_before(s->options->order, &queue->items[child + 1], &queue->items[child]))
            child++;
        if (!comes_before(s->options->order, &queue->items[child], &last))
            break;
        queue->items[at] = queue->items[child];
        at = child;
    }
    queue->items[at] = last;
    return first;
}

/* A lower bound of a pair's distance at a time, no more exact than needed: a bound above travel + tau -
 * other proves the parts that end at this time, if the pair is at least `other` apart at the other end
 * of each. If the pair touches, the search is over. */
static double distance(search *s, size_t pair, double time, double travel, double other)
{
    double enough = travel + s->options->tau - other;
    double found = lw_adaptive_distance(s->world, lw_adaptive_pose(s->world, time), pair,
                                        greater(enough, s->options->sigma), s->options->sigma);
    if (found <= s->options->sigma)
        s->answer = LW_ADAPTIVE_COLLIDES;
    return found;
}

/* Queues a part, unless (5) proves it. */
static lw_status leave(search *s, lw_adaptive_part part, lw_error *error)
{
    part.lack = part.travel + s->options->tau - part.distances[0] - part.distances[1];
    return part.lack < 0 ? LW_OK : push(s, part, error);
}

/* Init(Q): the distances of all pairs at both ends. */
static lw_status begin(search *s, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < s->world->pair_count && s->answer == LW_ADAPTIVE_FREE && !status; i++) {
        lw_adaptive_part part = {.pair = i, .to = 1};
        part.travel = lw_adaptive_travel(s->world, part.pair);
        part.distances[0] = distance(s, part.pair, 0, part.travel, s->options->sigma);
        if (s->answer == LW_ADAPTIVE_FREE)
            part.distances[1] = distance(s, part.pair, 1, part.travel, part.distances[0]);
        if (s->answer == LW_ADAPTIVE_FREE)
            status = leave(s, part, error);
    }
    return status;
}

static lw_status halve(search *s, const lw_adaptive_part *part, lw_error *error)
{
    double middle = part->from + 0.5 * (part->to - part->from);
    lw_adaptive_part halves[2] = {*part, *part};
    s->world->counts->halved++;
    halves[0].travel = halves[1].travel = 0.5 * part->travel;
    halves[0].to = halves[1].from = middle;
    double there = distance(s, part->pair, middle, 0.5 * part->travel,
                            lesser(part->distances[0], part->distances[1]));
    halves[0].distances[1] = halves[1].distances[0] = there;
    lw_status status = LW_OK;
    for (int i = 0; i < 2 && s->answer == LW_ADAPTIVE_FREE && !status; i++)
        status = leave(s, halves[i], error);
    return status;
}

lw_status lw_adaptive_search(lw_adaptive_world *world, const lw_adaptive_options *options,
                             lw_adaptive_queue *queue, lw_adaptive_answer *out, lw_error *error)
{
    search s = {world, options, queue, LW_ADAPTIVE_FREE};
    world->share = options->share;
    queue->count = 0;
    queue->number = 0;
    lw_status status = begin(&s, error);
    for (uint64_t halved = 0; queue->count && s.answer == LW_ADAPTIVE_FREE && !status; halved++) {
        if (options->most && halved == options->most) {
            s.answer = LW_ADAPTIVE_GIVEN_UP;
            break;
        }
        const lw_adaptive_part part = pop(&s);
        status = halve(&s, &part, error);
    }
    world->counts->contacts += s.answer == LW_ADAPTIVE_COLLIDES;
    *out = s.answer;
    return status;
}

void lw_adaptive_queue_free(lw_adaptive_queue *queue)
{
    free(queue->items);
    *queue = (lw_adaptive_queue){.items = NULL};
}
