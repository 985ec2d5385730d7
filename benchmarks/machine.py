"""The machine that figures were measured on: what it is, and holding on to its cores."""

import contextlib
import datetime
import importlib.metadata
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fiefdom.envs.common.jit import ENABLED

PACKAGES = (
    "fiefdom", "gymnasium", "numba", "numpy", "pettingzoo", "sb3-contrib", "stable-baselines3",
    "torch",
)  # fmt: skip


def describe_machine() -> dict[str, Any]:
    """Return what a figure depends on: processor, cores, load, versions, date."""
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "allowed_cores": len(allowed_cores()) or os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "system": platform.platform(),
        "python": platform.python_version(),
        "jit": ENABLED,
        "versions": versions(PACKAGES),
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }


def command_line(module: str, args: list[str] | None) -> str:
    """Return what to type to repeat a measurement."""
    given = sys.argv[1:] if args is None else args
    return shlex.join(["python", "-m", f"fiefdom.benchmarks.{module}", *given])


def cpu_model() -> str:
    """Return the name of the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    if sys.platform == "darwin":
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            ask = ["sysctl", "-n", "machdep.cpu.brand_string"]
            return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    return platform.processor() or platform.machine()


def versions(packages: tuple[str, ...]) -> dict[str, str]:
    """Return the versions of those packages that are installed."""
    found = {}
    for package in packages:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[package] = importlib.metadata.version(package)
    return found


def allowed_cores() -> set[int]:
    """Return the cores that this process may use; nothing where the system does not say."""
    if sys.platform == "linux":
        return os.sched_getaffinity(0)
    return set()


@contextlib.contextmanager
def pinned(cores: int) -> Iterator[int]:
    """Keep this thread, and what it starts, on so many cores, where the system allows it.

    Yields:
        The number of cores it is pinned to, 0 if it is not: the last ones, as the first core
        of a machine serves most interrupts.
    """
    before = allowed_cores()
    if sys.platform != "linux" or len(before) < cores:
        yield 0
        return
    try:
        os.sched_setaffinity(0, sorted(before)[-cores:])
    except OSError:
        yield 0
        return
    try:
        yield cores
    finally:
        os.sched_setaffinity(0, before)
