import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestBrowser, skip } from '../browser/support/browser.ts';
import { startAttacked } from './support/attacked-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

const browser = new TestBrowser();
let recorded: RecordedHost;
before(async () => (recorded = await startAttacked()));
after(() => recorded[Symbol.asyncDispose]());

test('in a browser nothing that was recorded runs, asks, or leads outside', { skip }, async () => {
  const panels = ['request', 'response', 'exception', 'logs', 'timeline', 'database', 'http-client', 'routing'];
  const profiles = recorded.pushed
    .filter((_, index) => index % 11 === 0)
    .map(({ summary }, index) => `/_profiler/${summary.token}?panel=${panels[index % panels.length]}`);
  const marks: string[] = [];
  await browser.visit(`http://localhost:${recorded.port}`, async (page) => {
    page.on('dialog', (dialog) => void marks.push(dialog.message()));
    await page.addInitScript(
      'addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective, event.blockedURI))',
    );
    for (const path of ['/_profiler/empty/search/results?limit=200&background=show', ...profiles]) {
      await page.goto(path);
      // Unfold and touch everything, as somebody curious would.
      const owned = await page.evaluate(TOUCH);
      assert.equal(owned, false, path);
      assert.equal(await page.locator('script:not([nonce])').count(), 0, path);
      assert.equal(page.frames().length, 1, path);
    }
  });
  assert.deepEqual(marks, []);
});

const TOUCH = `
  for (const each of document.querySelectorAll('details')) each.open = true;
  for (const each of document.querySelectorAll('main *')) for (const kind of ['mouseover', 'focus', 'load', 'error']) each.dispatchEvent(new Event(kind));
  'owned' in window`;
