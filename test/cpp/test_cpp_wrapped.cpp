// Tests that each function of leeway/leeway.hpp hands its arguments to C in their order, and back what
// C answers: all of them are called, which test_cpp_header.sh sees.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "cpp_world.h"

/* A folder of its own, which goes with it. */
struct folder {
    folder()
    {
        char made[] = "/tmp/leeway_cpp_XXXXXX";
        if (!mkdtemp(made))
            fail_msg("there is no folder");
        path = made;
    }
    folder(const folder &) = delete;
    folder &operator=(const folder &) = delete;
    ~folder()
    {
        std::filesystem::remove_all(path);
    }
    std::filesystem::path write(const char *name, const std::string &text) const
    {
        std::ofstream(path / name) << text;
        return path / name;
    }
    std::filesystem::path path;
};

/* A file of OctoMap with one occupied cell. */
static std::string one_cell()
{
    return "# Octomap OcTree binary file\nid OcTree\nsize 2\nres 0.0001\ndata\n" +
           std::string("\2\0", 2);
}

/* A file of 2 x 2 heights that are 0. */
static std::string flat_field()
{
    const std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }";
    return "\x93NUMPY\1" + std::string("\0", 1) + static_cast<char>(header.size()) +
           std::string("\0", 1) + header + std::string(4, '\0');
}

static void test_values(void **)
{
    const std::string version = std::to_string(LEEWAY_VERSION_MAJOR) + "." +
                                std::to_string(LEEWAY_VERSION_MINOR) + "." +
                                std::to_string(LEEWAY_VERSION_PATCH);
    assert_text(leeway::version(), version);
    assert_text(leeway::method_name(LW_METHOD_SLAB), "slab");
    assert_text(leeway::method_name(static_cast<lw_method>(7)), "");
    assert_int_equal(leeway::method_from_name("expanded").value(), LW_METHOD_EXPANDED);
    assert_false(leeway::method_from_name("none").has_value());
    assert_false(leeway::method_from_name({}).has_value());
    assert_true(leeway::method_serves(LW_METHOD_SLAB, LW_SERVICE_CLEARANCE));
    assert_false(leeway::method_serves(LW_METHOD_EXPANDED, LW_SERVICE_CLEARANCE));
    assert_text(leeway::service_name(LW_SERVICE_CLEARANCE), "clearance");
    assert_text(leeway::conflict_name(LW_CONFLICT_FIRST), "first");
    assert_text(leeway::plan_method_name(LW_PLAN_PRM), "prm");
    assert_int_equal(leeway::plan_method_from_name("lazy-prm").value(), LW_PLAN_LAZY_PRM);
    assert_text(leeway::planar_algorithm_name(LW_PLANAR_WALK), "walk");
    assert_int_equal(leeway::planar_algorithm_from_name("edges").value(), LW_PLANAR_EDGES);
    assert_true(leeway::processor_count() >= 1);

    const double half = std::acos(-1.0) / 2;
    const lw_pose turned = leeway::pose_from_rpy({1, 0, 0}, 0, 0, half);
    const lw_vec3 point = leeway::pose_point(turned, {2, 0, 0});
    assert_near(point.x, 1, 1e-15);
    assert_near(point.y, 2, 1e-15);
    const lw_vec3 back = leeway::pose_point(leeway::pose_inverse(turned), point);
    assert_near(back.x, 2, 1e-15);
    const lw_vec3 twice = leeway::pose_point(leeway::pose_compose(turned, placed(0, 1, 0)), {0, 0, 0});
    assert_near(twice.x, 0, 1e-15); // (0, 1, 0) turned, and moved
    assert_near(leeway::pose_identity().orientation.w, 1, 0);
    assert_near(leeway::shorter_turn(0, 3 * half), -half, 1e-12);
}

