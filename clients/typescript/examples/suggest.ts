/**
 * The best plans for a position from a file.
 *
 * In `clients/typescript`, after `npm ci` in `clients`, with a service at this address (`make play`):
 *
 *     npm run examples
 *     node examples/dist/suggest.js http://127.0.0.1:8080 ../../examples/positions/management.json
 */

import { readFile } from "node:fs/promises";
import { connect, positionFromJson, problemOf } from "carnegie-client";

const [address = "http://127.0.0.1:8080", file = "position.json"] = process.argv.slice(2);
try {
  const { advisor } = connect(address);
  const position = positionFromJson(await readFile(file, "utf8"));
  const answer = await advisor.suggest({ position, maxLines: 3, timeLimit: { seconds: 1n } });
  for (const line of answer.lines) {
    const steps = line.steps.map((planned) => planned.step?.kind.case);
    process.stdout.write(`${line.gain / 100} VP${line.proved ? ", proved best" : ""}: ${steps.join(", ")}\n`);
  }
} catch (error) {
  // No file, no position, no service: one line says which.
  process.stderr.write(`${problemOf(error).message}\n`);
  process.exitCode = 1;
}
