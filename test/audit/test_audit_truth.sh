#!/bin/sh -eu
# Tests leeway-audit with the motions of the Panda and the UR5 whose verdicts are known, and with the paths that
# `leeway plan` finds through the same problems (truth.py).
# LEEWAY_TRUTH: how many free motions of each robot (10; LEEWAY_LONG: all, with a path for each of 510 problems)
[ -n "${LEEWAY_DATA:-}" ] || {
    echo 'LEEWAY_DATA is not set: no proofs of known verdicts were audited'
    exit
}
count=10
[ -z "${LEEWAY_LONG:-}" ] || count=1000000
exec python3 -B "$LEEWAY_SOURCE/test/audit/truth.py" "$LEEWAY" "${LEEWAY_AUDIT:-$LEEWAY_BUILD/leeway-audit}" "$LEEWAY_DATA" \
    "${LEEWAY_TRUTH:-$count}"
