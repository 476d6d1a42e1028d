/* Random pairs of convex polygons, and the tables of the barycode GJK paper. */
#include "barycode/polygon_pairs.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

const lw_barycode_table lw_barycode_tables[LW_BARYCODE_TABLES] = {
    {4,
     {96.77, 84.93, 151.92},
     {99.62, 203.92, 170.26},
     {{63.85, 62.99, 118.61}, {54.92, 54.95, 126.73}},
     {{13.45, 40.63, 104.05}, {19.22, 51.54, 111.59}}},
    {8,
     {154.77, 99.63, 163.24},
     {137.83, 414.83, 359.05},
     {{106.25, 74.25, 111.90}, {86.13, 42.07, 78.21}},
     {{18.50, 51.58, 92.18}, {16.90, 39.13, 77.63}}},
    {12,
     {221.77, 98.62, 210.26},
     {274.01, 714.44, 572.71},
     {{184.58, 89.60, 108.69}, {119.69, 54.34, 46.52}},
     {{25.89, 67.62, 46.81}, {18.37, 49.10, 36.89}}},
    {16,
     {362.73, 168.27, 307.07},
     {342.67, 1156.10, 885.26},
     {{229.68, 108.19, 213.41}, {139.18, 51.67, 101.88}},
     {{35.49, 85.96, 154.20}, {20.98, 51.23, 104.03}}},
    {20,
     {240.20, 141.63, 381.77},
     {321.73, 1755.92, 1364.87},
     {{221.33, 124.68, 325.81}, {131.98, 37.95, 100.88}},
     {{44.15, 56.04, 162.70}, {23.84, 33.00, 102.61}}},
    {24,
     {183.96, 171.54, 519.16},
     {327.45, 2375.39, 1757.84},
     {{169.26, 152.61, 440.28}, {83.41, 66.83, 44.02}},
     {{54.47, 127.93, 63.94}, {25.25, 64.97, 36.56}}},
};

const char *lw_pair_class_name(lw_pair_class which)
{
    static const char *const names[] = {"distant", "overlapping", "touching"};
    return names[which];
}

/* a random polygon on an ellipse, with no two corners nearer than a fifth of an even share */
static lw_status random_polygon(lw_random *random, unsigned vertices, lw_polygon **out, lw_error *error)
{
    double corners[2 * 64];
    double size = lw_random_between(random, 0.5, 1.5);
    double narrow = lw_random_between(random, 0.3, 1);
    lw_pose2 turned = lw_pose2_from_angle(0, 0, lw_random_between(random, 0, 2 * PI));
    for (unsigned i = 0; i < vertices; i++) {
        double angle = (i + lw_random_between(random, 0, 0.8)) * 2 * PI / vertices;
        lw_pose2 on = lw_pose2_from_angle(0, 0, angle);
        double x = size * on.cosine;
        double y = size * narrow * on.sine;
        corners[2 * i] = turned.cosine * x - turned.sine * y;
        corners[2 * i + 1] = turned.sine * x + turned.cosine * y;
    }
    return lw_polygon_create(corners, vertices, 0, out, error);
}

static lw_pose2 random_pose(lw_random *random, double range)
{
    return lw_pose2_from_angle(lw_random_between(random, -range, range),
                               lw_random_between(random, -range, range),
                               lw_random_between(random, 0, 2 * PI));
}

/* draws poses until they are of the class */
static void draw_poses(lw_random *random, lw_pair_class which, lw_polygon_pair *pair)
{
    lw_separation s;
    bool apart = which != LW_OVERLAPPING;
    do {
        pair->pose_a = random_pose(random, 10);
        pair->pose_b = random_pose(random, apart ? 10 : 1);
        if (!apart) {
            pair->pose_b.x += pair->pose_a.x;
            pair->pose_b.y += pair->pose_a.y;
        }
        lw_polygon_separation(pair->a, pair->pose_a, pair->b, pair->pose_b, NULL, &s);
    } while (apart ? s.lower < 0.1 : s.depth < 0.05);
    if (which == LW_TOUCHING) {
        pair->pose_b.x -= s.upper * s.normal.x;
        pair->pose_b.y -= s.upper * s.normal.y;
    }
}

lw_status lw_polygon_pairs_make(uint64_t seed, unsigned vertices, lw_pair_class which, size_t count,
                                lw_polygon_pair *out, lw_error *error)
{
    lw_random random = {seed};
    memset(out, 0, count * sizeof *out);
    for (size_t i = 0; i < count; i++) {
        lw_polygon *polygons[2] = {NULL, NULL};
        lw_status status = random_polygon(&random, vertices, &polygons[0], error);
        out[i].a = polygons[0];
        if (!status)
            status = random_polygon(&random, vertices, &polygons[1], error);
        out[i].b = polygons[1];
        if (status) {
            lw_polygon_pairs_free(out, count);
            return status;
        }
        draw_poses(&random, which, &out[i]);
    }
    return LW_OK;
}

void lw_polygon_pairs_free(lw_polygon_pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        lw_polygon_destroy((lw_polygon *)pairs[i].a);
        lw_polygon_destroy((lw_polygon *)pairs[i].b);
        pairs[i].a = pairs[i].b = NULL;
    }
}
