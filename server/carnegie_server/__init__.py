"""The Carnegie move advisor as a gRPC service; ``python -m carnegie_server`` runs it."""
