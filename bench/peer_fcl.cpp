/* FCL behind a header in C. */
#include "peer_fcl.h"

#include "peer_fcl_transform.h"

#include <map>
#include <memory>
#include <vector>

namespace
{

struct object {
    std::unique_ptr<fcl::CollisionObjectd> fcl;
    fcl::Transform3d at; // in the body
    size_t body;
};

struct body {
    bool moves = false;
    std::vector<size_t> objects;
};

struct pair {
    fcl::CollisionObjectd *a, *b;
};

using mesh = fcl::BVHModel<fcl::OBBRSSd>;

// A cached mesh: many scenes are open at once, with the same robot in each.
std::shared_ptr<mesh> mesh_of(const peer_fcl_shape &shape)
{
    static std::map<std::vector<double>, std::weak_ptr<mesh>> made;
    std::vector<double> key;
    key.reserve(9 * shape.triangle_count);
    for (size_t i = 0; i < shape.triangle_count; i++)
        for (int corner = 0; corner < 3; corner++)
            key.insert(key.end(), shape.triangles[i][corner], shape.triangles[i][corner] + 3);
    std::weak_ptr<mesh> &known = made[key];
    if (auto model = known.lock())
        return model;
    auto model = std::make_shared<mesh>();
    model->beginModel(static_cast<int>(shape.triangle_count));
    for (size_t i = 0; i < shape.triangle_count; i++) {
        fcl::Vector3d corners[3];
        for (int corner = 0; corner < 3; corner++)
            corners[corner] = fcl::Vector3d(shape.triangles[i][corner]);
        model->addTriangle(corners[0], corners[1], corners[2]);
    }
    model->endModel();
    known = model;
    return model;
}

std::shared_ptr<fcl::CollisionGeometryd> geometry_of(const peer_fcl_shape &shape, bool boxes_as_meshes)
{
    switch (shape.kind) {
    case PEER_FCL_SPHERE:
        return std::make_shared<fcl::Sphered>(shape.size[0]);
    case PEER_FCL_CAPSULE:
        return std::make_shared<fcl::Capsuled>(shape.size[0], shape.size[1]);
    case PEER_FCL_BOX: {
        fcl::Boxd box(shape.size[0], shape.size[1], shape.size[2]);
        if (!boxes_as_meshes)
            return std::make_shared<fcl::Boxd>(box);
        auto model = std::make_shared<mesh>();
        fcl::generateBVHModel(*model, box, fcl::Transform3d::Identity());
        return model;
    }
    case PEER_FCL_CYLINDER:
        return std::make_shared<fcl::Cylinderd>(shape.size[0], shape.size[1]);
    case PEER_FCL_MESH:
        break;
    }
    return mesh_of(shape);
}

bool touch(const fcl::CollisionObjectd *a, const fcl::CollisionObjectd *b)
{
    static const fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    return fcl::collide(a, b, request, result) > 0;
}

// the context of a search in the tree of still bodies
struct search {
    const peer_fcl *peer;
    bool found;
};

} // namespace

struct peer_fcl {
    peer_fcl_options options;
    std::vector<body> bodies;
    std::vector<object> objects;
    std::vector<std::vector<bool>> checked; // by two bodies
    std::vector<pair> still, moving;        // pairs of objects, tested one by one
    fcl::DynamicAABBTreeCollisionManagerd tree;
    std::vector<fcl::CollisionObjectd *> searched; // moving objects, which may meet objects in the tree
};

