#!/bin/sh -eu
# Tests that the verifier of claims (bind/python/leeway/audit) accepts the program's claims in scenes of all kinds:
# all test files in this folder but those of test_claims_altered.sh.
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$LEEWAY_SOURCE/bind/python/leeway/audit"
cd "$LEEWAY_SOURCE/test/claims"
set --
for file in test_*.py; do
    grep -q -x -F "$file" altered.txt || set -- "$@" "$file"
done
exec python3 -m unittest --buffer "$@"
