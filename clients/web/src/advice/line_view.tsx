/** One plan: its steps, its gain and where that comes from, with what can be done with it. */

import { type Line, Phase, type PlannedStep } from "carnegie-client";
import type { Game } from "../game/game.js";
import { type CompanyNames, companyNamesAfter } from "../words/company_names.js";
import { gapsInWords } from "../words/gaps_in_words.js";
import { phaseInSentence } from "../words/phase_in_sentence.js";
import { plannedStepsInWords } from "../words/planned_steps_in_words.js";
import { signedVictoryPoints, victoryPoints } from "../words/victory_points.js";
import type { Advising } from "./advising.js";
import { isTableInSight, lookAtTable } from "./look_at_table.js";
import { type Avoided, avoidedBy } from "./pattern_of.js";
import { TermsTable } from "./terms_table.js";

interface LineProperties {
  readonly game: Game;
  readonly advice: Advising;
  readonly line: Line;
  readonly number: number;
  /** What stands on the spaces of the Company before the first step. */
  readonly names: CompanyNames;
  readonly phase: Phase;
}

export function LineView({ game, advice, line, number, names, phase }: LineProperties) {
  const isShown = advice.shown.value === line;
  const steps = game.decisionSteps.value.length;
  const takesBack = advice.source.value === "start" && steps > 0;
  const plan = <span class="for-screen-readers"> plan {number}</span>;
  return (
    <article class={isShown ? "advice-line advice-line-shown" : "advice-line"}>
      <h4>
        Plan {number}: {signedVictoryPoints(line.gain)} VP{behind(line, number)}
      </h4>
      <div class="advice-buttons">
        <button type="button" disabled={game.busy.value} onClick={() => void advice.accept(line)}>
          {takesBack ? "Take my steps back and play" : "Accept"}
          {plan}
        </button>
        <button
          type="button"
          aria-pressed={isShown}
          onClick={() => {
            // Where the table is out of sight, who asks to be shown something is never answered by hiding it.
            advice.show(isShown && isTableInSight() ? undefined : line);
            lookAtTable(advice.overlay.value);
          }}
        >
          Show{plan} on the table
        </button>
      </div>
      {line.termGaps.length > 0 ? <p>{gapsInWords(line.termGaps)}</p> : null}
      <LineBody advice={advice} line={line} names={names} phase={phase} />
    </article>
  );
}

function behind({ gap, proved }: Line, number: number): string {
  const how = number === 1 ? "" : gap > 0 ? `, ${victoryPoints(gap)} VP less than plan 1` : ", just as good as plan 1";
  return `${how}${proved ? ", proved" : ""}`;
}

interface LineBodyProperties {
  /** Left out where no step can be kept out of the plans. */
  readonly advice?: Advising;
  readonly line: Line;
  readonly names: CompanyNames;
  readonly phase: Phase;
}

/** The steps of a plan, those that it counts on later in the round, and its worth term by term. */
export function LineBody({ advice, line, names, phase }: LineBodyProperties) {
  const { steps, stepsAtEndOfRound: later } = line;
  const ends = later.filter(({ step }) => step?.kind.case === "endTurn").length;
  const events = Array<string>(Math.max(0, ends - 1)).fill(phaseInSentence(Phase.EVENT));
  const after = steps.reduce((known, { step }) => (step === undefined ? known : companyNamesAfter(known, step)), names);
  const laterEnds = [...events, phaseInSentence(Phase.USE_DEPARTMENTS)];
  return (
    <>
      <Steps
        steps={steps}
        names={names}
        ends={[phaseInSentence(phase)]}
        {...(advice === undefined ? {} : { advice })}
      />
      {later.length > 0 ? (
        <>
          <p>Later in the round, as the plan counts on:</p>
          <Steps steps={later} names={after} ends={laterEnds} />
        </>
      ) : null}
      <TermsTable terms={line.terms} gain={line.gain} />
    </>
  );
}

interface StepsProperties {
  readonly steps: readonly PlannedStep[];
  readonly names: CompanyNames;
  readonly ends: readonly string[];
  readonly advice?: Advising;
}

function Steps({ steps, names, ends, advice }: StepsProperties) {
  const said = plannedStepsInWords(steps, names, ends);
  const avoidable = advice === undefined ? [] : avoidableOf(steps, names);
  return (
    <ol class="advice-steps">
      {said.map((sentence, index) => (
        <li key={index}>
          {sentence}
          <Avoid advice={advice} avoided={avoidable[index]} />
        </li>
      ))}
    </ol>
  );
}

/** What to avoid so that a plan has not each of the steps. */
function avoidableOf(steps: readonly PlannedStep[], names: CompanyNames): (Avoided | undefined)[] {
  let standing = names;
  return steps.flatMap(({ step }) => {
    if (step === undefined) {
      return [];
    }
    const avoided = avoidedBy(step, standing);
    standing = companyNamesAfter(standing, step);
    return [avoided];
  });
}

function Avoid({ advice, avoided }: { readonly advice: Advising | undefined; readonly avoided: Avoided | undefined }) {
  if (advice === undefined || avoided === undefined) {
    return null;
  }
  return (
    <>
      {" "}
      <button type="button" class="advice-avoid" onClick={() => void advice.avoid(avoided)}>
        Not this<span class="for-screen-readers">: plans without {avoided.sentence}</span>
      </button>
    </>
  );
}
