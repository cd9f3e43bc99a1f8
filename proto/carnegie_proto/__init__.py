"""What every user of the contract needs beside the generated code: strict JSON and the paths in it."""
