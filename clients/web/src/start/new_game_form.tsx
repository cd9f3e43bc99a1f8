/** The form for a new solo game. */

import { useSignal } from "@preact/signals";
import { DepartmentPool, TimelineLayout } from "carnegie-client";
import type { TargetedEvent } from "preact";
import type { NewGame } from "../game/solo_game.js";
import { readNewGame } from "./reading.js";

interface NewGameFormProps {
  readonly busy: boolean;
  /** The text of the person's own components; empty where there are none. */
  readonly ownComponentsJson: string;
  /** Whether the game is to have them. */
  readonly isOwnWanted: boolean;
  readonly onOwn: (wanted: boolean) => void;
  readonly onBegin: (wanted: NewGame) => void;
}

export const LEVELS = [
  "1: the easiest, no advanced cards",
  "2: some advanced cards",
  "3: more advanced cards",
  "4: the hardest, most of the cards advanced",
] as const;

export const POOLS = [
  [DepartmentPool.BASE, "Base game: two of each Department"],
  [DepartmentPool.EXPANSION, "Expansion: two of each of four kinds per type"],
  [DepartmentPool.ONE_OF_EACH, "One of every Department"],
] as const;

export const LAYOUTS = [
  [TimelineLayout.ROWS, "in rows: each tile is four rounds of one action"],
  [TimelineLayout.COLUMNS, "in columns: each tile is one round of each action"],
] as const;

export function NewGameForm({ busy, ownComponentsJson, isOwnWanted, onOwn, onBegin }: NewGameFormProps) {
  const fault = useSignal("");
  const begin = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readNewGame(new FormData(event.currentTarget), ownComponentsJson);
    fault.value = typeof read === "string" ? read : "";
    if (typeof read !== "string") {
      onBegin(read);
    }
  };
  return (
    <form class="new-game" onSubmit={begin} aria-labelledby="new-game-heading">
      <h2 id="new-game-heading">New solo game</h2>
      <label>
        Andrew's level
        <select name="level">
          {LEVELS.map((label, index) => (
            <option key={label} value={index + 1}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Department tiles
        <select name="pool">
          {POOLS.map(([pool, label]) => (
            <option key={pool} value={pool}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Timeline tiles
        <select name="layout">
          {LAYOUTS.map(([layout, label]) => (
            <option key={layout} value={layout}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Seed
        <input
          name="seed"
          inputMode="numeric"
          autocomplete="off"
          placeholder="a random one"
          aria-describedby="seed-hint"
          aria-invalid={fault.value !== ""}
        />
      </label>
      <p id="seed-hint" class="hint">
        The same number gives the same game again. Leave it out for a new one.
      </p>
      {ownComponentsJson !== "" && (
        <label class="choice">
          <input
            type="checkbox"
            name="own"
            checked={isOwnWanted}
            onChange={(event) => onOwn(event.currentTarget.checked)}
          />{" "}
          With the values of my own box
        </label>
      )}
      {fault.value !== "" && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      <button type="submit" class="main-button" disabled={busy}>
        {busy ? "Setting the game up …" : "Begin"}
      </button>
    </form>
  );
}
