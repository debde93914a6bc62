import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startAttackedHost } from './support/attacked-host.ts';
import type { Client } from './support/client.ts';
import { INJECTION_STRINGS } from './support/injection-strings.ts';
import { PAGES_OF_STORE } from './support/profiler-targets.ts';
import type { PagesCleanup } from './support/profiler-targets.ts';
import { parseStartTags } from './support/start-tags.ts';
import type { RecordedHost } from './support/recorded-host.ts';

let recorded: RecordedHost;
before(async () => (recorded = await startAttackedHost()));
after(() => recorded[Symbol.asyncDispose]());

for (const [name, serve] of Object.entries(PAGES_OF_STORE))
  describe(`recorded values on profiler pages: ${name}`, () => checkPages(serve));

function checkPages(serve: (recorded: RecordedHost, t: PagesCleanup) => Promise<Client>): void {
  const work: (() => unknown)[] = [];
  let client: Client;
  before(async () => {
    client = await serve(recorded, { after: (callback) => void work.push(callback) });
  });
  after(async () => {
    for (const callback of work) await callback();
  });

  const page = async (path: string, accept = 'text/html'): Promise<string> => {
    const response = await client.send(`GET ${path}`, { headers: { Accept: accept } });
    assert.ok(response.status < 500, `${path} ${response.status}`);
    return response.text;
  };
  const tokens = (): string[] => recorded.queued.map(({ summary }) => summary.token);
  /** Returns a different panel for each profile in turn. */
  const getPanel = (index: number): string => PANELS[index % PANELS.length]!;

  test('add no tags, attributes or links to a page', async () => {
    const paths = tokens().flatMap((token, index) => [
      `/_profiler/${token}`,
      `/_profiler/${token}?panel=${getPanel(index)}`,
      `/_profiler/${token}?panel=${getPanel(index + 5)}`,
      `/_profiler/filter?of=${token}`,
    ]);
    for (const path of [...paths, '/_profiler/empty/search/results?limit=1000&background=show'])
      assertInert(await page(path), path);
  });

  test('are escaped like values of the request for a page', async () => {
    for (const evil of INJECTION_STRINGS) {
      const encoded = encodeURIComponent(evil);
      const paths = [
        `empty/search/results?q=${encoded}`,
        `empty/search/results?url=${encoded}&ip=${encoded}&method=${encoded}&sort=${encoded}`,
        `empty/search/results?cursor=${encoded}&before=${encoded}`,
        `empty/search/results?q=header.${encoded}:${encoded}`,
        `empty/search/results?limit=${encoded}&status_code=${encoded}`,
        `${encoded}/search/results?limit=10`,
        encoded,
        `latest?panel=${encoded}`,
        `latest/export/${encoded}`,
        `open?file=${encoded}&line=${encoded}`,
        `filter?of=${encoded}`,
        `filter?of=${tokens()[0]!}&q=${encoded}&sort=${encoded}&limit=${encoded}`,
        `filter?of=${tokens()[0]!}&q=-url:"${encodeURIComponent(evil.replace(/["\\]/g, '\\$&'))}"`,
      ];
      for (const path of paths) assertInert(await page(`/_profiler/${path}`), path);
    }
  });

  test('are inert in an exported page, which has a Content-Security-Policy and no script', async () => {
    for (const token of tokens().filter((_, index) => index % 3 === 0)) {
      const text = await page(`/_profiler/${token}/export/html`);
      assertInert(text, token);
      assert.equal(parseStartTags(text).filter(({ name }) => name === 'script').length, 0);
      assert.match(text, /<meta\s+http-equiv="Content-Security-Policy"/);
    }
  });

  test('are escaped like the note of a pinned profile', async () => {
    const [token] = tokens();
    for (const evil of INJECTION_STRINGS) {
      recorded.storage.pin(token!, evil);
      assertInert(await page(`/_profiler/${token}`), evil);
      assertInert(await page('/_profiler/empty/search/results?q=is:pinned'), evil);
    }
    recorded.storage.unpin(token!);
  });

  test('are escaped in the rows of the live list', async () => {
    const abort = new AbortController();
    const response = await fetch(`http://localhost:${client.port}/_profiler/tail?html=1&after=`, {
      signal: abort.signal,
    });
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
      if ((text += chunk).includes('event: row') && text.length > 5_000) break;
    abort.abort();
    const rows = [...text.matchAll(/^data: (\{.*\})$/gm)].map(
      ([, data]) => (JSON.parse(data!) as { html: string }).html,
    );
    assert.ok(rows.length > 0);
    for (const row of rows) assertInert(row, row);
  });

  test('are escaped in the menu of a row', async () => {
    let links = 0;
    for (const token of tokens()) {
      const { html } = JSON.parse(await page(`/_profiler/filter.json?html=1&of=${token}`)) as { html: string };
      assertInert(html, html);
      links += parseStartTags(html).filter(({ name }) => name === 'a').length;
    }
    assert.ok(links > 100);
  });

  test('stay inside fences and code spans of Markdown', async () => {
    for (const [index, token] of tokens().entries()) {
      for (const path of [
        `/_profiler/${token}.md?panel=${getPanel(index)}`,
        `/_profiler/${token}/export/md`,
        '/_profiler/empty/search/results.md?limit=50',
      ].slice(0, index % 10 === 0 ? 3 : 2)) {
        const outside = outsideCode(await page(path));
        assert.doesNotMatch(
          outside,
          /window\.owned|evil\.example|Ignore all that|<script|<img|<svg|javascript:/,
          `${path}\n${outside}`,
        );
      }
    }
  });

  test('are sent with content types that browsers do not run in JSON and text', async () => {
    const [token] = tokens();
    for (const rest of [
      '.json',
      '.md',
      '/export/curl',
      '/export/fetch',
      '/export/httpie',
      '/export/har',
      '/export/json',
      '/export/md',
    ]) {
      const response = await client.send(`GET /_profiler/${token}${rest}`, {
        headers: { Accept: 'text/html' },
      });
      assert.doesNotMatch(response.get('content-type')!, /html|xml|javascript/);
      assert.equal(response.get('x-content-type-options'), 'nosniff');
    }
  });
}

