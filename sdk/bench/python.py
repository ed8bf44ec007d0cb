"""Usage: python.py PORT TOKEN REPORTS ROUNDS; prints one line of JSON."""

import asyncio
import http.client
import json
import sys
import time
from datetime import datetime, timezone

from plinth_sdk import AsyncPlinthClient, PlinthClient

port, token, reports, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
data = {"content": "Explain this function. " * 20, "destination": "acme", "cwd": "/srv/project"}
plinth = PlinthClient(token, integration="bench", base_url=f"http://127.0.0.1:{port}")
aio = AsyncPlinthClient(token, integration="bench", base_url=f"http://127.0.0.1:{port}")
bare = http.client.HTTPConnection("127.0.0.1", int(port), timeout=2)


def report_bare():
    event = {
        "schema": "service.event.v1",
        "integration": "bench",
        "event": "prompt.submitted",
        "sessionId": "s",
        "occurredAt": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        "data": data,
    }
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    bare.request("POST", "/api/developer/v1/events", json.dumps(event), headers)
    return json.loads(bare.getresponse().read())


def report():
    return plinth.prompt_submitted("s", data=data)


def run(call):
    micros = []
    for _ in range(reports):
        sent = time.perf_counter()
        call()
        micros.append((time.perf_counter() - sent) * 1e6)
    return micros


def run_async(_call):
    async def main():
        micros = []
        for _ in range(reports):
            sent = time.perf_counter()
            await aio.prompt_submitted("s", data=data)
            micros.append((time.perf_counter() - sent) * 1e6)
        return micros

    return asyncio.run(main())


contenders = {
    "bare http.client": (run, report_bare),
    "plinth-sdk": (run, report),
    "plinth-sdk asyncio": (run_async, None),
}
rates = {name: [] for name in contenders}
micros = {name: [] for name in contenders}
for round_number in range(rounds + 1):
    for name, (runner, call) in contenders.items():
        began = time.perf_counter()
        taken = runner(call)
        # The first round warms everything up.
        if round_number > 0:
            rates[name].append(reports / (time.perf_counter() - began))
            micros[name] += taken
print(json.dumps({"rates": rates, "micros": micros}))
