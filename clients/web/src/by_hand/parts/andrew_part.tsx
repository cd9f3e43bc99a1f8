/** The fields of Andrew, besides his disks on the map and on the donations. */

import type { Components } from "../../table/components.js";
import { actionName } from "../../words/action_name.js";
import { CheckField, FaultWords, Group, NumberField, SelectField } from "../controls.js";
import { setAndrewAmount, setAndrewTiles, setCard, setToAct } from "../edits/andrew.js";
import { fieldKey } from "../fields.js";
import { useSetting } from "../setting.js";
import { TransportFields } from "./abroad_part.js";
import { TileFields } from "./display_part.js";

const AMOUNTS = [
  ["played", "Cards played"],
  ["shift", "Steps that the top card is shifted"],
  ["vp", "VP of the cards played"],
] as const;

export function AndrewPart() {
  const { draft, components } = useSetting();
  const { andrew } = draft;
  if (andrew === undefined) {
    return <p>Andrew does not play at this table.</p>;
  }
  return (
    <>
      <FaultWords at="andrew" />
      <CheckField at="andrew.to_act" label="The game waits for Andrew" isSo={andrew.toAct} onSet={setToAct} />
      {AMOUNTS.map(([name, label]) => (
        <NumberField
          key={name}
          at={`andrew.${name}`}
          label={label}
          value={andrew[name]}
          onSet={(amount) => setAndrewAmount(name, amount)}
        />
      ))}
      <TransportFields at="andrew.transport" owner="andrew" transport={andrew.transport} />
      <Group at="andrew.cards" legend="Cards in the order in which they are played">
        <p class="hint">A card that is put somewhere else changes places with the one that was there.</p>
        {andrew.cards.map((id, index) => (
          <SelectField
            key={index}
            at={fieldKey.card(index)}
            label={`Card ${index + 1}${index < andrew.played ? ", played" : index === andrew.played ? ", on top" : ""}`}
            value={id}
            options={cardOptions(components, andrew.cards)}
            onSet={(card) => setCard(index, card)}
          />
        ))}
      </Group>
      <Group at="andrew.departments" legend="Departments that he has taken">
        <TileFields tiles={andrew.departments} keyOf={fieldKey.andrewsTile} onSet={setAndrewTiles} />
      </Group>
    </>
  );
}

/** The cards of his that are known, each with what tells it from the others, and then all other ones. */
function cardOptions(components: Components, cards: readonly string[]): readonly (readonly [string, string])[] {
  const options = components.soloCards.map(({ id, mainAction }) => [id, `${id}: ${actionName(mainAction)}`] as const);
  return [...options.filter(([id]) => cards.includes(id)), ...options.filter(([id]) => !cards.includes(id))];
}
