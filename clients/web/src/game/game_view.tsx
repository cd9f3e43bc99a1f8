/** A solo game under way: the table, what can be done, and what has been done. */

import { Phase } from "carnegie-client";
import { useEffect } from "preact/hooks";
import { Advice } from "../advice/advice.js";
import { Moves } from "../moves/moves.js";
import { ScoreSheets } from "../score/score_sheets.js";
import { reachable, service } from "../service.js";
import { announce } from "../shell/announcer.js";
import { Boundary } from "../shell/boundary.js";
import { listenFor } from "../shell/shortcuts.js";
import { AndrewsLatest, AndrewsTurn } from "./andrews_log.js";
import { GameRecords } from "./game_records.js";
import { GameTable } from "./game_table.js";
import { goOn } from "./go_on.js";
import { tellNews } from "./news.js";
import { PartButtons, partShown, shownPart } from "./parts.js";
import { ReviewLink } from "./review_link.js";
import { SavingNote, savingInWords } from "./saving_note.js";
import type { Session } from "./session.js";
import { shortcutsOfGame } from "./shortcuts_of_game.js";
import { StatusBar } from "./status_bar.js";

interface GameViewProps {
  readonly session: Session;
  readonly leadsToBox: boolean;
  /** Called where the person wants the game as it is kept, instead of this one. */
  readonly onLoad: () => void;
  /** Called with the new id of a copy. */
  readonly onCopy: (id: string) => void;
}

export function GameView({ session, leadsToBox, onLoad, onCopy }: GameViewProps) {
  const { game } = session;
  useEffect(() => tellNews(game, announce), [game]);
  useEffect(() => {
    shownPart.value = "table";
  }, [game]);
  useEffect(() => listenFor(shortcutsOfGame(session)), [session]);
  const back = reachable.value;
  useEffect(() => {
    if (back) {
      goOn(session);
    }
  }, [back, session]);
  const trouble = savingInWords("game", session);
  useEffect(() => {
    if (trouble !== "") {
      announce(trouble);
    }
  }, [trouble]);
  const position = game.position.value;
  return (
    <div class="game" aria-busy={game.busy.value}>
      <StatusBar session={session} />
      <SavingNote kind="game" session={session} onLoad={onLoad} onCopy={onCopy} />
      <AndrewsTurn game={game} />
      {position.phase === Phase.GAME_OVER && (
        <section class="panel" aria-label="Final score">
          <ScoreSheets rules={service.rules} position={position} componentsJson={game.componentsJson} />
          <ReviewLink session={session} />
        </section>
      )}
      <div class="game-columns" data-shown={partShown(game)}>
        <div>
          <Boundary what="The table">
            <GameTable game={game} />
          </Boundary>
        </div>
        <div class="game-doing">
          <AndrewsLatest game={game} />
          {position.phase !== Phase.GAME_OVER && (
            <>
              <div class="panel" id="moves">
                <Boundary what="Your moves">
                  <Moves game={game} />
                </Boundary>
              </div>
              <div class="panel" id="advice">
                <Boundary what="The advice">
                  <Advice game={game} />
                </Boundary>
              </div>
            </>
          )}
          <Boundary what="What has been done">
            <GameRecords session={session} leadsToBox={leadsToBox} />
          </Boundary>
        </div>
      </div>
      <PartButtons game={game} />
    </div>
  );
}
