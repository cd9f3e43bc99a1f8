/** Playing for the tests: the first line of every suggestion is accepted. */

import { type Connection, Phase, type Step } from "carnegie-client";
import type { SoloGame } from "../../src/game/solo_game.js";

/** Work for each suggestion, in the service's units: little, for what is played here need not be good. */
const WORK = 0.02;

/** The steps that the service suggests for the decision that a game waits for. */
export async function suggestedSteps(service: Connection, game: SoloGame): Promise<Step[]> {
  const { lines } = await service.advisor.suggest({ position: game.position.value, workLimit: WORK });
  return (lines[0]?.steps ?? []).flatMap(({ step }) => (step === undefined ? [] : [step]));
}

/** Play on by accepted suggestions until a round begins, or the game is over. */
export async function playUntil(service: Connection, game: SoloGame, round: number): Promise<void> {
  while (game.position.value.phase !== Phase.GAME_OVER && !inRound(game, round)) {
    await game.play(await suggestedSteps(service, game));
  }
}

function inRound(game: SoloGame, round: number): boolean {
  const { round: reached = 1, phase } = game.position.value;
  const inSetup = phase < Phase.SELECT_TIMELINE;
  return reached >= round && !inSetup;
}
