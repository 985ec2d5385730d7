"""The one place that decides how the core is compiled."""

import functools
import hashlib
import os
import re
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding
from numba import extending
from numba.core import cgutils, compiler, event

F = TypeVar("F", bound=Callable[..., Any])
A = TypeVar("A")  # an array

ENABLED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
SOURCES = Path(__file__).resolve().parents[1]
SOURCE_SUFFIXES = {".py", ".csv", ".json", ".toml"}
COMMON = Path(__file__).resolve().parent.name

# LLVM's pass that joins neighbouring numbers to vectors (SLP). C compilers have it on; numba turned
# it off for bugs of LLVM 11 (numba #8852). A fifth of a step hangs on it.
USUAL_SLP = numba.config.SLP_VECTORIZE  # type: ignore[attr-defined]
SOUND = "NUMBA_SLP_VECTORIZE" not in os.environ and binding.llvm_version_info[0] >= 20
FILL_SLP = 1 if SOUND else USUAL_SLP

HASHED = re.compile(r"-[0-9a-f]{12}$")

_game_of: dict[str, str] = {}  # qualified name of an entry point -> its game
_announced: set[str] = set()
_pruned: set[str] = set()


@functools.cache
def source_hash(game: str = "") -> str:
    """Hash the source and data files that code depends on: 12 hexadecimal digits.

    Numba's disk cache looks only at the file that holds a function, not at what it imports. A game
    depends on its own folder and on common/, which knows no game; other code (game "") may depend
    on everything.
    """
    digest = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*")):
        part = path.relative_to(SOURCES).parts[0]
        if path.suffix in SOURCE_SUFFIXES and (not game or part in (COMMON, game)):
            digest.update(path.relative_to(SOURCES).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def game_folder(module: str) -> str:
    """Return the folder of envs/ that a module lies in; nothing if it lies elsewhere."""
    package = __name__.rsplit(".", 2)[0]
    if not module.startswith(f"{package}."):
        return ""
    part = module[len(package) + 1 :].split(".")[0]
    return part if (SOURCES / part).is_dir() else ""


def known_hashes() -> set[str]:
    """Return the hashes of all parts: compiled code with another one is stale."""
    folders = {path.name for path in SOURCES.iterdir() if path.is_dir()}
    return {source_hash(), *(source_hash(folder) for folder in folders)}


def njit(function: F) -> F:
    """Compile a function of the core: cached on disk, without the GIL, no Python objects."""
    return _compile(function)


def njit_inline(function: F) -> F:
    """Compile a function into its callers: their loops are then known to stay within bounds."""
    return _compile(function, inline=True)


def njit_fill(function: F) -> F:
    """Compile a function that reads its arguments and fills the last: they share no memory.

    Only for functions that change no other argument. What they have read they need not read again
    after each number they write, and LLVM joins what lies side by side to vectors.
    """
    return _compile(function, pipeline_class=_FillCompiler)


def njit_fill_inline(function: F) -> F:
    """Compile a function that fills its last argument, as `njit_fill` does, into its callers."""
    return _compile(function, inline=True, pipeline_class=_FillCompiler)


class _Compiler(compiler.Compiler):
    """Numba's compiler; whether it joins numbers does not depend on who needs the function first."""

    slp = USUAL_SLP

    def compile_extra(self, func: Any) -> Any:
        config: Any = numba.config
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, self.slp
        try:
            return super().compile_extra(func)  # type: ignore[no-untyped-call]
        finally:
            config.SLP_VECTORIZE = before


class _FillCompiler(_Compiler):
    """Numba's compiler with two things that `njit` has no option for."""

    slp = FILL_SLP

    def compile_extra(self, func: Any) -> Any:
        self.state.flags.noalias = True
        return super().compile_extra(func)


def _compile(
    function: F, inline: bool = False, game: str | None = None, pipeline_class: Any = _Compiler
) -> F:
    folder = game_folder(function.__module__) if game is None else game
    function.__qualname__ += f"-{source_hash(folder)}"
    options = {"nogil": True, "forceinline": inline, "pipeline_class": pipeline_class}
    try:
        return cast(F, numba.njit(cache=True, **options)(function))
    except RuntimeError:  # numba found no folder that it may write
        _announce(
            f"no writable folder for compiled code of {SOURCES}; each process compiles anew. "
            "Set NUMBA_CACHE_DIR to a folder you may write"
        )
        return cast(F, numba.njit(**options)(function))


def njit_modular(function: F) -> F:
    """Compile uint64 arithmetic modulo 2^64; without the JIT numpy would warn of each overflow."""
    return _silence_overflow(njit(function))


def njit_modular_inline(function: F) -> F:
    """Compile uint64 arithmetic modulo 2^64 into its callers."""
    return _silence_overflow(njit_inline(function))


def _silence_overflow(compiled: F) -> F:
    if ENABLED:
        return compiled

    @functools.wraps(compiled)
    def quiet(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return compiled(*arguments)

    return cast(F, quiet)


if ENABLED and not TYPE_CHECKING:

    @extending.intrinsic
    def borrow(typing_context: Any, array: Any) -> Any:
        """Return an array whose slices are not counted: a loop's caller holds the memory.

        Counting the references of its slices cost 26 of the 185 nanoseconds of a view.
        """

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            view = context.make_array(signature.args[0])(context, builder, value=arguments[0])
            view.meminfo = cgutils.get_null_value(view.meminfo.type)
            view.parent = cgutils.get_null_value(view.parent.type)
            return view._getvalue()

        return array(array), generate

    @extending.intrinsic
    def rest(typing_context: Any, array: Any, start: Any) -> Any:
        """Return what follows a position of a row, 0 to its size; as `borrow`, it is not counted.

        The position is not checked. Numba adds the length to an index that may be negative; an
        index into the rest is none, so that loops that fill it are vectors and no scatters.
        """

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            view = context.make_array(signature.args[0])(context, builder, value=arguments[0])
            view.data = builder.gep(view.data, [arguments[1]])
            view.nitems = builder.sub(view.nitems, arguments[1])
            view.shape = cgutils.pack_array(builder, [view.nitems])
            view.meminfo = cgutils.get_null_value(view.meminfo.type)
            view.parent = cgutils.get_null_value(view.parent.type)
            return view._getvalue()

        if not isinstance(start, numba.types.Integer) or (array.ndim, array.layout) != (1, "C"):
            return None
        return array(array, numba.intp), generate

else:

    def borrow(array: A) -> A:
        """Return the array: without the JIT there is nothing to save."""
        return array

    def rest(array: A, start: int) -> A:
        """Return what follows a position of a row."""
        return array[start:]  # type: ignore[index,no-any-return]


def bind(loop: F, game: str, inline: bool = False, **rules: Any) -> F:
    """Compile a shared loop against one game's rules; the name of the game must be unique.

    `inline` compiles it into its callers, as `njit_inline` does. A loop that takes the rules as
    arguments would be three times slower and never cached.
    """
    assert isinstance(loop, types.FunctionType)
    bound = types.FunctionType(loop.__code__, {**loop.__globals__, **rules}, loop.__name__)
    bound.__qualname__ = f"{game}.{loop.__name__}"
    bound.__doc__ = loop.__doc__
    bound.__module__ = loop.__module__
    folder = game if (SOURCES / game).is_dir() else ""
    compiled = _compile(cast(F, bound), inline, folder)
    _game_of[bound.__qualname__] = game
    return compiled


def plain(function: F) -> F:
    """Return the Python function behind a compiled one: for single records, outside of loops.

    A record passed to compiled code costs as much as this code takes, and it would be compiled.
    """
    return cast(F, getattr(function, "py_func", function))


def prune(folder: Path) -> None:
    """Delete compiled code of other versions of the sources, where the folder is writable."""
    known = known_hashes()
    stale = re.compile(r"-([0-9a-f]{12})-\d+\.py\d+.*\.nb[ic]$")
    for path in folder.glob("*.nb?"):
        match = stale.search(path.name)
        if match and match.group(1) not in known:
            try:
                path.unlink(missing_ok=True)
            except OSError:
                return


def _announce(line: str) -> None:
    if line not in _announced:
        _announced.add(line)
        print(f"fiefdom: {line}", file=sys.stderr, flush=True)


class _CompileNotice(event.Listener):
    """Says once for each game that it is being compiled; a cached game says nothing."""

    def on_start(self, event: Any) -> None:
        dispatcher = event.data["dispatcher"]
        name = dispatcher.py_func.__qualname__
        game = _game_of.get(name)
        if game is not None:
            _announce(f"compiling {game}, once for this version and machine (up to a minute)")
        folder = dispatcher.stats.cache_path  # one for each folder of sources
        if folder and HASHED.search(name) and folder not in _pruned:
            _pruned.add(folder)
            prune(Path(folder))

    def on_end(self, event: Any) -> None:
        pass


if ENABLED:
    event.register("numba:compile", _CompileNotice())  # type: ignore[no-untyped-call]