static void test_shapes(void **)
{
    const auto far = [](const lw_shape_def &shape, lw_vec3 at, double wanted) {
        const lw_distance measured = leeway::shape_distance(
            shape, leeway::pose_identity(), leeway::shape_def::sphere(0.5), {at, {0, 0, 0, 1}});
        assert_near(measured.lower, wanted, 1e-9);
        assert_near(measured.upper, wanted, 1e-9);
    };
    far(leeway::shape_def::sphere(1), {4, 0, 0}, 2.5);
    far(leeway::shape_def::capsule(1, 4), {0, 0, 5}, 1.5);
    far(leeway::shape_def::box({2, 4, 6}), {0, 0, 5}, 1.5);
    far(leeway::shape_def::box({2, 4, 6}), {0, 5, 0}, 2.5);
    far(leeway::shape_def::cylinder(1, 4), {4, 0, 0}, 2.5);
    far(leeway::shape_def::cylinder(1, 4), {0, 0, 4}, 1.5);
    far(leeway::shape_def::cone(1, 4), {0, 0, 4}, 1.5);
    far(leeway::shape_def::ellipsoid({2, 4, 6}), {0, 4, 0}, 1.5);
    const std::vector<double> corners{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2};
    const std::vector<std::uint32_t> faces{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    far(leeway::shape_def::polytope(corners), {0, 0, 4}, 1.5);
    far(leeway::shape_def::mesh(corners, faces), {0, 0, 4}, 1.5);
    far(leeway::shape_def::cloud(corners, 0.5), {0, 0, 4}, 1);
    const std::vector<std::int32_t> cells{0, 0, 0, 2, 1, 2, 0, 0, 1, 0};
    far(leeway::shape_def::octree(cells, 0.5, LW_UNKNOWN_FREE), {0.5, 0.5, 4}, 2.5);
    throws_error(LW_ERROR_ARGUMENT, "rows of five", [&] {
        (void)leeway::shape_def::octree({cells.data(), 9}, 0.5, LW_UNKNOWN_FREE);
    });
    const std::vector<double> heights{0, 0, 0, 1, 1, 1};
    far(leeway::shape_def::height_field(heights, 3, 0.5, 2, -1), {0.5, 2, 4}, 2.5);
    throws_error(LW_ERROR_ARGUMENT, "rows of all its columns",
                 [&] { (void)leeway::shape_def::height_field(heights, 4, 0.5, 2, -1); });
    throws_error(LW_ERROR_ARGUMENT, "rows of all its columns",
                 [&] { (void)leeway::shape_def::height_field(heights, 0, 0.5, 2, -1); });
    const std::vector<float> depths{2, 2, 2, 2};
    const lw_camera camera{1, 1, 0.5, 0.5, 0.5, 4, 0.25, 0};
    far(leeway::shape_def::depth_image(depths, 2, camera, LW_UNKNOWN_FREE), {0, 0, 1}, 0.25);
    far(leeway::shape_def::depth_image(depths, 2, camera, LW_UNKNOWN_OBSTACLE), {0, 0, 1.0625}, 0.0625);
    throws_error(LW_ERROR_ARGUMENT, "rows of all its columns",
                 [&] { (void)leeway::shape_def::depth_image(depths, 3, camera, LW_UNKNOWN_FREE); });
    throws_error(LW_ERROR_ARGUMENT, "rows of all its columns",
                 [&] { (void)leeway::shape_def::depth_image(depths, 0, camera, LW_UNKNOWN_FREE); });
    leeway::shape_def grown = leeway::shape_def::box({2, 2, 2});
    grown.rounding = 0.25;
    far(grown, {4, 0, 0}, 2.25);
    const lw_distance flat = leeway::shape_distance(
        leeway::shape_def::disc(1), leeway::pose_identity(),
        leeway::shape_def::polygon({3, -1, 0, 3, 1, 0, 5, 0, 0}), leeway::pose_identity());
    assert_near(flat.upper, 2, 1e-9);

    const leeway::mesh_info info = leeway::shape_mesh_info(leeway::shape_def::mesh(corners, faces));
    assert_int_equal(info.triangle_count, 4);
    assert_int_equal(info.components.size(), 1);
    assert_true(info.components[0].closed);
    assert_near(info.components[0].high.z, 2, 0);
    throws_error(LW_ERROR_ARGUMENT, "",
                 [] { (void)leeway::shape_mesh_info(leeway::shape_def::sphere(1)); });
}

/* Defaults are those of C. */
static void test_defaults(void **)
{
    const leeway::check_options options;
    const lw_check_options raw = lw_default_check_options();
    assert_memory_equal(static_cast<const lw_check_options *>(&options), &raw, sizeof raw);
    const leeway::joint_def joint;
    assert_true(std::isinf(joint.upper) && joint.mimic_multiplier == 1);
    const leeway::joint_limits limits;
    assert_true(std::isnan(limits.lower));
    assert_int_equal(leeway::meeting_options().samples, 256);
    assert_int_equal(leeway::plan_options().shortcuts, 200);
    assert_int_equal(leeway::roadmap_options().struct_size, sizeof(lw_roadmap_options));
    assert_int_equal(leeway::page_motion().bounds, 60);
    assert_true(leeway::page_options().covers);
    assert_int_equal(leeway::cross_options().samples, 100);
    assert_near(leeway::track().pose.orientation.w, 1, 0);
    assert_int_equal(leeway::verdict().struct_size, sizeof(lw_verdict));
}

static void test_building(void **)
{
    leeway::scene scene;
    scene.set_dimension(2);
    assert_int_equal(scene.dimension(), 2);
    scene.set_dimension(3);
    scene.set_margin(0.01);
    scene.set_self_margin(0.02);
    scene.set_mesh_mode(LW_MESH_SURFACE);
    assert_near(scene.margin(), 0.01, 0);
    assert_near(scene.self_margin(), 0.02, 0);
    assert_int_equal(scene.mesh_mode(), LW_MESH_SURFACE);
    scene.set_cover_balls(3);

    leeway::joint_def joint;
    joint.kind = LW_JOINT_REVOLUTE;
    joint.lower = -1;
    joint.upper = 1;
    joint.axis = {0, 0, 1};
    joint.origin = placed(1, 0, 0);
    const char *links[] = {"l0", "l1", "l2"};
    const char *joints[] = {"", "j1", "j2"};
    const leeway::shape ball(leeway::shape_def::sphere(0.1));
    scene.add_robot("arm", placed(0, 0, 1));
    for (int i = 0; i < 3; i++) {
        scene.add_link("arm", links[i]);
        if (i == 1)
            scene.add_shared_shape("arm", links[i], ball, placed(0.1, 0, 0));
        else
            scene.add_shape("arm", links[i], leeway::shape_def::sphere(0.1), placed(0.2, 0, 0));
        joint.name = joints[i];
        joint.parent = links[i ? i - 1 : 0];
        joint.child = links[i];
        if (i)
            scene.add_joint("arm", joint);
    }
    leeway::joint_limits limits;
    limits.upper = 0.5;
    scene.set_joint_limits("arm", "j1", limits);
    scene.add_group("arm", "whole", {"j2", "j1"});
    scene.add_state("arm", "whole", "home", {"j1", "j2"}, {0.25, 0.75});
    scene.set_joint("arm", "j1", {0.125});
    scene.set_link_padding("arm", "l2", 2, 0.03125);
    scene.add_obstacle("box", leeway::shape_def::box({1, 1, 1}), placed(9, 0, 0));
    scene.add_shared_obstacle("ball", ball, placed(9, 9, 0));
    scene.add_attached("arm", "l2", "tool", leeway::shape_def::sphere(0.05), placed(0, 0, 0.5), {"l1"});
    scene.add_shared_attached("arm", "l2", "tip", ball, placed(0, 0, 1), {"l1", "tool"});
    scene.set_pair_margin("box", {}, 0.5);
    scene.set_pair_margin("l2", "box", 0.25);
    scene.allow_pair("ball", "l1");
    assert_int_equal(scene.object_count(), 4);
    scene.freeze();

    assert_int_equal(scene.robot_count(), 1);
    assert_text(scene.robot_name(0), "arm");
    assert_text(scene.robot_name(1), "");
    assert_int_equal(scene.find_robot("arm").value(), 0);
    assert_false(scene.find_robot("leg").has_value());
    const leeway::robot_info robot = scene.robot_info(0);
    assert_near(robot.base.position.z, 1, 0);
    assert_int_equal(robot.link_count, 3);
    assert_int_equal(scene.link_count(), 3);
    assert_text(scene.link_info(2).name, "l2");
    assert_int_equal(scene.find_link("arm", "l1").value(), 1);
    assert_int_equal(scene.find_link({}, "l2").value(), 2);
    assert_int_equal(scene.joint_count(), 2);
    assert_int_equal(scene.find_joint("arm", "j2").value(), 1);
    const leeway::joint_info first = scene.joint_info(0);
    assert_text(first.name, "j1");
    assert_near(first.upper, 0.5, 0);
    assert_near(first.rest[0], 0.125, 0);
    assert_text(scene.group_name(0, 0), "whole");
    const leeway::state_info home = scene.state_info(0, 0);
    assert_text(home.name, "home");
    assert_text(home.group, "whole");
    const leeway::joints_view group = scene.joints("arm", "whole");
    assert_int_equal(group.count(), 2);
    assert_int_equal(group.robot(), 0);
    assert_text(group.name(0), "j2");
    assert_text(scene.movable_joints(0).name(0), "j1");
    assert_false(static_cast<bool>(scene.movable_joints(1)));
    std::vector<double> values(2);
    scene.state(group, "home", values);
    assert_near(values[0], 0.75, 0);
    assert_near(values[1], 0.25, 0);

    assert_int_equal(scene.body_count(), 7);
    const std::size_t l1 = scene.find_body("l1").value(), l2 = scene.find_body("l2").value();
    const std::size_t box = scene.find_body("box").value(), round = scene.find_body("ball").value();
    const std::size_t tip = scene.find_body("tip").value();
    assert_text(scene.body_name(l2), "l2");
    assert_text(scene.body_name(-1), "");
    const leeway::body_info body = scene.body_info(l2);
    assert_near(body.padding, 0.03125, 0);
    assert_near(body.radius, 0.2, 1e-12); // twice as large
    lw_shape_def def = lw_default_shape();
    const leeway::body_shape shape = scene.body_shape(box, 0, &def);
    assert_int_equal(def.kind, LW_SHAPE_BOX);
    assert_null(shape.file);
    const leeway::cover_info cover = scene.cover_info(l1);
    assert_true(cover.ball_count >= 1 && cover.ball_count <= 3);
    assert_true(scene.cover_ball(l1, 0).radius >= 0.1);
    assert_true(scene.cover_json(0).find("l1") != std::string::npos);
    const std::size_t pair = scene.find_pair(l2, box).value();
    assert_near(scene.pair_info(pair).margin, 0.25, 0);
    assert_near(scene.pair_info(scene.find_pair(l1, box).value()).margin, 0.5, 0);
    assert_true(pair < scene.pair_count());
    assert_int_equal(scene.pair(pair)[0], l2);
    assert_int_equal(scene.pair(pair)[1], box);
    assert_false(scene.find_pair(l1, round).has_value());
    assert_int_equal(scene.pair_reason(l1, round), LW_PAIR_CALLER);
    assert_int_equal(scene.pair_reason(l1, tip), LW_PAIR_TOUCH);
    assert_int_equal(scene.pair_reason(l1, scene.find_body("tool").value()), LW_PAIR_TOUCH);
    assert_true(scene.memory() > 0);
    assert_int_equal(scene.file_count(), 0);
    assert_near(scene.rate_scales().velocity, 1, 0);
    assert_int_equal(scene.meeting(scene.find_body("l0").value(), l2).meeting, LW_MEETING_NEVER);
    assert_int_equal(scene.fingerprint(), scene.copy().freeze() ? 0 : scene.fingerprint());

    leeway::scene next = scene.copy();
    next.move_obstacle("box", placed(20, 0, 0));
    next.attach_obstacle("arm", "l2", "ball", placed(0, 0, 2), {"l1"});
    next.release("tip", placed(0, 30, 0));
    next.remove("tool");
    next.set_uncertainty("box", {0.25, 0, 0, 0});
    next.set_base_uncertainty("arm", {0, 0.125, 0, 0});
    assert_int_equal(next.object_count(), 3);
    next.freeze();
    assert_near(next.uncertainty(next.find_body("box").value()).position, 0.25, 0);
    assert_near(next.uncertainty(next.find_body("l1").value()).angle, 0.125, 0);
    assert_true(next.fingerprint() != scene.fingerprint());
    assert_int_equal(next.pair_reason(next.find_body("l1").value(), next.find_body("ball").value()),
                     LW_PAIR_CALLER);
    assert_int_equal(next.body_info(next.find_body("tip").value()).robot, -1);
    throws_error(LW_ERROR_ARGUMENT, "no key", [&] { (void)next.json(); });
    leeway::motion still(next);
    assert_near(still.pose(next.find_body("box").value(), 0).position.x, 20, 0);
    assert_near(still.pose(next.find_body("tip").value(), 0).position.y, 30, 0);

    leeway::scene strict;
    strict.set_strict(true);
    strict.add_obstacle("ball", leeway::shape_def::sphere(1));
    strict.allow_pair("ball", "nobody");
    throws_error(LW_ERROR_NOTICE, "nobody", [&] { strict.freeze(); });
    leeway::scene limited = open_rail();
    limited.set_strict_limits(true);
    limited.freeze();
    leeway::motion beyond(limited);
    throws_error(LW_ERROR_LIMIT, "rail", [&] { beyond.set_segment({0.0}, {11.0}); });
    const leeway::scene open = frozen_rail();
    leeway::motion far(open);
    std::vector<double> zigzag(41);
    for (std::size_t i = 1; i < zigzag.size(); i += 2)
        zigzag[i] = 11;
    far.set({leeway::track::path(open.joints(), zigzag)});
    assert_int_equal(far.limits().size(), 20);
    assert_near(far.limits()[1].value, 11, 0);
    const auto rates = far.joint_rates(0, 0);
    assert_int_equal(rates.size(), 1);
    assert_near(rates[0], 440, 1e-9);
    throws_error(LW_ERROR_ARGUMENT, "outside", [&] { (void)far.joint_rates(0, 2); });
    assert_text(leeway::limit_name(far.limits()[1].kind), "position");
    throws_error(LW_ERROR_ARGUMENT, "slack", [&] { (void)far.limits(-1); });
}

static void test_safety(void **)
{
    leeway::scene scene = open_rail();
    leeway::joint_limits limits;
    limits.acceleration = 2;
    scene.set_joint_limits("cart", "rail", limits);
    scene.freeze();
    leeway::motion motion(scene), stop(scene);
    leeway::checker checker(scene);
    const std::vector<double> times{0, 2}, points{0, 0.2}, rates{0, 0}, one{0.1}, speed{1};
    motion.set(leeway::track::trajectory(scene.joints(), times, points, rates));
    leeway::verify_options options;
    options.stops = 1;
    leeway::verdict verdict;
    leeway::safety safety = checker.verify(motion, options, {}, &verdict);
    assert_int_equal(safety.kind, LW_SAFETY_SAFE);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    assert_true(safety.stops > 0 && safety.stops_until == 2);
    options.start = points.data() + 1;
    safety = checker.verify(motion, options);
    assert_text(leeway::safety_name(safety.kind), "unsafe");
    assert_text(leeway::safety_reason_name(safety.reason), "start");
    assert_int_equal(safety.joint, 0);
    leeway::check_options check;
    check.stop = [] { return true; };
    options = leeway::verify_options();
    options.stops = 1;
    assert_int_equal(checker.verify(motion, options, check).reason, LW_SAFETY_REASON_STOPPED);
    throws_error(LW_ERROR_ARGUMENT, "a path has no times",
                 [&] { (void)checker.verify(segment(scene, 0, 0.2)); });

    stop.set_stop(scene.joints(), one, speed);
    assert_near(stop.interval().end, 0.5, 1e-12);
    assert_near(stop.joint_values(0, stop.interval().end)[0], 0.1 + 1.0 / (2 * 2), 1e-12);
    stop.set_stop({}, one, speed, one);
    assert_near(stop.joint_rates(0, 0)[0], 1, 1e-12);
    throws_error(LW_ERROR_ARGUMENT, "a number per value", [&] { stop.set_stop({}, one, points); });
    stop.set_stop_at(motion, 1);
    assert_near(stop.joint_values(0, 0)[0], 0.1, 1e-12);
    throws_error(LW_ERROR_ARGUMENT, "outside the motion", [&] { stop.set_stop_at(motion, 3); });
}

static void test_gate(void **)
{
    leeway::scene scene = open_rail();
    leeway::joint_limits limits;
    limits.acceleration = 2;
    scene.set_joint_limits("cart", "rail", limits);
    scene.freeze();
    leeway::gate_options options;
    options.period = 0.1;
    leeway::gate gate(scene, options);
    const std::vector<double> value{0}, rate{0}, points{0.005, 0.01};
    leeway::gate_request request;
    request.values = value.data();
    request.rates = rate.data();
    request.points = points.data();
    request.count = 2;
    leeway::gate_answer answer = gate.check(request);
    assert_text(leeway::gate_name(answer.kind), "pass");
    assert_int_equal(answer.passed, 2);
    assert_true(gate.scene().get() == scene.get());
    assert_near(gate.motion().joint_values(0, 0.2)[0], 0.01, 1e-12);
    leeway::running running(gate.motion());
    request.count = 0;
    throws_error(LW_ERROR_ARGUMENT, "a chunk of 0 waypoints", [&] { (void)gate.check(request); });
    lw_error error{};
    answer = gate.check(request, &error);
    assert_text(leeway::gate_reason_name(answer.reason), "input");
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);
    assert_int_equal(running.update(scene, 0).kind, LW_VERDICT_FREE);
    assert_int_equal(running.update(scene, 0.1).kind, LW_VERDICT_FREE);
    throws_error(LW_ERROR_ARGUMENT, "run backwards", [&] { (void)running.update(scene, 0); });
    assert_int_equal(running.update(scene, 0, &error).kind, LW_VERDICT_UNDECIDED);
    options.period = -1;
    throws_error(LW_ERROR_ARGUMENT, "the period of a gate", [&] { leeway::gate(scene, options); });
}

