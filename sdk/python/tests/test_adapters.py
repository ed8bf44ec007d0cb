"""The adapters of agent frameworks against stand-ins.

PyPI is not needed to run these tests: each stand-in has the public interface that its framework documents, as its
source had it in 2026, and calls the adapter as the framework does. Answers and outputs are traps: none may arrive.
"""

from __future__ import annotations

import asyncio
import os
import sys
import unittest
from contextlib import suppress
from contextvars import ContextVar
from types import ModuleType, SimpleNamespace
from typing import Any, Callable, Dict, List, Optional, Tuple
from unittest.mock import patch

from plinth_sdk import PlinthClient
from plinth_sdk._adapters import prompt_in
from plinth_sdk.claude_agent_sdk import plinth_hooks as claude_hooks
from plinth_sdk.crewai import plinth_listener
from plinth_sdk.langchain import plinth_callbacks, plinth_hook
from plinth_sdk.openai_agents import plinth_hooks as openai_hooks
from plinth_sdk.openai_agents import plinth_trace_processor
from plinth_sdk.pydantic_ai import plinth_hooks as pydantic_hooks

from .support import TAKEN, ScriptedServer, always, body_of, make_token

Event = Tuple[str, Dict[str, Any]]


class Odd:
    """A value of which every member raises."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


ODD: Tuple[Any, ...] = (None, 7, "text", {}, [], Odd())


class AdapterTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ScriptedServer(always(TAKEN))
        self.addCleanup(self.server.close)
        plinth = PlinthClient(make_token(), integration="acme", base_url=self.server.base_url, timeout=60)
        self.reporter = plinth.reporter(flush_timeout=60)
        self.addCleanup(self.reporter.close)

    def install(self, name: str, **members: Any) -> None:
        """Puts a stand-in where the framework's module would be."""
        module = ModuleType(name)
        vars(module).update(members)
        added = patch.dict(sys.modules, {name: module})
        added.start()
        self.addCleanup(added.stop)

    def events(self) -> List[Event]:
        self.reporter.flush(60)
        bodies = [body_of(request) for request in self.server.requests]
        self.assertNotIn("TRAP", str(bodies))
        for body in bodies:
            # The project of every session, unless the framework names another.
            if body["data"]["cwd"] == os.getcwd():
                del body["data"]["cwd"]
        return [(body["event"], body["data"]) for body in bodies]

    def named(self) -> List[Event]:
        """The events, with a name for each turn in the order of their prompts."""
        turns: Dict[str, str] = {}
        events = self.events()
        for _, data in events:
            if "turnId" in data:
                data["turnId"] = turns.setdefault(data["turnId"], f"turn {len(turns) + 1}")
        return events


class Prompts(unittest.TestCase):
    def test_what_a_user_wrote_last_is_found_in_every_form(self) -> None:
        user = {"role": "user", "content": "it"}
        parts = {"role": "user", "content": ["it", {"type": "image"}]}
        for given in ("it", user, [user], [("human", "it")], [SimpleNamespace(type="human", content="it")], [parts]):
            self.assertEqual(prompt_in(given), "it")
        answer = {"role": "assistant", "content": "TRAP"}
        others: Tuple[Any, ...] = (None, "", [], [user, answer], [("ai", "TRAP")], 7, {})
        for other in others:
            self.assertIsNone(prompt_in(other))


class BaseCallbackHandler:
    """The members of LangChain's class that its managers look at."""

    raise_error = False
    run_inline = False
    ignore_chain = ignore_agent = ignore_llm = ignore_chat_model = False


