"""Reports the sessions of the Claude Agent SDK.

>>> ClaudeAgentOptions(hooks=plinth_hooks(reporter))  # doctest: +SKIP
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from ._adapters import member, reporter_of, safely, text_of, tool_input, typed_in
from ._content import TypedText, is_envelope, tables, typed_text_reader
from ._reporter import PlinthReporter
from ._session import PlinthSession

# Where a prompt comes from that a person or the program wrote. The others are Claude Code's own.
_WRITTEN_BY_USER = (None, "user", "sdk")
_MCP_TOOL = re.compile("mcp__(.+?)__")
_AGENTS = ("agent_id", "agentId", "parent_agent_id", "parentAgentId")
_READ = typed_text_reader(tables.OWN_BLOCKS["claude"])


def _common_of(given: Any) -> Dict[str, Any]:
    names = {"turnId": "prompt_id", "cwd": "cwd", "mode": "permission_mode", "agentId": "agent_id"}
    names["agentType"] = "agent_type"
    known = {name: text_of(member(given, theirs)) for name, theirs in names.items()}
    return {name: value for name, value in known.items() if value is not None}


def _read_prompt(text: str) -> Optional[TypedText]:
    typed = _READ(text)
    return None if typed and is_envelope(typed.content) else typed


def _typed_prompt(given: Any) -> Optional[str]:
    """What a user typed of a prompt. The answer of a background agent arrives as one, without a source."""
    is_of_agent = any(text_of(member(given, name)) for name in _AGENTS)
    if is_of_agent or member(given, "source") not in _WRITTEN_BY_USER:
        return None
    return typed_in(text_of(member(given, "prompt")), _read_prompt)


def plinth_hooks(reporter: Union[PlinthReporter, str], **options: Any) -> Dict[str, List[Any]]:
    """The ``hooks`` of ``ClaudeAgentOptions``. They change nothing: each answers with an empty mapping.

    Each session of Claude Code is one of Plinth's; ``options`` are those of the sessions.
    """
    matcher = import_module("claude_agent_sdk").HookMatcher
    made = reporter_of(reporter)
    sessions: Dict[str, PlinthSession] = {}

    def session_of(given: Any) -> PlinthSession:
        name = str(member(given, "session_id"))
        if name not in sessions:
            known: Dict[str, Any] = {"session_id": name, "cwd": text_of(member(given, "cwd"))}
            known.update(harness="claude-agent-sdk", destination="anthropic")
            sessions[name] = made.session(**{**known, **options})
        return sessions[name]

    def prompt(given: Any) -> None:
        content = _typed_prompt(given)
        if content is not None:
            session_of(given).prompt(content, **_common_of(given))

    def call_in(given: Any) -> Tuple[str, Any, Dict[str, Any]]:
        name = str(member(given, "tool_name"))
        server = _MCP_TOOL.match(name)
        more = {"mcpServer": server and server[1], "callId": text_of(member(given, "tool_use_id"))}
        return name, tool_input(member(given, "tool_input")), {**_common_of(given), **more}

    def tool_call(given: Any) -> None:
        name, tool_given, data = call_in(given)
        session_of(given).tool_call(name, tool_given, **data)

    def tool_succeeded(given: Any) -> None:
        name, tool_given, data = call_in(given)
        session_of(given).tool_succeeded(name, tool_given, **data)

    def on(report: Callable[[Any], None]) -> List[Any]:
        safe = safely(report)

        async def hook(given: Any, tool_use_id: Any, context: Any) -> Dict[str, Any]:
            safe(given)
            return {}

        return [matcher(hooks=[hook])]

    # Claude Code has another event for a tool that failed, and none for one that was refused.
    return {"UserPromptSubmit": on(prompt), "PreToolUse": on(tool_call), "PostToolUse": on(tool_succeeded)}