static void test_files(void **)
{
    const folder here;
    leeway::scene scene;
    scene.add_package_path(here.path);
    scene.add_package("pkg", here.path);
    scene.set_ros_paths({}, {});
    throws_error(LW_ERROR_FILE, "", [&] { scene.set_inside(here.path / "none"); });
    scene.set_inside({});
    scene.leave_out_mesh("finger_left");
    const lw_pose base = placed(0, 0, 2);
    scene.load_robot("scenes/arm/arm.urdf", "scenes/arm/arm.srdf", "one", &base);
    scene.load_joint_limits(here.write("limits.yaml",
                                       "default_velocity_scaling_factor: 0.5\n"
                                       "default_acceleration_scaling_factor: 0.25\n"
                                       "joint_limits:\n  joint_1:\n    has_velocity_limits: true\n"
                                       "    max_velocity: 0.75\n"));
    scene.set_unknown(LW_UNKNOWN_FREE);
    scene.set_occupancy_threshold(0.7);
    throws_error(LW_ERROR_ARGUMENT, "threshold of occupancy",
                 [&] { scene.set_occupancy_threshold(1); });
    scene.load_octree(here.write("b.bt", one_cell()), "map", LW_UNKNOWN_FREE, placed(0, 0, 99));
    scene.load_heights(here.write("b.npy", flat_field()), "hill", {1, 1, 1}, -1, placed(0, 0, 99));
    const lw_camera camera{1, 1, 0, 0, 0.5, 4, 0, 0};
    throws_error(LW_ERROR_ARGUMENT, "no measured depth", [&] {
        scene.load_depth_image(here.write("b.npy", flat_field()), "view", 1, camera, LW_UNKNOWN_FREE);
    });
    scene.load_cloud("scenes/scan.pcd");
    scene.load_cloud(
        here.write("a.pcd", "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nPOINTS 1\nDATA ascii\n1 2 3\n"),
        "scan", 0.25, placed(0, 0, 9));
    scene.freeze();
    assert_true(scene.find_body("scan.pcd").has_value());
    assert_near(scene.body_info(scene.find_body("scan").value()).radius, 0.25, 1e-9);
    const leeway::motion still(scene);
    bool on_robot[2] = {false, true};
    const double points[] = {0, 0, 2.05, 0, 0, 50};
    still.near_robots(0, 0.02, points, on_robot);
    assert_true(on_robot[0] && !on_robot[1]);
    throws_error(LW_ERROR_ARGUMENT, "rows of 3 numbers", [&] {
        still.near_robots(0, 0.02, {1.0, 2.0}, on_robot);
    });
    std::size_t count = 9;
    leeway::scene filtered = still.filter_robots(0, 0.02, &count);
    filtered.freeze();
    assert_true(count == 0 && filtered.find_body("scan.pcd").has_value());
    filtered = still.filter_robots(0, 20, &count);
    filtered.freeze();
    assert_true(count > 1 && !filtered.find_body("scan").has_value());
    assert_near(scene.rate_scales().velocity, 0.5, 0);
    assert_near(scene.rate_scales().acceleration, 0.25, 0);
    assert_text(scene.robot_name(0), "one");
    assert_near(scene.robot_info(0).base.position.z, 2, 0);
    assert_near(scene.joint_info(scene.find_joint("one", "joint_1").value()).velocity, 0.75, 0);
    assert_false(scene.find_body("finger_left").has_value());
    assert_true(scene.file_count() > 2);
    assert_text(scene.file(0), "scenes/arm/arm.urdf");
    const auto cover = here.write("cover.json", scene.cover_json(0) + "\n");

    leeway::scene again;
    again.leave_out_mesh("finger_left");
    again.load_robot("scenes/arm/arm.urdf", "scenes/arm/arm.srdf");
    again.load_cover("arm", cover);
    again.freeze();
    assert_text(again.cover_info(again.find_body("base").value()).file, cover.string());

    const leeway::scene cell = loaded("scenes/cell.json");
    leeway::scene read_back;
    read_back.load(here.write("cell.json", cell.json()));
    read_back.freeze();
    assert_true(read_back.fingerprint() == cell.fingerprint());
    assert_int_equal(cell.motion_count(), 3);
    assert_text(cell.motion_name(1), "through the post");
    leeway::motion motion(cell);
    assert_text(cell.motion_read(1, motion), "null");
    leeway::checker checker(cell);
    leeway::check_options all;
    all.fixed_pairs = 1;
    assert_true(cell.pair_count() > 64); // more than are expected at first
    const std::vector<lw_clearance> misses = checker.near_misses(motion, 100, all);
    assert_int_equal(misses.size(), cell.pair_count());
    for (const lw_clearance &miss : misses)
        assert_true(miss.pair[0] != miss.pair[1]);
    const leeway::verdict verdict = checker.check(motion);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    assert_near(verdict.time, 0.50631, 1e-5);
    assert_text(cell.body_name(verdict.pair[1]), "post");

    leeway::motion_reader reader(cell, "scenes/motions.jsonl", LW_MOTION_FORMAT_JSON_LINES);
    std::vector<std::string> ids;
    std::size_t free = 0;
    while (const auto id = reader.next(motion)) {
        assert_true(reader.own_id());
        ids.push_back(*id);
        free += checker.check(motion).kind == LW_VERDICT_FREE;
    }
    assert_true(ids.size() >= 3 && free >= 1);
    assert_text(ids[0], "\"home to ready\"");
    assert_false(reader.waits());
    const auto broken =
        here.write("broken.jsonl", "{\"id\": 5, \"from\": \"home\", \"to\": \"no such\"}\n"
                                   "{\"id\": 6, \"from\": \"home\", \"to\": \"ready\"}\n");
    leeway::motion_reader bad(cell, broken, LW_MOTION_FORMAT_JSON_LINES);
    throws_error(LW_ERROR_NAME, broken.c_str(), [&] { (void)bad.next(motion); });
    assert_int_equal(bad.kind(), LW_MOTION_KIND_MOTIONS);
    assert_text(bad.next(motion).value(), "6"); // the next line can be read

    leeway::motion_defaults defaults;
    defaults.group = "no group";
    const char *json = R"({"id": "a", "from": [0, 0, 0, 0, 0, 0], "to": [0, 0.1, 0, 0, 0, 0]})";
    assert_text(motion.read_json(cell, json), "\"a\"");
    throws_error(LW_ERROR_NAME, "no group", [&] { (void)motion.read_json(cell, json, defaults); });
    throws_error(LW_ERROR_SYNTAX, "spot:7",
                 [&] { (void)motion.read_json(cell, "{", leeway::motion_defaults(), "spot", 7); });
    assert_int_equal(leeway::motion_kind_of(json), LW_MOTION_KIND_MOTIONS);

    leeway::result result;
    motion.read_json(cell, json);
    const leeway::verdict judged = checker.check(motion);
    result.scene = cell.get();
    result.motion = motion.get();
    result.verdict = &judged;
    result.id = "\"a\"";
    assert_text(leeway::result_json(result).substr(0, 32), "{\"id\": \"a\", \"verdict\": \"contact\"");
    throws_error(LW_ERROR_ARGUMENT, "", [] { (void)leeway::result_json(leeway::result()); });

    assert_text(leeway::text_escape("a\nb"), "a\\nb");
    assert_text(leeway::text_json("a\"b"), "\"a\\\"b\"");
    assert_text(leeway::text_json({}), "\"\"");
    const std::string length(700, 'x'); // longer than the first guess
    assert_text(leeway::text_json(length), "\"" + length + "\"");
    assert_text(leeway::text_read_json("\"a\\u0062\""), "ab");
    throws_error(LW_ERROR_SYNTAX, "", [] { (void)leeway::text_read_json("\"a"); });
    assert_int_equal(leeway::text_nearest("elbow_jiont", {"wrist", "elbow_joint"}).value(), 1);
    assert_false(leeway::text_nearest("hand", {"wrist", "elbow_joint"}).has_value());

    leeway::srdf srdf("scenes/arm/arm.srdf", "arm");
    const std::size_t pairs = srdf.pair_count();
    assert_true(pairs > 1);
    const leeway::srdf_pair first = srdf.pair_at(0);
    assert_true(first.line > 0 && !first.links[0].empty() && first.reason.has_value());
    leeway::srdf_pair own;
    own.links = {"a", "b"};
    srdf.set_pairs(std::vector<leeway::srdf_pair>{first, own});
    assert_int_equal(srdf.pair_count(), 2);
    assert_text(srdf.pair_at(1).links[1], "b");
    assert_false(srdf.pair_at(1).reason.has_value());
    assert_false(srdf.enables("a", "b"));
    assert_true(srdf.text().find("link1=\"a\"") != std::string::npos);
    leeway::srdf begun({}, "new");
    begun.set_pairs({own});
    assert_true(begun.text().find("name=\"new\"") != std::string::npos);
    own.links[0] = std::string("a\0x", 3);
    throws_error(LW_ERROR_ARGUMENT, "NUL", [&] { begun.set_pairs({own}); });
}

