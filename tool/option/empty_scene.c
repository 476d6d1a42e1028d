/* The reasons why no pair of a scene is checked, as a sentence. */
#include "option/empty_scene.h"

#include "option/scene_facts.h"
#include "text/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct clauses {
    char text[400];
} clauses;

__attribute__((format(printf, 2, 3))) static void add_clause(clauses *c, const char *format, ...)
{
    size_t used = strlen(c->text);
    if (used && used + 2 < sizeof c->text) {
        memcpy(c->text + used, "; ", sizeof "; ");
        used += 2;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->text + used, sizeof c->text - used, format, arguments);
    va_end(arguments);
}

/* whether a robot, or -1 an obstacle, has a body */
static bool has_body(const lw_scene *scene, int64_t robot)
{
    lw_body_info info = lw_default_body_info();
    for (size_t i = 0; i < lw_scene_body_count(scene); i++)
        if (!lw_scene_body_info(scene, i, &info, NULL) && info.robot == robot)
            return true;
    return false;
}

/* names robots without collision geometry */
static void add_robots(clauses *c, const lw_scene *scene)
{
    for (size_t r = 0; r < lw_scene_robot_count(scene); r++)
        if (!has_body(scene, (int64_t)r))
            add_clause(c, "robot \"%.100s\" has no collision geometry", lw_scene_robot_name(scene, r));
    if (!lw_scene_robot_count(scene))
        add_clause(c, "there is no robot");
}

lw_status lw_empty_scene_refuse(const lw_scene *scene, lw_error *error)
{
    clauses c = {""};
    if (lw_scene_pair_count(scene))
        return LW_OK;
    add_robots(&c, scene);
    if (lw_scene_robot_count(scene) && !has_body(scene, -1))
        add_clause(&c, "there are no obstacles");
    size_t counts[LW_PAIR_REASONS];
    lw_pair_reasons_count(scene, counts);
    for (int i = 1; i < LW_PAIR_REASONS; i++) {
        if (!counts[i])
            continue;
        add_clause(&c, "%zu pair%s: %s", counts[i], counts[i] == 1 ? "" : "s",
                   lw_pair_reason_text((lw_pair_reason)i));
    }
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "no pair is checked: %s. Where that is meant: --allow-empty", c.text);
}
