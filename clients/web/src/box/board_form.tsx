/** The form for the company board: the Lobby, and the five Departments that are printed on it. */

import type { BoardDraft, DepartmentDraft } from "./draft.js";
import { Choice, Field } from "./field.js";

interface BoardFormProps {
  readonly board: BoardDraft;
  readonly onChange: (board: BoardDraft) => void;
}

/** Names that stand for themselves, as options. */
const named = (names: Iterable<string>): readonly (readonly [string, string])[] =>
  [...new Set(names)].map((name) => [name, name]);

const departmentPath = (index: number): string => `company_board.starting_departments[${index}]`;

/** The fields that the form shows, by their paths in the file. A Department's space stands for it as a whole. */
export const boardFields = (board: BoardDraft): readonly string[] => [
  "company_board.lobby.column",
  "company_board.lobby.column_span",
  ...board.departments.flatMap((_, index) => [
    departmentPath(index),
    `${departmentPath(index)}.desk_costs`,
    `${departmentPath(index)}.permanent_employees`,
  ]),
];

export function BoardForm({ board, onChange }: BoardFormProps) {
  const places = named(board.spaces);
  const replace = (index: number, department: DepartmentDraft) =>
    onChange({ ...board, departments: board.departments.map((old, number) => (number === index ? department : old)) });
  return (
    <div class="board-form">
      <fieldset>
        <legend>Lobby</legend>
        <Choice
          path="company_board.lobby.column"
          label="Begins below column"
          value={board.lobbyColumn}
          options={named(board.spaces.map((space) => space.charAt(0)))}
          onChoose={(lobbyColumn) => onChange({ ...board, lobbyColumn })}
        />
        <Field
          path="company_board.lobby.column_span"
          label="Columns wide"
          value={board.lobbySpan}
          numeric
          onInput={(lobbySpan) => onChange({ ...board, lobbySpan })}
        />
      </fieldset>
      {board.departments.map((department, index) => (
        <fieldset key={department.name}>
          <legend>{department.name}</legend>
          <Choice
            path={departmentPath(index)}
            label="Space"
            value={department.space}
            options={places}
            onChoose={(space) => replace(index, { ...department, space })}
          />
          <Field
            path={`${departmentPath(index)}.desk_costs`}
            label="Dollars under its workstations"
            value={department.deskCosts}
            onInput={(deskCosts) => replace(index, { ...department, deskCosts })}
          />
          <Field
            path={`${departmentPath(index)}.permanent_employees`}
            label="Employees printed in it"
            value={department.permanentEmployees}
            numeric
            onInput={(permanentEmployees) => replace(index, { ...department, permanentEmployees })}
          />
        </fieldset>
      ))}
    </div>
  );
}
