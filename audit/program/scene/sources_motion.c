/* Whether the motions and stages of a proof are those of the files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sources_parts.h"

/* Sets the largest absolute values of the variables: at rest, and of their polynomials. */
static void set_spans(sources *s, const model *m, const motion *own)
{
    for (size_t i = 0; i < m->variable_count; i++) {
        s->span[i] = fabs(own->rest[i]);
        s->away[i] = 0;
    }
    for (size_t k = 0; k < own->track_count; k++) {
        const track *t = &own->tracks[k];
        for (size_t i = 0; i < t->piece_count * t->column_count; i++) {
            double *span = &s->span[t->variables[i % t->column_count]];
            double sum = 0;
            for (size_t d = 0; d <= t->degree; d++)
                sum += fabs(t->coefficients[i * (t->degree + 1) + d]);
            *span = fmax(*span, sum * (1 + 0x1p-48));
        }
    }
}

/* Sets what a motion chooses of floating joints in a piece of a robot's track: in the frames of the
 * files, and of the proof. of, own: NULL where it does not move. */
static void set_slots(sources *s, const source_track *of, const track *own, size_t piece)
{
    for (size_t i = 0; of && i < of->floating_count; i++)
        for (size_t k = 0; k < s->bodies.frame_count; k++) {
            source_frame *f = &s->frames[k];
            if (f->robot != of->robot || f->joint != of->floating[i])
                continue;
            f->before = of->slots[piece * of->floating_count + i].before[f->slot];
            f->axis = of->slots[piece * of->floating_count + i].axis[f->slot];
        }
    for (size_t i = 0; own && i < own->slot_count; i++)
        s->before[own->slots[i]] = pose_of(&own->before[piece * own->slot_count + i]);
}

/* Sets where floating joints are that no motion moves. */
static bool set_resting_slots(sources *s, refusal *why)
{
    for (size_t k = 0; k < s->bodies.frame_count; k++) {
        const source_frame *first = &s->bodies.frames[k];
        double values[MOST_VALUES];
        bool stated;
        source_slots slots;
        if (first->slot != 0)
            continue;
        if (!rest_values(&s->scene, first->robot, first->joint, values, &stated, why))
            return false;
        if (!slots_at_rest(first, values, &slots))
            return refuse(why, "a floating joint has no orientation at rest");
        for (size_t i = 0; i < SLOTS; i++) {
            s->frames[k + i].before = slots.before[i];
            s->frames[k + i].axis = slots.axis[i];
        }
    }
    return true;
}

/* The track of the proof's motion that chooses frames above one; *count: how many do. */
static const track *track_above(const sources *s, const model *m, int last, size_t *count)
{
    const track *found = NULL;
    *count = 0;
    for (size_t k = 0; k < s->own->track_count; k++) {
        const track *t = &s->own->tracks[k];
        bool is_above = false;
        for (size_t i = 0; i < t->slot_count; i++)
            for (int f = last; f >= 0; f = m->frames[f].parent)
                is_above = is_above || f == t->slots[i];
        if (!is_above)
            continue;
        found = t;
        ++*count;
    }
    return found;
}

/* So far a body may be from where the files have it during a motion: in each piece of the track that
 * chooses frames above it. */
static double deviation_of(sources *s, const model *m, const carried *c, int robot)
{
    size_t count;
    const track *own = track_above(s, m, c->own, &count);
    const source_track *of = NULL;
    for (size_t k = 0; s->is_read && k < s->motion.track_count; k++)
        if (s->motion.tracks[k].robot == robot && s->motion.tracks[k].floating_count)
            of = &s->motion.tracks[k];
    /* pieces of both are the same if both move one robot */
    if (count > 1 || (of && own && own != track_of(&s->bodies, of, s->own, s->variables)))
        return HUGE_VAL;
    const movement by = movement_of(s);
    const size_t pieces = of ? of->piece_count : own ? own->piece_count : 1;
    double deviation = 0;
    for (size_t p = 0; p < pieces; p++) {
        set_slots(s, of, own, p);
        deviation = fmax(deviation, kinematic_deviation(&s->bodies, m, c, &by));
    }
    /* fmax takes NaN for nothing, and no deviation is NaN */
    for (size_t i = 0; own && i < own->slot_count; i++)
        s->before[own->slots[i]] = s->at_rest[own->slots[i]];
    return deviation;
}

/* Reads the motion of the files, and compares its values. */
static bool compare_motion(sources *s, const motion *own, json_t *id, refusal *why)
{
    char *name = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
    refusal sentence = {""};
    json_t *node = motion_with_id(&s->motions, id, &sentence);
    bool good = !sentence.sentence[0];
    source_store_free(&s->scratch);
    s->is_read = node;
    s->own = own;
    if (node)
        good = source_motion_read(&s->bodies, &s->scratch, node, &s->motion, &sentence) &&
               motions_agree(&s->bodies, &s->motion, s->since, own, s->variables, s->away, &sentence) &&
               set_resting_slots(s, &sentence);
    else if (good && s->motions.is_asked)
        good = refuse(&sentence, "it is not in the file of motions");
    else if (good)
        trust(s, "the motion %.100s, which is not one of the scene, and what it attaches and releases",
              name ? name : "");
    if (node && good)
        good = source_stages_read(&s->bodies, &s->scratch, &s->motion, &s->stages, &sentence);
    if (!good)
        refuse(why, "the motion %.100s: %.350s", name ? name : "", sentence.sentence);
    free(name);
    return good;
}

