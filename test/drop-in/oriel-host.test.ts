/** A host that records its requests itself, in a process with `oriel/register`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { getQueries } from './lib/sql-drivers.ts';

test('requests of a host are recorded once, with each statement and log record once', async (t) => {
  const app = await startApplication(t, 'host.mjs', { env: { NODE_ENV: 'development' } });
  // The first statement also opens the connection.
  await (await fetch(`${app.url}/api/boats`)).text();
  const listed = await fetch(`${app.url}/api/boats`);
  assert.deepEqual(await listed.json(), [{ id: 1, name: 'Nereid' }]);
  assert.doesNotMatch(listed.headers.get('x-debug-token') ?? '', /,/);
  const list = await app.profileOf(listed);
  assert.equal(list.summary.route, 'boats.list');
  assert.equal(getQueries(list).length, 1);

  // Drivers that no store of the host uses are recorded by `oriel/register`, in the profile of the host.
  const profile = await app.profileOf(await fetch(`${app.url}/own`));
  assert.deepEqual(
    getQueries(profile).map(({ sql }) => sql),
    ['select count(*) as n from boats'],
  );
  assert.deepEqual(
    profile.data.logs?.filter(({ message }) => message.includes('of its own')).map(({ message }) => message),
    ['one statement of its own'],
  );

  assert.equal(profile.data.spans?.filter(({ kind }) => kind === 'http').length, 1);

  await (await fetch(`${app.url}/job`)).text();
  const [, port] = /^beside (\d+)$/m.exec(app.output())!;
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'beside');
  const all = await app.profiles(7);
  assert.deepEqual(all.map(({ summary }) => `${summary.method} ${summary.path}`).toSorted(), [
    'GET /',
    'GET /api/boats',
    'GET /api/boats',
    'GET /called',
    'GET /job',
    'GET /own',
    'JOB /count',
  ]);
});
