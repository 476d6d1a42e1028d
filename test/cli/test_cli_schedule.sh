#!/bin/sh -eu
# Tests leeway cell --optimise: the schedule of two arms, which check proves, and its bad inputs.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

expect 0 cell "$scenes/two_arms.json" --optimise "$scenes/two_arms_tasks.json" --threads 1 -o "$folder/schedule.json" \
    --robot-files "$folder/robot-"
no_complaint
says '^left: [0-9] tasks, done at ' '^makespan [0-9.]* s, optimal; proven free with a slack of 0[.]02 s$' \
    '^one robot after the other: [0-9.]* s; greedy, with waits: '

# The motion of the file is free by check, and stays free of the other robot at delays within twice the slack.
python3 - "$folder" <<'END'
import json
import sys

folder = sys.argv[1]
found = json.load(open(f"{folder}/schedule.json"))
assert found["schedule"] == "optimal" and found["bound"] <= found["makespan"] <= found["greedy"], found
assert found["makespan"] < 0.8 * found["one_by_one"], found
tasks = {task["task"]: task for robot in found["robots"].values() for task in robot["tasks"]}
assert len(tasks) == 6
assert tasks["inspect"]["begin"] >= max(tasks["weld front"]["end"], tasks["weld above"]["end"]) - 1e-9
assert abs(found["makespan"] - max(robot["done"] for robot in found["robots"].values())) < 1e-9
with open(f"{folder}/motion.jsonl", "w") as out:
    json.dump(found["motion"], out)
whole = found["motion"]["robots"]
for name in ("left", "right"):
    assert json.load(open(f"{folder}/robot-{name}.json"))["robots"][name] == whole[name]
    times = whole[name]["trajectory"]["times"]
    assert times[0] == 0 and all(a < b for a, b in zip(times, times[1:])), times
END
expect 0 check "$scenes/two_arms.json" --motions "$folder/motion.jsonl" --threads 1

# The page: a thin bar for each move, and one for each task.
expect 0 cell "$scenes/two_arms.json" --optimise "$scenes/two_arms_tasks.json" --threads 1 --report "$folder/page.html"
no_complaint
[ "$(grep -c '"name":"inspect","from":.*"to":[0-9.]*}' "$folder/page.html")" = 1 ] || fail 'no bar of a task'
[ "$(grep -c '"way":true}' "$folder/page.html")" = 8 ] || fail 'not a thin bar for each of 6 tasks and 2 ways home'
expect 2 cell "$scenes/two_arms.json" --optimise "$scenes/two_arms_tasks.json" --report "$folder/same" -o "$folder/same"
complains 'the report and the results cannot go into one file'

# The welding cells.
for arms in 2 4; do
    expect 0 cell "$scenes/welding_$arms.json" --optimise "$scenes/welding_${arms}_tasks.json" --threads 1
    says '^makespan [0-9.]* s, optimal; proven free with a slack of 0[.]02 s$'
done

# The same answer with any number of threads, and with the tasks from standard input.
for threads in 1 2; do
    expect 0 cell "$scenes/two_arms.json" --optimise - --json --threads $threads --budget-nodes 500 --seed 3 \
        <"$scenes/two_arms_tasks.json"
    cp "$out" "$folder/answer$threads"
done
cmp "$folder/answer1" "$folder/answer2"

# ---- ways that are given: one in place of a planned one, one through the table, and what is wrong with others
python3 - "$scenes/two_arms_tasks.json" "$folder" <<'END'
import json
import sys

tasks = json.load(open(sys.argv[1]))
folder = sys.argv[2]
home = json.load(open(f"{folder}/schedule.json"))["motion"]["robots"]["left"]["trajectory"]["positions"][0]
load = tasks["tasks"][0]["robots"]["left"]
still = [0] * 6
def write(name, rows, times, **more):
    way = {"robot": "left", "trajectory": {"times": times, "positions": rows, "velocities": [still] * len(rows)}, **more}
    json.dump({**tasks, "ways": [way]}, open(f"{folder}/{name}.json", "w"))
write("slow", [home, load], [0, 50])
write("deep", [home, [0, 1.5, 0.5, 0, 0, 0], load], [0, 4, 8])
write("nowhere", [home, [0.1] * 6], [0, 8])
write("short", [home, load], [0, 1, 2])
write("other", [home, load], [0, 8], robot="middle")
write("more", [home, load], [0, 8], speed=1)
END
expect 0 cell "$scenes/two_arms.json" --optimise "$folder/slow.json" --json --threads 1
python3 - "$out" <<'END'
import json
import sys

found = json.load(open(sys.argv[1]))
step = next(task for robot in found["robots"].values() for task in robot["tasks"] if task["task"] == "load left")
assert found["makespan"] > 50 or step["arrive"] - step["depart"] < 40, step
END
bad() { # bad NAME SENTENCE
    expect 2 cell "$scenes/two_arms.json" --optimise "$folder/$1.json" --threads 1
    complains "$2"
}
bad deep 'way 0, of robot "left", is not free after [0-9.]* s$'
bad nowhere 'way 0, of robot "left", ends where no other place is: that is neither its home nor a place of its tasks$'
bad short 'short.json:1:.*way 0: there are 3 times, 2 positions and 2 velocities$'
bad other 'other.json:1:.*there is no robot "middle"'
bad more 'more.json:1:.*"speed"'

# ---- many tasks: with the linear programs of Clp, and where a Clp cannot be loaded
python3 - "$scenes/two_arms_tasks.json" "$folder/many.json" <<'END'
import json
import sys

