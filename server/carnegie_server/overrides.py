"""Components and weights that a request brings along as JSON text."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from carnegie_proto.faults import MalformedJson
from carnegie_proto.json_text import JsonObject, UnusableNumber, read, show
from carnegie_solver.components import Components, InvalidComponents, load_components
from carnegie_solver.faults import Fault
from carnegie_solver.valuation import InvalidWeights, Weights, load_weights

Loaded = TypeVar("Loaded")

_REMEMBERED = 16


class FaultyText(Exception):
    """A JSON text is malformed, or says something that is not allowed.

    Attributes
    ----------
    faults
        All that is wrong, with paths inside the text.
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


def parse_json(text: str) -> object:
    """Read a JSON text strictly; raises `FaultyText`."""
    try:
        data = read(text)
    except MalformedJson as malformed:
        raise FaultyText(
            tuple(Fault(fault.path, fault.reason, fault.found, fault.allowed) for fault in malformed.faults)
        ) from malformed
    faults = tuple(_unusable(data, ""))
    if faults:
        raise FaultyText(faults)
    return data


def _unusable(value: object, path: str) -> Iterator[Fault]:
    match value:
        case JsonObject():
            for key in value.repeated_keys:
                yield Fault(_join(path, key), "DUPLICATE_FIELD", "the field more than once", "the field once")
            for key, content in value.items():
                yield from _unusable(key, _join(path, key))
                yield from _unusable(content, _join(path, key))
        case list():
            for index, content in enumerate(value):
                yield from _unusable(content, f"{path}[{index}]")
        case UnusableNumber():
            yield Fault(path, "OUT_OF_RANGE", show(value), "a number that JSON allows, of at most 308 digits")
        case str() if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
            yield Fault(path, "INVALID_TEXT", show(value), "whole characters")


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


class _TextCache(Generic[Loaded]):
    """Remembers what the texts of the last requests were loaded into."""

    def __init__(self, load: Callable[[str], Loaded]) -> None:
        self._load = load
        self._loaded: OrderedDict[str, Loaded] = OrderedDict()

    def get(self, text: str) -> Loaded:
        loaded = self._loaded.get(text)
        if loaded is None:
            loaded = self._loaded[text] = self._load(text)
            if len(self._loaded) > _REMEMBERED:
                self._loaded.popitem(last=False)
        self._loaded.move_to_end(text)
        return loaded


class Overrides:
    """The components and weights that hold for a request.

    Parameters
    ----------
    components_text
        JSON text of the component tables that the service replaces for all requests; empty for none.
    weights_text
        JSON text of the weights that the service replaces for all requests; empty for none.

    Raises
    ------
    FaultyText
        From the constructor for the service's own texts, from the methods for those of requests.
    """

    def __init__(self, components_text: str = "", weights_text: str = "") -> None:
        self._own_tables = _given(components_text) if components_text else None
        self._own_weights = _given(weights_text) if weights_text else None
        self._own_loaded_components = _load_components(self._own_tables)
        self._own_loaded_weights = _load_weights(self._own_weights)
        self._components = _TextCache(lambda text: _load_components(_over(self._own_tables, _given(text))))
        self._weights = _TextCache(lambda text: _load_weights(_over(self._own_weights, _given(text))))

    def components(self, text: str = "") -> Components:
        """Load a request's component tables over the service's own; the service's own for an empty text."""
        return self._components.get(text) if text else self._own_loaded_components

    def weights(self, text: str = "") -> Weights:
        """Load a request's weights over the service's own; the service's own for an empty text."""
        return self._weights.get(text) if text else self._own_loaded_weights


def _given(text: str) -> object:
    """Read a text that is not empty. To the solver no value at all means that nothing is replaced; a null is none."""
    data = parse_json(text)
    if data is None:
        raise FaultyText(
            (Fault("", "WRONG_TYPE", "null", "an object with one entry for each that it replaces"),)
        )
    return data


def _over(own: object, replacements: object) -> object:
    if isinstance(own, dict) and isinstance(replacements, dict):
        return {**own, **replacements}
    return replacements


def _load_components(replacements: object) -> Components:
    try:
        return load_components(replacements)
    except InvalidComponents as invalid:
        raise FaultyText(invalid.faults) from invalid


def _load_weights(replacements: object) -> Weights:
    try:
        return load_weights(replacements)
    except InvalidWeights as invalid:
        raise FaultyText(invalid.faults) from invalid
