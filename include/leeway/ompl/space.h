/* How the states of an OMPL space become the joint values of a scene: part of leeway/ompl.h. */
#ifndef LEEWAY_OMPL_SPACE_H
#define LEEWAY_OMPL_SPACE_H

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include <cxxabi.h>

#include <ompl/base/StateSpace.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>
#include <ompl/util/Exception.h>

#include <leeway/leeway.h>

namespace leeway
{

/* An error of Leeway: what() is one sentence, detail.status its kind. */
class Error : public ompl::Exception
{
  public:
    explicit Error(const lw_error &error) : ompl::Exception(sentence(error)), detail(error)
    {
    }

    lw_error detail;

  private:
    static std::string sentence(const lw_error &error)
    {
        char text[sizeof error.message + sizeof error.file + 40];
        lw_error_format(&error, text, sizeof text);
        return text;
    }
};

/* Throws where a function of leeway.h has failed. */
inline void require(lw_status returned, const lw_error &error)
{
    if (returned)
        throw Error(error);
}

/* A frozen scene: owned by the caller, who keeps it as long as it is used, or shared with a reference
 * count. */
class Scene
{
  public:
    Scene(const lw_scene *scene) : scene_(std::shared_ptr<const lw_scene>(), scene)
    {
    }
    Scene(std::shared_ptr<const lw_scene> scene) : scene_(std::move(scene))
    {
    }
    /* Takes the scene over, and destroys it with its last owner. */
    static Scene own(lw_scene *scene)
    {
        return {std::shared_ptr<const lw_scene>(
            scene, [scene](const lw_scene *) { lw_scene_destroy(scene); })};
    }
    const lw_scene *get() const
    {
        return scene_.get();
    }

  private:
    std::shared_ptr<const lw_scene> scene_;
};

/* A group of a robot's joints: an empty name is the default (lw_scene_joints). */
struct Group {
    Group(const char *group) : name(group)
    {
    }
    Group(std::string group) : name(std::move(group))
    {
    }
    Group(std::string of, std::string group) : robot(std::move(of)), name(std::move(group))
    {
    }

    std::string robot; /* empty: the only one */
    std::string name;
};

/* One group or several, in the order in which the space has their values. */
class Groups : public std::vector<Group>
{
  public:
    Groups() : std::vector<Group>{Group("")}
    {
    }
    Groups(const char *group) : std::vector<Group>{Group(group)}
    {
    }
    Groups(const std::string &group) : std::vector<Group>{Group(group)}
    {
    }
    Groups(const Group &group) : std::vector<Group>{group}
    {
    }
    Groups(std::initializer_list<Group> groups) : std::vector<Group>(groups)
    {
    }
    Groups(const std::vector<Group> &groups) : std::vector<Group>(groups)
    {
    }
};

namespace detail
{

[[noreturn]] inline void refuse(const std::string &sentence)
{
    lw_error error{};
    lw_error_set(&error, LW_ERROR_ARGUMENT, nullptr, 0, 0, "%s", sentence.c_str());
    throw Error(error);
}

/* The most waypoints of a motion: from, the middle, to, and to once more. */
enum { MOST_POINTS = 4 };

/* Rows of joint values of a motion or a state: one row per group and waypoint. */
struct Rows {
    std::vector<double> values;
    std::size_t points = 0;
    bool halved = false; /* the middle is a waypoint */
    bool jumps = false;  /* the last waypoint is where the motion jumps to at its end */
};

/* The place of a joint's value in the rows. */
struct Value {
    lw_joint_info joint;
    std::size_t component; /* of the joint's values */
    std::size_t first;     /* in the first row */
    std::size_t stride;    /* from row to row */
    bool followed;         /* another joint mimics it */

    double &in(Rows &rows, std::size_t point) const
    {
        return rows.values[first + point * stride];
    }
};

/* A part of the planner's space that is no compound, and its joint values. */
struct Leaf {
    enum Kind { LINE, TURN, ROTATION };
    Kind kind;
    const ompl::base::StateSpace *space;
    bool alone;                  /* not part of an SE3StateSpace */
    std::vector<unsigned> place; /* the path to it, component by component */
    std::vector<Value> values;

