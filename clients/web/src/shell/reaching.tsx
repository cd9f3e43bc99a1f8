/** What is said while the service is away, which is tried again until it is back. */

import { useEffect } from "preact/hooks";
import { reachable, service } from "../service.js";

/** The waits between attempts, in milliseconds; the last one again and again. */
const WAITS = [1_000, 2_000, 4_000, 8_000] as const;

/** Ask for anything: whether it is answered is heard by the connection. */
async function knock(): Promise<void> {
  try {
    await service.info.getInfo({});
  } catch {
    // Heard by the connection, too: the service is still away.
  }
}

export function Reaching() {
  const away = !reachable.value;
  useEffect(() => {
    if (!away) {
      return;
    }
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const again = (attempt: number) => {
      const wait = WAITS[Math.min(attempt, WAITS.length - 1)];
      timer = setTimeout(async () => {
        await knock();
        if (!stopped) {
          again(attempt + 1);
        }
      }, wait);
    };
    again(0);
    addEventListener("online", knock);
    return () => {
      stopped = true;
      clearTimeout(timer);
      removeEventListener("online", knock);
    };
  }, [away]);
  return (
    <div role="status">
      {away && (
        <div class="note note-warning reaching">
          <p>
            <strong>The service cannot be reached.</strong> Nothing is lost: what is on the table stays there, and the
            service is tried again every few seconds.
          </p>
          <button type="button" onClick={knock}>
            Try now
          </button>
        </div>
      )}
    </div>
  );
}
