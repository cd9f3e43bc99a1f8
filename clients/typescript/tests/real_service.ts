/** A real service on free ports, for the time of a test. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The repository. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const ANNOUNCED = /browser gateway at (http:\/\/[^"\s]+)/;
const LONGEST_START_MILLISECONDS = 60_000;

export interface RealService {
  /** The origin of its browser gateway. */
  readonly address: string;
  /** Stop it, and wait until it has ended. */
  stop(): Promise<void>;
  /** End it at once, as a crash would. */
  kill(): Promise<void>;
}

/**
 * Start a service, and wait until it takes calls.
 *
 * @param flags further flags, such as `--web-root`
 * @throws Error with the log of a service that ends or takes too long before it takes calls
 */
export async function startService(...flags: readonly string[]): Promise<RealService> {
  const own = ["-m", "carnegie_server", "--port", "0", "--web-port", "0", "--exit-with-stdin"];
  const python = process.env.PYTHON ?? `${ROOT}.venv/bin/python`;
  const service = spawn(python, [...own, ...flags], { stdio: ["pipe", "ignore", "pipe"] });
  const ended = once(service, "exit");
  const log: string[] = [];
  const lines = createInterface({ input: service.stderr });
  const address = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the service ${why}:\n${log.join("\n")}`));
    const timer = setTimeout(() => fail("takes too long to start"), LONGEST_START_MILLISECONDS);
    lines.on("line", (line) => {
      log.push(line);
      const announced = ANNOUNCED.exec(line)?.[1];
      if (announced !== undefined) {
        clearTimeout(timer);
        resolve(announced);
      }
    });
    ended.then(
      () => fail("ended"),
      (error: unknown) => fail(`cannot be started, ${error}`),
    );
  });
  return {
    address,
    async stop() {
      service.stdin.end();
      await ended;
    },
    async kill() {
      service.kill("SIGKILL");
      await ended;
    },
  };
}
