"""Reports the runs of CrewAI.

>>> plinth_listener(reporter)  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Optional, Set, Union

from ._adapters import SharedSession, member, prompt_in, safely, text_of, tool_input, typed_in
from ._reporter import PlinthReporter

_HARNESS = "crewai"


def _inputs_text(inputs: Any) -> Optional[str]:
    """What the user gave to a crew: the text of the only input, or a line for each."""
    if not isinstance(inputs, dict):
        return None
    given = {name: value for name, value in inputs.items() if isinstance(value, (str, int, float))}
    if len(given) == 1:
        return text_of(str(next(iter(given.values()))))
    return text_of("\n".join(f"{name}: {value}" for name, value in given.items()))


def _tasks_text(crew: Any) -> Optional[str]:
    """The descriptions of a crew's tasks, which are its prompt where it has no inputs."""
    descriptions = [text_of(member(task, "description")) for task in member(crew, "tasks") or []]
    return text_of("\n".join(each for each in descriptions if each))


def plinth_listener(reporter: Union[PlinthReporter, str], **options: Any) -> None:
    """Listens to CrewAI's event bus. It reports what a crew was given and its tool calls, never answers.

    All runs share one session, which begins with the first of them; ``options`` are those of the session. Each agent of
    a crew has its role as ``agentType``. The bus does not tell for sure whether a tool succeeded, so no changed files
    are reported.
    """
    events = import_module("crewai.events")
    bus = events.crewai_event_bus
    session = SharedSession(reporter, _HARNESS, options)
    # The events of the tools that are under way, and of the crews and agents in them. The bus calls listeners in
    # threads, but an event names the one around it.
    inside: Set[str] = set()

    def is_inside(event: Any) -> bool:
        """Whether a crew or an agent begins inside a tool, so that a model wrote what it was given."""
        if member(event, "parent_event_id") not in inside:
            return False
        inside.add(str(member(event, "event_id")))
        return True

    @safely
    def crew_started(source: Any, event: Any) -> None:
        given = _inputs_text(member(event, "inputs")) or _tasks_text(member(event, "crew") or source)
        content = typed_in(given)
        if not is_inside(event) and content is not None:
            session.get().prompt(content)

    @safely
    def agent_started(source: Any, event: Any) -> None:
        content = prompt_in(member(event, "messages"))
        if not is_inside(event) and content is not None:
            session.get().prompt(content, agentType=text_of(member(member(event, "agent_info"), "role")))

    @safely
    def tool_started(source: Any, event: Any) -> None:
        agent = {"agentId": text_of(member(event, "agent_id")), "agentType": text_of(member(event, "agent_role"))}
        event_id = text_of(member(event, "event_id"))
        if event_id is not None:
            inside.add(event_id)
        session.get().tool_call(event.tool_name, tool_input(member(event, "tool_args")), **agent)

    @safely
    def ended(source: Any, event: Any) -> None:
        inside.discard(str(member(event, "started_event_id")))

    for name, report in (
        ("CrewKickoffStartedEvent", crew_started),
        ("LiteAgentExecutionStartedEvent", agent_started),
        ("ToolUsageStartedEvent", tool_started),
        ("ToolUsageFinishedEvent", ended),
        ("ToolUsageErrorEvent", ended),
        ("CrewKickoffCompletedEvent", ended),
        ("CrewKickoffFailedEvent", ended),
        ("LiteAgentExecutionCompletedEvent", ended),
        ("LiteAgentExecutionErrorEvent", ended),
    ):
        kind = member(events, name)
        if kind is not None:
            # The bus calls by name and counts parameters, so the listener has exactly these two.
            bus.on(kind)(_listener(report))


def _listener(report: Any) -> Any:
    def listener(source: Any, event: Any) -> None:
        report(source, event)

    return listener
