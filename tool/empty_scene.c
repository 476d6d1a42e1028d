/* The reasons why no pair of a scene is checked, as a sentence. */
#include "empty_scene.h"

#include "base/error.h"
#include "scene_facts.h"

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

/* names robots without collision geometry */
static void add_robots(clauses *c, const lw_scene *scene)
{
    const lw_frozen *frozen = scene->frozen;
    for (size_t r = 0; r < frozen->robot_count; r++) {
        bool has_body = false;
        for (size_t i = 0; i < frozen->moving_count; i++)
            has_body = has_body || frozen->bodies[i].robot == (int64_t)r;
        if (has_body)
            continue;
        add_clause(c, "robot \"%.100s\" has no collision geometry", frozen->names[r]);
    }
    if (!frozen->robot_count)
        add_clause(c, "there is no robot");
}

lw_status lw_empty_scene_refuse(const lw_scene *scene, lw_error *error)
{
    const lw_frozen *frozen = scene->frozen;
    clauses c = {""};
    if (frozen->pairs.count)
        return LW_OK;
    add_robots(&c, scene);
    if (frozen->robot_count && frozen->body_count == frozen->moving_count)
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