static void test_motions(void **)
{
    const leeway::scene scene = frozen_rail();
    const std::size_t ball = scene.find_body("ball").value(),
                      link = scene.find_link("cart", "ball").value();
    leeway::motion motion(scene);
    motion.set_segment({0.0}, {2.0});
    assert_ptr_equal(motion.scene().get(), scene.get());
    assert_near(motion.interval().begin, 0, 0);
    assert_near(motion.interval().end, 1, 0);
    assert_false(motion.in_seconds());
    assert_true(motion.moves(0));
    assert_false(motion.approaches(0));
    assert_int_equal(motion.piece_count(), 1);
    assert_near(motion.pose(ball, 0.25).position.x, 0.5, 1e-12);
    assert_near(motion.link_pose(link, 0.75).position.x, 1.5, 1e-12);
    const std::vector<double> values = motion.joint_values(0, 0.5);
    assert_int_equal(values.size(), 1);
    assert_near(values[0], 1, 1e-12);
    assert_int_equal(motion.bounds(0).count, 1);
    assert_true(std::isinf(motion.bounds(0).upper[0]));
    throws_error(LW_ERROR_ARGUMENT, "", [&] { (void)motion.joint_values(5, 0); });
    motion.set_tolerances(0.25, 0.125);
    assert_int_equal(motion.tolerance(0).count, 1);
    assert_near(motion.tolerance(0).constant[0], 0.25, 0);
    assert_near(motion.tolerance(0).per_speed[0], 0.125, 0);
    const double constant[] = {0.5};
    motion.set_tolerance(scene.joints(), constant);
    assert_near(motion.tolerance(0).constant[0], 0.5, 0);
    assert_near(motion.tolerance(0).per_speed[0], 0, 0);
    const double two[] = {0.5, 0.5};
    throws_error(LW_ERROR_ARGUMENT, "a number per value",
                 [&] { motion.set_tolerance(scene.joints(), two); });
    throws_error(LW_ERROR_ARGUMENT, "is -1", [&] { motion.set_tolerances(-1); });
    leeway::checker checker(scene);
    lw_verdict verdict = checker.check(motion);
    assert_int_equal(checker.deviation(0).size(), 1);
    assert_true(verdict.deviates == (checker.deviation(0)[0] != 0));
    const folder here;
    motion.load_tolerance(here.write("tolerance.json", "{\"rail\": 0.75}"));
    assert_near(motion.tolerance(0).constant[0], 0.75, 0);
    motion.clear_tolerance();
    assert_near(motion.tolerance(0).constant[0], 0, 0);
    motion.cut(0.5);
    assert_near(motion.interval().begin, 0.5, 0);

    const std::vector<double> points{0, 1, 3}, times{0, 1, 2}, rates{0, 1, 0}, changes{0, 0, 0};
    motion.set(leeway::track::path(scene.joints(), points));
    assert_near(motion.pose(ball, 0.75).position.x, 2, 1e-12);
    motion.set(
        std::vector<leeway::track>{leeway::track::trajectory(scene.joints(), times, points, rates)});
    assert_true(motion.in_seconds());
    assert_near(motion.interval().end, 2, 0);
    assert_int_equal(motion.interpolation(), LW_INTERPOLATION_CUBIC);
    assert_near(motion.pose(ball, 1).position.x, 1, 1e-12);
    motion.set(leeway::track::trajectory(scene.joints(), times, points, rates, changes));
    assert_int_equal(motion.interpolation(), LW_INTERPOLATION_QUINTIC);
    leeway::spline spline;
    spline.kind = LW_SPLINE_BEZIER;
    spline.joints = scene.joints().get();
    spline.degree = 2;
    spline.point_count = points.size();
    spline.points = points.data();
    spline.duration = 2;
    motion.set_splines({spline});
    assert_text(leeway::spline_name(spline.kind), "bezier");
    assert_int_equal(motion.interpolation(), LW_INTERPOLATION_SPLINE);
    assert_near(motion.pose(ball, 1).position.x, 1.25, 1e-12);
    throws_error(LW_ERROR_ARGUMENT, "no corners", [&] { motion.blend(0.1); });
    motion.set(leeway::track::trajectory(scene.joints(), times, points));
    motion.blend(0.1);
    assert_int_equal(motion.piece_count(), 5);
    motion.set(leeway::track::trajectory(scene.joints(), times, points, rates, changes));
    leeway::motion joined(scene);
    joined.join({motion});
    assert_near(joined.interval().end, 2, 0);
    motion.set_segment({0.0}, {11.0});
    assert_int_equal(motion.notice_count(), 1);
    assert_true(motion.notice(0).find("rail") != std::string::npos);
    assert_text(motion.notice(1), "");
    motion.add_notice("a sentence of the caller");
    assert_text(motion.notice(1), "a sentence of the caller");
    leeway::motion still(scene);
    still.set_joint("cart", "rail", {0.5});
    assert_near(still.pose(ball, 0).position.x, 0.5, 1e-12);

    // the post is taken along from the second waypoint on
    leeway::payload take;
    leeway::track carrying = leeway::track::path(scene.joints(), points);
    take.kind = LW_PAYLOAD_ATTACH;
    take.waypoint = 1;
    take.object = "post";
    take.link = "ball";
    carrying.payloads = &take;
    carrying.payload_count = 1;
    motion.set(carrying);
    assert_int_equal(motion.stage_count(), 2);
    assert_int_equal(motion.stage_at(0.75), 1);
    assert_false(static_cast<bool>(motion.stage(2)));
    const leeway::motion_view stage = motion.stage(1);
    assert_near(stage.interval().begin, 0.5, 0);
    const std::size_t post = scene.find_body("post").value();
    const std::size_t carried = motion.stage_body(1, post).value();
    assert_text(stage.scene().body_name(carried), "post");
    assert_true(stage.scene().body_info(carried).attached);
    assert_int_equal(motion.payload_count(), 1);
    const leeway::payload_info payload = motion.payload(0);
    assert_text(motion.claims_blocks_stage_json(1).substr(0, 11), "{\"stage\": 1");
    assert_text(motion.claims_blocks_stage_cbor(1).substr(0, 8), "\xBF\x65stage\x01");
    motion.set_segment({0.0}, {1.0});          // the payload keeps its texts
    const leeway::payload_info kept = payload; // NOLINT: that is the test
    assert_text(kept.object, "post");
    assert_text(kept.link, "ball");
    assert_near(kept.time, 0.5, 0);

    leeway::scene next = scene.copy();
    next.freeze();
    motion.set_scene(next);
    assert_ptr_equal(motion.scene().get(), next.get());
}

