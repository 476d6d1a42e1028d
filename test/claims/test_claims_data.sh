#!/bin/sh -eu
# Checks the program's claims (check --proof) about planners' motions of the Panda and the UR5
# against the scenes, by a program that shares no code with it: bind/python/leeway/audit.
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$LEEWAY_SOURCE/bind/python/leeway/audit"
[ -n "${LEEWAY_DATA:-}" ] || echo 'LEEWAY_DATA is not set: skips the claims about the Panda and the UR5'
exec python3 -m unittest discover --buffer --start-directory "$LEEWAY_SOURCE/test/claims" --pattern 'data.py'
