import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { span } from '../../../core/src/trace/current.ts';
import { route } from '../routes/route.ts';
import { MemoryProfileStorage } from '../../../profiler/src/store/memory/memory-profile-storage.ts';
import { createTestHost } from './create-test-host.ts';

const rows = () => span('select', () => 'rows', 'db', { sql: 'select 1' });
const routes = [route('rows', 'GET /rows', { handle: rows })];

test('returns the profile of a response whose body was not read, and leaves the body to the test', async () => {
  const { host, send, profileOf } = createTestHost({ routes }, { profiles: true });
  await using _ = host;
  const response = await send('GET /rows');
  const { summary, data } = await profileOf(response);
  deepEqual([summary.route, summary.dbCount], ['rows', 1]);
  equal(data.spans.find(({ kind }) => kind === 'db')?.name, 'select');
  equal(await response.text(), 'rows');
});

test('returns the profile of a response whose body was read', async () => {
  const { host, send, profileOf } = createTestHost({ routes }, { profiles: true });
  await using _ = host;
  const response = await send('GET /nowhere');
  await response.text();
  equal((await profileOf(response)).summary.status, 404);
});

test('records into the storage of the configuration', async () => {
  const storage = new MemoryProfileStorage();
  const { host, send, profileOf } = createTestHost({ routes, profiler: { storage } }, { profiles: true });
  await using _ = host;
  const { summary } = await profileOf(await send('GET /rows'));
  equal(storage.read(summary.token)?.summary.path, '/rows');
});

test('rejects with the fix if the request was not recorded', async () => {
  const { host, send, profileOf } = createTestHost({ routes, profiler: false });
  await using _ = host;
  await rejects(profileOf(await send('GET /rows')), { message: /was not recorded; .*\{ profiles: true \}/ });
});