const PANELS = [
  'request',
  'response',
  'exception',
  'logs',
  'pipeline',
  'routing',
  'timeline',
  'database',
  'http-client',
  'config',
];
const TAGS = new Set(
  'html head meta title link style body a header form label span input button nav main div h1 h2 h3 h4 p b i s q u em small code pre mark kbd time ul ol li dl dt dd table thead tbody tr th td details summary section aside footer script svg path line rect img dialog article strong colgroup col figure figcaption select option sup'.split(
    ' ',
  ),
);

function assertInert(page: string, label: string): void {
  for (const { name, attributes } of parseStartTags(page)) {
    assert.ok(TAGS.has(name), `<${name}> in ${label}`);
    assert.ok(name !== 'script' || attributes.has('nonce'), `a script without a nonce in ${label}`);
    for (const [attribute, value] of attributes) {
      assert.doesNotMatch(
        attribute,
        /^on|^style$|^srcdoc$|^formaction$|[<"'`]/,
        `${attribute} in <${name}> of ${label}`,
      );
      if (['href', 'src', 'action'].includes(attribute))
        assert.match(
          value,
          /^(?:\/(?!\/)|[?#]|https?:\/\/localhost|data:image\/(?:png|gif|jpeg|webp|avif|bmp|x-icon|svg\+xml,%3Csvg))/,
          `${attribute} in <${name}> of ${label}`,
        );
    }
  }
}

/** Returns Markdown without its fenced code blocks and code spans, as CommonMark defines them. */
function outsideCode(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const marks = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line);
    if (fence !== undefined) {
      const [, closing = '', rest = ''] = marks ?? [];
      if (closing[0] === fence[0] && closing.length >= fence.length && rest.trim() === '') fence = undefined;
    } else if (marks) fence = marks[1];
    else lines.push(line);
  }
  assert.equal(fence, undefined, 'a fence is not closed');
  return lines.join('\n').replace(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
}
