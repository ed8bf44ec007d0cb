"""What the clients do with a server that misbehaves: the scenarios that both SDKs share."""

from __future__ import annotations

import asyncio
import json
import re
import traceback
import unittest
from typing import Any, Callable, Dict, List, Union

from plinth_sdk import AsyncPlinthClient, PlinthClient, PlinthError, Receipt

from .support import CLOSE, PACKAGE, ScriptedServer, always, isolated, make_token

SCENARIOS = json.loads((PACKAGE.parent / "behaviour" / "scenarios.json").read_text())["scenarios"]
TOKEN = make_token()
CONTENT = "quietly rotate the 7 orchard keys"
Outcome = Union[Receipt, PlinthError]


def submit_blocking(options: Dict[str, Any]) -> Outcome:
    with PlinthClient(**options) as plinth:
        try:
            return plinth.prompt_submitted("s", data={"content": CONTENT})
        except PlinthError as error:
            return error


def submit_async(options: Dict[str, Any]) -> Outcome:
    async def main() -> Outcome:
        plinth = AsyncPlinthClient(**options)
        try:
            return await plinth.prompt_submitted("s", data={"content": CONTENT})
        except PlinthError as error:
            return error
        finally:
            await plinth.close()

    return asyncio.run(main())


def everything_in(error: BaseException) -> str:
    """All that an error could show to whoever logs it, with the errors it came from."""
    text = "".join(traceback.format_exception(type(error), error, None)) + repr(error) + repr(vars(error))
    related = [each for each in (error.__cause__, error.__context__) if each is not None]
    return text + "".join(everything_in(each) for each in related)


class Behaviour(unittest.TestCase):
    maxDiff = None

    def play(self, scenario: Dict[str, Any], submit: Callable[[Dict[str, Any]], Outcome]) -> None:
        expect = scenario["expect"]
        with isolated(), ScriptedServer(always(CLOSE)) as trap:
            words = {"content": CONTENT, "token": TOKEN, "trap": str(trap.port)}
            text = json.dumps(scenario["replies"])
            filled = re.sub(r"\$(content|token|trap)", lambda match: words[match[1]], text)
            replies: List[Dict[str, Any]] = json.loads(filled)
            with ScriptedServer(lambda index: replies[min(index, len(replies) - 1)]) as server:
                client = scenario.get("client", {})
                options: Dict[str, Any] = {"token": TOKEN, "integration": "acme", "base_url": server.base_url}
                if "timeoutMs" in client:
                    options["timeout"] = client["timeoutMs"] / 1000
                if "retries" in client:
                    options["retries"] = client["retries"]
                outcome = submit(options)
                requests = list(server.requests)
                flooded = server.flooded
            self.assertEqual(trap.connections, 0)
        if "receipt" in expect:
            assert isinstance(outcome, Receipt), outcome
            accepted, recorded, report_only, receipt_id, replayed = outcome
            found = {
                "accepted": accepted,
                "recorded": recorded,
                "reportOnly": report_only,
                "receiptId": receipt_id,
                "replayed": replayed,
            }
            self.assertEqual(found, expect["receipt"])
        else:
            self.assertIsInstance(outcome, PlinthError)
            assert isinstance(outcome, PlinthError)
            self.assertEqual(outcome.code, expect["error"], outcome)
            for name in ("status", "problem"):
                if name in expect:
                    self.assertEqual(getattr(outcome, name), expect[name])
            if "retryAfterMs" in expect:
                self.assertEqual(outcome.retry_after, expect["retryAfterMs"] / 1000)
            if "errors" in expect:
                errors = [{k: v for k, v in each._asdict().items() if v is not None} for each in outcome.errors]
                self.assertEqual(errors, expect["errors"])
            shown = everything_in(outcome)
            self.assertNotIn(CONTENT, shown)
            self.assertNotIn(TOKEN, shown)
        self.assertEqual(len(requests), expect["requests"])
        self.assertEqual(len(set(requests)), 1, "every try has the same bytes")
        self.assertLessEqual(flooded, expect.get("floodAtMost", 0))

    def test_blocking(self) -> None:
        for scenario in SCENARIOS:
            with self.subTest(scenario["name"]):
                self.play(scenario, submit_blocking)

    def test_asyncio(self) -> None:
        for scenario in SCENARIOS:
            with self.subTest(scenario["name"]):
                self.play(scenario, submit_async)
