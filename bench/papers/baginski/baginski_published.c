/* Collision detection along a straight line of joint values as Baginski published it. */
#include "baginski/baginski_published.h"

#include "body/grown/grown.h"
#include "motion/chord.h"

const double lw_published_expansion = 0.0025;

/* a link's first step, which is not tested, is this share of a step by the 1-norm */
static const double first_share = 0.01;

/* A link on its way. */
typedef struct walker {
    const lw_body *body;
    const double *radii; /* the link's row of the matrix (3) */
    double time;         /* of its last test */
    pose at, goal;       /* the link's pose at `time`, and at the end of the line */
    int layer;           /* of that test */
    int next_layer;
    double step, length;                       /* the last step: its time, and its est + div */
    double next;                               /* time of the next test */
    int made, delay[LW_PUBLISHED_MOST_LAYERS]; /* section 5: steps with this layer, delay of each */
    bool done;
} walker;

static double thickness(int layer)
{
    return ldexp(lw_published_expansion, layer);
}

static void pose_arm(lw_published_arm *arm, const lw_motion *line, double time)
{
    if (arm->kinematics.time != time)
        lw_kinematics_sample(&arm->kinematics, line, 0, time, 0);
}

/* The speed of a joint along the line, which is constant. */
static double rate(const lw_published_arm *arm, int32_t joint)
{
    return arm->kinematics.elementary[joint].rate_bound;
}

/* The 1-norm (1) per unit of time, for the links up to a body. */
static double norm_of(const lw_published_arm *arm, const lw_body *body, const double *radii)
{
    double sum = 0;
    const lw_elementary_joint *joints = arm->frozen->chains->elementary;
    for (int32_t j = body->elementary; j >= 0; j = joints[j].parent)
        sum += radii[j] * rate(arm, j);
    return sum;
}

/* The 1-norm (1) of the arm per unit of time; with branches, the largest of all links. */
static double norm_of_arm(const lw_published_arm *arm)
{
    double most = 0;
    for (size_t i = 0; i < arm->frozen->moving_count; i++) {
        const double *radii = &arm->radii->radii[i * arm->radii->joint_count];
        most = greater(most, norm_of(arm, &arm->frozen->moving[i], radii));
    }
    return most;
}

/* (3) */
static double divergence(const lw_published_arm *arm, const walker *link, double step)
{
    double sum = 0;
    const lw_elementary_joint *joints = arm->frozen->chains->elementary;
    for (int32_t j = link->body->elementary; j >= 0; j = joints[j].parent)
        if (joints[j].kind == LW_ELEMENTARY_REVOLUTE)
            sum += link->radii[j] * (1 - cos(0.5 * rate(arm, j) * step));
    return sum;
}

static pose pose_of(const lw_published_arm *arm, const walker *link)
{
    return arm->kinematics.bodies[link->body - arm->frozen->moving];
}

/* The left side of (4): est + div, from the last test to a later time. */
static double length_to(const lw_published_arm *arm, const walker *link, pose there, double time)
{
    return lw_chord(&link->body->geometry->nodes[0], &link->at, &there) +
           divergence(arm, link, time - link->time);
}

/* The left side of (4), from the last test to the present pose of the arm. */
static double length_here(const lw_published_arm *arm, const walker *link)
{
    return length_to(arm, link, pose_of(arm, link), arm->kinematics.time);
}

/* A static test: whether an obstacle is within a distance of a link. */
static bool collides(const lw_published_arm *arm, const walker *link, double distance,
                     lw_published_counts *counts)
{
    const lw_geometry *geometry = link->body->geometry;
    pose here = pose_of(arm, link);
    vec3 center = transform(here, geometry->center);
    counts->tests++;
    for (size_t i = 0; i < arm->frozen->obstacles.count; i++) {
        const lw_obstacle *obstacle = lw_obstacle_at(&arm->frozen->obstacles, i);
        const lw_geometry *other = obstacle->body.geometry;
        if (norm(sub(center, obstacle->center)) > geometry->radius + other->radius + distance)
            continue;
        if (lw_geometry_within(geometry, other, relative(here, obstacle->body.local), distance, NULL))
            return true;
    }
    return false;
}

static size_t begin(lw_published_arm *arm, const lw_motion *line, walker *links)
{
    const size_t count = arm->frozen->moving_count;
    lw_kinematics_sample(&arm->kinematics, line, 0, line->end, 0);
    for (size_t i = 0; i < count; i++) {
        links[i] = (walker){.body = &arm->frozen->moving[i],
                            .radii = &arm->radii->radii[i * arm->radii->joint_count],
                            .time = line->begin};
        links[i].goal = pose_of(arm, &links[i]);
        for (int k = 0; k < LW_PUBLISHED_MOST_LAYERS; k++)
            links[i].delay[k] = 1;
    }
    pose_arm(arm, line, line->begin);
    for (size_t i = 0; i < count; i++)
        links[i].at = pose_of(arm, &links[i]);
    return count;
}

/* Tests all links; each test counts, whether or not one before it collides. */
static bool test_all(const lw_published_arm *arm, const walker *links, size_t count,
                     lw_published_counts *counts)
{
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        if (found)
            counts->tests++;
        else
            found = collides(arm, &links[i], lw_published_expansion, counts);
    }
    return found;
}

