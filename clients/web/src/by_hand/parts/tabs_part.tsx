/** The fields of a player's project tabs. */

import { type ProjectType, TabSide } from "carnegie-client";
import { projectTypeOrder } from "../../table/order.js";
import { tabSide, tabState } from "../../table/view.js";
import { projectTypeName } from "../../words/project_type_name.js";
import { FaultWords, Group, NumberField, RulesNumberField, SelectField } from "../controls.js";
import { setPulled, setTabDisks, setTabSide } from "../edits/player.js";
import { inPath, tabField } from "../message_fields.js";
import { useSetting } from "../setting.js";

const SIDES = [
  [TabSide.A, "A"],
  [TabSide.B, "B"],
] as const;

export function TabsPart() {
  const { seat } = useSetting();
  return (
    <>
      <FaultWords at={`players[${seat}].tabs`} />
      {projectTypeOrder.map((type) => (
        <TabFields key={type} type={type} />
      ))}
    </>
  );
}

function TabFields({ type }: { readonly type: ProjectType }) {
  const { draft, known, isKnown, seat } = useSetting();
  const tab = tabState(draft.players[seat], type);
  const worked = isKnown ? tabState(known.players[seat], type) : undefined;
  const at = `players[${seat}].tabs.${inPath(tabField(type))}`;
  return (
    <Group at={at} legend={`${projectTypeName(type)} tab`}>
      <SelectField
        at={`${at}.side`}
        label="Side"
        value={tabSide(tab)}
        options={SIDES}
        onSet={(side) => setTabSide(seat, type, side)}
      />
      <NumberField
        at={`${at}.pulled`}
        label="Spaces that it has been pulled"
        value={tab?.pulled ?? 0}
        onSet={(spaces) => setPulled(seat, type, spaces)}
      />
      <RulesNumberField
        at={`${at}.built`}
        label="Disks built from it"
        value={tab?.built}
        known={worked?.built}
        onSet={(disks) => setTabDisks(seat, type, "built", disks)}
      />
      <RulesNumberField
        at={`${at}.waiting`}
        label="Disks waiting on it"
        value={tab?.waiting}
        known={worked?.waiting}
        onSet={(disks) => setTabDisks(seat, type, "waiting", disks)}
      />
    </Group>
  );
}
