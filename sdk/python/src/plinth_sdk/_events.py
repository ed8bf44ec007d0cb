"""The six events, what they may tell, and their bytes."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Optional, TypedDict, Union

from ._errors import FieldError, PlinthInvalidError, PlinthTooLargeError
from ._values import Clock, to_plain

_SCHEMA = "service.event.v1"
_MAX_EVENT_BYTES = 1_048_576
# Levels of JSON that the contract allows inside data: 32 with the event and data themselves.
_MAX_DATA_DEPTH = 30

EventType = Literal[
    "prompt.submitted",
    "tool.before_use",
    "command.before_run",
    "file.changed",
    "session.started",
    "session.ended",
]
"""The name of an event."""

ChangeType = Literal["created", "modified", "deleted", "renamed"]
"""What became of a file."""

OccurredAt = Union[datetime, str, None]
"""When something happened: a datetime (a naive one is local time), a string sent as it is, or None for now."""


class CommonData(TypedDict, total=False):
    """Members that every event type defines. Strings hold at most 256 characters, paths 4,096.

    ``turnId`` is everything that one prompt caused, ``callId`` the harness's id of one tool call, ``mode`` the
    permission mode of the harness.
    """

    cwd: str
    turnId: str
    callId: str
    agentId: str
    agentType: str
    parentAgentId: str
    model: str
    mode: str
    mcpServer: str


class PromptSubmittedData(CommonData, total=False):
    """What a prompt may tell. Plinth redacts ``content`` before it is stored."""

    content: str
    destination: str


class ToolBeforeUseData(CommonData, total=False):
    """What a tool call may tell. ``toolInput`` is any JSON value."""

    toolName: str
    toolInput: Any


class CommandBeforeRunData(CommonData, total=False):
    """What a command may tell. Never its output: Plinth refuses it."""

    command: str


class FileChangedData(CommonData, total=False):
    """What a file change may tell. Paths hold at most 4,096 characters."""

    path: str
    changeType: ChangeType
    previousPath: str


class SessionStartedData(CommonData, total=False):
    """What a session's start may tell."""

    harness: str
    harnessVersion: str


class SessionEndedData(CommonData, total=False):
    """What a session's end may tell."""

    reason: str


class Receipt(NamedTuple):
    """Plinth's answer to an event it took.

    ``recorded`` is False when Plinth keeps nothing of it: recording is paused, or the integration is set to keep
    nothing. ``report_only`` is always True: Plinth never blocks or changes an action. ``replayed`` is True when
    Plinth had this very event already.
    """

    accepted: bool
    recorded: bool
    report_only: bool
    receipt_id: str
    replayed: bool


class IntegrationInfo(TypedDict):
    """The integration that the token belongs to."""

    id: str
    name: str


class Capabilities(TypedDict):
    """What Plinth says it can do, and what the token may do."""

    apiVersion: str
    schema: str
    integration: IntegrationInfo
    endpoints: Dict[str, str]
    permissions: List[str]
    capabilities: Dict[str, Any]
    eventTypes: List[str]
    dataFields: List[str]
    limits: Dict[str, int]
    privacy: Dict[str, Any]


def _instant(moment: datetime) -> str:
    utc = moment.astimezone(timezone.utc)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z".zfill(24)


def encode_event(integration: str, event: Mapping[str, Any], clock: Clock) -> bytes:
    """The bytes of one event, made once so that every try sends the same."""
    body: Optional[bytes] = None
    try:
        members: Dict[str, Any] = {"schema": _SCHEMA, "integration": integration, **event}
        moment = members.get("occurredAt")
        if moment is None:
            members["occurredAt"] = clock.next()
        elif isinstance(moment, datetime):
            members["occurredAt"] = _instant(moment)
        data = members.get("data")
        members["data"] = to_plain({} if data is None else data, _MAX_DATA_DEPTH)
        body = _to_json(members)
    except Exception:
        # Not passed on, for the interpreter's own message may quote what the caller wanted to send.
        pass
    if body is None:
        raise PlinthInvalidError(
            "The event was not sent: it is not JSON.", errors=[FieldError("/data", "invalid")]
        )
    if len(body) > _MAX_EVENT_BYTES:
        raise PlinthTooLargeError("The event was not sent: it is over 1 MiB.")
    return body


def _to_json(members: Mapping[str, Any]) -> bytes:
    separators = (",", ":")
    text = json.dumps(members, ensure_ascii=False, allow_nan=False, separators=separators)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        # Half of a surrogate pair has no UTF-8, but an escape that JSON allows.
        return json.dumps(members, allow_nan=False, separators=separators).encode("ascii")
