/* A checker: one thread's memory, and what the methods share. */
#include "check/checker.h"

#include "base/error.h"
#include "math/pose.h"
#include "math/rounding.h"

#include <stdlib.h>
#include <time.h>

/* What hulls prove of an interval, before the middle and after it, that the trees are not asked. */
static const double ENOUGH = 0.25;

/* the travel of a body relative to a factor, made when it is the first to need it */
static uint32_t share_travel(lw_checker *checker, int32_t body, int32_t common)
{
    for (size_t i = 0; i < checker->travel_count; i++)
        if (checker->travels[i].body == body && checker->travels[i].common == common)
            return (uint32_t)i;
    checker->travels[checker->travel_count] = (lw_known_travel){.body = body, .common = common};
    return (uint32_t)checker->travel_count++;
}

/* Each body against the world first, at its own index; then those against a common factor, which only
 * pairs inside one robot have. */
static lw_status share_travels(lw_checker *checker, lw_error *error)
{
    const lw_frozen *frozen = checker->frozen;
    size_t most = frozen->body_count;
    for (size_t i = 0; i < frozen->pair_count; i++)
        most += frozen->pairs[i].common >= 0 ? 2 : 0;
    checker->travels = lw_arena_array(&checker->arena, most, sizeof *checker->travels);
    checker->travel_of_pair =
        lw_arena_array(&checker->arena, frozen->pair_count, sizeof *checker->travel_of_pair);
    if (!checker->travels || !checker->travel_of_pair)
        return lw_fail_memory(error);
    checker->travel_count = frozen->body_count;
    for (size_t i = 0; i < frozen->body_count; i++)
        checker->travels[i] = (lw_known_travel){.body = (int32_t)i, .common = -1};
    for (size_t i = 0; i < frozen->pair_count; i++) {
        const lw_pair *pair = &frozen->pairs[i];
        int32_t ends[2] = {pair->a, pair->b};
        for (int k = 0; k < 2; k++)
            checker->travel_of_pair[i][k] =
                pair->common < 0 ? (uint32_t)ends[k] : share_travel(checker, ends[k], pair->common);
    }
    return LW_OK;
}

lw_status lw_checker_create(const lw_scene *scene, lw_checker **out, lw_error *error)
{
    *out = NULL;
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "a checker is of a frozen scene");
    lw_checker *checker = calloc(1, sizeof *checker);
    if (!checker)
        return lw_fail_memory(error);
    const lw_frozen *frozen = scene->frozen;
    checker->scene = scene;
    checker->frozen = frozen;
    checker->memories = lw_arena_array(&checker->arena, frozen->pair_count, sizeof *checker->memories);
    checker->targets = lw_arena_array(&checker->arena, frozen->pair_count, sizeof *checker->targets);
    checker->smallest =
        lw_arena_array(&checker->arena, frozen->pair_count + 2, sizeof *checker->smallest);
    if (frozen->flat) {
        checker->paths = lw_arena_array(&checker->arena, frozen->body_count, sizeof *checker->paths);
        checker->path_of =
            lw_arena_array(&checker->arena, frozen->variable_count, sizeof *checker->path_of);
    }
    lw_status status = LW_OK;
    if (!checker->memories || !checker->targets || !checker->smallest ||
        (frozen->flat && (!checker->paths || !checker->path_of)))
        status = lw_fail_memory(error);
    if (!status)
        status = share_travels(checker, error);
    if (!status)
        status = lw_placement_create(&checker->arena, scene, &checker->placement, error);
    if (!status)
        status = lw_queue_create(&checker->arena, frozen->pair_count, &checker->queue, error);
    if (status) {
        lw_checker_destroy(checker);
        return status;
    }
    *out = checker;
    return LW_OK;
}

