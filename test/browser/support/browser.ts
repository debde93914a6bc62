import { existsSync, mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Why browser tests are left out here; false when they run. Where everything must run, nothing is left out. */
export const skip: string | false =
  process.env['CI'] === 'true' || existsSync(CHROMIUM)
    ? false
    : `There is no browser at ${CHROMIUM}; install Chromium or set CHROMIUM`;

/** A browser for the tests of one file. */
export class TestBrowser {
  #browser: Browser | undefined;

  /**
   * Call it where the tests are described.
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
   * Lets a test use a page, and fails it for anything on the console and any request that leaves `origin`.
   * @param expected statuses the page is meant to be answered with; browsers write those of 400 and more to the console
   */
  async visit(
    origin: string,
    use: (page: Page) => Promise<void>,
    options: BrowserContextOptions & { readonly expected?: number } = {},
  ): Promise<void> {
    const { expected, ...contextOptions } = options;
    const context = await this.#browser!.newContext({ baseURL: origin, ...contextOptions });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      const isExpected = expected !== undefined && message.text().includes(`status of ${expected}`);
      if (!isExpected && (message.type() === 'error' || message.type() === 'warning')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
        complaints.push(`asked for ${request.url()}`);
    });
    try {
      await use(page);
    } finally {
      await context.close();
    }
    if (complaints.length > 0) throw new Error(`The page complains: ${complaints.join('; ')}`);
  }

  /** Opens a page, clicks the link with this text, and lets a test use the page it leads to. */
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
   * What a function gives that runs in a page of this address, whatever it asks for and whatever the console says.
   * @param served the HTML of the page, if it does not come from the server of that address
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

/** Takes a picture of a page for people to look at. Chromium sometimes cannot capture one, so it is tried twice. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  const folder = new URL('../../../var/pictures/', import.meta.url).pathname;
  mkdirSync(folder, { recursive: true });
  const options = { path: `${folder}${name}.png`, fullPage };
  await page.screenshot(options).catch(() => page.screenshot(options));
}
