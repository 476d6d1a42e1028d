/* Validates a frozen scene. */
#include "scene/validate.h"

#include <inttypes.h>
#include <math.h>

#include "base/error.h"
#include "body/validate.h"

/* ---- chains of joints ---------------------------------------------------------------------------- */

/* Each of the functions *_fault returns half a sentence that names a fault; NULL: there is none. */
static const char *elementary_fault(const lw_chains *chains, size_t i)
{
    const lw_elementary_joint *joint = &chains->elementary[i];
    if (joint->parent < -1 || joint->parent >= (int32_t)i)
        return "its parent does not come before it";
    if (joint->variable < -1 || joint->variable >= (int32_t)chains->variable_count)
        return "it has a variable that there is not";
    if (!lw_is_rotation(joint->before.rotation))
        return "the pose before it does not turn";
    return isfinite(joint->multiplier) && isfinite(joint->offset) ? NULL
                                                                  : "its coordinate is not finite";
}

static const char *joint_fault(const lw_chains *chains, size_t i)
{
    const lw_frozen_joint *joint = &chains->joints[i];
    if (joint->elementary < -1 || joint->elementary >= (int32_t)chains->elementary_count)
        return "it has an elementary joint that there is not";
    if (joint->child_link < 0 || joint->child_link >= (int64_t)chains->link_count ||
        joint->parent_link < 0 || joint->parent_link >= (int64_t)chains->link_count)
        return "it joins a link that there is not";
    if (chains->links[joint->child_link].parent_joint != (int64_t)i)
        return "its child link hangs on another joint";
    if (joint->mimic < -1 || joint->mimic >= (int64_t)chains->joint_count)
        return "it follows a joint that there is not";
    return joint->lower <= joint->upper ? NULL : "its lower limit is above its upper one";
}

static const char *link_fault(const lw_frozen *frozen, size_t i)
{
    const lw_frozen_link *link = &frozen->chains->links[i];
    if (link->robot >= frozen->chains->robot_count)
        return "it is of a robot that there is not";
    if (link->elementary < -1 || link->elementary >= (int32_t)frozen->chains->elementary_count)
        return "an elementary joint moves it that there is not";
    return lw_is_rotation(link->local.rotation) ? NULL : "its pose does not turn";
}

static lw_status validate_chains(const lw_frozen *frozen, lw_error *error)
{
    const lw_chains *chains = frozen->chains;
    const char *fault = NULL;
    for (size_t i = 0; i < chains->elementary_count; i++)
        if ((fault = elementary_fault(chains, i)))
            return lw_fail(error, LW_ERROR_STATE, "elementary joint %zu: %s", i, fault);
    for (size_t i = 0; i < chains->joint_count; i++)
        if ((fault = joint_fault(chains, i)))
            return lw_fail(error, LW_ERROR_STATE, "joint %zu: %s", i, fault);
    for (size_t i = 0; i < chains->link_count; i++)
        if ((fault = link_fault(frozen, i)))
            return lw_fail(error, LW_ERROR_STATE, "link %zu: %s", i, fault);
    return LW_OK;
}

/* ---- bodies -------------------------------------------------------------------------------------- */

static const char *body_fault(const lw_frozen *frozen, const lw_body *body)
{
    if (body->elementary < -1 || body->elementary >= (int32_t)frozen->chains->elementary_count)
        return "an elementary joint moves it that there is not";
    if (!lw_is_rotation(body->local.rotation))
        return "its pose does not turn";
    if (!(body->padding >= 0))
        return "its padding is negative";
    const char *fault = lw_geometry_fault(body->geometry);
    return fault || !body->cover ? fault : lw_cover_fault(body->cover, body->geometry);
}

static const char *lever_arm_fault(const lw_frozen *frozen, const lw_body *body)
{
    uint32_t count = 0;
    for (int32_t e = body->elementary; e >= 0; e = frozen->chains->elementary[e].parent)
        count++;
    if (body->lever_arm_count != count)
        return "it has not one lever arm for each elementary joint of its chain";
    for (uint32_t i = 0; i < count; i++)
        if (!(frozen->lever_arms[body->first_lever_arm + i] >= 0))
            return "a lever arm is negative";
    return NULL;
}

static const char *moving_fault(const lw_frozen *frozen, const lw_body *body)
{
    const char *fault = body_fault(frozen, body);
    if (!fault && body->robot < 0)
        fault = "it moves with no robot";
    return fault ? fault : lever_arm_fault(frozen, body);
}

