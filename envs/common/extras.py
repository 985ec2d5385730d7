"""Loading of what only an extra of the package installs, with an error that says how to get it."""

import importlib
from typing import Any


def load_extra(module: str, extra: str, need: str) -> Any:
    """Import a module that a plain installation may lack.

    Args:
        module: name of the module, of this package or of another one.
        extra: the extra that installs what it needs.
        need: who needs the extra, for the message: "pictures need".

    Raises:
        ImportError: if a package is missing; the message says how to install it.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or "").split(".")[0]
        if missing == "fiefdom":
            raise
        raise ImportError(
            f"{missing} is not installed; {need} the extra: pip install 'fiefdom[{extra}]'"
        ) from error
