/** The top of the page: what it is, and where else one can go. */

import { linkTo, type Place } from "./links.js";
import { linkedPlaces } from "./views.js";

interface HeaderProps {
  readonly here: Place;
  readonly onHelp: () => void;
}

export function Header({ here, onHelp }: HeaderProps) {
  const places = [{ place: { kind: "start" } as const, title: "Games" }, ...linkedPlaces()];
  return (
    <header class="page-header">
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <span class="page-name">Carnegie move advisor</span>
      <nav aria-label="Places">
        {places.map(({ place, title }) => (
          <a key={place.kind} href={linkTo(place)} aria-current={place.kind === here.kind ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <button type="button" onClick={onHelp} aria-keyshortcuts="?">
        Help
      </button>
    </header>
  );
}

/** Go to the content. A link could not, for the links of this page say which view is shown. */
function skip(): void {
  document.getElementById("heading")?.focus();
}
