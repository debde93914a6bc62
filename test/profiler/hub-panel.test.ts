import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import type { Profile } from 'oriel';
import { z } from 'zod';
import { earlierToken } from '../hub/test-hub.ts';
import { SECRET, headerAuthenticator, openStream } from '../hub/live-host.ts';
import { checkExchange } from '../lib/checked-host.ts';
import { until } from '../safety/support/recorded-host.ts';

const Note = z.object({ id: z.int(), owner: z.string(), text: z.string() });

/** Sends a request as the user "ada" to a host with two resources, and returns the profile and its hub panel. */
async function getPanel(method: string, path: string): Promise<{ profile: Profile; text: string }> {
  const storage = new MemoryProfileStorage();
  await using host = defineHost({
    hub: { secret: SECRET, anonymous: true },
    resources: [
      resource('notes', Note, {
        id: 'id',
        // Depends on the item, so that no token can grant it.
        access: { get: ({ user, item }) => item.owner === user?.id, list: 'user', write: 'user' },
        live: true,
        store: memoryStore([{ id: 1, owner: 'ada', text: 'hers' }]),
      }),
      resource('papers', Note, {
        id: 'id',
        access: { read: 'user', write: 'user' },
        live: true,
        store: memoryStore([{ id: 1, owner: 'ada', text: 'first' }]),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: false,
    profiler: { storage },
  });
  await openStream(host, 'topic=/api/papers/{id}');
  const { url } = await host.listen({ host: '127.0.0.1', port: 0, mode: 'development' });
  const headers = { 'X-User': 'ada', 'Content-Type': 'application/merge-patch+json' };
  const sent = { headers, ...(method === 'GET' ? {} : { body: '{"text":"new"}' }) };
  const response = await fetch(new URL(path, url), { method, ...sent });
  await checkExchange(host, `${method} ${path}`, sent, response);
  assert.equal(response.status, 200, await response.text());
  const token = response.headers.get('x-debug-token')!;
  const profile = await until(() => storage.read(token), 'the profile');
  const panel = await fetch(new URL(`/_profiler/${token}.md?panel=hub`, url), { headers: { Accept: '*/*' } });
  return { profile, text: await panel.text() };
}

test('the hub panel shows what was published, to which subscribers, and why', async () => {
  const { text, profile } = await getPanel('PATCH', '/api/papers/1');
  assert.match(text, /\| `authorized` \| `\d+` \| `[\d.]+` \| `0` \| `\/api\/papers\/1` \|/);
  // A subscriber without a token is connected.
  assert.match(text, /Withheld[^\n]*from 1 subscriber of this process, without a token/);
  assert.match(text, /papers\.patch changed it; private, because not everyone may read it/);
  assert.equal(
    profile.data.findings.some(({ code }) => code === 'unreadable-update'),
    false,
  );
});

test('the hub panel shows which cookie was set, or why none was', async () => {
  const { text } = await getPanel('GET', '/api/papers/1');
  assert.match(text, /\| `cookie` \| `\/api\/papers\/\{id\}` \| `papers: the user may read all items` \|/);
  assert.match(text, /\| `cookie` \| `nothing` \| `notes: the rule depends on the item/);
  assert.match(text, /\| `link` \| `http:\/\/127[^|]*mercure`/);
});

test('an update that no subscriber may receive is a finding', async () => {
  const { text, profile } = await getPanel('PATCH', '/api/notes/1');
  assert.match(text, /no token issued by this host grants a subscription to it/);
  const found = profile.data.findings.find(({ code }) => code === 'unreadable-update');
  assert.match(
    found!.text,
    /`\/api\/notes\/1` was published, but no client may receive it: the rule depends on the item/,
  );
  assert.equal(found!.panel, 'hub');
});

test('the hub panel of requests to the hub shows the token, the subscribed topics and the published update', async () => {
  const storage = new MemoryProfileStorage();
  await using host = defineHost({ hub: { secret: SECRET }, log: false, profiler: { storage } });
  const { url } = await host.listen({ host: '127.0.0.1', port: 0, mode: 'development' });
  const panel = async (init: RequestInit, query = ''): Promise<string> => {
    const response = await fetch(`${url}/.well-known/mercure${query}`, init);
    await response.body?.cancel();
    const token = response.headers.get('x-debug-token')!;
    await until(() => storage.read(token), 'the profile');
    const markdown = await fetch(new URL(`/_profiler/${token}.md?panel=hub`, url), { headers: { Accept: '*/*' } });
    return markdown.text();
  };
  const token = (claims: object): Record<string, string> => ({ Authorization: `Bearer ${earlierToken(claims)}` });
  const posted = await panel({
    method: 'POST',
    headers: token({ publish: ['*'] }),
    body: new URLSearchParams({ topic: '/a', data: 'x' }),
  });
  assert.match(posted, /\| `token` \| `valid` \| `by header, in the earlier dialect: may publish "\*"/);
  assert.match(posted, /\| `public` \| `1` \| `[\d.]+` \| `0` \| `\/a` \|/);
  const subscribed = await panel({ headers: token({ subscribe: ['/a'] }) }, '?topic=/a&last_event_id=gone');
  assert.match(
    subscribed,
    /\| `stream` \| `"\/a"[^|]*` \| `it starts with the oldest update in the history: gone is not in it, so updates may be lost/,
  );
  const forged = await panel({ headers: { Authorization: `Bearer ${earlierToken({}, { exp: 1 })}` } }, '?topic=/a');
  assert.match(forged, /\| `token` \| `invalid` \| `by header: it expired \d+ seconds ago/);
  assert.match(await panel({}, '?topic=/a'), /\| `token` \| `none` \|/);
});
