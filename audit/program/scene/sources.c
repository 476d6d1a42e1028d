#include "sources.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "path_files.h"
#include "source_covers.h"
#include "sources_parts.h"
#include "theorem.h"

sources *sources_read(const audit_options *options, refusal *why)
{
    sources *s = room(1, sizeof *s);
    refusal own = {""};
    s->last = &s->trusted;
    s->since = options->begin;
    bool good = scene_file_read(&s->scene, options, why);
    if (good) {
        good = source_bodies_make(&s->bodies, &s->scene, &own);
        if (!good)
            refuse(why, "%.150s: %.340s", s->scene.path, own.sentence);
    }
    if (good && options->motions)
        good = motion_list_read(&s->scene, options->motions, &s->motions, why);
    else if (good && (options->path_count || options->from))
        good = motion_list_of_options(&s->scene, options, &s->motions, why);
    else if (good)
        motion_list_of_scene(&s->scene, &s->motions);
    if (good && options->motion)
        good = motion_list_choose(&s->motions, options->motion, why);
    if (good)
        return s;
    sources_free(s);
    return NULL;
}

void sources_free(sources *s)
{
    if (!s)
        return;
    free(s->of_model);
    free(s->variables);
    free(s->off);
    free(s->reach);
    free(s->known);
    free(s->before);
    free(s->at_rest);
    free(s->frames);
    free(s->span);
    free(s->away);
    motion_list_free(&s->motions);
    source_store_free(&s->scratch);
    source_scene_free(&s->scene);
    free(s);
}

void trust(sources *s, const char *format, ...)
{
    trusted *own = keep(&s->scene.store, 1, sizeof *own);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(own->text, sizeof own->text, format, arguments);
    va_end(arguments);
    *s->last = own;
    s->last = &own->next;
}

static bool compare_body(sources *s, model *m, size_t index, refusal *why)
{
    body *own = &m->bodies[index];
    const int found = body_named(&s->bodies, own->name);
    if (found < 0)
        return refuse(why, "%.200s: there is no body \"%.80s\"", s->scene.path, own->name);
    for (size_t i = 0; i < index; i++)
        if (s->of_model[i] == found)
            return refuse(why, "the proof has body \"%.80s\" twice", own->name);
    s->of_model[index] = found;
    const source_body *of = &s->bodies.bodies[found];
    comparison c = {.of = of, .own = own, .path = s->scene.path, .solid = s->scene.solid};
    if (of->unread) {
        trust(s, "the geometry of body \"%.80s\": %.200s: %.100s", of->name, of->unread_file,
              of->unread);
        return true;
    }
    if (!body_compare(&c, why))
        return false;
    s->off[index] = c.deviation;
    s->reach[index] = fmax(s->reach[index], c.reach);
    return true;
}

/* ---- frames and pairs --------------------------------------------------------------------------- */

/* How far a body's elements reach from the origin of its frame, at most. */
static double reach_of_boxes(const body *b)
{
    vec corner = {exact(fmax(fabs(b->boxes[0][0]), fabs(b->boxes[0][3]))),
                  exact(fmax(fabs(b->boxes[0][1]), fabs(b->boxes[0][4]))),
                  exact(fmax(fabs(b->boxes[0][2]), fabs(b->boxes[0][5])))};
    return most(length(corner));
}

carried carried_of(const sources *s, const model *m, size_t index)
{
    const source_body *of = &s->bodies.bodies[s->of_model[index]];
    const body *own = &m->bodies[index];
    return (carried){of->name,  own->frame,      of->mover, pose_of(&own->at),
                     of->local, s->reach[index], false};
}

movement movement_of(const sources *s)
{
    return (movement){s->before, s->span, s->away, s->frames, s->known};
}

