/* Fuzzes readers of scenes and robots from files. */
#include <string.h>

#include "fuzz.h"

static lw_scene *new_scene(void)
{
    lw_scene *scene = NULL;
    fuzz_require(lw_scene_create(&scene, NULL) == LW_OK);
    return scene;
}

/* the robot in MoveIt's scenes and SRDF files: a slider, an arm about it, a hand, and a cart */
static const char robot[] =
    "<robot name='r'><link name='base'><collision><geometry><sphere radius='0.1'/></geometry>"
    "</collision></link><link name='arm'><collision><origin xyz='0.3 0 0'/><geometry><box size='0.4 "
    "0.1 "
    "0.1'/></geometry></collision></link><link name='hand'><collision><geometry><cylinder "
    "radius='0.05' "
    "length='0.2'/></geometry></collision></link><link name='tip'/>"
    "<joint name='lift' type='prismatic'><parent link='base'/><child link='arm'/><axis xyz='0 0 1'/>"
    "<limit lower='0' upper='1' effort='1' velocity='1'/></joint>"
    "<joint name='turn' type='revolute'><parent link='arm'/><child link='hand'/><origin xyz='0.6 0 0'/>"
    "<axis xyz='0 1 0'/><limit lower='-2' upper='2' effort='1' velocity='1'/></joint>"
    "<joint name='end' type='fixed'><parent link='hand'/><child link='tip'/></joint></robot>";

static const char *robot_path(void)
{
    return fuzz_file((const uint8_t *)robot, strlen(robot), "robot.urdf");
}

void fuzz_scene_json(const uint8_t *bytes, size_t size)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    if (fuzz_answer(lw_scene_load(scene, fuzz_file(bytes, size, "json"), &error), &error))
        fuzz_freeze(scene);
    lw_scene_destroy(scene);
}

void fuzz_scene_moveit(const uint8_t *bytes, size_t size)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    fuzz_require(lw_scene_load_robot(scene, robot_path(), NULL, NULL, NULL, &error) == LW_OK);
    if (fuzz_answer(lw_scene_load(scene, fuzz_file(bytes, size, "yaml"), &error), &error))
        fuzz_freeze(scene);
    lw_scene_destroy(scene);
}

void fuzz_urdf(const uint8_t *bytes, size_t size)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    const char *path = fuzz_file(bytes, size, "urdf");
    if (fuzz_answer(lw_scene_load_robot(scene, path, NULL, NULL, NULL, &error), &error))
        fuzz_freeze(scene);
    lw_scene_destroy(scene);
}

void fuzz_srdf(const uint8_t *bytes, size_t size)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    const char *path = fuzz_file(bytes, size, "srdf");
    if (fuzz_answer(lw_scene_load_robot(scene, robot_path(), path, NULL, NULL, &error), &error))
        fuzz_freeze(scene);
    lw_scene_destroy(scene);
}

void fuzz_cover(const uint8_t *bytes, size_t size)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    const char *path = fuzz_file(bytes, size, "cover");
    fuzz_require(lw_scene_load_robot(scene, robot_path(), NULL, NULL, NULL, &error) == LW_OK);
    if (fuzz_answer(lw_scene_load_cover(scene, NULL, path, &error), &error))
        fuzz_freeze(scene);
    lw_scene_destroy(scene);
}
