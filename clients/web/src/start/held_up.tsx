/** The games and tables of this tab that cannot be saved, with the way back to each. */

import type { Session } from "../game/session.js";
import { linkTo } from "../shell/links.js";
import { gameTitle } from "../words/game_title.js";

/** What is told of a game. */
interface HeldUpGame {
  readonly game: { readonly setup: Pick<Session["game"]["setup"], "seed" | "soloLevel"> };
  readonly saving: Pick<Session["saving"], "kept">;
}

interface HeldUpProps {
  readonly games: readonly HeldUpGame[];
  readonly tables: readonly Pick<HeldUpGame, "saving">[];
}

export function HeldUp({ games, tables }: HeldUpProps) {
  const all = [
    ...games.map(({ game: { setup }, saving }) => {
      const { id, title } = saving.kept.value;
      return { kind: "game" as const, id, title: gameTitle({ title, level: setup.soloLevel, seed: setup.seed }) };
    }),
    ...tables.map(({ saving }) => {
      const { id, title } = saving.kept.value;
      return { kind: "table" as const, id, title: gameTitle({ title, byHand: true }) };
    }),
  ];
  return all.length === 0 ? null : (
    <section class="note-warning" aria-labelledby="held-up-heading">
      <h2 id="held-up-heading">Not saved</h2>
      <p class="hint">In this tab only, until it is closed. Open them to see why, and to export them.</p>
      <ul class="saved-games">
        {all.map(({ kind, id, title }) => (
          <li key={id}>
            <a href={linkTo({ kind, id })}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
