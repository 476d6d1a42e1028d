// The reader of octrees beside OctoMap's own library (liboctomap): random trees that the library wrote,
// as .bt and .ot files and without a header as in ROS messages, are read as the leaves that the library
// has; and what is in the obstacle is what the library calls occupied, or for unknown space not free.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <tuple>

#include <leeway/leeway.h>
#include <octomap/ColorOcTree.h>
#include <octomap/OcTree.h>
#include <unistd.h>

namespace
{

using leaves = std::map<std::tuple<int, int, int, int>, int>; // lower corner and width, to the state

[[noreturn]] void fail(const std::string &why)
{
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(1);
}

template <class Tree> void fill(Tree &tree, std::mt19937_64 &random)
{
    const auto below = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
    const double size = tree.getResolution() * (below(2) ? 6 : 40);
    std::uniform_real_distribution<double> place(-size, size);
    const int count = static_cast<int>(below(300)) + 1;
    for (int i = 0; i < count; i++) {
        const octomap::point3d at(static_cast<float>(place(random)), static_cast<float>(place(random)),
                                  static_cast<float>(place(random)));
        for (unsigned k = below(4); k < 4; k++)
            tree.updateNode(at, below(3) > 0);
    }
    for (unsigned box = below(4); box > 0; box--) { // blocks of cells, which the library prunes
        const bool occupied = below(2);
        for (int i = 0; i < 512; i++) {
            octomap::OcTreeKey key;
            for (unsigned k = 0; k < 3; k++)
                key[k] = static_cast<octomap::key_type>(32768 + 8 * (box + k) + (i >> 3 * k & 7));
            tree.setNodeValue(key, occupied ? 2.0F : -1.5F);
        }
    }
    tree.updateInnerOccupancy();
    if (below(2))
        tree.prune();
}

template <class Tree> leaves leaves_of(const Tree &tree)
{
    leaves all;
    for (auto leaf = tree.begin_leafs(); leaf != tree.end_leafs(); ++leaf) {
        const int width = 1 << (tree.getTreeDepth() - leaf.getDepth());
        const octomap::OcTreeKey key = leaf.getIndexKey();
        all[{key[0] - 32768, key[1] - 32768, key[2] - 32768, width}] =
            tree.isNodeOccupied(*leaf) ? 1 : 0;
    }
    return all;
}

leaves leaves_of(const lw_shape_def &octree)
{
    leaves all;
    for (std::size_t i = 0; i < octree.cell_count; i++) {
        const std::int32_t *row = octree.cells + 5 * i;
        all[{row[0], row[1], row[2], row[3]}] = row[4];
    }
    if (all.size() != octree.cell_count)
        fail("a leaf was read twice");
    return all;
}

template <class Tree> void compare(Tree &tree, const std::string &path, double threshold)
{
    lw_error error{};
    lw_shape_def octree = lw_default_shape();
    if (lw_octree_read(path.c_str(), threshold, &octree, &error))
        fail(error.message);
    if (octree.length != tree.getResolution())
        fail("another resolution was read");
    if (leaves_of(octree) != leaves_of(tree))
        fail("other leaves were read");
    lw_octree_free(&octree);
}

// Whether points are in the obstacle, by the distance of a point from it.
template <class Tree> void compare_points(Tree &tree, const std::string &path, std::mt19937_64 &random)
{
    lw_error error{};
    lw_shape_def octree = lw_default_shape();
    lw_shape_def point = lw_default_shape();
    if (lw_octree_read(path.c_str(), 0.5, &octree, &error))
        fail(error.message);
    for (int i = 0; i < 40; i++) {
        octree.unknown = i % 2 ? LW_UNKNOWN_OBSTACLE : LW_UNKNOWN_FREE;
        octomap::OcTreeKey key;
        for (unsigned k = 0; k < 3; k++)
            key[k] = static_cast<octomap::key_type>(32768 + static_cast<int>(random() % 60) - 30);
        const auto middle = tree.keyToCoord(key);
        lw_pose at = lw_pose_identity();
        at.position = {middle.x(), middle.y(), middle.z()};
        const auto *node = tree.search(key);
        const bool full = node ? tree.isNodeOccupied(node) : octree.unknown == LW_UNKNOWN_OBSTACLE;
        lw_distance distance;
        const lw_status status =
            lw_shape_distance(&octree, lw_pose_identity(), &point, at, &distance, &error);
        if (status && octree.unknown == LW_UNKNOWN_FREE && !node)
            continue; // no cell is occupied
        if (status)
            fail(error.message);
        if (full != (distance.upper <= 0) || (!full && !(distance.lower > 0)))
            fail("a point is on the wrong side");
    }
    lw_octree_free(&octree);
}

template <class Tree> void run(std::mt19937_64 &random, const std::string &folder, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        Tree tree(std::ldexp(1.0, -static_cast<int>(random() % 6)));
        fill(tree, random);
        const double threshold =
            round % 2 ? 0.5 : 0.2 + 0.6 * static_cast<double>(random() % 1000) / 1000;
        tree.setOccupancyThres(threshold);
        tree.write(folder + "/tree.ot");
        compare(tree, folder + "/tree.ot", threshold);
        tree.writeBinaryConst(folder + "/tree.bt");
        compare(tree, folder + "/tree.bt", 0.5);
        tree.setOccupancyThres(0.5);
        tree.writeBinary(folder + "/tree.bt");
        compare(tree, folder + "/tree.bt", 0.5);
        if (round % 10 == 0)
            compare_points(tree, folder + "/tree.bt", random);
    }
}

} // namespace

int main()
{
    const char *given = std::getenv("LEEWAY_OCTREES");
    const int rounds = given ? std::atoi(given) : 400;
    const char *seed = std::getenv("LEEWAY_SEED");
    std::mt19937_64 random(seed ? std::strtoull(seed, nullptr, 10) : 20261130);
    std::printf("seed: LEEWAY_SEED=%s\n", seed ? seed : "20261130");
    const std::string folder =
        std::filesystem::temp_directory_path() / ("leeway-octomap-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    run<octomap::OcTree>(random, folder, rounds);
    run<octomap::ColorOcTree>(random, folder, rounds / 4);
    std::filesystem::remove_all(folder);
    return 0;
}
