/** The form by which a table is set: what is wrong, and one part of the fields at a time. */

import { Region } from "carnegie-client";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useKeptFocus } from "../kept_focus.js";
import { FailureNote } from "../shell/failure_note.js";
import { quantity } from "../words/quantity.js";
import { type Field, PARTS, type PartName, type PlacedFault } from "./fields.js";
import type { HandGame } from "./hand_game.js";
import { seats } from "./names.js";
import { AbroadPart } from "./parts/abroad_part.js";
import { AndrewPart } from "./parts/andrew_part.js";
import { CompanyPart } from "./parts/company_part.js";
import { DisplayPart } from "./parts/display_part.js";
import { DonationsPart } from "./parts/donations_part.js";
import { MapPart } from "./parts/map_part.js";
import { PlayerPart } from "./parts/player_part.js";
import { RoundPart } from "./parts/round_part.js";
import { TabsPart } from "./parts/tabs_part.js";
import { TimelinePart } from "./parts/timeline_part.js";
import { useSetting } from "./setting.js";

/** The parts that show the fields of one player. */
const OF_ONE_PLAYER: ReadonlySet<PartName> = new Set(["Player", "Company", "Tabs", "Missions and tracks"]);

interface SetFormProps {
  readonly part: PartName;
  readonly onPart: (part: PartName) => void;
  readonly onSeat: (seat: number) => void;
  readonly region: Region;
  readonly onRegion: (region: Region) => void;
}

export function SetForm({ part, onPart, onSeat, region, onRegion }: SetFormProps) {
  const { draft, seat } = useSetting();
  const [form, parts] = [useRef<HTMLDivElement>(null), useRef<HTMLSelectElement>(null)];
  useKeptFocus(form, parts);
  return (
    <div class="hand-form" ref={form}>
      <div class="hand-row">
        <div class="hand-field">
          <label for="hand-part">Part of the table</label>
          <select
            id="hand-part"
            ref={parts}
            value={part}
            onChange={(event) => {
              const chosen = PARTS.find((each) => each === event.currentTarget.value);
              if (chosen !== undefined) {
                onPart(chosen);
              }
            }}
          >
            {PARTS.filter((each) => each !== "Andrew" || draft.andrew !== undefined).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </div>
        {draft.players.length > 1 && OF_ONE_PLAYER.has(part) && (
          <div class="hand-field">
            <label for="hand-seat">Whose</label>
            <select id="hand-seat" value={String(seat)} onChange={(event) => onSeat(Number(event.currentTarget.value))}>
              {seats(draft).map(([of, name]) => (
                <option key={of} value={String(of)}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
      </div>
      {/* Each player's fields are others: what has been typed in one is not carried over to the next. */}
      <div key={`${part} ${seat}`}>{partFields(part, region, onRegion)}</div>
    </div>
  );
}

function partFields(part: PartName, region: Region, onRegion: (region: Region) => void): ComponentChildren {
  switch (part) {
    case "Round":
      return <RoundPart />;
    case "Player":
      return <PlayerPart />;
    case "Company":
      return <CompanyPart />;
    case "Tabs":
      return <TabsPart />;
    case "Missions and tracks":
      return <AbroadPart />;
    case "Map":
      return <MapPart region={region} onRegion={onRegion} />;
    case "Timeline":
      return <TimelinePart />;
    case "Display":
      return <DisplayPart />;
    case "Donations":
      return <DonationsPart />;
    case "Andrew":
      return <AndrewPart />;
  }
}

export const FIRST_REGION = Region.WEST;

interface FaultListProps {
  readonly game: HandGame;
  readonly faults: readonly PlacedFault[];
  /** What has been typed and cannot be read. */
  readonly unread: readonly PlacedFault[];
  /** Called with a field, and the id of its very element where that is known. */
  readonly onGo: (field: Field, id?: string) => void;
}

/** Whether the table is one of the game, and else everything that is wrong with it. */
export function FaultList({ game, faults, unread, onGo }: FaultListProps) {
  const checked = game.checked.value;
  if (checked.kind === "failed") {
    return (
      <>
        <FailureNote what="The table cannot be checked now" failure={checked.failure}>
          <button type="button" onClick={() => game.checkAgain()}>
            Check it again
          </button>
        </FailureNote>
        <Unread unread={unread} isSaved={false} onGo={onGo} />
      </>
    );
  }
  if (checked.kind === "asking") {
    // Not said by screen readers at every key: the answer is.
    return <p>Checking …</p>;
  }
  return (
    <div class="hand-faults" role="status">
      <Unread unread={unread} isSaved={checked.kind === "sound"} onGo={onGo} />
      {checked.kind === "sound" && <p>{unread.length === 0 ? "Without fault." : "The rest is without fault."}</p>}
      {checked.kind === "faulty" && (
        <>
          <p class="fault">
            <strong>{quantity(faults.length, "fault")}.</strong> Steps and advice wait until there is none.
          </p>
          <Ways faults={faults} onGo={onGo} />
        </>
      )}
    </div>
  );
}

interface UnreadProps extends Pick<FaultListProps, "unread" | "onGo"> {
  /** Whether what counts is saved: a table at fault is not. */
  readonly isSaved: boolean;
}

/** What has been typed and cannot be read, in whatever part of the form. */
function Unread({ unread, isSaved, onGo }: UnreadProps) {
  return unread.length === 0 ? null : (
    <>
      <p class="fault">
        <strong>{quantity(unread.length, "entry", "entries")} cannot be read.</strong>{" "}
        {isSaved ? "What was there before counts, and is what is saved." : "What was there before counts."}
      </p>
      <Ways faults={unread} onGo={onGo} />
    </>
  );
}

/** Each fault with the way to its field. */
function Ways({ faults, onGo }: Pick<FaultListProps, "faults" | "onGo">) {
  return (
    <ul>
      {faults.map(({ field, words, id }, index) => (
        <li key={index}>
          {field === undefined ? (
            words
          ) : (
            <button type="button" class="hand-fault" onClick={() => onGo(field, id)}>
              <strong>{field.label}</strong>: {words}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
