import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateHubAccess } from './validate-hub-access.ts';

const secret = 'a secret that has at least 32 bytes';
const HUB = '/.well-known/mercure';
const open = { name: 'rest', anonymous: true };
const closed = { name: 'site', authenticators: [] };

/** Returns code and place of each issue; anonymous subscribers are allowed by default. */
function places(security: object, hub: object = { anonymous: true }): string[] {
  const found = [...validateHubAccess({ secret, ...hub }, { firewalls: [open], ...security })];
  return found.map(({ code, place }) => `${code} ${place}`);
}

test('reports nothing for a hub without anonymous subscribers', () => {
  assert.deepEqual(places({ firewalls: [closed] }, {}), []);
  assert.deepEqual(places({ access: [{ path: '/', allow: 'user' }] }, {}), []);
});

test('reports a firewall or rule that excludes anonymous subscribers, unless an earlier one admits them', () => {
  assert.deepEqual(places({ firewalls: [closed] }), ['ORIEL_HUB_ANONYMOUS hub.anonymous']);
  assert.deepEqual(places({ firewalls: [{ ...closed, path: ['/api', '/.well-known/'] }, open] }), [
    'ORIEL_HUB_ANONYMOUS hub.anonymous',
  ]);
  assert.deepEqual(places({ access: [{ path: '/', allow: ['user'] }] }), ['ORIEL_HUB_ANONYMOUS hub.anonymous']);
  assert.deepEqual(places({ firewalls: [{ name: 'hub', path: HUB, anonymous: true }, closed] }), []);
  assert.deepEqual(places({ access: [{ path: HUB, allow: 'public' }, { path: '/', allow: 'user' }] }), []); // prettier-ignore
  const [issue] = validateHubAccess({ secret, anonymous: true }, { firewalls: [closed] });
  assert.match(issue!.reason, /firewall "site", which covers "\/\.well-known\/mercure"/);
  assert.match(issue!.fix, /\{ name: 'hub', path: '\/\.well-known\/mercure', anonymous: true \}/);
});

test('ignores firewalls and rules that do not cover reading from the hub on every host', () => {
  for (const some of [{ path: '/api' }, { path: '/.well' }, { host: 'admin.example.com' }])
    assert.deepEqual(places({ firewalls: [{ ...closed, ...some }, open] }), [], JSON.stringify(some));
  assert.deepEqual(places({ access: [{ path: '/api', allow: 'user' }] }), []);
});

test('reports firewalls and rules that cover paths of the hub only', () => {
  for (const path of [HUB, `${HUB}/`, `${HUB}/subscriptions`, `/.well-known/oauth-protected-resource${HUB}`]) {
    for (const hub of [{}, { anonymous: true }]) {
      assert.deepEqual(places({ firewalls: [{ ...closed, path }, open] }, hub), [
        'ORIEL_HUB_GUARD security.firewalls[0] "site"',
      ]);
      assert.deepEqual(places({ access: [{ path, allow: 'role:admin' }] }, hub), [
        'ORIEL_HUB_GUARD security.access[0]',
      ]);
    }
  }
});

test('reports nothing about the paths of an external hub', () => {
  const access = [{ path: HUB, allow: 'user' }];
  assert.deepEqual(places({ firewalls: [closed], access }, { url: 'https://hub.example/' }), []);
});
