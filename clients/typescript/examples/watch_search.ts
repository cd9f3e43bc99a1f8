/**
 * Better and better plans for a new game's first decision as they are found, until the proof or half a second has passed.
 *
 * In `clients/typescript`, after `npm ci` in `clients`, with a service at this address (`make play`):
 *
 *     npm run examples
 *     node examples/dist/watch_search.js http://127.0.0.1:8080
 */

import { connect, problemOf } from "carnegie-client";

const [address = "http://127.0.0.1:8080"] = process.argv.slice(2);

try {
  const { advisor, rules } = connect(address);
  const { position } = await rules.newGame({ seed: 3, players: 2 });
  const question = { ...(position === undefined ? {} : { position }), maxLines: 5, timeLimit: { nanos: 500_000_000 } };
  for await (const { final, suggestion } of advisor.analyze({ question })) {
    const best = suggestion?.lines[0]?.gain ?? 0;
    process.stdout.write(`${final ? "in the end" : "so far"} ${best / 100} VP\n`);
  }
} catch (error) {
  const problem = problemOf(error);
  process.stderr.write(`${problem.message}\n`);
  for (const { path, description } of problem.fields) {
    process.stderr.write(`${path}: ${description}\n`);
  }
  process.exitCode = 1;
}
