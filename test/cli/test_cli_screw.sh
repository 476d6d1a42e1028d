#!/bin/sh -eu
# Tests screws from files of motions against formulas for the first contact, by both methods.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

scene=$folder/balls.json
cat >"$scene" <<'END'
{
  "robots": [
    {"name": "left", "joint": {"type": "floating"},
     "links": [{"name": "ball", "type": "sphere", "radius": 0.25}]},
    {"name": "right", "joint": {"type": "floating"},
     "links": [{"name": "ball", "type": "sphere", "radius": 0.25}]}
  ],
  "obstacles": [{"id": "post", "type": "capsule", "radius": 0.15, "length": 200, "position": [-1.2, 0, 0]}]
}
END

# motion ID DURATION RISE RATE: the left ball circles about the origin, 1.4 m from it, and begins
# 2.2 rad before the x axis; the right ball is its mirror image and circles about (3, 0). The
# velocities are constant in the frames of the bodies, which turn with the motion and point away
# from their axes at first.
motion() {
    awk -v id="$1" -v duration="$2" -v rise="$3" -v rate="$4" 'BEGIN {
        x = 1.4 * cos(2.2)
        y = -1.4 * sin(2.2)
        format = "{\"rigid\": {\"position\": [%.17g, %.17g, 0], \"rpy\": [0, 0, %.17g], " \
            "\"linear_velocity\": [0, %.17g, %.17g], \"angular_velocity\": [0, 0, %.17g], " \
            "\"frame\": \"body\", \"duration\": %.17g}}"
        printf "{\"id\": \"%s\", \"robots\": {\"left\": ", id
        printf format, x, y, -2.2, 1.4 * rate, rise, rate, duration
        printf ", \"right\": "
        printf format "}}\n", 3 - x, y, 2.2 + atan2(0, -1), -1.4 * rate, rise, -rate, duration
    }'
}
motions=$folder/motions.jsonl
{
    motion climbing 1 0.75 1.9
    motion falling 1.25 -7 1.9
    motion short 0.9 0.75 1.9
    motion 'to the post' 2.5 3 -1.9
} >"$motions"

# The balls meet when each is 1.5 - 0.25 from its axis, along x: the cosine of the angle is
# 1.25 / 1.4. With the opposite rate the left ball meets the post: by the law of cosines, the angle
# between them then has the cosine (1.4^2 + 1.2^2 - 0.4^2) / (2 1.4 1.2).
each_other=$(awk 'BEGIN { x = 1.25 / 1.4; printf "%.17g", (2.2 - atan2(sqrt(1 - x * x), x)) / 1.9 }')
post=$(awk 'BEGIN { x = 3.24 / 3.36; pi = atan2(0, -1)
                    printf "%.17g", (pi - 2.2 - atan2(sqrt(1 - x * x), x)) / 1.9 }')
for method in bisection slab; do
    expect 1 check "$scene" --motions "$motions" --json --method "$method" --time-tolerance 1e-9
    no_complaint
    lines 4
    says '"id": "short", "verdict": "free", "unit": "s"'
    cp "$out" "$folder/all"
    for id in climbing falling 'to the post'; do
        grep "\"id\": \"$id\", \"verdict\": \"contact\", \"unit\": \"s\"" "$folder/all" >"$out"
        expected=$each_other
        [ "$id" != 'to the post' ] || expected=$post
        near "$(field free_until)" "$expected" 3e-9
        near "$(field time)" "$expected" 3e-9
    done
    says '"pair": \["left/ball", "post"\]'
done
