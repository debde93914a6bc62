import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defineHost } from 'oriel-host';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  profiler: '/profiler/getting-started.html',
  'profiler-usage': '/profiler/usage.html',
  'getting-started': '/host/getting-started.html',
  configuration: '/host/configuration.html',
  options: '/host/configuration.html#host',
  troubleshooting: '/host/troubleshooting.html',
  'problem-types': '/host/troubleshooting.html#problem-types',
  comparisons: '/host/comparisons.html',
  reference: '/host/reference/',
  'reference-entry-point': '/host/reference/oriel-host/security/',
  'all-pages': '/documentation.html',
  'reference-interface': '/host/reference/oriel-host/interfaces/HostConfig.html',
  'reference-function': '/host/reference/oriel-host/functions/defineHost.html',
};
const VIEWS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  narrow: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
} as const;

/**
 * Serves the built site, and takes screenshots of some pages in light, dark and 360 px wide, and of a search. Sets the exit code
 * if a page loads something from another server, writes an error to the console, or is wider than the screen.
 */
export async function takeScreenshots(folder: string, output: string): Promise<void> {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await using host = defineHost({ log: false, compression: false, files: [{ path: '/', folder }] });
  const { url } = await host.listen({ port: 0 });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  try {
    for (const [view, options] of Object.entries(VIEWS)) await takeView(browser, url, output, view, options);
  } finally {
    await browser.close();
  }
}

async function takeView(
  browser: Browser,
  url: string,
  output: string,
  view: string,
  options: (typeof VIEWS)[keyof typeof VIEWS],
): Promise<void> {
  const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      reportIssue(view, `requests ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') reportIssue(view, `${page.url()} logs ${message.text()}`);
  });
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(url + path, { waitUntil: 'networkidle' });
    const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (Number(wider) > 0) reportIssue(view, `${path} is ${String(wider)} px wider than the screen`);
    await page.screenshot({ path: join(output, `${view}-${name}.png`) });
  }
  await takeSearch(page, url, join(output, `${view}-search.png`));
  await context.close();
}

/** Searches without a network, as readers do. */
async function takeSearch(page: Page, url: string, file: string): Promise<void> {
  await page.goto(`${url}/host/getting-started.html`, { waitUntil: 'networkidle' });
  await page.locator('.VPNavBarSearchButton, .DocSearch-Button').first().click();
  await page.locator('.VPLocalSearchBox input').fill('idempotency');
  await page.locator('.VPLocalSearchBox .result').first().waitFor({ timeout: 20_000 });
  await page.screenshot({ path: file });
}

function reportIssue(view: string, what: string): void {
  console.error(`${view}: ${what}`);
  process.exitCode = 1;
}
