"""The six event helpers, over whatever ``submit`` returns: a receipt, a coroutine of one, or whether it was queued."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Dict, Generic, Mapping, Optional, TypeVar

from ._calls import with_worded_calls
from ._events import (
    CommandBeforeRunData,
    FileChangedData,
    OccurredAt,
    PromptSubmittedData,
    SessionEndedData,
    SessionStartedData,
    ToolBeforeUseData,
)

R = TypeVar("R")


@with_worded_calls
class EventHelpers(ABC, Generic[R]):
    """One method for each event.

    Each takes the agent's own name for the session (1 to 256 characters, no control characters), when it happened
    (a datetime, of which a naive one is local time; a string ``YYYY-MM-DDTHH:mm:ss.sssZ``, sent as it is; or None
    for now) and the event's data, all of whose members are optional.
    """

    @abstractmethod
    def submit(
        self, event: Mapping[str, Any], *, timeout: Optional[float] = None, retries: Optional[int] = None
    ) -> R:
        """Reports any event: a mapping with ``event``, ``sessionId`` and, if wanted, ``occurredAt`` and ``data``.

        Members are named as in the protocol. ``schema``, ``integration`` and what is left out are filled in.
        ``timeout`` and ``retries`` replace the client's for this call; a reporter ignores them.
        """

    def prompt_submitted(
        self,
        session_id: str,
        occurred_at: OccurredAt = None,
        data: Optional[PromptSubmittedData] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> R:
        """A prompt is about to go to a model."""
        return self.submit(_event("prompt.submitted", session_id, occurred_at, data), timeout=timeout, retries=retries)

    def tool_before_use(
        self,
        session_id: str,
        occurred_at: OccurredAt = None,
        data: Optional[ToolBeforeUseData] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> R:
        """A tool is about to be used."""
        return self.submit(_event("tool.before_use", session_id, occurred_at, data), timeout=timeout, retries=retries)

    def command_before_run(
        self,
        session_id: str,
        occurred_at: OccurredAt = None,
        data: Optional[CommandBeforeRunData] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> R:
        """A command is about to run. Never send its output: Plinth refuses it."""
        event = _event("command.before_run", session_id, occurred_at, data)
        return self.submit(event, timeout=timeout, retries=retries)

    def file_changed(
        self,
        session_id: str,
        occurred_at: OccurredAt = None,
        data: Optional[FileChangedData] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> R:
        """A file was created, modified, deleted or renamed. Never send what it holds: Plinth drops it."""
        return self.submit(_event("file.changed", session_id, occurred_at, data), timeout=timeout, retries=retries)

    def session_started(
        self,
        session_id: str,
        occurred_at: OccurredAt = None,
        data: Optional[SessionStartedData] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> R:
        """An agent's session began."""
        return self.submit(_event("session.started", session_id, occurred_at, data), timeout=timeout, retries=retries)

    def session_ended(
        self,
        session_id: str,
        occurred_at: OccurredAt = None,
        data: Optional[SessionEndedData] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> R:
        """An agent's session ended."""
        return self.submit(_event("session.ended", session_id, occurred_at, data), timeout=timeout, retries=retries)


def _event(
    name: str, session_id: str, occurred_at: OccurredAt, data: Optional[Mapping[str, Any]]
) -> Dict[str, Any]:
    event: Dict[str, Any] = {"event": name, "sessionId": session_id}
    if occurred_at is not None:
        event["occurredAt"] = occurred_at
    if data is not None:
        event["data"] = data
    return event
