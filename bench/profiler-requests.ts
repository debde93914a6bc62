/**
 * Measures what recording adds to different kinds of requests, in process and without sockets: a minimal response, items and
 * lists of a resource, a create, the order request with simulated and with real queries, and a 404. Reports microseconds of CPU
 * time per request, including deferred work and garbage collection: the best of several bursts, each host in its own process.
 * `node --conditions=oriel:source bench/profiler-requests.ts [--requests 4000] [--bursts 10] [--only hello,list]`
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Kysely } from 'kysely';
import { defineHost, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { FakeIncoming } from './lib/fake-incoming.ts';
import { table } from './lib/figures.ts';
import { ORDER_PATH, ORDER_TEXT, orderConfig } from './lib/order-host.ts';
import { shopQueries } from './lib/shop-database.ts';
import { create, item } from './servers/oriel-item.ts';
import { HELLO, ITEM } from './workloads.ts';

interface Work {
  readonly config: () => HostConfig;
  readonly line: string;
  readonly text?: string;
}

// A placeholder for a number that is different in each request.
const NUMBER = '{n}';
const hello = (): HostConfig => ({ routes: [route('hello', 'GET /api/hello', { handle: () => HELLO })] });

function boats(): HostConfig {
  const file = new DatabaseSync(':memory:');
  file.exec('create table boats (id integer primary key, name text, port text)');
  for (let i = 1; i <= 200; i++) file.prepare('insert into boats values (?, ?, ?)').run(i, `Boat ${i}`, 'Lisbon');
  const dialect = new NodeSqliteDialect({ database: file });
  const store = sqlStore(new Kysely<{ boats: { id: number; name: string; port: string } }>({ dialect }), 'boats');
  const Boat = z.object({ id: z.int(), name: z.string(), port: z.string() });
  return { resources: [resource('boats', Boat, { id: 'id', store })], api: { formats: ['json'] } };
}

const { id: _id, series: _series, ...book } = ITEM;
const WORKS: Readonly<Record<string, Work>> = {
  hello: { config: hello, line: 'GET /api/hello' },
  item: { config: item, line: `GET /api/books/${ITEM.id}` },
  create: { config: create, line: 'POST /api/books', text: JSON.stringify(book) },
  row: { config: boats, line: 'GET /api/boats/7' },
  list: { config: boats, line: 'GET /api/boats' },
  ordinary: { config: () => orderConfig('small'), line: `POST ${ORDER_PATH}`, text: ORDER_TEXT },
  various: {
    config: () => orderConfig('small'),
    line: `POST ${ORDER_PATH.replace('7', NUMBER)}`,
    text: ORDER_TEXT,
  },
  database: { config: () => orderConfig('small', shopQueries()), line: `POST ${ORDER_PATH}`, text: ORDER_TEXT },
  missing: { config: hello, line: 'GET /api/nothing' },
};

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '4000' },
    bursts: { type: 'string', default: '10' },
    only: { type: 'string', default: Object.keys(WORKS).join(',') },
    measure: { type: 'string' },
    recorded: { type: 'boolean', default: false },
  },
});
if (values.measure !== undefined) console.log(await measure(WORKS[values.measure]!));
else {
  const rows = values.only.split(',').map((name) => {
    const [off, on] = [inProcess(name, false), inProcess(name, true)];
    return [name, WORKS[name]!.line, off.toFixed(1), on.toFixed(1), (on - off).toFixed(1)];
  });
  console.log(`Node ${process.versions.node}, µs of CPU time per request\n`);
  console.log(table(['', 'request', 'off', 'recorded', 'added'], rows));
}

function inProcess(name: string, recorded: boolean): number {
  const measureArgs = ['--requests', values.requests, '--bursts', values.bursts, '--measure', name];
  const args = [...process.execArgv, import.meta.filename, ...measureArgs, ...(recorded ? ['--recorded'] : [])];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const figure = Number(stdout.trim() || NaN);
  if (Number.isNaN(figure)) throw new Error(`${name} could not be measured: ${stderr}`);
  return figure;
}

async function measure({ config, line, text = '' }: Work): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-requests-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env['ORIEL_MODE'] = 'development';
  const profiler = values.recorded ? { file: join(folder, 'profiler.sqlite') } : false;
  const host = defineHost({ ...config(), log: false, profiler });
  // The first request loads the profiler.
  await host.fetch(new Request('http://127.0.0.1:8000/api/hello'));
  const application = host.assembly('development');
  const [method, target] = line.split(' ') as [string, string];
  const requests = Number(values.requests);
  let best = Infinity;
  let nth = 0;
  for (let burst = 0; burst < Number(values.bursts); burst++) {
    const before = process.cpuUsage();
    for (let i = 0; i < requests; i++) {
      const context = await application.handle(new FakeIncoming(method, target.replace(NUMBER, String(++nth)), text));
      application.onSent?.(context, { bytes: 700, milliseconds: 1, aborted: false });
      if (i % 8 === 0) await new Promise(setImmediate);
    }
    await sleep(100);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / requests);
  }
  const { written } = application.profiling?.storage.health ?? { written: 0 };
  if (values.recorded !== written > 0) throw new Error(`${written} requests were recorded`);
  // The open file would keep the process running.
  setImmediate(() => process.exit());
  return best;
}
