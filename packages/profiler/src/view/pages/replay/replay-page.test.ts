import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, beforeEach, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Profile, ProfileData } from '../../../profile/profile.ts';
import { MemoryProfileStorage } from '../../../store/memory/memory-profile-storage.ts';
import { createBody, createProfile } from '../../../testing/create-profile.ts';
import { PagesServer } from '../../serve.ts';

const KEY = 'open-sesame-with-32-bytes-or-more';
const storage = new MemoryProfileStorage();
const pages = new PagesServer({ storage, title: 'shop', key: KEY, keyOnly: false });
/** The requests that the application received: the message and its body. */
const received: (readonly [IncomingMessage, string])[] = [];
let respond: RequestListener = () => {};

async function start(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

function getPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

const pagesServer = await start(pages.serve);
const applicationServer = await start(async (message, response) => {
  received.push([message, await text(message)]);
  respond(message, response);
});
const origin = `http://127.0.0.1:${getPort(pagesServer)}`;
const application = `http://127.0.0.1:${getPort(applicationServer)}`;
after(() => {
  pages.close();
  pagesServer.close();
  applicationServer.close();
});

beforeEach(() => {
  received.length = 0;
  respond = (_message, response) => response.end('hello');
});

function record(line: string, request: Partial<ProfileData['request']> = {}): string {
  const [method = '', target = ''] = line.split(' ');
  const url = application + target;
  const profile = createProfile(`${method} ${url}`);
  const headers = [['Host', new URL(application).host] as const, ...(request.headers ?? [])];
  const data: Profile['data'] = { ...profile.data, request: { ...profile.data.request, url, ...request, headers } };
  storage.write([{ ...profile, data }]);
  return profile.summary.token;
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${origin}/_profiler${path}`, { headers: { Accept: 'text/html', ...headers }, redirect: 'manual' });

async function readFormToken(token: string): Promise<string> {
  return /name="form" value="([^"]+)"/.exec(await (await get(`/${token}/replay/edit`)).text())![1]!;
}

async function send(
  token: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const form = fields['form'] ?? (await readFormToken(token));
  return fetch(`${origin}/_profiler/${token}/replay`, {
    method: 'POST',
    headers: { Accept: 'text/html', ...headers },
    body: new URLSearchParams({ ...fields, form }),
    redirect: 'manual',
  });
}

describe('the form of a request that was recorded behind a proxy', () => {
  const recordProxied = (url: string): string => {
    const profile = createProfile(`GET ${url}`);
    const client = { ip: '', peer: '', because: '', configured: false, trusted: false, ignored: [] };
    const localPort = getPort(applicationServer);
    storage.write([{ ...profile, data: { ...profile.data, client: { ...client, localPort } } }]);
    return profile.summary.token;
  };

  test('proposes the port that the process listened on, and one click sends nothing there', async () => {
    const token = recordProxied('https://shop.example/orders');
    assert.equal((await send(token)).status, 303);
    assert.equal(received.length, 0);
    const page = await (await get(`/${token}/replay/edit`)).text();
    const proposed = `https://localhost:${getPort(applicationServer)}`;
    assert.match(page, new RegExp(`name="origin" value="${proposed}"`));
    assert.doesNotMatch(page, /role="alert"/);
    const response = await send(token, { confirmed: '1', origin: application });
    assert.equal(response.status, 200);
    assert.equal(received[0]?.[0].url, '/orders');
  });

  test('keeps a recorded origin of this machine, and names the port', async () => {
    const page = await (await get(`/${recordProxied('http://localhost:8080/orders')}/replay/edit`)).text();
    assert.match(page, /name="origin" value="http:\/\/localhost:8080"/);
    assert.match(page, new RegExp(`listened on port ${getPort(applicationServer)} when`));
  });
});

