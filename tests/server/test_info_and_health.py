"""What a caller can find out before it asks: versions, limits, health, and the contract itself."""

from __future__ import annotations

import grpc
from google.protobuf import descriptor_pb2
from grpc_reflection.v1alpha import reflection_pb2

from carnegie.v1 import advisor_pb2, info_pb2, info_pb2_grpc
from carnegie_solver.components import load_components
from server.service_process import health_of

SERVICES = (
    "carnegie.v1.AdvisorService",
    "carnegie.v1.RulesService",
    "carnegie.v1.SoloService",
    "carnegie.v1.GameStoreService",
    "carnegie.v1.ReviewService",
    "carnegie.v1.InfoService",
)


def test_info(channel: grpc.Channel) -> None:
    info = info_pb2_grpc.InfoServiceStub(channel).GetInfo(info_pb2.GetInfoRequest())
    assert info.version == "0.1.0"
    assert info.library_versions["ortools"].startswith("9.15.")
    assert {"carnegie-proto", "carnegie-solver", "grpcio", "networkx", "protobuf"} < set(
        info.library_versions
    )
    assert info.components_digest == load_components().digest
    assert tuple(info.assumed_components) == load_components().assumed
    assert advisor_pb2.DECISION_HUMAN_RESOURCES in info.decisions
    assert advisor_pb2.DECISION_UNSPECIFIED not in info.decisions
    assert info.limits.max_time_limit.ToSeconds() == 10
    assert info.limits.max_request_bytes == 1 << 20
    assert info.limits.workers == 2
    assert info.limits.max_threads == 4
    assert info.limits.max_lines == 10
    assert info.limits.max_waiting == 64
    assert info.limits.max_waiting_time.ToSeconds() == 10
    assert info.limits.max_batch == 64
    assert info.limits.cache_mebibytes == 0


def test_health(channel: grpc.Channel) -> None:
    assert [health_of(channel, name) for name in ("", *SERVICES)] == ["SERVING"] * (1 + len(SERVICES))


def test_reflection(channel: grpc.Channel) -> None:
    reflect = channel.stream_stream(
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    requests = [
        reflection_pb2.ServerReflectionRequest(list_services=""),
        reflection_pb2.ServerReflectionRequest(file_containing_symbol="carnegie.v1.AdvisorService"),
    ]
    listed, described = reflect(iter(requests))
    names = {service.name for service in listed.list_services_response.service}
    assert names == {*SERVICES, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}
    files = [
        descriptor_pb2.FileDescriptorProto.FromString(file)
        for file in described.file_descriptor_response.file_descriptor_proto
    ]
    assert "AdvisorService" in {service.name for file in files for service in file.service}
