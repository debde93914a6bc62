import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import type { HostConfig, Mode } from '../../packages/host/src/index.ts';
import { DEFAULT_QUERY } from '../../packages/profiler/src/store/search/profile-query.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { signRecordHeader } from '../../packages/profiler/src/record/demand/record-header.ts';
import { Client } from './support/client.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
let recording: boolean | undefined;
const routes = [
  route('fine', 'GET /fine', { handle: ({ context }) => ((recording = context.trace.recording), 'fine') }),
  route('fails', 'GET /fails', {
    handle: () => {
      throw new Error('x');
    },
  }),
];

type Settings = Exclude<HostConfig['profiler'], false | undefined>;

async function open(settings: Settings, mode: Mode) {
  const storage = new MemoryProfileStorage();
  const host = defineHost({ routes, log: false, profiler: { ...settings, storage } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode });
  const client = new Client(port);
  const isRecorded = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<boolean> => {
    const response = await client.send(`GET ${path}`, { headers });
    const token = response.get('x-debug-token');
    assert.equal(response.get('x-debug-token-link') === undefined, token === undefined);
    return token !== undefined;
  };
  return {
    isRecorded,
    async close(): Promise<readonly string[]> {
      client.close();
      await host.close();
      return storage.find(DEFAULT_QUERY).rows.map(({ path }) => path);
    },
    storage,
  };
}

const signed = (seconds = 60, now = Date.now()): Record<string, string> => ({
  'X-Debug-Record': signRecordHeader(KEY, seconds * 1_000, now),
});
/** Returns a header signed with any key, even one that signRecordHeader rejects. */
const signedWith = (key: string): Record<string, string> => {
  const until = String(Math.floor(Date.now() / 1000 + 60));
  return { 'X-Debug-Record': `${until}.${createHmac('sha256', key).update(`record ${until}`).digest('hex')}` };
};

for (const mode of ['production', 'development'] as const) {
  describe(`a signed X-Debug-Record header in ${mode}`, () => {
    test('keeps exactly the profiles of requests that have it, whatever the rule is', async () => {
      for (const rule of [{ record: 'on-demand' }, { keep: ['status:>=400'] }, { sample: 0 }] as const) {
        const { isRecorded, close } = await open({ key: KEY, ...rule }, mode);
        await isRecorded('/fine');
        assert.equal(await isRecorded('/fine', signed()), true);
        await isRecorded('/fine');
        assert.deepEqual(await close(), ['/fine']);
      }
    });

    test('records no other request with record: on-demand', async () => {
      const { isRecorded, close } = await open({ key: KEY, record: 'on-demand' }, mode);
      assert.equal(await isRecorded('/fine'), false);
      assert.equal(await isRecorded('/fine', signed()), true);
      assert.equal(await isRecorded('/fine'), false);
      assert.deepEqual(await close(), ['/fine']);
    });

    test('records failed requests with record: on-demand only if they have it', async () => {
      const { isRecorded, close } = await open({ key: KEY, record: 'on-demand' }, mode);
      for (const path of ['/fails', '/nowhere']) {
        assert.equal(await isRecorded(path), false);
        assert.equal(await isRecorded(path, signed()), true);
      }
      assert.deepEqual((await close()).toSorted(), ['/fails', '/nowhere']);
    });

    test('records a request if it was signed without signRecordHeader', async () => {
      const { isRecorded, close } = await open({ key: KEY, record: 'on-demand' }, mode);
      assert.equal(await isRecorded('/fine', signedWith(KEY)), true);
      assert.deepEqual(await close(), ['/fine']);
    });

    test('is ignored if it is forged, expired or signed with another key', async () => {
      const { isRecorded, close } = await open({ key: KEY, record: 'on-demand' }, mode);
      const forged = [
        signedWith('another-key'),
        signed(60, Date.now() - 61_000),
        { 'X-Debug-Record': signed()['X-Debug-Record']!.replace(/^\d+/, (until) => String(Number(until) + 1)) },
        { 'X-Debug-Record': KEY },
        { 'X-Debug-Record': '1' },
        { Authorization: `Bearer ${KEY}` },
      ];
      for (const headers of forged)
        for (const path of ['/fine', '/fails']) assert.equal(await isRecorded(path, headers), false);
      assert.deepEqual(await close(), []);
    });
  });
}

test('a X-Debug-Record header is ignored if the profiler has no key', async () => {
  const { isRecorded, close } = await open({ sample: 0 }, 'development');
  for (const headers of [signed(), signedWith(''), signedWith('undefined')]) await isRecorded('/fine', headers);
  assert.deepEqual(await close(), []);
});

test('a request without X-Debug-Record is not traced, and the header is masked in a profile', async () => {
  const { isRecorded, close, storage } = await open({ key: KEY, record: 'on-demand' }, 'production');
  await isRecorded('/fine');
  assert.equal(recording, false);
  const headers = signed();
  await isRecorded('/fine', headers);
  assert.equal(recording, true);
  await close();
  const [row] = storage.find(DEFAULT_QUERY).rows;
  const text = JSON.stringify(storage.read(row!.token));
  assert.match(text, /X-Debug-Record/i);
  assert.ok(!text.includes(headers['X-Debug-Record']!.split('.')[1]!));
});
