import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { requestText, sendRaw } from './lib/raw-http.ts';

const DOCUMENT = { Host: 'localhost', 'Sec-Fetch-Dest': 'document' };
const ENABLED = { ORIEL_PROFILER_TOOLBAR: '1' };
const TOOLBAR = /<script nonce="[\w+/=]{24}">\(function\(data,css\)[^]*<\/script>$/;

interface Answer {
  readonly head: string;
  readonly body: string;
}

/** Sends one request; a chunked body is decoded. */
async function ask(
  url: string,
  path: string,
  headers: Record<string, string> = DOCUMENT,
  method = 'GET',
): Promise<Answer> {
  const text = await sendRaw(url, requestText({ method, path, headers }));
  const bodyStart = text.indexOf('\r\n\r\n') + 4;
  const head = text.slice(0, bodyStart);
  let body = text.slice(bodyStart);
  if (/^transfer-encoding: chunked\r$/im.test(head))
    body = body.replaceAll(/[0-9a-f]+\r\n([^]*?)\r\n(?=[0-9a-f]+\r\n)/gi, '$1').replace(/0\r\n\r\n$/, '');
  return { head, body };
}

const header = ({ head }: Answer, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(head)?.[1];

describe('the toolbar of oriel/register', () => {
  const pages = [
    '/page',
    '/unchanged',
    '/fragment',
    '/several',
    '/latin',
    '/text',
    '/hex',
    '/strict',
    '/inline',
    '/file',
  ];
  const ownHeads = ['/head', '/head-list', '/head-parts', '/head-hono'];
  test('is appended to pages, which stay the same bytes otherwise', async (t) => {
    const plain = await startApplication(t, 'toolbar.mjs', { withoutRecorder: true });
    const app = await startApplication(t, 'toolbar.mjs', { env: ENABLED });
    for (const path of [...pages, ...ownHeads, '/missing'])
      await t.test(path, async () => {
        const [expected, actual] = [await ask(plain.url, path), await ask(app.url, path)];
        assert.equal(actual.body.slice(0, expected.body.length), expected.body);
        assert.match(actual.body.slice(expected.body.length), TOOLBAR);
        const length = header(actual, 'Content-Length');
        if (length !== undefined) assert.equal(Number(length), actual.body.length);
        assert.equal(header(actual, 'ETag'), undefined);
        assert.equal(header(actual, 'Last-Modified'), undefined);
        assert.equal(actual.head.split('\r\n')[0], expected.head.split('\r\n')[0]);
      });
    await t.test('the profile has the page of the application', async () => {
      const token = header(await ask(app.url, '/page'), 'X-Debug-Token');
      const { summary, data } = await app.profile(token!);
      assert.match(data.response.body!.content, /<\/html>\n$/);
      assert.equal(summary.bytes, data.response.body!.size);
    });
  });

  test('adds its nonce to a policy that needs one, and does not change others', async (t) => {
    const app = await startApplication(t, 'toolbar.mjs', { env: ENABLED });
    const strict = await ask(app.url, '/strict');
    const nonce = /<script nonce="([^"]+)">\(function/.exec(strict.body)![1]!;
    const policy = header(strict, 'Content-Security-Policy')!;
    assert.ok(policy.includes(`;script-src 'self' 'nonce-own' 'nonce-${nonce}';`), policy);
    assert.equal(header(await ask(app.url, '/inline'), 'Content-Security-Policy'), "script-src 'self' 'unsafe-inline'");
  });

  test('stays away from other responses', async (t) => {
    const plain = await startApplication(t, 'toolbar.mjs', { withoutRecorder: true });
    const app = await startApplication(t, 'toolbar.mjs', { env: ENABLED });
    const untouched = ['/sandbox', '/meta', '/head-tag', '/stream', '/head-stream', '/gzip', '/part', '/download'];
    for (const path of [...untouched, '/empty', '/nothing', '/redirect', '/json'])
      await t.test(path, async () =>
        assert.deepEqual(getBytes(await ask(app.url, path)), getBytes(await ask(plain.url, path))),
      );
    for (const [name, headers, method] of [
      ['fetch', { ...DOCUMENT, 'Sec-Fetch-Dest': 'empty' }],
      ['a frame', { ...DOCUMENT, 'Sec-Fetch-Dest': 'iframe' }],
      ['a client without fetch metadata', { Host: 'localhost' }],
      ['another host name', { ...DOCUMENT, Host: 'shop.test' }],
      ['a proxy', { ...DOCUMENT, 'X-Forwarded-For': '192.0.2.1' }],
      ['HEAD', DOCUMENT, 'HEAD'],
      ['a request for a changed page', { ...DOCUMENT, 'If-None-Match': '"1"' }],
    ] as readonly [string, Record<string, string>, string?][])
      await t.test(name, async () => {
        const [expected, actual] = [
          await ask(plain.url, '/unchanged', headers, method),
          await ask(app.url, '/unchanged', headers, method),
        ];
        assert.deepEqual(getBytes(actual), getBytes(expected));
      });
    await t.test('a header states why', async () => {
      assert.equal(header(await ask(app.url, '/sandbox'), 'X-Debug-Toolbar'), 'blocked by Content-Security-Policy');
      assert.equal(header(await ask(app.url, '/gzip'), 'X-Debug-Toolbar'), 'blocked by Content-Encoding');
    });
    await t.test('a policy in a page whose length was announced', async () => {
      const { head, body } = await ask(app.url, '/head-meta');
      assert.match(body, /'none'"> +$/);
      assert.equal(Number(header({ head, body }, 'Content-Length')), body.length);
    });
  });

  test('is off unless it is enabled, and in production', async (t) => {
    const off = await startApplication(t, 'toolbar.mjs');
    const key = 'a-random-key-of-at-least-32-bytes';
    const env = { ...ENABLED, NODE_ENV: 'production', ORIEL_PROFILER_KEY: key };
    const production = await startApplication(t, 'toolbar.mjs', { env });
    for (const app of [off, production]) assert.doesNotMatch((await ask(app.url, '/page')).body, /<script/);
  });
});

/** The bytes of a response without what the recorder adds, and without the time. */
function getBytes({ head, body }: Answer): Answer {
  return { head: head.replaceAll(/^(?:X-Debug-.*|Date: .*)\r\n/gim, ''), body };
}
