"""Errors inside messages: what the status of a call that fails would say, for what fails within a stream."""

from __future__ import annotations

from google.rpc import code_pb2, error_details_pb2, status_pb2

from carnegie.v1 import advisor_pb2
from carnegie_server.workers import Reply


def failure_of(reply: Reply) -> advisor_pb2.Failure:
    """Give what an error says, without the packed details of a google.rpc.Status, which not every JSON can show."""
    status = status_pb2.Status.FromString(reply.body)
    failure = advisor_pb2.Failure(code=code_pb2.Code.Name(reply.code), message=status.message)
    info, request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    retry = error_details_pb2.RetryInfo()
    for detail in status.details:
        if detail.Unpack(info):
            failure.reason = info.reason
            failure.metadata.update(info.metadata)
        elif detail.Unpack(request):
            failure.violations.extend(
                advisor_pb2.Violation(path=each.field, reason=each.reason, description=each.description)
                for each in request.field_violations
            )
        elif detail.Unpack(retry):
            failure.retry_delay.CopyFrom(retry.retry_delay)
    return failure
