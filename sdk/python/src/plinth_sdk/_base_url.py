"""Where Plinth is taken to be: always a loopback address, whoever says so."""

from __future__ import annotations

import os
import re
from typing import NamedTuple, Optional, Tuple

from ._discovery import discover
from ._errors import PlinthConfigurationError

# One grammar instead of a URL parser: nothing can be spelled so that the check and the connection read it differently.
_LOOPBACK_URL = re.compile(
    r"http://(localhost|127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])(?::([1-9]\d{0,4}))?/?",
    re.ASCII,
)


class Endpoint(NamedTuple):
    """A checked place to connect to."""

    base_url: str
    source: str
    authority: str
    hosts: Tuple[str, ...]
    port: int


def _parse(text: object, source: str) -> Optional[Endpoint]:
    # ASCII alone: lower() folds some other letters into ASCII ones.
    match = _LOOPBACK_URL.fullmatch(text.lower()) if isinstance(text, str) and text.isascii() else None
    if match is None:
        return None
    host, port = match[1], int(match[2] or "80")
    if port > 65535:
        return None
    # `localhost` is not looked up: whoever could change its address would otherwise be sent the token.
    hosts = ("127.0.0.1", "::1") if host == "localhost" else (host.strip("[]"),)
    return Endpoint(f"http://{host}:{port}", source, f"{host}:{port}", hosts, port)


def given_endpoint(argument: Optional[str]) -> Optional[Endpoint]:
    """Argument, then ``PLINTH_BASE_URL``; None when neither is given."""
    source = "environment" if argument is None else "option"
    text = (os.environ.get("PLINTH_BASE_URL") or None) if argument is None else argument
    endpoint = _parse(text, source)
    if text is None or endpoint is not None:
        return endpoint
    raise PlinthConfigurationError(
        f"The base URL ({source}) must be http:// with a loopback address "
        "(127.0.0.1, [::1] or localhost), a port and no path."
    )


def find_endpoint() -> Optional[Endpoint]:
    """The place that the discovery file of a running Plinth names; None when there is none, and nothing may be sent."""
    return _parse(discover(), "discovery")


def is_still_found(endpoint: Endpoint) -> bool:
    """Whether the discovery file still names this place, and its process lives."""
    found = find_endpoint()
    return found is not None and found.base_url == endpoint.base_url
