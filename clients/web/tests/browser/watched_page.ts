/** Pages in a real browser, with everything noted that a page of this project must not do. */

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { chromiumPath } from "./chromium.js";
import { PageService } from "./page_service.js";

/** The screens that the page is looked at on. */
export const WIDE = { viewport: { width: 1280, height: 800 }, colorScheme: "light" } as const;
export const NARROW = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;

/** The longest that anything may take to appear, in milliseconds; the machine may be busy with other tests. */
const PATIENCE = 30_000;

export class Watched {
  /** What has been asked of which address, by the pages of this browser. */
  readonly requests: string[] = [];
  /** Errors: of the console, those that nobody caught, and violations of the content security policy. */
  readonly errors: string[] = [];
  readonly service: PageService;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];

  private constructor(service: PageService, browser: Browser) {
    this.service = service;
    this.#browser = browser;
  }

  /** Start a service and a browser. */
  static async start(): Promise<Watched> {
    const service = await PageService.start();
    return new Watched(service, await chromium.launch({ executablePath: chromiumPath() ?? "" }));
  }

  /** A visitor, who shares nothing with others: a context of the browser, whose pages are its tabs. */
  async visitor(options: BrowserContextOptions = WIDE): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ ...options, acceptDownloads: true });
    this.#contexts.push(context);
    context.setDefaultTimeout(PATIENCE);
    context.on("request", (request) => this.requests.push(request.url()));
    context.on("console", (message) => {
      if (message.type() === "error") {
        this.errors.push(message.text());
      }
    });
    context.on("weberror", (error) => this.errors.push(String(error.error())));
    await context.exposeBinding("noteViolation", (_, text: string) => this.errors.push(text));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
        Reflect.get(globalThis, "noteViolation")(`violates ${violatedDirective}: ${blockedURI}`);
      });
    });
    return context;
  }

  /** A tab of a visitor, a new one if none is named, at a place of the page such as `#/box`. */
  async open(place = "#/", visitor?: BrowserContext): Promise<Page> {
    const page = await (visitor ?? (await this.visitor())).newPage();
    page.on("websocket", (socket) => this.requests.push(socket.url()));
    await page.goto(`${this.service.address}/${place}`);
    return page;
  }

  /** Take the errors so far, without those that the browser itself reports of calls that were meant to fail. */
  takeErrors(meant?: RegExp): string[] {
    return this.errors.splice(0).filter((error) => meant?.test(error) !== true);
  }

  /** What has been asked of other hosts than that of the page. */
  elsewhere(): string[] {
    return this.requests.filter((address) => new URL(address).origin !== this.service.address);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    await this.#browser.close();
    await this.service.stop();
  }
}