tasks = json.load(open(sys.argv[1]))["tasks"]
again = [{**task, "name": f"{task['name']} {k}", "after": []} for k in range(3) for task in tasks]
json.dump({"tasks": again}, open(sys.argv[2], "w"))
END
many() { # many EXPECTED: asks for the schedule; "linear" must be as EXPECTED
    expect 0 cell "$scenes/two_arms.json" --optimise "$folder/many.json" --json --threads 1 --budget-nodes 3000
    python3 - "$out" "$1" <<'END'
import json
import sys

found = json.load(open(sys.argv[1]))
assert json.dumps(found["linear"]) == sys.argv[2], found["linear"]
assert 0 < found["bound"] <= found["makespan"] <= found["greedy"], found
END
}
if ldconfig -p 2>/dev/null | grep -q 'libClp[.]so[.]1'; then
    many true
    ran='linear programs'
fi
echo 'no library' >"$folder/libClp.so.1"
LD_LIBRARY_PATH=$folder
export LD_LIBRARY_PATH
many false
complains 'the bound is one of ways and loads alone: Clp .* is not installed$'
unset LD_LIBRARY_PATH

# ---- the schemas, if the package jsonschema is installed
if python3 -c 'import jsonschema' 2>"$err"; then
    ran='the schemas of tasks and schedules'
    python3 - "$LEEWAY_SOURCE/docs/schema" "$scenes" "$folder" >"$out" 2>&1 <<'END' ||
import json, pathlib, sys
from jsonschema import Draft202012Validator
schemas, scenes, folder = map(pathlib.Path, sys.argv[1:])
read = lambda path: json.loads(path.read_text())
tasks = read(schemas / "tasks.schema.json")
Draft202012Validator.check_schema(tasks)
validator = Draft202012Validator(tasks)
for name in scenes.glob("*_tasks.json"):
    validator.validate(read(name))
good = read(folder / "slow.json")
validator.validate(good)
assert not validator.is_valid(read(folder / "more.json"))
for wrong in ({}, {"tasks": []}, {**good, "more": 1}, {"tasks": [{"name": "a"}]}, {"tasks": [{"name": "a", "robots": {}}]},
              {"tasks": [{"name": "a", "robots": {"left": [0]}, "duration": -1}]}):
    assert not validator.is_valid(wrong), wrong
text = (schemas / "schedule.schema.json").read_text()
Draft202012Validator.check_schema(json.loads(text))
answer = read(folder / "schedule.json")
Draft202012Validator(read(schemas / "motion.schema.json")).validate(answer["motion"])
validator = Draft202012Validator(json.loads(text.replace('"$ref": "motion.schema.json"', '"type": "object"')))
validator.validate(answer)
for wrong in ({**answer, "schedule": "best"}, {**answer, "more": 1}, {**answer, "nodes": -1}):
    assert not validator.is_valid(wrong), wrong
END
        fail 'the tasks or the schedule are not as the schema says'
fi

# ---- bad input
refuse() { # refuse TASKS SENTENCE
    printf '%s' "$1" >"$folder/tasks.json"
    expect 2 cell "$scenes/two_arms.json" --optimise "$folder/tasks.json" --threads 1 -o "$folder/none.json"
    complains "$2"
    [ ! -e "$folder/none.json" ] || fail 'a schedule was written'
}
ready='{"left": "ready"}'
refuse '{"tasks": []}' 'there are no tasks$'
refuse '{"tasks": [{"name": "a", "robots": {}}]}' 'tasks.json:1:.* task "a": no robot does it$'
refuse '{"tasks": [{"name": "a", "robots": {"middle": "ready"}}]}' 'there is no robot "middle"'
refuse '{"tasks": [{"name": "a", "duration": -1, "robots": '"$ready"'}]}' 'the duration is -1; it must be 0 seconds or more$'
refuse '{"tasks": [{"name": "a", "robots": {"left": [0, 1]}}]}' 'tasks.json:1:'
refuse '{"tasks": [{"name": "a", "after": ["b"], "robots": '"$ready"'}]}' 'there is no task "b"'
refuse '{"tasks": [{"name": "a", "after": ["b"], "robots": '"$ready"'}, {"name": "b", "after": ["a"], "robots": '"$ready"'}]}' \
    'the order of the tasks is a cycle: "[ab]" would have to come before itself$'
refuse '{"tasks": [{"name": "a", "robots": '"$ready"'}, {"name": "a", "robots": '"$ready"'}]}' 'there are two tasks "a"$'
refuse '{"tasks": [{"name": "deep", "robots": {"left": [0, 1.5, 0.5, 0, 0, 0]}}]}' \
    'no robot reaches task "deep": robot "left" is in contact there$'
refuse '{"homes": {"left": [-0.7328, 0.7474, -0.2723, 0, 1.0957, 0], "right": [0.7328, 0.7474, -0.2723, 0, 1.0957, 0]},
 "tasks": [{"name": "a", "robots": {"left": "ready"}}]}' 'the homes of the robots "left" and "right" are in contact'
expect 2 cell "$scenes/two_arms.json" --optimise "$folder/tasks.json" --conflicts
complains 'optimise is in place of jobs'
expect 2 cell "$scenes/two_arms.json" --conflicts --robot-files x
complains 'robot-files is of --optimise$'
echo '{"obstacles": [{"id": "a", "type": "sphere", "radius": 1}]}' >"$folder/empty.json"
expect 2 cell "$folder/empty.json" --optimise "$folder/tasks.json"
complains 'there is no robot'
expect 2 cell "$folder/empty.json" --optimise "$folder/tasks.json" --allow-empty
complains 'the scene has 0 robots; schedules are for 1 to 16$'
