/** A table that is followed by hand, with its saving: begun from a new game, from a file, or opened. */

import { create, equals } from "@bufbuild/protobuf";
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { type Position, PositionSchema, positionFromJson, type RecordedSetup, type SavedGame } from "carnegie-client";
import { given, type Referee } from "../game/playing.js";
import { type Kept, Saving } from "../game/saving.js";
import { setUp } from "../game/set_up.js";
import { type GameStore, NoSuchGame, newId } from "../game/store.js";
import { REPEATED, repeatedFields } from "../repeated_fields.js";
import { otherKindOfFile } from "../words/kind_of_file.js";
import { namedFile } from "../words/named_file.js";
import { plainText } from "../words/plain_text.js";
import { titleOfFile } from "../words/plain_title.js";
import { reasonInWords } from "../words/refusal_in_words.js";
import { completed } from "./completed.js";
import { formFaults } from "./form_faults.js";
import { checkedBy, HandGame } from "./hand_game.js";
import { type KeptDraft, type KeptDrafts, OlderDraft } from "./kept_drafts.js";
import { leftToTheRules } from "./left_out.js";

export interface TableSession {
  readonly game: HandGame;
  readonly saving: Saving;
  readonly store: GameStore;
  /** Why this browser does not keep the table, which is at fault; undefined where it does, or is not at fault. */
  readonly draftRefusal: ReadonlySignal<Error | undefined>;
  /** Keep the table at fault in the place of the one that another tab keeps. */
  readonly keepDraftInPlace: () => void;
  /** What was at fault on an older state of the table, which has been saved elsewhere since; undefined where nothing is kept. */
  readonly older: ReadonlySignal<KeptDraft | undefined>;
  /** Put that on the table, which it may or may not be at fault with. */
  readonly takeOlder: () => void;
  /** Forget it for good. */
  readonly forgetOlder: () => void;
  /** Watch the table no longer; what has not been saved yet still is. */
  readonly stop: () => void;
}

/** The parts of a connection and the store that a session works with. */
export interface Surroundings {
  readonly referee: Referee;
  readonly store: GameStore;
  /** Where tables at fault are kept. */
  readonly drafts: KeptDrafts;
  /** The text of the components that the table is played with; empty for the service's own. */
  readonly componentsJson: string;
}

/** What is wrong with a file, fault by fault. */
export class FaultyFile extends Error {
  readonly faults: readonly string[];

  constructor(name: string, faults: readonly string[]) {
    super(`${namedFile(name)} is no position: ${faults.join("; ")}`);
    this.name = "FaultyFile";
    this.faults = faults.map(plainText);
  }
}

/** Begin with the table of a new game. */
export async function beginTable(around: Surroundings, game: RecordedSetup): Promise<TableSession> {
  const { beginning } = await setUp(around.referee, game, around.componentsJson);
  const { position, digest } = beginning;
  return session(around, await soundGame(around, position, digest), { id: newId(), title: "", version: 0 });
}

/**
 * Go on with a kept table, and with what was at fault on it when it was left.
 *
 * Where the table has been saved since, that is what is opened, and what was at fault is held beside it.
 */
export async function openTable(around: Omit<Surroundings, "componentsJson">, id: string): Promise<TableSession> {
  const draft = around.drafts.draft(id);
  const { game: saved, version } = await around.store.load(id).catch((error: unknown) => {
    if (error instanceof NoSuchGame && draft?.version === 0) {
      return { game: undefined, version: 0 };
    }
    throw error;
  });
  const { title, componentsJson } = given(saved ?? draft);
  const here = { ...around, componentsJson };
  const game = await gameOf(here, given(saved === undefined ? draft?.draft : positionOf(saved)), title);
  const isOlder = draft !== undefined && draft.version !== version;
  if (saved !== undefined && draft !== undefined && !isOlder) {
    game.edit(() => draft.draft);
  }
  return session(here, game, { id, title, version }, isOlder ? draft : undefined);
}

function positionOf({ content }: SavedGame): Position {
  if (content.case !== "position") {
    throw new Error("this is a game from its setup on, and no table that is followed by hand");
  }
  return content.value;
}

/**
 * Begin with the position of a file. One that the rules forbid is taken with its faults, to be set right by hand.
 *
 * Rejects with FaultyFile, with every fault, for a file that cannot be read as a position.
 */
export async function importTable(around: Surroundings, name: string, text: string): Promise<TableSession> {
  const game = await gameOf(around, readPosition(name, text), name);
  return session(around, game, { id: newId(), title: titleOfFile(name), version: 0 });
}

/**
 * Read the text of a position file.
 *
 * @throws FaultyFile with every fault of its form
 */
