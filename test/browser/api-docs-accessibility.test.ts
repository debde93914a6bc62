import { deepEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryProfileStorage } from 'oriel/profiler';
import type { Page } from 'playwright-core';
import { violationsOf } from './support/axe.ts';
import { TestBrowser, skip } from './support/browser.ts';
import { authorize, execute, issued, serve } from './support/docs-host.ts';

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

  for (const colorScheme of ['light', 'dark'] as const)
    for (const [state, open] of Object.entries(STATES))
      test(`has no axe violations with ${colorScheme} colors and ${state}`, () =>
        serve({ profiler: { storage: new MemoryProfileStorage() } }, (origin) =>
          browser.visit(
            origin,
            async (page) => {
              await page.goto('/api/docs');
              await page.locator('.opblock').first().waitFor();
              await open(page);
              // Colors of an element that fades in are not its final ones.
              await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
              deepEqual(await violationsOf(page), []);
            },
            { colorScheme, expected: 401 },
          ),
        ));
});
