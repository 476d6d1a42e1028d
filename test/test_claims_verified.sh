#!/bin/sh -eu
# What the program claims to have proven (check --claims), held against the scenes by a program that has
# nothing of it: test/claims/verify.py. Claims that were altered have to be refused.
export PYTHONDONTWRITEBYTECODE=1
[ -n "${LEEWAY_DATA:-}" ] || echo 'LEEWAY_DATA is not set: skips the claims about the Panda and the UR5'
exec python3 -m unittest discover --buffer --start-directory "$LEEWAY_SOURCE/test/claims"
