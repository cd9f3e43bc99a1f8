"""The protobuf package of the Carnegie move advisor; generated code, see `carnegie.v1`."""
