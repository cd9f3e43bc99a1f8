/** The four project tabs of a player: how far they are pulled, the disks that wait, the incomes and VP. */

import type { Position, ProjectType } from "carnegie-client";
import { projectTypeName } from "../words/project_type_name.js";
import { tabSideName } from "../words/tab_side_name.js";
import { layTabs, type RowPlace } from "./board_layouts.js";
import type { Components, TabSpace } from "./components.js";
import { type Box, center } from "./geometry.js";
import { incomeLines } from "./income_words.js";
import { tabLabel } from "./labels.js";
import { projectTypeOrder } from "./order.js";
import { diskMark } from "./owner_words.js";
import { Panel, StandIn } from "./panel.js";
import { Spot } from "./spot.js";
import { Disk, TypeSymbol, typeClasses, Words } from "./symbols.js";
import { target } from "./targets.js";
import { type CircleState, circleStates, printedTab, tabSide, tabState } from "./view.js";

interface TabsProperties {
  readonly position: Position;
  readonly components: Components;
  readonly seat: number;
}

export function Tabs({ position, components, seat }: TabsProperties) {
  const player = position.players[seat];
  const layout = layTabs(projectTypeOrder.map((type) => printedTab(components, player, type)));
  return (
    <Panel
      name="tabs"
      heading="Project tabs"
      remark={components.assumed.has("project_tabs") && <StandIn table="project_tabs" />}
      size={layout.size}
      description="How far each tab is pulled, the disks that wait on it, the incomes under its circles, and its VP."
    >
      {projectTypeOrder.map((type) => {
        const row = layout.rows.get(type);
        return row && <TabRow key={type} {...{ position, components, seat, type, row }} />;
      })}
    </Panel>
  );
}

function TabRow({
  position,
  components,
  seat,
  type,
  row,
}: TabsProperties & { readonly type: ProjectType; readonly row: RowPlace }) {
  const player = position.players[seat];
  const [printed, tab] = [printedTab(components, player, type), tabState(player, type)];
  if (printed === undefined) {
    return null;
  }
  const states = circleStates(printed, tab);
  const goods = components.goodsCost.get(type) ?? 0;
  const { box } = row;
  return (
    <Spot target={target.tab(type)} label={tabLabel(components, position, seat, type)} outline={box}>
      <rect class="row" {...box} rx={6} />
      <rect class={`row-type ${typeClasses[type]}`} x={box.x} y={box.y} width={4} height={box.height} rx={2} />
      <TypeSymbol x={box.x + 20} y={box.y + 12} type={type} />
      <Words x={box.x + 36} y={box.y + 16} text={projectTypeName(type)} class="strong" anchor="start" />
      <Words
        x={box.x + box.width - 8}
        y={box.y + 16}
        text={`side ${tabSideName(tabSide(tab))} · ${goods} goods`}
        size={11.5}
        class="soft"
        anchor="end"
      />
      {printed.spaces.map((space, index) => {
        const place = row.spaces[index];
        const state = states[index];
        return (
          place &&
          state && (
            <g key={index}>
              {index > 0 && (
                <StepCost place={place} cost={printed.advanceCosts[index - 1]} taken={state !== "hidden"} />
              )}
              <TabSpacePicture
                {...{ space, state, place }}
                mark={diskMark(position, { kind: "player", seat })}
                seat={seat}
              />
            </g>
          )
        );
      })}
    </Spot>
  );
}

/** The study points between two spaces, and whether they have been spent. */
export function StepCost({
  place,
  cost,
  taken,
}: {
  readonly place: Box;
  readonly cost: number | undefined;
  readonly taken: boolean;
}) {
  return cost === undefined ? null : (
    <Words
      x={place.x - 6}
      y={place.y + place.height / 2 + 4}
      text={taken ? "›" : `${cost}`}
      size={11.5}
      class={taken ? "soft" : "study"}
    />
  );
}

interface TabSpaceProperties {
  readonly space: TabSpace;
  readonly state: CircleState;
  readonly place: Box;
  readonly seat: number;
  readonly mark: string;
}

function TabSpacePicture({ space, state, place, seat, mark }: TabSpaceProperties) {
  const x = place.x + place.width / 2;
  const hidden = state === "hidden";
  const kind = `tab-space${hidden ? " tab-hidden" : ""}${state === "built" ? " tab-built" : ""}`;
  return (
    <>
      <rect class={kind} {...place} rx={5} />
      {space.kind === "PROJECT" && (
        <>
          {state === "waiting" ? (
            <Disk x={x} y={place.y + 11} owner={{ kind: "player", seat }} mark={mark} radius={9} />
          ) : state === "built" ? (
            <path class="tab-check" d={`M${x - 5} ${place.y + 11}l4 4l7 -8`} />
          ) : (
            <circle class="tab-circle" cx={x} cy={place.y + 11} r={8.5} />
          )}
          <Lines x={x} bottom={place.y + place.height - 5} room={place.width - 2} lines={incomeLines(space.income)} />
        </>
      )}
      {space.kind === "VP" && (
        <Words {...center(place)} y={center(place).y + 4} text={`${space.vp} VP`} class="strong" />
      )}
      {space.kind === "DONATION_LIMIT" && (
        <Lines x={x} bottom={place.y + 34} room={place.width - 2} lines={[`+${space.raiseBy}`, "donation"]} />
      )}
      {space.kind === "BLANK" && <Words {...center(place)} text="–" class="soft" />}
    </>
  );
}

/** Short lines one below the other, the last one at a height. */
export function Lines({
  x,
  bottom,
  room,
  lines,
}: {
  readonly x: number;
  readonly bottom: number;
  readonly room: number;
  readonly lines: readonly string[];
}) {
  return (
    <>
      {lines.map((line, index) => (
        <Words
          key={line}
          x={x}
          y={bottom - (lines.length - 1 - index) * 11.5}
          text={line}
          size={11.5}
          class="income"
          room={room}
        />
      ))}
    </>
  );
}
