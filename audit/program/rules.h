/* The rules of docs/proofs.md in real numbers: every inequality of a proof file. The including file has
 * said which real numbers (real_double.h, real_arb.h), and gives names by RULES(name). It is compiled
 * for both: what balls of doubles do not settle is tried again in balls of 128 bits. Nothing here
 * searches, and no number of the file is a tolerance. */

#include <string.h>

#include "bodies.h"
#include "geometry.h"
#include "nearest.h"

/* What blocks need of a body: the centres of the balls of its tree at the eight times, each computed
 * when it is first needed; and the bound on the second derivatives of their paths in each interval, as
 * seen from each frame above. */
typedef struct seen_balls {
    vec (*centres)[8];
    uint64_t *made;
    real *bends; /* of all balls, then of the ball about the body: per interval, and frame that they
                    are seen from; of the world behind the frames */
    uint64_t bends_made;
} seen_balls;

/* Poses of the model that do not depend on the motion. */
typedef struct placed {
    pose *before;    /* per frame */
    pose *at;        /* per body, in its frame */
    pose **elements; /* per body and element */
    pose *around;    /* per body */
    real *rest;      /* per variable, where it does not move */
} placed;

/* Everything at a time of a piece. Velocities are those of points at the world's origin. */
typedef struct sample {
    double time, from, to; /* a time in [from, to], which is in one piece of the motion */
    bool known;            /* of this motion: it need not be posed again */
    pose *frames;
    vec *linear, *angular;
    vec *axes;
    pose *bodies;
    bool *moves;  /* per frame: whether its own coordinate may change */
    real *taylor; /* per frame: the derivatives of its coordinate, divided by factorials: MOST_POWERS */
    size_t *degrees; /* per frame: those of a higher order are 0 */
} sample;

/* What a rule needs to know about a pair at a sample: in the frame of the first body. */
typedef struct of_pair {
    pose b_in_a;
    vec linear[2], angular[2];
} of_pair;

struct rules {
    const model *model;
    const motion *motion;
    placed placed;
    sample samples[8];
    seen_balls *balls; /* per body */
    uint64_t block;    /* counts the blocks */
    double times[8];
};

/* The distance that a pair has to keep: also from where its bodies may be, as they are shifted. */
static real required_of(const model *m, const pair *p)
{
    real sum = plus(plus(exact(p->margin), exact(p->padding[0])), exact(p->padding[1]));
    return plus(plus(sum, exact(m->bodies[p->bodies[0]].shift)), exact(m->bodies[p->bodies[1]].shift));
}

#include "poses.h"
#include "travel.h"

#include "blocks.h"
#include "claims.h"
#include "solids.h"

#include "contacts.h"

/* ---- begin and end ------------------------------------------------------------------------------- */

rules *RULES(begin)(const model *m)
{
    rules *r = room(1, sizeof *r);
    r->model = m;
    r->balls = room(m->body_count, sizeof *r->balls);
    for (size_t b = 0; b < m->body_count; b++) {
        size_t count = m->bodies[b].ball_count + 1;
        r->balls[b].centres = room(count, sizeof *r->balls[b].centres);
        r->balls[b].made = room(count, sizeof *r->balls[b].made);
        r->balls[b].bends = room(14 * (m->frame_count + 1), sizeof *r->balls[b].bends);
    }
    placed *p = &r->placed;
    p->before = room(m->frame_count, sizeof *p->before);
    p->at = room(m->body_count, sizeof *p->at);
    p->elements = room(m->body_count, sizeof *p->elements);
    p->around = room(m->body_count, sizeof *p->around);
    p->rest = room(m->variable_count, sizeof *p->rest);
    for (size_t f = 0; f < m->frame_count; f++)
        p->before[f] = pose_of(&m->frames[f].before);
    for (size_t b = 0; b < m->body_count; b++) {
        const struct body *own = &m->bodies[b];
        p->at[b] = pose_of(&own->at);
        p->elements[b] = room(own->element_count, sizeof **p->elements);
        for (size_t i = 0; i < own->element_count; i++)
            p->elements[b][i] = own->elements[i].has_at ? pose_of(&own->elements[i].at) : identity();
        if (own->around)
            p->around[b] = own->around->has_at ? pose_of(&own->around->at) : identity();
    }
    for (int i = 0; i < 8; i++) {
        sample *s = &r->samples[i];
        s->frames = room(m->frame_count, sizeof *s->frames);
        s->linear = room(m->frame_count, sizeof *s->linear);
        s->angular = room(m->frame_count, sizeof *s->angular);
        s->axes = room(m->frame_count, sizeof *s->axes);
        s->bodies = room(m->body_count, sizeof *s->bodies);
        s->moves = room(m->frame_count, sizeof *s->moves);
        s->taylor = room(MOST_POWERS * m->frame_count, sizeof *s->taylor);
        s->degrees = room(m->frame_count, sizeof *s->degrees);
    }
    return r;
}

void RULES(take_motion)(rules *r, const motion *given)
{
    r->motion = given;
    for (int i = 0; i < 8; i++)
        r->samples[i].known = false;
    for (size_t v = 0; v < r->model->variable_count; v++)
        r->placed.rest[v] = exact(given->rest[v]);
}

/* The model has moved to another place. */
void RULES(set_model)(rules *r, const model *m)
{
    r->model = m;
}

void RULES(end)(rules *r)
{
    for (size_t b = 0; b < r->model->body_count; b++) {
        free(r->placed.elements[b]);
        free(r->balls[b].centres);
        free(r->balls[b].made);
        free(r->balls[b].bends);
    }
    free(r->balls);
    for (int i = 0; i < 8; i++) {
        sample *s = &r->samples[i];
        free(s->frames);
        free(s->linear);
        free(s->angular);
        free(s->axes);
        free(s->bodies);
        free(s->moves);
        free(s->taylor);
        free(s->degrees);
    }
    free(r->placed.before);
    free(r->placed.at);
    free(r->placed.elements);
    free(r->placed.around);
    free(r->placed.rest);
    free(r);
}
