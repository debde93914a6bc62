import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { runOrielHost, createProject } from './run-program.ts';
import type { ExitResult } from './run-program.ts';

const SECRET = 'a secret of 32 bytes or more, really';
const HOST = `
import { defineHost, memoryStore, resource } from 'oriel-host';
import { z } from 'zod';
const Boat = z.object({ id: z.number().int(), name: z.string() });
const shared = { id: 'id', store: memoryStore() };
export default defineHost({
  hub: { secret: '${SECRET}', anonymous: true },
  security: {
    firewalls: [{ name: 'all', authenticators: [{ name: 'none', authenticate: () => undefined }], anonymous: true }],
    default: 'public',
  },
  resources: [
    resource('boats', Boat, { ...shared, live: true }),
    resource('papers', Boat, { ...shared, live: true, access: { read: 'user', write: 'user' } }),
  ],
});
`;

function jwt(claims: object, secret = SECRET): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

async function runDoctor(t: TestContext, ...args: string[]): Promise<ExitResult> {
  return runOrielHost(createProject(t, { 'host.ts': HOST }), ['doctor', 'live', ...args]);
}

const URL = '/.well-known/mercure?topic=/api/papers/{id}&topic=/api/boats/{id}';

test('doctor reports that a public update is delivered, and that a private one is not without a token', async (t) => {
  const { out, code } = await runDoctor(t, '--topic', '/api/boats/7', '--url', URL);
  assert.match(out, /public, because everyone may read it[\s\S]*The update is delivered/);
  assert.equal(code, 0);
  const refused = await runDoctor(t, '--topic', '/api/papers/7', '--url', URL);
  assert.match(refused.out, /no +permission +The update is private, and there is no valid token/);
  assert.equal(refused.code, 1);
});

test('doctor reports why a token is invalid', async (t) => {
  for (const [token, message] of [
    ['nonsense', /it is not a JSON Web Token/],
    [jwt({ mercure: { subscribe: ['*'] }, exp: 1 }), /it expired \d+ seconds ago/],
    [
      jwt({ mercure: { subscribe: ['*'] }, aud: 'https://other.example' }),
      /its audience is "https:\/\/other\.example" \(aud\)/,
    ],
    [jwt({ mercure: { subscribe: ['*'] } }, 'another secret of 32 bytes or more'), /no key of the hub signed it/],
    [jwt({ mercure: { subscribe: ['/api/boats/{id}'] } }), /no grant of the token matches \/api\/papers\/7/],
    [jwt({ mercure: { subscribe: ['/api/papers/{id}'] } }), /The update is delivered/],
  ] as const)
    assert.match((await runDoctor(t, '--topic', '/api/papers/7', '--url', URL, '--token', token)).out, message);
});

test('doctor reports a subscription without a matching topic, and one without topics', async (t) => {
  const other = await runDoctor(
    t,
    '--topic',
    '/api/boats/7',
    '--url',
    '/.well-known/mercure?match=/api/boats',
    '--json',
  );
  const { steps } = JSON.parse(other.out) as { steps: { step: string; ok: boolean; because: string }[] };
  assert.deepEqual(
    steps.filter(({ ok }) => !ok),
    [{ step: 'topics', ok: false, because: 'No subscription matches /api/boats/7' }],
  );
  assert.match(
    (await runDoctor(t, '--topic', '/api/boats/7', '--url', '/.well-known/mercure')).out,
    /The hub responds with 400: Send at least one matcher/,
  );
  assert.equal((await runDoctor(t, '--url', URL)).code, 2);
});

test('doctor reports a missing CORS permission and an ignored token in the URL', async (t) => {
  const page = await runDoctor(t, '--topic', '/api/boats/7', '--url', URL, '--origin', 'https://app.example');
  assert.match(page.out, /no +page +Browsers do not let pages of "https:\/\/app\.example" read responses of the hub/);
  assert.equal(page.code, 1);
  assert.equal((await runDoctor(t, '--topic', '/api/boats/7', '--url', URL, '--origin', 'http://localhost')).code, 0);
  const token = jwt({ mercure: { subscribe: ['*'] } });
  const { out } = await runDoctor(t, '--topic', '/api/papers/7', '--url', `${URL}&authorization=${token}`);
  assert.match(out, /the token in the URL is ignored, because it may appear in logs/);
});
