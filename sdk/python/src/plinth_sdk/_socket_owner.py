"""Who owns the listening socket behind a loopback address, where the system tells."""

from __future__ import annotations

import re
import sys
import time
from typing import Dict, List, NamedTuple, Optional, Tuple

Tables = Dict[str, Dict[bytes, int]]

_IPV4 = re.compile(r"(?<!\d)\d+(?:\.\d+){3}\Z", re.ASCII)
_LISTEN = b"0A"


class Unknown(Exception):
    """The system does not tell who owns a socket."""


def _listeners_for(address: str) -> List[Tuple[str, str]]:
    # The addresses at which a listener would get the connection, as the kernel spells them, narrowest first. It writes
    # each 32-bit word in the machine's byte order.
    ipv4 = _IPV4.search(address)
    if ipv4 is None:
        return [("tcp6", "0" * 24 + "01000000"), ("tcp6", "0" * 32)]
    word = "".join(f"{int(part):02X}" for part in reversed(ipv4[0].split(".")))
    return [("tcp", word), ("tcp6", "0" * 16 + "FFFF0000" + word), ("tcp", "0" * 8), ("tcp6", "0" * 32)]


def _listeners_of(table: str) -> Dict[bytes, int]:
    with open(f"/proc/self/net/{table}", "rb") as file:
        rows = [line.split() for line in file]
    return {row[1]: int(row[7]) for row in rows if len(row) > 7 and row[3] == _LISTEN}


def _read_listeners() -> Tables:
    try:
        tcp = _listeners_of("tcp")
    except OSError:
        raise Unknown from None
    try:
        return {"tcp": tcp, "tcp6": _listeners_of("tcp6")}
    except OSError:
        # Without IPv6 there is no second table.
        return {"tcp": tcp, "tcp6": {}}


class _LastReading(NamedTuple):
    began: float
    tables: Tables


_last: Optional[_LastReading] = None


def listener_owner(address: str, port: int, since: float) -> Optional[int]:
    """The user id of the owner at the moment ``since`` of the monotonic clock or later; None when no listener is there.

    Raises:
        Unknown: This system does not tell.
    """
    global _last
    if sys.platform != "linux" or sys.byteorder != "little":
        raise Unknown
    last = _last
    # The kernel takes milliseconds for these tables, so connections that were made together share one reading.
    if last is None or last.began <= since:
        last = _last = _LastReading(time.monotonic(), _read_listeners())
    for table, hexadecimal in _listeners_for(address):
        owner = last.tables[table].get(f"{hexadecimal}:{port:04X}".encode("ascii"))
        if owner is not None:
            return owner
    return None
