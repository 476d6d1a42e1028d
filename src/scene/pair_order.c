/* The pairs to check in their order: the pair at an index, the index of a pair, the next pair, and
 * margins of single pairs. */
#include "scene/frozen.h"

/* number of items in the sorted list whose ids are below `id` */
static size_t own_before(const lw_pairs *pairs, lw_pair_id id)
{
    size_t begin = 0;
    size_t end = pairs->own_count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (pairs->own[middle].id < id)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

double lw_frozen_margin(const lw_pairs *pairs, lw_pair_id id, double margin)
{
    size_t i = own_before(pairs, id);
    return i < pairs->own_count && pairs->own[i].id == id ? pairs->own[i].margin : margin;
}

static bool is_checked(const lw_frozen *frozen, size_t a, size_t b)
{
    return b > a && frozen->pairs.reasons[a * frozen->body_count + b] == LW_PAIR_CHECKED;
}

size_t lw_frozen_pair_index(const lw_frozen *frozen, lw_pair_id id)
{
    const lw_pairs *pairs = &frozen->pairs;
    size_t a = lw_pair_first(id);
    size_t b = lw_pair_second(id);
    size_t block = b / LW_PAIR_BLOCK;
    size_t index = pairs->rows[a] + pairs->ranks[a * pairs->block_count + block];
    for (size_t k = block * LW_PAIR_BLOCK; k < b; k++)
        index += is_checked(frozen, a, k);
    return index;
}

/* index of the last of some ascending numbers that is at most a limit, as the first one is */
static size_t last_at_most(const size_t *numbers, size_t count, size_t limit)
{
    size_t begin = 0;
    while (count > 1) {
        size_t half = count / 2;
        if (numbers[begin + half] <= limit) {
            begin += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return begin;
}

lw_pair_id lw_frozen_pair_at(const lw_frozen *frozen, size_t index)
{
    const lw_pairs *pairs = &frozen->pairs;
    /* rows without pairs begin at the number of the next row that has some: that is the last of them */
    size_t a = last_at_most(pairs->rows, frozen->moving_count, index);
    uint32_t rank = (uint32_t)(index - pairs->rows[a]);
    const uint32_t *ranks = pairs->ranks + a * pairs->block_count;
    size_t block = 0;
    for (size_t count = pairs->block_count; count > 1;) {
        size_t half = count / 2;
        if (ranks[block + half] <= rank) {
            block += half;
            count -= half;
        } else {
            count = half;
        }
    }
    size_t b = block * LW_PAIR_BLOCK;
    for (uint32_t before = ranks[block]; !is_checked(frozen, a, b) || before < rank; b++)
        before += is_checked(frozen, a, b);
    return lw_pair_id_of((uint32_t)a, (uint32_t)b);
}

lw_pair_id lw_frozen_next_pair(const lw_frozen *frozen, lw_pair_id id)
{
    size_t a = lw_pair_first(id);
    size_t b = lw_pair_second(id);
    for (; a < frozen->moving_count; a++, b = 0)
        for (b = b > a ? b : a + 1; b < frozen->body_count; b++)
            if (frozen->pairs.reasons[a * frozen->body_count + b] == LW_PAIR_CHECKED)
                return lw_pair_id_of((uint32_t)a, (uint32_t)b);
    return LW_NO_PAIR;
}
