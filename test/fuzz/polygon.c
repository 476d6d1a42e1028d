/* Fuzzes polygons of the plane: all levels of a query, and the tracked features, must agree. */
#include <math.h>

#include "fuzz.h"

enum { MOST_VERTICES = 16 };

/* corners of a circle's polygon, turned and stretched, or any points */
static lw_polygon *pick_polygon(fuzz_bytes *bytes)
{
    double vertices[2 * MOST_VERTICES];
    size_t count = 1 + fuzz_byte(bytes) % MOST_VERTICES;
    unsigned kind = fuzz_byte(bytes);
    double angle = 0;
    double width = fuzz_between(bytes, 0, 2);
    double height = fuzz_between(bytes, 0, 2);
    for (size_t i = 0; i < count; i++) {
        angle += fuzz_between(bytes, 0, 2 * 6.2831853 / (double)count);
        vertices[2 * i] = kind < 32 ? fuzz_number(bytes) : width * cos(angle);
        vertices[2 * i + 1] = kind < 32 ? fuzz_number(bytes) : height * sin(angle);
        if (kind >= 224) { /* corners on a grid: parallel edges, and touches to the bit */
            vertices[2 * i] = round(2 * vertices[2 * i]) / 2;
            vertices[2 * i + 1] = round(2 * vertices[2 * i + 1]) / 2;
        }
    }
    double radius = fuzz_byte(bytes) % 4 ? 0 : fuzz_between(bytes, 0, 0.5);
    lw_polygon *polygon = NULL;
    lw_error error = {0};
    lw_status status = lw_polygon_create(vertices, count, radius, &polygon, &error);
    return fuzz_answer(status, &error) ? polygon : NULL;
}

static lw_pose2 pick_pose(fuzz_bytes *bytes)
{
    unsigned kind = fuzz_byte(bytes);
    double x = fuzz_between(bytes, -3, 3);
    double y = fuzz_between(bytes, -3, 3);
    if (kind < 64)
        return lw_pose2_from_angle(round(2 * x) / 2, round(2 * y) / 2, 0);
    return lw_pose2_from_angle(x, y, fuzz_between(bytes, -4, 4));
}

/* the largest distance of the vertices from the origin */
static double reach(const lw_polygon *polygon)
{
    double most = 0;
    for (size_t i = 0; i < lw_polygon_count(polygon); i++) {
        lw_vec2 v = lw_polygon_vertex(polygon, i);
        most = fmax(most, fmax(fabs(v.x), fabs(v.y)));
    }
    return most;
}

static void ask(fuzz_bytes *bytes, const lw_polygon *a, const lw_polygon *b)
{
    lw_polygon_memory memory = {0};
    lw_polygon_features features = {0};
    double size = reach(a) + reach(b) + 10;
    for (int i = 0; i < 4; i++) {
        lw_pose2 pose_a = pick_pose(bytes);
        lw_pose2 pose_b = pick_pose(bytes);
        lw_separation plain;
        lw_separation tracked;
        bool touch = lw_polygon_touches(a, pose_a, b, pose_b);
        double distance = lw_polygon_distance(a, pose_a, b, pose_b, &memory);
        lw_polygon_separation(a, pose_a, b, pose_b, &memory, &plain);
        lw_polygon_track(a, pose_a, b, pose_b, &features, &tracked);
        double room = 1e-12 * size;
        fuzz_require(isfinite(plain.lower) && isfinite(plain.upper) && plain.lower <= plain.upper);
        fuzz_require(isfinite(tracked.lower) && isfinite(tracked.upper) &&
                     tracked.lower <= tracked.upper);
        fuzz_require(plain.depth >= 0 && tracked.depth >= 0);
        fuzz_require(touch || distance > 0);
        fuzz_require(!touch || distance <= room);
        fuzz_require(fabs(fmax(plain.upper, 0) - distance) <= room);
        fuzz_require(plain.upper >= 0 || -plain.upper <= plain.depth + room);
        fuzz_require(fabs(plain.upper - tracked.upper) <= room);
    }
}

void fuzz_polygon(const uint8_t *bytes, size_t size)
{
    fuzz_bytes source = {bytes, bytes + size};
    lw_polygon *a = pick_polygon(&source);
    lw_polygon *b = pick_polygon(&source);
    if (a && b && reach(a) <= 1e6 && reach(b) <= 1e6)
        ask(&source, a, b);
    lw_polygon_destroy(a);
    lw_polygon_destroy(b);
}
