/* FCL's convex polytopes behind a header in C. */
#include "peer_fcl_convex.h"

#include "peer_fcl_transform.h"

#include <memory>
#include <vector>

namespace
{

std::shared_ptr<fcl::Convexd> convex_of(const peer_fcl_polytope &polytope)
{
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (size_t i = 0; i < polytope.vertex_count; i++)
        vertices->emplace_back(polytope.vertices[i]);
    auto faces = std::make_shared<std::vector<int>>();
    for (size_t i = 0; i < polytope.facet_count; i++) {
        faces->push_back(3);
        for (uint32_t corner : polytope.facets[i])
            faces->push_back(static_cast<int>(corner));
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(polytope.facet_count), faces);
}

} // namespace

struct peer_fcl_convex {
    std::shared_ptr<fcl::Convexd> shapes[2];
    fcl::DistanceRequestd request{true, false, 0, 0, 1e-7, fcl::GST_INDEP};
    fcl::ContinuousCollisionRequestd continuous{100, 1e-6, fcl::CCDM_SCREW, fcl::GST_INDEP,
                                                fcl::CCDC_CONSERVATIVE_ADVANCEMENT};
};

extern "C" {

peer_fcl_convex *peer_fcl_convex_create(const peer_fcl_polytope polytopes[2])
try {
    auto peer = std::make_unique<peer_fcl_convex>();
    for (int i = 0; i < 2; i++)
        peer->shapes[i] = convex_of(polytopes[i]);
    return peer.release();
} catch (const std::bad_alloc &) {
    return nullptr;
}

void peer_fcl_convex_destroy(peer_fcl_convex *peer)
{
    delete peer;
}

double peer_fcl_convex_distance(peer_fcl_convex *peer, const peer_fcl_pose poses[2], double line[3])
{
    fcl::DistanceResultd result;
    double distance =
        fcl::distance(peer->shapes[0].get(), transform_of(poses[0]), peer->shapes[1].get(),
                      transform_of(poses[1]), peer->request, result);
    for (int i = 0; i < 3; i++)
        line[i] = result.nearest_points[1][i] - result.nearest_points[0][i];
    return distance;
}

bool peer_fcl_convex_meet(peer_fcl_convex *peer, const peer_fcl_pose from[2], const peer_fcl_pose to[2],
                          double *time)
{
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(peer->shapes[0].get(), transform_of(from[0]), transform_of(to[0]),
                           peer->shapes[1].get(), transform_of(from[1]), transform_of(to[1]),
                           peer->continuous, result);
    *time = result.time_of_contact;
    return result.is_collide;
}
}
