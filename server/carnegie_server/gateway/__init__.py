"""The browser gateway: the calls of the service over HTTP, as Connect, gRPC-Web and plain JSON.

It runs in the process of the gRPC server, on a port and with packages of its own (``carnegie-server[web]``). Nothing
imports those packages before they are known to be there: `connect_calls` alone knows connectrpc, `hosting` alone knows
uvicorn.
"""

from carnegie_server.gateway.opening import MissingPackages, open_gateway, require_packages

__all__ = ["MissingPackages", "open_gateway", "require_packages"]
