"""What the fork server imports first; see `own_group`."""

from carnegie_server.workers.own_group import leave_group

leave_group()
