#include "source_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "xml.h"

typedef struct pairs_reader {
    source_pairs *out;
    const source_bodies *all;
    const pair_body *bodies;
} pairs_reader;

static size_t place_of(const source_pairs *p, size_t a, size_t b)
{
    return a < b ? a * p->count + b : b * p->count + a;
}

pair_body *pair_bodies_make(const source_bodies *all)
{
    pair_body *out = room(all->body_count, sizeof *out);
    for (size_t i = 0; i < all->body_count; i++) {
        const source_body *b = &all->bodies[i];
        out[i] = (pair_body){.robot = b->robot, .mover = b->mover, .padding = b->padding};
        if (b->object < 0 || b->robot < 0)
            continue;
        out[i].carrier = all->scene->objects[b->object].link;
        out[i].touch = all->scene->objects[b->object].touch;
    }
    return out;
}

/* ---- which bodies may meet from the beginning --------------------------------------------------- */

static bool are_adjacent(const source_robot *robot, const char *a, const char *b)
{
    for (size_t i = 0; i < robot->joint_count; i++) {
        const source_joint *j = &robot->joints[i];
        if ((!strcmp(j->parent, a) && !strcmp(j->child, b)) ||
            (!strcmp(j->parent, b) && !strcmp(j->child, a)))
            return true;
    }
    return false;
}

/* Whether a list of names has one. */
static bool has_name(json_t *names, const char *name)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *own = json_string_value(json_array_get(names, i));
        if (own && !strcmp(own, name))
            return true;
    }
    return false;
}

/* Whether an object that a link carries may touch a link of its robot; or another object that is
 * carried, if no link has its name. */
static bool may_touch(const pairs_reader *r, size_t object, size_t other)
{
    const pair_body *own = &r->bodies[object];
    const source_body *of = &r->all->bodies[other];
    if (!own->carrier)
        return false;
    if (of->link)
        return own->robot == of->robot &&
               (!strcmp(own->carrier, of->link) || has_name(own->touch, of->link));
    return r->bodies[other].carrier && has_name(own->touch, of->name) &&
           link_named(&r->all->scene->robots[own->robot], of->name) < 0;
}

static pair_state first_state(const pairs_reader *r, size_t a, size_t b)
{
    const source_body *one = &r->all->bodies[a];
    const source_body *other = &r->all->bodies[b];
    const int robot = r->bodies[a].robot;
    const bool same = robot == r->bodies[b].robot;
    if (same && (robot < 0 || r->bodies[a].mover == r->bodies[b].mover))
        return PAIR_NEVER;
    if (same && one->link && other->link &&
        are_adjacent(&r->all->scene->robots[robot], one->link, other->link))
        return PAIR_ADJACENT;
    return may_touch(r, a, b) || may_touch(r, b, a) ? PAIR_TOUCH : PAIR_CHECKED;
}

/* ---- rules -------------------------------------------------------------------------------------- */

void mark_named(const source_bodies *all, const char *name, bool *marks)
{
    for (size_t i = 0; i < all->body_count; i++) {
        const source_body *b = &all->bodies[i];
        marks[i] = b->link ? names_link(all->scene, name, b->robot, b->link) : !strcmp(b->name, name);
    }
}

/* Marks the bodies of an entry of a pair: `*` stands for all. */
static void mark_entry(const pairs_reader *r, const char *name, bool *marks)
{
    if (!strcmp(name, "*"))
        memset(marks, true, r->all->body_count * sizeof *marks);
    else
        mark_named(r->all, name, marks);
}

static void set_state(const pairs_reader *r, size_t a, size_t b, pair_state state)
{
    unsigned char *own = &r->out->states[place_of(r->out, a, b)];
    if (a != b && *own != PAIR_NEVER)
        *own = (unsigned char)state;
}

