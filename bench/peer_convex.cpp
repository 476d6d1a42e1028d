// FCL 0.7 (libfcl-dev): fcl::Convex and its distance solver over libccd.
#include "peer_convex.h"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include <memory>
#include <new>
#include <vector>

struct peer_convex {
    fcl::Convexd shape;
};

peer_convex *peer_convex_create(const double *vertices, uint32_t vertex_count,
                                const uint32_t (*facets)[3], uint32_t facet_count)
{
    try {
        auto points = std::make_shared<std::vector<fcl::Vector3d>>();
        for (uint32_t i = 0; i < vertex_count; i++)
            points->emplace_back(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
        auto faces = std::make_shared<std::vector<int>>();
        for (uint32_t f = 0; f < facet_count; f++) {
            faces->push_back(3);
            for (int k = 0; k < 3; k++)
                faces->push_back(static_cast<int>(facets[f][k]));
        }
        return new peer_convex{fcl::Convexd(points, static_cast<int>(facet_count), faces)};
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void peer_convex_destroy(peer_convex *body)
{
    delete body;
}

double peer_convex_distance(const peer_convex *a, const peer_convex *b, const double b_in_a[12])
{
    fcl::Transform3d at = fcl::Transform3d::Identity();
    for (int column = 0; column < 3; column++)
        for (int k = 0; k < 3; k++)
            at.linear()(k, column) = b_in_a[3 * column + k];
    at.translation() = fcl::Vector3d(b_in_a[9], b_in_a[10], b_in_a[11]);
    static const fcl::detail::GJKSolver_libccd<double> solver;
    fcl::Vector3d points[2];
    double distance = 0;
    solver.shapeSignedDistance(a->shape, fcl::Transform3d::Identity(), b->shape, at, &distance,
                               &points[0], &points[1]);
    return distance;
}
