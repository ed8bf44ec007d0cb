"""Reports the runs of LangChain and LangGraph.

>>> agent.invoke(messages, {"callbacks": [plinth_callbacks(reporter)]})  # doctest: +SKIP
"""

from __future__ import annotations

from contextvars import ContextVar
from importlib import import_module
from typing import Any, Dict, Optional, Union

from ._adapters import RunTree, SharedSession, member, prompt_in, safely, text_of, tool_input
from ._reporter import PlinthReporter

_HARNESS = "langchain"
# The members of a chain's input in which programs put what the user wrote.
_INPUT_MEMBERS = ("messages", "input", "question", "query", "prompt")


def _prompt_of(inputs: Any) -> Optional[str]:
    for name in _INPUT_MEMBERS:
        given = member(inputs, name) if isinstance(inputs, dict) else None
        if given is not None:
            return prompt_in(given)
    return prompt_in(inputs)


def _methods(session: SharedSession) -> Dict[str, Any]:
    tree = RunTree(session)

    def prompt(run_id: Any, given: Any, metadata: Any) -> None:
        content = _prompt_of(given)
        if content is not None:
            model, destination = member(metadata, "ls_model_name"), member(metadata, "ls_provider")
            session.get().prompt(content, turnId=str(run_id), model=text_of(model), destination=text_of(destination))

    def on_chain_start(
        self: Any, serialized: Any, inputs: Any, *, run_id: Any, parent_run_id: Any = None, **more: Any
    ) -> None:
        metadata = more.get("metadata") or {}
        agent_type = text_of(member(metadata, "lc_agent_name"))
        outer = tree.get(parent_run_id)
        if parent_run_id is None:
            if tree.tool() is None:
                prompt(run_id, inputs, metadata)
            tree.begin_agent(run_id, None, run_id, agent_type or text_of(more.get("name")))
        elif outer is not None and outer.inside == "tool":
            tree.begin_agent(run_id, parent_run_id, run_id, agent_type or text_of(more.get("name")))
        else:
            tree.begin(run_id, parent_run_id, run_id)

    def on_chat_model_start(
        self: Any, serialized: Any, messages: Any, *, run_id: Any, parent_run_id: Any = None, **more: Any
    ) -> None:
        # Inside a chain the messages are the program's: it may have put a tool's output into them.
        if parent_run_id is None and tree.tool() is None:
            prompt(run_id, messages[0], more.get("metadata"))

    def on_tool_start(
        self: Any, serialized: Any, input_str: Any, *, run_id: Any, parent_run_id: Any = None, **more: Any
    ) -> None:
        tree.begin_tool(run_id, parent_run_id, run_id)
        name = text_of(member(serialized, "name")) or text_of(more.get("name")) or "tool"
        given = tool_input(more.get("inputs") or input_str)
        tree.call_tool(run_id, name, given, callId=text_of(more.get("tool_call_id")))

    def end(self: Any, outcome: Any, *, run_id: Any, **more: Any) -> None:
        tree.end(run_id)

    def tool_end(self: Any, output: Any, *, run_id: Any, **more: Any) -> None:
        # A tool that failed can answer with a message that says so.
        tree.end(run_id, member(output, "status") != "error")

    return {
        "on_chain_start": safely(on_chain_start),
        "on_chat_model_start": safely(on_chat_model_start),
        "on_tool_start": safely(on_tool_start),
        "on_chain_end": safely(end),
        "on_chain_error": safely(end),
        "on_tool_end": safely(tool_end),
        "on_tool_error": safely(end),
        # LangChain otherwise calls handlers from threads, in any order. These only queue.
        "run_inline": True,
    }


def _handler_class(reporter: Union[PlinthReporter, str], options: Dict[str, Any]) -> Any:
    base = import_module("langchain_core.callbacks").BaseCallbackHandler
    return type("PlinthCallbacks", (base,), _methods(SharedSession(reporter, _HARNESS, options)))


def plinth_callbacks(reporter: Union[PlinthReporter, str], **options: Any) -> Any:
    """A callback handler for ``callbacks=[…]``. It reports prompts and tool calls, never answers.

    All runs share one session, which begins with the first of them; ``options`` are those of the session. A run that
    begins inside a tool is a sub-agent's, also if it names the callbacks again.
    """
    return _handler_class(reporter, options)()


def plinth_hook(reporter: Union[PlinthReporter, str], **options: Any) -> None:
    """Registers the handler for all runs while the environment variable ``PLINTH_LANGCHAIN`` is set."""
    context = import_module("langchain_core.tracers.context")
    variable: ContextVar[Any] = ContextVar("plinth_callbacks", default=None)
    context.register_configure_hook(variable, True, _handler_class(reporter, options), "PLINTH_LANGCHAIN")
