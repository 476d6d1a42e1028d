/* The lines of a proof file. Nothing is searched: the inequality of each part of each claim is
 * evaluated, in balls of doubles and, where these do not settle it, in balls of 128 bits; and the
 * claims must leave out no pair, no time and no element. */
#include "audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"
#include "lines.h"
#include "parts.h"
#include "sources.h"
#include "theorem.h"

typedef struct intervals {
    interval *items;
    size_t count, room;
} intervals;

/* A stage of a motion; a motion that attaches and releases nothing is one stage. */
typedef struct stage {
    const model *model;
    struct model own; /* of a stage that the file states */
    rules *rules, *sharp;
    intervals *of_pairs; /* the times that claims prove of each pair; then, at which it is outside */
    double begin, end;
    bool block_in_sharp; /* the last block stands in `sharp`, too */
} stage;

/* The contact that a motion's line has proven. */
typedef struct proven_contact {
    const stage *of; /* NULL: there is no such line */
    contact contact;
    double gap;
} proven_contact;

typedef struct auditor {
    const char *name; /* of the file */
    FILE *out;        /* what is said of it */
    size_t line;
    model model;
    bool has_model, has_motion;
    bool is_doubled; /* its first line came again */
    size_t motions;
    motion motion;
    char *identity;
    size_t claims;
    stage whole, *stages; /* whole: where the file states none */
    size_t stage_count;
    size_t past; /* how many of them, the first ones, are before the motion's begin: nothing is said of
                    their time */
    proven_contact met;
    size_t refused;
    bool motion_refused;
    const audit_options *options;
    sources *sources; /* NULL: the proof is read alone */
} auditor;

/* ---- refusals ----------------------------------------------------------------------------------- */

static void say(auditor *a, const refusal *why)
{
    fprintf(a->out, "%s:%zu: refused: ", a->name, a->line);
    print_name(a->out, why->sentence);
    putc('\n', a->out);
    a->refused++;
}

static bool refuse_pair(const stage *s, refusal *why, size_t index, const char *what)
{
    const pair *p = &s->model->pairs[index];
    return refuse(why, "of %s and %s, %s", s->model->bodies[p->bodies[0]].name,
                  s->model->bodies[p->bodies[1]].name, what);
}

enum { MOST_PAST = 1000000 };

/* ---- stages ------------------------------------------------------------------------------------- */

static void stage_begin(stage *s, const model *m, double begin, double end)
{
    s->model = m;
    s->begin = begin;
    s->end = end;
    s->rules = begin_double(m);
    s->sharp = begin_arb(m);
    s->of_pairs = room(2 * m->pair_count, sizeof *s->of_pairs);
}

static void stage_end(stage *s)
{
    for (size_t i = 0; s->of_pairs && i < 2 * s->model->pair_count; i++)
        free(s->of_pairs[i].items);
    free(s->of_pairs);
    if (s->rules)
        end_double(s->rules);
    if (s->sharp)
        end_arb(s->sharp);
    *s = (stage){0};
}

static void forget_stages(auditor *a)
{
    for (size_t i = 0; i < a->stage_count; i++) {
        struct model own = a->stages[i].own; /* stage_end clears it */
        stage_end(&a->stages[i]);
        stage_free(&own, &a->model);
    }
    free(a->stages);
    a->stages = NULL;
    a->stage_count = a->past = 0;
}

/* Adds to the shift of each body that stands elsewhere than in the stage before. */
static bool follow_bodies(auditor *a, stage *now, const stage *before, refusal *why)
{
    for (size_t i = 0; i < a->model.body_count; i++) {
        const body *was = &before->model->bodies[i];
        body *is = &now->own.bodies[i];
        is->shift = was->shift;
        if (is->frame == was->frame && same_pose(&is->at, &was->at))
            continue;
        double shift = shift_of_double(before->rules, now->rules, (int)i, now->begin);
        if (!(shift < HUGE_VAL))
            return refuse(why, "%s is not where it was when the stage begins", is->name);
        is->shift += shift;
        is->shift += is->shift * 0x1p-50;
    }
    return true;
}

