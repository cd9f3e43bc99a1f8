/** The page: its frame, and in it the place that the link leads to. */

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isUnsaved as isBoxUnsaved } from "./box/drafting.js";
import { GameView } from "./game/game_view.js";
import { GoToPoint } from "./game/go_to_point.js";
import { OpenedGame } from "./game/opened_game.js";
import type { Session } from "./game/session.js";
import { usePageFocus } from "./kept_focus.js";
import { reachable } from "./service.js";
import { Announcer } from "./shell/announcer.js";
import { Boundary } from "./shell/boundary.js";
import { isUnsaved, loadGame, takeSession } from "./shell/current_game.js";
import { FailureNote } from "./shell/failure_note.js";
import { Header } from "./shell/header.js";
import { Help } from "./shell/help.js";
import { ignorance, type Knowledge, knowledge, learn } from "./shell/knowledge.js";
import { linkTo, type Place, placeOf } from "./shell/links.js";
import { Reaching } from "./shell/reaching.js";
import { listenFor } from "./shell/shortcuts.js";
import { titleOf, viewOf } from "./shell/views.js";
import { StartView } from "./start/start_view.js";

const place = signal<Place>(placeOf(location.hash));
const helpShown = signal(false);

addEventListener("hashchange", () => {
  place.value = placeOf(location.hash);
});
addEventListener("beforeunload", (event) => {
  if (isUnsaved() || isBoxUnsaved.peek()) {
    event.preventDefault();
  }
});
// As soon as the service is there, and again once it is back.
effect(() => {
  if (reachable.value) {
    learn();
  }
});

function go(to: Place): void {
  location.hash = linkTo(to);
}

export function Page() {
  const here = place.value;
  const main = useRef<HTMLElement>(null);
  usePageFocus(main);
  useEffect(() => listenFor([{ key: "?", run: () => (helpShown.value = true) }]), []);
  useEffect(() => focusHeading(here), [here]);
  return (
    <>
      <Header here={here} onHelp={() => (helpShown.value = true)} />
      <Reaching />
      <main id="main" ref={main}>
        <h1 tabIndex={-1} id="heading">
          {titleOf(here)}
        </h1>
        <Boundary what="This part of the page" key={linkTo(here)}>
          <PlaceView here={here} />
        </Boundary>
      </main>
      <Announcer />
      {helpShown.value && <Help onClose={() => (helpShown.value = false)} />}
    </>
  );
}

let arrived = false;

/** Begin at the heading of another view, but not where the page has just been loaded: the browser begins at the top. */
function focusHeading(here: Place): void {
  document.title = `${titleOf(here)} – Carnegie`;
  if (arrived) {
    document.getElementById("heading")?.focus();
  }
  arrived = true;
}

function PlaceView({ here }: { readonly here: Place }) {
  const known = knowledge.value;
  const View = viewOf(here);
  if (View === undefined && here.kind !== "start" && here.kind !== "game") {
    return (
      <p>
        The link “{linkTo(here)}” leads nowhere. <a href="#/">Go to the start.</a>
      </p>
    );
  }
  if (known === undefined) {
    return ignorance.value === undefined ? (
      <p>Asking the service …</p>
    ) : (
      <FailureNote what="The service does not tell what it can do" failure={ignorance.value}>
        <button type="button" onClick={learn}>
          Try again
        </button>
      </FailureNote>
    );
  }
  if (View !== undefined) {
    return <View knowledge={known} id={"id" in here ? here.id : undefined} />;
  }
  const leadsToBox = viewOf({ kind: "box" }) !== undefined;
  return here.kind === "game" ? (
    <GamePlace knowledge={known} id={here.id} point={here.point} leadsToBox={leadsToBox} />
  ) : (
    <StartView knowledge={known} leadsToBox={leadsToBox} onGame={show} />
  );
}

function show(session: Session): void {
  takeSession(session);
  go({ kind: "game", id: session.saving.kept.peek().id });
}

interface GamePlaceProps {
  readonly knowledge: Knowledge;
  readonly id: string;
  /** The point of the game that is put on the table first; left out, it stays where it stood. */
  readonly point: number | undefined;
  readonly leadsToBox: boolean;
}

function GamePlace({ knowledge: { store }, id, point, leadsToBox }: GamePlaceProps) {
  return (
    <OpenedGame store={store} id={id}>
      {(session) =>
        point === undefined ? (
          <GameView
            session={session}
            leadsToBox={leadsToBox}
            onLoad={() => loadGame(store, session.saving.kept.peek().id)}
            onCopy={(copy) => go({ kind: "game", id: copy })}
          />
        ) : (
          <GoToPoint
            game={session.game}
            point={point}
            // In the place of the link that led here: the way back leads past it, and so does loading the page again.
            onDone={() => location.replace(linkTo({ kind: "game", id }))}
          />
        )
      }
    </OpenedGame>
  );
}
