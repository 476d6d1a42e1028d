/* Compares answers to the same question: two verdicts, or those of all methods. */
#ifndef LW_TEST_AGREE_H
#define LW_TEST_AGREE_H

#include <math.h>

#include "small_scene.h"

/* Compares two methods that prove. A time that one has proven free is no contact of the other. If both
 * find the first contact, and know it to be the first, the times agree up to both tolerances. Unless
 * one is undecided, both are free or both are in contact. */
static inline bool answers_agree(const lw_verdict *one, const lw_verdict *two, bool any,
                                 double tolerance)
{
    bool contact[2] = {one->kind == LW_VERDICT_CONTACT, two->kind == LW_VERDICT_CONTACT};
    if ((contact[0] && two->free_until > one->time) || (contact[1] && one->free_until > two->time))
        return false;
    if (contact[0] && contact[1])
        return any || !one->first || !two->first || fabs(one->time - two->time) <= 2 * tolerance;
    return one->kind == two->kind || one->kind == LW_VERDICT_UNDECIDED ||
           two->kind == LW_VERDICT_UNDECIDED;
}

/* Asks all methods and fails with the first conflict; where: a sentence that finds the motion again.
 * Free the answers. */
static inline lw_cross cross_agree(lw_checker *checker, const lw_motion *motion,
                                   const lw_cross_options *options, const char *where)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    lw_cross cross = lw_default_cross();
    succeed(lw_cross_check(checker, motion, options, &cross, &error), &error);
    if (!cross.conflict_count)
        return cross;
    const lw_conflict *c = &cross.conflicts[0];
    const lw_verdict *one = cross.verdicts[c->methods[0]];
    const lw_verdict *two = cross.verdicts[c->methods[1]];
    fail_msg(
        "%s: %s of %s, by %s at %.17g: allowed %.17g, distance %.17g to %.17g of bodies %d and %d, "
        "rounding %g; %s says %d at %.17g, free until %.17g; %s %d at %.17g, free until %.17g",
        where, lw_conflict_name(c->kind), lw_method_name(c->methods[0]), lw_method_name(c->methods[1]),
        c->time, c->allowed, c->distance.lower, c->distance.upper, (int)c->pair[0], (int)c->pair[1],
        c->rounding, lw_method_name(c->methods[0]), (int)one->kind, one->time, one->free_until,
        lw_method_name(c->methods[1]), (int)two->kind, two->time, two->free_until);
    return cross;
}

#endif
