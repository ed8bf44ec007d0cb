"""What a token looks like, and whether it was copied whole."""

from __future__ import annotations

import re
import zlib
from typing import Optional

from ._errors import PlinthConfigurationError

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SHAPE = re.compile(r"plint_[0-9A-Za-z]{49}")
_CHECKSUM_LENGTH = 6


def _checksum(text: str) -> str:
    rest = zlib.crc32(text.encode("ascii"))
    digits = ""
    for _ in range(_CHECKSUM_LENGTH):
        rest, digit = divmod(rest, 62)
        digits = _ALPHABET[digit] + digits
    return digits


def _fault_of(token: object) -> Optional[str]:
    if token is None or token == "":
        return "No Plinth token: pass token= or set PLINTH_TOKEN."
    if isinstance(token, str) and token.startswith("plhook_"):
        return "A plhook_ token works only in the bridge that Plinth made it for: generate a plint_ token."
    if not isinstance(token, str) or not _SHAPE.fullmatch(token):
        return "This is not a Plinth token (plint_ and 49 letters or digits): copy it again."
    if _checksum(token[:-_CHECKSUM_LENGTH]) != token[-_CHECKSUM_LENGTH:]:
        return "The checksum of this Plinth token is wrong, it has a typo: copy it again."
    return None


def check_token(token: Optional[str]) -> str:
    """The token as given, or an error whose sentence says what is wrong with it (never the token)."""
    fault = _fault_of(token)
    if fault is not None:
        raise PlinthConfigurationError(fault)
    assert token is not None
    return token
