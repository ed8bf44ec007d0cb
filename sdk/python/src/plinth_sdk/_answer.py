"""What an answer means."""

from __future__ import annotations

import email.utils
import json
import re
import time
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Type, Union

from ._errors import (
    FieldError,
    NotPlinthError,
    PlinthError,
    PlinthForbiddenError,
    PlinthInvalidError,
    PlinthProtocolError,
    PlinthRateLimitedError,
    PlinthTooLargeError,
    PlinthUnauthorizedError,
    PlinthUnavailableError,
)
from ._http import Reply

_Refusal = Tuple[Type[PlinthError], str]

_REFUSALS: Dict[int, _Refusal] = {
    400: (PlinthInvalidError, "the event is not valid"),
    401: (PlinthUnauthorizedError, "the token is unknown or revoked"),
    403: (PlinthForbiddenError, "this is not allowed, see .problem"),
    413: (PlinthTooLargeError, "the event is too large"),
    415: (PlinthInvalidError, "the event is not JSON"),
    429: (PlinthRateLimitedError, "too many requests, see .retry_after"),
}
# What a problem means whose status has several.
_PROBLEMS: Dict[str, str] = {
    "forbidden_host": "it does not serve this base URL",
    "insufficient_permission": "the token lacks the permission",
    "integration_mismatch": "the token has another integration name",
}
_UNAVAILABLE: _Refusal = (PlinthUnavailableError, "it cannot take this now")
_UNEXPECTED: _Refusal = (PlinthProtocolError, "the SDK does not expect that")

# A server might put what it was sent where a pointer or a code belongs: only what looks like the contract's own passes.
_CODE = re.compile(r"[a-z_]{1,32}")
_POINTER = re.compile(r"(?:/[A-Za-z]{1,14}){0,2}")
# Single words, and the patterns of the contract, which have no words.
_OWN = re.compile(r"[A-Za-z_.]{1,32}[0-9]?|\^[\[\]{}^\\$*.:0-9TZuf-]{1,80}")
_KEYWORD = re.compile(r"[A-Za-z]+")
_VERSION = re.compile(r"1\.\d.*", re.ASCII)
_JSON_TYPE = re.compile(r"application/json *(?:;.*)?", re.IGNORECASE)


class Answer(NamedTuple):
    """A JSON object that Plinth sent with a 2xx status, and the headers it came with."""

    value: Dict[str, Any]
    headers: Dict[str, str]


def _parse_object(body: Optional[bytes]) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(body or b"")
    except (ValueError, RecursionError):
        # Not JSON: the caller tells what that means for this answer.
        return None
    return value if isinstance(value, dict) else None


def http_date(text: str) -> Optional[float]:
    """Seconds since 1970 of an HTTP date; None when it is none."""
    try:
        return email.utils.parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _retry_after(text: str) -> Optional[float]:
    if re.fullmatch(r"\d+", text, re.ASCII):
        return float(text)
    moment = http_date(text)
    if moment is None or moment < time.time():
        return None
    return moment - time.time()


def _is_own(value: object) -> bool:
    return isinstance(value, (int, float)) or (isinstance(value, str) and bool(_OWN.fullmatch(value)))


def _expected(value: object) -> Optional[Dict[str, Any]]:
    if not isinstance(value, dict):
        return None
    kept = {
        keyword: of
        for keyword, of in value.items()
        if _KEYWORD.fullmatch(keyword) and all(map(_is_own, of if isinstance(of, list) else [of]))
    }
    return kept or None


def _text_of(error: FieldError) -> str:
    expected = f", expected {json.dumps(error.expected)}" if error.expected else ""
    return f"{error.pointer} {error.code}{expected}".strip()


def _field_errors(value: object) -> List[FieldError]:
    found = []
    for entry in value if isinstance(value, list) else []:
        members = entry if isinstance(entry, dict) else {}
        pointer, code = members.get("pointer"), members.get("code")
        found.append(
            FieldError(
                pointer if isinstance(pointer, str) and _POINTER.fullmatch(pointer) else "",
                code if isinstance(code, str) and _CODE.fullmatch(code) else "invalid",
                _expected(members.get("expected")),
            )
        )
    return found


def _names(token_name: object, sent: bytes) -> Optional[str]:
    """The one text of an answer that an error repeats. It is never the token or a whole value of what was sent."""
    if not isinstance(token_name, str) or not 1 <= len(token_name) <= 64 or not token_name.isprintable():
        return None
    values = {json.dumps(token_name), json.dumps(token_name, ensure_ascii=False)}
    if "plint_" in token_name or any(value.encode("utf-8", "surrogatepass") in sent for value in values):
        return None
    return f'the token is for "{token_name}", the event says "{json.loads(sent)["integration"]}"'


def read_reply(reply: Reply, base_url: str, sent: bytes = b"") -> Union[Answer, PlinthError]:
    """The object Plinth sent, or the typed error that its answer means."""
    status, headers = reply.status, reply.headers
    retry_after = _retry_after(headers.get("retry-after", ""))
    version = headers.get("plinth-api-version")
    if version is None:
        return NotPlinthError(
            f"What answers at {base_url} is not Plinth (HTTP {status}).", status=status, retry_after=retry_after
        )
    if not _VERSION.fullmatch(version):
        return PlinthProtocolError("This Plinth speaks no protocol 1.x: update the SDK.", status=status)
    value = _parse_object(reply.body)
    if 200 <= status < 300:
        if value is not None and _JSON_TYPE.fullmatch(headers.get("content-type", "")):
            return Answer(value, headers)
        return PlinthProtocolError(f"Plinth answered {status} without a JSON object.", status=status)
    problem = (value or {}).get("code")
    kind, meaning = _REFUSALS.get(status) or (_UNEXPECTED if status < 500 else _UNAVAILABLE)
    if isinstance(problem, str):
        meaning = _PROBLEMS.get(problem, meaning)
    if problem == "integration_mismatch" and sent:
        meaning = _names((value or {}).get("tokenIntegration"), sent) or meaning
    errors = _field_errors((value or {}).get("errors"))
    said = ": ".join(filter(None, [meaning, "; ".join(map(_text_of, errors))]))
    return kind(
        f"Plinth answered {status}: {said}.",
        status=status,
        problem=problem if isinstance(problem, str) and _CODE.fullmatch(problem) else None,
        retry_after=retry_after,
        errors=errors,
    )
