/** The fields of the timeline. */

import { Event } from "carnegie-client";
import { actionOrder } from "../../table/order.js";
import { timelineRow } from "../../table/view.js";
import { actionName } from "../../words/action_name.js";
import { FaultWords, Group, NumberField, SelectField } from "../controls.js";
import { setRowEvent, setUsed } from "../edits/board.js";
import { inPath, rowField } from "../message_fields.js";
import { EVENTS } from "../names.js";
import { elementId, useSetting } from "../setting.js";

const SPACES = [0, 1, 2, 3] as const;

export function TimelinePart() {
  const { draft } = useSetting();
  return (
    <>
      <FaultWords at="timeline" />
      {actionOrder.map((action) => {
        const [row, at] = [timelineRow(draft, action), `timeline.${inPath(rowField(action))}`];
        return (
          <Group key={action} at={at} legend={actionName(action)}>
            <NumberField
              at={`${at}.used`}
              label="Spaces used, of five"
              value={row?.used ?? 0}
              onSet={(spaces) => setUsed(action, spaces)}
            />
            <FaultWords at={`${at}.events`} />
            <div class="hand-row">
              {SPACES.map((space) => (
                <SelectField
                  key={space}
                  at={`${at}.events`}
                  id={elementId(`${at}.events-${space}`)}
                  isInGroup
                  label={`Event of space ${space + 1}`}
                  value={row?.events[space] ?? Event.UNSPECIFIED}
                  options={EVENTS}
                  onSet={(event) => setRowEvent(action, space, event)}
                />
              ))}
            </div>
          </Group>
        );
      })}
    </>
  );
}
