import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { NodeSqliteDialect } from '../../../src/integrations/kysely/node-sqlite-dialect.ts';
import { filter, memoryStore, resource, route } from '../../../src/index.ts';
import { panel } from '../../../src/profiler/panels/define-panel.ts';
import { startRecorded } from './recorded-host.ts';
import type { RecordedHost } from './recorded-host.ts';
import type { Act, Stage } from './secret-acts.ts';

/** A recorded host with the queries of the URLs in its access log. */
export interface PlantedHost extends RecordedHost {
  readonly accessed: readonly string[];
}

// Secrets in paths are left to the application: the log names what was asked for.
function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
}

/** A recorded host whose application does the prepared acts, with a real database and somebody to call. */
export async function startPlanted(acts: readonly Act[]): Promise<PlantedHost> {
  const accessed: string[] = [];
  const database = new Kysely<Database>({ dialect: new NodeSqliteDialect({ database: () => openUsers() }) });
  const elsewhere = createServer((_incoming, outgoing) => outgoing.end('{}'));
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  // Source is shown of files inside the project only.
  mkdirSync('var', { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), 'var', 'planted-'));
  let modules = 0;
  const stage: Stage = {
    database,
    elsewhere: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`,
    run(source) {
      const file = join(folder, `module-${modules++}.js`);
      writeFileSync(file, source);
      return import(pathToFileURL(file).href);
    },
  };
  const recorded = await startRecorded({
    routes: [
      // Reads what it was sent; answers nothing of it.
      route('echo', 'GET|POST /echo', { handle: async ({ payload }) => ({ read: (await payload.bytes()).length }) }),
      route('confirm', 'GET /confirm/{code}', { handle: () => 'confirmed' }),
      route('cities', 'POST /cities', { body: z.object({ name: z.string() }), handle: () => 'made' }),
      route('act', 'GET /acts/{number}', { handle: (input) => acts[Number(input.params.number)]!(stage, input) }),
    ],
    resources: [accounts()],
    query: 'lenient',
    log: {
      level: 'none',
      access: true,
      sink: { write: ({ context }) => void accessed.push(queryOf(String(context['url']))) },
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
    accessed,
    async [Symbol.asyncDispose]() {
      await recorded[Symbol.asyncDispose]();
      await database.destroy();
      elsewhere.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Gives what it holds to whoever asks, as no application should.
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
