import { deepEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryProfileStorage } from 'oriel';
import type { Page } from 'playwright-core';
import { getViolations } from './support/axe.ts';
import { TestBrowser, skip } from './support/browser.ts';
import { authorize, execute, issued, serveForAll } from './support/docs-host.ts';

const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'closed operations': async () => {},
  'open operations and schemas': async (page) => {
    for (const control of await page.locator('.opblock-summary-control').all()) await control.click();
    for (const control of await page
      .locator('.models button[aria-expanded=false], .models .json-schema-2020-12-accordion')
      .all())
      await control.click();
    await page.locator('.opblock-body').last().waitFor();
  },
  'executed operations': async (page) => {
    await execute(page, 'list');
    await execute(page, 'create');
  },
  'the dialog of credentials': async (page) => {
    await page.locator('.scheme-container button.authorize').click();
    await page.locator('.auth-container').first().waitFor();
  },
  'entered credentials': async (page) => {
    await authorize(page, 'api-key', issued.key);
    await page.locator('.scheme-container button.authorize').click();
    await page.locator('.auth-container').first().waitFor();
  },
};

describe('Swagger UI', { skip }, () => {
  const browser = new TestBrowser();
  const origin = serveForAll({ profiler: { storage: new MemoryProfileStorage() } });

  for (const [state, open] of Object.entries(STATES))
    test(`has no axe violations with ${state}`, () =>
      browser.visit(
        origin(),
        async (page) => {
          await page.goto('/api/docs');
          await page.locator('.opblock').first().waitFor();
          await open(page);
          await settled(page);
          deepEqual(await getViolations(page), []);
          await page.emulateMedia({ colorScheme: 'dark' });
          await page.locator('html.dark-mode').waitFor();
          await settled(page);
          // Only colors differ.
          deepEqual(await getViolations(page, ['color-contrast', 'link-in-text-block']), []);
        },
        { colorScheme: 'light', expected: 401 },
      ));
});

// Colors of an element that fades in are not its final ones.
async function settled(page: Page): Promise<void> {
  // A change of the color scheme cancels transitions and starts others.
  await page.evaluate(`(async () => {
    for (let running; (running = document.getAnimations()).length > 0; )
      await Promise.allSettled(running.map(({ finished }) => finished));
  })()`);
}
