#!/bin/sh -eu
# Tests that the verifier of claims (test/claims/verify.py) accepts the program's claims in scenes
# of all kinds, and refuses altered claims.
export PYTHONDONTWRITEBYTECODE=1
exec python3 -m unittest discover --buffer --start-directory "$LEEWAY_SOURCE/test/claims"
