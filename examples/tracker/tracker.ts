import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { HostConfig } from 'oriel-host';
import { explainQuery, sqlMigrations, sqlSessionStorage } from 'oriel-host/kysely';
import { attachments } from './attachments.ts';
import { comments } from './comments.ts';
import type { OpenDatabase } from './database.ts';
import { issues } from './issues.ts';
import { labels } from './labels.ts';
import { getOrganisation } from './member.ts';
import { migrationsFor } from './migrations.ts';
import { organisations } from './organisations.ts';
import { Outbox } from './outbox.ts';
import type { SendWebhook } from './outbox.ts';
import { projects } from './projects.ts';
import { createSecurity } from './security.ts';
import { seed } from './seed.ts';
import { sessionRoute } from './session-route.ts';
import type { TrackerTables } from './tables.ts';
import { createTokenRoute } from './tokens.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** What the tracker needs of its environment. */
export interface TrackerOptions {
  readonly main: OpenDatabase<TrackerTables>;
  /** The database of sessions. SQLite has one connection, so this is another file. */
  readonly sessions: OpenDatabase<object>;
  /** The folder of attachments. */
  readonly uploads: string;
  /** Whether to add the demo data to an empty database. */
  readonly demo: boolean;
  /** The origin of the tracker for browsers, without a slash at the end. Required in production. */
  readonly url?: string | undefined;
  readonly send?: SendWebhook;
  /** Signs the tokens; random by default, so that they end with the process. */
  readonly tokenSecret?: Uint8Array;
}

/** Returns the configuration of the host, and the outbox. */
export function createTracker({ main, sessions, uploads, demo, url, ...options }: TrackerOptions) {
  const { database } = main;
  const tokenSecret = options.tokenSecret ?? randomBytes(32);
  const outbox = new Outbox(database, options.send ?? fetch);
  const migrations = sqlMigrations(database, migrationsFor(main.kind));
  const config = {
    title: 'Tracker',
    api: {
      // Updates of live resources are JSON-LD, so that the page has the IRI of a changed issue.
      formats: ['json', 'jsonld', 'jsonapi', 'csv'],
      tenant: { field: 'organisation', value: ({ user }) => getOrganisation(user) },
    },
    resources: [
      organisations(database),
      users(database),
      projects(database),
      labels(database),
      issues(main, outbox),
      comments(database, outbox),
      attachments(database, uploads),
      webhooks(database),
    ],
    routes: [sessionRoute, createTokenRoute(tokenSecret)],
    files: [
      { path: '/', folder: fileURLToPath(new URL('public', import.meta.url)), headers: PAGE_HEADERS },
      // All examples have the same style.
      { path: '/style', folder: fileURLToPath(new URL('../style', import.meta.url)) },
    ],
    hub: url === undefined ? {} : { publicUrl: `${url}/.well-known/mercure` },
    sessions: { storage: sqlSessionStorage(sessions.database) },
    security: createSecurity(database, tokenSecret),
    securityHeaders: true,
    ...(main.kind === 'sqlite' && { profiler: { explain: explainQuery(database) } }),
    migrations,
    onStart: async () => {
      await migrations.migrate();
      if (demo) await seed(database);
      outbox.start();
    },
    onClose: async () => {
      await outbox.stop();
      await sessions.database.destroy();
      await database.destroy();
    },
  } satisfies HostConfig;
  return { config, outbox };
}

// The page shows text of users, so it runs its own script only.
const PAGE_HEADERS = { 'Content-Security-Policy': "default-src 'self'; base-uri 'none'; frame-ancestors 'none'" };
