/** Conditional requests to routes that set validators themselves, and headers with several lines. */
import { deepEqual, equal } from 'node:assert/strict';
import { HttpResponse, reply, route } from '../../packages/host/src/index.ts';
import { testTransports } from './test-transports.ts';

const LONG = 'long '.repeat(1000);
const MODIFIED = 'Fri, 02 Jan 2026 03:04:05 GMT';
const TAG = { ETag: '"a"', 'Cache-Control': 'no-cache' };
const routes = [
  route('reply', 'GET|POST /reply', { handle: () => reply(200, { a: 1 }, TAG) }),
  route('long', 'GET /long', { handle: () => reply(200, LONG, TAG) }),
  route('web', 'GET /web', { handle: () => new Response(LONG, { headers: { ...TAG, 'Content-Type': 'text/plain' } }) }),
  route('dated', 'GET /dated', { handle: () => new HttpResponse(200, ['Last-Modified', MODIFIED], 'x') }),
  route('missing', 'GET /missing', { handle: () => reply(404, 'x', TAG) }),
  route('cookies', 'GET /cookies', { handle: () => reply(200, 'x', { 'Set-Cookie': ['a=1', 'b=2'], 'X-A': 'b' }) }),
];

testTransports('a route that sets an ETag or Last-Modified gets 304 for a current copy', { routes }, async (send) => {
  const cases: readonly [path: string, sent: Record<string, string>][] = [
    ['/reply', { 'If-None-Match': '"a"' }],
    ['/reply', { 'If-None-Match': 'W/"a", "b"' }],
    ['/long', { 'If-None-Match': '"a"' }],
    ['/long', { 'If-None-Match': 'W/"a"', 'Accept-Encoding': 'gzip' }],
    ['/web', { 'If-None-Match': '"a"', 'Accept-Encoding': 'br' }],
    ['/dated', { 'If-Modified-Since': MODIFIED }],
  ];
  for (const [path, sent] of cases) {
    const { 'Accept-Encoding': coding = 'identity' } = sent;
    const first = await send(`GET ${path}`, { headers: { 'Accept-Encoding': coding } });
    const again = await send(`GET ${path}`, { headers: { 'Accept-Encoding': coding, ...sent } });
    const name = `${path} with ${JSON.stringify(sent)}`;
    deepEqual([again.status, await again.text()], [304, ''], name);
    for (const header of ['ETag', 'Cache-Control', 'Vary'])
      equal(again.headers.get(header), first.headers.get(header), `${header} of ${name}`);
    for (const header of ['Content-Type', 'Content-Encoding']) equal(again.headers.get(header), null, name);
  }
  equal((await send('HEAD /reply', { headers: { 'If-None-Match': '"a"' } })).status, 304);
  equal((await send('GET /reply', { headers: { 'If-None-Match': '"b"' } })).status, 200);
  equal((await send('POST /reply', { headers: { 'If-None-Match': '"a"' } })).status, 200);
  equal((await send('GET /missing', { headers: { 'If-None-Match': '"a"' } })).status, 404);
  equal((await send('GET /dated', { headers: { 'If-Modified-Since': 'Thu, 01 Jan 2026 03:04:05 GMT' } })).status, 200);
});

testTransports('reply() sends one line for each value of a list', { routes }, async (send) => {
  const { headers } = await send('GET /cookies');
  deepEqual([headers.getSetCookie(), headers.get('x-a')], [['a=1', 'b=2'], 'b']);
});
