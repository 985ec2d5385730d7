"""What the tests of King of the Dice share."""

import os

import pytest


@pytest.fixture(scope="session")
def full_run() -> bool:
    """Whether the comparison with the oracle runs in full, which takes minutes (`make oracle`)."""
    return os.environ.get("FIEFDOM_ORACLE") == "full"