static void test_checks(void **)
{
    const leeway::scene scene = frozen_rail();
    const leeway::motion motion = segment(scene, 0, 2), free = segment(scene, 0, 0.5);
    leeway::checker checker(scene);
    leeway::check_options options;
    options.clearance = true;
    const double wanted = std::sqrt(0.5 * 0.5 + 0.15 * 0.15) - 0.2;
    const leeway::verdict far = checker.check(free, options);
    assert_true(far.clearance.lower <= wanted && wanted <= far.clearance.upper + 1e-12);
    const leeway::verdict first = checker.check(motion);
    assert_near(first.time, 0.43386, 1e-4);
    assert_near(checker.pair_distance(free, 1, 0).upper, wanted, 1e-12);
    const lw_distance near = checker.pair_distance(free, 1, 0);
    assert_near(checker.pair_gradient(free, 1, 0, near).at(0), -0.5 / (wanted + 0.2), 1e-9);
    const std::vector<double> jacobian =
        checker.body_jacobian(free, 0, scene.find_body("ball").value(), {0, 0, 0});
    assert_int_equal(jacobian.size(), 3);
    assert_near(jacobian[0], 1, 1e-12);
    const leeway::joints rail(scene, "cart", {"rail"});
    assert_near(checker.body_jacobian(free, 0, 0, {0, 0, 0}, rail).at(0), 1, 1e-12);
    assert_int_equal(checker.near_misses(free, 1).size(), 1);
    assert_int_equal(checker.near_misses(free, 0.01).size(), 0);

    leeway::check_options slab;
    slab.method = LW_METHOD_SLAB;
    const leeway::traced traced = checker.check_traced(free, slab);
    assert_int_equal(traced.verdict.kind, LW_VERDICT_FREE);
    assert_int_equal(traced.trace.samples().size(), traced.verdict.samples);
    assert_true(traced.trace.proofs().size() >= 1);
    lw_error unread = {};
    assert_int_equal(leeway::read_trace("/nowhere", free, nullptr, &unread).trace.proofs().size(), 0);
    assert_int_equal(unread.status, LW_ERROR_FILE);
    const leeway::cross cross = checker.cross_check(motion);
    assert_true(cross->served >= 3);
    assert_true(cross.conflicts().empty());
    assert_int_equal(cross.verdict(LW_METHOD_SLAB)->kind, LW_VERDICT_CONTACT);
    leeway::cross_options few;
    few.samples = 7;
    assert_true(checker.cross_check(free, few)->samples <= 7 + 7);
    const std::vector<leeway::cross> crosses =
        leeway::cross_check_many(scene, {free, motion}, few, {}, 2);
    assert_int_equal(crosses.at(0).verdict(LW_METHOD_AUTO)->kind, LW_VERDICT_FREE);
    assert_int_equal(crosses.at(1).verdict(LW_METHOD_AUTO)->kind, LW_VERDICT_CONTACT);
    const std::vector<leeway::verdict> many = leeway::check_many(scene, {motion, free}, {}, 2);
    assert_int_equal(many.at(0).kind, LW_VERDICT_CONTACT);
    assert_int_equal(many.at(1).kind, LW_VERDICT_FREE);

    const leeway::curve curve(free, 11);
    assert_int_equal(curve.times().size(), 11);
    assert_int_equal(curve.stages()[3], 0);
    assert_int_equal(curve.pairs(0)[10], 0);
    assert_near(curve.distances(0)[10], wanted, 1e-12);
    assert_true(std::isinf(curve.distances(1)[0]));
    const auto points = curve.points(0, 10);
    assert_near(points[0].x, 0.5 + 0.1 * 0.5 / (wanted + 0.2), 1e-9);
    leeway::motion still(scene);
    assert_true(std::isinf(leeway::curve(still, 2).distances(0)[0]));
    assert_false(std::isinf(leeway::curve(still, 2, true).distances(0)[0]));

    leeway::scene next = scene.copy();
    next.remove("post");
    next.freeze();
    checker.set_scene(next);
    leeway::motion moved = segment(scene, 0, 2);
    moved.set_scene(next);
    assert_int_equal(checker.check(moved).pairs, 0);

    // claims, as files
    leeway::checker claiming(scene);
    assert_text(scene.claims_blocks_json().substr(0, 12), "{\"claims\": 2");
    assert_text(scene.claims_blocks_cbor().substr(0, 12), LW_CLAIMS_CBOR "\xBF\x66"
                                                                         "claims\x02");
    std::string lines = scene.claims_blocks_json() + "\n";
    leeway::claimed_motion of;
    leeway::check_options claims;
    leeway::verdict proven;
    of.motion = free.get();
    of.id = "\"free\"";
    lines += leeway::claims_blocks_begin_json(of) + "\n";
    assert_true(leeway::claims_blocks_begin_json(of).find("\"tracks\"") != std::string::npos);
    assert_true(leeway::claims_blocks_begin_cbor(of).find("tracks") != std::string::npos);
    claims.claim = [&](const lw_claim &claim) {
        lines += leeway::claim_json(claim) + "\n";
        assert_true(leeway::claim_cbor(claim).size() < leeway::claim_json(claim).size());
        of.claim_count++;
    };
    proven = claiming.check(free, claims);
    of.verdict = &proven;
    lines += leeway::claims_end_json(of) + "\n";
    assert_true(leeway::claims_end_cbor(of).size() < leeway::claims_end_json(of).size());
    assert_true(of.claim_count > 0 && lines.find("\"free\"") != std::string::npos);
}

