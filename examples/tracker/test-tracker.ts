import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { sql } from 'kysely';
import { defineHost } from 'oriel-host';
import type { Host } from 'oriel-host';
import { POSTGRES_URL } from '../../test/contracts/postgres.ts';
import { skipReason } from '../../test/lib/skip-reason.ts';
import { openDatabase } from './database.ts';
import { DEMO_ACCOUNTS } from './seed.ts';
import type { TrackerTables } from './tables.ts';
import { createTracker } from './tracker.ts';

/** A tracker with the demo data, which answers requests in memory. */
export interface TestTracker {
  readonly host: Host;
  /** The requests to webhooks. */
  readonly sent: readonly Request[];
  /** Waits until the outbox has sent what is due. */
  readonly flush: () => Promise<void>;
  /** Sends `POST /api/issues` as a user, with an API key. A body is sent as JSON. */
  readonly send: (user: string, line: string, body?: unknown) => Promise<Response>;
  /** Sends a request that must succeed, and returns its body. */
  readonly read: <Body = Row>(user: string, line: string, body?: unknown) => Promise<Body>;
}

export type Row = Record<string, unknown> & { readonly id: string };

/** The databases of the tests, as subtests name them. */
export const DATABASES = ['SQLite', 'PostgreSQL'] as const;

/**
 * Starts a tracker with a database of its own.
 *
 * @param answer returns the status of a webhook
 * @returns why the test is skipped, if PostgreSQL is not available
 */
export async function startTracker(
  kind: (typeof DATABASES)[number],
  answer: () => number = () => 204,
): Promise<TestTracker | string> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-tracker-'));
  const schema = `oriel_tracker_${process.pid}_${++schemas}`;
  if (kind === 'PostgreSQL') {
    const reason = await runInPostgres(`create schema ${schema}`);
    if (reason !== undefined) return reason;
  }
  const open = <Tables>(file: string) =>
    kind === 'SQLite'
      ? openDatabase<Tables>(join(folder, file))
      : openDatabase<Tables>(POSTGRES_URL, optionsFor(schema));
  const sent: Request[] = [];
  const send = async (request: Request) => {
    sent.push(request);
    return new Response(null, { status: answer() });
  };
  const uploads = join(folder, 'uploads');
  const options = {
    main: open<TrackerTables>('tracker.sqlite'),
    sessions: open<object>('sessions.sqlite'),
    uploads,
    demo: true,
    url: 'http://localhost',
    send,
  };
  const { config, outbox } = createTracker(options);
  const host = defineHost({ ...config, profiler: false, log: { level: 'error' } });
  after(async () => {
    await host.close();
    if (kind === 'PostgreSQL') await runInPostgres(`drop schema ${schema} cascade`);
    rmSync(folder, { recursive: true, force: true });
  });
  return { host, sent, flush: () => outbox.flush(), ...createClient(host) };
}

let schemas = 0;

function createClient(host: Host): Pick<TestTracker, 'send' | 'read'> {
  const send: TestTracker['send'] = (user, line, body) => {
    const [method, path] = line.split(' ') as [string, string];
    const { key } = DEMO_ACCOUNTS.find(({ id }) => id === user)!;
    const headers = new Headers({ 'X-Api-Key': key });
    if (body === undefined || body instanceof FormData)
      return host.fetch(new Request(`http://localhost${path}`, { method, headers, body: body ?? null }));
    headers.set('Content-Type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');
    return host.fetch(new Request(`http://localhost${path}`, { method, headers, body: JSON.stringify(body) }));
  };
  return {
    send,
    async read<Body>(user: string, line: string, body?: unknown) {
      const response = await send(user, line, body);
      if (!response.ok) throw new Error(`${line}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Body;
    },
  };
}

function optionsFor(schema: string): object {
  return { options: `-c search_path=${schema}`, max: 4 };
}

/** Returns why tests are skipped, if PostgreSQL does not run; undefined if the statement was executed. */
async function runInPostgres(statement: string): Promise<string | undefined> {
  const { database } = openDatabase<never>(POSTGRES_URL);
  try {
    await sql.raw(statement).execute(database);
    return undefined;
  } catch (error) {
    return skipReason('PostgreSQL', 'PG_TEST_URL', error);
  } finally {
    await database.destroy();
  }
}