/* The number of the next stage is its index, counted from the motion's begin: a motion that was cut may
 * have stages before it, of numbers below 0. */
static bool read_stage_index(auditor *a, json_t *line, refusal *why)
{
    json_t *given = json_object_get(line, "stage");
    const json_int_t number = json_integer_value(given);
    if (!a->stage_count && number < 0 && number >= -MOST_PAST)
        a->past = (size_t)-number;
    return (json_is_integer(given) && number == (json_int_t)a->stage_count - (json_int_t)a->past) ||
           refuse(why, "stages are not in their order");
}

/* Whether a stage follows the one before; the first one, and that of index 0, begin with the motion or
 * before. */
static bool follows(const auditor *a, size_t index, double begin, refusal *why)
{
    if (index && begin != a->stages[index - 1].end)
        return refuse(why, "a stage does not begin where the one before ends");
    return (index && index != a->past) || begin <= a->motion.begin ||
           refuse(why, "the first stage begins after its motion");
}

static bool take_stage(auditor *a, json_t *line, refusal *why)
{
    const size_t index = a->stage_count;
    if (a->claims)
        return refuse(why, "a stage stands behind a claim");
    if (!read_stage_index(a, line, why))
        return false;
    stage *list = realloc(a->stages, (a->stage_count + 1) * sizeof *list);
    if (!list)
        return refuse(why, "there is no memory");
    /* the stages before stand in new memory, and those of their models with them */
    a->stages = list;
    for (size_t i = 0; i < a->stage_count; i++) {
        list[i].model = &list[i].own;
        set_model_double(list[i].rules, list[i].model);
        set_model_arb(list[i].sharp, list[i].model);
    }
    stage *now = &list[a->stage_count++];
    *now = (stage){0};
    const stage *before = index ? now - 1 : &a->whole;
    double begin;
    double end;
    if (!stage_read(&now->own, &a->model, line, &begin, &end, why))
        return false;
    if (!follows(a, index, begin, why))
        return false;
    stage_begin(now, &now->own, begin, end);
    take_motion_double(now->rules, &a->motion);
    take_motion_arb(now->sharp, &a->motion);
    if (!follow_bodies(a, now, before, why) ||
        (a->sources && !sources_begin_stage(a->sources, &now->own, line, why)))
        return false;
    if (a->options->theorem && index >= a->past) {
        fprintf(a->out, "Stage %zu of the motion %s, from %.17g to %.17g. ", index - a->past,
                a->identity, fmax(begin, a->motion.begin), end);
        print_pairs(a->out, &now->own);
    }
    return true;
}

/* The stage that a line is about: NULL where it is not there. */
static stage *stage_of(auditor *a, json_t *line, refusal *why)
{
    size_t index = 0;
    if (a->stage_count <= a->past && a->stage_count &&
        !refuse(why, "the stage at its begin is missing"))
        return NULL;
    if (json_object_get(line, "stage") &&
        !read_index(line, "stage", a->stage_count - a->past, &index, why))
        return NULL;
    return a->stage_count ? &a->stages[a->past + index] : &a->whole;
}

/* ---- contacts ----------------------------------------------------------------------------------- */

/* A point of a contact, of one side. */
static bool read_point(json_t *index, json_t *point, const body *of, contact *c, int side, refusal *why)
{
    if (!json_is_integer(index) || json_integer_value(index) < 0 ||
        (size_t)json_integer_value(index) >= of->element_count)
        return refuse(why, "a contact is of an element that is not there");
    c->elements[side] = (size_t)json_integer_value(index);
    return read_vector(point, 3, c->points[side], why);
}

