import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel';
import type { HostConfig } from '../../host/config.ts';
import { z } from 'zod';

const SECRET = 'a secret of 32 bytes or more, really';
const Boat = z.object({ id: z.int(), name: z.string() });
const hub = { secret: SECRET };

function wrong(definition: object, config: Partial<HostConfig>): string {
  const boats = resource('boats', Boat, { id: 'id', store: memoryStore(), ...definition } as never);
  try {
    defineHost({ resources: [boats], ...config } as never);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('what is wrong with live resources is told when the host starts, with the fix', () => {
  for (const [definition, config, told] of [
    [{ live: true }, {}, /ORIEL_LIVE_HUB[\s\S]*Give one: defineHost/],
    [{ live: 'yes' }, { hub }, /Use live: true/],
    [{ live: { topic: 'a' } }, { hub }, /live\.topic {2}\[ORIEL_LIVE\]/],
    [{ live: { topics: '/a' } }, { hub }, /Give a function/],
    [{ live: { private: 1 } }, { hub }, /It is 1/],
    [{ live: { private: false }, access: { read: 'user' } }, { hub }, /would be public/],
    [{ live: { private: true }, cache: { public: true, maxAge: 9 } }, { hub }, /ORIEL_LIVE_CACHE/],
  ] as const)
    assert.match(wrong(definition, config), told);
});

test('a hub that cookies do not reach is told, but only where there is something private', () => {
  const hosts = { names: ['api.example.com'] };
  const elsewhere = (url: string, cookie?: { domain: string }) => ({
    hosts,
    hub: { url, secret: SECRET, ...(cookie && { cookie }) },
  });
  const secret = { live: { private: true } };
  const far = 'https://hub.example.net/.well-known/mercure';
  const near = 'https://hub.example.com/.well-known/mercure';
  assert.match(wrong(secret, elsewhere(far)), /No cookie of "api.example.com" reaches the hub on "hub.example.net"/);
  assert.match(wrong(secret, elsewhere(far, { domain: 'example.com' })), /ORIEL_LIVE_COOKIE/);
  assert.match(wrong(secret, elsewhere(near)), /ORIEL_LIVE_COOKIE/);
  assert.equal(wrong(secret, elsewhere(near, { domain: 'example.com' })), '');
  assert.equal(wrong(secret, elsewhere('https://api.example.com/.well-known/mercure')), '');
  assert.equal(wrong({ live: true }, elsewhere(far)), '');
});