bool sources_begin_motion(sources *s, model *m, const motion *own, json_t *id, refusal *why)
{
    set_spans(s, m, own);
    if (!compare_motion(s, own, id, why))
        return false;
    for (size_t k = 0; k < s->bodies.frame_count; k++)
        s->known[k] = s->is_read || s->bodies.frames[k].slot < 0;
    for (size_t i = 0; i < m->body_count; i++) {
        const source_body *of = &s->bodies.bodies[s->of_model[i]];
        const carried c = carried_of(s, m, i);
        const double off = deviation_of(s, m, &c, of->robot);
        if (!(off <= 1e-9 * (c.reach + most(length(c.of_at.position)) + 1)))
            return refuse(
                why,
                "body \"%.80s\" is up to %.3g m away from where the proof has it during the motion",
                of->name, off);
        m->bodies[i].shift = (s->off[i] + off) * (1 + 0x1p-50);
    }
    return true;
}

bool sources_end_motion(const sources *s, size_t stage_count, refusal *why)
{
    if (!s->is_read || s->motion.attaches == (stage_count > 0))
        return true;
    return refuse(why, stage_count ? "the motion attaches and releases nothing, and has stages"
                                   : "the motion attaches or releases objects, and has no stages");
}

/* What a place says of an object: which link of which robot carries it. */
static bool read_carrier(const sources *s, json_t *place, int *robot, int *link, refusal *why)
{
    const char *robot_name = json_string_value(json_object_get(place, "robot"));
    const char *link_name = json_string_value(json_object_get(place, "link"));
    *robot = *link = -1;
    if (!robot_name && !link_name)
        return true;
    for (size_t i = 0; i < s->scene.robot_count && robot_name; i++)
        if (!strcmp(s->scene.robots[i].name, robot_name))
            *robot = (int)i;
    if (*robot >= 0 && link_name)
        *link = link_named(&s->scene.robots[*robot], link_name);
    return *link >= 0 ||
           refuse(why, "%.200s: an object is carried by a link that is not there", s->scene.path);
}

/* An object that stands elsewhere than in the first line. Let L and M move its link as the files and
 * the proof have it; the object is where it was when it was attached. So its points are off by what
 * they were off before and by the shift of the place, which audit.c adds, and by the distance of L and
 * M then, and that of L and M at a later time. */
static bool take_place(sources *s, model *stage, json_t *place, refusal *why)
{
    size_t index = 0;
    int robot;
    int link;
    if (!read_index(place, "body", stage->body_count, &index, why) ||
        !read_carrier(s, place, &robot, &link, why))
        return false;
    const source_body *of = &s->bodies.bodies[s->of_model[index]];
    body *own = &stage->bodies[index];
    if (of->object < 0)
        return refuse(why, "\"%.80s\" moves to another place, and is a link", of->name);
    carried c = {of->name, own->frame, -1, pose_of(&own->at), identity(), s->reach[index], true};
    if (link >= 0)
        c.of = s->bodies.links[robot][link].mover;
    if (!variables_agree(&s->bodies, stage, &c, s->variables, why))
        return false;
    /* a link without shapes may be moved by joints that were not compared before */
    if (s->is_read &&
        !motions_agree(&s->bodies, &s->motion, s->since, s->own, s->variables, s->away, why))
        return false;
    own->shift += 2 * deviation_of(s, stage, &c, robot);
    return own->shift < HUGE_VAL || refuse(why, "the numbers of the motion are too large");
}

/* Whether each object is carried by the link that a stage's places say: those without a place, by their
 * own. */
static bool carriers_agree(const sources *s, const model *stage, json_t *places, refusal *why)
{
    for (size_t i = 0; i < stage->body_count; i++) {
        const source_body *of = &s->bodies.bodies[s->of_model[i]];
        const carrier *c = &s->stages.carriers[s->of_model[i]];
        if (of->object < 0)
            continue;
        const char *link = s->scene.objects[of->object].link;
        int robot = of->robot;
        for (size_t k = 0; k < json_array_size(places); k++) {
            json_t *place = json_array_get(places, k);
            int found;
            if (json_integer_value(json_object_get(place, "body")) != (json_int_t)i)
                continue;
            if (!read_carrier(s, place, &robot, &found, why))
                return false;
            link = found < 0 ? NULL : s->scene.robots[robot].links[found].name;
        }
        if (robot != c->robot || (robot >= 0 && strcmp(link, c->link) != 0))
            return refuse(why, "\"%.80s\" is carried by another link than in the proof, or by none",
                          of->name);
    }
    return true;
}

/* Compares the pairs of a stage. */
static bool compare_stage(sources *s, model *stage, double begin, double end, refusal *why)
{
    source_pairs pairs;
    pair_body *bodies = pair_bodies_make(&s->bodies);
    const bool good = source_stages_pairs(&s->stages, &s->bodies, begin, end, bodies, &pairs, why) &&
                      pairs_agree(&pairs, &s->bodies, bodies, stage, s->of_model, why);
    source_pairs_free(&pairs);
    free(bodies);
    return good;
}

bool sources_begin_stage(sources *s, model *stage, json_t *line, refusal *why)
{
    json_t *places = json_object_get(line, "places");
    double begin = NAN;
    double end = NAN;
    for (size_t i = 0; i < json_array_size(places); i++)
        if (!take_place(s, stage, json_array_get(places, i), why))
            return false;
    if (!s->is_read)
        return true;
    return read_number(line, "begin", &begin, why) && read_number(line, "end", &end, why) &&
           source_stages_begin(&s->stages, begin, end, why) && carriers_agree(s, stage, places, why) &&
           compare_stage(s, stage, begin, end, why);
}
