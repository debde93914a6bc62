import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import type { HostConfig } from '../../host/config.ts';
import { z } from 'zod';

const SECRET = 'a secret of 32 bytes or more, really';
const Boat = z.object({ id: z.int(), name: z.string() });
const hub = { secret: SECRET };

function messageFor(definition: object, config: Partial<HostConfig>): string {
  const boats = resource('boats', Boat, { id: 'id', store: memoryStore(), ...definition } as never);
  try {
    defineHost({ resources: [boats], ...config } as never);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('reports issues of live resources with a fix when the host is created', () => {
  for (const [definition, config, expected] of [
    [{ live: true }, {}, /ORIEL_LIVE_HUB[\s\S]*Configure one: defineHost/],
    [{ live: 'yes' }, { hub }, /Use live: true/],
    [{ live: { topic: 'a' } }, { hub }, /live\.topic {2}\[ORIEL_CONFIG_KEY\]/],
    [{ live: { topics: '/a' } }, { hub }, /Use a function/],
    [{ live: { private: 1 } }, { hub }, /It is 1/],
    [{ live: { private: false }, access: { read: 'user' } }, { hub }, /would be public/],
    [{ live: { private: true }, cache: { public: true, maxAge: '9 s' } }, { hub }, /ORIEL_LIVE_CACHE/],
  ] as const)
    assert.match(messageFor(definition, config), expected);
});

test('reports a hub that cookies do not reach only if there are private resources', () => {
  const hosts = { names: ['api.example.com'] };
  const elsewhere = (url: string, cookie?: { domain: string }) => ({
    hosts,
    hub: { url, secret: SECRET, ...(cookie && { cookie }) },
  });
  const secret = { live: { private: true } };
  const far = 'https://hub.example.net/.well-known/mercure';
  const near = 'https://hub.example.com/.well-known/mercure';
  assert.match(
    messageFor(secret, elsewhere(far)),
    /Cookies of "api.example.com" are not sent to the hub on "hub.example.net"/,
  );
  assert.match(messageFor(secret, elsewhere(far, { domain: 'example.com' })), /ORIEL_LIVE_COOKIE/);
  assert.match(messageFor(secret, elsewhere(near)), /ORIEL_LIVE_COOKIE/);
  assert.equal(messageFor(secret, elsewhere(near, { domain: 'example.com' })), '');
  assert.equal(messageFor(secret, elsewhere('https://api.example.com/.well-known/mercure')), '');
  assert.equal(messageFor({ live: true }, elsewhere(far)), '');
});