static void test_pool(void **)
{
    const leeway::scene scene = frozen_rail();
    leeway::pool pool(scene, 2);
    const leeway::motion motion = segment(scene, 0, 2), free = segment(scene, 0, 0.5);
    assert_int_equal(pool.check({free, motion}).at(1).kind, LW_VERDICT_CONTACT);
    assert_int_equal(pool.check(std::vector<leeway::motion_view>{motion, free}).at(1).kind,
                     LW_VERDICT_FREE);
    const double held[] = {0, 3, 3}; // behind the one row are others
    const leeway::span<const double> here(held, 1);
    const std::vector<double> there{0.5, 2, 0.25}, states{0, 1, 3};
    std::vector<lw_verdict_kind> kinds(3);
    std::vector<double> times(3);
    leeway::answers answers;
    answers.kind = kinds.data();
    answers.time = times.data();
    pool.segments(leeway::rows(here, there, 1), answers);
    assert_int_equal(kinds[0], LW_VERDICT_FREE);
    assert_int_equal(kinds[1], LW_VERDICT_CONTACT);
    assert_near(times[1], 0.43386, 1e-4);
    pool.segments(leeway::rows(there, here, 1), answers);
    assert_int_equal(kinds[1], LW_VERDICT_CONTACT);
    assert_near(times[1], 0.43386, 1e-4); // the post is in the middle of the way, from either end
    pool.segments(leeway::rows(there, states, 1), answers);
    assert_int_equal(kinds[0], LW_VERDICT_FREE);
    assert_int_equal(kinds[1], LW_VERDICT_CONTACT);
    assert_int_equal(kinds[2], LW_VERDICT_CONTACT);
    pool.states(leeway::rows(states, 1), answers);
    assert_int_equal(kinds[0], LW_VERDICT_FREE);
    assert_int_equal(kinds[1], LW_VERDICT_CONTACT);
    assert_int_equal(kinds[2], LW_VERDICT_FREE);
    bool contacts[3] = {true, true, true};
    pool.contacts(leeway::rows(states, 1), contacts);
    assert_false(contacts[0]);
    assert_true(contacts[1]);
    assert_false(contacts[2]);
    leeway::scene next = scene.copy();
    next.move_obstacle("post", placed(1, 3, 0));
    next.freeze();
    pool.set_scene(next);
    pool.segments(leeway::rows(here, there, 1), answers);
    assert_int_equal(kinds[1], LW_VERDICT_FREE);
}

