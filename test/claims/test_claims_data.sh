#!/bin/sh -eu
# What the program claims to have proven (check --claims) of the demo scenes and of planners' motions of
# the Panda and the UR5, held against the scenes by a program that has nothing of it:
# test/claims/verify.py.
export PYTHONDONTWRITEBYTECODE=1
[ -n "${LEEWAY_DATA:-}" ] || echo 'LEEWAY_DATA is not set: skips the claims about the Panda and the UR5'
exec python3 -m unittest discover --buffer --start-directory "$LEEWAY_SOURCE/test/claims" --pattern 'data.py'
