import assert from 'node:assert/strict';
import { test } from 'node:test';
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

// The machine may have two processors. Each application ends when its requests are checked.
test(
  '10,000 interleaved requests have their own logs, calls, queries and bodies only',
  { concurrency: 2 },
  async (t) => {
    const env = { TARGET_URL: await startTarget(t) };
    let recorded = 0;
    await Promise.all(
      APPLICATIONS.map((name) =>
        t.test(name, async (t) => {
          const app = await startApplication(t, `frameworks/${name}.mjs`, { env });
          const sent = await sendMarkedRequests(app.url);
          const profiles = await app.profiles(sent.length);
          checkMarkedProfiles(profiles, sent);
          recorded += profiles.length;
        }),
      ),
    );
    assert.ok(recorded >= 10_000, `${recorded} requests`);
  },
);
