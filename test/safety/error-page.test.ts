import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { problem, route } from '../../packages/host/src/index.ts';
import { z } from 'zod';
import { startRecordedHost } from './support/recorded-host.ts';
import type { RecordedHost } from './support/recorded-host.ts';

// None of these values looks like a secret.
const SECRETS = {
  message: 'hunter-of-foxes-41',
  cause: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJlLW9mLXRoaXM',
  property: 'property-of-error-17',
  log: 'logged-by-mistake-93',
  context: 'context-of-the-log-58',
  header: 'header-that-is-sent-77',
  extra: 'boarded-at-gate-12',
};
const all = Object.values(SECRETS);
const nameTaken = problem(409, '/problems/taken', z.object({ hint: z.string() }));

const routes = [
  route('fails', 'GET /fails', {
    handle: ({ log }) => {
      log('warning', `Connecting with password=${SECRETS.log}`, {
        apiKey: SECRETS.context,
        boardingCode: SECRETS.extra,
      });
      const cause = new Error(`Refused: Bearer ${SECRETS.cause}`);
      const error = new Error(`No connection to postgres://ada:${SECRETS.message}@db/boats`, { cause });
      throw Object.assign(error, { password: SECRETS.property });
    },
  }),
  route('taken', 'GET /taken', {
    handle: () => {
      throw nameTaken({ hint: 'take another', detail: 'The name is taken' });
    },
  }),
];

describe('an error page in development', () => {
  let recorded: RecordedHost;
  before(
    async () =>
      void (recorded = await startRecordedHost({ routes, profiler: { redact: { names: ['boarding code'] } } })),
  );
  after(() => recorded[Symbol.asyncDispose]());

  for (const accept of ['text/html', 'text/markdown', 'text/plain', 'application/problem+json']) {
    test(`shows no secrets as ${accept}`, async () => {
      const { status, text, get } = await recorded.client.send('GET /fails', {
        headers: { Accept: accept, Authorization: `Bearer ${SECRETS.header}`, 'Boarding-Code': SECRETS.extra },
      });
      assert.equal(status, 500);
      assert.ok(get('content-type')?.startsWith(accept));
      for (const secret of all) assert.ok(!text.includes(secret), `${secret} in ${accept}`);
      // The rest of the message is unchanged.
      assert.match(text, /No connection to postgres:\/\//);
      assert.match(text, /•••/);
    });
  }

  test('shows the detail and the members of a problem unchanged', async () => {
    const { text } = await recorded.client.send('GET /taken', { headers: { Accept: 'application/json' } });
    const { type, detail, hint, status } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual([type, detail, hint, status], ['/problems/taken', 'The name is taken', 'take another', 409]);
  });
});
