"""Who may call what, how often, and over which connections."""

from carnegie_server.security.faults import FaultyFile
from carnegie_server.security.securing import Security, check_security, securing
from carnegie_server.security.transport_security import TransportSecurity

__all__ = ["FaultyFile", "Security", "TransportSecurity", "check_security", "securing"]
