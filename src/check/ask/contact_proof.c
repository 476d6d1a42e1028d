/* The claim of a contact: points of two bodies that show how near these are. */
#include "check/ask/contact_proof.h"

#include "body/query.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "motion/motion.h"

/* a limit whose square is above 0 leaves out boxes that are apart, and none that meet */
static const double LEAST = 1e-150;

/* Two bodies at the time of their contact. */
typedef struct posed {
    const lw_pair *pair;
    const lw_geometry *bodies[2];
    pose b_in_a;
} posed;

static posed pose_bodies(const lw_checker *checker, const lw_pair *pair, double time)
{
    const lw_body *bodies[2] = {lw_frozen_body(checker->frozen, pair->a),
                                lw_frozen_body(checker->frozen, pair->b)};
    return (posed){pair,
                   {bodies[0]->geometry, bodies[1]->geometry},
                   relative(lw_body_pose_at(checker->motion, bodies[0], time),
                            lw_body_pose_at(checker->motion, bodies[1], time))};
}

/* ---- near elements ------------------------------------------------------------------------------ */

/* Finds two elements that are at most the required gap apart, up to rounding. */
static bool find_elements(const posed *p, uint32_t elements[2])
{
    const double touch = lw_pair_unpadded(p->pair, p->pair->margin);
    const double size = p->bodies[0]->extent + p->bodies[1]->extent + norm(p->b_in_a.position);
    lw_query query = {.b_in_a = p->b_in_a, .enough = greater(touch, LEAST), .touch = touch};
    lw_bracket bracket;
    lw_geometry_distance(p->bodies[0], p->bodies[1], &query, NULL, &bracket, elements);
    if (bracket.upper <= touch)
        return true;
    /* the pose that found the contact was rounded in another way */
    query.enough = HUGE_VAL;
    lw_geometry_distance(p->bodies[0], p->bodies[1], &query, NULL, &bracket, elements);
    return bracket.upper <= touch + LW_ROUNDING(1024) * size;
}

/* The nearest points of the cores of two elements, or a common one, in the frames of their bodies. */
static void find_points(const posed *p, const uint32_t elements[2], vec3 points[2])
{
    lw_element_room room[2];
    lw_convex shapes[2];
    pose at[2];
    lw_bracket found;
    bool triangles = true;
    for (int k = 0; k < 2; k++) {
        lw_geometry_element(p->bodies[k], elements[k], &room[k], &shapes[k], &at[k]);
        shapes[k].radius = 0;
        triangles = triangles && shapes[k].core == LW_CORE_TRIANGLE;
    }
    const pose second = compose(p->b_in_a, at[1]);
    if (triangles) {
        vec3 corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] = transform(second, shapes[1].triangle[k]);
        lw_triangle_triangle((const vec3 *)shapes[0].triangle, corners, &found);
        points[0] = found.points[0];
        points[1] = transform_back(p->b_in_a, found.points[1]);
        return;
    }
    const pose between = relative(at[0], second);
    lw_convex_distance(&shapes[0], &shapes[1], &between, NULL, &found);
    points[0] = transform(at[0], found.points[0]);
    points[1] = transform(at[1], transform_back(between, found.points[1]));
}

/* ---- closed meshes ------------------------------------------------------------------------------ */

/* Whether a mesh bounds its solid by its very triangles. alone: no other mesh is in its body. A room of
 * one mesh may be in the solid of another, where a verifier, which sees the body alone, does not know
 * it as a room; so of several meshes none may face inwards. */
static bool is_as_given(const lw_mesh *mesh, bool alone)
{
    bool as_given = mesh->dropped == 0 && mesh->shell_count == mesh->component_count;
    for (uint32_t i = 0; i < mesh->component_count; i++)
        as_given = as_given && mesh->components[i].closed && (alone || mesh->components[i].volume > 0);
    return as_given;
}

/* Whether the meshes of a body bound its solids by the very triangles that are its elements. */
static bool are_as_given(const lw_geometry *body)
{
    size_t triangles = 0;
    bool as_given = true;
    for (uint32_t i = 0; i < body->solid_count; i++) {
        as_given = as_given && is_as_given(body->solids[i], body->solid_count == 1);
        triangles += body->solids[i]->triangle_count;
    }
    return as_given && triangles == body->triangle_count;
}

/* Whether a point is inside a body's solids, as verifiers see it: by how often all of them wind round
 * it in sum. */
static bool is_inside(const lw_geometry *body, vec3 point)
{
    int sum = 0;
    for (uint32_t i = 0; i < body->solid_count; i++)
        sum += lw_mesh_winding(body->solids[i], point);
    return sum >= 1;
}

static bool is_corner(const vec3 triangle[3], vec3 point)
{
    bool found = false;
    for (int k = 0; k < 3; k++)
        found = found || norm2(sub(triangle[k], point)) == 0;
    return found;
}

/* The element that a seed is a point of. */
static uint32_t element_of_seed(const lw_geometry *body, uint32_t seed)
{
    if (body->points || body->image)
        return seed;
    const uint32_t of_triangles = body->seed_count - body->part_count;
    if (seed >= of_triangles)
        return body->triangle_count + seed - of_triangles;
    uint32_t i = 0;
    while (i + 1 < body->triangle_count &&
           !is_corner((const vec3 *)body->triangles[i], body->seeds[seed]))
        i++;
    return i;
}

/* Finds a seed of the one body that is in the other's solids. */
static bool find_inside(const posed *p, int inner, uint32_t *seed)
{
    const lw_geometry *own = p->bodies[inner];
    const lw_geometry *outer = p->bodies[1 - inner];
    for (*seed = 0; are_as_given(outer) && *seed < lw_seed_count(own); (*seed)++) {
        const vec3 point = lw_seed(own, *seed);
        const vec3 in_outer = inner ? transform(p->b_in_a, point) : transform_back(p->b_in_a, point);
        if (is_inside(outer, in_outer))
            return true;
    }
    return false;
}

void lw_prove_contact(lw_checker *checker)
{
    const lw_verdict *verdict = checker->verdict;
    const lw_pair pair = lw_frozen_pair(
        checker->frozen, lw_pair_id_of((uint32_t)verdict->pair[0], (uint32_t)verdict->pair[1]));
    const posed p = pose_bodies(checker, &pair, verdict->time);
    uint32_t elements[2];
    uint32_t seed;
    if (find_elements(&p, elements)) {
        vec3 points[2];
        find_points(&p, elements, points);
        lw_claim_contact(checker, &pair, verdict->time, elements, points);
        return;
    }
    for (int inner = 0; inner < 2; inner++)
        if (find_inside(&p, inner, &seed)) {
            lw_claim_inside(checker, &pair, verdict->time, inner,
                            element_of_seed(p.bodies[inner], seed), lw_seed(p.bodies[inner], seed));
            return;
        }
}
