/* MoveIt's names for the values of a joint that has several. */
#include "scene/variable_name.h"

#include <string.h>

const char *lw_variable_name(lw_joint_kind kind, size_t value)
{
    static const char *const planar[] = {"x", "y", "theta"};
    static const char *const floating[] = {"trans_x", "trans_y", "trans_z", "rot_x",
                                           "rot_y",   "rot_z",   "rot_w"};
    switch (kind) {
    case LW_JOINT_PLANAR:
        return value < 3 ? planar[value] : NULL;
    case LW_JOINT_FLOATING:
        return value < 7 ? floating[value] : NULL;
    case LW_JOINT_FIXED:
    case LW_JOINT_REVOLUTE:
    case LW_JOINT_CONTINUOUS:
    case LW_JOINT_PRISMATIC:
        break;
    }
    return NULL;
}

int64_t lw_variable_find(lw_joint_kind kind, const char *name)
{
    for (size_t i = 0; lw_variable_name(kind, i); i++)
        if (!strcmp(lw_variable_name(kind, i), name))
            return (int64_t)i;
    return -1;
}

int64_t lw_variable_of(const char *joint, lw_joint_kind kind, const char *name)
{
    const size_t length = strlen(joint);
    return !strncmp(name, joint, length) && name[length] == '/'
               ? lw_variable_find(kind, name + length + 1)
               : -1;
}

size_t lw_variable_joint_length(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? (size_t)(slash - name) : 0;
}
