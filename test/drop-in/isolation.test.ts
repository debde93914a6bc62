import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { checkMarkedProfiles } from './lib/marked-profiles.ts';
import { sendMarkedRequests } from './lib/marked-requests.ts';
import { startTarget } from './lib/target.ts';

const APPLICATIONS = [
  ...[
    'express-5',
    'fastify-5',
    'koa',
    'hono',
    'h3',
    'nest-express',
    'connect',
    'nest-fastify',
    'express-4',
    'fastify-4',
  ],
  'node-http',
];

// The machine may have two processors, and each application has the time of one test.
describe('10,000 interleaved requests have their own logs, calls, queries and bodies only', { concurrency: 2 }, () => {
  let recorded = 0;
  after(() => assert.ok(recorded >= 10_000, `${recorded} requests`));
  for (const name of APPLICATIONS)
    test(name, async (t) => {
      const env = { TARGET_URL: await startTarget(t) };
      const app = await startApplication(t, `frameworks/${name}.mjs`, { env });
      const sent = await sendMarkedRequests(app.url);
      const profiles = await app.profiles(sent.length);
      checkMarkedProfiles(profiles, sent);
      recorded += profiles.length;
    });
});
