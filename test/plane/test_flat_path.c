/* plane/flat_path.h: the pose of a planar joint against the motion of the whole scene, and its bounds
 * at many times of their intervals. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "one_joint.h"
#include "plane/flat_path.h"
#include "seed.h"

enum { STEPS = 6 };

typedef struct planar_track {
    double times[STEPS], rows[STEPS][3], rates[STEPS][3], accelerations[STEPS][3];
    lw_track def;
} planar_track;

static void random_track(lw_random *random, planar_track *t)
{
    double time = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0.1, 1);
    size_t count = 1 + lw_random_below(random, STEPS);
    for (size_t k = 0; k < count; k++) {
        t->times[k] = time;
        time += pow(10, lw_random_between(random, -3, 1));
        for (size_t c = 0; c < 3; c++) {
            t->rows[k][c] = lw_random_between(random, -2, 2);
            t->rates[k][c] = lw_random_between(random, -3, 3);
            t->accelerations[k][c] = lw_random_between(random, -5, 5);
        }
    }
    t->def = lw_default_track();
    t->def.kind = LW_TRACK_TRAJECTORY;
    t->def.point_count = count;
    t->def.times = t->times;
    t->def.positions = t->rows[0];
    uint32_t kind = lw_random_below(random, 3);
    t->def.velocities = kind ? t->rates[0] : NULL;
    t->def.accelerations = kind > 1 ? t->accelerations[0] : NULL;
}

/* the position by a piece, at a time of it */
static lw_flat_position place_at(const lw_flat_piece *piece, double t)
{
    lw_flat_position out;
    lw_flat_position_at(piece, t, 0, &out);
    return out;
}

/* the bounds over an interval of a piece, against times in it */
static void check_bounds(const lw_flat_piece *piece, double middle, double half, lw_random *random)
{
    lw_flat_position place;
    lw_flat_turn turned;
    lw_flat_position_at(piece, middle, half, &place);
    lw_flat_turn_at(piece, middle, half, &turned);
    for (int i = 0; i < 20; i++) {
        double tau = lw_random_between(random, -half, half);
        lw_flat_position there = place_at(piece, middle + tau);
        vec2 way = sub2(sub2(there.at, place.at), scale2(tau, place.velocity));
        double room = place.error + there.error + half * place.velocity_error;
        assert_true(length2(way) <= 0.5 * tau * tau * place.acceleration + room);
        vec2 change = sub2(there.velocity, place.velocity);
        assert_true(length2(change) <= fabs(tau) * place.acceleration * (1 + 1e-9) +
                                           2 * (place.velocity_error + there.velocity_error));
        lw_flat_turn later;
        lw_flat_turn_at(piece, middle + tau, 0, &later);
        assert_true(fabs(later.rate) <= turned.spin + later.rate_error);
        assert_true(fabs(later.rate - turned.rate) <= fabs(tau) * turned.acceleration * (1 + 1e-9) +
                                                          2 * (turned.rate_error + later.rate_error));
        /* the box holds all places */
        const lw_flat_path *path = piece->path;
        assert_true(fabs(there.at.x - path->center.x) <= path->half.x + there.error);
        assert_true(fabs(there.at.y - path->center.y) <= path->half.y + there.error);
    }
}

/* against lw_motion_pose, whose times begin at 0 */
static void check_pose(const world *w, const lw_flat_piece *piece, double time, double offset)
{
    lw_pose whole;
    lw_error error = {0};
    succeed(lw_motion_pose(w->motion, 0, time - offset, &whole, &error), &error);
    lw_flat_position place = place_at(piece, time);
    lw_flat_turn turned;
    lw_flat_turn_at(piece, time, 0, &turned);
    double room = place.error + turned.error + 1e-13 + 1e-9 * fabs(offset) * 1e-3;
    assert_true(fabs(place.at.x - whole.position.x) <= room);
    assert_true(fabs(place.at.y - whole.position.y) <= room);
    double z = whole.orientation.z;
    double c = whole.orientation.w;
    assert_true(fabs(turned.cosine - (c * c - z * z)) <= room && fabs(turned.sine - 2 * c * z) <= room);
}

