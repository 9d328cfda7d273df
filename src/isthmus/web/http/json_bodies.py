"""Reads long JSON bodies in a process that can be killed. The framework would read them in the event loop."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from isthmus.errors import IsthmusError
from isthmus.web.http.faults import fault

__all__ = ["UnreadableError", "described", "read_json"]

Model = TypeVar("Model", bound=BaseModel)


class UnreadableError(IsthmusError, ValueError):
    """The body of a request has the wrong form, or a value that is too long."""


def read_json(model: type[Model], body: bytes) -> Model:
    """The body of a request as a model. Raises UnreadableError, which names the first five wrong fields."""
    try:
        value = json.loads(body)
        json.dumps(value, ensure_ascii=False).encode()  # lone surrogates cannot be stored
        if not isinstance(value, dict):
            raise UnreadableError("The body is JSON, but not an object; expected a JSON object.")
        return model.model_validate(value)
    except ValidationError as error:
        said = [fault(one, one["loc"]) for one in error.errors(include_input=False)[:5]]
        raise UnreadableError("; ".join(said)) from None
    except UnreadableError:
        raise
    except (ValueError, RecursionError):
        raise UnreadableError("The body is not valid JSON; expected a JSON object.") from None


def described(model: type[BaseModel]) -> dict[str, Any]:
    """The ``openapi_extra`` of a route that reads its body by ``read_json``."""
    schema = model.model_json_schema()
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}