describe('a request is not sent', () => {
  test('by GET or HEAD, which get 405 with the allowed method', async () => {
    const token = record('GET /orders');
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${origin}/_profiler/${token}/replay`, { method });
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
    }
    assert.equal(received.length, 0);
  });

  test('without the token of the form, by a page of another origin, or as another kind of body', async () => {
    const token = record('GET /orders');
    const form = await readFormToken(token);
    const refused: [Promise<Response>, number][] = [
      [send(token, { form: '' }), 403],
      [send(token, { form: `${form}x` }), 403],
      [send(token, { form }, { 'Sec-Fetch-Site': 'cross-site' }), 403],
      [send(token, { form }, { 'Sec-Fetch-Site': 'same-site' }), 403],
      [send(token, { form }, { Origin: application }), 403],
      [send(token, { form }, { 'Content-Type': 'text/plain' }), 415],
      [send(token, { form: '' }, { 'X-Forwarded-For': '10.0.0.1' }), 403],
    ];
    for (const [response, status] of refused) assert.equal((await response).status, status);
    assert.equal((await fetch(`${origin}/_profiler/${token}/replay?key=${KEY}`, { method: 'POST' })).status, 403);
    assert.equal(received.length, 0);
  });

  test('with one click if its method may change data, or if a value was masked: the form asks first', async () => {
    for (const token of [
      record('POST /orders'),
      record('DELETE /orders/7'),
      record('OPTIONS /orders'),
      record('GET /orders?token=•••'),
      record('GET /orders', { headers: [['Authorization', 'Bearer •••']] }),
    ]) {
      const response = await send(token);
      assert.deepEqual([response.status, response.headers.get('location')], [303, `/_profiler/${token}/replay/edit`]);
    }
    assert.equal(received.length, 0);
  });

  test('to another machine, or with characters that HTTP does not allow: the form states the reason', async () => {
    const token = record('GET /orders');
    for (const [fields, reason] of [
      [{ origin: 'http://example.com' }, /is not on this machine/],
      [{ origin: 'http://127.0.0.1.example.com' }, /is not on this machine/],
      [{ origin: 'file:///etc/passwd' }, /is not an origin/],
      [{ target: 'orders' }, /does not begin with/],
      [{ target: '/a b' }, /characters that HTTP does not allow/],
      [{ headers: 'X-Key: \u{1f511}' }, /characters that HTTP does not allow/],
    ] as const) {
      const response = await send(token, { confirmed: '1', ...fields });
      assert.equal(response.status, 422);
      const page = await response.text();
      assert.match(/role="alert".*?<\/div>/s.exec(page)![0], reason);
      // What was entered is still there.
      assert.ok(Object.values(fields).every((value) => page.includes(`"${value}"`) || page.includes(`\n${value}<`)));
    }
    assert.equal(received.length, 0);
  });

  test('if the profile is missing', async () => {
    const token = record('GET /orders');
    const form = await readFormToken(token);
    assert.equal((await get('/abcdef/replay/edit')).status, 404);
    assert.equal((await send('abcdef', { form })).status, 404);
  });
});

describe('a request that is sent', () => {
  test('leads to the comparison with its new profile', async () => {
    const token = record('GET /orders?page=2', { headers: [['X-Tenant', 'north']] });
    const created = createProfile('GET /orders?page=2');
    respond = (_message, response) => {
      storage.write([created]);
      response.setHeader('X-Debug-Token', created.summary.token).end();
    };
    const { status, headers } = await send(token);
    assert.deepEqual([status, headers.get('location')], [303, `/_profiler/${token}..${created.summary.token}`]);
    assert.equal(headers.get('set-cookie'), null);
    const [[message]] = received as [[IncomingMessage, string]];
    assert.deepEqual([message.method, message.url, message.headers['x-tenant']], ['GET', '/orders?page=2', 'north']);
  });

  test('without a new profile leads to its response, with secrets masked and markup escaped', async () => {
    const token = record('GET /orders');
    respond = (_message, response) => {
      const body = '{"password":"hunter22","html":"<script>alert(1)</script>"}';
      response.setHeader('Set-Cookie', 'sid=the-new-session').setHeader('Content-Type', 'application/json');
      response.writeHead(404, { 'Content-Encoding': 'gzip' }).end(gzipSync(body));
    };
    const response = await send(token);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('set-cookie'), null);
    const page = await response.text();
    assert.match(page, /404 Not Found/);
    assert.match(page, /the application did not record it/);
    assert.match(page, /&lt;script&gt;alert/);
    assert.doesNotMatch(page, /<script>alert|the-new-session|hunter22/);
    assert.ok(Buffer.byteLength(page) <= 40_960, `${Buffer.byteLength(page)} bytes`);
  });

  test('to a server that does not listen returns to the form, with the reason and the fix', async () => {
    const token = record('GET /orders');
    const closed = await start(() => {});
    const address = `http://127.0.0.1:${getPort(closed)}`;
    await new Promise((resolve) => void closed.close(resolve));
    const response = await send(token, { confirmed: '1', origin: address });
    assert.equal(response.status, 502);
    const page = await response.text();
    assert.match(page, /There is no response from http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
    assert.match(page, /Start the application, or change the address/);
    assert.match(page, new RegExp(`name="origin"\\s+value="${address}"`));
  });

  test('follows no redirect', async () => {
    const token = record('GET /orders');
    respond = (_message, response) => response.writeHead(302, { Location: '/elsewhere' }).end();
    assert.match(await (await send(token)).text(), /302 Found/);
    assert.equal(received.length, 1);
  });
});

describe('the form of a request', () => {
  test('changes its method, path, headers and body', async () => {
    const token = record('POST /orders', {
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Tenant', 'north'],
      ],
      body: createBody('{\n"id":7}', 'application/json'),
    });
    await send(token, {
      ...{ confirmed: '1', method: 'PUT', target: '/orders/7' },
      ...{ headers: 'Content-Type: application/json\r\nX-Tenant: south\r\n', body: '{\r\n"id":8}' },
    });
    const [[{ method, url, headers }, body]] = received as [[IncomingMessage, string]];
    assert.deepEqual(
      [method, url, headers['x-tenant'], headers['content-length'], body],
      ['PUT', '/orders/7', 'south', '9', '{\n"id":8}'],
    );
  });

  test('keeps the recorded bytes of what was not changed', async () => {
    for (const content of ['\na\nb', 'a\r\nb\r\n', 'a\n\r\nb', 'a\u200bb', '<'.repeat(9_000), '\0']) {
      received.length = 0;
      const token = record('POST /orders', { body: createBody(content), headers: [['Content-Type', 'text/plain']] });
      const page = await (await get(`/${token}/replay/edit`)).text();
      assert.ok(Buffer.byteLength(page) <= 40_960);
      // A browser sends line breaks as CRLF, and removes the first one of a text area.
      const shown = /<textarea name="body"[^>]*>\n?(.*?)<\/textarea\s*>/s.exec(page)?.[1];
      await send(token, { confirmed: '1', ...(shown !== undefined && { body: shown.replace(/\r?\n/g, '\r\n') }) });
      assert.equal(received[0]![1], content);
    }
  });

  test('writes line breaks of a changed body as the recorded one has them', async () => {
    const token = record('POST /orders', { body: createBody('a\r\nb') });
    await send(token, { confirmed: '1', body: 'a\r\nc' });
    assert.equal(received[0]![1], 'a\r\nc');
  });

  test('asks for masked values by their name, and sends them', async () => {
    const token = record('POST /orders?token=•••', {
      headers: [
        ['Authorization', 'Bearer •••'],
        ['Content-Type', 'application/json'],
      ],
      body: { ...createBody('{"password":"•••"}', 'application/json'), redacted: true },
    });
    const page = await (await get(`/${token}/replay/edit`)).text();
    for (const name of [
      'Header <code>Authorization',
      'Query parameter <code>token',
      'Field of the body <code>password',
    ])
      assert.ok(page.includes(name), name);
    const names = Array.from(page.matchAll(/type="password"\s+name="([^"]+)"/g), ([, name]) => name!);
    assert.equal(names.length, 3);
    await send(token, { confirmed: '1', ...Object.fromEntries(names.map((name, index) => [name, `"value ${index}`])) });
    const [[{ url, headers }, body]] = received as [[IncomingMessage, string]];
    assert.deepEqual(
      [url, headers.authorization, body],
      ['/orders?token=%22value%200', 'Bearer "value 1', '{"password":"\\"value 2"}'],
    );
  });

  test('names what is not as it was recorded, and warns of a method that may change data', async () => {
    const headers: [string, string][] = [['Transfer-Encoding', 'chunked']];
    const token = record('POST /orders', { headers, body: createBody('a=1'), version: '2' });
    const page = await (await get(`/${token}/replay/edit`)).text();
    assert.match(page, /The request is sent with HTTP\/1\.1, not HTTP\/2\./);
    assert.match(page, /Transfer-Encoding is replaced by Content-Length: 3\./);
    assert.match(page, /POST may change data of the application/);
    const { differences, fields } = (await (await get(`/${token}/replay/edit.json`)).json()) as {
      differences: readonly string[];
      fields: unknown;
    };
    assert.ok(differences.includes('Transfer-Encoding is replaced by Content-Length: 3.'));
    assert.equal(fields, undefined);
    assert.match(await (await get(`/${token}/replay/edit.md`)).text(), /POST http:\/\/127.*Transfer-Encoding is/s);
    const safe = record('GET /orders');
    assert.doesNotMatch(await (await get(`/${safe}/replay/edit`)).text(), /may change data/);
  });

  test('escapes and bounds a hostile profile', async () => {
    const markup = '"><script>alert(1)</script>';
    const token = record(`GET /${encodeURIComponent(markup)}`, {
      method: markup,
      url: `${application}/${markup}`,
      headers: Array.from({ length: 500 }, (_, index) => [`X-${index}${markup}`, `${markup}•••`] as const),
      body: { ...createBody(`</textarea>${markup}`), type: markup },
    });
    const response = await get(`/${token}/replay/edit`);
    assert.equal(response.status, 200);
    const page = await response.text();
    assert.doesNotMatch(page, /<script>alert|<\/textarea>"/);
    assert.ok(Buffer.byteLength(page) <= 40_960, `${Buffer.byteLength(page)} bytes`);
    const headers = Array.from({ length: 500 }, (_, index) => [`X-${index}`, '•••'] as const);
    const masked = record(`GET /orders`, { headers });
    const long = await (await get(`/${masked}/replay/edit`)).text();
    assert.match(long, /… and 470 more, which are not sent/);
    assert.ok(Buffer.byteLength(long) <= 40_960, `${Buffer.byteLength(long)} bytes`);
  });
});

describe('the cookies of the browser', () => {
  const headers: [string, string][] = [['Cookie', 'sid=•••; theme=•••']];
  const shown = { Cookie: 'sid=s3; theme=dark; other=o; sid=late' };

  test('are sent by name in place of masked ones, and those that the server replaces are passed on', async () => {
    const token = record('GET /account/7', { headers });
    respond = (_message, response) => {
      response.setHeader('Set-Cookie', ['sid=s4; HttpOnly', 'other=x', 'theme=light; Path=/']).end();
    };
    const response = await send(token, {}, shown);
    assert.equal(response.status, 200);
    assert.equal(received[0]![0].headers.cookie, 'sid=s3; theme=dark');
    assert.deepEqual(response.headers.getSetCookie(), ['sid=s4; HttpOnly; Path=/account', 'theme=light; Path=/']);
  });

  test('are not sent for a cookie that the form adds, nor to replace a value that the form has', async () => {
    const token = record('GET /account', { headers: [['Cookie', 'sid=•••']] });
    respond = (_message, response) => response.setHeader('Set-Cookie', 'sid=s4; Path=/').end();
    const fields = { confirmed: '1', headers: 'Cookie: other=•••; sid=chosen' };
    const response = await send(token, fields, shown);
    assert.equal(received[0]![0].headers.cookie, 'sid=chosen');
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

  test('are not used by a page with another host name, which links to itself at that name', async () => {
    const token = record('GET /account', { headers });
    const local = origin.replace('127.0.0.1', 'localhost');
    const edit = `${local}/_profiler/${token}/replay/edit`;
    const page = await (await fetch(edit, { headers: { Accept: 'text/html', ...shown } })).text();
    assert.match(page, /This page is at localhost, the application at 127\.0\.0\.1/);
    assert.ok(page.includes(`href="${origin}/_profiler/${token}/replay/edit"`));
    assert.match(page, /Cookie <code>sid<\/code>/);
    const response = await fetch(`${local}/_profiler/${token}/replay`, {
      method: 'POST',
      headers: shown,
      body: new URLSearchParams({ form: await readFormToken(token), confirmed: '1' }),
    });
    assert.equal(response.status, 200);
    assert.equal(received[0]![0].headers.cookie, undefined);
  });
});