void lw_checker_destroy(lw_checker *checker)
{
    if (!checker)
        return;
    lw_arena_free(&checker->arena);
    free(checker);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool queries_are_spent(const lw_checker *checker)
{
    uint64_t budget = checker->options->budget_queries;
    return budget && checker->verdict->queries >= budget;
}

bool lw_checker_spent(lw_checker *checker)
{
    const lw_options *options = checker->options;
    lw_verdict *verdict = checker->verdict;
    if (queries_are_spent(checker))
        verdict->reason = LW_REASON_BUDGET;
    else if (options->budget_seconds > 0 && now() >= checker->deadline)
        verdict->reason = LW_REASON_BUDGET;
    else if (options->stop && options->stop(options->stop_context))
        verdict->reason = LW_REASON_STOPPED;
    else
        return false;
    return true;
}

void lw_checker_place(lw_checker *checker, size_t piece, double t, double half)
{
    lw_place(&checker->placement, checker->motion, piece, t, half);
    checker->placements++;
    checker->verdict->samples++;
}

/* the travel of a pair's first (0) or second (1) body */
static const lw_travel *travel_of(lw_checker *checker, uint32_t pair, int end)
{
    lw_known_travel *known = &checker->travels[checker->travel_of_pair[pair][end]];
    if (known->placement != checker->placements) {
        lw_travel_of(&checker->placement, (size_t)known->body, known->common, &known->travel);
        known->placement = checker->placements;
    }
    return &known->travel;
}

/* world twist as a velocity field in a body's frame */
static void field_in(pose frame, const lw_twist *twist, vec3 *linear, vec3 *angular)
{
    *linear = rotate_back(frame.rotation, add(twist->linear, cross(twist->angular, frame.position)));
    *angular = rotate_back(frame.rotation, twist->angular);
}

/* What taking the speeds about the first body's origin, and placing the second in its frame, can lose:
 * less than 40 half-units of the last place of the turning times the ways from the world's origin. The
 * noise of a travel does not know how far away the other body's origin is. */
static double field_noise(const lw_twist *twist, pose a, pose b)
{
    return 0x1p-47 * norm(twist->angular) * (norm(a.position) + norm(b.position));
}

static bool is_still(const lw_twist *twist)
{
    return norm2(twist->linear) == 0 && norm2(twist->angular) == 0;
}

double lw_checker_travel(lw_checker *checker, uint32_t index)
{
    return travel_of(checker, index, 0)->distance + travel_of(checker, index, 1)->distance;
}

/* Whether the bodies are more than a distance apart by a sphere around the one and a sphere or a box
 * around the other: what settles most pairs. The centres are placed to within the errors that the
 * distance holds twice. */
static bool is_far(const lw_checker *checker, const lw_pair *pair, double distance)
{
    const lw_placement *placement = &checker->placement;
    const lw_geometry *a = checker->frozen->bodies[pair->a].geometry;
    const lw_geometry *b = checker->frozen->bodies[pair->b].geometry;
    vec3 between = sub(placement->centers[pair->b], placement->centers[pair->a]);
    double spheres = distance + a->radius + b->radius;
    if (norm2(between) > spheres * spheres * LW_UPWARD)
        return true;
    /* the centre of a from the box of b */
    vec3 center = transform_back(placement->bodies[pair->b], placement->centers[pair->a]);
    const lw_node *box = &b->nodes[0];
    vec3 gap = max3(sub(abs3(sub(center, box->center)), box->half), v3(0, 0, 0));
    double sphere = distance + a->radius;
    return norm2(gap) > sphere * sphere * LW_UPWARD;
}

bool lw_checker_touches(lw_checker *checker, uint32_t index)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    const lw_placement *placement = &checker->placement;
    double error = placement->error[pair->a] + placement->error[pair->b];
    double touch = lw_pair_gap(pair, pair->margin);
    if (is_far(checker, pair, touch + 2 * error))
        return false;
    lw_sweep sweep;
    sweep.geometry[0] = checker->frozen->bodies[pair->a].geometry;
    sweep.geometry[1] = checker->frozen->bodies[pair->b].geometry;
    sweep.b_in_a = relative(placement->bodies[pair->a], placement->bodies[pair->b]);
    sweep.touch = touch;
    checker->verdict->queries++;
    return lw_sweep_touches(&sweep);
}

/* What a look at a pair needs; false: it is proven by how far apart the bodies are. */
static bool make_sweep(lw_checker *checker, uint32_t index, double from, double to, double touch,
                       lw_sweep *sweep)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    const lw_placement *placement = &checker->placement;
    const lw_travel *travel_a = travel_of(checker, index, 0);
    const lw_travel *travel_b = travel_of(checker, index, 1);
    sweep->error = placement->error[pair->a] + placement->error[pair->b];
    sweep->target = lw_pair_gap(pair, checker->targets[index]);
    sweep->distance = travel_a->distance + travel_b->distance;
    if (is_far(checker, pair, sweep->target + 2 * sweep->error + sweep->distance))
        return false;

    pose at_a = placement->bodies[pair->a];
    pose at_b = placement->bodies[pair->b];
    sweep->before = placement->time - from;
    sweep->after = to - placement->time;
    sweep->geometry[0] = checker->frozen->bodies[pair->a].geometry;
    sweep->geometry[1] = checker->frozen->bodies[pair->b].geometry;
    sweep->b_in_a = relative(at_a, at_b);
    sweep->curvature = travel_a->curvature + travel_b->curvature;
    sweep->noise = travel_a->noise + travel_b->noise;
    sweep->touch = touch < 0 ? touch : lw_pair_gap(pair, touch);
    sweep->moves[0] = !is_still(&travel_a->twist);
    sweep->moves[1] = !is_still(&travel_b->twist);
    if (sweep->moves[0])
        sweep->noise += field_noise(&travel_a->twist, at_a, at_b);
    if (sweep->moves[1])
        sweep->noise += field_noise(&travel_b->twist, at_a, at_b);
    field_in(at_a, &travel_a->twist, &sweep->linear[0], &sweep->angular[0]);
    field_in(at_a, &travel_b->twist, &sweep->linear[1], &sweep->angular[1]);
    return true;
}

