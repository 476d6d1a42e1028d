#!/bin/sh -eu
# Tests that the verifier of claims (bind/python/leeway/audit) refuses altered claims, and what its parts compute: the
# test files in altered.txt.
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$LEEWAY_SOURCE/bind/python/leeway/audit"
cd "$LEEWAY_SOURCE/test/claims"
# shellcheck disable=SC2046
exec python3 -m unittest --buffer $(cat altered.txt)