export function readPosition(name: string, text: string): Position {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FaultyFile(name, [`it is no JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  const twice = repeatedFields(text).map((path) => ({ path, ...REPEATED }));
  const faults = [...twice, ...formFaults(value)];
  const kind = otherKindOfFile(value, "position");
  if (faults.length > 0 && kind !== "") {
    throw new FaultyFile(name, [kind]);
  }
  if (faults.length > 0) {
    const words = faults.map(
      ({ path, reason, found, allowed }) =>
        `${reasonInWords(reason)}${path === "" ? "" : ` at ${path}`}: found ${found}; allowed: ${allowed}`,
    );
    throw new FaultyFile(name, words);
  }
  return positionFromJson(text);
}

const MOST_PLAYERS = 4;

async function gameOf(around: Surroundings, position: Position, name: string): Promise<HandGame> {
  const { referee, componentsJson } = around;
  const checked = await checkedBy(referee.rules, position, componentsJson);
  switch (checked.kind) {
    case "sound":
      return soundGame(around, checked.position, checked.digest);
    case "faulty": {
      const count = position.players.length;
      if (count < 1 || count > MOST_PLAYERS) {
        throw new FaultyFile(name, [`players: found ${count}, allowed 1 to ${MOST_PLAYERS}`]);
      }
      const plain = create(PositionSchema, { players: Array.from({ length: count }, () => ({})) });
      const usual = await referee.rules.validatePosition({ position: plain, componentsJson });
      const standard = given(usual.position);
      const draft = completed(position, standard);
      return new HandGame(
        referee,
        { draft, checked: await checkedBy(referee.rules, draft, componentsJson) },
        standard,
        componentsJson,
      );
    }
    case "failed":
      throw checked.failure;
    default:
      throw new Error("the service has not answered");
  }
}

async function soundGame(around: Surroundings, position: Position, digest: string): Promise<HandGame> {
  const { referee, componentsJson } = around;
  const draft = await leftToTheRules(referee.rules, position, digest, componentsJson);
  return new HandGame(referee, { draft, checked: { kind: "sound", position, digest } }, position, componentsJson);
}

/**
 * Keep a table from the first time on that it is without fault.
 *
 * @param olderDraft what is kept of an older state of it, and stays until the person has decided about it
 */
function session(
  { store, drafts }: Surroundings,
  game: HandGame,
  kept: Kept,
  olderDraft?: KeptDraft | undefined,
): TableSession {
  const { componentsJson } = game;
  // What is kept is the last position without fault that was on the table, whatever is undone to before it.
  const position = signal(game.position.peek());
  const saving = new Saving(store, { points: position, shown: position, position, componentsJson }, kept);
  const stopChecking = game.follow();
  let isStarted = false;
  const stopWatching = effect(() => {
    if (game.hasSound.value) {
      position.value = game.position.value;
      if (!isStarted) {
        isStarted = true;
        // Beside this effect, so that what saving looks at is not what this one waits for.
        queueMicrotask(() => saving.start());
      }
    }
  });
  const draftRefusal = signal<Error | undefined>(undefined);
  const older = signal(olderDraft);
  const atFault = computed((): KeptDraft => {
    const { title, version } = saving.kept.value;
    return { title, version, componentsJson, draft: game.draft.value };
  });
  const stopKeeping = effect(() => {
    const { id } = saving.kept.value;
    drafts.changes.value;
    if (older.value !== undefined && !drafts.isAsSeen(kept.id)) {
      // Another tab goes on with it, or has forgotten it.
      older.value = undefined;
    }
    const isOlderKept = older.value !== undefined && id === kept.id;
    switch (game.checked.value.kind) {
      case "faulty":
      case "failed":
        draftRefusal.value = isOlderKept ? new OlderDraft() : drafts.keep(id, atFault.value);
        break;
      case "sound":
        draftRefusal.value = undefined;
        if (!isOlderKept) {
          drafts.forget(id);
        }
    }
  });
  return {
    game,
    saving,
    store,
    draftRefusal,
    keepDraftInPlace() {
      draftRefusal.value = drafts.keepInPlace(saving.kept.peek().id, atFault.peek());
    },
    older,
    takeOlder() {
      const entered = older.peek()?.draft;
      if (entered !== undefined) {
        game.edit(() => entered);
        // While a step is being played nothing is edited.
        older.value = equals(PositionSchema, game.draft.peek(), entered) ? undefined : older.peek();
      }
    },
    forgetOlder() {
      drafts.forget(kept.id);
      older.value = undefined;
    },
    stop() {
      stopKeeping();
      stopWatching();
      stopChecking();
      saving.stop();
    },
  };
}
