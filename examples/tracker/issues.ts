import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { filter, resource } from 'oriel-host';
import { connectionOf, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { OpenDatabase } from './database.ts';
import type { Outbox } from './outbox.ts';
import type { TrackerDatabase, TrackerTables } from './tables.ts';

const Issue = z.object({
  id: z.string(),
  organisation: z.string(),
  project: z.string().meta({ examples: ['/api/projects/boat'] }),
  number: z.int().describe('Counted from 1 in each project'),
  title: z.string().trim().min(1).max(200),
  text: z.string().max(20_000).default(''),
  state: z.enum(['open', 'closed']).default('open'),
  assignee: z.string().nullable().default(null),
  labels: z.array(z.string()).max(20).default([]),
  createdBy: z.string(),
  updatedAt: z.iso.datetime(),
});
const Input = Issue.omit({ id: true, organisation: true, number: true, createdBy: true, updatedAt: true });

/** The issues of projects. Each change is live, and sent to the webhooks of the organisation. */
export const issues = ({ database, kind }: OpenDatabase<TrackerTables>, outbox: Outbox) => {
  const store = sqlStore(database, 'issues', {
    columns: { createdBy: 'created_by', updatedAt: 'updated_at' },
    // On SQLite a search reads the issues of the organisation.
    ...(kind === 'postgres' && { search: 'words' }),
  });
  return resource('issues', Issue, {
    id: 'id',
    only: ['list', 'get', 'create', 'patch', 'delete'],
    live: true,
    links: {
      project: 'projects',
      assignee: 'users',
      createdBy: 'users',
      labels: { to: 'labels', through: 'issue_labels' },
    },
    subresources: { '/projects/{project}/issues': { project: 'project' } },
    input: { create: Input, replace: Input.omit({ project: true }) },
    access: { read: 'user', write: 'role:member', delete: 'role:admin' },
    defaults: {
      id: () => randomUUID(),
      createdBy: ({ user }) => user!.id,
      updatedAt: { write: () => new Date().toISOString() },
    },
    order: { updatedAt: 'desc' },
    filters: {
      project: filter.exact(),
      state: filter.exact(),
      assignee: filter.exact(),
      labels: filter.exact(),
      'labels.name': filter.exact(),
      'project.name': filter.exact(),
      updatedAt: filter.date(),
      exists: filter.exists(['assignee', 'labels']),
      order: filter.order(['updatedAt', 'number', 'title']),
      commented: filter.sql(z.boolean().describe('Has a comment'), hasComment),
    },
    search: ['title', 'text'],
    page: { size: 20, max: 100 },
    store,
    process: {
      create: (input) =>
        store.transaction(async () => {
          const number = await nextNumber(database, input.body.project);
          const issue = await store.create({ ...input.body, number }, input);
          await outbox.add('issue.created', issue);
          return issue;
        }),
      patch: (input) =>
        store.transaction(async () => {
          const issue = await store.patch({ id: input.id }, input.changes, input);
          await outbox.add('issue.changed', issue);
          return issue!;
        }),
      delete: (input) =>
        store.transaction(async () => {
          await store.delete({ id: input.id }, input);
          await outbox.add('issue.deleted', input.previous);
        }),
    },
  });
};

function hasComment(eb: ExpressionBuilder<TrackerTables, 'issues'>, wanted: boolean) {
  const comment = eb.exists(eb.selectFrom('comments').select('id').whereRef('comments.issue', '=', 'issues.id'));
  return wanted ? comment : eb.not(comment);
}

/** Returns the number of a new issue. The row of the project is locked until the transaction ends, so no number is used twice. */
async function nextNumber(database: TrackerDatabase, project: string): Promise<number> {
  const { last_number: number } = await connectionOf(database)
    .updateTable('projects')
    .set(({ eb }) => ({ last_number: eb('last_number', '+', 1) }))
    .where('id', '=', project)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return number;
}
