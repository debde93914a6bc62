import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { json, startLibrary } from '../profiler/recorded-library.ts';
import type { RecordedLibrary } from '../profiler/recorded-library.ts';
import { TestBrowser, takePicture, skip } from './support/browser.ts';

describe('the panels of a resource operation in a browser', { skip }, () => {
  const browser = new TestBrowser();
  let library: RecordedLibrary;
  /** The URLs of panels, and a text that each of them contains. */
  const panels: [panel: string, path: string, expected: RegExp][] = [];
  before(async () => {
    library = await startLibrary();
    const token = async (line: string, init?: RequestInit): Promise<string> =>
      (await library.record(line, init)).summary.token;
    const list = await token('GET /api/books?price[gt]=2&title=book&order[price]=desc&itemsPerPage=4', {
      headers: { Accept: 'application/ld+json', 'If-None-Match': '"an-old-one"' },
    });
    const refused = await token('POST /api/books', json({ title: 'x', price: -1, autor: 2, author: null }));
    panels.push(
      ['operation', `/_profiler/${list}?panel=operation`, /filter price\[gt\]/],
      ['serializer', `/_profiler/${list}?panel=serializer`, /jsonld \(chosen\)/],
      ['cache', `/_profiler/${list}?panel=cache`, /Fresh for\s*90 s/],
      ['validation', `/_profiler/${refused}?panel=validation`, /did you mean "author"/],
    );
  });
  after(() => library[Symbol.asyncDispose]());

  for (const [scheme, options] of [
    ['light', { viewport: { width: 1360, height: 900 } }],
    ['dark', { viewport: { width: 1360, height: 900 }, colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 720 } }],
  ] as const) {
    test(`open without errors in the console, and do not scroll horizontally (${scheme})`, () =>
      browser.visit(
        library.origin,
        async (page) => {
          for (const [panel, path, expected] of panels) {
            const answer = await page.goto(path);
            assert.ok((await answer!.body()).length < 60_000, panel);
            assert.equal(await page.locator('.tabs [aria-current=page]').getAttribute('href'), path);
            assert.match((await page.locator('main').textContent())!, expected);
            const [scrollWidth, innerWidth] = await page.evaluate<[number, number]>(
              '[document.documentElement.scrollWidth, innerWidth]',
            );
            assert.ok(scrollWidth <= innerWidth, `${panel}: ${scrollWidth} > ${innerWidth}`);
            await takePicture(page, `resource-${panel}-${scheme}`, true);
          }
        },
        options,
      ));
  }

  test('are listed as not recorded if the request was not for a resource', () =>
    browser.visit(library.origin, async (page) => {
      const { summary } = await library.record('POST /echo', json({ name: 'x' }));
      await page.goto(`/_profiler/${summary.token}`);
      const listed = await page.locator('.tabs details a').allTextContents();
      for (const title of ['API operation', 'Validation', 'Serializer', 'Cache'])
        assert.ok(
          listed.some((text) => text.startsWith(title)),
          title,
        );
    }));
});
