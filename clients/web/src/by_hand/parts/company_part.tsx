/** The fields of a player's Company, space by space from the Lobby upwards. */

import { spaceName } from "../../table/labels.js";
import { companySpaces } from "../../table/view.js";
import { capitalized } from "../../words/capitalized.js";
import { plainText } from "../../words/plain_text.js";
import { CheckField, FaultWords, Group, NumberField, SelectField } from "../controls.js";
import { removeSpace, setDepartment, setLying, setStanding } from "../edits/company.js";
import { fieldKey } from "../fields.js";
import { tileNames } from "../names.js";
import { elementId, useSetting } from "../setting.js";

export function CompanyPart() {
  const { draft, components, seat, edit } = useSetting();
  const views = companySpaces(components, draft, seat);
  const listed = draft.players[seat]?.company?.spaces ?? [];
  // Spaces that the board does not have, and those that are listed twice.
  const strange = listed.flatMap(({ space }, index) => {
    const isFirst = listed.findIndex((each) => each.space === space) === index;
    return isFirst && views.some((view) => view.space === space) ? [] : [{ space, index }];
  });
  const upwards = [...components.board.spaces]
    .sort((one, other) => one.row - other.row || one.column - other.column)
    .map(({ label }) => label);
  return (
    <>
      <FaultWords at={`players[${seat}].company`} />
      {strange.map(({ space, index }) => {
        const button = (
          <button type="button" onClick={() => edit(removeSpace(seat, index))}>
            Take it away with all that is on it
          </button>
        );
        return views.some((view) => view.space === space) ? (
          <p key={index}>
            {capitalized(spaceName(space))} is listed twice. {button}
          </p>
        ) : (
          <Group key={index} at={fieldKey.space(seat, space)} legend={`“${plainText(space)}”: no space of the board`}>
            {button}
          </Group>
        );
      })}
      {["lobby", ...upwards].map((space) => (
        <SpaceFields key={space} space={space} />
      ))}
    </>
  );
}

function SpaceFields({ space }: { readonly space: string }) {
  const { draft, components, seat } = useSetting();
  const key = fieldKey.space(seat, space);
  const listed = draft.players[seat]?.company?.spaces.find((each) => each.space === space);
  const view = companySpaces(components, draft, seat).find((each) => each.space === space);
  const built = listed?.department ?? "";
  const standing = listed?.standingAt ?? [];
  const desks = view?.department?.deskCosts ?? [];
  // Also those who stand where there is no workstation, so that they can be taken away.
  const workstations = [...new Set([...desks.map((_, index) => index + 1), ...standing])];
  const starting = [...components.board.starting.values()].map(({ name }) => name);
  const names = [...starting, ...tileNames(components, built === "" ? [] : [built])];
  return (
    <Group at={key} legend={capitalized(spaceName(space))}>
      <div class="hand-row">
        {space !== "lobby" && (
          <SelectField
            at={key}
            id={elementId(`${key}-department`)}
            isInGroup
            label="Department"
            value={built}
            options={[["", "nothing built"], ...[...new Set(names)].map((name) => [name, name] as const)]}
            onSet={(department) => setDepartment(seat, space, department)}
          />
        )}
        <NumberField
          at={key}
          id={elementId(`${key}-lying`)}
          isInGroup
          label="Lying"
          value={listed?.lying ?? 0}
          onSet={(employees) => setLying(seat, space, employees)}
        />
      </div>
      {workstations.map((workstation) => (
        <CheckField
          key={workstation}
          at={key}
          id={elementId(`${key}-standing-${workstation}`)}
          isInGroup
          label={`Standing at workstation ${workstation}${desks[workstation - 1] === undefined ? "" : `, $${desks[workstation - 1]}`}`}
          isSo={standing.includes(workstation)}
          onSet={(isThere) => setStanding(seat, space, workstation, isThere)}
        />
      ))}
    </Group>
  );
}
