import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, WaterfallRow } from '../../profile/view-model.ts';
import { renderBlocksAsJson } from './blocks-json.ts';
import { renderBlocksAsHtml } from './blocks-html.ts';
import { BLOCKS_STYLE, WATERFALL_STYLE } from './blocks-style.ts';
import { renderBlocksAsText } from './blocks-terminal.ts';
import { renderBlocksAsMarkdown } from './blocks-markdown.ts';

function page(...blocks: readonly Block[]): string {
  return renderBlocksAsHtml(blocks).toString();
}

test('escapes text in every kind of block', () => {
  const evil = '<script>"\'&\u001b';
  const text = { text: evil, title: evil, href: `/x?${evil.slice(0, -1)}` };
  const out = page(
    { kind: 'heading', text: evil },
    { kind: 'note', text: evil },
    { kind: 'metrics', items: [{ label: evil, value: text, hint: evil }] },
    { kind: 'facts', title: evil, rows: [[evil, text]], empty: evil },
    { kind: 'table', title: evil, columns: [evil], rows: [{ cells: [text], detail: [{ kind: 'note', text: evil }] }] },
    { kind: 'code', title: evil, language: 'text', text: evil },
    {
      kind: 'waterfall',
      total: 1,
      rows: [{ label: evil, category: evil, depth: 0, start: 0, duration: 1, self: 1, title: evil }],
    },
    { kind: 'details', summary: evil, blocks: [{ kind: 'note', text: evil }] },
  );
  assert.equal(out.includes('<script'), false);
  assert.equal(out.includes('\u001b'), false);
  // Once per place, some with a title and a link beside.
  assert.equal(out.match(/&lt;script&gt;&quot;&#39;&amp;/g)!.length, 24);
});

test('removes links to scripts and protocol-relative links', () => {
  const hrefs = [
    'javascript:alert(1)',
    ' javascript:x',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'vbscript:x',
    '',
  ];
  const linked = (href: string): readonly Block[] => [
    { kind: 'facts', rows: [['a', { text: 'b', href }]] },
    { kind: 'table', columns: ['a'], rows: [{ cells: [{ text: 'b', href }] }] },
    { kind: 'filter', label: 'a', choices: [{ label: 'b', href }] },
    {
      kind: 'waterfall',
      total: 1,
      rows: [{ label: 'a', category: 'db', depth: 0, start: 0, duration: 1, self: 1, href }],
    },
  ];
  for (const href of hrefs) for (const block of linked(href)) assert.equal(page(block).includes('<a'), false, href);
  for (const href of ['/_profiler/a1b2c3', '?panel=logs', '#x', 'https://example.com/'])
    for (const block of linked(href)) assert.match(page(block), /<a href=/);
});

test('renders only images that cannot contain scripts', () => {
  const image = (type: string, base64: string): string => page({ kind: 'image', type, base64, alt: 'x' });
  assert.match(image('image/png', 'iVBORw0KGgo='), /<img src="data:image\/png;base64,iVBORw0KGgo="/);
  for (const [type, data] of [
    ['image/svg+xml', 'PHN2Zz4='],
    ['text/html', 'PGI+'],
    ['image/png', '"onerror="x'],
    ['image/png"', 'AAAA'],
  ] as const)
    assert.equal(image(type, data).includes('<img'), false);
});

test('collapses details of a row without a script', () => {
  const out = page({
    kind: 'table',
    columns: ['a', 'b'],
    rows: [{ cells: [1, 2], detail: [{ kind: 'code', language: 'sql', text: 'select 1' }] }],
  });
  assert.match(
    out,
    /<td>\s*<details class="more" >\s*<summary><span class="number">2<\/span><\/summary>[\s\S]*<b>select<\/b> <s>1<\/s>/,
  );
});

test('shows 100 rows of a table, collapses up to 500, and states how many are omitted', () => {
  const rows = Array.from({ length: 1_203 }, (_, index) => ({ cells: [`row ${index}.`] }));
  const out = page({ kind: 'table', columns: ['a'], rows });
  assert.match(out, /<summary>400 more<\/summary>/);
  assert.ok(out.includes('row 499.') && !out.includes('row 500.'));
  assert.match(out, /703 more rows are not shown/);
});

const SPANS = Array.from({ length: 2_000 }, (_, index): WaterfallRow => ({
  label: `span ${index}.`,
  category: 'db',
  depth: index % 20,
  start: index / 10,
  duration: 0.1,
  self: 0.05,
}));

test('shows 500 of 2,000 spans and states it', () => {
  const out = page({ kind: 'waterfall', total: 200, rows: SPANS });
  assert.ok(out.includes('span 499.') && !out.includes('span 500.'));
  assert.match(out, /500 of 2000 spans are shown/);
});

test('keeps bars inside the chart without style attributes', () => {
  const odd = [
    [-5, 10],
    [90, 500],
    [1e9, 1],
    [Number.NaN, 1],
    [0, -1],
    [5, 0],
  ] as const;
  const out = page({
    kind: 'waterfall',
    total: 100,
    rows: odd.map(([start, duration]) => ({ label: 'x', category: 'db', depth: 99, start, duration, self: 0 })),
  });
  for (const [, left, width] of out.matchAll(/<rect x="([^"]*)%" width="([^"]*)%"/g)) {
    assert.ok(
      Number(left) >= 0 && Number(left) <= 100 && Number(width) > 0 && Number(left) + Number(width) <= 100.21,
      `${left} ${width}`,
    );
  }
  assert.equal(out.match(/<rect/g)!.length, odd.length);
  assert.doesNotMatch(out, /style=/);
  assert.match(out, /class="d12 /);
});

test('renders a note for an exception in an unknown format', () => {
  for (const view of [undefined, null, 7, 'x', {}, { exceptions: [{}], logs: [] }]) {
    assert.match(page({ kind: 'exception', view }), /unknown format/);
    assert.match(renderBlocksAsMarkdown([{ kind: 'exception', view }]), /unknown format/);
  }
});

test('escapes fences and table cells in Markdown', () => {
  const text = renderBlocksAsMarkdown([
    { kind: 'code', language: 'sql', text: 'a\n````\nb' },
    { kind: 'table', columns: ['a|b'], rows: [{ cells: ['x | `y`\nz'] }] },
  ]);
  assert.match(text, /^`{5}sql\na\n````\nb\n`{5}$/m);
  assert.match(text, /^\| `a\\\|b` \|\n\| --- \|\n\| ``.*x \\\| `y` z.*`` \|$/m);
});

test('JSON contains all spans and unescaped text', () => {
  const [waterfall, facts] = renderBlocksAsJson([
    { kind: 'waterfall', total: 200, rows: SPANS },
    { kind: 'facts', rows: [['a', { text: '\u001b<', tone: 'bad' }]] },
  ]);
  assert.equal((waterfall!['rows'] as unknown[]).length, 2_000);
  assert.deepEqual(facts!['rows'], [['a', '\u001b<']]);
});

test('aligns the times of a waterfall with their headings in text', () => {
  const waterfall: Block = { kind: 'waterfall', total: 200, rows: SPANS.slice(0, 1) };
  for (const [out, heads] of [
    [renderBlocksAsMarkdown([waterfall]), 'start duration self in milliseconds'],
    [renderBlocksAsText([waterfall]), 'start duration ms'],
  ] as const) {
    const [head, first] = out.split('\n').slice(out.startsWith('`') ? 1 : 0) as [string, string];
    assert.equal(head.trim().replace(/ +/g, ' '), heads);
    // Numbers end where the names do.
    assert.equal(first.search(/(?<=\.\d\d) /), head.indexOf('start') + 'start'.length);
  }
});

test('keeps each recorded value on one line of the terminal', () => {
  const out = renderBlocksAsText([{ kind: 'facts', rows: [['name', 'a\nforged: line\r\u001b[2J']] }]);
  assert.equal(out.split('\n').length, 1);
  assert.match(out, /^name {2}a ⏎ forged: line/);
});

test('the style of blocks stays within its size limit', () => {
  const size = BLOCKS_STYLE.length + WATERFALL_STYLE.length;
  assert.ok(size < 8_000, String(size));
});

test('renders number columns and title notes of a table', () => {
  const out = page({
    kind: 'table',
    title: 'kernel.request',
    titleNote: '2 listeners',
    columns: [{ label: 'ms', number: true, size: 's' }, 'Who'],
    rows: [{ cells: ['0.1', 'x'] }],
  });
  assert.match(out, /<h3 class="caption">kernel\.request <small>2 listeners<\/small><\/h3>/);
  assert.match(out, /<th scope="col" +class="s n">ms<\/th><th scope="col" *>Who<\/th>/);
  assert.match(out, /<td class="n"><span>0\.1<\/span><\/td><td><span>x<\/span><\/td>/);
});

test('renders a filter with its current link, and counts without links', () => {
  const choices = [
    { label: 'all', href: '/_profiler/a?panel=logs', count: 3, current: true },
    { label: '<x>', href: 'javascript:alert(1)', count: 2 },
  ];
  const out = page({ kind: 'filter', label: 'Level', choices });
  assert.match(out, /<a href="\/_profiler\/a\?panel=logs" +aria-current="true">/);
  assert.doesNotMatch(out, /javascript|<x>/);
  assert.match(out, /&lt;x&gt;<\/span\s*> <small>2<\/small>/);
});

test('renders an empty list on one line', () =>
  assert.match(
    page({ kind: 'facts', title: 'Cookies', rows: [], empty: 'No cookies were sent.' }),
    /<h3 class="caption nothing">Cookies <small>No cookies were sent\.<\/small><\/h3>/,
  ));
