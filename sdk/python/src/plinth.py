"""Stands at the old name of the SDK's module, ``plinth_sdk``. Another package named ``plinth`` is imported as usual."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from typing import Optional


def _other_plinth() -> Optional[ModuleSpec]:
    # Debian's FreedomBox has a package of this name. It may stand behind this file on the path.
    here = Path(__file__).resolve().parent
    spec = PathFinder.find_spec("plinth", [entry for entry in sys.path if Path(entry).resolve() != here])
    # A folder without a loader is a namespace package. It holds no code that somebody could want.
    return spec if spec is not None and spec.loader is not None else None


def _replace_this_module() -> None:
    spec = _other_plinth()
    if spec is None or spec.loader is None:
        sentence = "The module of the Plinth SDK is plinth_sdk: write `from plinth_sdk import …`."
        raise ImportError(sentence, name="plinth")
    module = module_from_spec(spec)
    sys.modules[__name__] = module
    spec.loader.exec_module(module)


_replace_this_module()
