/* A ball of radius 0.1 slides 2 m along a rail, past another one: are they ever in contact? */
#include <leeway/leeway.h>
#include <stdio.h>

int main(void)
{
    const double from = 0, to = 2;
    lw_error error;
    lw_verdict verdict = lw_default_verdict();
    lw_scene *scene = NULL;
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_pose origin = lw_pose_identity(), beside = {{1, 0.15, 0}, {0, 0, 0, 1}};
    lw_shape_def ball = lw_default_shape();
    lw_joint_def rail = lw_default_joint();
    ball.radius = 0.1;
    rail.kind = LW_JOINT_PRISMATIC, rail.name = "rail", rail.parent = "floor", rail.child = "ball";
    if (lw_scene_create(&scene, &error) || lw_scene_add_robot(scene, "cart", origin, &error) ||
        lw_scene_add_link(scene, "cart", "floor", &error) ||
        lw_scene_add_link(scene, "cart", "ball", &error) ||
        lw_scene_add_joint(scene, "cart", &rail, &error) ||
        lw_scene_add_shape(scene, "cart", "ball", &ball, origin, &error) ||
        lw_scene_add_obstacle(scene, "other", &ball, beside, &error) ||
        lw_scene_freeze(scene, &error) || lw_checker_create(scene, &checker, &error) ||
        lw_motion_create(scene, &motion, &error) ||
        lw_motion_set_segment(motion, NULL, &from, &to, &error) ||
        lw_check(checker, motion, NULL, &verdict, &error))
        printf("%s\n", error.message);
    else if (verdict.kind == LW_VERDICT_FREE)
        printf("free\n");
    else
        printf("%s at %.3f\n", verdict.kind == LW_VERDICT_CONTACT ? "contact" : "undecided",
               verdict.time);
    lw_motion_destroy(motion), lw_checker_destroy(checker), lw_scene_destroy(scene);
}
