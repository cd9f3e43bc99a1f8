/** A Company as a building: its Departments with their workstations, and who stands and lies where. */

import type { Position } from "carnegie-client";
import { type CompanySpacePlace, layCompany, layDesks } from "./company_layout.js";
import type { Components } from "./components.js";
import { departmentEffect, departmentTiming } from "./department_effect.js";
import { Drawn } from "./drawn.js";
import { inset } from "./geometry.js";
import { companySpaceLabel, lyingLabel, workstationLabel } from "./labels.js";
import { seatName } from "./owner_words.js";
import { Panel, StandIn } from "./panel.js";
import { Spot } from "./spot.js";
import { actionClasses, LyingRow, Standing, Words } from "./symbols.js";
import { target } from "./targets.js";
import { wrap } from "./text_width.js";
import { alone, type CompanySpaceView, companySpaces } from "./view.js";

interface CompanyProperties {
  readonly position: Position;
  readonly components: Components;
  readonly seat: number;
}

export function Company({ position, components, seat }: CompanyProperties) {
  const layout = layCompany(components.board);
  const views = new Map(companySpaces(components, position, seat).map((view) => [view.space, view]));
  const { roof } = layout;
  return (
    <Panel
      name="company"
      heading={alone(position) ? "Your Company" : `Company of ${seatName(position, seat)}`}
      remark={components.assumed.has("company_board") && <StandIn table="company_board" />}
      size={layout.size}
      description="The building with its Departments, the workstations with their costs, and the employees who stand and lie there. A grey employee over ∞ is printed on the board and stays for ever."
    >
      <Drawn>
        <path
          class="roof"
          d={`M${roof.x} ${roof.y + roof.height}L${roof.x + 14} ${roof.y}H${roof.x + roof.width - 14}L${roof.x + roof.width} ${roof.y + roof.height}Z`}
        />
        <rect
          class="facade"
          x={0}
          y={roof.height}
          width={layout.size.width}
          height={layout.size.height - roof.height}
        />
      </Drawn>
      {layout.spaces.map((place) => {
        const view = views.get(place.space);
        return view && <CompanySpace key={place.space} place={place} view={view} />;
      })}
      <Drawn>
        {layout.doors.map(({ x, y }) => (
          <circle key={`${x} ${y}`} class="door" cx={x} cy={y} r={3} />
        ))}
      </Drawn>
    </Panel>
  );
}

interface SpaceProperties {
  readonly place: CompanySpacePlace;
  readonly view: CompanySpaceView;
}

const nameSize = 11.5;

function CompanySpace({ place, view }: SpaceProperties) {
  const { box, lying } = place;
  const { department, space } = view;
  const lobby = space === "lobby";
  const words = companySpaceLabel(view);
  const effect =
    department === undefined ? words : `${words}. ${departmentEffect(department)}; ${departmentTiming(department)}.`;
  const lines = department === undefined ? [] : wrap(department.name, nameSize, box.width - 6).slice(0, 3);
  const kind = lobby ? "room-lobby" : department === undefined ? "room-empty" : "room-built";
  return (
    <g>
      <Spot target={target.space(space)} label={effect} outline={box}>
        <rect class={`room ${kind}`} {...box} rx={5} />
        {department !== undefined && (
          <path
            class={`room-type ${actionClasses[department.type]}`}
            d={`M${box.x} ${box.y + 5}q0 -5 5 -5H${box.x + box.width - 5}q5 0 5 5Z`}
          />
        )}
        {lines.map((line, index) => (
          <Words
            key={line}
            x={box.x + box.width / 2}
            y={box.y + 16.5 + index * 11.5 + (lines.length === 1 ? 6 : 0)}
            text={line}
            size={nameSize}
            class="room-name"
            room={box.width - 6}
          />
        ))}
        {view.uses > 0 && (
          <g transform={`translate(${box.x + box.width - 9} ${box.y + 88})`}>
            <circle class="uses" r={8} />
            <text class="uses-count" y={4}>
              {view.uses}
            </text>
          </g>
        )}
        {lobby && <Words x={box.x + box.width / 2} y={box.y + 18} text="Lobby" class="room-name" />}
        {department === undefined && !lobby && (
          <Words x={box.x + box.width / 2} y={box.y + 50} text={space} size={12} class="soft" />
        )}
      </Spot>
      {department !== undefined && <Desks place={place} view={view} />}
      <Spot target={target.lying(space)} label={lyingLabel(view)} outline={lying} corner={4}>
        <rect class="hit" {...lying} />
        {view.lying > 0 && (
          <LyingRow x={lying.x} y={lying.y + lying.height / 2} width={lying.width} count={view.lying} />
        )}
      </Spot>
    </g>
  );
}

function Desks({ place, view }: SpaceProperties) {
  const { department } = view;
  if (department === undefined) {
    return null;
  }
  const costs = department.deskCosts;
  const boxes = layDesks(place.box, costs.length + department.permanentEmployees);
  return (
    <>
      {boxes.map((box, index) => {
        const x = box.x + box.width / 2;
        const cost = costs[index];
        if (cost === undefined) {
          return (
            <Drawn key={box.x}>
              <title>a permanent employee, printed on the board, who stays for ever</title>
              <Standing x={x} y={box.y + 12} permanent />
              <Words x={x} y={box.y + 32} text="∞" size={12} class="soft" />
            </Drawn>
          );
        }
        const number = index + 1;
        const desk = { ...inset(box, 0), height: box.width };
        return (
          <Spot
            key={box.x}
            target={target.workstation(view.space, number)}
            label={workstationLabel(view, department, number)}
            outline={box}
            corner={4}
          >
            <rect class="desk" {...desk} rx={4} />
            {view.standing.has(number) && <Standing x={x} y={desk.y + desk.height / 2 + 1} />}
            <Words x={x} y={box.y + 32.5} text={`$${cost}`} size={11.5} class="soft" />
          </Spot>
        );
      })}
    </>
  );
}
