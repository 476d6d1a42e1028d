/* Compares two scenes as a caller sees them: they have the same pairs, at the same distances. */
#ifndef LW_TEST_SAME_SCENE_H
#define LW_TEST_SAME_SCENE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "leeway/leeway.h"

/* A pair's names, and its distance in a frozen scene at rest. */
typedef struct same_pair {
    const char *a, *b;
    lw_distance distance;
} same_pair;

static inline same_pair same_pair_of(const lw_scene *scene, lw_checker *checker, lw_motion *motion,
                                     size_t index)
{
    lw_pair_info info = lw_default_pair_info();
    same_pair pair = {0};
    assert_int_equal(lw_scene_pair_info(scene, index, &info, NULL), LW_OK);
    assert_int_equal(lw_pair_distance(checker, motion, 0, index, &pair.distance, NULL), LW_OK);
    pair.a = lw_scene_body_name(scene, info.bodies[0]);
    pair.b = lw_scene_body_name(scene, info.bodies[1]);
    return pair;
}

static inline bool same_names(same_pair one, same_pair other)
{
    return (!strcmp(one.a, other.a) && !strcmp(one.b, other.b)) ||
           (!strcmp(one.a, other.b) && !strcmp(one.b, other.a));
}

/* Fails if two frozen scenes differ: in the number of their pairs, or in the distance of a pair by more
 * than 1e-12. what: begins the sentence. Returns the number of pairs. */
static inline size_t assert_same_scene(const lw_scene *one, const lw_scene *other, const char *what)
{
    const lw_scene *scenes[2] = {one, other};
    lw_checker *checkers[2];
    lw_motion *motions[2];
    const size_t count = lw_scene_pair_count(one);
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(lw_checker_create(scenes[k], &checkers[k], NULL), LW_OK);
        assert_int_equal(lw_motion_create(scenes[k], &motions[k], NULL), LW_OK);
    }
    if (lw_scene_pair_count(other) != count)
        fail_msg("%s: %zu pairs are checked, not %zu", what, count, lw_scene_pair_count(other));
    for (size_t i = 0; i < count; i++) {
        const same_pair a = same_pair_of(one, checkers[0], motions[0], i);
        size_t k = 0;
        same_pair b = same_pair_of(other, checkers[1], motions[1], k);
        while (!same_names(a, b) && ++k < count) /* objects may come in another order */
            b = same_pair_of(other, checkers[1], motions[1], k);
        if (!same_names(a, b))
            fail_msg("%s: only one of the scenes checks \"%s\" and \"%s\"", what, a.a, a.b);
        if (fabs(a.distance.lower - b.distance.lower) > 1e-12 ||
            fabs(a.distance.upper - b.distance.upper) > 1e-12)
            fail_msg("%s: \"%s\" and \"%s\" are %.17g to %.17g apart, not %.17g to %.17g", what, a.a,
                     a.b, a.distance.lower, a.distance.upper, b.distance.lower, b.distance.upper);
    }
    for (size_t k = 0; k < 2; k++) {
        lw_checker_destroy(checkers[k]);
        lw_motion_destroy(motions[k]);
    }
    return count;
}

#endif
