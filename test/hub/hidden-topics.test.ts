import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource, where } from 'oriel-host';
import { z } from 'zod';
import { SECRET, headerAuthenticator, getCookies, receivedBy, openStream, send } from './live-host.ts';

const Note = z.object({ id: z.int(), text: z.string(), owner: z.string(), grade: z.int() });
const Change = z.object({ text: z.string() });

test('the value of a hidden field cannot be guessed by subscribing to a topic that contains it', async () => {
  await using host = defineHost({
    log: { level: 'none' },
    profiler: false,
    hub: { secret: SECRET, anonymous: true },
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    resources: [
      resource('notes', Note, {
        id: 'id',
        input: { create: Change },
        access: { read: ({ user }) => where({ owner: user?.id ?? '' }), write: 'user' },
        fields: { grade: 'never', owner: 'never' },
        live: true,
        store: memoryStore([
          { id: 1, text: 'hers', owner: 'ada', grade: 7 },
          { id: 2, text: 'his', owner: 'bob', grade: 7 },
        ]),
      }),
    ],
  });
  const ada = { 'X-User': 'ada' };
  const cookie = getCookies(await send(host, 'GET /api/notes/1', undefined, ada));
  const topic = (name: string): string => `topic=${encodeURIComponent(name)}&topic=end`;
  const guessing = await openStream(host, topic('/api/notes/1;~grade=7'), cookie);
  const owning = await openStream(host, topic('/api/notes/1;~owner=ada'), cookie);
  const reading = await openStream(host, topic('/api/notes/{id}'), cookie);
  await send(host, 'PATCH /api/notes/1', { text: 'new' }, ada);
  await send(host, 'PATCH /api/notes/2', { text: 'other' }, { 'X-User': 'bob' });
  deepEqual(await receivedBy(host, guessing), []);
  deepEqual(await receivedBy(host, owning, 'the next end'), []);
  const texts = (await receivedBy(host, reading, 'the last end')).map((element) => (element as { text: string }).text);
  // A rule that selects rows by a hidden field still applies: only readers of those rows get their updates.
  deepEqual(texts, ['new']);
});
