"""Reports the runs of Pydantic AI.

>>> Agent(model, capabilities=[plinth_hooks(reporter)])  # doctest: +SKIP
"""

from __future__ import annotations

from contextvars import ContextVar
from importlib import import_module
from typing import Any, Dict, Optional

from ._adapters import RunTree, SharedSession, member, safely, text_in, text_of, tool_input
from ._reporter import PlinthReporter

_HARNESS = "pydantic-ai"


def plinth_hooks(reporter: PlinthReporter, **options: Any) -> Any:
    """A ``Hooks`` capability for any number of agents. It reports prompts and tool calls, never answers.

    All runs share one session, which begins with the first of them; ``options`` are those of the session. The runs of
    an agent that a tool calls are a sub-agent's, if it has the capability, too.
    """
    hooks = import_module("pydantic_ai.capabilities").Hooks()
    tree = RunTree(SharedSession(reporter, _HARNESS, options))
    # The tool call that runs in this task. It is forgotten by the tree when its run ends.
    running: ContextVar[Optional[str]] = ContextVar("plinth_running", default=None)

    @safely
    def begin(context: Any) -> None:
        name = text_of(member(member(context, "agent"), "name"))
        outer = tree.begin_agent(context.run_id, running.get(), context.run_id, name)
        content = None if outer.inside else text_in(member(context, "prompt"))
        if content is not None:
            model = member(context, "model")
            known = {"model": text_of(member(model, "model_name")), "destination": text_of(member(model, "system"))}
            outer.reports.prompt(content, **{**outer.common, "agentType": name, **known})

    @safely
    def tool_call(context: Any, call: Any, args: Any) -> None:
        call_id = text_of(member(call, "tool_call_id"))
        run = tree.get(context.run_id)
        if run is not None:
            run.reports.tool_call(call.tool_name, tool_input(args), **{**run.common, "callId": call_id})

    @hooks.on.run  # type: ignore[misc]
    async def wrap_run(context: Any, *, handler: Any) -> Any:
        begin(context)
        try:
            return await handler()
        finally:
            tree.end(member(context, "run_id"))

    @hooks.on.before_tool_execute  # type: ignore[misc]
    async def before_tool(context: Any, *, call: Any, tool_def: Any, args: Dict[str, Any]) -> Dict[str, Any]:
        tool_call(context, call, args)
        running.set(member(context, "run_id"))
        return args

    return hooks
