"""Fixtures that the tests share: the project's folders, the program, scenes."""

import os
from pathlib import Path

import hypothesis
import pytest

import leeway

# failing examples are printed; none are kept in the folder that the tests run in. The examples are the same in each
# run, so that a change fails for what it changes; LEEWAY_LONG takes new ones each time.
hypothesis.settings.register_profile("leeway", database=None, derandomize="LEEWAY_LONG" not in os.environ)
hypothesis.settings.load_profile("leeway")

SOURCE = Path(__file__).resolve().parents[3]
LEEWAY = os.environ.get("LEEWAY", str(SOURCE / "build" / "leeway"))


@pytest.fixture(scope="session")
def scenes():
    return SOURCE / "scenes"


@pytest.fixture(scope="session")
def program():
    return LEEWAY


@pytest.fixture(scope="session")
def cell(scenes):
    return leeway.Scene(scenes / "cell.json")


@pytest.fixture(scope="session")
def data():
    folder = os.environ.get("LEEWAY_DATA")
    return Path(folder) if folder else None
