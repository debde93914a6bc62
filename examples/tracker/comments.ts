import { randomUUID } from 'node:crypto';
import { deny, filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { Outbox } from './outbox.ts';
import type { TrackerDatabase } from './tables.ts';

const Comment = z.object({
  id: z.string(),
  organisation: z.string(),
  issue: z.string(),
  text: z.string().trim().min(1).max(10_000),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
});

/** The comments of issues. Their authors and administrators change and delete them. */
export const comments = (database: TrackerDatabase, outbox: Outbox) => {
  const store = sqlStore(database, 'comments', { columns: { createdBy: 'created_by', createdAt: 'created_at' } });
  return resource('comments', Comment, {
    id: 'id',
    only: ['list', 'get', 'create', 'patch', 'delete'],
    live: true,
    links: { issue: 'issues', createdBy: 'users' },
    subresources: { '/issues/{issue}/comments': { issue: 'issue' } },
    input: { create: Comment.pick({ issue: true, text: true }), replace: Comment.pick({ text: true }) },
    access: {
      read: 'user',
      create: 'role:member',
      write: [
        'role:member',
        ({ user, item }) =>
          item?.createdBy === user!.id || user!.roles.includes('admin') || deny('Only its author may change a comment'),
      ],
    },
    defaults: {
      id: () => randomUUID(),
      createdBy: ({ user }) => user!.id,
      createdAt: () => new Date().toISOString(),
    },
    order: { createdAt: 'asc' },
    filters: { issue: filter.exact(), createdBy: filter.exact() },
    store,
    process: {
      create: (input) =>
        store.transaction(async () => {
          const comment = await store.create(input.body, input);
          await outbox.add('comment.created', comment);
          return comment;
        }),
    },
  });
};
