/* Scenes for the tests of leeway/ompl.h: an arm, a floating body or a vehicle among obstacles. */
#ifndef LEEWAY_TEST_OMPL_WORLD_H
#define LEEWAY_TEST_OMPL_WORLD_H

#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <leeway/ompl.h>

extern "C" {
#include <cmocka.h> // last, since its fail is a name of the standard library too
}

namespace ob = ompl::base;

inline void good(lw_status status, const lw_error &error)
{
    if (status)
        fail_msg("%s: %s", lw_status_name(status), error.message);
}

/* A scene that is being built. */
class Builder
{
  public:
    explicit Builder(int dimension = 3)
    {
        good(lw_scene_create(&scene, &error), error);
        good(lw_scene_set_dimension(scene, dimension, &error), error);
    }

    void robot(const char *name)
    {
        named = name;
        good(lw_scene_add_robot(scene, name, lw_pose_identity(), &error), error);
        link("base");
    }

    void link(const char *name)
    {
        good(lw_scene_add_link(scene, named, name, &error), error);
    }

    /* A joint and its child link, which has the joint's name with "_link". */
    void joint(const char *name, lw_joint_kind kind, const char *parent, lw_vec3 at, lw_vec3 axis,
               const char *mimic = nullptr)
    {
        const std::string child = std::string(name) + "_link";
        lw_joint_def def = lw_default_joint();
        def.name = name;
        def.kind = kind;
        def.parent = parent;
        def.child = child.c_str();
        def.origin.position = at;
        def.axis = axis;
        def.mimic = mimic;
        def.mimic_multiplier = 0.5;
        link(def.child);
        good(lw_scene_add_joint(scene, named, &def, &error), error);
    }

    void shape(const char *to, const lw_shape_def &shape, lw_pose at = lw_pose_identity())
    {
        good(lw_scene_add_shape(scene, named, to, &shape, at, &error), error);
    }

    void obstacle(const char *id, const lw_shape_def &shape, lw_pose at)
    {
        good(lw_scene_add_obstacle(scene, id, &shape, at, &error), error);
    }

    void group(const char *name, const std::vector<const char *> &joints)
    {
        good(lw_scene_add_group(scene, named, name, joints.data(), joints.size(), &error), error);
    }

    leeway::Scene freeze()
    {
        good(lw_scene_freeze(scene, &error), error);
        return leeway::Scene::own(scene);
    }

    lw_scene *scene = nullptr;
    const char *named = nullptr;
    lw_error error{};
};

inline lw_shape_def ball(double radius)
{
    lw_shape_def shape = lw_default_shape();
    shape.radius = radius;
    return shape;
}

inline lw_shape_def disc(double radius)
{
    lw_shape_def shape = ball(radius);
    shape.kind = LW_SHAPE_DISC;
    return shape;
}

inline lw_shape_def rod(double radius, double length)
{
    lw_shape_def shape = ball(radius);
    shape.kind = LW_SHAPE_CAPSULE;
    shape.length = length;
    return shape;
}

inline lw_shape_def box(double x, double y, double z)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_BOX;
    shape.size = {x, y, z};
    return shape;
}

inline lw_pose placed(double x, double y, double z)
{
    lw_pose pose = lw_pose_identity();
    pose.position = {x, y, z};
    return pose;
}

/* A rod of this length from a link's origin along x. */
inline void addRod(Builder &to, const char *link, double length, double radius = 0.05)
{
    to.shape(link, rod(radius, length),
             lw_pose_from_rpy({length / 2, 0, 0}, 0, 1.57079632679489661923, 0));
}

/* An arm that turns about z, then about y, then slides. Groups: all; outer and inner, whose joints are
 * in another order. */
inline void addArm(Builder &to, const char *name)
{
    to.robot(name);
    to.joint("turn", LW_JOINT_CONTINUOUS, "base", {0, 0, 0}, {0, 0, 1});
    to.joint("swing", LW_JOINT_REVOLUTE, "turn_link", {0, 0, 0.3}, {0, 1, 0});
    to.joint("slide", LW_JOINT_PRISMATIC, "swing_link", {0.6, 0, 0}, {1, 0, 0});
    addRod(to, "swing_link", 0.6);
    addRod(to, "slide_link", 0.3, 0.03);
    to.group("all", {"turn", "swing", "slide"});
    to.group("outer", {"slide", "swing"});
    to.group("inner", {"turn"});
}

/* A body on a floating joint: an L of two rods. */
inline void addFlyer(Builder &to, const char *name)
{
    to.robot(name);
    to.joint("fly", LW_JOINT_FLOATING, "base", {0.1, 0.2, 0}, {0, 0, 1});
    addRod(to, "fly_link", 0.5);
    to.shape("fly_link", rod(0.04, 0.3), placed(0, 0, 0.15));
}

/* A body on a planar joint: a rod of discs. */
inline void addVehicle(Builder &to, const char *name)
{
    to.robot(name);
    to.joint("drive", LW_JOINT_PLANAR, "base", {0, 0, 0}, {0, 0, 1});
    for (int i = 0; i < 4; i++)
        to.shape("drive_link", disc(0.08), placed(0.12 * i, 0, 0));
}

/* Balls or discs, none of them near the middle. */
inline void addObstacles(Builder &to, ompl::RNG &random, int count, bool flat)
{
    for (int i = 0; i < count; i++) {
        const double away = random.uniformReal(0.5, 1.3);
        const double angle = random.uniformReal(-3.15, 3.15);
        const double radius = random.uniformReal(0.02, 0.1);
        to.obstacle(("o" + std::to_string(i)).c_str(), flat ? disc(radius) : ball(radius),
                    placed(away * std::cos(angle), away * std::sin(angle),
                           flat ? 0 : random.uniformReal(-0.8, 0.8)));
    }
}

inline ob::StateSpacePtr vectorSpace(unsigned count, double most = 1)
{
    auto space = std::make_shared<ob::RealVectorStateSpace>(count);
    space->setBounds(-most, most);
    return space;
}

/* A space whose positions have `count` values between -1 and 1. */
template <class Space> ob::StateSpacePtr bounded(unsigned count)
{
    auto space = std::make_shared<Space>();
    ob::RealVectorBounds bounds(count);
    bounds.setLow(-1);
    bounds.setHigh(1);
    space->setBounds(bounds);
    return space;
}

inline ob::StateSpacePtr se2()
{
    return bounded<ob::SE2StateSpace>(2);
}

inline ob::StateSpacePtr se3()
{
    return bounded<ob::SE3StateSpace>(3);
}

inline ob::StateSpacePtr compound(const std::vector<ob::StateSpacePtr> &parts)
{
    auto space = std::make_shared<ob::CompoundStateSpace>();
    for (const ob::StateSpacePtr &part : parts)
        space->addSubspace(part, 1);
    return space;
}

inline ob::SpaceInformationPtr informed(const ob::StateSpacePtr &space)
{
    auto si = std::make_shared<ob::SpaceInformation>(space);
    space->setup();
    return si;
}

#endif
