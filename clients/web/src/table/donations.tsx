/** The donation spaces with what each scores, and who has given. */

import type { Position } from "carnegie-client";
import { layDonations } from "./board_layouts.js";
import type { Components } from "./components.js";
import { donationColumn, donationShort } from "./donation_words.js";
import { Drawn } from "./drawn.js";
import { donationLabel } from "./labels.js";
import { diskMark } from "./owner_words.js";
import { Panel } from "./panel.js";
import { Spot } from "./spot.js";
import { Disk, Words } from "./symbols.js";
import { target } from "./targets.js";
import { wrap } from "./text_width.js";
import { donors } from "./view.js";

interface DonationsProperties {
  readonly position: Position;
  readonly components: Components;
}

export function Donations({ position, components }: DonationsProperties) {
  const layout = layDonations(components);
  return (
    <Panel
      name="donations"
      heading="Donations"
      remark={<span class="table-remark">{`at most ${components.donationLimit} VP each`}</span>}
      size={layout.size}
      description="Four columns of donation spaces, what each one scores, and the disks on them."
    >
      <Drawn>
        {[...layout.titles].map(([column, box]) => (
          <Words
            key={column}
            x={box.x + box.width / 2}
            y={box.y + 14}
            text={donationColumn(column)}
            class="strong"
            room={box.width - 2}
          />
        ))}
      </Drawn>
      {components.donations.map((donation) => {
        const box = layout.places.get(donation.id);
        if (box === undefined) {
          return null;
        }
        const owners = donors(position, donation.id);
        const flat = donation.counts.startsWith("a flat");
        const lines = flat ? [] : wrap(donationShort(donation), 11.5, box.width - 4).slice(0, 3);
        return (
          <Spot
            key={donation.id}
            target={target.donation(donation.id)}
            label={donationLabel(position, donation)}
            outline={box}
          >
            <rect class={`donation${owners.length > 0 ? " donation-made" : ""}`} {...box} rx={6} />
            <Words
              x={box.x + 6}
              y={box.y + 16}
              text={`${donation.vpEach} VP${flat ? "" : " ×"}`}
              class="strong"
              anchor="start"
            />
            {lines.map((line, index) => (
              <Words
                key={line}
                x={box.x + box.width / 2}
                y={box.y + (lines.length > 2 ? 30 : 36) + index * 13}
                text={line}
                size={11.5}
                room={box.width - 4}
              />
            ))}
            {owners.map((owner, order) => (
              <Disk
                key={`${owner.kind}${owner.kind === "player" ? owner.seat : ""}`}
                x={box.x + box.width - 12 - order * 12}
                y={box.y + 12}
                owner={owner}
                mark={diskMark(position, owner)}
                radius={8.5}
              />
            ))}
          </Spot>
        );
      })}
    </Panel>
  );
}
