import { fileURLToPath } from 'node:url';
import { route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { audit, outbox, sqlIdempotencyStore, sqlMigrations } from 'oriel-host/kysely';
import type { OutboxOptions } from 'oriel-host/kysely';
import { createSecurity, seed } from './accounts.ts';
import { appointments } from './appointments.ts';
import { createTables } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { people } from './people.ts';

/** What the clinic needs of its environment. */
export interface ClinicOptions {
  readonly main: OpenDatabase;
  /** Whether to add accounts and data for a demonstration. */
  readonly demo: boolean;
  /** The receivers of signed webhooks about appointments. */
  readonly subscribers: NonNullable<OutboxOptions['subscribers']>;
}

/** Returns the configuration of the host. */
export async function createClinic({ main, demo, subscribers }: ClinicOptions) {
  const { database, kind } = main;
  const history = audit(database);
  const messages = outbox(database, { subscribers });
  const migrations = sqlMigrations(database, {
    '2026-01-clinic': createTables(kind),
    '2026-02-audit': history.migration,
    '2026-03-outbox': messages.migration,
  });
  return {
    title: 'Clinic',
    resources: [appointments(main, [history.hooks, messages.hooks]), ...people(main, [history.hooks])],
    api: { idempotency: { store: sqlIdempotencyStore(database) } },
    routes: [session],
    plugins: [messages.plugin],
    files: [
      { path: '/', folder: fileURLToPath(new URL('public', import.meta.url)), headers: PAGE_HEADERS },
      { path: '/style', folder: fileURLToPath(new URL('../style', import.meta.url)) },
    ],
    hub: {},
    sessions: {},
    security: await createSecurity(demo),
    securityHeaders: true,
    migrations,
    onStart: async () => {
      await migrations.migrate();
      if (demo) await seed(database);
    },
    onClose: () => database.destroy(),
  } satisfies HostConfig;
}

const PAGE_HEADERS = { 'Content-Security-Policy': "default-src 'self'; base-uri 'none'; frame-ancestors 'none'" };

/** `GET /session` returns the user, and the CSRF token that unsafe requests of a browser need. */
const session = route('session', 'GET /session', {
  access: 'user',
  handle: async (input) => ({ id: input.user!.id, roles: input.user!.roles, token: await input.session.csrfToken() }),
});
