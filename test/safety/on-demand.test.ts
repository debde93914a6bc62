import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { defineHost, route } from '../../src/index.ts';
import type { HostConfig, Mode } from '../../src/index.ts';
import { DEFAULT_QUERY } from '../../src/profiler/search/profile-query.ts';
import { MemoryProfileStorage } from '../../src/profiler/store/memory/memory-profile-storage.ts';
import { signRecordHeader } from '../../src/profiler/access/record-header.ts';
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
    const answer = await client.ask(`GET ${path}`, { headers });
    const token = answer.get('x-debug-token');
    assert.equal(answer.get('x-debug-token-link') === undefined, token === undefined);
    return token !== undefined;
  };
  return {
    isRecorded,
    async kept(): Promise<readonly string[]> {
      client.close();
      await host.close();
      return storage.find(DEFAULT_QUERY).rows.map(({ path }) => path);
    },
    storage,
  };
}

const signed = (seconds = 60, now = Date.now()): Record<string, string> => ({
  'X-Debug-Record': signRecordHeader(KEY, seconds, now),
});
/** A header signed with any key, also one that signRecordHeader refuses. */
const signedWith = (key: string): Record<string, string> => {
  const until = String(Math.floor(Date.now() / 1000 + 60));
  return { 'X-Debug-Record': `${until}.${createHmac('sha256', key).update(`record ${until}`).digest('hex')}` };
};

for (const mode of ['production', 'development'] as const) {
  describe(`a signed header, in ${mode}`, () => {
    test('records what the rule leaves out, and only the requests that carry it', async () => {
      for (const record of ['on-demand', 'errors', { sample: 0 }, { slowerThan: 100_000 }] as const) {
        const { isRecorded, kept } = await open({ key: KEY, record }, mode);
        assert.equal(await isRecorded('/fine'), false);
        assert.equal(await isRecorded('/fine', signed()), true);
        assert.equal(await isRecorded('/fine'), false);
        assert.deepEqual(await kept(), ['/fine']);
      }
    });

    test('on demand not even a failure is recorded, unless it was asked for', async () => {
      const { isRecorded, kept } = await open({ key: KEY, record: 'on-demand' }, mode);
      for (const path of ['/fails', '/nowhere']) {
        assert.equal(await isRecorded(path), false);
        assert.equal(await isRecorded(path, signed()), true);
      }
      assert.deepEqual((await kept()).toSorted(), ['/fails', '/nowhere']);
    });

    test('records when it is signed with the key by other means', async () => {
      const { isRecorded, kept } = await open({ key: KEY, record: 'on-demand' }, mode);
      assert.equal(await isRecorded('/fine', signedWith(KEY)), true);
      assert.deepEqual(await kept(), ['/fine']);
    });

    test('does nothing when it is forged, expired, or of another key', async () => {
      const { isRecorded, kept } = await open({ key: KEY, record: 'on-demand' }, mode);
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
      assert.deepEqual(await kept(), []);
    });
  });
}

test('without a key no header records anything', async () => {
  const { isRecorded, kept } = await open({ record: { sample: 0 } }, 'development');
  for (const headers of [signed(), signedWith(''), signedWith('undefined')])
    assert.equal(await isRecorded('/fine', headers), false);
  assert.deepEqual(await kept(), []);
});

test('nobody takes notes of a request that did not ask, and a recorded header is masked', async () => {
  const { isRecorded, kept, storage } = await open({ key: KEY, record: 'on-demand' }, 'production');
  await isRecorded('/fine');
  assert.equal(recording, false);
  const headers = signed();
  await isRecorded('/fine', headers);
  assert.equal(recording, true);
  await kept();
  const [row] = storage.find(DEFAULT_QUERY).rows;
  const text = JSON.stringify(storage.read(row!.token));
  assert.match(text, /X-Debug-Record/i);
  assert.ok(!text.includes(headers['X-Debug-Record']!.split('.')[1]!));
});
