"""Values that JSON does not have, times, tokens and their secrecy."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import re
import threading
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import Any, Dict, List
from unittest import mock
from uuid import UUID

from plinth_sdk import (
    AsyncPlinthClient,
    PlinthClient,
    PlinthConfigurationError,
    PlinthDownError,
    PlinthTimeoutError,
)
from plinth_sdk._version import SDK_VERSION

from .support import HANG, TAKEN, ScriptedServer, always, body_of, isolated, make_token

TOKEN = make_token()


class Colour(Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    y: Any


class Unreadable(Dict[str, Any]):
    def items(self) -> Any:
        raise RuntimeError


def client_of(server: ScriptedServer, **options: Any) -> PlinthClient:
    return PlinthClient(TOKEN, integration="acme", base_url=server.base_url, timeout=60, **options)


class Values(unittest.TestCase):
    def test_what_json_does_not_have_is_described_and_the_event_is_not_lost(self) -> None:
        cycle: List[Any] = []
        cycle.append(cycle)
        deep: Any = 1
        for _ in range(100_000):
            deep = [deep]
        value = {
            "time": datetime(2026, 1, 2, tzinfo=timezone.utc),
            "path": PurePosixPath("/srv"),
            "uuid": UUID(int=1),
            "point": Point(1, Decimal("2.5")),
            "set": {1},
            "bytes": b"abc",
            "nan": float("nan"),
            "far": [float("inf"), -float("inf")],
            "equal": {1: "a", "1": "b"},
            "error": ValueError("wrong"),
            "cycle": cycle,
            "colour": Colour.RED,
            "object": object(),
            "unreadable": Unreadable(),
            "safe": -(2**53) + 1,
            "beyond": [2**53, -(2**60)],
            7: {None: 1, (1, 2): 2, 2**60: 3},
        }
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            plinth.tool_before_use("s", data={"toolInput": value, "cwd": Path("/srv")})  # type: ignore[typeddict-item]
            plinth.tool_before_use("s", data={"toolInput": deep})
            plinth.tool_before_use("s", data={"toolInput": 10**5_000})
        expected = {
            "time": "2026-01-02T00:00:00+00:00",
            "path": "/srv",
            "uuid": "00000000-0000-0000-0000-000000000001",
            "point": {"x": 1, "y": "2.5"},
            "set": [1],
            "bytes": "[3 bytes]",
            "nan": "NaN",
            "far": ["Infinity", "-Infinity"],
            "equal": {"1 2": "a", "1": "b"},
            "error": {"name": "ValueError", "message": "wrong"},
            "cycle": ["[circular]"],
            "colour": "red",
            "object": "[object]",
            "unreadable": "[unreadable]",
            "safe": -9007199254740991,
            "beyond": ["9007199254740992", "-1152921504606846976"],
            "7": {"None": 1, "[1, 2]": 2, "1152921504606846976": 3},
        }
        self.assertEqual(body_of(server.requests[0])["data"], {"toolInput": expected, "cwd": "/srv"})
        self.assertIn(b'[[[["[too deep]"]]]]', server.requests[1])

    def test_equal_events_of_one_millisecond_stay_two_from_every_thread(self) -> None:
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            reporters = [plinth.reporter(flush_timeout=60) for _ in range(4)]

            def report(index: int) -> None:
                for _ in range(50):
                    reporters[index].session_started("s")

            threads = [threading.Thread(target=report, args=(index,)) for index in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for reporter in reporters:
                reporter.close()
        times = {body_of(request)["occurredAt"] for request in server.requests}
        self.assertEqual((len(server.requests), len(times)), (200, 200))
        self.assertTrue(all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", each) for each in times))

    def test_two_thousand_calls_at_once_share_32_connections(self) -> None:
        async def main(base_url: str) -> None:
            options: Any = {"integration": "acme", "base_url": base_url, "timeout": 600}
            async with AsyncPlinthClient(TOKEN, **options) as plinth:
                await asyncio.gather(*(plinth.session_started("s") for _ in range(2_000)))

        with ScriptedServer(always(TAKEN)) as server:
            asyncio.run(main(server.base_url))
            self.assertEqual(len(server.requests), 2_000)
            self.assertLessEqual(server.connections, 32)

    def test_two_thousand_threads_share_32_connections(self) -> None:
        with ScriptedServer(always(TAKEN)) as server:
            options: Any = {"integration": "acme", "base_url": server.base_url, "timeout": 600}
            with PlinthClient(TOKEN, **options) as plinth:
                before = threading.stack_size(262_144)
                self.addCleanup(threading.stack_size, before)
                calls = [threading.Thread(target=plinth.session_started, args=("s",)) for _ in range(2_000)]
                for call in calls:
                    call.start()
                for call in calls:
                    call.join()
            self.assertEqual(len(server.requests), 2_000)
            self.assertLessEqual(server.connections, 32)

    def test_a_call_that_waits_for_a_connection_ends_with_its_time(self) -> None:
        def call_in_vain() -> None:
            # It ends when the server does.
            with contextlib.suppress(PlinthDownError):
                plinth.session_started("s")

        options: Any = {"integration": "acme", "timeout": 600, "retries": 0}
        calls = [threading.Thread(target=call_in_vain) for _ in range(32)]
        with ScriptedServer(always(HANG)) as server, PlinthClient(TOKEN, base_url=server.base_url, **options) as plinth:
            for call in calls:
                call.start()
            while len(server.requests) < 32:
                calls[0].join(0.01)
            with self.assertRaises(PlinthTimeoutError):
                plinth.session_started("s", timeout=0.05)
            self.assertEqual(server.connections, 32)
        for call in calls:
            call.join()

    def test_a_call_has_limits_of_its_own(self) -> None:
        with ScriptedServer(always(HANG)) as server, client_of(server) as plinth:
            with self.assertRaises(PlinthTimeoutError):
                plinth.session_started("s", timeout=0.05)
            with self.assertRaises(PlinthConfigurationError):
                plinth.session_started("s", retries=11)

    def test_a_call_says_who_calls(self) -> None:
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            plinth.session_started("s")
        self.assertIn(f"\r\nUser-Agent: plinth-sdk-python/{SDK_VERSION}\r\n".encode(), server.requests[0])


class Tokens(unittest.TestCase):
    def test_white_space_around_it_is_left_out(self) -> None:
        with ScriptedServer(always(TAKEN)) as server:
            with PlinthClient(f" {TOKEN}\n", integration="acme", base_url=server.base_url) as plinth:
                plinth.session_started("s")
        self.assertIn(f"Bearer {TOKEN}\r\n".encode(), server.requests[0])

    def test_a_file_or_a_function_is_read_before_each_request(self) -> None:
        other = make_token(filling="Zz9")
        current: Any = TOKEN
        with isolated() as folder, ScriptedServer(always(TAKEN)) as server:
            file = Path(folder, "token")
            os.environ["PLINTH_TOKEN_FILE"] = str(file)
            with self.assertRaises(PlinthConfigurationError):
                PlinthClient(integration="acme")
            file.write_text(f"{TOKEN}\n")
            from_file = PlinthClient(integration="acme", base_url=server.base_url)
            from_function = PlinthClient(lambda: str(current), integration="acme", base_url=server.base_url)
            for each in (TOKEN, other):
                file.write_text(each)
                current = each
                for plinth in (from_file, from_function):
                    plinth.session_started("s")
                    self.assertIn(f"Bearer {each}\r\n".encode(), server.requests[-1])
            for written in (f"\ufeff{TOKEN}\r\n", f"{TOKEN}  \r\n\r\n", f"\ufeff {TOKEN}"):
                file.write_bytes(written.encode())
                from_file.session_started("s")
                self.assertIn(f"Bearer {TOKEN}\r\n".encode(), server.requests[-1])
            for utf16 in (f"\ufeff{TOKEN}", TOKEN):
                file.write_bytes(utf16.encode("utf-16-le"))
                with self.assertRaisesRegex(PlinthConfigurationError, "is UTF-16 text: save it as UTF-8"):
                    PlinthClient(integration="acme")
            if hasattr(os, "mkfifo"):
                pipe = str(Path(folder, "pipe"))
                os.mkfifo(pipe)
                with mock.patch.dict(os.environ, PLINTH_TOKEN_FILE=pipe):
                    with self.assertRaises(PlinthConfigurationError):
                        PlinthClient(integration="acme")
            for broken in (b"\xff\xfe\x80", b"", TOKEN.encode("latin-1") + b"\xe9"):
                file.write_bytes(broken)
                with self.assertRaises(PlinthConfigurationError):
                    PlinthClient(integration="acme")
            current = None
            file.unlink()
            for plinth in (from_file, from_function):
                with plinth, self.assertRaises(PlinthConfigurationError):
                    plinth.session_started("s")

    def shown_by(self, error: BaseException) -> str:
        """What a test runner prints that shows the arguments and the locals of each frame it does not hide."""
        shown: List[str] = [repr(error)]
        step = error.__traceback__
        while step is not None:
            frame = step.tb_frame
            if frame.f_code.co_filename != __file__ and not frame.f_locals.get("__tracebackhide__"):
                shown += [f"{value!r}" for value in frame.f_locals.values()]
            step = step.tb_next
        return "\n".join(shown)

    def test_no_frame_shows_it(self) -> None:
        broken = TOKEN[:-1] + ("1" if TOKEN[-1] == "0" else "0")
        # assertRaises would clear the frames.
        try:
            PlinthClient(broken, integration="acme")
            self.fail("it was taken")
        except PlinthConfigurationError as error:
            self.assertNotIn(broken, self.shown_by(error))
        plinth = PlinthClient(TOKEN, integration="acme", base_url="http://127.0.0.1:9", retries=0)

        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        plinth._delivery._idle.take = interrupt  # type: ignore[assignment]
        shown = ""
        try:
            plinth.session_started("s")
        except KeyboardInterrupt as error:
            shown = self.shown_by(error)
        self.assertIn("<secret>", shown)
        self.assertNotIn(TOKEN, shown)
