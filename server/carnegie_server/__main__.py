"""``python -m carnegie_server``: run the service; ``python -m carnegie_server config show``: say how it is set."""

import sys

# First, before anything that loads gRPC.
from carnegie_server import grpc_poller  # noqa: F401
from carnegie_server.command import main_with_streams

if __name__ == "__main__":
    sys.exit(main_with_streams())