static void test_plans(void **)
{
    const folder here;
    const leeway::scene scene = loaded("scenes/cell.json");
    const std::vector<double> from{-0.4, 0.1, 0.3, 0, 1.17, 1.5708}, to{1.6, 0.1, 0.3, 0, 1.17, 1.5708};
    leeway::planner planner(scene, leeway::plan_space(), 1);
    assert_int_equal(planner.value_count(), 6);
    const leeway::plan found = planner.find(from, to);
    assert_int_equal(found.kind, LW_PLAN_FOUND);
    const std::vector<double> values(found.values().begin(), found.values().end());
    std::vector<double> goals(to.begin(), to.end());
    goals.insert(goals.end(), from.begin(), from.end());
    assert_int_equal(planner.find_any(from, goals).goal, 1); /* the nearest one */
    const leeway::plan second = planner.find(from, from);
    const leeway::plan copy = found; // NOLINT: keeps its path, whatever the planner finds next
    assert_int_equal(copy.values().size(), copy.point_count * 6);
    for (std::size_t i = 0; i < values.size(); i++)
        assert_near(copy.values()[i], values[i], 0);
    assert_near(copy.configuration(copy.point_count - 1)[0], 1.6, 0);
    assert_near(copy.configuration(0)[5], 1.5708, 0);
    assert_null(copy.contact);
    const std::vector<double> deep{0, 2.1, 0, 0, 0, 0};
    const leeway::plan buried = planner.find(deep, to);
    assert_int_equal(buried.kind, LW_PLAN_START_IN_CONTACT);
    (void)planner.find(from, from);
    assert_int_equal(buried.contact->kind, LW_VERDICT_CONTACT);
    assert_true(buried.values().empty());

    const std::vector<double> one(6, 1.0), two(6, 2.0);
    const leeway::timed_path timed = leeway::time_path(copy.values(), one, two);
    assert_int_equal(timed.positions().size(), timed.times().size() * 6);
    assert_int_equal(timed.velocities().size(), timed.positions().size());
    leeway::motion motion(scene);
    motion.set(leeway::track::trajectory(scene.joints(), timed.times(), timed.positions(),
                                         timed.velocities()));
    leeway::checker checker(scene);
    assert_int_equal(checker.check(motion).kind, LW_VERDICT_FREE);
    leeway::timing timing;
    timing.path = copy.path;
    timing.point_count = copy.point_count;
    timing.value_count = copy.value_count;
    timing.velocities = one.data();
    timing.accelerations = two.data();
    const leeway::timed_path same = leeway::time_path(timing);
    assert_near(same.times()[same->point_count - 1], timed.times()[timed->point_count - 1], 0);

    const leeway::timed_path proven = leeway::plan_timed(planner, copy);
    assert_true(proven->clearance.lower > 0 && proven->unlimited_count == 6);
    leeway::set_plan(motion, planner, copy, proven);
    assert_int_equal(checker.check(motion).kind, LW_VERDICT_FREE);
    assert_near(motion.interval().end, proven.times()[proven->point_count - 1], 0);
    leeway::set_plan(motion, planner, copy);
    assert_near(motion.interval().end, 1, 0);
    lw_error unfit{};
    leeway::timed_options scaled;
    scaled.velocity_scale = -1;
    assert_true(leeway::plan_timed(planner, copy, scaled, &unfit).times().empty());
    assert_int_equal(unfit.status, LW_ERROR_ARGUMENT);

    leeway::roadmap roadmap(planner, 7);
    leeway::roadmap_options options;
    options.nodes = 20;
    roadmap.grow(options);
    assert_int_equal(roadmap.node_count(), 20);
    assert_int_equal(roadmap.seed(), 7);
    assert_true(roadmap.edge_count() > 0);
    assert_int_equal(roadmap.configuration(planner, 3).size(), 6);
    const auto ends = roadmap.segment(0);
    assert_true(ends[0] < 20 && ends[1] < 20 && ends[0] != ends[1]);
    lw_error error{};
    assert_true(roadmap.configuration(planner, 20, &error).empty());
    roadmap.save(here.path / "map");
    const leeway::roadmap loaded_one = leeway::roadmap::load(planner, here.path / "map");
    assert_int_equal(loaded_one.edge_count(), roadmap.edge_count());
    throws_error(LW_ERROR_FILE, "", [&] { (void)leeway::roadmap::load(planner, here.path / "none"); });

    const std::string viewer = "<html><!--leeway--></html>";
    leeway::page_options shown;
    shown.viewer = viewer.c_str();
    shown.viewer_size = viewer.size();
    leeway::page page(scene, shown);
    leeway::page_motion of;
    of.motion = motion.get();
    of.name = "the plan in time";
    page.add(of);
    page.add_many(std::vector<leeway::page_motion>{of, of}, 1);
    assert_int_equal(page.motion_count(), 3);
    page.set_roadmap(roadmap);
    page.set_roadmap(roadmap, scene.find_link({}, "wrist_1").value());
    const lw_delays none = lw_default_delays();
    leeway::page_delays delays = {{0, 0}, {"there", "back"}, -1, 1, &none};
    page.add_delays(delays);
    delays.to = -2;
    throws_error(LW_ERROR_ARGUMENT, "in order", [&] { page.add_delays(delays); });
    assert_true(page.html().find("</html>") != std::string::npos);
}

static void test_plane(void **)
{
    const leeway::polygon square({0, 0, 2, 0, 2, 2, 0, 2}), disc({0, 0}, 0.5);
    assert_int_equal(square.count(), 4);
    assert_near(square.vertex(0).x * square.vertex(0).y + square.vertex(2).x * square.vertex(2).y, 4,
                0);
    const lw_pose2 here = leeway::pose2_from_angle(0, 0, 0), far = leeway::pose2_from_angle(4, 1, 1);
    assert_false(leeway::polygon_touches(square, here, disc, far));
    assert_true(leeway::polygon_touches(square, here, disc, here));
    leeway::polygon_memory memory{};
    assert_near(leeway::polygon_distance(square, here, disc, far, &memory), 1.5, 1e-12);
    const leeway::separation apart = leeway::polygon_separation(square, here, disc, far, &memory);
    assert_near(apart.normal.x, 1, 1e-12);
    assert_near(apart.upper, 1.5, 1e-12);
    leeway::polygon_features features{};
    assert_near(leeway::polygon_track(square, here, disc, far, features).lower, 1.5, 1e-12);
    assert_true(features.known);
    const lw_polygon_pair pair = square.with(here, disc, far);
    lw_planar_algorithm answered = LW_PLANAR_AUTO;
    assert_false(leeway::polygon_touches_by(LW_PLANAR_WALK, pair, &answered));
    assert_int_equal(answered, LW_PLANAR_WALK);
    assert_near(leeway::polygon_separation_by(LW_PLANAR_EDGES, pair, &answered).upper, 1.5, 1e-12);
    assert_int_equal(answered, LW_PLANAR_EDGES);
    std::vector<lw_separation> out(2);
    std::vector<lw_polygon_memory> memories(2);
    leeway::polygon_separations({pair, square.with(here, disc, here)}, out);
    assert_near(out[0].upper, 1.5, 1e-12);
    assert_near(out[1].depth, 0.5, 1e-12);
    leeway::polygon_separations({pair, pair}, out, memories);
    assert_near(out[1].upper, 1.5, 1e-12);
}

static void test_cells(void **)
{
    const leeway::scene scene = loaded("scenes/workcell.json");
    leeway::cell cell(scene);
    leeway::motion motion(scene);
    for (std::size_t i = 0; i < scene.motion_count(); i++) {
        scene.motion_read(i, motion);
        if (motion.in_seconds())
            cell.add(scene.motion_name(i), motion);
    }
    assert_true(cell.trajectory_count() > 0);
    const auto index = cell.find(0, "shared end");
    assert_text(cell.trajectory_name(index.value()), "shared end");
    assert_false(cell.find(0, "no such").has_value());
    leeway::job_reader reader(cell);
    leeway::judge judge(cell, 100000);
    const leeway::job job =
        reader.read(R"({"id": "apart", "robots": {"R1": ["apart"], "R2": ["apart"]}})");
    assert_text(job.id, "\"apart\"");
    assert_int_equal(leeway::sequences_of(job).size(), 2);
    const leeway::cell_verdict verdict = judge.job(leeway::sequences_of(job));
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    (void)judge.job(leeway::sequences_of(job));
    for (std::size_t i = 0; i < scene.motion_count(); i++) {
        scene.motion_read(i, motion);
        if (!motion.in_seconds() || !leeway::moves_robot(motion, 0) || !leeway::moves_robot(motion, 1))
            continue;
        leeway::delay_options delay_options;
        delay_options.tolerance = 0.1;
        const leeway::delays delays = leeway::find_delays(motion, 0, motion, 1, delay_options);
        const leeway::delay_span last = delays.spans()[delays.spans().size() - 1];
        assert_true(delays->complete && std::isinf(last.to) && std::isinf(delays.spans()[0].from));
    }
    lw_error wrong = {};
    assert_true(
        leeway::find_delays(motion, 0, motion, 0, leeway::delay_options(), &wrong).spans().empty());
    assert_int_equal(wrong.status, LW_ERROR_ARGUMENT);
    const leeway::judge_counts counts = judge.counts();
    assert_true(counts.judged > 0 && counts.remembered > 0);
    assert_true(cell.verdict_json(job.id, verdict).find("{\"id\": \"apart\", \"verdict\": \"free\"") ==
                0);
    assert_true(cell.verdict_json({}, verdict).find("{\"id\": null") == 0);
    cell.set_job(motion, leeway::sequences_of(job));
    assert_near(motion.interval().end, verdict.end, 1e-12);
    leeway::checker checker(scene);
    assert_int_equal(checker.check(motion).kind, LW_VERDICT_FREE);
    assert_true(std::isfinite(checker.pair_distance_by(motion, 0, 0, LW_PLANAR_WALK).upper));
    const leeway::leg legs[] = {{cell.find(0, "apart").value(), 0, SIZE_MAX, 0.5},
                                {cell.find(1, "apart").value(), 0, SIZE_MAX, 0.5}};
    const leeway::course courses[] = {{0, &legs[0], 1}, {1, &legs[1], 1}};
    const leeway::cell_verdict later = judge.courses(courses, 0.01);
    assert_int_equal(later.kind, LW_VERDICT_FREE);
    assert_near(later.end, verdict.end + 0.5, 1e-9);
    cell.set_courses(motion, courses);
    assert_near(motion.interval().end, later.end, 1e-12);
    assert_int_equal(checker.check(motion).kind, LW_VERDICT_FREE);
    assert_int_equal(judge.courses({}, -1, {}, &wrong).kind, LW_VERDICT_UNDECIDED);
    throws_error(LW_ERROR_SYNTAX, "jobs:9", [&] { (void)reader.read("{", "jobs", 9); });
}

