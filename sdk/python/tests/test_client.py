"""What the clients send, whom they send it to, and what they make of it."""

from __future__ import annotations

import asyncio
import email.utils
import os
import socket
import subprocess
import sys
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Callable, Dict
from unittest import mock

from plinth_sdk import (
    AsyncPlinthClient,
    NotPlinthError,
    PlinthClient,
    PlinthConfigurationError,
    PlinthDownError,
    PlinthError,
    PlinthInvalidError,
    PlinthTimeoutError,
    PlinthTooLargeError,
)
from plinth_sdk._http import NotHttp, ReplyParser

from .support import (
    CLOSE,
    HANG,
    HEADERS,
    PACKAGE,
    TAKEN,
    ScriptedServer,
    always,
    body_of,
    isolated,
    make_token,
    problem,
)

TOKEN = make_token()
BOTH = ["events:write", "capabilities:read"]


def manifest(name: str = "acme", permissions: Any = BOTH, **headers: str) -> Dict[str, Any]:
    json = {"permissions": permissions, "integration": {"id": "int_1", "name": name}, "eventTypes": []}
    date = {"Date": email.utils.formatdate(usegmt=True)}
    return {"status": 200, "headers": {**HEADERS, **date, **headers}, "json": json}


# The client's own limit of two seconds is too short for 32 threads on a machine that does much else.
UNHURRIED: Dict[str, Any] = {"token": TOKEN, "integration": "acme", "timeout": 60}


def client_of(server: ScriptedServer, **options: Any) -> PlinthClient:
    given: Dict[str, Any] = {**UNHURRIED, "base_url": server.base_url, **options}
    return PlinthClient(**given)


def async_client_of(server: ScriptedServer, **options: Any) -> AsyncPlinthClient:
    given: Dict[str, Any] = {**UNHURRIED, "base_url": server.base_url, **options}
    return AsyncPlinthClient(**given)