    const ompl::base::State *of(const ompl::base::State *state) const
    {
        for (unsigned component : place)
            state = state->as<ompl::base::CompoundState>()->components[component];
        return state;
    }

    std::size_t width() const
    {
        return kind == LINE ? space->getDimension() : kind == TURN ? 1 : 4;
    }
};

/* The map from the values of a space to joint values. Read-only once it is made. */
class Map
{
  public:
    Map(const ompl::base::StateSpace &space, const lw_scene *scene, const Groups &groups)
    {
        if (!scene)
            refuse("there is no scene");
        for (const Group &group : groups)
            addGroup(scene, group);
        addSpace(space, true, {});
        std::size_t count = 0;
        for (const Leaf &leaf : leaves_)
            count += leaf.width();
        for (Leaf &leaf : leaves_)
            take(leaf, space, count);
        if (next_ != free_.size())
            refuseCount(space, count);
    }

    std::size_t groupCount() const
    {
        return joints_.size();
    }

    /* The track of a group in a motion through the waypoints of some rows. */
    lw_track track(std::size_t group, const Rows &rows) const
    {
        lw_track track = lw_default_track();
        track.joints = joints_[group];
        track.point_count = rows.points;
        track.positions = &rows.values[firsts_[group]];
        track.no_wrap = true;
        return track;
    }

    /* Rows with all joints where the scene has them. */
    Rows rows() const
    {
        Rows rows;
        rows.values = rest_;
        return rows;
    }

    void setState(const ompl::base::State *state, Rows &rows) const
    {
        rows.points = 1;
        rows.halved = rows.jumps = false;
        for (const Leaf &leaf : leaves_) {
            if (leaf.kind == Leaf::ROTATION)
                putRotation(leaf, *rotation(leaf, state), 1, rows, 0);
            for (std::size_t i = 0; leaf.kind != Leaf::ROTATION && i < leaf.values.size(); i++)
                leaf.values[i].in(rows, 0) = number(leaf, state, i);
        }
    }

    /* Sets the rows to the motion that the space interpolates from one state to another: to waypoints
     * between which the interpolation of each joint equals that of the space. */
    void setMotion(const ompl::base::State *from, const ompl::base::State *to, Rows &rows) const
    {
        rows.halved = rows.jumps = false;
        for (const Leaf &leaf : leaves_)
            if (leaf.kind == Leaf::ROTATION)
                look(leaf, *rotation(leaf, from), *rotation(leaf, to), rows);
        rows.points = 2 + rows.halved + rows.jumps;
        for (const Leaf &leaf : leaves_)
            if (leaf.kind == Leaf::ROTATION)
                turn(leaf, *rotation(leaf, from), *rotation(leaf, to), rows);
            else
                move(leaf, from, to, rows);
    }

    /* The time of OMPL's motion that corresponds to a time t of the rows' motion. */
    static double time(const Rows &rows, double t)
    {
        const auto pieces = static_cast<double>(rows.points - 1);
        return std::fmin(1, t * pieces / (pieces - rows.jumps));
    }

  private:
    using Rotation = ompl::base::SO3StateSpace::StateType;

    /* ---- once ------------------------------------------------------------------------------- */

    void addGroup(const lw_scene *scene, const Group &group)
    {
        lw_error error{};
        const lw_joints *joints =
            lw_scene_joints(scene, group.robot.empty() ? nullptr : group.robot.c_str(),
                            group.name.empty() ? nullptr : group.name.c_str(), &error);
        if (!joints)
            throw Error(error);
        const std::size_t width = lw_joints_value_count(joints);
        firsts_.push_back(rest_.size());
        joints_.push_back(joints);
        const char *robot = lw_scene_robot_name(scene, lw_joints_robot(joints));
        for (std::size_t j = 0, column = 0; j < lw_joints_count(joints); j++) {
            Value value{lw_default_joint_info(), 0, 0, width, false};
            const int64_t index = lw_scene_find_joint(scene, robot, lw_joints_name(joints, j));
            require(lw_scene_joint_info(scene, static_cast<std::size_t>(index), &value.joint, &error),
                    error);
            value.followed = isFollowed(scene, index);
            for (; value.component < value.joint.value_count; value.component++) {
                value.first = firsts_.back() + column++;
                free_.push_back(value);
            }
        }
        rest_.resize(rest_.size() + width * MOST_POINTS);
        for (const Value &value : free_)
            for (std::size_t point = 0; point < MOST_POINTS; point++)
                rest_[value.first + point * value.stride] = value.joint.rest[value.component];
    }

