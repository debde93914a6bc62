import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { ResponseHeaders } from '../../../../core/src/http/response-headers.ts';
import { opensPage, planToolbar } from './plan-toolbar.ts';
import type { ToolbarData } from './toolbar-data.ts';

const DATA: ToolbarData = {
  ...{ token: 'a1b2c3', link: 'http://localhost/_profiler/a1b2c3', time: 0, status: 200, duration: 1 },
  ...{
    queries: 2,
    queryTime: 1,
    findings: [{ severity: 'error', text: '</script><!-- é “” \u2028', panel: 'database' }],
  },
};

function plan(
  headers: Readonly<Record<string, string>>,
  { status = 200, start = '' }: { status?: number; start?: string | Uint8Array } = {},
) {
  const lines = new ResponseHeaders(Object.entries({ 'Content-Type': 'text/html', ...headers }).flat());
  return planToolbar({ status, lines: (name) => [lines.get(name) ?? []].flat() }, start, () => DATA);
}

test('the markup is one ASCII script that no text of the data can end', () => {
  const { markup } = plan({})!;
  assert.match(markup, /^<script nonce="[\w+/=]{24}">/);
  assert.match(markup, /^[\x20-\x7e\n]+$/);
  assert.equal(markup.match(/<\/script/g)?.length, 1);
  assert.ok(markup.endsWith('</script>') && !markup.includes('<!--'));
  const [, body = ''] = /^<script [^>]*>([^]*)<\/script>$/.exec(markup) ?? [];
  assert.doesNotThrow(() => new Script(`()=>{${body}}`));
});

for (const type of [
  'text/html',
  'Text/HTML; Charset="utf-8"',
  'text/html;charset=iso-8859-15',
  'text/html; charset=Shift_JIS',
])
  test(`a page of type ${type} has the toolbar`, () => assert.ok(plan({ 'Content-Type': type })?.markup));

for (const [reason, headers, status] of [
  ['other content', { 'Content-Type': 'application/json' }],
  ['XHTML', { 'Content-Type': 'application/xhtml+xml' }],
  ['UTF-16', { 'Content-Type': 'text/html; charset=utf-16le' }],
  ['a charset with modes', { 'Content-Type': 'text/html; charset=ISO-2022-JP' }],
  ['a part', { 'Content-Range': 'bytes 0-1/3' }, 206],
  ['a part with another status', { 'Content-Range': 'bytes 0-1/3' }],
  ['a download', { 'Content-Disposition': 'Attachment; filename="a.html"' }],
  ['a redirect', { Location: '/' }, 302],
  ['an empty response', {}, 204],
  ['an unchanged response', {}, 304],
  ['a digest', { 'Repr-Digest': 'sha-256=:x:' }],
  ['no-transform', { 'Cache-Control': 'private, no-transform' }],
] as readonly [string, Record<string, string>, number?][])
  test(`a response with ${reason} does not change`, () =>
    assert.equal(plan(headers, { status: status ?? 200 }), undefined));

test('a page in UTF-16 without a charset is recognized by its bytes', () => {
  for (const start of [Buffer.from('\ufeff<p>', 'utf16le'), Buffer.from('<p>', 'utf16le')])
    assert.equal(plan({}, { start }), undefined);
  assert.ok(plan({}, { start: Buffer.from('\ufeff<p>é') })?.markup);
});

test('validators are removed, and caches distinguish pages from results of fetch', () => {
  const { headers } = plan({ ETag: '"a"', 'Last-Modified': 'x', Vary: 'Accept' })!;
  assert.deepEqual(Object.fromEntries(headers), { ETag: [], 'Last-Modified': [], Vary: ['Accept, Sec-Fetch-Dest'] });
  assert.deepEqual(plan({ Vary: '*' })!.headers.get('Vary'), ['*']);
});

test('the nonce of the script is that of both policies', () => {
  const { headers, markup } = plan({
    'Content-Security-Policy': "script-src 'self'",
    'Content-Security-Policy-Report-Only': "script-src 'none'",
  })!;
  const nonce = /nonce="([^"]+)"/.exec(markup)![1]!;
  assert.deepEqual(headers.get('Content-Security-Policy'), [`script-src 'self' 'nonce-${nonce}'`]);
  assert.deepEqual(headers.get('Content-Security-Policy-Report-Only'), [`script-src 'nonce-${nonce}'`]);
});

test('the toolbar does not fetch if a policy does not allow it', () => {
  assert.match(plan({})!.markup, /"mayFetch":true/);
  assert.match(plan({ 'Content-Security-Policy': "default-src 'none'" })!.markup, /"mayFetch":false/);
});

test('a header states why a page has no toolbar', () => {
  const blocked = (by: string) => ({ markup: '', headers: new Map([['X-Debug-Toolbar', [`blocked by ${by}`]]]) });
  assert.deepEqual(plan({ 'Content-Encoding': 'gzip' }), blocked('Content-Encoding'));
  assert.deepEqual(plan({ 'Content-Security-Policy': 'sandbox' }), blocked('Content-Security-Policy'));
  const start = '<meta charset="utf-8"><META content="x" http-equiv=Content-Security-Policy>';
  assert.deepEqual(plan({}, { start }), blocked('Content-Security-Policy'));
});

test('only navigations of browsers on this machine open a page', () => {
  const opens = (headers: string[], { method = 'GET', host = 'localhost', peer = '127.0.0.1' } = {}) =>
    opensPage({ method, host, headers: new ResponseHeaders(headers), incoming: { version: '1.1', peer } });
  const document = ['sec-fetch-dest', 'document'];
  assert.equal(opens(document), true);
  assert.equal(opens(document, { method: 'POST' }), true);
  assert.equal(opens(document, { method: 'HEAD' }), false);
  assert.equal(opens([]), false);
  for (const other of ['iframe', 'empty', 'embed']) assert.equal(opens(['sec-fetch-dest', other]), false, other);
  assert.equal(opens(document, { host: 'evil.example' }), false);
  assert.equal(opens(document, { peer: '192.0.2.1' }), false);
  assert.equal(opens([...document, 'X-Forwarded-For', '192.0.2.1']), false);
});