static bool read_contact(json_t *line, const model *m, contact *c, refusal *why)
{
    static const char *const near_keys[] = {"stage", "pair", "contact", "elements", "points", NULL};
    static const char *const inner_keys[] = {"stage",   "pair",  "contact", "inner",
                                             "element", "point", NULL};
    json_t *elements = json_object_get(line, "elements");
    json_t *points = json_object_get(line, "points");
    size_t inner = 0;
    c->inner = -1;
    if (!read_number(line, "contact", &c->time, why))
        return false;
    if (json_object_get(line, "inner")) {
        if (!only_keys(line, inner_keys, "a contact", why) ||
            !read_index(line, "inner", 2, &inner, why))
            return false;
        c->inner = (int)inner;
        return read_point(json_object_get(line, "element"), json_object_get(line, "point"),
                          &m->bodies[c->pair->bodies[inner]], c, c->inner, why);
    }
    if (!only_keys(line, near_keys, "a contact", why))
        return false;
    if (json_array_size(elements) != 2 || json_array_size(points) != 2)
        return refuse(why, "a contact is not of two points");
    for (int k = 0; k < 2; k++)
        if (!read_point(json_array_get(elements, (size_t)k), json_array_get(points, (size_t)k),
                        &m->bodies[c->pair->bodies[k]], c, k, why))
            return false;
    return true;
}

/* Whether an element that a contact names is part of the scene's geometry, if that is known. */
static bool is_of_files(const model *m, const contact *c, int side)
{
    const body *own = &m->bodies[c->pair->bodies[side]];
    return !own->of_files || own->of_files[c->elements[side]];
}

static bool take_contact(auditor *a, stage *s, json_t *line, size_t index, refusal *why)
{
    contact c = {.pair = &s->model->pairs[index], .time = NAN};
    if (a->met.of)
        return refuse(why, "a motion has two contacts");
    if (!read_contact(line, s->model, &c, why))
        return false;
    if (!(s->begin <= c.time && c.time <= s->end))
        return refuse_pair(s, why, index, "a contact is outside of its stage");
    if (isnan(c.pair->due))
        return refuse_pair(s, why, index, "a contact is proven, and they may meet");
    for (int k = 0; k < 2; k++)
        if ((c.inner < 0 || c.inner == k) && !is_of_files(s->model, &c, k))
            return refuse_pair(s, why, index, "an element of a contact is none of the scene's files");
    const double required = c.inner < 0 ? c.pair->due : 0;
    nearness found = {HUGE_VAL, 0};
    if (!a->options->precise)
        found = nearness_of_double(s->rules, &c);
    if (!(found.gap <= required))
        found = nearness_of_arb(s->sharp, &c);
    if (!(found.gap <= required + found.rounding)) {
        char what[200];
        snprintf(what, sizeof what,
                 "a contact is not proven: %.9g is required, and they may be %.9g apart", required,
                 found.gap);
        return refuse_pair(s, why, index, what);
    }
    a->met = (proven_contact){s, c, found.gap};
    return true;
}

/* ---- claims ------------------------------------------------------------------------------------- */

static bool read_set(json_t *node, const char *key, const model *m, int of, set *out, refusal *why)
{
    static const char *const keys[] = {"node", "hull", "cell", NULL};
    json_t *given = json_object_get(node, key);
    const body *own = &m->bodies[of];
    *out = (set){.body = of};
    if (!given)
        return true;
    if (!only_keys(given, keys, "a set", why) || json_object_size(given) != 1)
        return refuse(why, "a set is none of a node, a hull and a cell");
    size_t hull;
    if (json_object_get(given, "node"))
        return read_index(given, "node", own->tree_count, &out->node, why);
    if (json_object_get(given, "cell")) {
        if (!read_index(given, "cell", own->cell_count, &out->cell, why))
            return false;
        body_cells(own);
        return true;
    }
    if (!read_index(given, "hull", own->hull_count, &hull, why))
        return false;
    out->elements = own->hulls[hull];
    out->count = own->hull_sizes[hull];
    return true;
}

