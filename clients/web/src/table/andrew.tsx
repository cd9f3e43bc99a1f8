/** Andrew: how many of his cards have been played, the shift of the top card, and what he has. */

import type { Position } from "carnegie-client";
import { andrewWords } from "./andrew_words.js";
import { boardWidth, layAndrew } from "./board_layouts.js";
import type { Components } from "./components.js";
import { columns } from "./geometry.js";
import { Panel } from "./panel.js";
import { Spot } from "./spot.js";
import { Words } from "./symbols.js";
import { target } from "./targets.js";

interface AndrewProperties {
  readonly position: Position;
  readonly components: Components;
}

export function AndrewPanel({ position, components }: AndrewProperties) {
  const { andrew } = position;
  if (andrew === undefined) {
    return null;
  }
  const lines = andrewWords(position, boardWidth);
  const size = layAndrew(lines.length);
  const cards = columns({ x: 10, y: 28, width: size.width - 20, height: 8 }, andrew.cards.length, 2);
  const shifts = columns({ x: 70, y: 46, width: size.width - 80, height: 34 }, components.shiftVp.length, 4);
  const label = `Andrew: ${andrew.played} of ${andrew.cards.length} cards played, the top card shifted by ${andrew.shift}, ${andrew.vp} VP`;
  return (
    <Panel
      name="andrew"
      heading="Andrew"
      size={size}
      description="How many of his cards have been played, the shift of the top card and its VP, and what he has."
    >
      <Spot target={target.andrew()} label={label} outline={{ x: 0, y: 0, ...size }} corner={8}>
        <rect class={`row${andrew.toAct ? " row-current" : ""}`} x={0} y={0} {...size} rx={8} />
        <Words
          x={10}
          y={18}
          text={`${andrew.played} of ${andrew.cards.length} cards played`}
          class="strong"
          anchor="start"
        />
        <Words x={size.width - 10} y={18} text={`${andrew.vp} VP`} class="strong" anchor="end" />
        {cards.map((card, index) => (
          <rect key={card.x} class={index < andrew.played ? "card card-played" : "card"} {...card} rx={2} />
        ))}
        <Words x={10} y={60} text="Shift of" size={11.5} class="soft" anchor="start" />
        <Words x={10} y={73} text="the card" size={11.5} class="soft" anchor="start" />
        {shifts.map((box, shift) => (
          <g key={box.x}>
            <rect class={shift === andrew.shift ? "shift shift-now" : "shift"} {...box} rx={5} />
            <Words x={box.x + box.width / 2} y={box.y + 15} text={`${shift}`} class="strong" />
            <Words
              x={box.x + box.width / 2}
              y={box.y + 28}
              text={`${components.shiftVp[shift]} VP`}
              size={11.5}
              room={box.width - 2}
            />
          </g>
        ))}
        {lines.map((line, index) => (
          <Words key={line} x={10} y={98 + index * 15} text={line} anchor="start" />
        ))}
      </Spot>
    </Panel>
  );
}
