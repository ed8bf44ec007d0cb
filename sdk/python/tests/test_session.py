"""Sessions fill in what each event belongs to."""

from __future__ import annotations

import os
import unittest
from typing import Any, Dict, List, Tuple

from plinth_sdk import PlinthClient, PlinthReporter

from .support import TAKEN, ScriptedServer, always, body_of, make_token


class Session(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ScriptedServer(always(TAKEN))
        self.addCleanup(self.server.close)
        plinth = PlinthClient(make_token(), integration="acme", base_url=self.server.base_url, timeout=60)
        self.reporter: PlinthReporter = plinth.reporter(flush_timeout=60)

    def events(self) -> List[Tuple[str, Dict[str, Any]]]:
        self.reporter.close()
        bodies = [body_of(request) for request in self.server.requests]
        self.assertEqual(len({body["sessionId"] for body in bodies}), 1)
        for body in bodies:
            # What a session has for its project if it was given none.
            if body["data"]["cwd"] == os.getcwd():
                del body["data"]["cwd"]
        return [(body["event"], body["data"]) for body in bodies]

    def test_the_session_the_turn_the_model_and_the_provider_are_filled_in(self) -> None:
        with self.reporter.session(harness="acme", cwd="/srv", model="m-1", destination="acme-ai") as session:
            session.prompt("one")
            session.command("make", callId="c-1")
            session.prompt("two")
            session.file_changed("a.py", "deleted")
        self.assertFalse(session.end())
        names, (started, one, make, two, file, ended) = zip(*self.events())
        self.assertEqual(
            names,
            (
                "session.started",
                "prompt.submitted",
                "command.before_run",
                "prompt.submitted",
                "file.changed",
                "session.ended",
            ),
        )
        self.assertEqual(started, {"harness": "acme", "cwd": "/srv", "model": "m-1"})
        self.assertEqual(ended, {"cwd": "/srv", "model": "m-1"})
        self.assertEqual((one["content"], one["destination"], make["callId"]), ("one", "acme-ai", "c-1"))
        self.assertEqual((make["turnId"], file["turnId"]), (one["turnId"], two["turnId"]))
        self.assertNotEqual(one["turnId"], two["turnId"])

    def test_a_tool_is_told_at_its_start_and_what_it_changed_after_it_succeeded(self) -> None:
        tools: List[Tuple[str, Any, str, Dict[str, Any]]] = [
            ("Bash", {"command": "ls"}, "command.before_run", {"command": "ls"}),
            ("local_shell", {"command": ["ls", "-l"]}, "command.before_run", {"command": "ls -l"}),
            ("Edit", {"file_path": "a"}, "file.changed", {"path": "a", "changeType": "modified"}),
            ("write_file", {"path": "a"}, "file.changed", {"path": "a"}),
            ("Bash", {"other": 1}, "", {}),
            ("Read", {"path": "a"}, "", {}),
            ("search", None, "", {}),
        ]
        session = self.reporter.session(session_id="s")
        expected = []
        for name, given, event, data in tools:
            self.assertTrue(session.tool_call(name, given, callId="c"))
            self.assertEqual(session.tool_succeeded(name, given, callId="c"), event == "file.changed")
            told = {"toolName": name, "toolInput": given, "callId": "c"}
            expected.append(("tool.before_use", {name: value for name, value in told.items() if value is not None}))
            expected += [(event, {**data, "callId": "c"})] if event else []
        # It failed or was refused: nobody says that it succeeded.
        session.tool_call("Edit", {"file_path": "failed"})
        events = self.events()
        self.assertEqual(events[1:-2], expected)
        # The session ended with the reporter.
        self.assertEqual([name for name, _ in events[-2:]], ["tool.before_use", "session.ended"])

    def test_a_sub_agent_and_its_parent_are_named(self) -> None:
        session = self.reporter.session(session_id="s", agent_id="main", agent_type="lead")
        session.prompt("do it")
        reviewer = session.agent("sub", agent_type="reviewer")
        reviewer.tool_call("Read", {"path": "a"})
        reviewer.agent().command("ls")
        _, (_, prompt), (_, read), (_, listing) = self.events()[:4]
        self.assertEqual((prompt["agentId"], prompt["agentType"]), ("main", "lead"))
        self.assertEqual((read["agentId"], read["parentAgentId"], read["agentType"]), ("sub", "main", "reviewer"))
        self.assertEqual((listing["parentAgentId"], listing.get("agentType")), ("sub", None))
        self.assertEqual((read["turnId"], listing["turnId"]), (prompt["turnId"], prompt["turnId"]))

    def test_it_ends_when_its_block_raises(self) -> None:
        with self.assertRaises(RuntimeError), self.reporter.session():
            raise RuntimeError
        self.assertEqual(self.events()[-1], ("session.ended", {"reason": "error"}))