static bool read_part(json_t *node, const model *m, const pair *p, part *out, refusal *why)
{
    static const char *const keys[] = {"a", "b", "normal", "turn", "rule", NULL};
    static const char *const rule_names[] = {
        [RULE_SLAB] = "slab", [RULE_TRAVEL] = "travel", [RULE_CHORD] = "chord"};
    *out = (part){.rule = -1};
    if (!only_keys(node, keys, "a part", why) ||
        !read_set(node, "a", m, p->bodies[0], &out->sets[0], why) ||
        !read_set(node, "b", m, p->bodies[1], &out->sets[1], why) ||
        !read_vector(json_object_get(node, "normal"), 3, out->normal, why))
        return false;
    json_t *turn = json_object_get(node, "turn");
    if (turn && !read_vector(turn, 3, out->turn, why))
        return false;
    const char *rule = json_string_value(json_object_get(node, "rule"));
    for (int i = 0; rule && i < 3; i++)
        if (!strcmp(rule, rule_names[i]))
            out->rule = i;
    if (out->rule < 0)
        return refuse(why, "a part has no known rule");
    return !turn || out->rule == RULE_SLAB || refuse(why, "only the normal of a slab turns");
}

static bool add_interval(intervals *list, double from, double to, refusal *why)
{
    if (list->count == list->room) {
        size_t more = 2 * list->room + 8;
        interval *items = realloc(list->items, more * sizeof *items);
        if (!items)
            return refuse(why, "there is no memory");
        list->items = items;
        list->room = more;
    }
    list->items[list->count++] = (interval){from, to};
    return true;
}

static bool take_outside(stage *s, json_t *line, size_t index, refusal *why)
{
    static const char *const keys[] = {"stage", "pair", "outside", NULL};
    double time = NAN;
    if (!only_keys(line, keys, "a line about being outside", why) ||
        !read_number(line, "outside", &time, why))
        return false;
    if (!(s->begin <= time && time <= s->end))
        return refuse_pair(s, why, index, "something is said of a time outside of the motion");
    const pair *p = &s->model->pairs[index];
    if (!is_outside_double(s->rules, p, time) && !is_outside_arb(s->sharp, p, time))
        return refuse_pair(s, why, index, "it is not proven that neither is inside the other");
    return add_interval(&s->of_pairs[s->model->pair_count + index], time, time, why);
}

static bool judge_claim(auditor *a, stage *s, size_t index, const claim *c, refusal *why)
{
    const model *m = s->model;
    const body *first = &m->bodies[c->pair->bodies[0]];
    const body *second = &m->bodies[c->pair->bodies[1]];
    if (!covers_elements(first, second, c->parts, c->part_count))
        return refuse_pair(s, why, index, "the parts of a claim leave out elements");
    const char *fails = a->options->precise ? "" : claim_fails_double(s->rules, c);
    if (fails) {
        fails = claim_fails_arb(s->sharp, c);
    }
    if (!fails)
        return true;
    char what[200];
    snprintf(what, sizeof what, "the claim from %.9g to %.9g %s", c->from, c->to, fails);
    return refuse_pair(s, why, index, what);
}

static bool take_claim(auditor *a, stage *s, json_t *line, refusal *why)
{
    static const char *const keys[] = {"stage", "pair", "from", "to", "at", "parts", NULL};
    size_t index = 0;
    if (!read_index(line, "pair", s->model->pair_count, &index, why))
        return false;
    if (json_object_get(line, "outside"))
        return take_outside(s, line, index, why);
    if (json_object_get(line, "contact"))
        return take_contact(a, s, line, index, why);
    claim c = {&s->model->pairs[index], NAN, NAN, NAN, NULL, 0};
    if (!only_keys(line, keys, "a claim", why) || !read_number(line, "from", &c.from, why) ||
        !read_number(line, "to", &c.to, why) || !read_number(line, "at", &c.at, why))
        return false;
    if (!(s->begin <= c.from && c.from <= c.at && c.at <= c.to && c.to <= s->end))
        return refuse_pair(s, why, index, "a claim is made at a time outside of it, or of its stage");
    json_t *parts = json_object_get(line, "parts");
    c.part_count = json_array_size(parts);
    part *own = room(c.part_count, sizeof *own);
    bool good = true;
    for (size_t i = 0; i < c.part_count && good; i++)
        good = read_part(json_array_get(parts, i), s->model, c.pair, &own[i], why);
    c.parts = own;
    good = good && judge_claim(a, s, index, &c, why);
    free(own);
    return good && add_interval(&s->of_pairs[index], c.from, c.to, why);
}

