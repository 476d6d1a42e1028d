#!/bin/sh -eu
# Tests leeway-audit with files made by hand and at random: the margins that it takes are those of the rules
# (test_inequalities.py), to the last bit (test_exact.py); claims leave out nothing (test_coverage.py); covers hold
# what they cover (test_surroundings.py); closed meshes hold nothing (test_closed_meshes.py); and what is of another form
# is refused (test_refusals.py), and so is what the scene's files do not say
# (test_scene_files.py, test_motion_files.py, test_spline_files.py).
export PYTHONDONTWRITEBYTECODE=1
exec python3 -m unittest discover --buffer --start-directory "$LEEWAY_SOURCE/test/audit"
