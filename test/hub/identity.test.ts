import { deepEqual, equal, match, rejects, throws } from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { defineHost, route } from 'oriel-host';
import type { Host, HostConfig } from 'oriel-host';
import type { EmbeddedHubConfig } from 'oriel-host/hub';
import { apiKey, bearer } from 'oriel-host/security';
import { SECRET, signToken, claims, detail } from './test-hub.ts';

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
async function getIdentity(origin: string, Host: string): Promise<unknown[]> {
  const { get } = await import('node:http');
  const token = await new Promise<string>((resolve, reject) => {
    get(`${origin}/token`, { headers: { Host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text));
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

test('tokens have the listening address as issuer and audience in development, regardless of the Host header', async (t) => {
  const origin = await listen(t, createHost(), 'development');
  for (const Host of ['localhost', 'a.localhost:81', new URL(origin).host])
    deepEqual(await getIdentity(origin, Host), [origin, `${origin}${HUB}`]);
});

test('tokens have the issuer and audience of publicUrl in production, regardless of the Host header', async (t) => {
  const origin = await listen(t, createHost({ publicUrl: PUBLIC }), 'production');
  for (const Host of ['example.com', 'evil.example'])
    deepEqual(await getIdentity(origin, Host), ['https://example.com', PUBLIC]);
});

test('a token for one hub gets 401 from another with the same secret, although the Host header names the first', async (t) => {
  const first = await listen(t, createHost(), 'development');
  const second = await listen(t, createHost(), 'development');
  const Authorization = `Bearer ${signToken(claims([detail('subscribe', '/a')], { iss: first, aud: `${first}${HUB}` }))}`;
  const getStatus = async (origin: string): Promise<number> => {
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
  equal(await getStatus(first), 200);
  equal(await getStatus(second), 401);
});

test('a host with a hub does not listen in production without hub.publicUrl, and the error names the fix', async (t) => {
  const host = createHost();
  t.after(() => host.close());
  await rejects(host.listen({ port: 0, host: '127.0.0.1', mode: 'production' }), (error: Error) => {
    match(error.message, /hub\.publicUrl[\s\S]*fix: Set it to the URL that clients use: publicUrl: 'https:/);
    return true;
  });
});

test('defineHost throws without hub.publicUrl if ORIEL_MODE is production', () => {
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
  test(`defineHost throws if bearer() has the same secret ${title}`, () => {
    const authenticators = [apiKey({ keys: [] }), bearer({ algorithms: ['HS256'], secret })];
    const security = { firewalls: [{ name: 'all', authenticators }] };
    throws(
      () => createHost(hub, { security }),
      (error: Error) => {
        match(
          error.message,
          /hub\.(secret|publisher|subscriber)[\s\S]*"bearer" of the firewall "all" has the same secret/,
        );
        match(error.message, /fix: Use a different random secret for each/);
        equal(error.message.includes(SECRET), false);
        return true;
      },
    );
  });
}

test('defineHost accepts different secrets for the hub and bearer()', () => {
  const authenticators = [bearer({ algorithms: ['HS256'], secret: other })];
  createHost({ secret: SECRET }, { security: { firewalls: [{ name: 'all', authenticators }] } });
});
