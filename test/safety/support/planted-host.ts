import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { NodeSqliteDialect } from '../../../packages/host/src/integrations/kysely/node-sqlite-dialect.ts';
import { filter, memoryStore, resource, route } from '../../../packages/host/src/index.ts';
import { panel } from '../../../packages/profiler/src/view/panels/define-panel.ts';
import { startRecordedHost } from './recorded-host.ts';
import type { RecordedHost } from './recorded-host.ts';
import type { SecretHandler, HandlerTools } from './secret-handlers.ts';
import { ALL_FORMATS } from '../../lib/formats.ts';

/** A recorded host and the queries of the URLs in its access log. */
export interface PlantedHost extends RecordedHost {
  readonly loggedQueries: readonly string[];
}

// Paths are logged unchanged: secrets in them are the responsibility of the application.
function getQuery(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
}

/** Starts a recorded host with the prepared handlers, a database and a server for outgoing calls. */
export async function startPlantedHost(handlers: readonly SecretHandler[]): Promise<PlantedHost> {
  const loggedQueries: string[] = [];
  const database = new Kysely<Database>({ dialect: new NodeSqliteDialect({ database: () => openUsers() }) });
  const server = createServer((_incoming, outgoing) => outgoing.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The profiler shows source only of files inside the project.
  mkdirSync('var', { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), 'var', 'planted-'));
  let modules = 0;
  const tools: HandlerTools = {
    database,
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    run(source) {
      const file = join(folder, `module-${modules++}.js`);
      writeFileSync(file, source);
      return import(pathToFileURL(file).href);
    },
  };
  const recorded = await startRecordedHost({
    routes: [
      // Reads the body and responds with its length only.
      route('echo', 'GET|POST /echo', { handle: async ({ payload }) => ({ read: (await payload.bytes()).length }) }),
      route('confirm', 'GET /confirm/{code}', { handle: () => 'confirmed' }),
      route('cities', 'POST /cities', { body: z.object({ name: z.string() }), handle: () => 'created' }),
      route('handler', 'GET /handlers/{number}', {
        handle: (input) => handlers[Number(input.params.number)]!(tools, input),
      }),
    ],
    api: { formats: ALL_FORMATS },
    resources: [accounts()],
    query: 'lenient',
    log: {
      level: 'none',
      access: true,
      sink: { write: ({ context }) => void loggedQueries.push(getQuery(String(context['url']))) },
    },
    profiler: {
      redact: { names: ['boarding code'] },
      panels: [
        panel({
          name: 'seen',
          title: 'Seen',
          collect: ({ context }) => context.attributes.get('for the panel'),
          view: (data) => ({ blocks: [{ kind: 'code', language: 'json', text: JSON.stringify(data) }] }),
        }),
      ],
    },
  });
  return {
    ...recorded,
    loggedQueries,
    async [Symbol.asyncDispose]() {
      await recorded[Symbol.asyncDispose]();
      await database.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// A resource without access rules that contains secrets.
function accounts() {
  const Account = z.object({
    ...{ id: z.int(), login: z.string().min(1), password: z.string().nullable(), apiKey: z.string().nullable() },
  });
  return resource('accounts', Account, {
    id: 'id',
    input: { create: Account.omit({ id: true }) },
    filters: { login: filter.partial(), password: filter.exact(), apiKey: filter.exact() },
    store: memoryStore([{ id: 1, login: 'ada', password: null, apiKey: null }]),
  });
}

interface Database {
  readonly users: { id: number; login: string; password: string; api_key: string };
}

function openUsers(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec('create table users (id integer primary key, login text, password text, api_key text)');
  return database;
}
