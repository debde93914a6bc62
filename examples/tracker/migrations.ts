import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { OpenDatabase } from './database.ts';

/** Returns the migrations by name, in their order. PostgreSQL has a type for times; SQLite stores them as text. */
export function migrationsFor(kind: OpenDatabase<unknown>['kind']): Record<string, Migration> {
  const time = kind === 'postgres' ? 'timestamptz' : 'text';
  return {
    '2026-01-accounts': { up: createAccounts },
    '2026-02-issues': { up: (database) => createIssues(database, time) },
    '2026-03-webhooks': { up: createWebhooks, down: dropWebhooks },
    ...(kind === 'postgres' && { '2026-04-search': { up: indexWords, down: dropWords } }),
  };
}

async function createAccounts({ schema }: Kysely<object>): Promise<void> {
  await schema
    .createTable('organisations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .execute();
}

async function createIssues({ schema }: Kysely<object>, time: 'timestamptz' | 'text'): Promise<void> {
  await schema
    .createTable('projects')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('last_number', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('projects_name', ['organisation', 'name'])
    .execute();
  await schema
    .createTable('labels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addUniqueConstraint('labels_name', ['organisation', 'name'])
    .execute();
  await schema
    .createTable('issues')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('project', 'text', (column) => column.notNull().references('projects.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('assignee', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_by', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('updated_at', time, (column) => column.notNull())
    .addUniqueConstraint('issues_number', ['project', 'number'])
    .execute();
  await schema
    .createTable('issue_labels')
    .addColumn('issue_id', 'text', (column) => column.notNull().references('issues.id').onDelete('cascade'))
    .addColumn('label_id', 'text', (column) => column.notNull().references('labels.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('issue_labels_key', ['issue_id', 'label_id'])
    .execute();
  await schema.createIndex('issue_labels_by_label').on('issue_labels').column('label_id').execute();
  await schema.createIndex('issues_by_update').on('issues').columns(['organisation', 'updated_at', 'id']).execute();
  await schema
    .createTable('comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('issue', 'text', (column) => column.notNull().references('issues.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', time, (column) => column.notNull())
    .execute();
  await schema.createIndex('comments_by_issue').on('comments').columns(['issue', 'created_at']).execute();
  await schema
    .createTable('attachments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('issue', 'text', (column) => column.notNull().references('issues.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull().references('users.id'))
    .execute();
}

async function createWebhooks({ schema }: Kysely<object>): Promise<void> {
  await schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organisation', 'text', (column) => column.notNull().references('organisations.id'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('deliveries_by_time').on('deliveries').column('due_at').execute();
}

async function dropWebhooks({ schema }: Kysely<object>): Promise<void> {
  await schema.dropTable('deliveries').execute();
  await schema.dropTable('webhooks').execute();
}

async function indexWords(database: Kysely<object>): Promise<void> {
  const words = sql`to_tsvector('simple', title || ' ' || text)`;
  await sql`alter table issues add words tsvector generated always as (${words}) stored`.execute(database);
  await database.schema.createIndex('issues_by_words').on('issues').using('gin').column('words').execute();
}

async function dropWords({ schema }: Kysely<object>): Promise<void> {
  await schema.alterTable('issues').dropColumn('words').execute();
}