class LangChain(AdapterTest):
    hooks: List[Tuple[Any, ...]]

    def setUp(self) -> None:
        super().setUp()
        self.hooks = []
        self.install("langchain_core")
        self.install("langchain_core.callbacks", BaseCallbackHandler=BaseCallbackHandler)
        self.install("langchain_core.tracers")
        self.install("langchain_core.tracers.context", register_configure_hook=lambda *args: self.hooks.append(args))

    def run_agent(self, handler: Any) -> None:
        """Calls the handler as an agent of LangGraph does whose tool calls a second agent."""
        human = SimpleNamespace(type="human", content=[{"type": "text", "text": "Fix the test."}])
        more: Dict[str, Any] = {"tags": [], "metadata": {}}
        handler.on_chain_start(None, {"messages": [human]}, run_id=1, parent_run_id=None, name="LangGraph", **more)
        handler.on_chain_start(None, {"messages": ["TRAP"]}, run_id=2, parent_run_id=1, name="tools", **more)
        handler.on_chat_model_start({}, [[("human", "TRAP")]], run_id=9, parent_run_id=2, **more)
        handler.on_tool_start(
            {"name": "bash"},
            "{'command': 'make test'}",
            run_id=3,
            parent_run_id=2,
            inputs={"command": "make test"},
            **more
        )
        handler.on_tool_end("TRAP", run_id=3, parent_run_id=2)
        handler.on_tool_start({"name": "review"}, "text", run_id=4, parent_run_id=2, tool_call_id="c", **more)
        inner = {"messages": [("user", "TRAP: a model wrote this")]}
        handler.on_chain_start(None, inner, run_id=5, parent_run_id=4, name="reviewer", **more)
        handler.on_tool_start({"name": "search"}, '{"q": 1}', run_id=6, parent_run_id=5, **more)
        # The second agent calls a third, and names the callbacks, so that LangChain names no parent.
        handler.on_tool_start({"name": "deeper"}, "text", run_id=10, parent_run_id=5, **more)
        handler.on_chain_start(None, inner, run_id=11, parent_run_id=None, name="third", **more)
        handler.on_chat_model_start({}, [[("human", "TRAP")]], run_id=12, parent_run_id=None, **more)
        edit = {"file_path": "a.py"}
        for run_id in (13, 14, 15):
            handler.on_tool_start({"name": "edit"}, "", run_id=run_id, parent_run_id=11, inputs=edit, **more)
        handler.on_tool_end("TRAP", run_id=13)
        handler.on_tool_end(SimpleNamespace(status="error", content="TRAP"), run_id=14)
        handler.on_tool_error(RuntimeError("TRAP"), run_id=15)
        for run_id in (6, 11, 10, 5, 4, 2):
            handler.on_chain_end({"messages": ["TRAP"]}, run_id=run_id)
        handler.on_chain_error(RuntimeError("TRAP"), run_id=1)
        metadata = {"ls_model_name": "m", "ls_provider": "acme-ai"}
        handler.on_chat_model_start({}, [[("human", "Thanks.")]], run_id=7, parent_run_id=None, metadata=metadata)

    def check(self) -> None:
        main = {"turnId": "turn 1", "agentType": "LangGraph"}
        third = {"turnId": "turn 1", "agentId": "11", "parentAgentId": "5", "agentType": "third"}
        self.assertEqual(
            self.named(),
            [
                ("session.started", {"harness": "langchain"}),
                ("prompt.submitted", {"content": "Fix the test.", "turnId": "turn 1"}),
                ("tool.before_use", {"toolName": "bash", "toolInput": {"command": "make test"}, **main}),
                ("command.before_run", {"command": "make test", **main}),
                ("tool.before_use", {"toolName": "review", "toolInput": "text", "callId": "c", **main}),
                (
                    "tool.before_use",
                    {
                        "toolName": "search",
                        "toolInput": {"q": 1},
                        "turnId": "turn 1",
                        "agentId": "5",
                        "agentType": "reviewer",
                    },
                ),
                (
                    "tool.before_use",
                    {
                        "toolName": "deeper",
                        "toolInput": "text",
                        "turnId": "turn 1",
                        "agentId": "5",
                        "agentType": "reviewer",
                    },
                ),
                *[("tool.before_use", {"toolName": "edit", "toolInput": {"file_path": "a.py"}, **third})] * 3,
                ("file.changed", {"path": "a.py", "changeType": "modified", **third}),
                (
                    "prompt.submitted",
                    {"content": "Thanks.", "model": "m", "destination": "acme-ai", "turnId": "turn 2"},
                ),
            ],
        )

    def test_the_callbacks_report_prompts_tools_and_sub_agents(self) -> None:
        handler = plinth_callbacks(self.reporter)
        self.assertIsInstance(handler, BaseCallbackHandler)
        self.assertTrue(handler.run_inline)
        self.run_agent(handler)
        self.check()

    def test_the_hook_makes_handlers_that_share_a_session(self) -> None:
        plinth_hook(self.reporter)
        ((variable, inheritable, handler_class, env_var),) = self.hooks
        self.assertIsInstance(variable, ContextVar)
        self.assertIsNone(variable.get())
        self.assertTrue(inheritable)
        self.assertEqual(env_var, "PLINTH_LANGCHAIN")
        # LangChain makes one for each run.
        self.run_agent(handler_class())
        handler_class().on_tool_start({"name": "late"}, "", run_id=8, parent_run_id=None)
        self.assertEqual([name for name, _ in self.events()].count("session.started"), 1)

    def test_odd_values_raise_nothing(self) -> None:
        handler = plinth_callbacks(self.reporter)
        for value in ODD:
            handler.on_chain_start(value, value, run_id=value)
            handler.on_chat_model_start(value, value, run_id=value)
            handler.on_tool_start(value, value, run_id=value)
            handler.on_tool_end(value)


