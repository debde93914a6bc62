import { existsSync, mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

// The shell is the same engine without the windows, menus and their processes, and needs half of the time.
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file));
const CHROMIUM = process.env['CHROMIUM'] ?? INSTALLED ?? '/usr/bin/chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The reason why browser tests are skipped, or false if they run. They always run in CI. */
export const skip: string | false =
  process.env['CI'] === 'true' || existsSync(CHROMIUM)
    ? false
    : `There is no browser at ${CHROMIUM}; install Chromium or set CHROMIUM`;

type VisitOptions = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'javaScriptEnabled' | 'permissions'>;

/** Launches a browser for the tests of one file. */
export class TestBrowser {
  #browser: Browser | undefined;
  // A new page has a new process, which needs much more time than the page that is tested.
  readonly #idle = new Map<string, Page[]>();

  /**
   * Must be constructed in the callback of `describe`.
   * @param options further command-line arguments of Chromium
   */
  constructor({ args = [] }: { readonly args?: readonly string[] } = {}) {
    before(async () => {
      const { chromium } = await import('playwright-core');
      this.#browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...args] });
    });
    after(() => this.#browser?.close());
  }

  /**
   * Opens a page for a test. It has no cookies and no stored data, and no other visit uses it at the same time. The test fails if
   * the page logs an error or a warning, or sends a request to another origin.
   * @param expected an error status that the page may receive, which browsers log to the console
   * @param other an origin that the page may open, too
   */
  async visit(
    origin: string,
    use: (page: Page) => Promise<void>,
    { expected, other, ...options }: VisitOptions & { readonly expected?: number; readonly other?: string } = {},
  ): Promise<void> {
    const { viewport, colorScheme, ...contextOptions } = options;
    const key = JSON.stringify([origin, contextOptions]);
    const page = this.#idle.get(key)?.pop() ?? (await this.#newPage({ baseURL: origin, ...contextOptions }));
    await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
    const issues: string[] = [];
    page.on('console', (message) => {
      const isExpected = expected !== undefined && message.text().includes(`status of ${expected}`);
      if (!isExpected && (message.type() === 'error' || message.type() === 'warning')) issues.push(message.text());
    });
    page.on('pageerror', (error) => issues.push(String(error)));
    page.on('request', (request) => {
      const isKnown = [origin, other].some((value) => value !== undefined && request.url().startsWith(`${value}/`));
      if (!isKnown && !request.url().startsWith('data:')) issues.push(`requested ${request.url()}`);
    });
    try {
      await use(page);
      await reset(page);
    } catch (error) {
      await page.context().close();
      throw error;
    }
    if (issues.length > 0) throw new Error(`The page has issues: ${issues.join('; ')}`);
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), page]);
  }

  async #newPage(options: BrowserContextOptions): Promise<Page> {
    return (await this.#browser!.newContext(options)).newPage();
  }

  /** Opens a page, clicks the link with this text, and calls `use` with the target page. */
  async follow(address: string, text: string, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await this.#browser!.newContext();
    try {
      const page = await context.newPage();
      await page.goto(address);
      const link = page.getByRole('link', { name: text });
      const target = await link.getAttribute('href');
      await link.click();
      await page.waitForURL(target!);
      await use(page);
    } finally {
      await context.close();
    }
  }

  /**
   * Runs a function in the page of this URL and returns its result. Requests and console messages are not checked.
   * @param served the HTML of the page, unless the server of the URL responds with it
   */
  async asPage<Result>(
    address: string,
    run: (given: never) => Promise<Result>,
    given: unknown,
    served?: string,
  ): Promise<Result> {
    const context = await this.#browser!.newContext();
    try {
      const page = await context.newPage();
      if (served !== undefined)
        await page.route(address, (answer) => answer.fulfill({ contentType: 'text/html', body: served }));
      await page.goto(address);
      return await page.evaluate(run as (given: unknown) => Promise<Result>, given);
    } finally {
      await context.close();
    }
  }
}

/** Makes a page equal to a new one. */
async function reset(page: Page): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  // A page with a sandbox has no storage.
  await page.evaluate('try { localStorage.clear(); sessionStorage.clear(); } catch {}');
  await page.goto('about:blank');
  await page.mouse.move(-1, -1);
  await page.context().clearCookies();
  page.removeAllListeners();
}

/** Saves a screenshot of a page if the variable ORIEL_TEST_PICTURES is set. Chromium sometimes fails to capture one, so that it is tried twice. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (!process.env['ORIEL_TEST_PICTURES']) return;
  const folder = new URL('../../../var/pictures/', import.meta.url).pathname;
  mkdirSync(folder, { recursive: true });
  const options = { path: `${folder}${name}.png`, fullPage };
  await page.screenshot(options).catch(() => page.screenshot(options));
}
