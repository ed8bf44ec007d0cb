"""What a token looks like, whether it was copied whole, and where it comes from."""

from __future__ import annotations

import contextlib
import os
import re
import zlib
from typing import Callable, Optional, Union

from ._errors import PlinthConfigurationError

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SHAPE = re.compile(r"plint_[0-9A-Za-z]{49}")
_CHECKSUM_LENGTH = 6
# A token is 55 characters. A longer file is not a token's.
_MAX_FILE_BYTES = 1_024

TokenArgument = Union[str, Callable[[], str], None]


class Secret(str):
    """A text that no debugger, test runner or error reporter prints, because they all print by ``repr``."""

    def __repr__(self) -> str:
        return "<secret>"


class SecretBytes(bytes):
    """Bytes of which the same holds."""

    def __repr__(self) -> str:
        return "<secret>"


def _checksum(text: str) -> str:
    rest = zlib.crc32(text.encode("ascii"))
    digits = ""
    for _ in range(_CHECKSUM_LENGTH):
        rest, digit = divmod(rest, 62)
        digits = _ALPHABET[digit] + digits
    return digits


def _fault_of(token: object) -> Optional[str]:
    if token is None or token == "":
        return "No Plinth token: pass token=, or set PLINTH_TOKEN or PLINTH_TOKEN_FILE."
    if isinstance(token, str) and token.startswith("plhook_"):
        return "A plhook_ token works only in the bridge that Plinth made it for: generate a plint_ token."
    if not isinstance(token, str) or not _SHAPE.fullmatch(token):
        return "This is not a Plinth token (plint_ and 49 letters or digits): copy it again."
    if _checksum(token[:-_CHECKSUM_LENGTH]) != token[-_CHECKSUM_LENGTH:]:
        return "The checksum of this Plinth token is wrong, it has a typo: copy it again."
    return None


def hide(given: object) -> object:
    """The same, in a form that is not printed."""
    return Secret(given.strip()) if isinstance(given, str) else given


def _check_token(given: object) -> Secret:
    # A test runner that prints the arguments of the frames of a traceback leaves this one out.
    __tracebackhide__ = True
    token = hide(given)
    fault = _fault_of(token)
    if fault is not None:
        raise PlinthConfigurationError(fault)
    assert isinstance(token, Secret)
    return token


def _open_at_once(path: str, flags: int) -> int:
    # O_NONBLOCK keeps a pipe in the place of the file from hanging us.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _read_token(path: str) -> object:
    content: Optional[SecretBytes] = None
    with contextlib.suppress(OSError, ValueError), open(path, "rb", opener=_open_at_once) as file:
        # A pipe whose writer is silent gives None.
        content = SecretBytes(file.read(_MAX_FILE_BYTES) or b"")
    if content is None:
        raise PlinthConfigurationError("The file that PLINTH_TOKEN_FILE names cannot be read.")
    if b"\0" in content:
        raise PlinthConfigurationError("The token is UTF-16 text: save it as UTF-8.")
    # Editors of Windows begin UTF-8 with a mark. Bytes that are no text are no token either.
    return hide(content.decode("utf-8-sig", "replace"))


def token_source(argument: object) -> Callable[[], Secret]:
    """The function that gives the token of each request.

    A function or a file is read each time, so that a rotated token needs no restart. Raises now if there is no good
    token now.
    """
    __tracebackhide__ = True
    if callable(argument):
        ask = argument

        def from_function() -> Secret:
            return _check_token(ask())

        _check_token(ask())
        return from_function
    given = hide(os.environ.get("PLINTH_TOKEN") or None) if argument is None else argument
    path = os.environ.get("PLINTH_TOKEN_FILE") if given is None else None
    if path:
        file = path

        def from_file() -> Secret:
            return _check_token(_read_token(file))

        from_file()
        return from_file
    token = _check_token(given)
    return lambda: token
