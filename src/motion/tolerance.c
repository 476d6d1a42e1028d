/* The tolerances of a motion: how far the real one may be from it. */
#include "motion/tolerance.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "leeway/tolerance.h"
#include "motion/stages.h"
#include "scene/build.h"

static lw_status check_number(const lw_frozen_joint *joint, const char *what, double number,
                              lw_error *error)
{
    if (number >= 0 && lw_build_in_range(number))
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT, "the %s of joint '%s' is %g; it must be from 0 to %g",
                   what, joint->name, number, LW_LARGEST);
}

static lw_status check_joints(const lw_motion *motion, const lw_joints *joints, const double *constant,
                              const double *per_speed, lw_error *error)
{
    const lw_chains *chains = motion->chains;
    lw_status status = LW_OK;
    for (size_t i = 0; i < joints->count; i++) {
        const lw_frozen_joint *joint = &chains->joints[joints->joints[i]];
        if (joint->kind == LW_JOINT_FLOATING)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "joint '%s' is floating; tolerances are of joints with one value or three",
                           joint->name);
        size_t width = lw_joint_value_count(joint->kind);
        for (size_t k = 0; k < width && !status; k++, constant++) {
            status = check_number(joint, "tolerance", *constant, error);
            if (!status && per_speed)
                status = check_number(joint, "tolerance per speed", *per_speed++, error);
        }
        if (status)
            return status;
    }
    return LW_OK;
}

/* Tolerances of 0 for all variables. */
static lw_tolerances *make(size_t variables)
{
    lw_tolerances *made = calloc(1, sizeof *made + 2 * variables * sizeof(double));
    if (made) {
        made->constant = made->numbers;
        made->per_speed = made->numbers + variables;
    }
    return made;
}

static void put(lw_motion *motion, const lw_joints *joints, const double *constant,
                const double *per_speed)
{
    lw_tolerances *own = motion->tolerances;
    for (size_t i = 0; i < joints->count; i++) {
        const lw_frozen_joint *joint = &motion->chains->joints[joints->joints[i]];
        size_t width = lw_joint_value_count(joint->kind);
        for (size_t k = 0; k < width; k++) {
            own->constant[(size_t)joint->variable + k] = *constant++;
            own->per_speed[(size_t)joint->variable + k] = per_speed ? *per_speed++ : 0;
        }
    }
    own->by_speed = false;
    for (size_t i = 0; i < motion->chains->variable_count; i++)
        own->by_speed |= own->per_speed[i] > 0;
}

/* Makes sure that the motion has tolerances. */
static lw_status begin(lw_motion *motion, lw_error *error)
{
    if (!motion->tolerances)
        motion->tolerances = make(motion->chains->variable_count);
    return motion->tolerances ? LW_OK : lw_fail_memory(error);
}

lw_status lw_tolerances_join(lw_motion *motion, const lw_motion *part, lw_error *error)
{
    const lw_tolerances *from = part->tolerances;
    lw_status status = from ? begin(motion, error) : LW_OK;
    lw_tolerances *own = motion->tolerances;
    for (size_t i = 0; from && !status && i < motion->chains->variable_count; i++) {
        own->constant[i] = greater(own->constant[i], from->constant[i]);
        own->per_speed[i] = greater(own->per_speed[i], from->per_speed[i]);
        own->by_speed |= own->per_speed[i] > 0;
    }
    return status;
}

lw_status lw_tolerances_set(lw_motion *motion, const double *constant, const double *per_speed,
                            lw_error *error)
{
    lw_status status = begin(motion, error);
    lw_tolerances *own = motion->tolerances;
    if (status)
        return status;
    own->by_speed = false;
    for (size_t i = 0; i < motion->chains->variable_count; i++) {
        own->constant[i] = constant[i];
        own->per_speed[i] = per_speed ? per_speed[i] : 0;
        own->by_speed |= own->per_speed[i] > 0;
    }
    lw_stages_take_tolerances(motion);
    return LW_OK;
}

lw_status lw_motion_set_tolerances(lw_motion *motion, double constant, double per_speed,
                                   lw_error *error)
{
    if (!motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_motion_set_tolerances needs a motion");
    const lw_frozen_joint any = {.name = "any"};
    lw_status status = check_number(&any, "tolerance", constant, error);
    if (!status)
        status = check_number(&any, "tolerance per speed", per_speed, error);
    if (!status)
        status = begin(motion, error);
    if (status)
        return status;
    const lw_chains *chains = motion->chains;
    for (size_t j = 0; j < chains->joint_count; j++) {
        const lw_frozen_joint *joint = &chains->joints[j];
        bool has = joint->variable >= 0 && joint->mimic < 0 && joint->kind != LW_JOINT_FLOATING;
        for (size_t k = 0; has && k < lw_joint_value_count(joint->kind); k++) {
            motion->tolerances->constant[(size_t)joint->variable + k] = constant;
            motion->tolerances->per_speed[(size_t)joint->variable + k] = per_speed;
        }
    }
    motion->tolerances->by_speed = per_speed > 0;
    lw_stages_take_tolerances(motion);
    return LW_OK;
}

lw_status lw_motion_set_tolerance(lw_motion *motion, const lw_joints *joints, const double *constant,
                                  const double *per_speed, lw_error *error)
{
    if (!motion || !constant)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_motion_set_tolerance needs a motion and numbers");
    if (!joints && !(joints = lw_scene_joints(motion->scene, NULL, NULL, error)))
        return LW_ERROR_NAME;
    if (joints->chains != motion->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the joints are of another scene than the motion");
    lw_status status = check_joints(motion, joints, constant, per_speed, error);
    if (!status)
        status = begin(motion, error);
    if (!status) {
        put(motion, joints, constant, per_speed);
        lw_stages_take_tolerances(motion);
    }
    return status;
}

void lw_motion_clear_tolerance(lw_motion *motion)
{
    if (!motion || !motion->tolerances)
        return;
    free(motion->tolerances);
    motion->tolerances = NULL;
    lw_stages_take_tolerances(motion);
}

size_t lw_motion_tolerance(const lw_motion *motion, size_t joint, double *constant, double *per_speed)
{
    const lw_chains *chains = motion->chains;
    if (joint >= chains->joint_count)
        return 0;
    const lw_frozen_joint *of = &chains->joints[joint];
    if (of->variable < 0 || of->kind == LW_JOINT_FLOATING)
        return 0;
    size_t count = lw_joint_value_count(of->kind);
    for (size_t i = 0; i < count; i++) {
        const lw_tolerances *own = motion->tolerances;
        double times = fabs(chains->elementary[(size_t)of->elementary + i].multiplier);
        constant[i] = own ? times * own->constant[(size_t)of->variable + i] : 0;
        per_speed[i] = own ? own->per_speed[(size_t)of->variable + i] : 0;
    }
    return count;
}

lw_status lw_refuse_tolerances(const lw_motion *motion, const char *what, lw_error *error)
{
    if (!motion->tolerances)
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "%s do not know the motion's tolerance; take it away "
                   "(lw_motion_clear_tolerance), or use lw_check",
                   what);
}

lw_status lw_refuse_doubts(const lw_frozen *frozen, const char *what, lw_error *error)
{
    if (!frozen->doubts)
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "%s do not know angles and speeds of obstacles or bases that are not known exactly; "
                   "take them away (lw_scene_set_uncertainty), or use lw_check",
                   what);
}
