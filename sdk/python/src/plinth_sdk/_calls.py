"""Words errors of calls for the caller."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, Type, TypeVar

C = TypeVar("C")


def _worded(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(method)
    # Annotations name types of this package, and the first parameter is the object itself.
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()][1:]
    form = f"{name}{inspect.Signature(plain)}"

    @functools.wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except TypeError:
            try:
                signature.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{name}(): {error}. Call it as {form}") from None
            raise

    return call


def with_worded_calls(described: Type[C]) -> Type[C]:
    """Says how to call a method whose arguments do not fit. Python's own message names the class that defines it."""
    for name, method in list(vars(described).items()):
        if inspect.isfunction(method) and not name.startswith("_") and not hasattr(method, "__isabstractmethod__"):
            setattr(described, name, _worded(name, method))
    return described