/* ---- blocks ------------------------------------------------------------------------------------- */

enum { INTERVALS = 7, ALL_INTERVALS = (1 << INTERVALS) - 1 };

/* Fills the intervals that a block proves of each pair, as bits. */
static bool read_masks(json_t *line, size_t pair_count, unsigned *masks, refusal *why)
{
    json_t *left = json_object_get(line, "left");
    json_t *only = json_object_get(line, "only");
    json_t *list = only ? only : left;
    if ((left && only) || (list && !json_array_size(list)))
        return refuse(why, "a block has two lists of pairs, or an empty one");
    const unsigned none = only ? 0 : ALL_INTERVALS;
    for (size_t i = 0; i < pair_count; i++)
        masks[i] = none;
    for (size_t i = 0; i < json_array_size(list); i++) {
        double entry[2];
        if (!read_vector(json_array_get(list, i), 2, entry, why))
            return false;
        bool good = entry[0] >= 0 && entry[0] < (double)pair_count && entry[0] == floor(entry[0]) &&
                    entry[1] >= 1 && entry[1] <= ALL_INTERVALS && entry[1] == floor(entry[1]);
        if (!good || masks[(size_t)entry[0]] != none)
            return refuse(
                why, "a block has a pair that is not there, or twice, or a mask outside of 1 to 127");
        masks[(size_t)entry[0]] = only ? (unsigned)entry[1] : ALL_INTERVALS & ~(unsigned)entry[1];
    }
    return true;
}

/* Whether a pair is far enough apart in all intervals of a mask; adds them, as long runs. */
static bool judge_pair(auditor *a, stage *s, size_t index, unsigned mask, const double times[8],
                       refusal *why)
{
    const pair *p = &s->model->pairs[index];
    for (int k = 0; k < INTERVALS; k++) {
        if (!(mask >> k & 1) || (!a->options->precise && pair_apart_double(s->rules, p, k)))
            continue;
        if (!s->block_in_sharp && !take_block_arb(s->sharp, times))
            return false;
        s->block_in_sharp = true;
        if (pair_apart_arb(s->sharp, p, k))
            continue;
        char what[200];
        snprintf(what, sizeof what,
                 "the block from %.9g to %.9g does not prove the interval from %.9g to %.9g", times[0],
                 times[7], times[k], times[k + 1]);
        return refuse_pair(s, why, index, what);
    }
    for (int k = 0; k < INTERVALS; k++) {
        int first = k;
        while (k < INTERVALS && mask >> k & 1)
            k++;
        if (k > first && !add_interval(&s->of_pairs[index], times[first], times[k], why))
            return false;
    }
    return true;
}

static bool take_block(auditor *a, stage *s, json_t *line, refusal *why)
{
    static const char *const keys[] = {"stage", "block", "left", "only", NULL};
    double ends[2];
    if (!only_keys(line, keys, "a block", why) ||
        !read_vector(json_object_get(line, "block"), 2, ends, why))
        return false;
    if (!(s->begin <= ends[0] && ends[0] < ends[1] && ends[1] <= s->end))
        return refuse(why, "a block ends before it begins, or is not within its stage");
    double times[8];
    const double step = (ends[1] - ends[0]) * (1.0 / INTERVALS);
    for (int i = 0; i < INTERVALS; i++) {
        times[i] = ends[0] + step * i;
        if (i && !(times[i - 1] < times[i] && times[i] < ends[1]))
            return refuse(why, "a block is too short");
    }
    times[INTERVALS] = ends[1];
    unsigned *masks = room(s->model->pair_count, sizeof *masks);
    bool good = read_masks(line, s->model->pair_count, masks, why);
    if (good && !take_block_double(s->rules, times))
        good = refuse(why, "a block reaches beyond a piece of the motion");
    s->block_in_sharp = false;
    for (size_t i = 0; i < s->model->pair_count && good; i++)
        if (masks[i])
            good = judge_pair(a, s, i, masks[i], times, why);
    free(masks);
    return good;
}

