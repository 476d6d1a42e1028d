// Box2D 2.4 (libbox2d-dev): b2Distance with proxies over vertices that the caller keeps.
#include "peer_box2d.h"

#include <box2d/b2_distance.h>

#include <new>
#include <vector>

namespace
{

struct pair_of {
    std::vector<b2Vec2> a, b;
    b2DistanceInput input;
    b2SimplexCache cache;
};

b2Transform transform_of(const double pose[4])
{
    b2Transform out;
    out.p.Set(static_cast<float>(pose[0]), static_cast<float>(pose[1]));
    out.q.c = static_cast<float>(pose[2]);
    out.q.s = static_cast<float>(pose[3]);
    return out;
}

std::vector<b2Vec2> points_of(const double *vertices, size_t count)
{
    std::vector<b2Vec2> out(count);
    for (size_t i = 0; i < count; i++)
        out[i].Set(static_cast<float>(vertices[2 * i]), static_cast<float>(vertices[2 * i + 1]));
    return out;
}

} // namespace

struct peer_box2d {
    std::vector<pair_of> pairs;
};

peer_box2d *peer_box2d_create(size_t count)
{
    try {
        return new peer_box2d{std::vector<pair_of>(count)};
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void peer_box2d_destroy(peer_box2d *peer)
{
    delete peer;
}

void peer_box2d_set(peer_box2d *peer, size_t pair, const double *a, size_t a_count, const double *b,
                    size_t b_count, const double pose_a[4], const double pose_b[4])
{
    pair_of &p = peer->pairs[pair];
    p.a = points_of(a, a_count);
    p.b = points_of(b, b_count);
    p.input.proxyA.Set(p.a.data(), static_cast<int32>(a_count), 0);
    p.input.proxyB.Set(p.b.data(), static_cast<int32>(b_count), 0);
    p.input.transformA = transform_of(pose_a);
    p.input.transformB = transform_of(pose_b);
    p.input.useRadii = false;
    p.cache.count = 0;
}

static float distance_of(const b2DistanceInput &input, b2SimplexCache &cache)
{
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input);
    return output.distance;
}

void peer_box2d_prime(peer_box2d *peer, size_t pair)
{
    pair_of &p = peer->pairs[pair];
    p.cache.count = 0;
    distance_of(p.input, p.cache);
}

float peer_box2d_distance(peer_box2d *peer, size_t pair, int warm, const double move[4])
{
    pair_of &p = peer->pairs[pair];
    b2SimplexCache cache;
    cache.count = 0;
    if (!warm)
        return distance_of(p.input, cache);
    cache = p.cache;
    b2DistanceInput input = p.input;
    input.transformB.p += b2Vec2(static_cast<float>(move[0]), static_cast<float>(move[1]));
    b2Rot by;
    by.c = static_cast<float>(move[2]);
    by.s = static_cast<float>(move[3]);
    input.transformB.q = b2Mul(by, input.transformB.q);
    return distance_of(input, cache);
}
