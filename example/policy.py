"""A policy drives an arm through a gate, which lets only motions pass whose stop is proven free.

    python policy.py scenes/cell.json

The policy here wants to go straight to a goal and knows nothing of obstacles. Any function from where the robot is to
some waypoints takes its place: a learned policy that gives chunks of actions, a teleoperator, a planner.
"""

import sys

import numpy as np

import leeway

PERIOD = 0.02  # seconds from one waypoint to the next
AHEAD = 16  # waypoints of a chunk
EVERY = 4  # the policy is asked again after so many
SPEED, ACCELERATION = 1.0, 5.0


def policy(position, velocity, goal):
    """Waypoints towards the goal, as far as limits of speed and acceleration allow."""
    chunk = []
    position, velocity = position.copy(), velocity.copy()
    for _ in range(AHEAD):
        wanted = np.clip(2 * (goal - position), -SPEED, SPEED)
        change = np.clip(wanted - velocity, -0.5 * ACCELERATION * PERIOD, 0.5 * ACCELERATION * PERIOD)
        position = position + (velocity + change / 2) * PERIOD
        velocity = velocity + change
        chunk.append(position)
    return np.array(chunk)


class Arm:
    """Stands for the robot and its controller: it follows the motion that it was given last, exactly."""

    def __init__(self, position):
        self.position, self.velocity = np.array(position, dtype=float), np.zeros(len(position))

    def follow(self, values):
        """values: where it is at the beginning and the end of a period, and a little before the end."""
        self.velocity = (values[2] - values[1]) / 1e-6
        self.position = values[2]


def main(path):
    scene = leeway.Scene(path)
    arm, goal = Arm([-0.4, 0.1, 0.3, 0, 1.17, 1.5708]), np.array([1.6, 0.1, 0.3, 0, 1.17, 1.5708])  # behind the post
    gate = leeway.Gate(scene, period=PERIOD, points=AHEAD, stop_acceleration=ACCELERATION, tolerance=0.002)
    said = None
    for step in range(400):
        now = step * EVERY * PERIOD
        answer = gate.check(now, arm.position, arm.velocity, policy(arm.position, arm.velocity, goal))
        if not answer.proven:
            raise SystemExit("the stop is not proven: switch to the robot's own emergency stop")
        if (answer.kind, answer.reason) != said:
            passed = f"{answer.passed} of {AHEAD} waypoints pass" if answer else "stop"
            why = f", {answer.reason}" if answer.reason else ""
            print(f"{now:.2f} s: {passed}{why}{' of ' + ' and '.join(answer.pair) if answer.pair else ''}")
            said = answer.kind, answer.reason
        end = min(answer.begun + EVERY * PERIOD, answer.end)
        arm.follow(gate.values([answer.begun, max(0, end - 1e-6), end]))
        if not answer and end == answer.end and np.abs(arm.velocity).max() < 1e-3:
            break
    print(f"the arm rests {scene.check_state(arm.position).kind} at {np.round(arm.position, 3).tolist()}")


if __name__ == "__main__":
    main(sys.argv[1])
