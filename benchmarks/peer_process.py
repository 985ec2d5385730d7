"""A peer in a process of its own, which works only when it is told to."""

import json
import subprocess
from types import TracebackType
from typing import Any, Self

from fiefdom.benchmarks.peers_worker import NOT_INSTALLED

PATIENCE = 10.0  # seconds that a process has to end


class PeerProcess:
    """A peer that plays for as long as it is told, and waits in between.

    Args:
        name: of the peer.
        command: starts a process that serves it (see `peers_worker.serve`).
        hint: what to do if it is not installed.

    Raises:
        RuntimeError: if the process does not start, ends, or answers anything but JSON.
    """

    def __init__(self, name: str, command: list[str], hint: str = "") -> None:
        self.name = name
        self.hint = hint
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        try:
            self.process = subprocess.Popen(command, text=True, **pipes)  # type: ignore[call-overload]
        except OSError as error:
            raise RuntimeError(f"{name} cannot be started: {error}") from error
        try:
            self.about = self._read()
        except RuntimeError:
            self.close()
            raise

    @property
    def skipped(self) -> str | None:
        """Why it cannot run here; None if it can."""
        if "missing" not in self.about:
            return None
        hint = f"; {self.hint}" if self.hint and self.about["kind"] == NOT_INSTALLED else ""
        return f"{self.name} skipped: {self.about['missing']}{hint}"

    def run(self, seconds: float) -> dict[str, float]:
        """Let it play for about that long; return steps, seconds and processor time."""
        try:
            self.process.stdin.write(f"{seconds}\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise RuntimeError(f"the process of {self.name} has ended") from error
        return self._read()

    def _read(self) -> dict[str, Any]:
        line = self.process.stdout.readline()
        if not line:
            code = self.process.wait()
            raise RuntimeError(f"the process of {self.name} ended with code {code}; see above")
        try:
            return dict(json.loads(line))
        except (ValueError, TypeError) as error:
            raise RuntimeError(f"the process of {self.name} answered {line!r}") from error

    def close(self) -> None:
        """End the process."""
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()

    def __enter__(self) -> Self:
        """Return the peer."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process."""
        self.close()