class Reporting(unittest.TestCase):
    def test_each_event_is_sent_as_the_contract_has_it(self) -> None:
        moment = datetime(2026, 11, 21, 10, 8, 7, 6999, timezone(timedelta(hours=1)))
        data: Dict[str, Any] = {"cwd": "/home/ada"}
        names = "prompt_submitted tool_before_use command_before_run file_changed session_started session_ended"

        async def report_async(server: ScriptedServer) -> None:
            async with async_client_of(server) as plinth:
                for name in names.split():
                    await getattr(plinth, name)("sess-1", moment, data)

        def report(server: ScriptedServer) -> None:
            with client_of(server) as plinth:
                for name in names.split():
                    getattr(plinth, name)("sess-1", moment, data)

        def run_async(server: ScriptedServer) -> None:
            asyncio.run(report_async(server))

        for run in (report, run_async):
            with ScriptedServer(always(TAKEN)) as server:
                run(server)
            events = [body_of(request)["event"] for request in server.requests]
            self.assertEqual([event.replace(".", "_") for event in events], names.split())
            self.assertEqual(server.connections, 1)
            self.assertEqual(
                body_of(server.requests[0]),
                {
                    "schema": "service.event.v1",
                    "integration": "acme",
                    "event": "prompt.submitted",
                    "sessionId": "sess-1",
                    "occurredAt": "2026-11-21T09:08:07.006Z",
                    "data": data,
                },
            )

    def test_a_call_whose_arguments_do_not_fit_says_how_to_call_it(self) -> None:
        form = "prompt_submitted(session_id, occurred_at=None, data=None, *, timeout=None, retries=None)"
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            call: Any = plinth.prompt_submitted
            for fault, args, named in (
                ("multiple values for argument 'session_id'", ({"content": "x"},), {"session_id": "s"}),
                ("missing a required argument: 'session_id'", (), {}),
                ("too many positional arguments", ("s", None, {}, 5), {}),
                ("got an unexpected keyword argument 'content'", ("s",), {"content": "x"}),
            ):
                with self.assertRaises(TypeError) as raised:
                    call(*args, **named)
                self.assertEqual(str(raised.exception), f"prompt_submitted(): {fault}. Call it as {form}")
            self.assertEqual(server.requests, [])

    def test_content_of_any_script_arrives(self) -> None:
        content = "h\u00e9llo \U0001f642 \u2028 \x00 \ud83d"
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            plinth.prompt_submitted("s", data={"content": content})
            plinth.tool_before_use("s", data={"toolInput": [1, {"q": None}]})
        self.assertEqual(body_of(server.requests[0])["data"], {"content": content})
        self.assertEqual(body_of(server.requests[1])["data"], {"toolInput": [1, {"q": None}]})

    def test_now_and_no_data_are_filled_in(self) -> None:
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            before = datetime.now(timezone.utc) - timedelta(milliseconds=1)
            plinth.session_started("s")
            plinth.submit({"event": "session.ended", "sessionId": "s"})
            after = datetime.now(timezone.utc)
        for request in server.requests:
            body = body_of(request)
            self.assertRegex(body["occurredAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            sent = datetime.strptime(body["occurredAt"] + "+0000", "%Y-%m-%dT%H:%M:%S.%fZ%z")
            self.assertTrue(before <= sent <= after)
            self.assertEqual(body["data"], {})

    def test_a_naive_datetime_is_local_time_and_a_string_is_sent_as_it_is(self) -> None:
        naive = datetime(2026, 1, 2, 3, 4, 5)
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            plinth.session_started("s", naive)
            plinth.session_started("s", "yesterday")
        utc = naive.astimezone(timezone.utc)
        self.assertEqual(body_of(server.requests[0])["occurredAt"], utc.strftime("%Y-%m-%dT%H:%M:%S.000Z"))
        self.assertEqual(body_of(server.requests[1])["occurredAt"], "yesterday")

    def test_what_is_over_1_mib_or_no_event_is_refused_before_it_is_sent(self) -> None:
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            with self.assertRaises(PlinthTooLargeError):
                plinth.prompt_submitted("s", data={"content": "\u00e9" * 524_288})
            strange: Any
            for strange in (None, 7, "x", []):
                with self.assertRaises(PlinthInvalidError) as caught:
                    plinth.submit(strange)
                self.assertEqual(caught.exception.errors, [("/data", "invalid", None)])
                self.assertIsNone(caught.exception.__context__)
            self.assertEqual(server.connections, 0)
            plinth.prompt_submitted("s", data={"content": "\u00e9" * 524_000})

    def test_a_stale_connection_is_no_try(self) -> None:
        def reply_to(index: int) -> Dict[str, Any]:
            return CLOSE if index == 1 else TAKEN

        async def main() -> None:
            async with async_client_of(server, retries=0) as plinth:
                await plinth.session_started("s")
                await plinth.session_started("s")

        with ScriptedServer(reply_to) as server, client_of(server, retries=0) as plinth:
            plinth.session_started("s")
            plinth.session_started("s")
        self.assertEqual((len(server.requests), server.connections), (3, 2))
        with ScriptedServer(reply_to) as server:
            asyncio.run(main())
        self.assertEqual((len(server.requests), server.connections), (3, 2))

    def test_an_idle_connection_with_surplus_bytes_is_not_used_again(self) -> None:
        head = "HTTP/1.1 202 A\r\nPlinth-Api-Version: 1.1\r\nContent-Type: application/json\r\n"
        text = head + "Content-Length: 2\r\n\r\n{}"
        with ScriptedServer(always({"raw": [{"send": text * 2}]})) as server, client_of(server) as plinth:
            for _ in range(2):
                with self.assertRaises(PlinthError):
                    plinth.session_started("s")
        self.assertEqual((len(server.requests), server.connections), (2, 2))

    def test_a_refusal_that_comes_before_the_end_of_the_request_is_read(self) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()

            def refuse() -> None:
                sock, _ = listener.accept()
                sock.recv(1024)
                sock.sendall(b"HTTP/1.1 401 No\r\nPlinth-Api-Version: 1.1\r\nContent-Length: 0\r\n\r\n")
                sock.shutdown(socket.SHUT_WR)
                while sock.recv(65536):
                    pass
                sock.close()

            thread = threading.Thread(target=refuse)
            thread.start()
            base_url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            client = PlinthClient(TOKEN, integration="acme", base_url=base_url, timeout=60)
            with client as plinth, self.assertRaises(PlinthError) as caught:
                plinth.prompt_submitted("s", data={"content": "x" * 1_000_000})
            thread.join()
        self.assertEqual(caught.exception.code, "unauthorized")

    def test_threads_may_share_a_client(self) -> None:
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            threads = [threading.Thread(target=plinth.session_started, args=(f"s{n}",)) for n in range(32)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(len({body_of(request)["sessionId"] for request in server.requests}), 32)

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork()")
    def test_a_child_does_not_share_a_connection_with_its_parent(self) -> None:
        with ScriptedServer(always(TAKEN)) as server, client_of(server) as plinth:
            plinth.session_started("parent")
            child = os.fork()
            if child == 0:
                try:
                    plinth.session_started("child")
                finally:
                    os._exit(0)
            os.waitpid(child, 0)
            plinth.session_started("parent")
        self.assertEqual((len(server.requests), server.connections), (3, 2))

    def test_one_async_client_outlives_its_event_loop(self) -> None:
        async def report() -> None:
            await asyncio.gather(*(plinth.session_started(f"s{n}") for n in range(8)))

        with ScriptedServer(always(TAKEN)) as server:
            plinth = async_client_of(server)
            asyncio.run(report())
            asyncio.run(report())
            asyncio.run(plinth.close())
        self.assertEqual(len(server.requests), 16)

    def test_an_async_report_can_be_cancelled(self) -> None:
        async def main() -> None:
            async with async_client_of(server, timeout=600) as plinth:
                task = asyncio.ensure_future(plinth.session_started("s"))
                while not server.requests:
                    await asyncio.sleep(0.001)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task

        with ScriptedServer(always(HANG)) as server:
            asyncio.run(main())

    def test_a_closed_client_fails(self) -> None:
        async def main() -> None:
            async with async_client_of(server) as plinth:
                await plinth.session_started("s")
            with self.assertRaises(PlinthConfigurationError):
                await plinth.session_started("s")

        with ScriptedServer(always(TAKEN)) as server:
            with client_of(server) as plinth:
                plinth.session_started("s")
            with self.assertRaises(PlinthConfigurationError):
                plinth.session_started("s")
            asyncio.run(main())

    def test_a_restarted_plinth_is_found_within_one_report(self) -> None:
        def publish(folder: str, server: ScriptedServer) -> None:
            path = Path(folder, "runtime.json")
            path.write_text(f'{{"baseUrl": "{server.base_url}", "pid": {os.getpid()}}}')
            path.chmod(0o600)

        async def main(first: ScriptedServer, second: ScriptedServer, folder: str) -> None:
            async with AsyncPlinthClient(TOKEN, integration="acme") as plinth:
                await plinth.session_started("s")
                first.close()
                publish(folder, second)
                await plinth.session_ended("s")

        for blocking in (True, False):
            with isolated() as folder, ScriptedServer(always(TAKEN)) as first, ScriptedServer(always(TAKEN)) as second:
                publish(folder, first)
                if blocking:
                    with PlinthClient(TOKEN, integration="acme") as plinth:
                        plinth.session_started("s")
                        first.close()
                        publish(folder, second)
                        plinth.session_ended("s")
                else:
                    asyncio.run(main(first, second, folder))
            self.assertEqual((len(first.requests), len(second.requests)), (1, 1))


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as sock:
            sock.bind(("::1", 0))
    except OSError:
        return False
    return True


class Loopback(unittest.TestCase):
    def test_localhost_is_reached_without_looking_it_up(self) -> None:
        async def main() -> None:
            async with async_client_of(server, base_url=f"http://localhost:{server.port}") as plinth:
                await plinth.session_started("s")

        with ScriptedServer(always(TAKEN)) as server:
            with mock.patch("socket.getaddrinfo", side_effect=AssertionError):
                with client_of(server, base_url=f"http://localhost:{server.port}") as plinth:
                    plinth.session_started("s")
                asyncio.run(main())
        self.assertEqual(len(server.requests), 2)

    @unittest.skipUnless(has_ipv6(), "no ::1 here")
    def test_localhost_is_reached_on_ipv6_alone(self) -> None:
        with ScriptedServer(always(TAKEN), "::1") as server:
            for base_url in (server.base_url, f"http://localhost:{server.port}"):
                with client_of(server, base_url=base_url) as plinth:
                    plinth.session_started("s")
        self.assertEqual(len(server.requests), 2)

    def refusal(self, server: ScriptedServer, reason: str, **options: Any) -> None:
        """Both clients refuse to send, for the reason."""

        async def main() -> None:
            async with async_client_of(server, retries=0, **options) as plinth:
                with self.assertRaisesRegex(PlinthDownError, reason):
                    await plinth.session_started("s")

        with client_of(server, retries=0, **options) as plinth, self.assertRaisesRegex(PlinthDownError, reason):
            plinth.session_started("s")
        asyncio.run(main())
        self.assertEqual(server.requests, [])

    def test_a_peer_that_is_not_the_endpoint_is_dropped_before_a_byte_is_sent(self) -> None:
        # Sockets of these layers are used as they are, so their peers can be made up here.
        class Elsewhere(socket.socket):
            __module__ = "gevent.test"
            peer: Any = ()

            def getpeername(self) -> Any:
                return self.peer or self.getsockname()

        with ScriptedServer(always(TAKEN)) as server, mock.patch("socket.socket", Elsewhere):
            for peer, reason in (
                (("93.184.216.34", server.port), "not loopback"),
                (("127.0.0.1", server.port ^ 1), "proxy"),
                ((), "a proxy|nothing listens"),
            ):
                with self.subTest(reason), mock.patch.object(Elsewhere, "peer", peer):
                    self.refusal(server, reason)

    def test_no_proxy_is_ever_asked(self) -> None:
        names = "http_proxy HTTP_PROXY https_proxy HTTPS_PROXY all_proxy ALL_PROXY"
        script = (
            "import asyncio, plinth_sdk as plinth\n"
            "plinth.PlinthClient(integration='acme').session_started('s')\n"
            "asyncio.run(plinth.AsyncPlinthClient(integration='acme').session_started('s'))\n"
        )
        with ScriptedServer(always(CLOSE)) as trap, ScriptedServer(always(TAKEN)) as server:
            env = {
                **os.environ,
                **dict.fromkeys(names.split(), f"http://127.0.0.1:{trap.port}"),
                "no_proxy": "",
                "PLINTH_TOKEN": TOKEN,
                "PLINTH_BASE_URL": server.base_url,
                "PYTHONPATH": str(PACKAGE / "src"),
            }
            subprocess.run([sys.executable, "-c", script], env=env, check=True)
        self.assertEqual((trap.connections, len(server.requests)), (0, 2))

    def test_a_plinth_that_accepts_nothing_is_waited_for_no_longer_than_told(self) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen(0)
            # The one place in the queue is taken, so that the next connection hangs in the kernel.
            crowd = [socket.socket() for _ in range(4)]
            for sock in crowd:
                sock.setblocking(False)
                sock.connect_ex(listener.getsockname())
            base_url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            try:
                with PlinthClient(TOKEN, integration="acme", base_url=base_url, timeout=0.2) as plinth:
                    with self.assertRaises(PlinthTimeoutError):
                        plinth.session_started("s")
            finally:
                for sock in crowd:
                    sock.close()


class Asking(unittest.TestCase):
    def report(self, reply: Any, **options: Any) -> Any:
        """The same report from both clients."""
        reply_to: Callable[[int], Dict[str, Any]] = reply if callable(reply) else always(reply)

        async def main() -> Any:
            async with async_client_of(server, **options) as plinth:
                return await plinth.test_connection()

        with ScriptedServer(reply_to) as server, client_of(server, **options) as plinth:
            report = plinth.test_connection()
            self.requests = list(server.requests)
        with ScriptedServer(reply_to) as server:
            other = asyncio.run(main())
        # Ports differ, and a second may have begun.
        one, two = (each._replace(base_url="", clock_skew=0)[:11] for each in (other, report))
        self.assertEqual(one, two)
        return report

    def test_capabilities_are_what_plinth_says(self) -> None:
        async def main() -> Any:
            async with async_client_of(server) as plinth:
                return await plinth.capabilities()

        with ScriptedServer(always(manifest())) as server:
            with client_of(server) as plinth:
                capabilities = plinth.capabilities()
            self.assertEqual(asyncio.run(main()), capabilities)
        self.assertEqual(capabilities["permissions"], BOTH)
        self.assertTrue(server.requests[0].startswith(b"GET /api/developer/v1/capabilities HTTP/1.1\r\n"))

    def test_capabilities_must_look_like_it(self) -> None:
        for json in ({}, {"permissions": []}, {"permissions": [], "integration": None}, {"integration": {"name": "a"}}):
            with ScriptedServer(always({"status": 200, "headers": HEADERS, "json": json})) as server:
                with client_of(server) as plinth, self.assertRaises(PlinthError) as caught:
                    plinth.capabilities()
            self.assertEqual(caught.exception.code, "protocol")

    def test_a_refusal_says_what_its_problem_means(self) -> None:
        for status, code, meaning in (
            (403, "integration_mismatch", "the token has another integration name"),
            (403, "insufficient_permission", "the token lacks the permission"),
            (403, "forbidden_host", "it does not serve this base URL"),
            (403, "from_a_later_version", "this is not allowed, see .problem"),
            (400, "invalid_event", "the event is not valid"),
        ):
            with ScriptedServer(always(problem(status, code))) as server:
                with client_of(server) as plinth, self.assertRaises(PlinthError) as caught:
                    plinth.session_started("s")
            self.assertEqual(str(caught.exception), f"Plinth answered {status}: {meaning}.")

    def test_a_refusal_says_which_name_the_token_has(self) -> None:
        json = {"code": "integration_mismatch", "tokenIntegration": "quick"}
        with ScriptedServer(always({"status": 403, "headers": HEADERS, "json": json})) as server:
            with client_of(server) as plinth, self.assertRaises(PlinthError) as caught:
                plinth.session_started("s")
        self.assertEqual(
            str(caught.exception), 'Plinth answered 403: the token is for "quick", the event says "acme".'
        )

    def test_all_is_well(self) -> None:
        report = self.report(manifest())
        self.assertEqual(
            (report.ok, report.reachable, report.is_plinth, report.authorized, report.permissions, report.integration),
            (True, True, True, True, tuple(BOTH), "acme"),
        )
        self.assertEqual((report.name_matches, report.error, report.problems), (True, None, ()))
        self.assertLessEqual(abs(report.clock_skew), 1)
        self.assertEqual(report.base_url_source, "option")
        self.assertTrue(all(request.startswith(b"GET ") for request in self.requests))

    def test_a_token_that_may_only_write(self) -> None:
        replies = [problem(403, "insufficient_permission"), problem(400, "invalid_event")]
        report = self.report(lambda index: replies[index])
        self.assertEqual((report.ok, report.permissions, report.name_matches), (True, ("events:write",), None))
        self.assertEqual(body_of(self.requests[1]), {})

    def test_a_token_that_may_only_read_or_nothing(self) -> None:
        report = self.report(manifest(permissions=["capabilities:read"]))
        self.assertEqual((report.ok, report.authorized), (False, True))
        self.assertRegex(" ".join(report.problems), "events:write")
        report = self.report(problem(403, "insufficient_permission"))
        self.assertEqual((report.ok, report.authorized, report.error), (False, True, "forbidden"))

    def test_another_name_and_another_clock(self) -> None:
        report = self.report(manifest("other"))
        self.assertEqual((report.ok, report.name_matches), (False, False))
        report = self.report(manifest(Date=email.utils.formatdate(time.time() - 3600, usegmt=True)))
        self.assertTrue(report.ok)
        self.assertAlmostEqual(report.clock_skew, -3600, delta=2)
        self.assertRegex(" ".join(report.problems), "clock")
        self.assertIsNone(self.report(manifest(Date="today")).clock_skew)

    def test_an_unknown_token_what_is_not_plinth_and_nothing_at_all(self) -> None:
        report = self.report(problem(401, "unauthorized"))
        self.assertEqual((report.is_plinth, report.authorized, report.error), (True, False, "unauthorized"))
        report = self.report({"status": 200, "headers": {}, "text": "hello"})
        self.assertEqual((report.reachable, report.is_plinth, report.authorized), (True, False, None))
        report = self.report(CLOSE)
        self.assertEqual((report.reachable, report.is_plinth, report.error), (False, False, "down"))
        with ScriptedServer(always(TAKEN)) as server:
            plinth = client_of(server)
            plinth.close()
            self.assertEqual(plinth.test_connection().error, "configuration")


class Parser(unittest.TestCase):
    ANSWERS = (
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"2;a=b\r\nhe\r\n3\r\nllo\r\n0\r\nT: 1\r\n\r\n",
    )

    def test_an_answer_is_the_same_however_it_is_cut(self) -> None:
        for answer in self.ANSWERS:
            for first in range(len(answer) + 1):
                for second in range(first, len(answer) + 1, 3):
                    parser = ReplyParser()
                    pieces = [answer[:first], answer[first:second], answer[second:]]
                    done = [parser.feed(piece) for piece in pieces if piece]
                    self.assertEqual(done[-1], True)
                    self.assertNotIn(True, done[:-1])
                    assert parser.reply is not None
                    self.assertEqual((parser.reply.body, parser.reusable), (b"hello", True))

    def test_a_cut_answer_is_never_whole(self) -> None:
        for answer in self.ANSWERS:
            for end in range(len(answer)):
                parser = ReplyParser()
                self.assertFalse(parser.feed(answer[:end]))
                self.assertFalse(parser.end())

    def test_what_is_not_http_is_refused(self) -> None:
        for head in (
            b"HTTP/2 200 OK",
            b"HTTP/1.1 20 OK",
            b"HTTP/1.1 200 OK\r\nNo colon",
            b"HTTP/1.1 200 OK\r\n Folded: x",
            b"HTTP/1.1 200 OK\r\nSpace : x",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1",
            b"HTTP/1.1 200 OK\r\nContent-Length: 1, 1",
            b"HTTP/1.1 200 OK\r\nContent-Length: +1",
            b"HTTP/1.1 200 OK\r\nX: " + b"x" * 16_384,
        ):
            with self.subTest(head[:60]), self.assertRaises(NotHttp):
                ReplyParser().feed(head + b"\r\n\r\n")
        for chunks in (b"-1\r\n", b"0x5\r\n", b"\r\n", b"5 5\r\n", b"2\r\nhexx\r\n", b"1" * 2_000):
            with self.subTest(chunks[:60]), self.assertRaises(NotHttp):
                ReplyParser().feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)

    def test_a_connection_is_reused_only_when_that_is_sure(self) -> None:
        for head, reusable in (
            (b"HTTP/1.1 200 OK\r\nContent-Length: 0", True),
            (b"HTTP/1.1 204 No", True),
            (b"HTTP/1.0 200 OK\r\nContent-Length: 0", False),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: x, Close", False),
        ):
            parser = ReplyParser()
            self.assertTrue(parser.feed(head + b"\r\n\r\n"))
            self.assertEqual(parser.reusable, reusable)


class Errors(unittest.TestCase):
    def test_they_can_be_told_apart(self) -> None:
        self.assertTrue(issubclass(PlinthTimeoutError, PlinthDownError))
        self.assertFalse(issubclass(NotPlinthError, PlinthDownError))