/* ---- motions ------------------------------------------------------------------------------------ */

static void forget_motion(auditor *a)
{
    forget_stages(a);
    motion_free(&a->motion);
    free(a->identity);
    a->motion = (motion){0};
    a->identity = NULL;
    a->has_motion = false;
    a->met.of = NULL;
    a->claims = 0;
    for (size_t i = 0; i < 2 * a->model.pair_count; i++)
        a->whole.of_pairs[i].count = 0;
}

static bool begin_motion(auditor *a, json_t *line, refusal *why)
{
    bool cut = a->has_motion;
    forget_motion(a);
    a->motion_refused = false;
    a->has_motion = true;
    a->motions++;
    a->identity = json_dumps(json_object_get(line, "motion"), JSON_ENCODE_ANY | JSON_COMPACT);
    if (a->sources)
        sources_note_motion(a->sources, json_object_get(line, "motion"));
    if (cut)
        return refuse(why, "the motion before has no last line");
    if (!a->identity)
        return refuse(why, "a motion has no id");
    if (!motion_read(&a->motion, &a->model, line, why))
        return false;
    if (a->sources) {
        if (!sources_begin_motion(a->sources, &a->model, &a->motion, json_object_get(line, "motion"),
                                  why))
            return false;
        sources_print(a->sources, a->out, false);
    }
    a->whole.begin = a->motion.begin;
    a->whole.end = a->motion.end;
    take_motion_double(a->whole.rules, &a->motion);
    take_motion_arb(a->whole.sharp, &a->motion);
    return true;
}

static bool covers_pair(const auditor *a, const stage *s, size_t index, double begin, double until,
                        refusal *why)
{
    const model *m = s->model;
    const pair *p = &m->pairs[index];
    intervals *own = &s->of_pairs[index];
    double reached;
    if (!covers_time(own->items, own->count, begin, until, &reached)) {
        char what[100];
        snprintf(what, sizeof what, "nothing is claimed after %.9g", reached);
        return refuse_pair(s, why, index, what);
    }
    bool known = !m->bodies[p->bodies[0]].shell_count && !m->bodies[p->bodies[1]].shell_count;
    const intervals *outside = &s->of_pairs[m->pair_count + index];
    for (size_t i = 0; i < outside->count && !known; i++)
        known = outside->items[i].from >= begin && outside->items[i].from <= until;
    known = known || (!a->options->precise && is_outside_double(s->rules, p, begin)) ||
            is_outside_arb(s->sharp, p, begin);
    return known || refuse_pair(s, why, index, "it is not proven that neither is inside the other");
}

/* Whether claims leave out no pair and no time up to `until`. */
static bool covers_all(const auditor *a, double until, bool is_free, refusal *why)
{
    size_t count = a->stage_count ? a->stage_count : 1;
    for (size_t k = a->past; k < count; k++) {
        const stage *s = a->stage_count ? &a->stages[k] : &a->whole;
        const double begin = fmax(s->begin, a->motion.begin);
        if (!is_free && begin >= until)
            continue;
        for (size_t i = 0; i < s->model->pair_count; i++)
            if (!covers_pair(a, s, i, begin, s->end < until ? s->end : until, why))
                return false;
    }
    return true;
}

/* Prints a distance, rounded up. */
static void print_above(FILE *out, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    if (strtod(text, NULL) < value)
        snprintf(text, sizeof text, "%.9g", value * (1 + 1.1e-8));
    fputs(text, out);
}