/* Compares the frames with all that a motion may choose left open. */
static bool compare_frames(sources *s, const model *m, refusal *why)
{
    refusal own = {""};
    bool good = true;
    s->variables = room(s->bodies.variable_count, sizeof *s->variables);
    s->known = room(s->bodies.frame_count, sizeof *s->known);
    for (size_t i = 0; i < s->bodies.variable_count; i++)
        s->variables[i] = -1;
    for (size_t i = 0; i < s->bodies.frame_count; i++)
        s->known[i] = s->bodies.frames[i].slot < 0;
    s->before = room(m->frame_count, sizeof *s->before);
    s->at_rest = room(m->frame_count, sizeof *s->at_rest);
    s->frames = room(s->bodies.frame_count, sizeof *s->frames);
    for (size_t i = 0; i < m->frame_count; i++)
        s->before[i] = s->at_rest[i] = pose_of(&m->frames[i].before);
    for (size_t i = 0; i < s->bodies.frame_count; i++)
        s->frames[i] = s->bodies.frames[i];
    s->span = room(m->variable_count, sizeof *s->span);
    s->away = room(m->variable_count, sizeof *s->away);
    for (size_t i = 0; i < m->variable_count; i++)
        s->span[i] = 1;
    const movement by = movement_of(s);
    for (size_t i = 0; i < m->body_count && good; i++) {
        const carried c = carried_of(s, m, i);
        good = variables_agree(&s->bodies, m, &c, s->variables, &own);
        if (!good)
            break;
        /* of rounding: what is more is another joint, or another place */
        const double off = kinematic_deviation(&s->bodies, m, &c, &by);
        good = off <= 1e-9 * (c.reach + most(length(c.of_at.position)) + 1) ||
               refuse(&own, "body \"%.80s\" is up to %.3g m away from where the proof has it", c.name,
                      off);
    }
    return good || refuse(why, "%.150s: %.340s", s->scene.path, own.sentence);
}

static bool compare_pairs(sources *s, model *m, refusal *why)
{
    refusal own = {""};
    source_pairs pairs;
    pair_body *bodies = pair_bodies_make(&s->bodies);
    const bool good = source_pairs_make(&pairs, &s->bodies, bodies, &own) &&
                      pairs_agree(&pairs, &s->bodies, bodies, m, s->of_model, &own);
    source_pairs_free(&pairs);
    free(bodies);
    return good || refuse(why, "%.150s: %.340s", s->scene.path, own.sentence);
}

bool sources_agree(sources *s, model *m, refusal *why)
{
    s->of_model = room(m->body_count, sizeof *s->of_model);
    s->off = room(m->body_count, sizeof *s->off);
    s->reach = room(m->body_count, sizeof *s->reach);
    for (size_t i = 0; i < m->body_count; i++) {
        s->reach[i] = reach_of_boxes(&m->bodies[i]);
        if (!compare_body(s, m, i, why))
            return false;
    }
    for (size_t k = 0; k < s->bodies.body_count; k++) {
        bool seen = false;
        for (size_t i = 0; i < m->body_count && !seen; i++)
            seen = s->of_model[i] == (int)k;
        if (!seen)
            return refuse(why, "%.200s: body \"%.80s\" is not in the proof", s->scene.path,
                          s->bodies.bodies[k].name);
    }
    if (!compare_frames(s, m, why) || !compare_pairs(s, m, why))
        return false;
    return true;
}

bool sources_cover_agrees(const sources *s, const model *m, size_t index, const char **file,
                          double *grown, refusal *why)
{
    return cover_compare(&s->bodies, &s->bodies.bodies[s->of_model[index]], &m->bodies[index], file,
                         grown, why);
}

void sources_note_motion(sources *s, json_t *id)
{
    motion_list_begin(&s->motions, id);
}

bool sources_end_file(const sources *s, refusal *why)
{
    json_t *id = motion_without_proof(&s->motions);
    char *name = id ? json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    if (id)
        refuse(why, "nothing is claimed of the motion %.200s", name ? name : "");
    free(name);
    return !id;
}

void sources_print(sources *s, FILE *out, bool files)
{
    if (files)
        fputs("It was compared with these files (SHA-256):\n", out);
    for (const source_file *f = s->scene.store.files; f && files; f = f->next) {
        fputs("  ", out);
        for (int i = 0; i < SUM_SIZE; i++)
            fprintf(out, "%02x", f->sum[i]);
        fputs("  ", out);
        print_name(out, f->path);
        putc('\n', out);
    }
    for (const trusted *t = s->trusted; t; t = t->next) {
        fputs("taken on trust: ", out);
        print_name(out, t->text);
        putc('\n', out);
    }
    s->trusted = NULL;
    s->last = &s->trusted;
}
