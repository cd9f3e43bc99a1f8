/** What of this tab is not saved, games, tables and the values of the box, with the way back to each. */

import type { Session } from "../game/session.js";
import { linkTo, type Place } from "../shell/links.js";
import { gameTitle } from "../words/game_title.js";

/** What is told of a game. */
interface HeldUpGame {
  readonly game: { readonly setup: Pick<Session["game"]["setup"], "seed" | "soloLevel"> };
  readonly saving: Pick<Session["saving"], "kept">;
}

interface HeldUpProps {
  readonly games: readonly HeldUpGame[];
  readonly tables: readonly Pick<HeldUpGame, "saving">[];
  /** Whether values of the own box are not saved. */
  readonly box: boolean;
}

export function HeldUp({ games, tables, box }: HeldUpProps) {
  const all: readonly { readonly place: Place; readonly title: string }[] = [
    ...games.map(({ game: { setup }, saving }) => {
      const { id, title } = saving.kept.value;
      const known = gameTitle({ title, level: setup.soloLevel, seed: setup.seed });
      return { place: { kind: "game", id } as const, title: known };
    }),
    ...tables.map(({ saving }) => {
      const { id, title } = saving.kept.value;
      return { place: { kind: "table", id } as const, title: gameTitle({ title, byHand: true }) };
    }),
    ...(box ? [{ place: { kind: "box" } as const, title: "The values of your own box" }] : []),
  ];
  return all.length === 0 ? null : (
    <section class="note-warning" aria-labelledby="held-up-heading">
      <h2 id="held-up-heading">Not saved</h2>
      <p class="hint">In this tab only, until it is closed. Open them to see why, and to export them.</p>
      <ul class="saved-games">
        {all.map(({ place, title }) => (
          <li key={linkTo(place)}>
            <a href={linkTo(place)}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
