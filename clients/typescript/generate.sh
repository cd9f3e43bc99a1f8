#!/usr/bin/env bash
# Generate the TypeScript modules of the contract, and of the details that errors carry.
#
#     clients/typescript/generate.sh [FOLDER]
#
# FOLDER is where they go; left out, src/contract. Needs grpcio-tools from the Python that PYTHON names (left out: the
# repository's .venv), and protoc-gen-es from clients/node_modules.
set -euo pipefail

package_folder="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
output_folder="${1:-$package_folder/src/contract}"
contract_folder="$package_folder/../../proto"
python="${PYTHON:-$package_folder/../../.venv/bin/python}"
plugin="$package_folder/../node_modules/.bin/protoc-gen-es"

rm -rf "$output_folder"
mkdir -p "$output_folder"
output_folder="$(cd "$output_folder" && pwd)"
cd "$contract_folder"
# The .proto files of google.rpc come with googleapis-common-protos.
details_folder="$("$python" -c 'import pathlib, google.rpc; print(pathlib.Path(google.rpc.__path__[0]).parents[1])')"

"$python" -m grpc_tools.protoc --proto_path=. --proto_path="$details_folder" \
    --plugin=protoc-gen-es="$plugin" --es_out="$output_folder" --es_opt=target=ts,import_extension=js \
    carnegie/v1/*.proto google/rpc/error_details.proto
