"""What the adapters of agent frameworks share."""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from contextvars import ContextVar
from decimal import Decimal
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple, Union

from ._client import PlinthClient
from ._content import typed_text_reader, with_cut_named, without_file_contents
from ._errors import PlinthConfigurationError
from ._reporter import PlinthReporter
from ._session import AgentReports, PlinthSession

_USERS = ("user", "human")
# The types of the parts of a message that hold what a user wrote. Others hold files, and can have a text too.
_TEXT_PARTS = (None, "text", "input_text")
_TYPED_TEXT = typed_text_reader()


def member(value: Any, name: str) -> Any:
    """A member of a mapping or of an object; None if it has none, or if reading it raises."""
    with contextlib.suppress(Exception):
        return value.get(name) if isinstance(value, dict) else getattr(value, name)
    return None


def text_of(value: Any) -> Optional[str]:
    """The value if it is a text with characters."""
    return value if isinstance(value, str) and value else None


def _exact(number: str) -> Any:
    """A number that a double would round stays text, as Plinth keeps it."""
    value = float(number)
    return value if Decimal(number) == Decimal(repr(value)) else number


def tool_input(value: Any) -> Any:
    """What a tool was given, an object or the JSON text of one, without what files contained."""
    if isinstance(value, str):
        with contextlib.suppress(ValueError, ArithmeticError, RecursionError):
            parsed = json.loads(value, parse_float=_exact)
            value = parsed if isinstance(parsed, (dict, list)) else value
    return without_file_contents(value)


def typed_in(text: Optional[str], read: Callable[[str], Any] = _TYPED_TEXT) -> Optional[str]:
    """The part of a prompt that a user typed. A note names what was cut."""
    typed = None if text is None else read(text)
    return text_of(with_cut_named(typed, "what the user did not type")) if typed else None


def _text_of_part(part: Any) -> str:
    text = member(part, "text") if member(part, "type") in _TEXT_PARTS else None
    return text_of(part) or text_of(text) or ""


def text_in(content: Any) -> Optional[str]:
    """The text of a message's content, as far as a user typed it: a text, or a list of parts."""
    if not isinstance(content, (list, tuple)):
        return typed_in(text_of(content))
    return typed_in(text_of("\n".join(map(_text_of_part, content)).strip()))


def _user_text(message: Any) -> Optional[str]:
    if isinstance(message, tuple) and len(message) == 2:
        role, content = message
    else:
        role = member(message, "role") or member(message, "type")
        content = member(message, "content")
    return text_in(content) if role in _USERS else None


def prompt_in(given: Any) -> Optional[str]:
    """What the user wrote for a run: a text, or the last message if a user wrote it."""
    if isinstance(given, list):
        return _user_text(given[-1]) if given else None
    return typed_in(text_of(given)) or _user_text(given)


def safely(report: Callable[..., None]) -> Callable[..., None]:
    """The same, but what it raises is ignored: the shapes of a framework differ between versions."""

    def call(*given: Any, **named: Any) -> None:
        with contextlib.suppress(Exception):
            report(*given, **named)

    return call


def reporter_of(reporter: Union[PlinthReporter, str]) -> PlinthReporter:
    """The reporter itself, or one for the integration of that name.

    Nobody closes that one, so it is flushed before what may end the process. Raises PlinthConfigurationError if there
    is no token, or if it cannot be used.
    """
    if not isinstance(reporter, str):
        return reporter
    client = PlinthClient(integration=reporter)
    try:
        return client.reporter(flush_on=(signal.SIGTERM,))
    except PlinthConfigurationError:
        # Outside the main thread nobody may catch signals.
        return client.reporter()


class SharedSession:
    """The session of all runs. It begins with the first of them."""

    def __init__(self, reporter: Union[PlinthReporter, str], harness: str, options: Dict[str, Any]) -> None:
        self._reporter = reporter_of(reporter)
        self._options = {"harness": harness, **options}
        self._lock = threading.Lock()
        self._begun: Optional[PlinthSession] = None

    def get(self) -> PlinthSession:
        """The session; begins it if this is the first call."""
        with self._lock:
            if self._begun is None:
                self._begun = self._reporter.session(**self._options)
            return self._begun


class Run(NamedTuple):
    """A run of a framework that is under way: an agent, a tool or a step.

    ``common`` are members of every event of it. ``inside`` is the nearest agent or tool, itself included: inside one, a
    model wrote the input.
    """

    reports: AgentReports
    common: Dict[str, Any]
    inside: Optional[str]


class RunTree:
    """The runs that are under way.

    Each inherits the agent and the turn of the run that started it: the one that the framework names, else the tool in
    whose context it begins.
    """

    def __init__(self, session: SharedSession) -> None:
        self._session = session
        self._runs: Dict[str, Run] = {}
        # What the tools that are under way were given, for what they change once they have succeeded.
        self._calls: Dict[str, Tuple[str, Any, Dict[str, Any]]] = {}
        # The tools that run in this context, the innermost last. Those that have ended are not looked at.
        self._running: ContextVar[Tuple[str, ...]] = ContextVar("plinth_running", default=())

    def get(self, run_id: Any) -> Optional[Run]:
        """The run of this id, if it is under way."""
        return self._runs.get(str(run_id))

    def tool(self) -> Optional[Run]:
        """The nearest tool in this context that is still under way. A run inside it is an agent."""
        return next((run for run in map(self._runs.get, reversed(self._running.get())) if run is not None), None)

    def begin(self, run_id: Any, parent_id: Any, turn_id: Any) -> Run:
        """Begins a step. Without a known parent it is the first of its turn."""
        run = self.get(parent_id) or self.tool() or Run(self._session.get(), {"turnId": str(turn_id)}, None)
        self._runs[str(run_id)] = run
        return run

    def begin_tool(self, run_id: Any, parent_id: Any, turn_id: Any) -> None:
        """Begins the run of a tool. What begins in the same context is inside it."""
        self.add_tool(run_id, self.begin(run_id, parent_id, turn_id))

    def add_tool(self, run_id: Any, run: Run) -> None:
        """Begins the run of a tool of an agent that the tree does not hold."""
        self._running.set((*(each for each in self._running.get() if each in self._runs), str(run_id)))
        self._runs[str(run_id)] = run._replace(inside="tool")

    def call_tool(self, run_id: Any, name: str, given: Any, **data: Any) -> None:
        """Reports what a tool that has begun was given."""
        run = self.get(run_id)
        if run is not None:
            data = {**run.common, **data}
            run.reports.tool_call(name, given, **data)
            self._calls[str(run_id)] = (name, given, data)

    def begin_agent(self, run_id: Any, parent_id: Any, turn_id: Any, agent_type: Optional[str]) -> Run:
        """Begins the run of an agent: a sub-agent if an agent or a tool is above it. The run that it is part of."""
        outer = self.begin(run_id, parent_id, turn_id)
        reports = outer.reports.agent(str(run_id)) if outer.inside else outer.reports
        common = {"turnId": outer.common["turnId"], "agentType": agent_type}
        self._runs[str(run_id)] = Run(reports, common, "agent")
        return outer

    def end(self, run_id: Any, succeeded: bool = False) -> None:
        """Ends a run. What a tool changes is reported if it is known to have succeeded."""
        run, call = self.get(run_id), self._calls.pop(str(run_id), None)
        if succeeded and run is not None and call is not None:
            name, given, data = call
            run.reports.tool_succeeded(name, given, **data)
        self._runs.pop(str(run_id), None)
