"""Reports the runs of Pydantic AI.

>>> Agent(model, capabilities=[plinth_hooks(reporter)])  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Dict, Union

from ._adapters import RunTree, SharedSession, member, safely, text_in, text_of, tool_input
from ._reporter import PlinthReporter

_HARNESS = "pydantic-ai"


def plinth_hooks(reporter: Union[PlinthReporter, str], **options: Any) -> Any:
    """A ``Hooks`` capability for any number of agents. It reports prompts and tool calls, never answers.

    All runs share one session, which begins with the first of them; ``options`` are those of the session. The runs of
    an agent that a tool calls are a sub-agent's, if it has the capability, too.
    """
    hooks = import_module("pydantic_ai.capabilities").Hooks()
    tree = RunTree(SharedSession(reporter, _HARNESS, options))

    @safely
    def begin(context: Any) -> None:
        name = text_of(member(member(context, "agent"), "name"))
        outer = tree.begin_agent(context.run_id, None, context.run_id, name)
        content = None if outer.inside else text_in(member(context, "prompt"))
        if content is not None:
            model = member(context, "model")
            known = {"model": text_of(member(model, "model_name")), "destination": text_of(member(model, "system"))}
            outer.reports.prompt(content, **{**outer.common, "agentType": name, **known})

    def id_of(context: Any, call: Any) -> str:
        return f"{member(context, 'run_id')} {member(call, 'tool_call_id')}"

    @safely
    def tool_call(context: Any, call: Any, args: Any) -> None:
        tree.begin_tool(id_of(context, call), context.run_id, context.run_id)
        tree.call_tool(
            id_of(context, call), call.tool_name, tool_input(args), callId=text_of(member(call, "tool_call_id"))
        )

    @hooks.on.run  # type: ignore[misc]
    async def wrap_run(context: Any, *, handler: Any) -> Any:
        begin(context)
        try:
            return await handler()
        finally:
            tree.end(member(context, "run_id"))

    @hooks.on.tool_execute  # type: ignore[misc]
    async def wrap_tool(context: Any, *, call: Any, tool_def: Any, args: Dict[str, Any], handler: Any) -> Any:
        tool_call(context, call, args)
        succeeded = False
        try:
            result = await handler(args)
            succeeded = True
            return result
        finally:
            safely(tree.end)(id_of(context, call), succeeded)

    return hooks
