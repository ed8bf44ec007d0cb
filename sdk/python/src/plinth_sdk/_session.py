"""Sessions: what an agent does, with the session, the turn and the agent of each event filled in."""

from __future__ import annotations

import os
import re
import uuid
from types import TracebackType
from typing import Any, Callable, Dict, Mapping, Optional, Set, Type

from ._calls import with_worded_calls
from ._helpers import EventHelpers

_COMMAND_TOOLS = re.compile(
    "bash|sh|shell|localshell|terminal|powershell|exec|execcommand|execute|executecommand|runcommand|runshellcommand"
    "|runterminalcmd|runinterminal"
)
_EDIT_TOOLS = re.compile(
    "edit|editfile|multiedit|notebookedit|strreplace|searchreplace|replace|write|writefile|createfile"
)
_COMMAND_MEMBERS = ("command", "cmd", "commands", "script")
_PATH_MEMBERS = ("file_path", "filePath", "path", "target_file", "notebook_path")


def _text_in(given: object, names: tuple[str, ...]) -> Optional[str]:
    """The first of these members that is a text, or a list of texts joined by spaces."""
    for name in names:
        value = given.get(name) if isinstance(given, Mapping) else None
        text = " ".join(map(str, value)) if isinstance(value, list) else value
        if isinstance(text, str) and text:
            return text
    return None


def _plain_name(tool_name: object) -> str:
    return re.sub(r"[_\-. ]", "", str(tool_name).lower())


def working_folder() -> Optional[str]:
    """The folder that the process works in; None if it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return None


def _random_id() -> str:
    return str(uuid.uuid4())


@with_worded_calls
class AgentReports:
    """What an agent, or one of its sub-agents, does. Each method returns whether its report was queued.

    ``**data`` are further members of the event's data, named as in the protocol.
    """

    def __init__(
        self,
        reporter: EventHelpers[bool],
        session_id: str,
        common: Mapping[str, Any],
        destination: Optional[str],
        turn: Dict[str, str],
    ) -> None:
        self.session_id = session_id
        self._reporter = reporter
        self._common = {name: value for name, value in common.items() if value is not None}
        self._destination = destination
        # The turn is the session's, not the agent's: a sub-agent works for the prompt that started it.
        self._turn = turn

    def prompt(self, content: str, **data: Any) -> bool:
        """A prompt begins a turn: what follows has its ``turnId``."""
        self._turn["turnId"] = data.pop("turnId", None) or _random_id()
        destination = data.pop("destination", None) or self._destination
        return self._report("prompt.submitted", content=content, destination=destination, **data)

    def tool_call(self, tool_name: str, tool_input: Any = None, **data: Any) -> bool:
        """A tool is about to be used. The command of a tool that runs one is reported besides."""
        is_command = _COMMAND_TOOLS.fullmatch(_plain_name(tool_name))
        command = _text_in(tool_input, _COMMAND_MEMBERS) if is_command else None
        queued = self._report("tool.before_use", toolName=tool_name, toolInput=tool_input, **data)
        return queued if command is None else self.command(command, **data) and queued

    def tool_succeeded(self, tool_name: str, tool_input: Any = None, **data: Any) -> bool:
        """A tool did what it was given.

        If it edits a file, that is reported as a change of the file; otherwise nothing is, and the answer is False. A
        tool that failed, or was refused, changed nothing.
        """
        name = _plain_name(tool_name)
        path = _text_in(tool_input, _PATH_MEMBERS) if _EDIT_TOOLS.fullmatch(name) else None
        # Whether the file existed is not known here, so a tool that writes whole files says nothing of it.
        whole = "write" in name or "create" in name
        return path is not None and self.file_changed(path, None if whole else "modified", **data)

    def command(self, command: str, **data: Any) -> bool:
        """A command is about to run."""
        return self._report("command.before_run", command=command, **data)

    def file_changed(self, path: str, change_type: Optional[str] = None, **data: Any) -> bool:
        """A file was created, modified, deleted or renamed."""
        return self._report("file.changed", path=path, changeType=change_type, **data)

    def agent(
        self,
        agent_id: Optional[str] = None,
        *,
        agent_type: Optional[str] = None,
        model: Optional[str] = None,
        mode: Optional[str] = None,
        cwd: Optional[str] = None,
    ) -> AgentReports:
        """A sub-agent of this one. Its events name it, and this one as its parent."""
        common = {name: value for name, value in self._common.items() if name != "agentType"}
        common["parentAgentId"] = common.pop("agentId", None)
        common["agentId"] = agent_id or _random_id()
        given = {"agentType": agent_type, "model": model, "mode": mode, "cwd": cwd}
        common.update({name: value for name, value in given.items() if value is not None})
        return AgentReports(self._reporter, self.session_id, common, self._destination, self._turn)

    def _report(self, event: str, **data: Any) -> bool:
        members = {**self._common, **self._turn, **{name: value for name, value in data.items() if value is not None}}
        return self._reporter.submit({"event": event, "sessionId": self.session_id, "data": members})


@with_worded_calls
class PlinthSession(AgentReports):
    """A session of an agent, which ``reporter.session()`` begins.

    Use it with ``with``: it ends with the block, and says ``error`` if the block raised. One that is still open ends
    with the reporter or the process.
    """

    def __init__(
        self,
        reporter: EventHelpers[bool],
        session_id: Optional[str],
        common: Mapping[str, Any],
        destination: Optional[str],
        started: Mapping[str, Any],
        opened: Set[Callable[[], bool]],
    ) -> None:
        super().__init__(reporter, session_id or _random_id(), common, destination, {})
        self._ended = False
        # Those that end with the reporter.
        self._opened = opened
        opened.add(self.end)
        self._report("session.started", **started)

    def end(self, reason: Optional[str] = None) -> bool:
        """Ends the session. Only the first call reports."""
        if self._ended:
            return False
        self._ended = True
        self._opened.discard(self.end)
        self._turn.clear()
        return self._report("session.ended", reason=reason)

    def __enter__(self) -> PlinthSession:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.end("error" if kind is not None else None)