class RunHooks:
    """OpenAI's base class: a runner refuses hooks that are not derived from it."""

    async def on_llm_start(self, context: Any, agent: Any, system_prompt: Optional[str], input_items: Any) -> None:
        pass

    async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
        pass

    async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: Any) -> None:
        pass


class OpenAiAgents(AdapterTest):
    @staticmethod
    def span(span_id: str, parent_id: Optional[str], kind: str, **data: Any) -> SimpleNamespace:
        span_data = SimpleNamespace(type=kind, **data)
        return SimpleNamespace(span_id=span_id, parent_id=parent_id, trace_id="trace", span_data=span_data)

    def test_the_trace_processor_reports_the_first_prompt_and_tools_before_they_end(self) -> None:
        processor = plinth_trace_processor(self.reporter)

        async def run() -> None:
            processor.on_trace_start(SimpleNamespace(trace_id="trace"))
            agent = self.span("a", None, "agent", name="writer")
            processor.on_span_start(agent)
            model = self.span("m", "a", "response", input=None)
            processor.on_span_start(model)
            # OpenAI's model fills the span in after the answer came.
            model.span_data.input = [{"role": "user", "content": "Fix the test."}]
            model.span_data.response = "TRAP"
            processor.on_span_end(model)
            tool = self.span("t", "a", "function", name="review", input=None, output=None)
            processor.on_span_start(tool)
            tool.span_data.input = '{"goal": "find it"}'
            await asyncio.sleep(0)
            self.assertEqual(self.events()[-1][0], "tool.before_use")
            inner = self.span("b", "t", "agent", name="reviewer")
            processor.on_span_start(inner)
            call = self.span("s", "b", "function", name="search", input="", output=None)
            processor.on_span_start(call)
            call.span_data.input, call.span_data.output = '{"q": 1}', "TRAP"
            processor.on_span_end(call)
            tool.span_data.output = "TRAP"
            second = self.span("n", "a", "generation", input=[{"role": "user", "content": "TRAP"}], model="m")
            for span in (second, inner, tool, agent):
                processor.on_span_start(span) if span is second else None
                processor.on_span_end(span)
            processor.on_trace_end(SimpleNamespace(trace_id="trace"))
            for value in ODD:
                processor.on_span_start(value)
                processor.on_span_end(value)

        asyncio.run(run())
        processor.force_flush()
        processor.shutdown()
        common = {"turnId": "turn 1", "agentType": "writer"}
        search: Dict[str, Any] = {"toolName": "search", "toolInput": {"q": 1}}
        search.update(agentType="reviewer", agentId="b", turnId="turn 1")
        self.assertEqual(
            self.named()[1:],
            [
                ("prompt.submitted", {"content": "Fix the test.", **common}),
                ("tool.before_use", {"toolName": "review", "toolInput": {"goal": "find it"}, **common}),
                ("tool.before_use", search),
            ],
        )

    def test_the_processor_works_without_an_event_loop(self) -> None:
        processor = plinth_trace_processor(self.reporter)
        given = '{"q": 1.0, "id": 1290123456789012345, "far": [1e400, 0.10000000000000001], "said": "1e400"}'
        tool = self.span("t", None, "function", name="search", input=given)
        processor.on_span_start(tool)
        processor.on_span_end(tool)
        for error in ({"message": "TRAP"}, None):
            edit = self.span("e", None, "function", name="edit", input='{"file_path": "a.py"}')
            edit.error = error
            processor.on_span_start(edit)
            processor.on_span_end(edit)
        events = list(self.events())
        names = ["session.started", "tool.before_use", "tool.before_use", "tool.before_use", "file.changed"]
        self.assertEqual([name for name, _ in events], names)
        exact = {"q": 1, "id": "1290123456789012345", "far": ["1e400", "0.10000000000000001"], "said": "1e400"}
        self.assertEqual(events[1][1]["toolInput"], exact)

    def test_the_hooks_report_each_run_with_its_turn(self) -> None:
        self.install("agents", RunHooks=RunHooks)
        hooks = openai_hooks(self.reporter)
        self.assertIsInstance(hooks, RunHooks)

        async def run(prompt: str, levels: int = 0) -> None:
            # A tool has a context of its own, which shares the counter of tokens.
            context = SimpleNamespace(usage=SimpleNamespace())
            agent = SimpleNamespace(name="writer", model=SimpleNamespace(model="m"))
            other = SimpleNamespace(name="other", model="n")
            user = {"role": "user", "content": prompt}
            await hooks.on_llm_start(context, agent, "TRAP", [user])
            call = SimpleNamespace(usage=context.usage, tool_call_id="c", tool_arguments='{"command": "make"}')
            tool = SimpleNamespace(name="bash")

            async def use_tool() -> None:
                # The framework awaits its hooks in tasks of their own.
                await asyncio.gather(hooks.on_tool_start(call, agent, tool))
                if levels:
                    await run("TRAP: a model wrote this", levels - 1)
                await asyncio.gather(hooks.on_tool_end(call, agent, tool, "TRAP"))

            await asyncio.gather(use_tool())
            await hooks.on_llm_start(context, other, None, [user, {"role": "user", "content": "TRAP"}])

        async def program() -> None:
            await run("one", 2)
            await run("two")

        asyncio.run(program())
        for value in ODD:
            asyncio.run(hooks.on_llm_start(value, value, value, value))
            asyncio.run(hooks.on_tool_start(value, value, value))
        expected: List[Event] = []
        for turn, prompt in (("turn 1", "one"), ("turn 2", "two")):
            common = {"turnId": turn, "agentType": "writer", "model": "m"}
            expected.append(("prompt.submitted", {"content": prompt, **common}))
            call = {"toolName": "bash", "toolInput": {"command": "make"}, "callId": "c"}
            for _ in range(3 if turn == "turn 1" else 1):
                expected.append(("tool.before_use", {**call, **common}))
                expected.append(("command.before_run", {"command": "make", "callId": "c", **common}))
        events = self.named()[1:]
        agents = [(data.pop("agentId", None), data.pop("parentAgentId", None)) for _, data in events]
        self.assertEqual(events, expected)
        # Three levels: the user's agent, one in its tool, and one in that one's tool.
        self.assertEqual(agents[1], (None, None))
        self.assertEqual(agents[3][1], None)
        self.assertEqual(agents[5][1], agents[3][0])
        self.assertEqual(agents[7], (None, None))


