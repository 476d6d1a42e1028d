/* Robots from files: lw_scene_load_robot adds all of a robot's files, or nothing. */
#include "io/srdf.h"
#include "io/urdf.h"

lw_status lw_scene_load_robot(lw_scene *scene, const char *urdf, const char *srdf, const char *name,
                              const lw_pose *base, lw_error *error)
{
    if (!scene || !urdf)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no %s was given", scene ? "URDF file" : "scene");
    if (scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "the scene is frozen and cannot be changed any more");
    lw_model_mark mark = lw_model_take_mark(&scene->model);
    size_t notices = lw_notices_begin(scene);
    size_t robot = 0;
    lw_status status = lw_model_add_file(&scene->model, urdf, error);
    if (!status && srdf)
        status = lw_model_add_file(&scene->model, srdf, error);
    if (!status)
        status = lw_urdf_load(scene, urdf, name, base ? *base : lw_pose_identity(), &robot, error);
    if (!status && srdf)
        status = lw_srdf_load(scene, srdf, robot, error);
    status = lw_notices_end(scene, notices, status, error);
    if (status)
        lw_model_roll_back(&scene->model, &mark);
    return status;
}