/* what the pair's last look at this motion left */
static lw_pair_memory *memory_of(lw_checker *checker, uint32_t index)
{
    lw_pair_memory *memory = &checker->memories[index];
    if (memory->motion != checker->motions)
        *memory = (lw_pair_memory){.motion = checker->motions};
    return memory;
}

lw_sweep_result lw_checker_prove(lw_checker *checker, uint32_t index, double from, double to,
                                 double touch, double *nearest)
{
    lw_sweep sweep;
    if (nearest)
        *nearest = HUGE_VAL;
    if (!make_sweep(checker, index, from, to, touch, &sweep))
        return LW_SWEEP_PROVEN;
    checker->verdict->queries++;
    lw_sweep_result result = lw_sweep_prove(&sweep, &memory_of(checker, index)->sweep);
    if (nearest)
        *nearest = lw_pair_padded(&checker->frozen->pairs[index], sweep.nearest);
    return result;
}

/* of what moves both bodies of a pair, or of the world */
static mat3 common_rotation(const lw_checker *checker, const lw_pair *pair)
{
    return pair->common < 0 ? mat3_identity() : checker->placement.factors[pair->common].frame.rotation;
}

/* Directions between that frame, for the memory, and the first body's. */
static vec3 recall(const lw_checker *checker, const lw_pair *pair, vec3 parting)
{
    return rotate_back(checker->placement.bodies[pair->a].rotation,
                       rotate(common_rotation(checker, pair), parting));
}

static vec3 remember(const lw_checker *checker, const lw_pair *pair, vec3 normal)
{
    return rotate_back(common_rotation(checker, pair),
                       rotate(checker->placement.bodies[pair->a].rotation, normal));
}

/* The best of the slabs of one look, before and after. */
typedef struct slab_reaches {
    lw_slab_reach before, after;
} slab_reaches;

static void widen(slab_reaches *best, const slab_reaches *other)
{
    if (other->before.open > best->before.open)
        best->before = other->before;
    if (other->after.open > best->after.open)
        best->after = other->after;
}

/* Widens them by what one slab proves; false where it does not part the bodies. */
static bool try_slab(const lw_sweep *sweep, vec3 normal, vec3 turn, slab_reaches *best)
{
    slab_reaches now;
    bool parts = lw_sweep_slab(sweep, normal, turn, &now.before, &now.after);
    widen(best, &now);
    return parts;
}

static bool is_whole(const slab_reaches *best)
{
    return best->before.open == 1 && best->after.open == 1;
}

/* Before a distance is taken: the direction that parted the pair last, or at first the one that parts
 * the boxes about both bodies. */
static void try_known(const lw_sweep *sweep, const lw_pair_memory *memory, vec3 last,
                      slab_reaches *best)
{
    const vec3 still = {0, 0, 0};
    vec3 normal = last;
    if (!memory->parted) {
        if (memory->sweep.known)
            return;
        lw_box_frames frames = lw_box_frames_make(sweep->b_in_a);
        if (!(lw_box_gap(&frames, &sweep->geometry[0]->nodes[0], &sweep->geometry[1]->nodes[0],
                         &normal) > 0))
            return;
    }
    try_slab(sweep, normal, still, best);
}

/* Slabs that turn, near a contact: with either body, as procedures A and B have it, and as the
 * direction has turned since the last look, which does for procedure C whatever the shapes are. */
static void try_turning(const lw_sweep *sweep, vec3 turned, slab_reaches *best)
{
    vec3 normal = sweep->normal;
    vec3 turns[] = {cross(sweep->angular[0], normal), cross(sweep->angular[1], normal), turned};
    for (size_t i = 0; i < sizeof turns / sizeof *turns && !is_whole(best); i++)
        if (norm2(turns[i]) > 0)
            try_slab(sweep, normal, turns[i], best);
}

