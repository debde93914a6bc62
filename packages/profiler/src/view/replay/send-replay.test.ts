import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { knownProfile } from '../../../../../test/profiler/known-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { prepareReplay } from './prepare-replay.ts';
import { sendReplay } from './send-replay.ts';

test('the new profile is that of the token in the response, once it is stored', async (t) => {
  let reads = 0;
  const stored = knownProfile({ summary: { token: 'bbbbbb', time: Date.now() } });
  const read = (token: string): Profile | undefined => (token === 'bbbbbb' && ++reads > 2 ? stored : undefined);
  const { token } = await replay(t, 'bbbbbb', read);
  assert.equal(token, 'bbbbbb');
  assert.equal(reads, 3);
});

test('a token of the recorded request, of an older profile or without a profile is not that of the new one', async (t) => {
  const old = knownProfile({ summary: { token: 'cccccc', time: Date.now() - 3_600_000 } });
  const read = (token: string): Profile | undefined => (token === 'cccccc' ? old : undefined);
  for (const token of ['aaaaaa', 'cccccc', 'dddddd', 'no token', '../../x', ''])
    assert.equal((await replay(t, token, read)).token, undefined, token);
  assert.equal((await replay(t, 'aaaaaa', () => knownProfile({ summary: { time: Date.now() } }))).token, undefined);
});

async function replay(
  t: TestContext,
  token: string,
  read: (token: string) => Profile | undefined,
): ReturnType<typeof sendReplay> {
  const server = createServer((_request, response) => response.setHeader('X-Debug-Token', token).end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const prepared = prepareReplay(knownProfile({ summary: { token: 'aaaaaa' }, request: { url } }));
  assert.ok('origin' in prepared);
  return sendReplay(prepared, { storage: { read }, profileTimeoutMs: 200 });
}
