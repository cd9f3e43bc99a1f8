"""How gRPC waits for its connections in the service; to be imported before gRPC, which looks at this as it is loaded.

Up to release 1.75 the thread that waits for the calls of a Python server also read and wrote its connections. Since
then gRPC hands that on to further threads of its own. Where the workers keep all processors busy, each change from one
thread to another has to wait for a processor and takes it from a worker: the older way brings more answers a second, as
docs/benchmarks.md says. gRPC keeps it as the other side of an experiment; whoever sets ``GRPC_EXPERIMENTS``, also to
nothing, decides otherwise.
"""

import os
from typing import Final

VARIABLE: Final = "GRPC_EXPERIMENTS"
OWN_POLLER: Final = "-event_engine_poller_for_python"

os.environ.setdefault(VARIABLE, OWN_POLLER)
