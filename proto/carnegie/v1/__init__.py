"""Version 1 of the contract: messages and service stubs, generated from the .proto files beside this file."""
