import { deepEqual, equal, match, rejects, throws } from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { defineHost, route } from 'oriel';
import type { Host, HostConfig } from 'oriel';
import type { EmbeddedHubConfig } from 'oriel/hub';
import { apiKey, bearer } from 'oriel/security';
import { SECRET, signed, claims, detail } from './hub-under-test.ts';

const HUB = '/.well-known/mercure';
const PUBLIC = `https://example.com${HUB}`;

function createHost(hub: Partial<EmbeddedHubConfig> = {}, more: HostConfig = {}): Host {
  const host: Host = defineHost({
    hub: { secret: SECRET, ...hub },
    routes: [
      route('token', 'GET /token', {
        handle: ({ context }) => host.hub.issueToken({ subscribe: ['/a'] }, context),
      }),
    ],
    log: false,
    profiler: false,
    ...more,
  });
  return host;
}

/** The issuer and the audience of a token that the host issues for a request with this Host header. */
async function identityOf(origin: string, Host: string): Promise<unknown[]> {
  const { get } = await import('node:http');
  const token = await new Promise<string>((resolve, reject) => {
    get(`${origin}/token`, { headers: { Host } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve(text));
    }).on('error', reject);
  });
  const { iss, aud } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
  return [iss, aud];
}

async function listen(t: TestContext, host: Host, mode: 'development' | 'production'): Promise<string> {
  const { url } = await host.listen({ port: 0, host: '127.0.0.1', mode });
  t.after(() => host.close());
  return new URL(url).origin;
}

test('issuer and audience of tokens are the listening address in development, whatever the Host header is', async (t) => {
  const origin = await listen(t, createHost(), 'development');
  for (const Host of ['localhost', 'a.localhost:81', new URL(origin).host])
    deepEqual(await identityOf(origin, Host), [origin, `${origin}${HUB}`]);
});

test('issuer and audience of tokens follow publicUrl in production, whatever the Host header is', async (t) => {
  const origin = await listen(t, createHost({ publicUrl: PUBLIC }), 'production');
  for (const Host of ['example.com', 'evil.example'])
    deepEqual(await identityOf(origin, Host), ['https://example.com', PUBLIC]);
});

test('a token for one hub is refused by another with the same secret that is addressed by the Host header of the first', async (t) => {
  const first = await listen(t, createHost(), 'development');
  const second = await listen(t, createHost(), 'development');
  const Authorization = `Bearer ${signed(claims([detail('subscribe', '/a')], { iss: first, aud: `${first}${HUB}` }))}`;
  const statusOf = async (origin: string): Promise<number> => {
    const { get } = await import('node:http');
    return new Promise((resolve, reject) => {
      const headers = { Host: new URL(first).host, Authorization };
      const request = get(`${origin}${HUB}?match=/a`, { headers }, ({ statusCode }) => {
        resolve(statusCode!);
        request.destroy();
      });
      request.on('error', reject);
    });
  };
  equal(await statusOf(first), 200);
  equal(await statusOf(second), 401);
});

test('does not listen in production without hub.publicUrl, and the error names the fix', async (t) => {
  for (const hub of [{}, { issuer: 'https://example.com', audience: PUBLIC }]) {
    const host = createHost(hub);
    t.after(() => host.close());
    await rejects(host.listen({ port: 0, host: '127.0.0.1', mode: 'production' }), (error: Error) => {
      match(error.message, /hub\.publicUrl[\s\S]*fix: Give the address that clients use: publicUrl: 'https:/);
      return true;
    });
  }
});

test('is not defined without hub.publicUrl when ORIEL_MODE is production', () => {
  const before = process.env['ORIEL_MODE'];
  process.env['ORIEL_MODE'] = 'production';
  try {
    throws(() => createHost(), /hub\.publicUrl/);
    createHost({ publicUrl: PUBLIC });
  } finally {
    if (before === undefined) delete process.env['ORIEL_MODE'];
    else process.env['ORIEL_MODE'] = before;
  }
});

const other = randomBytes(48).toString('base64');

for (const [title, hub, secret] of [
  ['as hub.secret', { secret: SECRET }, SECRET],
  ['as hub.secret, in bytes', { secret: SECRET }, Buffer.from(SECRET)],
  ['as a key of hub.publisher', { secret: other, publisher: { key: SECRET, algorithm: 'HS256' } }, SECRET],
  ['as a key of hub.subscriber', { secret: other, subscriber: [{ key: SECRET, algorithm: 'HS256' }] }, SECRET],
  [
    'as a KeyObject of hub.publisher',
    { secret: other, publisher: { key: createSecretKey(Buffer.from(SECRET)), algorithm: 'HS256' } },
    SECRET,
  ],
] as const) {
  test(`is not defined with the same secret in bearer() ${title}`, () => {
    const authenticators = [apiKey({ keys: [] }), bearer({ algorithms: ['HS256'], secret, name: 'tokens' })];
    const security = { firewalls: [{ name: 'all', authenticators }] };
    throws(
      () => createHost(hub, { security }),
      (error: Error) => {
        match(
          error.message,
          /hub\.(secret|publisher|subscriber)[\s\S]*"tokens" of the firewall "all" has the same secret/,
        );
        match(error.message, /fix: Give each a random secret/);
        equal(error.message.includes(SECRET), false);
        return true;
      },
    );
  });
}

test('is defined with different secrets for the hub and bearer()', () => {
  const authenticators = [bearer({ algorithms: ['HS256'], secret: other })];
  createHost({ secret: SECRET }, { security: { firewalls: [{ name: 'all', authenticators }] } });
});
