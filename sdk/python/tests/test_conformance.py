"""Every vector of the contract: its answer understood, and its event said to a real host."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import unittest
from itertools import groupby
from typing import Any, Dict, List, Optional

from plinth_sdk import AsyncPlinthClient, PlinthClient, PlinthError

from .support import PACKAGE, REPOSITORY, RealHost, ScriptedServer, find_node, isolated, make_token

CODES = {
    400: "invalid",
    401: "unauthorized",
    403: "forbidden",
    404: "protocol",
    405: "protocol",
    413: "too_large",
    415: "invalid",
    429: "rate_limited",
    503: "unavailable",
}
PERMISSIONS = {"events-only": ["events:write"], "capabilities-only": ["capabilities:read"]}
Vector = Dict[str, Any]

FILES = [json.loads(path.read_text()) for path in sorted((PACKAGE.parent / "conformance").glob("*.json"))]
INTEGRATION = FILES[0]["integration"] if FILES else ""
VECTORS: List[Vector] = sorted(
    (vector for file in FILES for vector in file["vectors"]), key=lambda vector: str(vector["credential"])
)


def unsayable(vector: Vector) -> Optional[str]:
    """Why an SDK cannot say what the vector says; None when it can."""
    if "event" not in vector:
        return "it is about raw HTTP"
    if "state" in vector:
        return f"it needs a host that is {vector['state']}"
    if vector["credential"] in ("none", "malformed", "managed"):
        return f"no SDK sends a token that is {vector['credential']}"
    if not isinstance(vector["event"], dict):
        return "an SDK sends objects"
    if [each["code"] for each in vector["expect"]["body"].get("errors", [])] == ["too_deep"]:
        return "an SDK cuts what is too deep"
    filled_in = [name for name in ("schema", "integration", "occurredAt", "data") if name not in vector["event"]]
    return f"the SDK fills in {filled_in[0]}" if filled_in else None


def padded(vector: Vector) -> Dict[str, Any]:
    event: Dict[str, Any] = json.loads(json.dumps(vector["event"]))
    padding = vector["request"].get("bodyPadding")
    if padding:
        event["data"]["content"] = ""
        size = len(json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode())
        event["data"]["content"] = padding["unit"] * (padding["totalBytes"] - size)
    return event


@unittest.skipUnless(VECTORS, "this checkout has no sdk/conformance")
class Conformance(unittest.TestCase):
    def check(self, outcome: Any, expect: Dict[str, Any]) -> None:
        if expect["status"] < 300:
            self.assertNotIsInstance(outcome, Exception)
            return
        assert isinstance(outcome, PlinthError), outcome
        self.assertEqual(outcome.code, CODES[expect["status"]])
        if outcome.status is not None:
            # Without a status the SDK refused it before sending.
            errors = [{k: v for k, v in each._asdict().items() if v is not None} for each in outcome.errors]
            expected = (expect["status"], expect["body"]["code"], expect["body"].get("errors", []))
            self.assertEqual((outcome.status, outcome.problem, errors), expected)

    def test_every_answer_is_understood(self) -> None:
        reply: Dict[str, Any] = {}
        with ScriptedServer(lambda _index: reply) as server, PlinthClient(
            make_token(), integration=INTEGRATION, base_url=server.base_url, retries=0
        ) as plinth:
            for vector in VECTORS:
                expect = vector["expect"]
                text = json.dumps(expect["body"]).replace("$receiptId", "rcpt_" + "0" * 26)
                text = re.sub(r"\$\w+", "text", text)
                reply = {"status": expect["status"], "headers": expect["headers"], "text": text}
                with self.subTest(vector["name"]):
                    outcome: Any
                    try:
                        outcome = plinth.capabilities() if expect["status"] == 200 else plinth.session_started("s")
                    except PlinthError as error:
                        outcome = error
                    self.check(outcome, expect)

    @unittest.skipUnless(find_node(), "the host of this checkout is not installed (npm ci)")
    def test_every_event_can_be_said_to_a_real_host(self) -> None:
        with isolated():
            host = RealHost()
            try:
                self.say_all(host)
            finally:
                host.stop()

    def say_all(self, host: RealHost) -> None:
        live = ""
        sayable = [vector for vector in VECTORS if not unsayable(vector)]
        self.assertGreater(len(sayable), 50)
        for credential, group in groupby(sayable, key=lambda vector: str(vector["credential"])):
            if credential == "unknown":
                token = make_token("plint_", "unknown")
            else:
                # Names are unique among live integrations, so there is one at a time.
                if live not in ("", "revoked"):
                    host.revoke(INTEGRATION)
                token, live = host.generate(INTEGRATION, *PERMISSIONS.get(credential, [])), credential
                if credential == "revoked":
                    host.revoke(INTEGRATION)
            vectors = list(group)
            self.say(host, token, vectors[::2])
            asyncio.run(self.say_async(host, token, vectors[1::2]))

    def say(self, host: RealHost, token: str, vectors: List[Vector]) -> None:
        with PlinthClient(token, integration=INTEGRATION, base_url=host.base_url, timeout=60, retries=0) as plinth:
            for vector in vectors:
                outcome: Any
                try:
                    outcome = plinth.submit(padded(vector))
                except PlinthError as error:
                    outcome = error
                with self.subTest(vector["name"]):
                    self.check(outcome, vector["expect"])

    async def say_async(self, host: RealHost, token: str, vectors: List[Vector]) -> None:
        client = AsyncPlinthClient(token, integration=INTEGRATION, base_url=host.base_url, timeout=60, retries=0)
        async with client as plinth:
            for vector in vectors:
                outcome: Any
                try:
                    outcome = await plinth.submit(padded(vector))
                except PlinthError as error:
                    outcome = error
                with self.subTest(vector["name"]):
                    self.check(outcome, vector["expect"])


@unittest.skipUnless(find_node(), "the host of this checkout is not installed (npm ci)")
class RealPlinth(unittest.TestCase):
    def test_it_is_discovered_tested_asked_and_reported_to(self) -> None:
        with isolated():
            host = RealHost()
            try:
                token = host.generate("acme")
                with isolated(PLINTH_DATA_DIR=host.data_dir, PLINTH_TOKEN=token):
                    with PlinthClient(integration="acme") as plinth:
                        report = plinth.test_connection()
                        self.assertEqual((report.ok, report.problems), (True, ()))
                        self.assertEqual((report.base_url_source, report.base_url), ("discovery", host.base_url))
                        self.assertEqual(plinth.capabilities()["integration"]["name"], "acme")
                        moment = "2026-01-15T09:30:00.000Z"
                        first = plinth.prompt_submitted("s", moment, {"content": "hello"})
                        again = plinth.prompt_submitted("s", moment, {"content": "hello"})
                        self.assertEqual((first.replayed, again), (False, first._replace(replayed=True)))
                writer = host.generate("writer", "events:write")
                with PlinthClient(writer, integration="writer", base_url=host.base_url) as plinth:
                    self.assertEqual(plinth.test_connection().permissions, ("events:write",))
                    host.revoke("writer")
                    self.assertEqual(plinth.test_connection().error, "unauthorized")
            finally:
                host.stop()

    def test_the_example_runs(self) -> None:
        with isolated():
            host = RealHost()
            try:
                env = {
                    **os.environ,
                    "PLINTH_TOKEN": host.generate("example-agent"),
                    "PLINTH_DATA_DIR": host.data_dir,
                    "PYTHONPATH": str(PACKAGE / "src"),
                }
                command = [sys.executable, str(REPOSITORY / "examples" / "python-script.py")]
                done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE)
            finally:
                host.stop()
        self.assertRegex(done.stdout.decode(), "on record as rcpt_(.|\\s)*took 3 more reports")

    def test_it_may_be_killed_in_the_middle(self) -> None:
        with isolated():
            host = RealHost()
            token = host.generate("acme")
            moments = [f"2026-01-15T09:30:00.{n:03d}Z" for n in range(40)]
            with isolated(PLINTH_DATA_DIR=host.data_dir), PlinthClient(token, integration="acme") as plinth:
                receipts = [plinth.session_started("s", moment) for moment in moments[:20]]
                host.kill()
                with self.assertRaises(PlinthError) as caught:
                    plinth.session_started("s", moments[20])
                # On a developer's machine another Plinth may be at the default port; it does not know this token.
                self.assertIn(caught.exception.code, ("down", "unauthorized"))
                host = RealHost(host.data_dir)
                try:
                    again = [plinth.session_started("s", moment) for moment in moments]
                finally:
                    host.stop()
            self.assertEqual(again[:20], [receipt._replace(replayed=True) for receipt in receipts])
            self.assertFalse(any(receipt.replayed for receipt in again[20:]))
