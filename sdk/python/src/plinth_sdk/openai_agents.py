"""Reports the runs of the OpenAI Agents SDK.

>>> add_trace_processor(plinth_trace_processor(reporter))  # doctest: +SKIP
"""

from __future__ import annotations

import asyncio
import uuid
from collections import OrderedDict
from importlib import import_module
from typing import Any, Dict, Set, Tuple, Union

from ._adapters import Run, RunTree, SharedSession, member, prompt_in, reporter_of, safely, text_of, tool_input
from ._reporter import PlinthReporter

_HARNESS = "openai-agents"
# Runs whose turn is remembered; a run that failed is not heard of again.
_MOST_TURNS = 1_000


class TraceProcessor:
    """A trace processor. It reports prompts and tool calls, never answers."""

    def __init__(self, reporter: Union[PlinthReporter, str], options: Dict[str, Any]) -> None:
        self._reporter = reporter_of(reporter)
        self._tree = RunTree(SharedSession(self._reporter, _HARNESS, options))
        # The spans that began, and were not reported yet because their input was not there.
        self._waiting: Set[str] = set()
        # The traces whose first model call was seen. The input of the later ones ends with an output of a tool.
        self._prompted: Set[str] = set()
        self.on_span_start = safely(self._start)
        self.on_span_end = safely(self._end)

    def on_trace_start(self, trace: Any) -> None:
        """A trace began."""

    def on_trace_end(self, trace: Any) -> None:
        """A trace ended."""
        self._prompted.discard(str(member(trace, "trace_id")))

    def shutdown(self) -> None:
        """Sends what is queued."""
        self._reporter.flush()

    def force_flush(self) -> None:
        """Sends what is queued."""
        self._reporter.flush()

    def _start(self, span: Any) -> None:
        data = span.span_data
        if data.type == "agent":
            self._tree.begin_agent(span.span_id, span.parent_id, span.trace_id, text_of(data.name))
        elif data.type == "function":
            self._tree.begin_tool(span.span_id, span.parent_id, span.trace_id)
        else:
            self._tree.begin(span.span_id, span.parent_id, span.trace_id)
        self._waiting.add(span.span_id)
        # The framework fills in the input of a tool after it began the span, before it waits for the tool.
        asyncio.get_running_loop().call_soon(safely(self._report), span)

    def _end(self, span: Any) -> None:
        safely(self._report)(span)
        self._waiting.discard(span.span_id)
        self._tree.end(span.span_id, member(span, "error") is None)

    def _report(self, span: Any) -> None:
        data = span.span_data
        given = member(data, "input")
        run = self._tree.get(span.span_id)
        if run is None or span.span_id not in self._waiting or not given:
            return
        self._waiting.discard(span.span_id)
        if data.type == "function":
            self._tree.call_tool(span.span_id, data.name, tool_input(given))
        elif data.type in ("generation", "response") and span.trace_id not in self._prompted:
            self._prompted.add(span.trace_id)
            content = prompt_in(list(given) if isinstance(given, (list, tuple)) else given)
            if content is not None:
                run.reports.prompt(content, **{**run.common, "model": text_of(member(data, "model"))})


def plinth_trace_processor(reporter: Union[PlinthReporter, str], **options: Any) -> TraceProcessor:
    """The processor for ``add_trace_processor``, beside the default one.

    All runs share one session, which begins with the first of them; ``options`` are those of the session. It knows what
    the traces hold: nothing where tracing is disabled, and no prompt of a model that makes no span. ``plinth_hooks``
    needs no traces.
    """
    return TraceProcessor(reporter, options)


class _Runs:
    """The runs that were heard of. All contexts of a run share its counter of tokens, also those of its tools."""

    def __init__(self, session: SharedSession, tree: RunTree) -> None:
        self._session = session
        self._tree = tree
        # The counter is kept as well, so that no other object gets its id.
        self._runs: OrderedDict[int, Tuple[Any, Run]] = OrderedDict()

    def of(self, context: Any) -> Tuple[Run, bool]:
        """The run, and whether this is the first that was heard of it. One that begins inside a tool is an agent."""
        usage = context.usage
        is_new = id(usage) not in self._runs
        if is_new:
            tool = self._tree.tool()
            reports = tool.reports.agent() if tool else self._session.get()
            common = {"turnId": tool.common["turnId"] if tool else str(uuid.uuid4())}
            self._runs[id(usage)] = (usage, Run(reports, common, tool and tool.inside))
            if len(self._runs) > _MOST_TURNS:
                self._runs.popitem(last=False)
        return self._runs[id(usage)][1], is_new


async def _nothing() -> None:
    pass


def plinth_hooks(reporter: Union[PlinthReporter, str], **options: Any) -> Any:
    """The hooks for ``Runner.run(…, hooks=…)``.

    They know the prompt of every model and the ids of tool calls, also while tracing is disabled. They do not see what
    an agent does that is used as a tool, and are not told whether a tool succeeded: they report no changed files.
    """
    session = SharedSession(reporter, _HARNESS, options)
    tree = RunTree(session)
    runs = _Runs(session, tree)

    def of_agent(run: Run, agent: Any) -> Dict[str, Any]:
        model = member(agent, "model")
        known = text_of(model) or text_of(member(model, "model"))
        return {**run.common, "agentType": text_of(member(agent, "name")), "model": known}

    def id_of(context: Any) -> str:
        return f"{id(context.usage)} {member(context, 'tool_call_id')}"

    @safely
    def prompt(context: Any, agent: Any, input_items: Any) -> None:
        run, is_first = runs.of(context)
        content = prompt_in(list(input_items)) if is_first and run.inside is None else None
        if content is not None:
            run.reports.prompt(content, **of_agent(run, agent))

    @safely
    def tool_call(context: Any, agent: Any, tool: Any) -> None:
        run, _ = runs.of(context)
        given = tool_input(member(context, "tool_arguments"))
        tree.add_tool(id_of(context), run)
        call_id = text_of(member(context, "tool_call_id"))
        tree.call_tool(id_of(context), tool.name, given, **{**of_agent(run, agent), "callId": call_id})

    async def on_llm_start(self: Any, context: Any, agent: Any, system_prompt: Any, input_items: Any) -> None:
        prompt(context, agent, input_items)

    # Not a coroutine function: the framework awaits its hooks in tasks of their own, and what this sets in the context
    # must be there for the tool.
    def on_tool_start(self: Any, context: Any, agent: Any, tool: Any) -> Any:
        tool_call(context, agent, tool)
        return _nothing()

    async def on_tool_end(self: Any, context: Any, agent: Any, tool: Any, result: Any) -> None:
        safely(lambda: tree.end(id_of(context)))()

    methods = {"on_llm_start": on_llm_start, "on_tool_start": on_tool_start, "on_tool_end": on_tool_end}
    return type("PlinthHooks", (import_module("agents").RunHooks,), methods)()
