/** What is left of the turn: as it begins, or said by hand. */

import { projectTypeOrder } from "../../table/order.js";
import { printedTab, tabState } from "../../table/view.js";
import { companyNames, spaceName } from "../../words/company_names.js";
import { projectTypeName } from "../../words/project_type_name.js";
import { CheckField, Group, NumberField, SelectField } from "../controls.js";
import {
  beginTurn,
  setIncomeChoice,
  setTurn,
  setTurnAction,
  setTurnAmount,
  setTurnMark,
  setUses,
  type TurnAmount,
  type TurnMark,
} from "../edits/round.js";
import { ACTIONS } from "../names.js";
import { elementId, useSetting } from "../setting.js";

const AMOUNTS: readonly (readonly [TurnAmount, string])[] = [
  ["moves", "Employee moves left"],
  ["studyPoints", "Study points left"],
  ["relocations", "Relocations left"],
];

const MARKS: readonly (readonly [TurnMark, string])[] = [
  ["broughtHome", "An employee has come home in this income event"],
  ["donated", "The donation of this event has been made"],
  ["acted", "It is too late for the Action Choice tile"],
  ["diagonal", "Employees may step diagonally"],
  ["payrollStoodUp", "Payroll Management's own employee has been stood up"],
];

export function TurnFields() {
  const { draft, known, isKnown } = useSetting();
  const { turn } = draft;
  return (
    <Group at="turn" legend="What is left of the turn">
      <CheckField
        at="turn"
        id={elementId("turn-begins")}
        isInGroup
        label="The turn as it begins"
        isSo={turn === undefined}
        onSet={(isSo) => (isSo ? beginTurn : setTurn(isKnown ? known.turn : undefined))}
      />
      {turn !== undefined && (
        <>
          <SelectField
            at="turn"
            id={elementId("turn-action")}
            isInGroup
            label="Action of this turn"
            value={turn.action}
            options={ACTIONS}
            onSet={setTurnAction}
          />
          {AMOUNTS.map(([name, label]) => (
            <NumberField
              key={name}
              at="turn"
              id={elementId(`turn-${name}`)}
              isInGroup
              label={label}
              value={turn[name] ?? 0}
              onSet={(amount) => setTurnAmount(name, amount)}
            />
          ))}
          {MARKS.map(([name, label]) => (
            <CheckField
              key={name}
              at="turn"
              id={elementId(`turn-${name}`)}
              isInGroup
              label={label}
              isSo={turn[name]}
              onSet={(isSo) => setTurnMark(name, isSo)}
            />
          ))}
          <UsesFields />
          <ChoicesFields />
        </>
      )}
    </Group>
  );
}

/** How often each Department of the deciding player can still be used. */
function UsesFields() {
  const { draft } = useSetting();
  const names = companyNames(draft, draft.player ?? 0);
  const uses = draft.turn?.uses ?? [];
  const spaces = [...new Set([...names.keys(), ...uses.map(({ space }) => space)])];
  return (
    <>
      {spaces.map((space) => (
        <NumberField
          key={space}
          at="turn"
          id={elementId(`turn-uses-${space}`)}
          isInGroup
          label={`Uses left of ${spaceName(names, space)}`}
          value={uses.find((each) => each.space === space)?.count ?? 0}
          onSet={(count) => setUses(space, count)}
        />
      ))}
    </>
  );
}

/** The project incomes that have still to be chosen. */
function ChoicesFields() {
  const { draft, components } = useSetting();
  const player = draft.players[draft.player ?? 0];
  const choices = draft.turn?.choices ?? [];
  return (
    <>
      {projectTypeOrder.flatMap((type) => {
        const revealed = (tabState(player, type)?.pulled ?? 0) + 1;
        const spaces = printedTab(components, player, type)?.spaces ?? [];
        const circles = spaces.filter(({ kind }, index) => kind === "PROJECT" && index < revealed);
        return circles.map(({ income }, circle) => {
          const isOpen = choices.some((choice) => choice.type === type && choice.circle === circle);
          return income.choice.length === 0 && !isOpen ? null : (
            <CheckField
              key={`${type} ${circle}`}
              at="turn"
              id={elementId(`turn-choice-${type}-${circle}`)}
              isInGroup
              label={`The income of circle ${circle + 1} of the ${projectTypeName(type)} tab has still to be chosen`}
              isSo={isOpen}
              onSet={(isSo) => setIncomeChoice(type, circle, isSo)}
            />
          );
        });
      })}
    </>
  );
}
