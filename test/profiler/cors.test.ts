import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defineHost, route } from 'oriel';
import type { Host } from 'oriel';
import { MemoryProfileStorage } from 'oriel/profiler';
import { until } from '../safety/support/recorded-host.ts';

const APP = 'https://app.example.com';
/** What a machine that is busy with something else makes of any request. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(['blocked', 'gap']);

describe('pages of other origins in the profiler', () => {
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

  async function look(path: string, init: RequestInit): Promise<{ text: string; codes: string[] }> {
    const response = await fetch(`${origin}${path}`, init);
    await response.arrayBuffer();
    const token = response.headers.get('x-debug-token')!;
    const { data } = await until(() => storage.read(token), `the profile of ${path}`);
    const page = await fetch(`${origin}/_profiler/${token}.md?panel=cors`, { headers: { Accept: '*/*' } });
    return {
      text: await page.text(),
      codes: data.findings.map(({ code }) => code).filter((code) => !OF_THE_MACHINE.has(code)),
    };
  }

  test('an origin that is listed may read, and the rule is told', async () => {
    const { text, codes } = await look('/hello', { headers: { Origin: APP } });
    match(text, /may read this response: https:\/\/app\.example\.com: it is listed \(cors\.paths\[0\] "\/hello"\)/);
    match(text, /x-known/);
    deepEqual(codes, []);
  });

  test('one that is not cannot, and it is a finding', async () => {
    const { text, codes } = await look('/hello', { headers: { Origin: 'https://evil.test' } });
    match(text, /cannot read this response: https:\/\/evil\.test: it is not listed/);
    deepEqual(codes, ['origin-not-listed']);
    const bare = await look('/bare', { headers: { Origin: APP } });
    match(bare.text, /no CORS rule applies to this path/);
    deepEqual(bare.codes, ['origin-not-listed']);
  });

  test('what was missing for a preflight is named', async () => {
    const headers = {
      Origin: APP,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-weird',
    };
    const { text, codes } = await look('/hello', { method: 'OPTIONS', headers });
    match(text, /The preflight request was refused: .*the header "x-weird"; allowed headers: x-known/);
    equal(codes.includes('preflight-refused'), true);
  });

  test('cookies for a rule without credentials are a finding', async () => {
    const { codes } = await look('/hello', { headers: { Origin: APP, Cookie: 'a=1' } });
    deepEqual(codes, ['credentials-not-allowed']);
  });

  test('the host’s own pages and those without an origin are none of it', async () => {
    for (const headers of [{}, { Origin: origin }] as Record<string, string>[])
      deepEqual((await look('/hello', { headers })).codes, []);
  });
});
