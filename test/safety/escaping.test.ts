import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startAttacked } from './support/attacked-host.ts';
import { CORPUS } from './support/corpus.ts';
import { tagsOf } from './support/markup.ts';
import type { RecordedHost } from './support/recorded-host.ts';

describe('of what was recorded nothing comes alive', () => {
  let recorded: RecordedHost;
  before(async () => (recorded = await startAttacked()));
  after(() => recorded[Symbol.asyncDispose]());

  const page = async (path: string, accept = 'text/html'): Promise<string> => {
    const answer = await recorded.client.ask(`GET ${path}`, { headers: { Accept: accept } });
    assert.ok(answer.status < 500, `${path} ${answer.status}`);
    return answer.text;
  };
  const tokens = (): string[] => recorded.pushed.map(({ summary }) => summary.token);
  /** The panels that show something of this profile, one after the other over all profiles. */
  const panelOf = (index: number): string => PANELS[index % PANELS.length]!;

  test('every page has only the tags, the attributes and the links that the profiler writes', async () => {
    const asked = tokens().flatMap((token, index) => [
      `/_profiler/${token}`,
      `/_profiler/${token}?panel=${panelOf(index)}`,
      `/_profiler/${token}?panel=${panelOf(index + 5)}`,
      `/_profiler/filter?of=${token}`,
    ]);
    for (const path of [...asked, '/_profiler/empty/search/results?limit=1000&background=show'])
      assertInert(await page(path), path);
  });

  test('what is asked for is shown as harmlessly as what was recorded', async () => {
    for (const evil of CORPUS) {
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

  test('a saved page carries its own policy and no script', async () => {
    for (const token of tokens().filter((_, index) => index % 3 === 0)) {
      const text = await page(`/_profiler/${token}/export/html`);
      assertInert(text, token);
      assert.equal(tagsOf(text).filter(({ name }) => name === 'script').length, 0);
      assert.match(text, /<meta\s+http-equiv="Content-Security-Policy"/);
    }
  });

  test('a note that was left is shown as text', async () => {
    const [token] = tokens();
    for (const evil of CORPUS) {
      recorded.storage.pin(token!, evil);
      assertInert(await page(`/_profiler/${token}`), evil);
      assertInert(await page('/_profiler/empty/search/results?q=is:pinned'), evil);
    }
    recorded.storage.unpin(token!);
  });

  test('rows for the live list are as harmless', async () => {
    const abort = new AbortController();
    const answer = await fetch(`http://localhost:${recorded.port}/_profiler/tail?html=1&after=`, {
      signal: abort.signal,
    });
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream()))
      if ((text += chunk).includes('event: row') && text.length > 5_000) break;
    abort.abort();
    const rows = [...text.matchAll(/^data: (\{.*\})$/gm)].map(
      ([, data]) => (JSON.parse(data!) as { html: string }).html,
    );
    assert.ok(rows.length > 0);
    for (const row of rows) assertInert(row, row);
  });

  test('what the script puts into the cells of a row is as harmless', async () => {
    let cells = 0;
    for (const token of tokens()) {
      const { values } = JSON.parse(await page(`/_profiler/filter.json?html=1&of=${token}`)) as {
        values: { html: string }[];
      };
      for (const { html } of values) assertInert(html, html);
      cells += values.length;
    }
    assert.ok(cells > 100);
  });

  test('Markdown and exports as text leave no fence and no code span before they end', async () => {
    for (const [index, token] of tokens().entries()) {
      for (const path of [
        `/_profiler/${token}.md?panel=${panelOf(index)}`,
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

  test('JSON and text are sent as what no browser runs', async () => {
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
      const answer = await recorded.client.ask(`GET /_profiler/${token}${rest}`, { headers: { Accept: 'text/html' } });
      assert.doesNotMatch(answer.get('content-type')!, /html|xml|javascript/);
      assert.equal(answer.get('x-content-type-options'), 'nosniff');
    }
  });
});

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
  for (const { name, attributes } of tagsOf(page)) {
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

/** What is left of Markdown when all fences and code spans are taken out, as CommonMark finds them. */
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
  assert.equal(fence, undefined, 'a fence is never closed');
  return lines.join('\n').replace(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
}
