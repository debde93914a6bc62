import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineHost } from '../../../../host/define-host.ts';
import { resource } from '../../declare/resource.ts';
import { memoryStore } from '../../source/memory-store.ts';

const User = z.object({ id: z.string(), name: z.string() });
const Seat = z.object({ row: z.string(), place: z.int() });
const Issue = z.object({
  id: z.string(),
  assignee: z.string().nullable(),
  watchers: z.array(z.string()),
  seat: Seat.nullable(),
});
const ISSUE = { id: 'b', assignee: 'ada', watchers: ['bob'], seat: { row: 'a', place: 1 } };

function createHost(requireReadable: boolean) {
  const link = { as: 'id', requireReadable } as const;
  return defineHost({
    resources: [
      resource('users', User, { id: 'id', store: memoryStore(['ada', 'bob'].map((id) => ({ id, name: id }))) }),
      resource('seats', Seat, { id: ['row', 'place'], store: memoryStore([{ row: 'a', place: 1 }]) }),
      resource('issues', Issue, {
        id: 'id',
        bulk: { max: 5 },
        links: {
          assignee: { to: 'users', ...link },
          watchers: { to: 'users', ...link },
          seat: { to: 'seats', ...link },
        },
        store: memoryStore([
          { ...ISSUE, id: 'a' },
          { ...ISSUE, id: 'old', assignee: '' },
        ]),
      }),
    ],
    access: 'public',
    log: false,
  });
}

for (const requireReadable of [true, false])
  test(`an empty identifier in a link is a 422 if requireReadable is ${requireReadable}`, async () => {
    const host = createHost(requireReadable);
    const send = async (line: string, body: unknown) => {
      const [method, path] = line.split(' ') as [string, string];
      const type = method === 'PATCH' && path !== '/issues' ? 'application/merge-patch+json' : 'application/json';
      const init = { method, headers: { 'Content-Type': type }, body: JSON.stringify(body) };
      const response = await host.fetch(new Request(`http://localhost/api${path}`, init));
      const { errors = [] } = (await response.json()) as { errors?: readonly { pointer: string }[] };
      return [response.status, ...errors.map(({ pointer }) => pointer)];
    };
    for (const id of ['', 'a\0b']) {
      deepEqual(await send('POST /issues', { ...ISSUE, assignee: id }), [422, '/assignee']);
      deepEqual(await send('POST /issues', { ...ISSUE, watchers: ['ada', id] }), [422, '/watchers/1']);
      deepEqual(await send('POST /issues', { ...ISSUE, seat: { row: id, place: 1 } }), [422, '/seat']);
      deepEqual(await send('POST /issues', [{ ...ISSUE, assignee: id }]), [422, '/0/assignee']);
      deepEqual(await send('PUT /issues/a', { ...ISSUE, id: 'a', assignee: id }), [422, '/assignee']);
      deepEqual(await send('PATCH /issues/a', { assignee: id, watchers: [id] }), [422, '/assignee', '/watchers/0']);
      deepEqual(await send('PATCH /issues', [{ id: 'a', assignee: id }]), [422, '/0/assignee']);
    }
    // Links that the item already has are not checked again.
    deepEqual(await send('PATCH /issues/old', { watchers: ['ada'] }), [200]);
    deepEqual(await send('PUT /issues/old', { ...ISSUE, id: 'old', assignee: '' }), [200]);
    deepEqual(await send('PATCH /issues/old', { assignee: null, seat: null, watchers: [] }), [200]);
    deepEqual(await send('POST /issues', ISSUE), [201]);
  });
