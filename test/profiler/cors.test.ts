import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import type { Host } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { findingCodes } from '../lib/finding-codes.ts';
import { until } from '../safety/support/recorded-host.ts';

const APP = 'https://app.example.com';

describe('the CORS panel', () => {
  const storage = new MemoryProfileStorage();
  let host: Host;
  let origin = '';
  before(async () => {
    host = defineHost({
      routes: [
        route('hello', 'GET /hello', { handle: () => 'Hello' }),
        route('bare', 'GET /bare', { handle: () => 'Bare' }),
      ],
      cors: { paths: [{ path: '/hello', origins: APP, headers: ['X-Known'] }] },
      log: false,
      profiler: { storage },
    });
    origin = (await host.listen({ host: '127.0.0.1', port: 0, mode: 'development' })).url.replace(/\/$/, '');
  });
  after(() => host.close());

  async function inspect(path: string, init: RequestInit): Promise<{ text: string; codes: string[] }> {
    const response = await fetch(`${origin}${path}`, init);
    await response.arrayBuffer();
    const token = response.headers.get('x-debug-token')!;
    const { data } = await until(() => storage.read(token), `the profile of ${path}`);
    const page = await fetch(`${origin}/_profiler/${token}.md?panel=cors`, { headers: { Accept: '*/*' } });
    return {
      text: await page.text(),
      codes: findingCodes({ data }),
    };
  }

  test('states that an origin is allowed, and by which rule', async () => {
    const { text, codes } = await inspect('/hello', { headers: { Origin: APP } });
    match(text, /may read this response: https:\/\/app\.example\.com: it is listed \(cors\.paths\[0\] "\/hello"\)/);
    match(text, /x-known/);
    deepEqual(codes, []);
  });

  test('has a finding for an origin that is not allowed', async () => {
    const { text, codes } = await inspect('/hello', { headers: { Origin: 'https://evil.test' } });
    match(text, /cannot read this response: https:\/\/evil\.test: it is not listed/);
    deepEqual(codes, ['origin-not-listed']);
    const bare = await inspect('/bare', { headers: { Origin: APP } });
    match(bare.text, /no CORS rule applies to this path/);
    deepEqual(bare.codes, ['origin-not-listed']);
  });

  test('names what a preflight request was refused for', async () => {
    const headers = {
      Origin: APP,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-weird',
    };
    const { text, codes } = await inspect('/hello', { method: 'OPTIONS', headers });
    match(text, /The preflight request was refused: .*the header "x-weird"; allowed headers: x-known/);
    equal(codes.includes('preflight-refused'), true);
  });

  test('has a finding for cookies if the rule does not allow credentials', async () => {
    const { codes } = await inspect('/hello', { headers: { Origin: APP, Cookie: 'a=1' } });
    deepEqual(codes, ['credentials-not-allowed']);
  });

  test('has no finding for requests of the same origin and without an origin', async () => {
    for (const headers of [{}, { Origin: origin }] as Record<string, string>[])
      deepEqual((await inspect('/hello', { headers })).codes, []);
  });
});
