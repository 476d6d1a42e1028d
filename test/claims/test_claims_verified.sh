#!/bin/sh -eu
# The verifier of claims (test/claims/verify.py) accepts what the program claims in scenes of all kinds,
# and refuses claims that were altered.
export PYTHONDONTWRITEBYTECODE=1
exec python3 -m unittest discover --buffer --start-directory "$LEEWAY_SOURCE/test/claims"
