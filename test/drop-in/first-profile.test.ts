import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { mariaBoats, postgresBoats } from './lib/sql-databases.ts';
import { withoutSlowness } from './lib/findings.ts';

const DATABASES = { '/pg': postgresBoats, '/mysql2': mariaBoats };

for (const [path, createBoats] of Object.entries(DATABASES))
  test(`the first request of a process, which loads libraries and opens its pool, has no finding: ${path}`, async (t) => {
    const database = await createBoats(t, 'first_profile');
    if (typeof database === 'string') return t.skip(database);
    const app = await startApplication(t, 'first-profile.mjs', { env: database });
    const response = await fetch(`${app.url}${path}`);
    assert.deepEqual(await response.json(), [{ name: 'Ahti' }]);
    const { data, summary } = await app.profileOf(response);
    assert.equal(summary.dbCount, 1);
    assert.deepEqual(withoutSlowness(summary.findings), []);
    // Loading computes for 200 ms. A busy machine blocks for less.
    const blocked = data.spans.filter(({ name }) => name === 'Event loop blocked');
    assert.deepEqual(
      blocked.filter(({ duration }) => duration >= 200),
      [],
    );
    assert.ok(data.spans.some(({ name }) => name === 'Load ./lib/lazy-application.mjs'));
  });
