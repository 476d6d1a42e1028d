/* Scenes for the tests of leeway/leeway.hpp, and expectations of exceptions. */
#ifndef LEEWAY_TEST_CPP_WORLD_H
#define LEEWAY_TEST_CPP_WORLD_H

#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <leeway/leeway.hpp>

extern "C" {
#include <cmocka.h> // last, since its fail is a name of the standard library too
}

/* The robot "cart": the link "floor", and on the sliding joint "rail" the link "ball", a ball of radius
 * 0.1 at x = 0 to 10; and the obstacle "post", a ball of radius 0.1 at (1, 0.15, 0). The two touch at
 * x = 1 - sqrt(0.2^2 - 0.15^2) = 0.8677. */
inline leeway::scene open_rail()
{
    leeway::scene scene;
    leeway::joint_def rail;
    rail.kind = LW_JOINT_PRISMATIC;
    rail.name = "rail";
    rail.parent = "floor";
    rail.child = "ball";
    rail.lower = 0;
    rail.upper = 10;
    scene.add_robot("cart");
    scene.add_link("cart", "floor");
    scene.add_link("cart", "ball");
    scene.add_joint("cart", rail);
    scene.add_shape("cart", "ball", leeway::shape_def::sphere(0.1));
    scene.add_obstacle("post", leeway::shape_def::sphere(0.1), {{1, 0.15, 0}, {0, 0, 0, 1}});
    return scene;
}

inline leeway::scene frozen_rail()
{
    leeway::scene scene = open_rail();
    scene.freeze();
    return scene;
}

/* A frozen scene of the project. */
inline leeway::scene loaded(const char *path)
{
    leeway::scene scene;
    scene.load(path);
    scene.freeze();
    return scene;
}

inline leeway::motion segment(const leeway::scene &scene, double from, double to)
{
    leeway::motion motion(scene);
    motion.set_segment({from}, {to});
    return motion;
}

inline lw_pose placed(double x, double y, double z)
{
    return {{x, y, z}, {0, 0, 0, 1}};
}

/* An object that is asked after it was moved from, which analysers take for a mistake in a variable. */
template <class T> struct held {
    T it;
};

/* throws_error(LW_ERROR_NAME, "no link", [&] { ... }) */
#define throws_error(wanted, part, ...) check_thrown((wanted), (part), __VA_ARGS__, __LINE__)

template <class Call> void check_thrown(lw_status wanted, const char *part, Call &&call, int line)
{
    try {
        call();
    } catch (const leeway::error &error) {
        if (error.status() != wanted ||
            std::string_view(error.what()).find(part) == std::string_view::npos)
            fail_msg("line %d: status %s: \"%s\" instead of %s: \"%s\"", line,
                     lw_status_name(error.status()), error.what(), lw_status_name(wanted), part);
        return;
    }
    fail_msg("line %d: nothing is thrown", line);
}

/* An exception of the tests' own. */
struct thrown_by_test {
    int number;
};

/* throws_own(7, [&] { ... }): the call throws thrown_by_test of this number. */
#define throws_own(number, ...) check_own((number), __VA_ARGS__, __LINE__)

template <class Call> void check_own(int wanted, Call &&call, int line)
{
    try {
        call();
    } catch (const thrown_by_test &thrown) {
        if (thrown.number != wanted)
            fail_msg("line %d: %d is thrown instead of %d", line, thrown.number, wanted);
        return;
    } catch (const leeway::error &error) {
        fail_msg("line %d: \"%s\" is thrown", line, error.what());
    }
    fail_msg("line %d: nothing is thrown", line);
}

#define assert_near(got, wanted, tolerance) check_near((got), (wanted), (tolerance), __LINE__)

inline void check_near(double got, double wanted, double tolerance, int line)
{
    if (!(got >= wanted - tolerance && got <= wanted + tolerance))
        fail_msg("line %d: %.17g is not within %g of %.17g", line, got, tolerance, wanted);
}

inline void assert_text(std::string_view got, std::string_view wanted)
{
    if (got != wanted)
        fail_msg("\"%s\" instead of \"%s\"", std::string(got).c_str(), std::string(wanted).c_str());
}

#endif
