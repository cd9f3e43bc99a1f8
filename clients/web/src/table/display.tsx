/** The display: the Departments that can be built, with how many tiles there are of each. */

import type { Position } from "carnegie-client";
import { ActionBadge, actionBadgeWidth } from "./action_badge.js";
import { layDisplay } from "./board_layouts.js";
import type { Components } from "./components.js";
import { departmentNamed } from "./department_effect.js";
import { tileLabel } from "./labels.js";
import { Panel } from "./panel.js";
import { Spot } from "./spot.js";
import { actionClasses, Words } from "./symbols.js";
import { target } from "./targets.js";
import { displayCounts } from "./view.js";

interface DisplayProperties {
  readonly position: Position;
  readonly components: Components;
}

export function Display({ position, components }: DisplayProperties) {
  const counts = displayCounts(components, position);
  const layout = layDisplay([...counts.keys()]);
  return (
    <Panel
      name="display"
      heading="Departments to build"
      size={layout.size}
      description="The kinds of Departments on the display, how many tiles there are of each, and the costs of their workstations."
    >
      {counts.size === 0 && <Words x={layout.size.width / 2} y={28} text="none is left" class="soft" />}
      {[...counts].map(([name, count]) => {
        const [box, department] = [layout.places.get(name), departmentNamed(components, name)];
        if (box === undefined || department === undefined) {
          return null;
        }
        return (
          <Spot key={name} target={target.tile(name)} label={tileLabel(department, count)} outline={box}>
            <rect class="tile" {...box} rx={6} />
            <rect
              class={`row-type ${actionClasses[department.type]}`}
              x={box.x}
              y={box.y}
              width={4}
              height={box.height}
              rx={2}
            />
            <Words
              x={box.x + 10}
              y={box.y + 17}
              text={name}
              size={11.5}
              class="strong"
              anchor="start"
              room={box.width - 14}
            />
            <ActionBadge x={box.x + 10} y={box.y + 33} action={department.type} />
            <Words
              x={box.x + 16 + actionBadgeWidth(department.type)}
              y={box.y + 37}
              text={
                department.deskCosts.length === 0
                  ? "no desk"
                  : `desks ${department.deskCosts.map((cost) => `$${cost}`).join(" ")}`
              }
              size={11.5}
              class="soft"
              anchor="start"
              room={box.width - 50 - actionBadgeWidth(department.type)}
            />
            <Words x={box.x + box.width - 8} y={box.y + 37} text={`× ${count}`} class="strong" anchor="end" />
          </Spot>
        );
      })}
    </Panel>
  );
}
