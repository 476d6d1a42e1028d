/* The method `sampled`: static tests at a resolution, the common practice and the baseline. It can find
 * a contact; if it finds none, nothing is proven, and the verdict says so. Wu et al. compare with such
 * a method (section 2.1); here the resolution is a step of the joints, in place of grown shapes and (1)
 * to (4). */
#include "check/method/methods.h"

/* number of equal steps of a piece, so that no coordinate moves more than the resolution in one */
static uint64_t steps_of(lw_checker *checker, size_t piece)
{
    lw_motion_piece span = checker->motion->pieces.items[piece];
    double half = 0.5 * (span.end - span.begin);
    lw_kinematics_sample(&checker->kinematics, checker->motion, piece, span.begin + half, half);
    double most = 0;
    for (size_t i = 0; i < checker->frozen->chains->variable_count; i++)
        most = fmax(most, checker->kinematics.coordinates.rate_bound[i]);
    double steps = ceil(most * 2 * half / checker->options->resolution);
    return steps < 1 ? 1 : steps > 1e15 ? (uint64_t)1e15 : (uint64_t)steps;
}

/* whether the check ends at a time: it reports a contact there, or is out of budget */
static bool ends_at(lw_checker *checker, size_t piece, double time, bool inside)
{
    lw_checker_sample(checker, piece, time, 0);
    lw_pair_id found = lw_checker_touching(checker, inside);
    if (found != LW_NO_PAIR) {
        lw_pair pair = lw_frozen_pair(checker->frozen, found);
        checker->verdict->free_until = checker->motion->begin;
        lw_checker_report(checker, &pair, piece, time);
        /* nothing before it is proven, unless it is the beginning */
        checker->verdict->first = time <= checker->motion->begin;
        return true;
    }
    return lw_checker_out_of_samples(checker);
}

void lw_check_sampled(lw_checker *checker)
{
    const lw_motion *motion = checker->motion;
    lw_verdict *verdict = checker->verdict;
    verdict->kind = LW_VERDICT_UNDECIDED;
    verdict->free_until = motion->begin;
    if (ends_at(checker, 0, motion->begin, true))
        return;
    for (size_t piece = 0; piece < motion->pieces.count; piece++) {
        lw_motion_piece span = motion->pieces.items[piece];
        uint64_t steps = span.end > span.begin ? steps_of(checker, piece) : 0;
        for (uint64_t i = 1; i <= steps; i++) {
            double time = i == steps
                              ? span.end
                              : span.begin + (span.end - span.begin) * ((double)i / (double)steps);
            if (ends_at(checker, piece, time, false))
                return;
        }
    }
    verdict->reason = LW_REASON_SAMPLED;
}
