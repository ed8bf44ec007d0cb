"""Times that no two events share, and a JSON form for every value."""

from __future__ import annotations

import dataclasses
import math
import time
from collections import deque
from datetime import date, datetime, timezone
from datetime import time as time_of_day
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any, Dict, Mapping, Tuple, Union
from uuid import UUID

_MOST_CLAIMED = 4_096
_KEPT_CLAIMS_MS = 1_000
# The largest integer that no other shares its double with.
_MOST_EXACT = 2**53 - 1
_AS_TEXT = (PurePath, UUID, Decimal)
# What JSON has no number for, as JavaScript writes it.
_NO_NUMBER = {math.inf: "Infinity", -math.inf: "-Infinity"}
_LISTS = (list, tuple, set, frozenset, deque)


class Clock:
    """Gives the time of events that have none. No two are equal, because Plinth takes equal events for one.

    It has no lock, which a fork or a signal handler would meet in the locked state: ``dict.setdefault`` is atomic.
    """

    def __init__(self) -> None:
        self._last = 0
        self._claimed: Dict[int, object] = {}

    def next(self) -> str:
        """The time now, or the first millisecond after it that no event has."""
        mark = object()
        claimed = self._claimed
        moment = max(time.time_ns() // 1_000_000, self._last + 1)
        while claimed.setdefault(moment, mark) is not mark:
            moment += 1
        self._last = max(self._last, moment)
        if len(claimed) > _MOST_CLAIMED:
            self._claimed = {each: mark for each in list(claimed) if each > moment - _KEPT_CLAIMS_MS}
        seconds, milliseconds = divmod(moment, 1_000)
        return f"{datetime.fromtimestamp(seconds, timezone.utc):%Y-%m-%dT%H:%M:%S}.{milliseconds:03d}Z".zfill(24)


def to_plain(value: Any, levels: int, above: Tuple[int, ...] = ()) -> Any:
    """The JSON form of any value. What has none is described, so that the event is not lost."""
    kind = type(value)
    if value is None or kind in (str, bool):
        return value
    if kind is int:
        return _whole(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else _NO_NUMBER.get(float(value), "NaN")
    if id(value) in above:
        return "[circular]"
    if levels < 0:
        return "[too deep]"
    try:
        return _describe(value, levels - 1, (*above, id(value)))
    except Exception:
        # A member of the caller's raised.
        return "[unreadable]"


def _whole(value: int) -> Union[int, str]:
    """An integer that a double cannot hold is text, as Plinth keeps it."""
    if abs(value) <= _MOST_EXACT:
        return value
    try:
        return str(value)
    except ValueError:
        # The interpreter limits the digits of a text.
        return f"[{value.bit_length()} bits]"


def _describe(value: Any, levels: int, above: Tuple[int, ...]) -> Any:
    if isinstance(value, Enum):
        return to_plain(value.value, levels, above)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return _whole(int(value))
    if isinstance(value, Mapping):
        return _members(value, levels, above)
    if isinstance(value, _LISTS):
        return [to_plain(item, levels, above) for item in value]
    if isinstance(value, (datetime, date, time_of_day)):
        return value.isoformat()
    if isinstance(value, _AS_TEXT):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f"[{len(value)} bytes]"
    if isinstance(value, BaseException):
        return {"name": type(value).__name__, "message": str(value)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {field.name: to_plain(getattr(value, field.name), levels, above) for field in fields}
    return f"[{type(value).__name__}]"


def _members(value: Mapping[Any, Any], levels: int, above: Tuple[int, ...]) -> Dict[str, Any]:
    """The members of a mapping. A number after a name keeps it apart from one that it would equal."""
    texts = {name for name in value if isinstance(name, str)}
    members: Dict[str, Any] = {}
    for name, item in value.items():
        free, number = _key(name), 1
        while free in members or (free in texts and not isinstance(name, str)):
            number += 1
            free = f"{_key(name)} {number}"
        members[free] = to_plain(item, levels, above)
    return members


def _key(name: Any) -> str:
    if isinstance(name, str):
        return str.__str__(name)
    plain = to_plain(name, 0)
    return plain if isinstance(plain, str) else str(plain)
