/* Why no pair of a scene is checked, for people. */
#include "empty_scene.h"

#include "base/error.h"
#include "scene_facts.h"

#include <stdio.h>
#include <string.h>

typedef struct clauses {
    char text[400];
} clauses;

static char *next_clause(clauses *c, size_t *size)
{
    size_t used = strlen(c->text);
    if (used && used + 2 < sizeof c->text) {
        memcpy(c->text + used, "; ", sizeof "; ");
        used += 2;
    }
    *size = sizeof c->text - used;
    return c->text + used;
}

/* robots of which nothing can be hit */
static void add_robots(clauses *c, const lw_scene *scene)
{
    const lw_frozen *frozen = scene->frozen;
    size_t size;
    for (size_t r = 0; r < frozen->robot_count; r++) {
        bool has_body = false;
        for (size_t i = 0; i < frozen->moving_count; i++)
            has_body = has_body || frozen->bodies[i].robot == (int64_t)r;
        if (has_body)
            continue;
        char *text = next_clause(c, &size);
        snprintf(text, size, "robot \"%.100s\" has no collision geometry", frozen->names[r]);
    }
    if (!frozen->robot_count) {
        char *text = next_clause(c, &size);
        snprintf(text, size, "there is no robot");
    }
}

lw_status lw_empty_scene_refuse(const lw_scene *scene, lw_error *error)
{
    const lw_frozen *frozen = scene->frozen;
    clauses c = {""};
    size_t size;
    if (frozen->pair_count)
        return LW_OK;
    add_robots(&c, scene);
    if (frozen->robot_count && frozen->body_count == frozen->moving_count) {
        char *text = next_clause(&c, &size);
        snprintf(text, size, "there are no obstacles");
    }
    size_t counts[LW_PAIR_REASONS];
    lw_pair_reasons_count(scene, counts);
    for (int i = 1; i < LW_PAIR_REASONS; i++) {
        if (!counts[i])
            continue;
        char *text = next_clause(&c, &size);
        snprintf(text, size, "%zu pair%s: %s", counts[i], counts[i] == 1 ? "" : "s",
                 lw_pair_reason_text((lw_pair_reason)i));
    }
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "no pair is checked: %s. Where that is meant: --allow-empty", c.text);
}
