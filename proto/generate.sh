#!/usr/bin/env bash
# Generate the Python modules, their types and the service stubs from the .proto files.
#
#     proto/generate.sh [FOLDER]
#
# FOLDER is where `carnegie/v1/*_pb2*` go; left out, beside the .proto files. Needs grpcio-tools and mypy-protobuf from
# the Python that PYTHON names (left out: the repository's .venv).
set -euo pipefail

source_folder="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
output_folder="${1:-$source_folder}"
python="${PYTHON:-$source_folder/../.venv/bin/python}"
# protoc looks for its plugins (protoc-gen-mypy, protoc-gen-mypy_grpc) on the PATH.
PATH="$(cd "$(dirname "$python")" && pwd):$PATH"
export PATH

mkdir -p "$output_folder"
output_folder="$(cd "$output_folder" && pwd)"
cd "$source_folder"
shopt -s nullglob
rm -f "$output_folder"/carnegie/v1/*_pb2.py "$output_folder"/carnegie/v1/*_pb2.pyi \
    "$output_folder"/carnegie/v1/*_pb2_grpc.py "$output_folder"/carnegie/v1/*_pb2_grpc.pyi

messages=(carnegie/v1/*.proto)
mapfile -t services < <(grep -lE '^service ' "${messages[@]}")

"$python" -m grpc_tools.protoc --proto_path=. \
    --python_out="$output_folder" --mypy_out=quiet:"$output_folder" "${messages[@]}"
"$python" -m grpc_tools.protoc --proto_path=. \
    --grpc_python_out="$output_folder" --mypy_grpc_out=quiet:"$output_folder" "${services[@]}"
