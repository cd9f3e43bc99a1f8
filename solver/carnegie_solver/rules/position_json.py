"""A position's JSON, in both directions; the same format as protobuf's JSON form of `carnegie.v1.Position`."""

from carnegie_solver.rules.position_reader import InvalidPosition, position_from_json
from carnegie_solver.rules.position_writer import digest, position_to_json

__all__ = ["InvalidPosition", "digest", "position_from_json", "position_to_json"]
