#!/bin/sh -eu
# Tests a wheel as users have it, in a system without a compiler: installed.sh FOLDER, which has the wheel and scenes/.
# Python, pip and NumPy are the system's.
cd "$1"
fail() {
    printf 'installed: %s\n' "$1" >&2
    exit 1
}
for tool in cc gcc clang cmake; do
    ! command -v $tool >/dev/null || fail "there is a $tool, which a user may lack"
done

# from nothing to a verdict
begin=$(date +%s%N)
python3 -m venv --system-site-packages venv
venv/bin/pip install -q --no-index --find-links . leeway
venv/bin/leeway check scenes/cell.json --motion 'over the post' >verdict
end=$(date +%s%N)
grep -qx 'over the post: free' verdict || fail "the verdict is $(cat verdict)"
milliseconds=$(((end - begin) / 1000000))
# the processor's seconds of all commands so far, since others may use the machine too
times >log
seconds=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] } printf "%d", sum }' log)
[ "$seconds" -lt 20 ] || fail "the first verdict took $seconds s of the processor; it should come within 30 s"
venv/bin/pip check >log || fail "pip check: $(cat log)"

# exit STATUS ARGUMENT...: the program's exit status
exits() {
    wanted=$1
    shift
    status=0
    venv/bin/leeway "$@" >log 2>&1 || status=$?
    [ $status = "$wanted" ] || fail "leeway $* ends with $status, not $wanted: $(cat log)"
}
exits 1 check scenes/cell.json --motion 'through the post'
exits 2 check no-such-scene.json
exits 0 check --robot scenes/arm/arm.urdf --srdf scenes/arm/arm.srdf --from 0,0,0,0,0,0 --to 0.1,0,0,0,0,0 --json
exits 0 view scenes/cell.json -o page.html
grep -q 'Copyright © 2010' page.html || fail 'leeway view wrote no page with its licence'
exits 0 help
printf 'robot: [' >wrong.yaml
exits 2 check --scene wrong.yaml
mkfifo pipe

venv/bin/python - <<'PYTHON'
import importlib.metadata as metadata
import re
import signal
import subprocess
import sys
import leeway

assert leeway.__file__.startswith(sys.prefix), leeway.__file__
about = metadata.metadata("leeway")
assert about["Version"] == leeway.__version__ == subprocess.run(
    [sys.prefix + "/bin/leeway", "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
assert about["License-Expression"] and about["Author"] and about["Summary"] and about["Description-Content-Type"]
files = [str(file) for file in metadata.files("leeway")]
for part in ("libxml2", "libyaml", "qhull", "sleef", "three.js"):
    assert any(f"/licenses/{part}/" in file for file in files), f"there is no licence of {part}"
scene = leeway.Scene("scenes/cell.json")
assert scene.check("ready", "reach").free
line = subprocess.run([sys.prefix + "/bin/leeway", "check", "scenes/cell.json", "--from", "ready", "--to", "reach", "--json"],
                      check=True, capture_output=True, text=True).stdout
answer = re.sub('"id": [^,]*, ', "", line).strip()
assert re.sub('"id": [^,]*, ', "", scene.check("ready", "reach").json()).strip() == answer, line
boxes = leeway.Scene.from_urdf("scenes/arm/arm.urdf", srdf="scenes/arm/arm.srdf", boxes=([0.1, 0.1, 0.6], [(0.5, 0.2, 0.3)]))
assert boxes.check_segments(boxes.sample(20, seed=1), boxes.sample(20, seed=2)).shape == (20,)

# Ctrl-C while it waits for the next motion
waiting = subprocess.Popen([sys.prefix + "/bin/leeway", "check", "scenes/cell.json", "--motions", "pipe"])
with open("pipe", "w"):
    waiting.send_signal(signal.SIGINT)
    assert waiting.wait(60) in (130, -signal.SIGINT), waiting.returncode

# what `import leeway` adds to `import numpy`: the least of twenty, since others use the machine too
timer = "import time, numpy; begin = time.perf_counter(); import leeway; print(time.perf_counter() - begin)"
times = sorted(float(subprocess.run([sys.executable, "-c", timer], check=True, capture_output=True, text=True).stdout)
               for _ in range(20))
print(f"installed: import leeway adds {1e3 * times[0]:.1f} ms to import numpy (median {1e3 * times[10]:.1f} ms)")
assert times[0] <= 0.015, "it may add 15 ms"
PYTHON
printf 'installed: Python %s, first verdict after %s ms, %s s of the processor\n' \
    "$(venv/bin/python -c 'import platform; print(platform.python_version())')" $milliseconds "$seconds"
venv/bin/pip uninstall -q -y leeway
[ ! -e venv/bin/leeway ] || fail 'pip does not remove the program'
