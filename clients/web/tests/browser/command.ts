/** The command `carnegie`, beside the page. */

import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../../typescript/tests/real_service.js";

const run = promisify(execFile);

/** What the command prints. Throws where it fails, with what it says. */
export async function carnegie(...words: readonly string[]): Promise<string> {
  const { PYTHON: python = `${ROOT}.venv/bin/python` } = process.env;
  const { stdout } = await run(join(dirname(python), "carnegie"), words, { maxBuffer: 2 ** 26 });
  return stdout;
}