/* A distance of the hulls, where there are any about meshes: those of convex shapes are what the trees
 * ask anyway. What overlapped is not asked again until the nearest elements are parted by a direction
 * that parts the bodies. True where it proves so much that the trees are not worth asking. */
static bool try_hulls(lw_sweep *sweep, lw_pair_memory *memory, slab_reaches *best)
{
    if ((sweep->geometry[0]->triangle_count == 0 && sweep->geometry[1]->triangle_count == 0) ||
        (memory->overlap && !memory->parted))
        return false;
    slab_reaches now;
    memory->overlap = !lw_sweep_hulls(sweep, &memory->hulls, &now.before, &now.after);
    if (memory->overlap)
        return false;
    widen(best, &now);
    return best->before.open + best->after.open >= ENOUGH;
}

lw_sweep_result lw_checker_prove_slab(lw_checker *checker, uint32_t index, double from, double to,
                                      double touch, bool near, lw_slab_part *part)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    double middle = checker->placement.time;
    slab_reaches best = {{0, 0}, {0, 0}};
    lw_sweep sweep;
    part->nearest = HUGE_VAL;
    if (!make_sweep(checker, index, from, to, touch, &sweep))
        return LW_SWEEP_PROVEN;
    lw_pair_memory *memory = memory_of(checker, index);
    vec3 last = recall(checker, pair, memory->parting);
    try_known(&sweep, memory, last, &best);
    if (is_whole(&best))
        return LW_SWEEP_PROVEN;
    checker->verdict->queries++;
    lw_sweep_result result = LW_SWEEP_OPEN;
    bool by_hulls = try_hulls(&sweep, memory, &best);
    if (!by_hulls) {
        result = lw_sweep_prove(&sweep, &memory->sweep);
        part->nearest = lw_pair_padded(pair, sweep.nearest);
    }
    if (norm2(sweep.normal) > 0) {
        vec3 turned = {0, 0, 0};
        if (memory->parted && memory->time != middle)
            turned = scale(1 / (middle - memory->time), sub(sweep.normal, last));
        /* bodies whose hulls are not apart are not tried again until their nearest points say so */
        memory->parted =
            by_hulls || result == LW_SWEEP_PROVEN || try_slab(&sweep, sweep.normal, v3(0, 0, 0), &best);
        memory->time = middle;
        memory->parting = remember(checker, pair, sweep.normal);
        if (near && memory->parted && result != LW_SWEEP_PROVEN)
            try_turning(&sweep, turned, &best);
        if (is_whole(&best))
            result = LW_SWEEP_PROVEN;
    }
    /* rounded inwards, but for what is proven to the end */
    double blur = 0x1p-51 * (fabs(from) + fabs(to));
    part->from = from;
    part->to = to;
    if (best.before.open < 1)
        part->from = lesser(middle, middle - best.before.open * sweep.before + blur);
    if (best.after.open < 1)
        part->to = greater(middle, middle + best.after.open * sweep.after - blur);
    part->closes = greater(part->to, middle + best.after.close * sweep.after);
    return result;
}

bool lw_checker_contained(lw_checker *checker, uint32_t index)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    const lw_placement *placement = &checker->placement;
    const lw_geometry *a = checker->frozen->bodies[pair->a].geometry;
    const lw_geometry *b = checker->frozen->bodies[pair->b].geometry;
    double reach = a->radius + b->radius;
    vec3 between = sub(placement->centers[pair->b], placement->centers[pair->a]);
    vec3 point;
    return (a->solid_count || b->solid_count) && norm2(between) < reach * reach &&
           lw_geometry_contained(a, b, relative(placement->bodies[pair->a], placement->bodies[pair->b]),
                                 &point);
}

int64_t lw_checker_touching(lw_checker *checker, bool inside)
{
    for (uint32_t i = 0; i < checker->frozen->pair_count; i++) {
        if (queries_are_spent(checker))
            return -1;
        if (lw_checker_touches(checker, i) || (inside && lw_checker_contained(checker, i)))
            return i;
    }
    return -1;
}

void lw_checker_begin(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                      lw_verdict *verdict)
{
    *verdict =
        (lw_verdict){.pair = {-1, -1}, .clearance_pair = {-1, -1}, .self_clearance_pair = {-1, -1}};
    verdict->pairs = checker->frozen->pair_count;
    checker->motion = motion;
    checker->options = options;
    checker->verdict = verdict;
    checker->motions++;
    checker->deadline = options->budget_seconds > 0 ? now() + options->budget_seconds : HUGE_VAL;
    for (size_t i = 0; i < checker->frozen->pair_count; i++)
        checker->targets[i] = checker->frozen->pairs[i].margin;
}