class HookMatcher:
    """Of the Claude Agent SDK, which reads these members."""

    def __init__(self, matcher: Optional[str] = None, hooks: Optional[List[Any]] = None) -> None:
        self.matcher = matcher
        self.hooks = hooks or []


class ClaudeAgentSdk(AdapterTest):
    def test_the_hooks_report_sessions_prompts_and_tools(self) -> None:
        self.install("claude_agent_sdk", HookMatcher=HookMatcher)
        hooks = claude_hooks(self.reporter)

        def fire(event: str, **given: Any) -> None:
            (matcher,) = hooks[event]
            self.assertIsNone(matcher.matcher)
            (hook,) = matcher.hooks
            self.assertEqual(asyncio.run(hook({"hook_event_name": event, **given}, None, None)), {})

        common: Dict[str, Any] = {"session_id": "one", "cwd": "/work", "permission_mode": "plan"}
        common["transcript_path"] = "TRAP"
        fire("UserPromptSubmit", prompt="go", **common)
        fire("UserPromptSubmit", prompt="TRAP", source="system", **common)
        inside = {"agent_id": "a", "agent_type": "reviewer", "tool_response": "TRAP"}
        fire("PreToolUse", tool_name="mcp__github__search", tool_input={"q": 1}, tool_use_id="c", **inside, **common)
        edit = {"tool_name": "Edit", "tool_input": {"file_path": "/work/a.py", "new_string": "x"}, "tool_use_id": "e"}
        fire("PreToolUse", **edit, **common)
        fire("PostToolUse", tool_response="TRAP", **edit, **common)
        for value in ODD:
            asyncio.run(hooks["PreToolUse"][0].hooks[0](value, None, None))
        base = {"cwd": "/work", "mode": "plan", "turnId": "turn 1"}
        call = {"toolName": "mcp__github__search", "toolInput": {"q": 1}, "callId": "c", "mcpServer": "github"}
        self.assertEqual(
            self.named()[:5],
            [
                ("session.started", {"harness": "claude-agent-sdk", "cwd": "/work"}),
                ("prompt.submitted", {"content": "go", "destination": "anthropic", **base}),
                ("tool.before_use", {**call, "agentId": "a", "agentType": "reviewer", **base}),
                ("tool.before_use", {"toolName": "Edit", "toolInput": edit["tool_input"], "callId": "e", **base}),
                ("file.changed", {"path": "/work/a.py", "changeType": "modified", "callId": "e", **base}),
            ],
        )


    def test_an_answer_of_an_agent_and_an_attached_file_are_not_typed(self) -> None:
        self.install("claude_agent_sdk", HookMatcher=HookMatcher)
        hook = claude_hooks(self.reporter)["UserPromptSubmit"][0].hooks[0]
        answer = "<task-notification>\n<result>TRAP</result>\n</task-notification>\nTRAP"
        attached = 'go\n[@a](file:///a)\n\n<context ref="file:///a">\nTRAP </context> TRAP\n</context>'
        for given in (
            {"prompt": answer},
            {"prompt": "<new-kind-of-notice>TRAP</new-kind-of-notice>"},
            {"prompt": "TRAP", "agent_id": "a"},
            {"prompt": "TRAP", "parentAgentId": "a"},
            {"prompt": attached},
        ):
            asyncio.run(hook({"session_id": "one", **given}, None, None))
        (_, prompt) = self.events()
        self.assertRegex(prompt[1]["content"], r"^go\n\[@a\]\(file:///a\)\n\[Plinth left out .+: \d+ bytes\]$")


