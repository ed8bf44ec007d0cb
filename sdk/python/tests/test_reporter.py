"""Reports in the background."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
import unittest
from typing import Any, Iterator, List, Mapping, Tuple

from plinth_sdk import (
    AsyncPlinthClient,
    PlinthClient,
    PlinthConfigurationError,
    PlinthError,
    PlinthReporter,
)

from .support import CLOSE, HANG, PACKAGE, TAKEN, ScriptedServer, always, body_of, make_token, problem

TOKEN = make_token()


class Reporter(unittest.TestCase):
    def reporter_to(self, base_url: str, **options: Any) -> PlinthReporter:
        plinth = PlinthClient(TOKEN, integration="acme", base_url=base_url, timeout=60)
        reporter = plinth.reporter(**options)
        self.addCleanup(plinth.close)
        self.addCleanup(reporter.close, 0)
        return reporter

    def ids(self, server: ScriptedServer) -> Any:
        return [body_of(request)["sessionId"] for request in server.requests]

    def test_everything_is_sent_in_order_as_it_was_when_reported(self) -> None:
        with ScriptedServer(always(TAKEN)) as server:
            reporter = self.reporter_to(server.base_url)
            data: Any = {"command": "before"}
            self.assertTrue(reporter.session_started("s0"))
            self.assertTrue(reporter.command_before_run("s1", data=data))
            data["command"] = "after"
            self.assertTrue(reporter.submit({"event": "session.ended", "sessionId": "s2"}))
            self.assertTrue(reporter.flush(60))
            self.assertTrue(reporter.flush(60))
            self.assertEqual(reporter.stats, (0, 3, 0, 0, None))
        self.assertEqual(self.ids(server), ["s0", "s1", "s2"])
        self.assertEqual(body_of(server.requests[1])["data"], {"command": "before"})

    def test_it_never_raises(self) -> None:
        class Trap(Mapping[str, Any]):
            def __getitem__(self, _name: str) -> Any:
                raise RuntimeError

            def __iter__(self) -> Iterator[str]:
                return iter(["sessionId"])

            def __len__(self) -> int:
                return 1

        reporter = self.reporter_to("http://127.0.0.1:9")
        self.assertFalse(reporter.prompt_submitted("s", data={"content": "x" * 1_048_576}))
        self.assertFalse(reporter.submit(Trap()))
        self.assertFalse(reporter.submit(None))  # type: ignore[arg-type]
        self.assertEqual((reporter.stats.failed, reporter.stats.last_error), (3, "invalid"))

    def test_options_are_checked(self) -> None:
        plinth = PlinthClient(TOKEN, integration="acme", base_url="http://127.0.0.1:9")
        wrong: Any
        for wrong in (
            {"max_queue": -1},
            {"max_queue": 0},
            {"max_queue": float("nan")},
            {"max_queue": True},
            {"max_queue_bytes": float("inf")},
            {"flush_timeout": -1},
            {"flush_timeout": float("nan")},
            {"flush_on": ["SIGTERM"]},
            {"flush_on": [-5]},
            {"on_error": "print"},
        ):
            with self.subTest(wrong), self.assertRaises(PlinthConfigurationError):
                plinth.reporter(**wrong)

    def test_it_rests_when_a_person_must_mend_something_says_so_and_keeps_its_events(self) -> None:
        not_plinth = {"status": 200, "headers": {}, "text": "hello"}
        for reply in (problem(401, "unauthorized"), problem(403, "integration_mismatch"), not_plinth):
            heard: List[Any] = []

            def on_error(error: PlinthError, event: Any, heard: List[Any] = heard) -> None:
                heard.append((event, error.code))
                raise error

            with self.subTest(reply["status"]), ScriptedServer(always(reply)) as server:
                with self.assertLogs("plinth", "WARNING") as logs:
                    reporter = self.reporter_to(server.base_url, on_error=on_error)
                    self.assertEqual(reporter.status(), "ready")
                    for n in range(20):
                        reporter.session_started(f"private {n}")
                    self.assertFalse(reporter.flush(60))
                    self.assertEqual(reporter.status(), "resting")
                    reporter.session_ended("private")
                    self.assertFalse(reporter.flush(60))
                self.assertEqual((len(server.requests), reporter.stats.queued), (1, 21))
                self.assertEqual(heard, [("session.started", reporter.stats.last_error)])
                self.assertEqual(len(logs.output), 1)
                self.assertNotIn("private", logs.output[0])

    def test_one_event_that_plinth_fails_at_three_times_is_given_up(self) -> None:
        def reply_to(index: int) -> Any:
            return problem(500, "internal") if b"poison" in server.requests[index] else TAKEN

        with ScriptedServer(reply_to) as server:
            reporter = self.reporter_to(server.base_url)
            reporter.session_started("poison")
            reporter.session_started("good")
            self.assertTrue(reporter.flush(60))
            self.assertEqual(self.ids(server), ["poison", "poison", "poison", "good"])
            self.assertEqual((reporter.stats.sent, reporter.stats.failed), (1, 1))

    def test_the_rest_is_kept_when_plinth_fails_at_everything(self) -> None:
        with ScriptedServer(lambda index: problem(500, "internal") if index < 6 else TAKEN) as server:
            reporter = self.reporter_to(server.base_url)
            for n in range(5):
                reporter.session_started(f"s{n}")
            self.assertTrue(reporter.flush(120))
            self.assertEqual((reporter.stats.sent, reporter.stats.failed), (4, 1))

    def test_the_oldest_is_dropped_and_counted(self) -> None:
        with ScriptedServer(always(HANG)) as server:
            reporter = self.reporter_to(server.base_url, max_queue=3)
            for n in range(10):
                self.assertTrue(reporter.session_started(f"s{n}"))
            self.assertEqual((reporter.stats.queued, reporter.stats.dropped), (3, 7))
            reporter = self.reporter_to(server.base_url, max_queue_bytes=4_000)
            for n in range(5):
                reporter.prompt_submitted(f"s{n}", data={"content": "x" * 1_000})
            self.assertFalse(reporter.prompt_submitted("big", data={"content": "x" * 5_000}))
            self.assertEqual((reporter.stats.queued, reporter.stats.dropped), (3, 3))

    def test_events_outlast_an_outage_with_the_same_bytes(self) -> None:
        with ScriptedServer(lambda index: problem(503, "unavailable") if index < 2 else TAKEN) as server:
            reporter = self.reporter_to(server.base_url)
            reporter.session_started("s0")
            reporter.session_ended("s1")
            self.assertTrue(reporter.flush(60))
        self.assertEqual(self.ids(server), ["s0", "s0", "s0", "s1"])
        self.assertEqual(len(set(server.requests)), 2)

    def test_an_event_that_is_refused_is_given_up(self) -> None:
        with ScriptedServer(lambda index: problem(400, "invalid_event") if index == 0 else TAKEN) as server:
            reporter = self.reporter_to(server.base_url)
            reporter.session_started("s0")
            reporter.session_started("s1")
            self.assertTrue(reporter.flush(60))
            self.assertEqual(reporter.stats, (0, 1, 0, 1, "invalid"))

    def test_a_flush_keeps_to_its_budget_and_does_not_wait_for_nobody(self) -> None:
        with ScriptedServer(always(HANG)) as server:
            reporter = self.reporter_to(server.base_url)
            reporter.session_started("s")
            self.assertFalse(reporter.flush(0.02))
        reporter = self.reporter_to("http://127.0.0.1:9", flush_timeout=600)
        reporter.session_started("s")
        self.assertFalse(reporter.flush())
        self.assertEqual((reporter.stats.queued, reporter.stats.last_error), (1, "down"))
        reporter.close(0)

    def test_closing_counts_what_is_left(self) -> None:
        with ScriptedServer(always(CLOSE)) as server, self.reporter_to(server.base_url) as reporter:
            reporter.session_started("s")
            reporter.session_started("s")
        self.assertFalse(reporter.session_started("s"))
        self.assertEqual(reporter.close(), (0, 0, 3, 0, "down"))

    def test_an_async_client_has_one_too(self) -> None:
        async def main() -> None:
            async with AsyncPlinthClient(TOKEN, integration="acme", base_url=server.base_url) as plinth:
                async with plinth.reporter(flush_timeout=60) as reporter:
                    for n in range(5):
                        reporter.session_started(f"s{n}")

        with ScriptedServer(always(TAKEN)) as server:
            asyncio.run(main())
        self.assertEqual(self.ids(server), [f"s{n}" for n in range(5)])

    def test_many_threads_may_report(self) -> None:
        with ScriptedServer(always(TAKEN)) as server:
            reporter = self.reporter_to(server.base_url)
            threads = [threading.Thread(target=reporter.session_started, args=(f"s{n}",)) for n in range(32)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertTrue(reporter.flush(60))
        self.assertEqual(len(set(self.ids(server))), 32)

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork()")
    def test_a_child_begins_with_nothing_and_can_report(self) -> None:
        with ScriptedServer(lambda index: HANG if index == 0 else TAKEN) as server:
            reporter = self.reporter_to(server.base_url)
            reporter.session_started("parent")
            while not server.requests:
                time.sleep(0.001)
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    reporter.session_started("child")
                    status = 0 if reporter.flush(60) else 1
                finally:
                    os._exit(status)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(self.ids(server), ["parent", "child"])


class EndOfProcess(unittest.TestCase):
    def end_of(self, base_url: str, flush_timeout: float) -> Tuple[int, float]:
        script = (
            "import plinth_sdk as plinth\n"
            "reporter = plinth.PlinthClient(integration='acme', timeout=600).reporter("
            f"flush_timeout={flush_timeout})\n"
            "for n in range(20): reporter.session_started(f's{n}')\n"
        )
        env = {**os.environ, "PLINTH_TOKEN": TOKEN, "PLINTH_BASE_URL": base_url, "PYTHONPATH": str(PACKAGE / "src")}
        began = time.monotonic()
        status = subprocess.run([sys.executable, "-W", "error", "-c", script], env=env).returncode
        return status, time.monotonic() - began

    def test_it_still_sends_what_it_can(self) -> None:
        with ScriptedServer(always(TAKEN)) as server:
            self.assertEqual(self.end_of(server.base_url, 60)[0], 0)
        self.assertEqual(len(server.requests), 20)

    def test_a_plinth_that_hangs_holds_it_for_the_budget_alone(self) -> None:
        with ScriptedServer(always(HANG)) as server:
            status, lasted = self.end_of(server.base_url, 0.1)
        self.assertEqual(status, 0)
        self.assertLess(lasted, 60)

    def test_no_plinth_does_not_hold_it_however_large_the_budget(self) -> None:
        status, lasted = self.end_of("http://127.0.0.1:9", 600)
        self.assertEqual(status, 0)
        self.assertLess(lasted, 60)


