import { deepEqual, equal } from 'node:assert/strict';
import { ALL_TENANTS, defineHost, memoryStore, resource, where } from 'oriel-host';
import type { Host } from 'oriel-host';
import { z } from 'zod';
import { getCookies, headerAuthenticator, openStream, receivedBy, SECRET, send } from '../hub/live-host.ts';

const Note = z.object({ id: z.string(), tenant: z.string(), owner: z.string(), text: z.string() });
const Comment = z.object({ id: z.string(), tenant: z.string(), note: z.string(), text: z.string() });

// The same user has rows in both tenants.
const NOTES = [
  { id: 'a1', tenant: 'a', owner: 'ada', text: 'x' },
  { id: 'a2', tenant: 'a', owner: 'bob', text: 'x' },
  { id: 'b1', tenant: 'b', owner: 'ada', text: 'x' },
];
const COMMENTS = [
  { id: 'a1', tenant: 'a', note: 'a1', text: 'x' },
  { id: 'b1', tenant: 'b', note: 'b1', text: 'x' },
];

function createLiveHost(): Host {
  const access = { write: 'user' } as const;
  return defineHost({
    hub: { secret: SECRET, anonymous: true },
    api: {
      tenant: ({ headers }) => (headers.get('x-tenant') === 'all' ? ALL_TENANTS : headers.get('x-tenant')),
    },
    resources: [
      resource('notes', Note, { id: 'id', access, live: true, store: memoryStore(NOTES) }),
      resource('owned', Note, {
        id: 'id',
        access: { ...access, read: ({ user }) => where({ owner: user?.id ?? '' }) },
        live: true,
        store: memoryStore(NOTES),
      }),
      resource('comments', Comment, {
        id: 'id',
        path: '/notes/{note}/comments',
        parent: { note: 'note' },
        links: { note: 'notes' },
        access,
        live: true,
        store: memoryStore(COMMENTS),
      }),
      // Items of all tenants, but readable below notes of the own tenant only.
      resource('remarks', z.object({ id: z.string(), note: z.string(), text: z.string() }), {
        id: 'id',
        global: true,
        path: '/notes/{note}/remarks',
        parent: { note: 'note' },
        links: { note: 'notes' },
        access,
        live: true,
        store: memoryStore([{ id: 'b1', note: 'b1', text: 'x' }]),
      }),
      // Its responses set the cookie as well, and need no tenant.
      resource('shared', z.object({ id: z.string(), text: z.string() }), {
        id: 'id',
        global: true,
        access: { read: 'user', write: 'user' },
        live: true,
        store: memoryStore([{ id: 's1', text: 'x' }]),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
}

/** Checks that subscribers receive the updates of their tenant, and of no other. @throws {AssertionError} */
export async function checkLiveUpdates(): Promise<void> {
  await using host = createLiveHost();
  const as = (tenant: string) => ({ 'X-User': 'ada', 'X-Tenant': tenant });
  const subscribe = async (path: string, headers: Record<string, string>) => {
    const response = await send(host, `GET ${path}`, undefined, headers);
    return openStream(host, 'topic=*&match=end', getCookies(response));
  };
  const ada = await subscribe('/api/notes', as('a'));
  const sharing = await subscribe('/api/shared', as('a'));
  const withoutTenant = await subscribe('/api/shared', { 'X-User': 'ada' });
  const root = await subscribe('/api/notes', as('all'));
  const paths = ['/api/notes/b1', '/api/owned/b1', '/api/notes/b1/comments/b1', '/api/notes/b1/remarks/b1'];
  const visiblePaths = ['/api/notes/a1', '/api/owned/a1', '/api/notes/a1/comments/a1', '/api/notes/a2'];
  for (const path of paths) equal((await send(host, `PATCH ${path}`, { text: 'y' }, as('b'))).status, 200, path);
  for (const path of visiblePaths) equal((await send(host, `PATCH ${path}`, { text: 'y' }, as('a'))).status, 200, path);
  equal((await send(host, 'DELETE /api/notes/b1', undefined, as('all'))).status, 204);
  equal((await send(host, 'PATCH /api/shared/s1', { text: 'y' }, as('b'))).status, 200);
  const idsIn = (updates: readonly unknown[]) => updates.map((update) => (update as { '@id': string })['@id']);
  deepEqual(idsIn(await receivedBy(host, ada)), [...visiblePaths, '/api/shared/s1']);
  deepEqual(idsIn(await receivedBy(host, sharing, 'sharing')), [...visiblePaths, '/api/shared/s1']);
  deepEqual(idsIn(await receivedBy(host, withoutTenant, 'without')), ['/api/shared/s1']);
  // Topics cannot express the rows of an owner in all tenants.
  const all = [...paths, ...visiblePaths].filter((path) => !path.includes('owned'));
  deepEqual(idsIn(await receivedBy(host, root, 'root')), [...all, '/api/notes/b1', '/api/shared/s1']);
}