    static bool isFollowed(const lw_scene *scene, int64_t joint)
    {
        for (std::size_t i = 0; i < lw_scene_joint_count(scene); i++) {
            lw_error error{};
            lw_joint_info info = lw_default_joint_info();
            require(lw_scene_joint_info(scene, i, &info, &error), error);
            if (info.mimic == joint)
                return true;
        }
        return false;
    }

    /* Whether a space is of this very class: a derived one may interpolate in another way. */
    template <class Class> static bool is(const ompl::base::StateSpace &space)
    {
        return typeid(space) == typeid(Class);
    }

    void addSpace(const ompl::base::StateSpace &space, bool alone, const std::vector<unsigned> &place)
    {
        using namespace ompl::base;
        if (is<RealVectorStateSpace>(space))
            leaves_.push_back({Leaf::LINE, &space, alone, place, {}});
        else if (is<SO2StateSpace>(space))
            leaves_.push_back({Leaf::TURN, &space, alone, place, {}});
        else if (is<SO3StateSpace>(space))
            leaves_.push_back({Leaf::ROTATION, &space, alone, place, {}});
        else if (is<CompoundStateSpace>(space) || is<SE2StateSpace>(space) || is<SE3StateSpace>(space))
            addParts(*space.as<CompoundStateSpace>(), place);
        else
            refuse(
                "the space \"" + space.getName() + "\" is of the class " + className(space) +
                ", whose motions cannot be proven: only RealVector, SO2, SO3, SE2, SE3 and compounds "
                "of these can, and no class that is derived from them");
    }

    void addParts(const ompl::base::CompoundStateSpace &space, std::vector<unsigned> place)
    {
        const bool alone = !is<ompl::base::SE3StateSpace>(space);
        place.push_back(0);
        for (; place.back() < space.getSubspaceCount(); place.back()++)
            addSpace(*space.getSubspace(place.back()), alone, place);
    }

    static std::string className(const ompl::base::StateSpace &space)
    {
        const char *mangled = typeid(space).name();
        int status = 0;
        const std::unique_ptr<char, void (*)(void *)> name(
            abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free);
        return name ? name.get() : mangled;
    }

    void take(Leaf &leaf, const ompl::base::StateSpace &whole, std::size_t count)
    {
        /* a rotation by itself leaves the position of the floating joint where it is */
        if (leaf.kind == Leaf::ROTATION && leaf.alone && next_ < free_.size() &&
            floats(free_[next_], 0))
            next_ += 3;
        for (std::size_t i = 0; i < leaf.width(); i++) {
            if (next_ == free_.size())
                refuseCount(whole, count);
            const Value &value = free_[next_++];
            const std::string sentence = misfit(leaf.kind, value);
            if (!sentence.empty())
                refuse("the space \"" + leaf.space->getName() + "\" cannot be joint \"" +
                       value.joint.name + "\": " + sentence);
            leaf.values.push_back(value);
        }
    }

    static bool floats(const Value &value, std::size_t component)
    {
        return value.joint.kind == LW_JOINT_FLOATING && value.component == component;
    }

    /* Why a joint's value cannot be a value of a space; empty: it can. */
    static std::string misfit(Leaf::Kind kind, const Value &value)
    {
        const bool orients = value.joint.kind == LW_JOINT_FLOATING && value.component >= 3;
        const bool turns = value.joint.kind == LW_JOINT_REVOLUTE ||
                           value.joint.kind == LW_JOINT_CONTINUOUS ||
                           (value.joint.kind == LW_JOINT_PLANAR && value.component == 2);
        if (kind == Leaf::LINE)
            return orients ? "the orientation of a floating joint is an SO3StateSpace" : "";
        if (kind == Leaf::ROTATION)
            return orients ? "" : "an SO3StateSpace is the orientation of a floating joint";
        if (!turns)
            return "an SO2StateSpace is the angle of a joint that turns";
        return value.followed
                   ? "a joint mimics it, and would jump where an SO2StateSpace begins anew after a turn"
                   : "";
    }

