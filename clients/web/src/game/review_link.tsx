/** The way from a game to its review. */

import { linkTo } from "../shell/links.js";
import type { Session } from "./session.js";

export function ReviewLink({ session: { saving } }: { readonly session: Session }) {
  return (
    <p class="review-link">
      <a href={linkTo({ kind: "review", id: saving.kept.value.id })}>Review this game</a>
    </p>
  );
}
