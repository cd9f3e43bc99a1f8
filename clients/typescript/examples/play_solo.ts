/**
 * A whole solo game against Andrew, with the best plan for every decision, and its score.
 *
 * In `clients/typescript`, after `npm ci` in `clients`, with a service at this address (`make play`):
 *
 *     npm run examples
 *     node examples/dist/play_solo.js http://127.0.0.1:8080 7
 */

import { type Connection, connect, type Position, problemOf, type Step } from "carnegie-client";

const [address = "http://127.0.0.1:8080", seed = "7"] = process.argv.slice(2);

try {
  const service = connect(address);
  let position = (await service.solo.newSoloGame({ seed: Number(seed), level: 1 })).position;
  while (position !== undefined) {
    const next = await afterDecision(service, position);
    if (next === undefined) {
      break;
    }
    position = next;
  }
  const score = await service.rules.scorePosition(position === undefined ? {} : { position });
  process.stdout.write(`you ${score.players[0]?.total}, Andrew ${score.andrew?.total}\n`);
} catch (error) {
  process.stderr.write(`${problemOf(error).message}\n`);
  process.exitCode = 1;
}

/** The position after the decision that one waits for; undefined when the game is over. */
async function afterDecision({ advisor, rules, solo }: Connection, now: Position): Promise<Position | undefined> {
  if (now.andrew?.toAct) {
    return (await solo.playAndrew({ position: now })).position;
  }
  const { lines } = await advisor.suggest({ position: now, timeLimit: { seconds: 1n } });
  const steps = lines[0]?.steps.flatMap(({ step }): Step[] => (step === undefined ? [] : [step]));
  return steps === undefined ? undefined : (await rules.applyPlan({ position: now, steps })).position;
}