/* Says what is proven of the motion's contact. */
static void print_contact(FILE *out, const proven_contact *met, double begin, double until)
{
    const contact *c = &met->contact;
    const char *names[2];
    for (int k = 0; k < 2; k++)
        names[k] = met->of->model->bodies[c->pair->bodies[k]].name;
    fprintf(out, "in contact at %.17g", c->time);
    if (until > begin && c->time > until)
        fprintf(out, ", %.3g later", c->time - until);
    fputs(": ", out);
    if (c->inner >= 0) {
        fputs("a point of ", out);
        print_name(out, names[c->inner]);
        fputs(" is inside ", out);
        print_name(out, names[1 - c->inner]);
        if (met->gap > 0) {
            fputs(", or at most ", out);
            print_above(out, met->gap);
            fputs(" away", out);
        }
        return;
    }
    print_name(out, names[0]);
    fputs(" and ", out);
    print_name(out, names[1]);
    fputs(" are at most ", out);
    print_above(out, met->gap);
    fprintf(out, " apart, and %.9g is required", c->pair->due);
}

/* Says what is proven of a motion. */
static void print_proven(const auditor *a, double until, bool is_free)
{
    const bool is_some = is_free || until > a->motion.begin;
    fprintf(a->out, "motion %s: ", a->identity);
    if (is_some)
        fputs("proven free", a->out);
    /* whole motions begin at 0 */
    if (is_some && a->motion.begin != 0)
        fprintf(a->out, is_free ? " from %.17g on" : " from %.17g", a->motion.begin);
    if (is_some && !is_free)
        fprintf(a->out, " until %.17g", until);
    if (!is_some)
        fputs(a->met.of ? "proven " : "nothing is proven", a->out);
    if (a->met.of && until > a->motion.begin)
        fputs(", and ", a->out);
    if (a->met.of)
        print_contact(a->out, &a->met, a->motion.begin, until);
    putc('\n', a->out);
}

static bool end_motion(auditor *a, json_t *line, refusal *why)
{
    static const char *const keys[] = {"motion", "index", "verdict", "free_until", "claims", NULL};
    double until = NAN;
    double claims = NAN;
    char *identity = json_dumps(json_object_get(line, "motion"), JSON_ENCODE_ANY | JSON_COMPACT);
    bool same = identity && a->identity && !strcmp(identity, a->identity);
    free(identity);
    const char *verdict = json_string_value(json_object_get(line, "verdict"));
    if (!only_keys(line, keys, "the last line of a motion", why) ||
        !read_number(line, "free_until", &until, why) || !read_number(line, "claims", &claims, why))
        return false;
    if (!same || !verdict)
        return refuse(why, "the last line of a motion is of another one, or has no verdict");
    if (claims != (double)a->claims)
        return refuse(why, "it has %zu claims where %.0f were made", a->claims, claims);
    bool is_free = !strcmp(verdict, "free");
    if (!is_free && strcmp(verdict, "contact") != 0 && strcmp(verdict, "undecided") != 0)
        return refuse(why, "there is no such verdict");
    if (!(a->motion.begin <= until && until <= a->motion.end) || (is_free && until != a->motion.end))
        return refuse(why, "it is free until another time than its verdict says");
    if (a->stage_count &&
        (a->stage_count <= a->past || a->stages[a->stage_count - 1].end != a->motion.end))
        return refuse(why, "the last stage does not end with the motion");
    if (a->met.of && (strcmp(verdict, "contact") != 0 || a->met.contact.time < until))
        return refuse(why, "a contact is proven of a motion that is said to be free then");
    if (a->sources && !sources_end_motion(a->sources, a->stage_count, why))
        return false;
    if (!covers_all(a, until, is_free, why))
        return false;
    print_proven(a, until, is_free);
    return true;
}

/* ---- files -------------------------------------------------------------------------------------- */

static bool begin_file(auditor *a, json_t *line, refusal *why)
{
    a->has_model = true;
    if (!model_read(&a->model, line, why) || (a->sources && !sources_agree(a->sources, &a->model, why)))
        return false;
    stage_begin(&a->whole, &a->model, 0, 0);
    if (a->options->theorem) {
        print_bodies(a->out, &a->model);
        print_pairs(a->out, &a->model);
    }
    if (a->sources)
        sources_print(a->sources, a->out, a->options->theorem);
    return true;
}

