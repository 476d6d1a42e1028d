/* Reads poses of leeway's JSON. */
#include "io/scene/pose_json.h"

#include "math/pose.h"

const char *const *lw_json_pose_keys(bool planar)
{
    static const char *const keys[] = {"position", "rpy", "orientation", NULL};
    static const char *const planar_keys[] = {"position", "theta", "orientation", NULL};
    return planar ? planar_keys : keys;
}

static lw_status read_orientation(lw_document *document, const lw_value *node, lw_quat *out)
{
    double q[4];
    lw_status status = lw_value_numbers(document, node, "orientation", q, 4);
    if (status)
        return status;
    *out = (lw_quat){q[0], q[1], q[2], q[3]};
    if (!lw_quat_normalize(out))
        return lw_value_fail(document, node, LW_ERROR_ARGUMENT,
                             "the length of the orientation is zero or not finite");
    return LW_OK;
}

static lw_status read_planar(lw_document *document, const lw_value *node, lw_pose *out)
{
    const lw_value *position = lw_value_find(node, "position");
    const lw_value *theta = lw_value_find(node, "theta");
    const lw_value *orientation = lw_value_find(node, "orientation");
    double at[2] = {0, 0};
    double angle = 0;
    lw_status status = LW_OK;
    if ((position && (status = lw_value_numbers(document, position, "position", at, 2))) ||
        (theta && (status = lw_value_quantity(document, theta, "theta", &angle))))
        return status;
    if (theta && orientation)
        return lw_value_fail(document, orientation, LW_ERROR_SYNTAX,
                             "theta and orientation are both given; keep one");
    *out = lw_pose_from_rpy((lw_vec3){at[0], at[1], 0}, 0, 0, angle);
    if (!orientation)
        return LW_OK;
    if ((status = read_orientation(document, orientation, &out->orientation)))
        return status;
    if (out->orientation.x != 0 || out->orientation.y != 0)
        return lw_value_fail(document, orientation, LW_ERROR_ARGUMENT,
                             "in dimension 2 an orientation turns about z: its x and y must be 0");
    return LW_OK;
}

lw_status lw_json_pose(lw_document *document, const lw_value *node, bool planar, lw_pose *out)
{
    *out = lw_pose_identity();
    if (planar)
        return read_planar(document, node, out);
    const lw_value *position = lw_value_find(node, "position");
    const lw_value *rpy = lw_value_find(node, "rpy");
    const lw_value *orientation = lw_value_find(node, "orientation");
    lw_status status = LW_OK;
    if (position && (status = lw_value_point(document, position, "position", &out->position)))
        return status;
    if (rpy && orientation)
        return lw_value_fail(document, orientation, LW_ERROR_SYNTAX,
                             "rpy and orientation are both given; keep one");
    if (rpy) {
        double angles[3];
        if ((status = lw_value_numbers(document, rpy, "rpy", angles, 3)))
            return status;
        *out = lw_pose_from_rpy(out->position, angles[0], angles[1], angles[2]);
    } else if (orientation) {
        status = read_orientation(document, orientation, &out->orientation);
    }
    return status;
}
