// Opens the built window over made-up stores in a real Chromium.
import { createServer, type Server } from "node:http";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { type AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import type {} from "../../src/mock/install";

const ROOT = new URL("../../dist-mock/", import.meta.url).pathname;
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** The policy that the window has to live with: nothing but its own files, no inline script, no inline style. */
const POLICY = "default-src 'self'; connect-src 'none'; img-src 'self'; object-src 'none'; base-uri 'none'";

/** Where Chromium may be; `CHROMIUM` names another place. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Returns the browser to use, or `null` when this machine has none. */
export function chromiumPath(): string | null {
  return [process.env["CHROMIUM"] ?? "", ...PLACES].find((path) => path !== "" && existsSync(path)) ?? null;
}

export interface OpenOptions {
  width?: number;
  height?: number;
  theme?: "light" | "dark";
  language?: "en" | "ko";
  /** Query of the page; see src/mock/install.ts. */
  query?: string;
  /** `false` makes every use of local storage throw. */
  storage?: boolean;
}

export class Windows {
  readonly #server: Server;
  readonly #browser: Browser;
  readonly #pages: Page[] = [];
  /** Broken policies and uncaught errors of every page. */
  readonly complaints: string[] = [];

  private constructor(server: Server, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  static async start(): Promise<Windows> {
    const server = createServer((request, response) => {
      const name = normalize(new URL(request.url ?? "/", "http://localhost").pathname).replace(
        /^\/$/,
        "/index.html",
      );
      readFile(join(ROOT, name)).then(
        (body) => {
          response.setHeader("content-type", TYPES[extname(name)] ?? "application/octet-stream");
          response.setHeader("content-security-policy", POLICY);
          response.end(body);
        },
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const browser = await chromium.launch({
      executablePath: chromiumPath() ?? undefined,
      args: ["--no-sandbox", "--force-color-profile=srgb"],
    });
    return new Windows(server, browser);
  }

  async open(options: OpenOptions = {}): Promise<Page> {
    const { width = 1440, height = 1000, theme = "light", language = "en", query = "" } = options;
    const context = await this.#browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      locale: language === "ko" ? "ko-KR" : "en-GB",
      timezoneId: "UTC",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    this.#pages.push(page);
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (/favicon/.test(message.location().url)) return;
      if (message.type() === "error" || /Content Security Policy/.test(message.text())) {
        this.complaints.push(`${message.type()}: ${message.text()}`);
      }
    });
    // The shell freezes it, so that no page can change what every object inherits.
    await page.addInitScript(() => Object.freeze(Object.prototype));
    if (options.storage === false) {
      await page.addInitScript(() =>
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("off", "SecurityError");
          },
        }),
      );
    } else {
      await page.addInitScript(
        ([chosenTheme, chosenLanguage]) => {
          localStorage.setItem("theme", chosenTheme ?? "");
          localStorage.setItem("language", chosenLanguage ?? "");
        },
        [theme, language],
      );
    }
    const { port } = this.#server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/?${query}`);
    await page.locator("header").first().waitFor();
    return page;
  }

  async closePages(): Promise<void> {
    for (const page of this.#pages.splice(0)) await page.context().close();
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await new Promise((done) => this.#server.close(done));
  }
}

/** Opens the first task of the made-up main store. */
export async function openPayments(page: Page): Promise<void> {
  await page.getByRole("option").first().click();
  await page.locator("#candidate").waitFor();
  await page.locator(".compare [data-row]").first().waitFor();
}

/** Opens a task of the made-up main store by its place in the list. */
export async function openTask(page: Page, index: number): Promise<void> {
  await page.getByRole("option").first().waitFor();
  await page
    .locator("#task-list")
    .evaluate((list, at) => (list.scrollTop = Math.max(0, at * 54 - 200)), index);
  await page.locator(`#task-${index}`).click();
  await page.locator("#revisions").waitFor();
}

/** Places of tasks in the made-up main store. */
export const TASKS = { everySource: 14, leftovers: 15, months: 16, huge: 11 };

/** Returns how often a command was called. */
export function calls(page: Page, name: string): Promise<number> {
  return page.evaluate(
    (wanted) => window.mock.core.controls.calls.filter((call) => call === wanted).length,
    name,
  );
}