class Hooks:
    """Pydantic AI's capability: ``hooks.on.run`` wraps a run, and ``hooks.on.tool_execute`` a tool."""

    def __init__(self) -> None:
        self.wrap_run: Any = None
        self.wrap_tool: Any = None
        self.on = SimpleNamespace(run=self._set("wrap_run"), tool_execute=self._set("wrap_tool"))

    def _set(self, name: str) -> Callable[[Any], Any]:
        def register(function: Any) -> Any:
            setattr(self, name, function)
            return function

        return register


class PydanticAi(AdapterTest):
    def test_the_hooks_report_runs_tools_and_the_runs_inside_tools(self) -> None:
        self.install("pydantic_ai")
        self.install("pydantic_ai.capabilities", Hooks=Hooks)
        hooks = pydantic_hooks(self.reporter)
        model = SimpleNamespace(model_name="m", system="acme-ai")

        async def run(run_id: str, prompt: Any, name: str, tools: List[Tuple[str, Any, Any]]) -> str:
            context = SimpleNamespace(run_id=run_id, prompt=prompt, agent=SimpleNamespace(name=name), model=model)

            async def handler() -> str:
                for tool_name, args, body in tools:
                    call = SimpleNamespace(tool_name=tool_name, tool_call_id=f"call of {tool_name}")

                    async def execute(given: Any, args: Any = args, body: Any = body) -> str:
                        self.assertIs(given, args)
                        if body is not None:
                            await body()
                        return "TRAP: the tool printed this"

                    with suppress(PermissionError):
                        wrapped = hooks.wrap_tool(context, call=call, tool_def=None, args=args, handler=execute)
                        self.assertEqual(await wrapped, "TRAP: the tool printed this")
                return "TRAP: the answer"

            result: str = await hooks.wrap_run(context, handler=handler)
            return result

        async def program() -> None:
            async def refuse() -> None:
                raise PermissionError("TRAP")

            async def deeper() -> None:
                edits = [("edit", {"file_path": "a.py"}, None), ("edit", {"file_path": "b.py"}, refuse)]
                await run("r4", "TRAP: a model wrote this", "third", edits)

            async def review() -> None:
                calls = [("search", {"q": 1}, None), ("deeper", {}, deeper)]
                await run("r2", "TRAP: a model wrote this", "reviewer", calls)

            calls = [("bash", {"command": "make"}, None), ("review", {}, review)]
            self.assertEqual(await run("r1", ["Fix the test.", object()], "writer", calls), "TRAP: the answer")
            # The same task runs the next one, which is no part of the first.
            await run("r3", "Thanks.", "writer", [])

            async def fail() -> None:
                raise KeyError("TRAP")

            with self.assertRaises(KeyError):
                await hooks.wrap_run(Odd(), handler=fail)

        asyncio.run(program())
        writer = {"turnId": "turn 1", "agentType": "writer"}
        search: Dict[str, Any] = {"toolName": "search", "toolInput": {"q": 1}, "callId": "call of search"}
        search.update(turnId="turn 1", agentType="reviewer", agentId="r2")
        third = {"turnId": "turn 1", "agentType": "third", "agentId": "r4", "parentAgentId": "r2"}
        third["callId"] = "call of edit"
        known = {"agentType": "writer", "model": "m", "destination": "acme-ai"}
        self.assertEqual(
            self.named()[1:],
            [
                ("prompt.submitted", {"content": "Fix the test.", "turnId": "turn 1", **known}),
                (
                    "tool.before_use",
                    {"toolName": "bash", "toolInput": {"command": "make"}, "callId": "call of bash", **writer},
                ),
                ("command.before_run", {"command": "make", "callId": "call of bash", **writer}),
                ("tool.before_use", {"toolName": "review", "toolInput": {}, "callId": "call of review", **writer}),
                ("tool.before_use", search),
                ("tool.before_use", {**search, "toolName": "deeper", "toolInput": {}, "callId": "call of deeper"}),
                ("tool.before_use", {"toolName": "edit", "toolInput": {"file_path": "a.py"}, **third}),
                ("file.changed", {"path": "a.py", "changeType": "modified", **third}),
                ("tool.before_use", {"toolName": "edit", "toolInput": {"file_path": "b.py"}, **third}),
                ("prompt.submitted", {"content": "Thanks.", "turnId": "turn 2", **known}),
            ],
        )


