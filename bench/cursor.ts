/**
 * Compares the cost of the first and of later cursor pages of a long list: `node --conditions=oriel:source bench/cursor.ts
 * [--pages 4000] [--rounds 300]`. README.md in this folder describes the benchmark.
 */
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { Kysely } from 'kysely';
import { defineHost, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '4000' }, rounds: { type: 'string', default: '300' } },
});
const pages = Number(values.pages);
const SIZE = 30;
const BURST = 20;

const file = new DatabaseSync(':memory:');
file.exec('create table cities (id integer primary key, name text not null, country text not null, population int)');
const insert = file.prepare('insert into cities (name, country, population) values (?, ?, ?)');
file.exec('begin');
// A multiplier without common divisors distributes the values, so that the order differs from that of the rows.
for (let index = 0; index < (pages + 1) * SIZE; index++)
  insert.run(`City ${index}`, `C${index % 200}`, (index * 7919) % 100_003);
file.exec('commit');
file.exec('create index cities_by_population on cities (population desc, id desc)');

const database = new Kysely<{ cities: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
const City = z.object({ id: z.int(), name: z.string(), country: z.string(), population: z.int().nullable() });
await using host = defineHost({
  log: false,
  resources: [
    resource('cities', City, {
      id: 'id',
      order: { population: 'desc' },
      page: { by: 'cursor', size: SIZE },
      store: sqlStore(database, 'cities'),
    }),
  ],
});

async function page(url: string): Promise<string | undefined> {
  const response = await host.fetch(new Request(url));
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}`);
  await response.text();
  return /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
}

const firstPage = 'http://localhost/api/cities';
const urls: string[] = [];
for (let url: string | undefined = firstPage; url !== undefined && urls.length < pages; url = await page(url))
  urls.push(url);
if (urls.length < pages) throw new Error(`There are only ${urls.length} pages`);

// Page 2 is measured because page 1 has no cursor to parse and no link to a previous page.
const measured = { 1: firstPage, 2: urls[1]!, [pages]: urls.at(-1)! };
const costs = new Map(Object.keys(measured).map((name) => [name, [] as number[]]));
for (let round = 0; round < Number(values.rounds); round++)
  for (const [name, url] of Object.entries(measured)) {
    const before = process.cpuUsage();
    for (let index = 0; index < BURST; index++) await page(url);
    const { user, system } = process.cpuUsage(before);
    costs.get(name)!.push((user + system) / BURST);
  }
for (const [name, list] of costs) {
  const sorted = list.toSorted((one, other) => one - other);
  const percentile = (share: number): string => sorted[Math.floor(sorted.length * share)]!.toFixed(1);
  console.log(`page ${name}: ${percentile(0.05)} µs CPU time (median ${percentile(0.5)})`);
}
