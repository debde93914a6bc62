import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestBrowser, skip } from '../browser/support/browser.ts';
import { startAttackedHost } from './support/attacked-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const browser = new TestBrowser();
let recorded: RecordedHost;
before(async () => (recorded = await startAttackedHost()));
after(() => recorded[Symbol.asyncDispose]());

test('recorded values run no script and load nothing in a browser', { skip }, async () => {
  const panels = ['request', 'response', 'exception', 'logs', 'timeline', 'database', 'http-client', 'routing'];
  const profiles = recorded.queued
    .filter((_, index) => index % 11 === 0)
    .map(({ summary }, index) => `/_profiler/${summary.token}?panel=${panels[index % panels.length]}`);
  const messages: string[] = [];
  await browser.visit(`http://localhost:${recorded.port}`, async (page) => {
    page.on('dialog', (dialog) => void messages.push(dialog.message()));
    await page.addInitScript(
      'addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective, event.blockedURI))',
    );
    for (const path of ['/_profiler/empty/search/results?limit=200&background=show', ...profiles]) {
      await page.goto(path);
      // Opens every detail and triggers events on every element.
      const owned = await page.evaluate(TRIGGER_EVENTS);
      assert.equal(owned, false, path);
      assert.equal(await page.locator('script:not([nonce])').count(), 0, path);
      assert.equal(page.frames().length, 1, path);
    }
  });
  assert.deepEqual(messages, []);
});

const TRIGGER_EVENTS = `
  for (const each of document.querySelectorAll('details')) each.open = true;
  for (const each of document.querySelectorAll('main *')) for (const kind of ['mouseover', 'focus', 'load', 'error']) each.dispatchEvent(new Event(kind));
  'owned' in window`;
