"""What works, what does not, and why."""

from __future__ import annotations

import time
from typing import Generator, List, NamedTuple, Optional, Tuple

from ._answer import Answer, http_date
from ._delivery import CAPABILITIES, Message, Result, Route, event_message
from ._errors import NotPlinthError, PlinthConfigurationError, PlinthDownError, PlinthError

_CLOCK_TOLERANCE = 60.0
_WRITE = "events:write"


class ConnectionReport(NamedTuple):
    """What ``test_connection()`` found. None means that it could not be found out.

    Attributes:
        ok: Everything needed to report events works.
        base_url: Where Plinth was taken to be; None when it is not running.
        base_url_source: ``option``, ``environment`` or ``discovery``.
        reachable: Something answers there.
        is_plinth: What answers is Plinth.
        authorized: Plinth knows the token.
        permissions: What the token may do.
        integration: The name the token was generated for.
        name_matches: That name is the client's integration, character for character.
        clock_skew: Plinth's clock less this process's, in seconds, to the second.
        error: The code of the error met, if any.
        problems: One sentence for each thing that does not work; empty when all does.
    """

    ok: bool
    base_url: Optional[str]
    base_url_source: Optional[str]
    reachable: bool
    is_plinth: bool
    authorized: Optional[bool]
    permissions: Optional[Tuple[str, ...]]
    integration: Optional[str]
    name_matches: Optional[bool]
    clock_skew: Optional[float]
    error: Optional[str]
    problems: Tuple[str, ...]


def examine(route: Route, name: str) -> Generator[Message, Result, ConnectionReport]:
    """Yields what to ask, is sent the results, and returns the report."""
    result = yield CAPABILITIES
    error: Optional[PlinthError] = None
    authorized: Optional[bool] = None
    permissions: Optional[Tuple[str, ...]] = None
    integration: Optional[str] = None
    clock_skew: Optional[float] = None
    if isinstance(result, Answer):
        authorized = True
        listed = result.value.get("permissions")
        permissions = tuple(str(each) for each in listed) if isinstance(listed, list) else None
        owner = result.value.get("integration")
        integration = str(owner.get("name") or "") or None if isinstance(owner, dict) else None
        moment = http_date(result.headers.get("date", ""))
        # The Date header is cut to the second: half a second is its likeliest remainder.
        clock_skew = None if moment is None else float(round(moment + 0.5 - time.time()))
    else:
        error = result
        if result.problem == "insufficient_permission":
            authorized = True
            # The token may not read capabilities. An empty event is refused before anything is recorded, and how it
            # is refused tells whether the token may write.
            probe = yield event_message(b"{}")
            if isinstance(probe, PlinthError) and probe.problem == "invalid_event":
                permissions, error = (_WRITE,), None
        elif result.code == "unauthorized":
            authorized = False
    name_matches = None if integration is None else integration == name
    may_write = None if permissions is None else _WRITE in permissions
    reachable = not isinstance(error, (PlinthDownError, PlinthConfigurationError))
    problems: List[str] = []
    if error is not None:
        problems.append(str(error))
    if may_write is False:
        problems.append(f"The token lacks the permission {_WRITE}.")
    if name_matches is False:
        problems.append("The token is for another integration name.")
    if abs(clock_skew or 0.0) > _CLOCK_TOLERANCE:
        problems.append("The clocks differ by more than a minute.")
    endpoint = route.endpoint()
    return ConnectionReport(
        ok=error is None and may_write is True and name_matches is not False,
        base_url=None if endpoint is None else endpoint.base_url,
        base_url_source=None if endpoint is None else endpoint.source,
        reachable=reachable,
        is_plinth=reachable and not isinstance(error, NotPlinthError),
        authorized=authorized,
        permissions=permissions,
        integration=integration,
        name_matches=name_matches,
        clock_skew=clock_skew,
        error=None if error is None else error.code,
        problems=tuple(problems),
    )