static void test_kinematics(void **)
{
    leeway::scene scene;
    scene.load("scenes/cell.json");
    scene.freeze();
    const std::vector<double> rows = {0, -0.6, 0.5, 0, 1.2, 0, 0.2, -0.6, 0.5, 0, 1.2, 0};
    const std::vector<lw_pose> all = scene.link_poses(rows);
    const std::size_t links = all.size() / 2;
    assert_true(links > 5 && all.size() == 2 * links);
    const std::size_t last[] = {links - 1};
    const std::vector<lw_pose> some = scene.link_poses(rows, last, scene.joints());
    assert_int_equal(some.size(), 2);
    assert_true(some[1].position.x == all[2 * links - 1].position.x);
    const std::vector<double> jacobians = scene.link_jacobians(rows, links - 1);
    assert_int_equal(jacobians.size(), 2 * 6 * 6);
    /* the first joint turns about the vertical: how fast x and y change */
    assert_near(jacobians[0], -some[0].position.y, 1e-12);
    assert_near(jacobians[6], some[0].position.x, 1e-12);
    throws_error(LW_ERROR_ARGUMENT, "no whole rows", [&] { (void)scene.link_poses({0.1, 0.2}); });
    lw_error error;
    assert_true(scene.link_jacobians(rows, 1000, {}, &error).empty());
    assert_int_equal(error.status, LW_ERROR_ARGUMENT);

    leeway::mesh mesh("scenes/arm/meshes/base.stl");
    assert_int_equal(mesh->kind, LW_SHAPE_MESH);
    assert_true(mesh->triangle_count == 320 && (*mesh).vertex_count > 100);
    leeway::mesh moved = std::move(mesh);
    assert_int_equal(moved->triangle_count, 320);
    mesh = std::move(moved);
    assert_int_equal(mesh->triangle_count, 320);
    throws_error(LW_ERROR_FILE, "", [] { leeway::mesh("none.stl"); });
    lw_shape_def raw = mesh.release();
    lw_mesh_free(&raw);
    leeway::cloud cloud("scenes/scan.pcd");
    assert_int_equal(cloud->kind, LW_SHAPE_CLOUD);
    assert_int_equal((*cloud).vertex_count, 292);
    leeway::cloud held;
    held = std::move(cloud);
    assert_int_equal(held->vertex_count, 292);
    throws_error(LW_ERROR_FILE, "", [] { leeway::cloud("none.pcd"); });
    raw = held.release();
    lw_cloud_free(&raw);

    const folder here;
    leeway::octree octree(here.write("a.bt", one_cell()), LW_UNKNOWN_OBSTACLE);
    assert_int_equal(octree->kind, LW_SHAPE_OCTREE);
    assert_true(octree->cell_count == 1 && octree->unknown == LW_UNKNOWN_OBSTACLE);
    throws_error(LW_ERROR_FILE, "", [] { leeway::octree("none.bt", LW_UNKNOWN_FREE); });
    raw = octree.release();
    lw_octree_free(&raw);

    leeway::depth_image view(here.write("a.npy", flat_field()), 0.5);
    assert_true(view->kind == LW_SHAPE_DEPTH_IMAGE && view->rows == 2 && view->depths[3] == 0);
    throws_error(LW_ERROR_FILE, "", [] { leeway::depth_image("none.npy", 1); });
    raw = view.release();
    lw_depth_image_free(&raw);
    const std::vector<float> depths(16, 3);
    const auto image =
        leeway::shape_def::depth_image(depths, 4, {4, 4, 1.5, 1.5, 0.25, 4, 0, 0}, LW_UNKNOWN_OBSTACLE);
    const lw_view views[] = {{&image, leeway::pose_identity()}};
    const auto seen = leeway::octree::seen(views, 0.125);
    assert_true(seen->kind == LW_SHAPE_OCTREE && seen->unknown == LW_UNKNOWN_OBSTACLE &&
                seen->length == 0.125 && seen->cell_count > 0);
    throws_error(LW_ERROR_ARGUMENT, "resolution", [&] { (void)leeway::octree::seen(views, 0); });
    lw_error refused{};
    assert_true(leeway::octree::seen({views, 0}, 1, &refused)->cell_count == 0);
    assert_int_equal(refused.status, LW_ERROR_ARGUMENT);
    leeway::scene cell;
    cell.add_robot("r");
    cell.add_link("r", "l");
    cell.add_shape("r", "l", leeway::shape_def::sphere(0.2));
    cell.freeze();
    const leeway::motion still(cell);
    assert_true(leeway::octree::seen(views, 0.125, still, 0, 0.3)->cell_count > seen->cell_count);

    lw_camera camera{};
    lw_pose from{};
    leeway::read_camera(here.write("camera.json", "{\"fx\": 1, \"fy\": 2, \"cx\": 3, \"cy\": 4, "
                                                  "\"near\": 5, \"far\": 6, \"position\": [7, 0, 0]}"),
                        camera, from);
    assert_true(camera.fy == 2 && camera.far_z == 6 && camera.error == 0 && from.position.x == 7);
    throws_error(LW_ERROR_FILE, "", [&] { leeway::read_camera("none.json", camera, from); });
    leeway::heights hill(here.write("a.npy", flat_field()), {0.5, 0.25, 1}, -1);
    assert_true(hill->kind == LW_SHAPE_HEIGHTS && hill->rows == 2 && hill->floor == -1);
    throws_error(LW_ERROR_FILE, "", [] { leeway::heights("none.npy", {1, 1, 1}, 0); });
    raw = hill.release();
    lw_heights_free(&raw);

    leeway::motion_reader reader(scene, "scenes/motions.jsonl", LW_MOTION_FORMAT_JSON_LINES);
    leeway::motion motion(scene);
    assert_false(reader.text().has_value());
    (void)reader.next(motion);
    assert_true(reader.text().value().find("home to ready") != std::string_view::npos);
}

static void test_sessions(void **)
{
    leeway::scene scene;
    scene.load("scenes/cell.json");
    scene.freeze();
    leeway::scene_store store = leeway::scene_store::create();
    store.set("cell", scene);
    leeway::session talk(store);
    assert_true(talk.answer(R"({"id": 1, "from": "home", "to": "home"})").find("{\"id\": 1, ") == 0);
    assert_true(talk.answer("").empty());
    lw_error error;
    assert_true(talk.answer("{", &error).find("\"error\"") != std::string_view::npos);
    assert_int_equal(error.status, LW_ERROR_SYNTAX);
    assert_true(talk.answer("{").find("\"error\"") != std::string_view::npos);
    leeway::session moved(talk.release());
    throws_error(LW_ERROR_ARGUMENT, "lw_session_answer", [&] { (void)talk.answer("{}"); });
    leeway::check_options options;
    options.method = LW_METHOD_SLAB;
    leeway::session other(store, "cell", options);
    assert_true(other.answer(R"({"options": {}})").find("slab") != std::string_view::npos);
    throws_error(LW_ERROR_NAME, "no scene", [&] { leeway::session(store, "none"); });
}

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),   cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_defaults), cmocka_unit_test(test_building),
        cmocka_unit_test(test_files),    cmocka_unit_test(test_motions),
        cmocka_unit_test(test_safety),   cmocka_unit_test(test_gate),
        cmocka_unit_test(test_checks),   cmocka_unit_test(test_pool),
        cmocka_unit_test(test_plans),    cmocka_unit_test(test_plane),
        cmocka_unit_test(test_cells),    cmocka_unit_test(test_kinematics),
        cmocka_unit_test(test_sessions),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
