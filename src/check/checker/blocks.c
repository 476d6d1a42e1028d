/* The search over time of the parts that blocks leave. */
#include "check/checker/blocks.h"

lw_lanes *lw_blocks_begin(lw_checker *checker)
{
    lw_lanes *lanes = checker->lanes;
    lanes->samples = 0;
    lanes->sample = checker->options->sample;
    lanes->sample_context = checker->options->sample_context;
    return lanes;
}

void lw_blocks_end(lw_checker *checker)
{
    checker->verdict->samples += checker->lanes->samples;
}

void lw_blocks_search(lw_time_search *search, size_t piece, double begin, const lw_unproven *left,
                      size_t count)
{
    lw_work works[LW_MOST_REST];
    for (size_t i = 0; i < count; i++)
        works[i] = (lw_work){left[i].from, left[i].to, left[i].pair};
    lw_time_search_works(search, piece, begin, works, count);
}