namespace
{

size_t body_of(const fcl::CollisionObjectd *object)
{
    return *static_cast<const size_t *>(object->getUserData());
}

bool meet(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *context)
{
    auto *found = static_cast<search *>(context);
    if (found->peer->checked[body_of(a)][body_of(b)] && touch(a, b))
        found->found = true;
    return found->found;
}

void place(object &object, const peer_fcl_pose &pose)
{
    object.fcl->setTransform(transform_of(pose) * object.at);
    object.fcl->computeAABB();
}

// adds every pair of objects of two bodies; with a tree, pairs of a moving and a still body are left to
// it
void pair_up(peer_fcl &peer, size_t a, size_t b)
{
    bool any_moves = peer.bodies[a].moves || peer.bodies[b].moves;
    bool both_move = peer.bodies[a].moves && peer.bodies[b].moves;
    if (any_moves && !both_move && peer.options.broad_phase == PEER_FCL_TREE)
        return;
    for (size_t i : peer.bodies[a].objects)
        for (size_t j : peer.bodies[b].objects)
            (any_moves ? peer.moving : peer.still)
                .push_back({peer.objects[i].fcl.get(), peer.objects[j].fcl.get()});
}

void set_up(peer_fcl &peer, const peer_fcl_pose *poses)
{
    for (object &object : peer.objects) {
        object.fcl->setUserData(&object.body);
        if (!peer.bodies[object.body].moves)
            place(object, poses[object.body]);
    }
    for (size_t a = 0; a < peer.bodies.size(); a++)
        for (size_t b = a + 1; b < peer.bodies.size(); b++)
            if (peer.checked[a][b])
                pair_up(peer, a, b);
    for (object &object : peer.objects) {
        bool needed[2] = {false, false};
        for (size_t other = 0; other < peer.bodies.size(); other++)
            if (peer.checked[object.body][other])
                needed[peer.bodies[other].moves] = true;
        if (!peer.bodies[object.body].moves && needed[true])
            peer.tree.registerObject(object.fcl.get());
        if (peer.bodies[object.body].moves && needed[false])
            peer.searched.push_back(object.fcl.get());
    }
    peer.tree.setup();
}

bool any_touches(const std::vector<pair> &pairs)
{
    for (const pair &pair : pairs)
        if (pair.a->getAABB().overlap(pair.b->getAABB()) && touch(pair.a, pair.b))
            return true;
    return false;
}

} // namespace

extern "C" {

peer_fcl *peer_fcl_create(size_t bodies, peer_fcl_options options)
try {
    auto peer = std::make_unique<peer_fcl>();
    peer->options = options;
    peer->bodies.resize(bodies);
    peer->checked.assign(bodies, std::vector<bool>(bodies, false));
    return peer.release();
} catch (const std::bad_alloc &) {
    return nullptr;
}

void peer_fcl_destroy(peer_fcl *peer)
{
    delete peer;
}

bool peer_fcl_add(peer_fcl *peer, size_t body, bool moves, const peer_fcl_shape *shape)
try {
    auto geometry = geometry_of(*shape, peer->options.boxes_as_meshes);
    geometry->computeLocalAABB();
    peer->bodies[body].moves = moves;
    peer->bodies[body].objects.push_back(peer->objects.size());
    peer->objects.push_back(
        {std::make_unique<fcl::CollisionObjectd>(geometry), transform_of(shape->at), body});
    return true;
} catch (const std::bad_alloc &) {
    return false;
}

void peer_fcl_pair(peer_fcl *peer, size_t a, size_t b)
{
    peer->checked[a][b] = peer->checked[b][a] = true;
}

bool peer_fcl_freeze(peer_fcl *peer, const peer_fcl_pose *poses)
try {
    set_up(*peer, poses);
    return true;
} catch (const std::bad_alloc &) {
    return false;
}

bool peer_fcl_still_touches(peer_fcl *peer)
{
    return any_touches(peer->still);
}

bool peer_fcl_touches(peer_fcl *peer, const peer_fcl_pose *poses)
{
    for (object &object : peer->objects)
        if (peer->bodies[object.body].moves)
            place(object, poses[object.body]);
    if (any_touches(peer->moving))
        return true;
    if (peer->options.broad_phase == PEER_FCL_PAIRS)
        return false;
    search search{peer, false};
    for (fcl::CollisionObjectd *object : peer->searched) {
        peer->tree.collide(object, &search, meet);
        if (search.found)
            return true;
    }
    return false;
}
}
