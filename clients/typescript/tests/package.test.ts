/** The package as it is published: what is in it is enough for the README's quick start and for the examples, types too. */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealService, ROOT, startService } from "./real_service.js";

const run = promisify(execFile);
const CLIENTS = `${ROOT}clients/`;
const TYPES = {
  compilerOptions: { module: "NodeNext", target: "ES2022", strict: true, skipLibCheck: true, types: ["node"] },
};

let service: RealService;
let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "carnegie-package-"));
  const [started] = await Promise.all([startService(), installPackage()]);
  service = started;
}, 120_000);

afterAll(async () => {
  await service?.stop();
  await rm(project, { recursive: true, force: true });
});

/** Put into a project of its own what `npm pack` packs, beside what the package depends on. */
async function installPackage(): Promise<void> {
  await run("npm", ["run", "build", "--silent"], { cwd: `${CLIENTS}typescript` });
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", project], {
    cwd: `${CLIENTS}typescript`,
  });
  const [{ filename }] = JSON.parse(stdout);
  const home = join(project, "node_modules", "carnegie-client");
  await mkdir(home, { recursive: true });
  await run("tar", [
    "--extract",
    "--gzip",
    "--file",
    join(project, filename),
    "--directory",
    home,
    "--strip-components=1",
  ]);
  for (const needed of ["@bufbuild", "@connectrpc", "@types"]) {
    await symlink(`${CLIENTS}node_modules/${needed}`, join(project, "node_modules", needed));
  }
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(TYPES));
}

const documented = [
  { document: "clients/typescript/README.md", prints: /^(-?[\d.]+ VP true \[.*\n?)+$/s },
  { document: "README.md", prints: /proved: true/ },
  { document: "docs/api.md", prints: /^(\d -?\d+\n){3}$/ },
];

test.each(documented)("the program in $document runs as written", async ({ document, prints }) => {
  const programs = [...(await readFile(ROOT + document, "utf8")).matchAll(/^```js\n([\s\S]*?)^```$/gm)];
  expect(programs).toHaveLength(1);
  const program = programs[0]?.[1] ?? "";
  expect(program).toContain("http://127.0.0.1:8080");
  const file = join(project, "documented.js");
  await writeFile(file, program.replace("http://127.0.0.1:8080", service.address));
  const { stdout } = await run("node", [file]);
  expect(stdout).toMatch(prints);
});

test.each(documented)("the program in $document has the types that the package declares", async ({ document }) => {
  const [, program = ""] = /^```js\n([\s\S]*?)^```$/m.exec(await readFile(ROOT + document, "utf8")) ?? [];
  const file = join(project, "documented_types.ts");
  await writeFile(file, program);
  try {
    await run(`${CLIENTS}node_modules/.bin/tsc`, ["--noEmit"], { cwd: project });
  } finally {
    await rm(file);
  }
});

/** The commands in a text: lines that are indented, in a comment or not, and begin with a program's name. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/^(?: \* {5})?((?:npm run|node) .*)$/gm)].map(([, line = ""]) => line);

test("each example runs as its first lines and the README say", async () => {
  const home = `${CLIENTS}typescript/`;
  const names = (await readdir(`${home}examples`)).filter((name) => name.endsWith(".ts"));
  const readme = commandsIn(await readFile(`${home}README.md`, "utf8"));
  const said = await Promise.all(
    names.map(async (name) => commandsIn(await readFile(`${home}examples/${name}`, "utf8"))),
  );
  expect(readme).toEqual(said[names.indexOf("play_solo.ts")]);
  const [build = "", ...others] = new Set(said.map(([first = ""]) => first));
  expect(others).toEqual([]);
  await run("sh", ["-c", build], { cwd: home });
  const programs = said.map(([, program = ""]) => program);
  expect(programs.map((program) => program.split(" ")[1])).toEqual(
    names.map((name) => `examples/dist/${name.replace(".ts", ".js")}`),
  );
  for (const program of programs) {
    expect(program).toContain("http://127.0.0.1:8080");
    const { stdout } = await run("sh", ["-c", program.replace("http://127.0.0.1:8080", service.address)], {
      cwd: home,
    });
    expect(stdout).toMatch(/ VP|^you -?\d+, Andrew \d+$/m);
  }
});

test("the examples have the types that the package declares, and run", async () => {
  const names = (await readdir(`${CLIENTS}typescript/examples`)).filter((name) => name.endsWith(".ts"));
  for (const name of names) {
    await writeFile(join(project, name), await readFile(`${CLIENTS}typescript/examples/${name}`));
  }
  await run(`${CLIENTS}node_modules/.bin/tsc`, [], { cwd: project });
  const print = async (name: string, ...words: string[]) =>
    (await run("node", [join(project, name), service.address, ...words])).stdout.trim().split("\n");

  const plans = await print("suggest.js", `${ROOT}examples/positions/management.json`);
  expect(plans).toHaveLength(3);
  expect(plans[0]).toMatch(/^[\d.]+ VP, proved best: .*endTurn$/);
  expect(await print("play_solo.js", "3")).toEqual([expect.stringMatching(/^you -?\d+, Andrew \d+$/)]);
  expect((await print("watch_search.js")).at(-1)).toMatch(/^in the end -?[\d.]+ VP$/);
  expect(names.sort()).toEqual(["play_solo.ts", "suggest.ts", "watch_search.ts"]);

  // A port that is never listened at.
  const away = "http://127.0.0.1:1";
  for (const words of [
    ["suggest.js", service.address, "no_such_file.json"],
    ["suggest.js", "no address"],
    ["suggest.js", away, `${ROOT}examples/positions/management.json`],
    ["play_solo.js", away],
    ["play_solo.js", "no address"],
    ["watch_search.js", away],
    ["watch_search.js", "no address"],
  ]) {
    const [name = "", ...others] = words;
    const ended = run("node", [join(project, name), ...others]);
    await expect(ended, words.join(" ")).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^.+\n$/) });
  }
});
