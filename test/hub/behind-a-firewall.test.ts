/** A hub inside a host whose firewall covers everything, over a socket: its own tokens let in, and nothing leads around them. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { HostConfigError } from 'oriel';
import { sessionLogin } from 'oriel/security';
import { EventSource } from 'eventsource';
import { WAYS, around, houseOf, known, statusOf } from './firewalled-house.ts';
import { HUB, SECRET, bearer, claims, detail, signed } from './hub-under-test.ts';
import { cookiesOf } from './live-house.ts';

const QUERY = '?topic=/api/boats/{id}';

for (const [way, configured] of Object.entries(WAYS)) {
  describe(`a hub behind a firewall of ${way} around everything`, async () => {
    const host = houseOf(await configured());
    const { port } = await host.listen({ host: '127.0.0.1', port: 0, mode: 'development' });
    after(() => host.close());
    const origin = `http://127.0.0.1:${port}`;
    const hub = `${origin}${HUB}`;
    const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
      const response = await fetch(url, init);
      if (response.headers.get('content-type') === 'text/event-stream') await response.body!.cancel();
      return response;
    };

    test('whoever has read hears of it, with the plain EventSource and the cookie of the hub alone', async (t) => {
      const headers = await known(way, origin);
      assert.equal((await ask(`${origin}/api/boats`)).status, 401);
      const read = await ask(`${origin}/api/boats`, { headers });
      assert.equal(read.status, 200);
      const Cookie = cookiesOf(read).split('; ').filter((each) => /mercure/i.test(each)).join('; '); // prettier-ignore
      const source = new EventSource(`${hub}${QUERY}`, {
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, Cookie } }),
      });
      t.after(() => source.close());
      await new Promise((resolve, reject) => {
        source.addEventListener('open', resolve);
        source.addEventListener('error', reject);
      });
      const heard = new Promise<string>((resolve) => source.addEventListener('message', ({ data }) => resolve(data)));
      const type = { 'Content-Type': 'application/merge-patch+json' };
      const changed = await ask(`${origin}/api/boats/1`, { method: 'PATCH', headers: { ...headers, ...type }, body: '{"name":"Triton"}' }); // prettier-ignore
      assert.equal(changed.status, 200);
      assert.equal((JSON.parse(await heard) as { name: string }).name, 'Triton');
    });

    test('a token of the hub subscribes and publishes, and need not be known to the firewall', async () => {
      const token = (action: string): { Authorization: string } =>
        bearer(signed(claims([detail(action, '*')], { iss: origin, aud: hub })));
      assert.equal((await ask(`${hub}?match=a`, { headers: token('subscribe') })).status, 200);
      const body = new URLSearchParams({ topic: 'a', data: 'x' });
      assert.equal((await ask(hub, { method: 'POST', headers: token('publish'), body })).status, 200);
      assert.equal((await ask(hub, { method: 'POST', headers: token('subscribe'), body })).status, 403);
    });

    test('who has none is told by the hub where tokens come from, and reads that without any', async () => {
      const refused = await ask(`${hub}?match=a`);
      assert.equal(refused.status, 401);
      const where = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)![1]!;
      assert.equal(((await (await ask(where)).json()) as { resource: string }).resource, hub);
      const preflight = await ask(hub, {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
      });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://app.example');
    });

    test('to be known to the firewall lets nobody into the hub, whatever they ask there', async () => {
      const headers = await known(way, origin);
      assert.equal((await ask(`${hub}?match=a`, { headers })).status, 401);
      assert.equal((await ask(`${hub}/subscriptions`, { headers })).status, 401);
      const body = new URLSearchParams({ topic: 'a', data: 'x' });
      assert.equal((await ask(hub, { method: 'POST', headers: { ...headers, Origin: origin }, body })).status, 401);
    });

    test('no spelling of its path opens what lies elsewhere, and none opens a stream', async () => {
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
        const status = await statusOf(port, path);
        assert.ok([301, 307, 308, 400, 401, 404].includes(status), `${path}: ${status}`);
      }
    });
  });
}

test('a firewall around everything and a hub that anybody may hear: one of them is not meant', () => {
  const security = { firewalls: around(sessionLogin()), users: [] };
  assert.throws(
    () => houseOf({ sessions: {}, security, hub: { secret: SECRET, anonymous: true } }),
    (error) => error instanceof HostConfigError && error.issues[0]!.code === 'ORIEL_HUB_ANONYMOUS',
  );
});