bool lw_published_norm(lw_published_arm *arm, const lw_motion *line, lw_published_counts *counts)
{
    walker links[LW_PUBLISHED_MOST_LINKS];
    size_t count = begin(arm, line, links);
    counts->lines++;
    bool found = test_all(arm, links, count, counts);
    double speed = norm_of_arm(arm);
    double step = 2 * lw_published_expansion / speed;
    double last = line->begin;
    for (size_t k = 1; !found && (line->end - last) * speed > lw_published_expansion; k++) {
        last = lesser(line->begin + (double)k * step, line->end);
        pose_arm(arm, line, last);
        counts->steps++;
        found = test_all(arm, links, count, counts);
    }
    counts->contacts += found;
    return found;
}

/* (7) and (8): the next step, predicted from the last one, for two layers that together cover
 * `cover`. */
static double next_step(const lw_published_arm *arm, const walker *link, double cover)
{
    double straight = link->step / link->length * cover;
    return straight * cover / (cover + divergence(arm, link, straight));
}

/* Chooses the time of a link's next test with its next layer; the link is done if the last test covers
 * the rest. */
static void aim(const lw_published_arm *arm, const lw_motion *line, walker *link)
{
    double rest = length_to(arm, link, link->goal, line->end);
    link->done = link->length <= 0 || rest <= thickness(link->layer);
    if (link->done)
        return;
    double step = next_step(arm, link, thickness(link->layer) + thickness(link->next_layer));
    link->next = lesser(link->time + step, line->end);
}

static void note_step(const walker *link, lw_published_counts *counts)
{
    double share = link->length / (thickness(link->layer) + thickness(link->next_layer));
    counts->steps++;
    counts->steps_of[link->next_layer]++;
    counts->long_steps += share > 1;
    counts->longest = greater(counts->longest, share);
    counts->used += share;
}

/* Section 5: after a step, go to the layer above if its delay is over; after a collision, to the layer
 * below. */
static void rise(walker *link, int layers)
{
    int above = link->next_layer + 1;
    link->made++;
    if (above < layers && link->made >= link->delay[above]) {
        link->next_layer = above;
        link->made = 0;
    }
}

static void fall(walker *link)
{
    if (link->delay[link->next_layer] < 1 << 20)
        link->delay[link->next_layer] *= 2;
    link->next_layer--;
    link->made = 0;
}

/* Tests a link at its next time; false: the thinnest layer collides. */
static bool advance(lw_published_arm *arm, const lw_motion *line, walker *link, int layers,
                    lw_published_counts *counts)
{
    pose_arm(arm, line, link->next);
    if (!collides(arm, link, thickness(link->next_layer), counts)) {
        link->step = link->next - link->time;
        link->length = length_here(arm, link);
        note_step(link, counts);
        link->time = link->next;
        link->at = pose_of(arm, link);
        link->layer = link->next_layer;
        rise(link, layers);
    } else if (link->next_layer > 0) {
        fall(link);
    } else {
        return false;
    }
    aim(arm, line, link);
    return true;
}

static walker *first_of(walker *links, size_t count)
{
    walker *first = NULL;
    for (size_t i = 0; i < count; i++)
        if (!links[i].done && (!first || links[i].next < first->next))
            first = &links[i];
    return first;
}

bool lw_published_layers(lw_published_arm *arm, const lw_motion *line, int layers,
                         lw_published_counts *counts)
{
    walker links[LW_PUBLISHED_MOST_LINKS];
    size_t count = begin(arm, line, links);
    counts->lines++;
    bool found = test_all(arm, links, count, counts);
    double small = first_share * 2 * lw_published_expansion / norm_of_arm(arm);
    pose_arm(arm, line, line->begin + small);
    for (size_t i = 0; i < count; i++) {
        links[i].step = small;
        links[i].length = length_here(arm, &links[i]);
        rise(&links[i], layers);
    }
    for (size_t i = 0; i < count; i++)
        aim(arm, line, &links[i]);
    walker *link;
    while (!found && (link = first_of(links, count)))
        found = !advance(arm, line, link, layers, counts);
    counts->contacts += found;
    return found;
}

/* Tests a link at an earlier point of the path; the test covers the path from there on. */
static bool test_before(lw_published_arm *arm, const lw_motion *line, walker *link, double before,
                        lw_published_counts *counts)
{
    double here = arm->kinematics.time;
    pose_arm(arm, line, before);
    bool found = collides(arm, link, lw_published_expansion, counts);
    counts->steps++;
    link->time = before;
    link->at = pose_of(arm, link);
    pose_arm(arm, line, here);
    return found;
}

bool lw_published_path(lw_published_arm *arm, const lw_motion *line, lw_published_counts *counts)
{
    walker links[LW_PUBLISHED_MOST_LINKS];
    size_t count = begin(arm, line, links);
    counts->lines++;
    bool found = test_all(arm, links, count, counts);
    double division = 2 * lw_published_expansion / norm_of_arm(arm);
    double before = line->begin;
    for (size_t k = 1; !found && before < line->end; k++) {
        double here = lesser(line->begin + (double)k * division, line->end);
        pose_arm(arm, line, here);
        for (size_t i = 0; i < count && !found; i++)
            if (length_here(arm, &links[i]) > 2 * lw_published_expansion)
                found = test_before(arm, line, &links[i], before, counts);
        before = here;
    }
    for (size_t i = 0; i < count && !found; i++)
        if (length_here(arm, &links[i]) > lw_published_expansion)
            found = test_before(arm, line, &links[i], line->end, counts);
    counts->contacts += found;
    return found;
}
