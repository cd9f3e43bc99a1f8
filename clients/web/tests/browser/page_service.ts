/** A service with the built page, which keeps its games in a file, so that it can end and come back. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, connect } from "carnegie-client";
import { type RealService, ROOT, startService } from "../../../typescript/tests/real_service.js";

/** The page as `make page` builds it. */
export const PAGE_FOLDER = `${ROOT}clients/web/dist`;

export class PageService {
  readonly address: string;
  /** Calls to it, beside those of the page. */
  readonly calls: Connection;
  readonly #folder: string;
  #running: RealService;

  private constructor(folder: string, running: RealService) {
    this.#folder = folder;
    this.#running = running;
    this.address = running.address;
    this.calls = connect(running.address);
  }

  static async start(): Promise<PageService> {
    const folder = await mkdtemp(join(tmpdir(), "carnegie-page-"));
    return new PageService(folder, await startService(...flags(folder)));
  }

  /** End it at once, as a crash would. */
  async crash(): Promise<void> {
    await this.#running.kill();
  }

  /** Start it again at the same address, with the same games. */
  async comeBack(): Promise<void> {
    this.#running = await startService(...flags(this.#folder), "--web-port", new URL(this.address).port);
  }

  async stop(): Promise<void> {
    await this.#running.stop();
    await rm(this.#folder, { recursive: true });
  }
}

const flags = (folder: string): string[] => ["--web-root", PAGE_FOLDER, "--games-path", join(folder, "games.db")];
