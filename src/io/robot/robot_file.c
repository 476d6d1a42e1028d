/* Robots from URDF and SRDF files: lw_scene_load_robot adds both, or rolls back and adds nothing. */
#include "io/robot/srdf.h"
#include "io/robot/urdf.h"
#include "scene/build.h"

lw_status lw_scene_load_robot(lw_scene *scene, const char *urdf, const char *srdf, const char *name,
                              const lw_pose *base, lw_error *error)
{
    if (!scene || !urdf)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no %s was given", scene ? "URDF file" : "scene");
    lw_model *model = NULL;
    lw_status status = lw_build_robots(scene, "robots", &model, error);
    if (status)
        return status;
    lw_model_mark mark = lw_model_take_mark(model);
    size_t notices = lw_notices_begin(scene);
    size_t robot = 0;
    status = lw_model_add_file(model, urdf, error);
    if (!status && srdf)
        status = lw_model_add_file(model, srdf, error);
    if (!status)
        status = lw_urdf_load(scene, urdf, name, base ? *base : lw_pose_identity(), &robot, error);
    if (!status && srdf)
        status = lw_srdf_load(scene, srdf, robot, error);
    status = lw_notices_end(scene, notices, status, error);
    if (status)
        lw_model_roll_back(model, &mark);
    return status;
}
