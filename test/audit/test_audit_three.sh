#!/bin/sh -eu
# Tests that leeway-audit, leeway.audit and the checker that Coq proves agree about the proofs of random motions, as they
# are and altered (three.py). The checker takes part where it is built (./run coq); ./run nightly coq builds it.
# LEEWAY_THREE: how many worlds (20; LEEWAY_LONG: 2,000), of 48 altered motions each; a tenth of so many with the checker,
# which takes longer; LEEWAY_SEED: the first one
folder=$LEEWAY_SOURCE/bind/python/leeway/audit
count=20
[ -z "${LEEWAY_LONG:-}" ] || count=2000
count=${LEEWAY_THREE:-$count}
checker=${LEEWAY_CHECKER:-$LEEWAY_BUILD/coq/checker}
seed=${LEEWAY_SEED:-1}

# compare WORLDS [CHECKER]
compare() {
    worlds=$1
    shift
    python3 -B "$LEEWAY_SOURCE/test/audit/three.py" "$LEEWAY" "${LEEWAY_AUDIT:-$LEEWAY_BUILD/leeway-audit}" "$folder" "$worlds" "$seed" "$@"
}

compare "$count"
if [ -x "$checker" ]; then
    compare $(((count + 9) / 10)) "$checker"
else
    echo "SKIPPED: the checker of Coq takes no part: there is no $checker, which ./run coq builds"
fi
