/** A hub in a host whose firewall covers every path: only tokens of the hub give access to it. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { HostConfigError } from 'oriel-host';
import { sessionLogin } from 'oriel-host/security';
import { EventSource } from 'eventsource';
import { CONFIGURATIONS, firewallWith, createFirewalledHost, credentialsFor, getStatus } from './firewalled-host.ts';
import { HUB, SECRET, bearer, claims, detail, signToken } from './test-hub.ts';
import { getCookies } from './live-host.ts';

const QUERY = '?topic=/api/boats/{id}';

for (const [method, configure] of Object.entries(CONFIGURATIONS)) {
  describe(`a hub in a host whose firewall requires ${method} for every path`, async () => {
    const host = createFirewalledHost(await configure());
    const { port } = await host.listen({ host: '127.0.0.1', port: 0, mode: 'development' });
    after(() => host.close());
    const origin = `http://127.0.0.1:${port}`;
    const hub = `${origin}${HUB}`;
    const request = async (url: string, init: RequestInit = {}): Promise<Response> => {
      const response = await fetch(url, init);
      if (response.headers.get('content-type') === 'text/event-stream') await response.body!.cancel();
      return response;
    };

    test('a client that has read a list receives its updates through EventSource with only the cookie of the hub', async (t) => {
      const headers = await credentialsFor(method, origin);
      assert.equal((await request(`${origin}/api/boats`)).status, 401);
      const read = await request(`${origin}/api/boats`, { headers });
      assert.equal(read.status, 200);
      const Cookie = getCookies(read).split('; ').filter((part) => /mercure/i.test(part)).join('; '); // prettier-ignore
      const source = new EventSource(`${hub}${QUERY}`, {
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, Cookie } }),
      });
      t.after(() => source.close());
      await new Promise((resolve, reject) => {
        source.addEventListener('open', resolve);
        source.addEventListener('error', reject);
      });
      const received = new Promise<string>((resolve) =>
        source.addEventListener('message', ({ data }) => resolve(data)),
      );
      const type = { 'Content-Type': 'application/merge-patch+json' };
      const changed = await request(`${origin}/api/boats/1`, { method: 'PATCH', headers: { ...headers, ...type }, body: '{"name":"Triton"}' }); // prettier-ignore
      assert.equal(changed.status, 200);
      assert.equal((JSON.parse(await received) as { name: string }).name, 'Triton');
    });

    test('a token of the hub subscribes and publishes without credentials of the firewall', async () => {
      const token = (action: string): { Authorization: string } =>
        bearer(signToken(claims([detail(action, '*')], { iss: origin, aud: hub })));
      assert.equal((await request(`${hub}?match=a`, { headers: token('subscribe') })).status, 200);
      const body = new URLSearchParams({ topic: 'a', data: 'x' });
      assert.equal((await request(hub, { method: 'POST', headers: token('publish'), body })).status, 200);
      assert.equal((await request(hub, { method: 'POST', headers: token('subscribe'), body })).status, 403);
    });

    test('a request without a token gets 401 with the address of the resource metadata, which is public', async () => {
      const refused = await request(`${hub}?match=a`);
      assert.equal(refused.status, 401);
      const where = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)![1]!;
      assert.equal(((await (await request(where)).json()) as { resource: string }).resource, hub);
      const preflight = await request(hub, {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
      });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://app.example');
    });

    test('credentials of the firewall do not give access to the hub', async () => {
      const headers = await credentialsFor(method, origin);
      assert.equal((await request(`${hub}?match=a`, { headers })).status, 401);
      assert.equal((await request(`${hub}/subscriptions`, { headers })).status, 401);
      const body = new URLSearchParams({ topic: 'a', data: 'x' });
      assert.equal((await request(hub, { method: 'POST', headers: { ...headers, Origin: origin }, body })).status, 401);
    });

    test('no variant of the path of the hub bypasses the firewall or opens a stream', async () => {
      for (const path of [
        `${HUB}/../../api/boats`,
        `${HUB}/%2e%2e/%2e%2e/api/boats`,
        `/${HUB}?match=a`,
        `${HUB}/?match=a`,
        `${HUB.replace('mercure', '%6dercure')}?match=a`,
        `${HUB.toUpperCase()}?match=a`,
        `${HUB};x?match=a`,
        `/api/boats?x=${HUB}`,
        `/api/boats/..${HUB}?match=a`,
      ]) {
        const status = await getStatus(port, path);
        assert.ok([301, 307, 308, 400, 401, 404].includes(status), `${path}: ${status}`);
      }
    });
  });
}

test('defineHost rejects an anonymous hub behind a firewall for every path with ORIEL_HUB_ANONYMOUS', () => {
  const security = { firewalls: firewallWith(sessionLogin()), users: [] };
  assert.throws(
    () => createFirewalledHost({ sessions: {}, security, hub: { secret: SECRET, anonymous: true } }),
    (error) => error instanceof HostConfigError && error.issues[0]!.code === 'ORIEL_HUB_ANONYMOUS',
  );
});