static bool take_line(auditor *a, json_t *line, refusal *why)
{
    if (!a->has_model)
        return begin_file(a, line, why);
    if (json_object_get(line, "bodies")) {
        a->is_doubled = true;
        return refuse(why, "the first line stands a second time, as if the file was doubled");
    }
    if (json_object_get(line, "verdict")) {
        if (!a->has_motion)
            return refuse(why, "a verdict stands before its motion");
        bool good = a->motion_refused || end_motion(a, line, why);
        forget_motion(a);
        return good;
    }
    if (json_object_get(line, "motion"))
        return begin_motion(a, line, why);
    if (!a->has_motion)
        return refuse(why, "a claim stands before any motion");
    if (a->motion_refused)
        return true;
    if (json_object_get(line, "places"))
        return take_stage(a, line, why);
    a->claims++;
    stage *s = stage_of(a, line, why);
    return s &&
           (json_object_get(line, "block") ? take_block(a, s, line, why) : take_claim(a, s, line, why));
}

/* Says that a body is in its balls, and whether these are those of the scene's file. */
static bool say_covered(const auditor *a, size_t index, refusal *why)
{
    const body *b = &a->model.bodies[index];
    const char *file = NULL;
    double grown = 0;
    if (!b->cover_count)
        return !b->given_count || refuse(why, "%s is not in its balls", b->name);
    if (a->sources && !sources_cover_agrees(a->sources, &a->model, index, &file, &grown, why))
        return false;
    fputs("body \"", a->out);
    print_name(a->out, b->name);
    fprintf(a->out, "\": contained in its %zu ball%s", b->cover_count, b->cover_count == 1 ? "" : "s");
    if (file) {
        fputs(", and so in those of ", a->out);
        print_name(a->out, file);
        if (grown > 0)
            fprintf(a->out, ", grown by %.3g m", grown * (1 + 0x1p-6));
    }
    putc('\n', a->out);
    return true;
}

/* Of a file without motions: which bodies are in their balls. */
static void say_covers(auditor *a)
{
    for (size_t i = 0; i < a->model.body_count; i++) {
        refusal why = {""};
        if (!say_covered(a, i, &why))
            say(a, &why);
    }
}

static void end_file(auditor *a)
{
    if (a->whole.of_pairs)
        forget_motion(a);
    stage_end(&a->whole);
    model_free(&a->model);
    sources_free(a->sources);
}

int audit(FILE *file, const char *name, const audit_options *options, FILE *out)
{
    auditor a = {.name = name, .options = options, .out = out};
    lines in = {.file = file};
    refusal unread = {""};
    const bool has_files = options->scene || options->robot_count;
    if (has_files)
        a.sources = sources_read(options, &unread);
    if (has_files && !a.sources) {
        fputs("leeway-audit: ", out);
        print_name(out, unread.sentence);
        putc('\n', out);
        return 2;
    }
    bool ends = false;
    while (!ends) {
        refusal why = {""};
        json_t *line = lines_next(&in, &why);
        a.line = in.number;
        ends = in.ended;
        bool good = line ? take_line(&a, line, &why) : !why.sentence[0];
        json_decref(line);
        if (good)
            continue;
        say(&a, &why);
        /* a file whose model is refused, or that begins again, proves nothing more; of a motion that is
         * refused nothing more is said */
        a.motion_refused = true;
        ends = ends || a.is_doubled || !a.whole.of_pairs;
    }
    refusal why = {""};
    if (a.whole.of_pairs && a.has_motion && !a.motion_refused &&
        !refuse(&why, "the last motion has no last line"))
        say(&a, &why);
    if (!a.has_model && !a.refused && !refuse(&why, "the file is empty"))
        say(&a, &why);
    if (a.sources && a.whole.of_pairs && !a.is_doubled && !sources_end_file(a.sources, &why))
        say(&a, &why);
    if (a.whole.of_pairs && !a.motions && !a.refused)
        say_covers(&a);
    bool failed = ferror(file);
    lines_free(&in);
    end_file(&a);
    return failed ? 2 : a.refused > 0;
}
