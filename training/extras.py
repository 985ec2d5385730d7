"""Loading of what only the extra `train` installs, with an error that says how to get it."""

import importlib
from typing import Any

HOW = "pip install 'fiefdom[train]'"


def load_extra(module: str) -> Any:
    """Import a module of fiefdom that needs torch or another package of the extra.

    Raises:
        ImportError: if such a package is missing; the message says how to install it.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or "").split(".")[0]
        if missing == "fiefdom":
            raise
        raise ImportError(
            f"{missing} is not installed; models and training need the extra: {HOW}"
        ) from error
