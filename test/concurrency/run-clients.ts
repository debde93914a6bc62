import { AssertionError } from 'node:assert';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';
import { EventReader } from '../hub/event-reader.ts';
import { checkEffects } from './check-effects.ts';
import type { Effects, Message, Published } from './check-effects.ts';
import { checkExchanges } from './check-exchanges.ts';
import { Clients } from './clients.ts';
import { RESOURCES, createTables, openDatabase, readHistory } from './item-tables.ts';
import type { DatabaseKind, Tables } from './item-tables.ts';
import { createLastWrites, createPermanentItems } from './random-requests.ts';

/** A run of clients. */
export interface ClientsRun {
  readonly database: DatabaseKind;
  readonly seed: number;
  /** The number of requests that change items, of all clients. */
  readonly writes: number;
  /** The index of a change of the host, for `mutants.test.ts`. */
  readonly mutant?: number | undefined;
}

const CLIENTS = 20;
const WORKERS = 2;

/**
 * Sends random writes of 20 clients at once to two processes that share a database, and checks them against the history of the items.
 *
 * @returns how often each status was the response
 * @throws {AssertionError} (as a rejection) with the seed and the history of an item
 */
export async function runClients({
  database: kind,
  seed,
  writes,
  mutant,
}: ClientsRun): Promise<Record<string, number>> {
  await using resources = new AsyncDisposableStack();
  const address = await createDatabase(kind, resources);
  const database = resources.adopt(openDatabase(address), async (opened) => opened.destroy());
  await createTables(database, kind);
  const messages: Message[] = [];
  const webhook = resources.adopt(await receiveMessages(messages), ({ close }) => close());
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, async () => startWorker(address, webhook.url, mutant)),
  );
  for (const { child } of workers) resources.defer(async () => stopWorker(child));
  const urls = workers.map(({ url }) => url);
  const published: Effects['published'][number][] = [];
  for (const url of urls)
    for (const resource of RESOURCES) {
      const reader = new EventReader(await fetch(`${url}/.well-known/mercure?match_urlpattern=/api/${resource}/:id`));
      resources.defer(async () => reader.close());
      void readUpdates(reader, (data) => published.push({ resource, data }));
    }
  const clients = new Clients(urls);
  for (const plan of createPermanentItems()) await clients.send(plan, 0);
  const perClient = Math.ceil(writes / CLIENTS);
  await Promise.all(Array.from({ length: CLIENTS }, async (_, client) => clients.run(seed, client, perClient)));
  for (const worker of urls.keys())
    for (const plan of createLastWrites(worker)) {
      await clients.send(plan, worker);
      await waitFor(`the update of ${plan.id}`, async () =>
        published.some(({ data }) => 'text' in data && data.text === plan.id),
      );
    }
  await waitForMessages(database);
  try {
    const stored = await readHistory(database);
    checkExchanges(clients.exchanges, stored);
    const notes = await database.selectFrom('notes').selectAll().execute();
    const { rows } = await sql<{ request_id: string; item: string }>`select request_id, item from oriel_audit`.execute(
      database,
    );
    const audit = rows.map(({ request_id: request, item }) => ({ request, item: Number(item) }));
    checkEffects(clients.exchanges, stored, { notes, audit, messages, published });
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    throw new AssertionError({ ...error, message: `Seed ${seed}: ${error.message}` });
  }
  const statuses = Map.groupBy(clients.exchanges, ({ plan, status }) => `${plan.operation} ${status}`);
  return Object.fromEntries([...statuses].map(([name, some]) => [name, some.length]));
}

/** Creates an empty database, and returns its URL or file. */
export async function createDatabase(kind: DatabaseKind, resources: AsyncDisposableStack): Promise<string> {
  if (kind === 'SQLite') {
    const folder = resources.adopt(await mkdtemp(join(tmpdir(), 'oriel-clients-')), async (path) =>
      rm(path, { recursive: true }),
    );
    return join(folder, 'items.db');
  }
  const { schema, skip, close } = await connectPostgres('clients');
  resources.defer(close);
  if (skip !== false) throw new Error(skip);
  // Deadlocks of transfers in opposite directions are found early.
  const options = `-c search_path=${schema} -c deadlock_timeout=50ms -c synchronous_commit=off`;
  return `${POSTGRES_URL}?options=${encodeURIComponent(options)}`;
}

async function startWorker(database: string, webhook: string, mutant: number | undefined) {
  const child = fork(new URL('serve-items.ts', import.meta.url), {
    env: { ...process.env, DATABASE: database, WEBHOOK: webhook, MUTANT: String(mutant ?? '') },
    execArgv: ['--conditions=oriel:source'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (sent) => resolve(Number(sent)));
    child.once('exit', (code) => reject(new Error(`The process exited with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

async function stopWorker(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.send('stop');
  await exited;
}

/** Starts the receiver of the webhooks. */
async function receiveMessages(messages: Message[]) {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    messages.push((JSON.parse(body) as { data: Message }).data);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readUpdates(reader: EventReader, receive: (data: Published) => void): Promise<void> {
  for (;;) {
    const event = await reader.next().catch(() => undefined);
    if (event === undefined) return;
    receive(JSON.parse(event.data) as Published);
  }
}

// The workers deliver until no message is due.
async function waitForMessages(database: Kysely<Tables>): Promise<void> {
  await waitFor('the delivery of messages', async () => {
    const { rows } = await sql`select seq from oriel_outbox limit 1`.execute(database);
    return rows.length === 0;
  });
}

async function waitFor(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 300; round++) {
    if (await isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new AssertionError({ message: `Has waited too long for ${what}` });
}
