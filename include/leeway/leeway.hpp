/* Leeway for C++: owners that free themselves, errors as exceptions or as values, spans. Header only,
 * C++17 or later, no library beside Leeway's.
 *
 *     leeway::scene scene;
 *     scene.load("cell.json");
 *     scene.freeze();
 *     leeway::motion motion(scene);
 *     motion.set_segment(from, to); // std::vector, std::array, std::span, an array, {0.1, 0.2}
 *     leeway::checker checker(scene);
 *     leeway::verdict verdict = checker.check(motion); // allocates nothing
 *
 * Names are those of leeway/leeway.h without lw_: lw_scene_add_robot(scene, ...) is
 * scene.add_robot(...), lw_verdict is leeway::verdict, lw_status_name is leeway::status_name. Constants
 * keep their names (LW_VERDICT_FREE). The C headers define what each function answers, its units,
 * errors and threads; here stands what differs:
 *
 * - Errors. The last argument of a function that can fail is an lw_error *, as in C. Leave it out, and
 * an error is thrown as leeway::error. With it, nothing is thrown: the error is written there, and its
 * status is LW_OK where there is none. A function without another result returns the status; another
 * result is then empty, and a verdict is undecided.
 * - Owners (scene, motion, checker, pool, and so on) move, but do not copy; get() is the C object,
 * release() gives it away, and a constructor takes one over. A moved-from owner is empty: its functions
 * fail with error state. What must outlive what is as in C: the scene outlives its motions and
 * checkers. Moving the owner of a scene does not move the scene. A scene, motion or choice of joints
 * that another object owns is a scene_view, motion_view or joints_view, as cheap as a pointer.
 * - Structs (check_options, shape_def, verdict, and so on) start with C's defaults (lw_default_...).
 * - Functions that are called back are std::function. An exception from one of them ends the call, and
 * is thrown again by it, also where errors are values. Where C calls such a function in several threads
 * at once, so does C++.
 * - Texts in are const char *, std::string, std::string_view or std::filesystem::path; no text stands
 * for NULL. A text with a NUL character inside is error argument. A text out is a std::string where C's
 * would not live as long as the object, else a std::string_view.
 *
 * An index of C that may be -1 is a std::optional where a function returns it. docs/cpp.md has
 * examples. */
#ifndef LEEWAY_HPP
#define LEEWAY_HPP

#include <leeway/cpp/ask.hpp>
#include <leeway/cpp/base.hpp>
#include <leeway/cpp/cell.hpp>
#include <leeway/cpp/checker.hpp>
#include <leeway/cpp/convex.hpp>
#include <leeway/cpp/delay.hpp>
#include <leeway/cpp/files.hpp>
#include <leeway/cpp/gate.hpp>
#include <leeway/cpp/motion.hpp>
#include <leeway/cpp/options.hpp>
#include <leeway/cpp/owner.hpp>
#include <leeway/cpp/page.hpp>
#include <leeway/cpp/plan.hpp>
#include <leeway/cpp/plane.hpp>
#include <leeway/cpp/pool.hpp>
#include <leeway/cpp/scene.hpp>
#include <leeway/cpp/session.hpp>
#include <leeway/cpp/values.hpp>

#endif