class CrewKickoffStartedEvent:
    """Events of CrewAI are found by their class."""


class LiteAgentExecutionStartedEvent:
    """An agent without a crew."""


class ToolUsageStartedEvent:
    """A tool is about to run."""


class CrewAi(AdapterTest):
    def test_the_listener_reports_what_a_crew_was_given_and_its_tools(self) -> None:
        listeners: Dict[type, Any] = {}

        def on(kind: type) -> Callable[[Any], Any]:
            return lambda listener: listeners.setdefault(kind, listener)

        kinds = (CrewKickoffStartedEvent, LiteAgentExecutionStartedEvent, ToolUsageStartedEvent)
        bus = SimpleNamespace(on=on)
        self.install("crewai")
        self.install("crewai.events", crewai_event_bus=bus, **{kind.__name__: kind for kind in kinds})
        plinth_listener(self.reporter)

        def emit(kind: type, **members: Any) -> None:
            listeners[kind](None, SimpleNamespace(**members))

        tasks = [SimpleNamespace(description="Look."), SimpleNamespace(description="Write.", output="TRAP")]
        emit(CrewKickoffStartedEvent, inputs={"topic": "flaky tests"}, crew=None)
        emit(
            ToolUsageStartedEvent,
            tool_name="bash",
            tool_args='{"command": "make"}',
            agent_id="a",
            agent_role="Writer",
            output="TRAP",
            event_id="tool",
        )
        # The tool starts a crew, whose agent starts another agent.
        emit(CrewKickoffStartedEvent, inputs={"topic": "TRAP"}, crew=None, event_id="crew", parent_event_id="tool")
        nested = [{"role": "user", "content": "TRAP: a model wrote this"}]
        emit(LiteAgentExecutionStartedEvent, messages=nested, event_id="agent", parent_event_id="crew")
        emit(CrewKickoffStartedEvent, inputs={"topic": "tests", "year": 2026}, crew=None)
        emit(CrewKickoffStartedEvent, inputs=None, crew=SimpleNamespace(tasks=tasks))
        messages = [{"role": "system", "content": "TRAP"}, {"role": "user", "content": "alone"}]
        emit(LiteAgentExecutionStartedEvent, agent_info={"role": "Helper"}, messages=messages)
        for value in ODD:
            for listener in listeners.values():
                listener(value, value)
        self.assertEqual(
            self.named()[1:],
            [
                ("prompt.submitted", {"content": "flaky tests", "turnId": "turn 1"}),
                (
                    "tool.before_use",
                    {
                        "toolName": "bash",
                        "toolInput": {"command": "make"},
                        "agentId": "a",
                        "agentType": "Writer",
                        "turnId": "turn 1",
                    },
                ),
                (
                    "command.before_run",
                    {"command": "make", "agentId": "a", "agentType": "Writer", "turnId": "turn 1"},
                ),
                ("prompt.submitted", {"content": "topic: tests\nyear: 2026", "turnId": "turn 2"}),
                ("prompt.submitted", {"content": "Look.\nWrite.", "turnId": "turn 3"}),
                ("prompt.submitted", {"content": "alone", "agentType": "Helper", "turnId": "turn 4"}),
            ],
        )


class WithoutPlinth(unittest.TestCase):
    def test_an_adapter_neither_waits_nor_raises(self) -> None:
        plinth = PlinthClient(make_token(), integration="acme", base_url="http://127.0.0.1:9")
        reporter = plinth.reporter(flush_timeout=0)
        self.addCleanup(reporter.close)
        processor = plinth_trace_processor(reporter)
        for number in range(100):
            span = OpenAiAgents.span(str(number), None, "function", name="search", input='{"q": 1}')
            processor.on_span_start(span)
            processor.on_span_end(span)
        processor.force_flush()
        self.assertEqual((reporter.stats.queued, reporter.stats.failed), (101, 0))
