import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { after } from 'node:test';
import type { TestContext } from 'node:test';
import type { Kysely } from 'kysely';
import { defineHost } from 'oriel-host';
import type { Host } from 'oriel-host';
import { POSTGRES_URL, connectPostgres } from '../../test/contracts/postgres.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { createClinic } from './clinic.ts';
import type { ClinicOptions } from './clinic.ts';
import { openDatabase } from './database.ts';

/** A clinic with the demo data. */
export interface TestClinic {
  readonly host: Host;
  readonly database: Kysely<object>;
  /** Sends `POST /api/appointments` as a user. A body is sent as JSON. */
  readonly send: (user: string, line: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
}

/** Starts a clinic with a database of its own. @returns why the test is skipped, if PostgreSQL is not available */
export async function startClinic(
  t: TestContext,
  kind: 'SQLite' | 'PostgreSQL',
  subscribers: ClinicOptions['subscribers'] = {},
): Promise<TestClinic | string> {
  let address: string;
  if (kind === 'SQLite') {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-clinic-'));
    t.after(() => rmSync(folder, { recursive: true }));
    address = join(folder, 'clinic.sqlite');
  } else {
    const { schema, skip, close } = await connectPostgres(`clinic_${++schemas}`);
    t.after(close);
    if (skip !== false) return skip;
    address = `${POSTGRES_URL}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
  }
  const main = openDatabase(address);
  const config = await createClinic({ main, demo: true, subscribers });
  const host = defineHost({ ...config, profiler: false, log: { level: 'error' } });
  await host.fetch(new Request('http://localhost/session'));
  t.after(() => host.close());
  const sessions = new Map<string, { Cookie: string; token: string }>();
  const send: TestClinic['send'] = async (user, line, body, headers = {}) => {
    if (!sessions.has(user)) sessions.set(user, await logIn(host, user));
    const { Cookie, token } = sessions.get(user)!;
    const [method, path] = line.split(' ');
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const all = { Cookie, 'X-CSRF-Token': token, ...(body === undefined ? {} : { 'Content-Type': type }), ...headers };
    const init = { method: method!, headers: all, body: body === undefined ? null : JSON.stringify(body) };
    return host.fetch(new Request(`http://localhost${path}`, init));
  };
  return { host, database: main.database as never, send };
}

let schemas = 0;

/** Serves a clinic with SQLite until the end of the tests. @returns its origin */
export async function listenClinic(): Promise<string> {
  const started = await startClinic({ after } as TestContext, 'SQLite');
  if (typeof started === 'string') throw new Error(started);
  const { url } = await started.host.listen({ host: '127.0.0.1', port: 0, mode: 'development' });
  return url.replace(/\/$/, '');
}

async function logIn(host: Host, username: string): Promise<{ Cookie: string; token: string }> {
  const { password } = DEMO_ACCOUNTS.find(({ id }) => id === username)!;
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  };
  const entered = await host.fetch(new Request('http://localhost/login', init));
  const Cookie = entered.headers.get('Set-Cookie')!.split(';')[0]!;
  const session = await host.fetch(new Request('http://localhost/session', { headers: { Cookie } }));
  return { Cookie, token: ((await session.json()) as { token: string }).token };
}
