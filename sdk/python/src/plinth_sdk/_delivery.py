"""Where a message goes, what it looks like on the wire, and whether it is tried again. No input or output here."""

from __future__ import annotations

import errno
import random
import time
from typing import Callable, Generator, NamedTuple, Optional, Tuple, Union

from ._answer import Answer, read_reply
from ._base_url import Endpoint, find_endpoint, given_endpoint
from ._errors import (
    NotPlinthError,
    PlinthConfigurationError,
    PlinthDownError,
    PlinthError,
    PlinthTimeoutError,
)
from ._http import Reply
from ._token import Secret, SecretBytes
from ._version import SDK_VERSION

_API = "/api/developer/v1/"
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 1.0
_BUSY_STATUSES = (429, 502, 503, 504)

Outcome = Union[Reply, PlinthError]
Result = Union[Answer, PlinthError]


class Message(NamedTuple):
    """What is asked of Plinth."""

    method: str
    path: str
    body: bytes = b""


CAPABILITIES = Message("GET", "capabilities")


class Limits(NamedTuple):
    """The seconds and the tries after the first that one call may take; None stands for the client's."""

    timeout: Optional[float] = None
    retries: Optional[int] = None


def is_server_busy(error: PlinthError) -> bool:
    """Whether the server asks to come back later."""
    return error.status in _BUSY_STATUSES


def event_message(body: bytes) -> Message:
    """The message that carries one event's bytes."""
    return Message("POST", "events", body)


def jitter(first: float, failures: int, longest: float) -> float:
    """A pause before the next try, drawn from all of a span that doubles with every failure (full jitter)."""
    return random.random() * min(longest, first * 2.0 ** min(failures, 30))


def down(endpoint: Endpoint, reason: str) -> PlinthError:
    """The error for a connection that could not be made, or broke."""
    return PlinthDownError(f"Plinth is not reachable at {endpoint.base_url} ({reason}). Is it running?")


def broken(endpoint: Endpoint, error: OSError) -> PlinthError:
    """The error for what the operating system said of a connection."""
    return down(endpoint, errno.errorcode.get(error.errno or 0, type(error).__name__))


def timed_out(endpoint: Endpoint) -> PlinthError:
    """The error for an answer that did not come in time."""
    return PlinthTimeoutError(f"Plinth did not answer in time at {endpoint.base_url}.")


def not_http(endpoint: Endpoint) -> PlinthError:
    """The error for something that does not speak HTTP."""
    return NotPlinthError(f"What answers at {endpoint.base_url} is not Plinth (no HTTP).")


def not_running() -> PlinthError:
    """The error where no discovery file of a live process names a place."""
    return PlinthDownError("Plinth is not running, so nothing was sent (no runtime.json of a live process).")


class Attempt(NamedTuple):
    """A request to send, and the moment of the monotonic clock by which its answer must be there."""

    endpoint: Endpoint
    request: bytes
    deadline: float


class Pause(NamedTuple):
    """Seconds to wait before the next try."""

    seconds: float


Steps = Generator[Union[Attempt, Pause], Optional[Outcome], Result]
"""What to do for one message, step by step; an attempt is answered with its outcome."""


class Route:
    """One Plinth as a client sees it: the token, the time allowed, and the place, which may be found anew."""

    def __init__(
        self, token: Callable[[], Secret], timeout: float, retries: int, base_url: Optional[str]
    ) -> None:
        self._token = token
        self.timeout = timeout
        self.retries = retries
        self._given = given_endpoint(base_url)
        self._found: Optional[Endpoint] = None

    def endpoint(self) -> Optional[Endpoint]:
        """Where Plinth is taken to be; None when it is not running."""
        found = self._given or self._found
        if found is None:
            found = self._found = find_endpoint()
        return found

    def steps(self, message: Message, limits: Limits, is_closed: Callable[[], bool]) -> Steps:
        """The tries and pauses of one message, within the total time; the same for blocking sockets and for asyncio."""
        timeout = self.timeout if limits.timeout is None else limits.timeout
        retries = self.retries if limits.retries is None else limits.retries
        try:
            check_limits(timeout, retries)
        except PlinthConfigurationError as error:
            return error
        deadline = time.monotonic() + timeout
        failures = 0
        while True:
            if is_closed():
                return PlinthConfigurationError("The client is closed.")
            endpoint = self.endpoint()
            outcome: Optional[Outcome]
            if endpoint is None:
                outcome = not_running()
            else:
                request = self._encode(message, endpoint)
                if isinstance(request, PlinthError):
                    return request
                outcome = yield Attempt(endpoint, request, deadline)
            if outcome is None:
                # A stale connection left the pool, so this ends at a fresh one.
                continue
            result, pause = self._judge(outcome, message, endpoint, failures, retries, deadline)
            if pause is None:
                return result
            failures += 1
            yield Pause(pause)

    def _encode(self, message: Message, endpoint: Endpoint) -> Union[SecretBytes, PlinthError]:
        """The bytes of a request; the same for every try at one place, unless the token was rotated."""
        __tracebackhide__ = True
        try:
            token = self._token()
        except PlinthError as error:
            return error
        except Exception:
            return PlinthConfigurationError("token() raised an error.")
        head = Secret(
            f"{message.method} {_API}{message.path} HTTP/1.1\r\nHost: {endpoint.authority}\r\n"
            f"User-Agent: plinth-sdk-python/{SDK_VERSION}\r\nAuthorization: Bearer {token}\r\n"
        )
        if message.method == "POST":
            head = Secret(f"{head}Content-Type: application/json\r\nContent-Length: {len(message.body)}\r\n")
        return SecretBytes(head.encode("ascii") + b"\r\n" + message.body)

    def _judge(
        self,
        outcome: Outcome,
        message: Message,
        endpoint: Optional[Endpoint],
        failures: int,
        retries: int,
        deadline: float,
    ) -> Tuple[Result, Optional[float]]:
        """What a try came to, and how many seconds to wait for the next; None when there is to be none."""
        if isinstance(outcome, PlinthError):
            result: Result = outcome
        else:
            assert endpoint is not None
            result = read_reply(outcome, endpoint.base_url, message.body)
        if isinstance(result, Answer):
            return result, None
        if isinstance(result, (PlinthDownError, NotPlinthError)):
            # A restarted Plinth may have another port: what was found, not given, is looked for again.
            self._found = None
        pause = max(jitter(_FIRST_PAUSE, failures, _LONGEST_PAUSE), result.retry_after or 0.0)
        worth_retrying = result.code == "down" or is_server_busy(result)
        if not worth_retrying or failures >= retries or time.monotonic() + pause >= deadline:
            return result, None
        return result, pause


def check_name(integration: object) -> None:
    """Refuses an integration that is no name."""
    if not isinstance(integration, str) or not integration:
        raise PlinthConfigurationError("integration must be the name the token was generated for.")


def check_limits(timeout: object, retries: object) -> None:
    """Refuses a time or a number of tries that cannot be used."""
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout <= 600:
        raise PlinthConfigurationError("timeout must be a number of seconds over 0 and at most 600.")
    if isinstance(retries, bool) or not isinstance(retries, int) or not 0 <= retries <= 10:
        raise PlinthConfigurationError("retries must be a whole number from 0 to 10.")
