"""JSON bodies of requests: their common base, and reading long ones in a process that can be killed.

The framework would read them in the event loop.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from isthmus.errors import IsthmusError, quoted
from isthmus.web.http.faults import fault

__all__ = ["Body", "UnreadableError", "described", "read_json"]


class Body(BaseModel):
    """The JSON object in the body of a request, or a part of it. A field that it does not know is refused: it may be
    mistyped."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown_fields(cls, found: Any) -> Any:
        """Pydantic's own refusal does not name the known fields."""
        if isinstance(found, dict):
            known = [field.alias or name for name, field in cls.model_fields.items()]
            if unknown := next((name for name in found if name not in known), None):
                raise ValueError(f"there is no field {quoted(unknown)}; the fields are: {', '.join(known)}")
        return found


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