static void test_paths(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_shape_def ball = sphere(0.1);
    world w = one_joint(LW_JOINT_PLANAR, (lw_vec3){0, 0, 1}, &ball, lw_pose_identity());
    obstacle(&w, "post", sphere(0.1), at(9, 9, 9));
    freeze(&w);
    int rounds = test_rounds(3000, 100000);
    for (int round = 0; round < rounds; round++) {
        planar_track t;
        random_track(&random, &t);
        succeed(lw_motion_set(w.motion, &t.def, 1, &w.error), &w.error);
        lw_flat_path path = {.track = &w.motion->tracks.items[0], .base = {0, 0, 1, 0}};
        path.offset = lw_random_below(&random, 2) ? 0 : lw_random_between(&random, 0, 10);
        lw_flat_path_close(&path);
        double end = path.offset + path.track->last;
        lw_flat_piece piece;
        lw_flat_piece_at(&path, 0, &piece);
        double time = 0;
        for (int pieces = 0; time < end + 1; pieces++) {
            double until = fmin(piece.end, end + 2);
            assert_true(pieces <= STEPS + 1 && until >= time);
            double middle = time + (until - time) * lw_random_between(&random, 0.3, 0.7);
            lw_flat_piece same;
            lw_flat_piece_at(&path, middle, &same);
            if (until > time)
                assert_true(same.index == piece.index && same.end == piece.end);
            double half = fmin(middle - time, until - middle) * lw_random_between(&random, 0, 1);
            check_bounds(&piece, middle, half, &random);
            if (middle >= path.offset && middle <= end)
                check_pose(&w, &piece, middle, path.offset);
            time = until;
            if (piece.end < HUGE_VAL)
                lw_flat_piece_next(&piece);
        }
        assert_true(piece.index == LW_TRACK_AFTER);
    }
    finish(&w);
}

/* The box holds every position of the path, however its base is turned and however large the numbers
 * are, straight or not: against the polynomials in long double. */
static void test_box(void **state)
{
    (void)state;
    enum { MOST = 5, PIECES = 3 };
    lw_random random = {test_seed() + 1};
    int rounds = test_rounds(3000, 100000);
    for (int round = 0; round < rounds; round++) {
        static const int degrees[] = {1, 3, MOST};
        int degree = degrees[lw_random_below(&random, 3)];
        double size = pow(10, lw_random_between(&random, -2, 7));
        double times[PIECES + 1] = {0, 1, 2, 3};
        double c[PIECES * 3 * (MOST + 1)];
        size_t count = 1 + lw_random_below(&random, PIECES);
        for (size_t i = 0; i < count * 3 * ((size_t)degree + 1); i++)
            c[i] = lw_random_between(&random, -size, size);
        lw_motion_track track = {.piece_count = count,
                                 .times = times,
                                 .last = times[count],
                                 .degree = degree,
                                 .column_count = 3,
                                 .coefficients = c};
        lw_flat_path path = {.track = &track};
        path.base = lw_pose2_from_angle(lw_random_between(&random, -size, size),
                                        lw_random_between(&random, -size, size),
                                        lw_random_between(&random, -3, 3));
        lw_flat_path_close(&path);
        for (size_t piece = 0; piece < count; piece++)
            for (int k = 0; k <= 64; k++) {
                long double at[2] = {0, 0};
                for (int i = 0; i < 2; i++)
                    for (int power = degree; power >= 0; power--)
                        at[i] = at[i] * (k / 64.0L) +
                                c[(piece * 3 + (size_t)i) * ((size_t)degree + 1) + (size_t)power];
                long double x = path.base.x + path.base.cosine * at[0] - path.base.sine * at[1];
                long double y = path.base.y + path.base.sine * at[0] + path.base.cosine * at[1];
                if (!(fabsl(x - path.center.x) <= path.half.x &&
                      fabsl(y - path.center.y) <= path.half.y))
                    fail_msg("round %d: (%Lg, %Lg) is outside of the box", round, x, y);
            }
    }
}

/* A path without a track is at rest, in its own base. */
static void test_rest(void **state)
{
    (void)state;
    lw_flat_path path = {.rest = {1, 2, 3}, .base = {10, 20, 0, 1}};
    lw_flat_path_close(&path);
    lw_flat_piece piece;
    lw_flat_piece_at(&path, 5, &piece);
    assert_true(piece.end == HUGE_VAL);
    lw_flat_position place = place_at(&piece, 5);
    assert_true(place.at.x == 8 && place.at.y == 21);
    assert_true(place.velocity.x == 0 && place.velocity.y == 0 && place.acceleration == 0);
    assert_true(fabs(path.center.x - 8) < 1e-12 && fabs(path.center.y - 21) < 1e-12);
    assert_true(path.half.x >= 0 && path.half.x < 1e-9 && path.half.y < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
