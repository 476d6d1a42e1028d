"""Says whether a robot may run trajectories as ROS 2 writes them, before a controller gets them.

    ros2 topic echo --once /planned_trajectory > trajectory.yaml
    python ros_trajectory.py scenes/cell.json trajectory.yaml [joint_limits.yaml]

The file has a trajectory_msgs/JointTrajectory, a moveit_msgs/RobotTrajectory or DisplayTrajectory, or the goal of a
FollowJointTrajectory action, whose tolerances then count. A node that gets such a message has the text of the file by
rosidl_runtime_py.message_to_yaml(message). With MoveIt's file of limits, the stop from every moment is verified, too. The
exit status is 0 if all trajectories are safe to run.
"""

import sys

import leeway


def tolerances(path):
    """The file, if it is the goal of an action, which has tolerances."""
    with open(path, encoding="utf-8") as file:
        return path if "path_tolerance:" in file.read() else None


def main(scene_path, path, limits=None):
    scene = leeway.Scene(scene_path, joint_limits=[limits] if limits else [])
    all_safe = True
    for number, (_, motion) in enumerate(scene.read_motions(path, "path")):
        safety = leeway.verify(scene, motion, tolerance=tolerances(path), stops=bool(limits))
        all_safe = all_safe and safety.safe
        if safety:
            print(f"trajectory {number}: safe to run{', and to stop from any moment' if limits else ''}")
            continue
        verdict = safety.verdict
        at = f" of {safety.joint}" if safety.joint else f" of {' and '.join(verdict.pair)}" if verdict.pair else ""
        print(f"trajectory {number}: {safety.kind}, {safety.reason}{at} at {safety.time:.3f} s")
    return 0 if all_safe else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