/* Follows the pairs of a list: `*` stands for every body. */
static bool follow_list(const pairs_reader *r, const char *key, pair_state state, refusal *why)
{
    const size_t count = r->all->body_count;
    json_t *list = json_object_get(r->all->scene->json, key);
    bool *marks = room(2 * count, sizeof *marks);
    bool good = true;
    for (size_t i = 0; i < json_array_size(list) && good; i++) {
        json_t *entry = json_array_get(list, i);
        good = json_array_size(entry) == 2;
        for (size_t k = 0; k < 2 && good; k++) {
            const char *name = json_string_value(json_array_get(entry, k));
            good = name;
            if (good && name)
                mark_entry(r, name, marks + k * count);
        }
        for (size_t a = 0; a < count && good; a++)
            for (size_t b = 0; b < count && marks[a]; b++)
                if (marks[count + b])
                    set_state(r, a, b, state);
    }
    free(marks);
    return good || refuse(why, "\"%s\" has an entry that is not two names", key);
}

/* Whether a body is the link of a robot that has a name; NULL: any link. */
static bool is_link(const source_body *b, int robot, const char *name)
{
    return b->link && b->robot == robot && (!name || !strcmp(b->link, name));
}

/* Follows the rules of SRDFs. */
static void follow_rules(const pairs_reader *r)
{
    for (size_t k = 0; k < r->all->scene->robot_count; k++) {
        const source_robot *robot = &r->all->scene->robots[k];
        for (size_t i = 0; i < robot->rule_count; i++) {
            const source_rule *rule = &robot->rules[i];
            for (size_t a = 0; a < r->all->body_count; a++)
                for (size_t b = 0;
                     b < r->all->body_count && is_link(&r->all->bodies[a], (int)k, rule->links[0]); b++)
                    if (is_link(&r->all->bodies[b], (int)k, rule->links[1]))
                        set_state(r, a, b, rule->allowed ? PAIR_SRDF : PAIR_CHECKED);
        }
    }
}

/* Follows MoveIt's matrix. */
static bool follow_matrix(const pairs_reader *r)
{
    const size_t count = r->all->body_count;
    json_t *list = r->all->scene->matrix;
    bool *marks = room(2 * count, sizeof *marks);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *rule = json_array_get(list, i);
        for (size_t k = 0; k < 2; k++)
            mark_entry(r, json_string_value(json_array_get(rule, k)), marks + k * count);
        for (size_t a = 0; a < count; a++)
            for (size_t b = 0; b < count && marks[a]; b++)
                if (marks[count + b])
                    set_state(r, a, b,
                              json_is_true(json_array_get(rule, 2)) ? PAIR_SCENE : PAIR_CHECKED);
    }
    free(marks);
    return true;
}

static bool follow_margins(const pairs_reader *r, refusal *why)
{
    static const char *const keys[] = {"pair", "margin", NULL};
    const size_t count = r->all->body_count;
    json_t *list = json_object_get(r->all->scene->json, "pair_margins");
    bool *marks = room(2 * count, sizeof *marks);
    bool good = true;
    for (size_t i = 0; i < json_array_size(list) && good; i++) {
        json_t *entry = json_array_get(list, i);
        json_t *names = json_object_get(entry, "pair");
        double margin = -1;
        good = only_keys(entry, keys, "an entry of \"pair_margins\"", why) &&
               read_number(entry, "margin", &margin, why);
        for (size_t k = 0; k < 2 && good; k++) {
            const char *name = json_string_value(json_array_get(names, k));
            good = (name && margin >= 0) ||
                   refuse(why, "an entry of \"pair_margins\" is no pair with a margin");
            if (good && name)
                mark_entry(r, name, marks + k * count);
        }
        for (size_t a = 0; a < count && good; a++)
            for (size_t b = 0; b < count && marks[a]; b++)
                if (marks[count + b] && a != b)
                    r->out->margins[place_of(r->out, a, b)] = margin;
    }
    free(marks);
    return good;
}

