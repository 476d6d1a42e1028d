/* Notes of what the slices of a pair prove: few directions that together separate all of them. They are
 * sought anew after the proof, so that a check without claims has no more to do. A part of
 * lanes/kernel/hulls.h, which includes this file. */
#ifndef LW_LANES_KERNEL_SLICE_NOTES_H
#define LW_LANES_KERNEL_SLICE_NOTES_H

/* The search for directions that separate the slices of a pair. */
typedef struct slice_search {
    lw_block *block;
    hull_test *test;
    bool is_full; /* there was no room for a direction */
    unsigned
        todo[MOST_HULL_PAIRS]; /* per pair of slices: the intervals on which nothing separates it */
} slice_search;

/* The support values of all slices of a side along its normal, or against it. */
static void reach_of_slices(const hull_side *side, bool against, lw_floats values[MOST_HULLS])
{
    for (uint32_t i = 0; i < side->count; i++)
        hull_support_value(side, &side->hulls[i], against, &values[i]);
}

/* Notes which slices the last direction separates, on intervals of `proven`. Returns whether it
 * separates any that none before has. */
static bool note_separated(slice_search *s, unsigned proven)
{
    const hull_test *t = s->test;
    const uint32_t first = t->side[0].count;
    const uint32_t second = t->side[1].count;
    unsigned apart[MOST_HULL_PAIRS];
    lw_floats a[MOST_HULLS];
    lw_floats b[MOST_HULLS];
    bool gains = false;
    reach_of_slices(&t->side[0], false, a);
    reach_of_slices(&t->side[1], true, b);
    for (uint32_t i = 0; i < first; i++)
        for (uint32_t j = 0; j < second; j++) {
            const uint32_t k = i * second + j;
            apart[k] = proven & separated_by(t, &a[i], &b[j]);
            gains |= (apart[k] & s->todo[k]) != 0;
            s->todo[k] &= ~apart[k];
        }
    if (!gains)
        return false;
    lw_noted_slices *out =
        next_slices(s->block, t->notes.pair, t->notes.swapped ? neg(t->direction) : t->direction);
    s->is_full |= !out;
    for (uint32_t i = 0; i < first && out; i++)
        for (uint32_t j = 0; j < second; j++)
            for (unsigned left = apart[i * second + j]; left; left &= left - 1)
                out->apart[__builtin_ctz(left)] |=
                    UINT64_C(1) << (t->notes.swapped ? j * first + i : i * second + j);
    return true;
}

/* Takes the direction between the balls around two slices, where it is shortest on an interval. */
static void take_around(hull_test *t, uint32_t i, uint32_t j, int interval)
{
    const lw_lane_vec *a = &t->side[0].centers[i];
    const lw_lane_vec *b = &t->side[1].centers[j];
    const lw_lane_vec d = {b->x - a->x, b->y - a->y, b->z - a->z};
    vec3 way = nearest_of_chord(lw_in_lane(&d, interval), lw_in_lane(&d, interval + 1));
    set_direction(t, scale(1 / greater(norm(way), 0x1p-100), way));
}

/* Notes directions that together separate all slices of a pair, on the intervals that they prove. An
 * interval of which this fails is not noted as proven. */
static void note_slices(lw_block *block, hull_test *t, unsigned proven)
{
    slice_search s = {.block = block, .test = t};
    const uint32_t second = t->side[1].count;
    const uint32_t count = t->side[0].count * second;
    for (uint32_t k = 0; k < count; k++)
        s.todo[k] = proven;
    for (uint32_t k = 0; k < count; k++)
        while (s.todo[k] & proven) {
            const unsigned left = s.todo[k] & proven;
            if (take_direction(t, k / second, k % second, middle_of_run(left)) &&
                note_separated(&s, proven) && (s.todo[k] & left) != left)
                continue;
            const int interval = __builtin_ctz(left);
            take_around(t, k / second, k % second, interval);
            note_separated(&s, proven);
            if (s.todo[k] >> interval & 1)
                proven &= ~(1U << interval);
        }
    note_proven_slices(block, s.is_full ? 0 : proven);
}

#endif
