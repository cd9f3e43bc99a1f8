/** Andrew's log, the history and the score sheet, one of them shown at a time. */

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { ScoreSheets } from "../score/score_sheets.js";
import { service } from "../service.js";
import { TabList } from "../shell/tab_list.js";
import { AndrewsLog } from "./andrews_log.js";
import { GameStandIns } from "./game_stand_ins.js";
import { History } from "./history.js";
import { ReviewLink } from "./review_link.js";
import type { Session } from "./session.js";

const TABS = ["Andrew", "History", "Score", "Stand-ins"] as const;

interface GameRecordsProps {
  readonly session: Session;
  readonly leadsToBox: boolean;
}

export function GameRecords({ session, leadsToBox }: GameRecordsProps) {
  const { game } = session;
  const shown = useSignal<(typeof TABS)[number]>("Andrew");
  const id = useId();
  return (
    <section class="panel" id="records" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} tabIndex={-1}>
        The game so far
      </h2>
      <ReviewLink session={session} />
      <TabList label="The game so far" tabs={TABS} shown={shown.value} id={id} onShow={(tab) => (shown.value = tab)} />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.value}`}>
        {shown.value === "Andrew" && <AndrewsLog game={game} />}
        {shown.value === "History" && <History game={game} />}
        {shown.value === "Score" && (
          <ScoreSheets rules={service.rules} position={game.position.value} componentsJson={game.componentsJson} />
        )}
        {shown.value === "Stand-ins" && <GameStandIns componentsJson={game.componentsJson} leadsToBox={leadsToBox} />}
      </div>
    </section>
  );
}