    [[noreturn]] void refuseCount(const ompl::base::StateSpace &space, std::size_t count) const
    {
        std::string names;
        for (const Value &value : free_)
            if (value.component == 0)
                names += (names.empty() ? "" : ", ") + std::string(value.joint.name);
        refuse("the space \"" + space.getName() + "\" has " + std::to_string(count) +
               " values, and the joints have " + std::to_string(free_.size()) + " (" + names + ")");
    }

    /* ---- for each state ---------------------------------------------------------------------- */

    static double number(const Leaf &leaf, const ompl::base::State *state, std::size_t index)
    {
        using namespace ompl::base;
        state = leaf.of(state);
        return leaf.kind == Leaf::LINE ? state->as<RealVectorStateSpace::StateType>()->values[index]
                                       : state->as<SO2StateSpace::StateType>()->value;
    }

    static const Rotation *rotation(const Leaf &leaf, const ompl::base::State *state)
    {
        return leaf.of(state)->as<Rotation>();
    }

    static void putRotation(const Leaf &leaf, const Rotation &q, double sign, Rows &rows,
                            std::size_t point)
    {
        leaf.values[0].in(rows, point) = sign * q.x;
        leaf.values[1].in(rows, point) = sign * q.y;
        leaf.values[2].in(rows, point) = sign * q.z;
        leaf.values[3].in(rows, point) = sign * q.w;
    }

    /* Lines, and turns the shorter way, as SO2StateSpace goes. */
    static void move(const Leaf &leaf, const ompl::base::State *from, const ompl::base::State *to,
                     Rows &rows)
    {
        const double pi = 3.14159265358979323846;
        for (std::size_t i = 0; i < leaf.values.size(); i++) {
            const Value &value = leaf.values[i];
            const double begin = number(leaf, from, i);
            double end = number(leaf, to, i);
            const double way = end - begin;
            if (leaf.kind == Leaf::TURN && std::fabs(way) > pi)
                end = begin - (way > 0 ? 2 * pi - way : -2 * pi - way);
            value.in(rows, 0) = begin;
            if (rows.halved)
                value.in(rows, 1) = begin + 0.5 * (end - begin);
            for (std::size_t point = 1 + rows.halved; point < rows.points; point++)
                value.in(rows, point) = end;
        }
    }

    static double product(const Rotation &a, const Rotation &b)
    {
        return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }

    /* Whether SO3StateSpace takes two rotations as equal: it then stays at the first one. */
    static bool isOne(const Leaf &leaf, const Rotation &from, const Rotation &to)
    {
        return leaf.space->distance(&from, &to) <= std::numeric_limits<double>::epsilon();
    }

    static void look(const Leaf &leaf, const Rotation &from, const Rotation &to, Rows &rows)
    {
        if (isOne(leaf, from, to))
            rows.jumps =
                rows.jumps || from.x != to.x || from.y != to.y || from.z != to.z || from.w != to.w;
        else if (std::fabs(product(from, to)) < 1e-6)
            rows.halved = true; /* half a turn: the space chooses the way round */
    }

    static void turn(const Leaf &leaf, const Rotation &from, const Rotation &to, Rows &rows)
    {
        putRotation(leaf, from, 1, rows, 0);
        const bool one = isOne(leaf, from, to);
        Rotation end;
        leaf.space->copyState(&end, one ? &from : &to);
        double sign = product(from, end) < 0 ? -1 : 1;
        if (rows.halved) {
            Rotation middle;
            leaf.space->interpolate(&from, &to, 0.5, &middle);
            putRotation(leaf, middle, 1, rows, 1);
            sign = product(middle, end) < 0 ? -1 : 1;
        }
        putRotation(leaf, end, sign, rows, 1 + rows.halved);
        if (rows.jumps)
            putRotation(leaf, to, 1, rows, rows.points - 1);
    }

    std::vector<const lw_joints *> joints_; /* of each group */
    std::vector<std::size_t> firsts_;       /* of each group: where its rows begin in the values */
    std::vector<double> rest_;
    std::vector<Leaf> leaves_;
    std::vector<Value> free_; /* all values, in the order of the space */
    std::size_t next_ = 0;    /* the first value that no leaf has taken */
};

} // namespace detail
} // namespace leeway

#endif
