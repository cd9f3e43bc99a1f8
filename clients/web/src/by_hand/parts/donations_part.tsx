/** The fields of the donations: whose disks lie on each. */

import { capitalized } from "../../words/capitalized.js";
import { donationName } from "../../words/donation_name.js";
import { CheckField, FaultWords, Group } from "../controls.js";
import { donorsOf, setDonation } from "../edits/disks.js";
import { fieldKey } from "../fields.js";
import { owners } from "../names.js";
import { elementId, useSetting } from "../setting.js";

export function DonationsPart() {
  const { draft, components } = useSetting();
  const made = [...draft.players, ...(draft.andrew === undefined ? [] : [draft.andrew])].flatMap((of) => of.donations);
  const ids = [...new Set([...components.donations.map(({ id }) => id), ...made, ...draft.neutralDonations])];
  return (
    <>
      <FaultWords at="donations" />
      <p class="hint">A player's donations count in the order in which they are marked here.</p>
      {ids.map((id) => {
        const [key, donors] = [fieldKey.donation(id), donorsOf(draft, id)];
        return (
          <Group key={id} at={key} legend={donationName(id)}>
            <div class="hand-row">
              {owners(draft).map(([owner, name]) => (
                <CheckField
                  key={owner}
                  at={key}
                  id={elementId(`${key}-${owner}`)}
                  isInGroup
                  label={capitalized(name)}
                  isSo={donors.includes(owner)}
                  onSet={(isThere) => setDonation(id, owner, isThere)}
                />
              ))}
            </div>
          </Group>
        );
      })}
    </>
  );
}