bool source_pairs_make(source_pairs *out, const source_bodies *all, const pair_body *bodies,
                       refusal *why)
{
    const size_t count = all->body_count;
    const pairs_reader r = {out, all, bodies};
    *out = (source_pairs){count, room(count * count, 1), room(count * count, sizeof(double))};
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count; b++) {
            const bool own = bodies[a].robot == bodies[b].robot;
            out->states[a * count + b] = (unsigned char)first_state(&r, a, b);
            out->margins[a * count + b] = own ? all->scene->self_margin : all->scene->margin;
        }
    follow_rules(&r);
    return follow_list(&r, "allowed_pairs", PAIR_SCENE, why) &&
           follow_list(&r, "checked_pairs", PAIR_CHECKED, why) && follow_matrix(&r) &&
           follow_margins(&r, why);
}

void permit_pair(source_pairs *p, const int of[2])
{
    unsigned char *own = &p->states[place_of(p, (size_t)of[0], (size_t)of[1])];
    if (*own != PAIR_NEVER)
        *own = PAIR_PERMITTED;
}

void source_pairs_free(source_pairs *p)
{
    free(p->states);
    free(p->margins);
    *p = (source_pairs){0};
}

/* ---- the pairs of a proof ----------------------------------------------------------------------- */

static const char *const reasons[] = {[PAIR_ADJACENT] = "adjacent",
                                      [PAIR_TOUCH] = "touch",
                                      [PAIR_SRDF] = "srdf",
                                      [PAIR_SCENE] = "scene",
                                      [PAIR_PERMITTED] = "caller"};

/* Whether a checked pair keeps at least the distances of the files; sets that of its contacts. */
static bool keeps_distance(const source_pairs *p, const pair_body *bodies, pair *own, const int of[2])
{
    const bool same = bodies[of[0]].robot == bodies[of[1]].robot;
    const double margin = p->margins[place_of(p, (size_t)of[0], (size_t)of[1])];
    const double paddings[2] = {same ? 0 : bodies[of[0]].padding, same ? 0 : bodies[of[1]].padding};
    own->due = margin + paddings[0] + paddings[1];
    return own->margin >= margin && own->padding[0] >= paddings[0] && own->padding[1] >= paddings[1];
}

bool pairs_agree(const source_pairs *p, const source_bodies *all, const pair_body *bodies, model *m,
                 const int *of_model, refusal *why)
{
    bool *seen = room(p->count * p->count, sizeof *seen);
    bool good = true;
    for (size_t i = 0; i < m->pair_count && good; i++) {
        pair *own = &m->pairs[i];
        const int of[2] = {of_model[own->bodies[0]], of_model[own->bodies[1]]};
        const size_t at = place_of(p, (size_t)of[0], (size_t)of[1]);
        seen[at] = true;
        own->due = NAN;
        good = p->states[at] != PAIR_CHECKED || keeps_distance(p, bodies, own, of) ||
               refuse(why, "the margin or padding of %.80s and %.80s is more than in the proof",
                      all->bodies[of[0]].name, all->bodies[of[1]].name);
    }
    for (size_t a = 0; a < p->count && good; a++)
        for (size_t b = a + 1; b < p->count && good; b++)
            good = p->states[a * p->count + b] != PAIR_CHECKED || seen[a * p->count + b] ||
                   refuse(why, "%.80s and %.80s have to be checked, and are not in the proof",
                          all->bodies[a].name, all->bodies[b].name);
    for (size_t i = 0; i < m->exempt_count && good; i++) {
        const exemption *e = &m->exempt[i];
        const int of[2] = {of_model[e->bodies[0]], of_model[e->bodies[1]]};
        const unsigned char state = p->states[place_of(p, (size_t)of[0], (size_t)of[1])];
        const char *reason = reasons[state];
        good = (reason && !strcmp(reason, e->reason)) ||
               (state == PAIR_SRDF && !strcmp(e->reason, "sampled")) || state == PAIR_PERMITTED ||
               refuse(why, "%.80s and %.80s may meet for another reason than \"%.40s\": %s",
                      all->bodies[of[0]].name, all->bodies[of[1]].name, e->reason,
                      reason ? reason : "none");
    }
    free(seen);
    return good;
}
