"""Loading of what only the extra `train` installs, with an error that says how to get it."""

from typing import Any


def load_extra(module: str) -> Any:
    """Import a module of fiefdom that needs torch or another package of the extra.

    Raises:
        ImportError: if such a package is missing; the message says how to install it.
    """
    from fiefdom.envs.common import extras  # here, since it loads numba, which --help must not

    return extras.load_extra(module, "train", "models and training need")
