"""Simulated evenings: they pass, and each can be repeated from its seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from taphouse.lab.house_simulation.search import run

ROOT = Path(__file__).parents[3]
EVENINGS = range(1_000_000, 1_000_010)  # `make simulate-house` runs more


@pytest.mark.parametrize("seed", EVENINGS)
def test_an_evening_with_faults_passes(seed):
    result = run(str(seed))
    assert result.failures == (), f"taphouse bench house --evening {seed}"


def digest_of(seed, nodes, hash_seed):
    code = (
        "from taphouse.lab.house_simulation.search import run;"
        f"r = run('{seed}', {nodes}); print(r.digest, len(r.plan.faults))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_an_evening_is_the_same_in_every_process():
    for seed, nodes in (("again", 3), ("again", 0)):
        assert digest_of(seed, nodes, 1) == digest_of(seed, nodes, 2)


def test_an_evening_without_some_of_its_faults_is_another_evening():
    assert run("again", 0).digest != run("again", 0, only=[]).digest