static const char *obstacle_fault(const lw_frozen *frozen, const lw_obstacle *obstacle)
{
    const lw_geometry *geometry = obstacle->body.geometry;
    const char *fault = body_fault(frozen, &obstacle->body);
    if (fault)
        return fault;
    if (obstacle->body.robot >= 0 || obstacle->body.elementary >= 0)
        return "it moves";
    const double slack = obstacle->error + 1e-9 * (geometry->extent + norm(obstacle->center));
    const vec3 low = sub(obstacle->center, obstacle->box.low);
    const vec3 high = sub(obstacle->box.high, obstacle->center);
    const double least =
        lesser(lesser(lesser(low.x, low.y), low.z), lesser(lesser(high.x, high.y), high.z));
    if (!(least >= -geometry->radius - slack))
        return "its box is not about its sphere";
    return norm(sub(transform(obstacle->body.local, geometry->center), obstacle->center)) <= slack
               ? NULL
               : "its centre is elsewhere";
}

static lw_status validate_bodies(const lw_frozen *frozen, lw_error *error)
{
    const char *fault = NULL;
    if (frozen->body_count != frozen->moving_count + frozen->obstacles.count)
        return lw_fail(error, LW_ERROR_STATE, "%zu bodies are not %zu and %zu", frozen->body_count,
                       frozen->moving_count, frozen->obstacles.count);
    for (size_t i = 0; i < frozen->moving_count; i++)
        if ((fault = moving_fault(frozen, &frozen->moving[i])))
            return lw_fail(error, LW_ERROR_STATE, "body %zu: %s", i, fault);
    for (size_t i = 0; i < frozen->obstacles.count; i++)
        if ((fault = obstacle_fault(frozen, lw_obstacle_at(&frozen->obstacles, i))))
            return lw_fail(error, LW_ERROR_STATE, "obstacle %zu: %s", i, fault);
    return LW_OK;
}

/* ---- pairs --------------------------------------------------------------------------------------- */

/* Checks that a row counts its pairs right: those of a body with bodies after it. */
static lw_status validate_row(const lw_frozen *frozen, uint32_t a, lw_error *error)
{
    const lw_pairs *pairs = &frozen->pairs;
    size_t count = 0;
    for (uint32_t b = a + 1; b < frozen->body_count; b++)
        count += lw_frozen_reason(frozen, a, b) == LW_PAIR_CHECKED;
    if (pairs->rows[a + 1] - pairs->rows[a] != count)
        return lw_fail(error, LW_ERROR_STATE, "body %" PRIu32 " has %zu pairs, not %zu", a, count,
                       pairs->rows[a + 1] - pairs->rows[a]);
    return LW_OK;
}

static const char *margins_fault(const lw_pairs *pairs)
{
    if (!(pairs->margin[0] >= 0) || !(pairs->margin[1] >= 0))
        return "a margin is negative";
    for (size_t i = 0; i < pairs->own_count; i++) {
        if (i && pairs->own[i].id <= pairs->own[i - 1].id)
            return "the pairs with a margin of their own are not in order";
        if (lw_pair_first(pairs->own[i].id) >= lw_pair_second(pairs->own[i].id))
            return "the bodies of a pair are not in order";
        if (!(pairs->own[i].margin >= 0))
            return "a pair's own margin is negative";
    }
    return NULL;
}

static const char *travels_fault(const lw_frozen *frozen)
{
    const lw_pairs *pairs = &frozen->pairs;
    for (size_t i = 0; i < pairs->travel_count; i++) {
        const lw_travel_slot *slot = &pairs->travels[i];
        if (slot->body < 0 || slot->body >= (int32_t)frozen->moving_count)
            return "a travel is of a body that does not move";
        if (slot->common < -1 || slot->common >= (int32_t)frozen->chains->elementary_count)
            return "a travel is relative to a joint that there is not";
    }
    return NULL;
}

static lw_status validate_pairs(const lw_frozen *frozen, lw_error *error)
{
    const char *fault = margins_fault(&frozen->pairs);
    if (!fault)
        fault = travels_fault(frozen);
    if (fault)
        return lw_fail(error, LW_ERROR_STATE, "%s", fault);
    lw_status status = LW_OK;
    for (uint32_t a = 0; a < frozen->moving_count && !status; a++)
        status = validate_row(frozen, a, error);
    if (!status && frozen->moving_count &&
        frozen->pairs.rows[frozen->moving_count] != frozen->pairs.count)
        status = lw_fail(error, LW_ERROR_STATE, "the rows have %zu pairs, not %zu",
                         frozen->pairs.rows[frozen->moving_count], frozen->pairs.count);
    return status;
}

lw_status lw_frozen_validate(const lw_frozen *frozen, lw_error *error)
{
    lw_status status = validate_chains(frozen, error);
    if (!status)
        status = validate_bodies(frozen, error);
    return status ? status : validate_pairs(frozen, error);
}
