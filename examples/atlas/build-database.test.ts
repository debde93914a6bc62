import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDatabase } from './build-database.ts';
import type { BuildProgress } from './build-database.ts';
import { readSources } from './sources.ts';
import { silent, temporaryFolder } from './test-data.ts';

// The whole atlas is built once; the other tests use a few of its cities.
const rows = readSources();
const few = { ...rows, cities: rows.cities.slice(0, 5_500) };
const FEW = { countries: 250, cities: 5_500, withoutCountry: 0 };

const folder = temporaryFolder();
const built = join(folder, 'built.sqlite');
const calls: [done: number, total: number][] = [];

before(async () => {
  const progress: BuildProgress = { ...silent, advance: (done, total) => void calls.push([done, total]) };
  equal(await ensureDatabase(built, progress, () => rows), true);
});

test('the atlas has 250 countries and 135,233 cities, each in a country', () => {
  deepEqual(count(built), { countries: 250, cities: 135_233, withoutCountry: 0 });
});

test('the progress starts at 0, increases, and ends at the number of rows', () => {
  deepEqual(calls[0], [0, 135_483]);
  deepEqual(calls.at(-1), [135_483, 135_483]);
  ok(calls.every(([done], index) => index === 0 || done > calls[index - 1]![0]));
});

test('only an empty lock file remains next to the atlas', () => {
  deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('built.sqlite')),
    ['built.sqlite', 'built.sqlite.lock'],
  );
  equal(statSync(`${built}.lock`).size, 0);
});

test('a second start uses the existing file', async () => {
  const first = statSync(built);
  equal(await ensureDatabase(built, silent), false);
  const second = statSync(built);
  deepEqual([second.ino, second.mtimeMs, second.size], [first.ino, first.mtimeMs, first.size]);
});

const DAMAGED: Record<string, (file: string) => void> = {
  'without its version': (file) => change(file, `delete from meta`),
  'without its cities table': (file) => change(file, 'drop table cities; drop table meta'),
  'with outdated tables': (file) => change(file, `update meta set value = '0'`),
  'that is truncated': (file) => truncateSync(file, statSync(file).size / 2),
  'that is empty': (file) => truncateSync(file, 0),
  'that is not a database': (file) => writeFileSync(file, 'half an atlas'),
};

for (const [damage, inflict] of Object.entries(DAMAGED)) {
  test(`an atlas ${damage} is built again`, async () => {
    const file = join(folder, `${damage.replaceAll(' ', '-')}.sqlite`);
    await ensureDatabase(file, silent, () => few);
    inflict(file);
    equal(await ensureDatabase(file, silent, () => few), true);
    deepEqual(count(file), FEW);
  });
}

const toOlder = (file: string) =>
  change(
    file,
    `drop table kysely_migration; drop table notes; drop table users; alter table cities drop column owner;
     update meta set value = '2'`,
  );

test('an atlas of version 2 gets the accounts table, and keeps the cities that were added to it', async () => {
  const file = join(folder, 'older.sqlite');
  await ensureDatabase(file, silent, () => few);
  toOlder(file);
  change(
    file,
    `insert into cities (name, folded, country, latitude, longitude, population) values ('Orielby', 'orielby', 'FI', 60, 24, 7)`,
  );
  equal(await ensureDatabase(file, silent), false);
  deepEqual(count(file), { ...FEW, cities: 5_501 });
  using database = new DatabaseSync(file);
  deepEqual({ ...database.prepare(`select owner from cities where name = 'Orielby'`).get() }, { owner: null });
  deepEqual(database.prepare('select * from users').all(), []);
  equal(await ensureDatabase(file, silent), false);
});

test('an atlas of version 3 gets the notes table, and keeps its accounts', async () => {
  const file = join(folder, 'without-notes.sqlite');
  await ensureDatabase(file, silent, () => few);
  change(
    file,
    `drop table kysely_migration; drop table notes; update meta set value = '3';
     insert into users (id, roles, password, key, key_hash) values ('ada', '[]', 'x', 'ada', 'x')`,
  );
  equal(await ensureDatabase(file, silent), false);
  using database = new DatabaseSync(file);
  deepEqual(database.prepare('select * from notes').all(), []);
  equal(database.prepare('select id from users').all().length, 1);
});

test('a truncated atlas of version 2 is built again', async () => {
  const file = join(folder, 'older-half.sqlite');
  await ensureDatabase(file, silent, () => few);
  toOlder(file);
  truncateSync(file, statSync(file).size / 2);
  equal(await ensureDatabase(file, silent, () => few), true);
  deepEqual(count(file), FEW);
});

test('a build that is killed leaves no atlas, and the next start builds one', async () => {
  const file = join(folder, 'halfway.sqlite');
  const child = ensureInProcess(file);
  while (!existsSync(`${file}.building`)) await sleep(5);
  child.kill('SIGKILL');
  await once(child, 'close');
  equal(existsSync(file), false);
  equal(await ensureDatabase(file, silent, () => few), true);
  deepEqual(count(file), FEW);
});

test('files of a killed build do not prevent the next build', async () => {
  const file = join(folder, 'killed.sqlite');
  for (const suffix of ['.building', '.building-wal', '-wal']) writeFileSync(file + suffix, 'left over');
  writeFileSync(`${file}.lock`, '');
  equal(await ensureDatabase(file, silent, () => few), true);
  deepEqual(count(file), FEW);
  deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('killed.sqlite')),
    ['killed.sqlite', 'killed.sqlite.lock'],
  );
});

test('the database of another application is rejected and not changed', async () => {
  const file = join(folder, 'other.sqlite');
  change(file, 'create table letters (text)');
  const before = readFileSync(file);
  await rejects(ensureDatabase(file, silent), /other\.sqlite is a database, but not of the atlas; nothing was changed/);
  ok(readFileSync(file).equals(before));
});

test('if three processes start at once, one builds the atlas and the others wait', async () => {
  const file = join(folder, 'raced.sqlite');
  const results = await Promise.all([1, 2, 3].map(() => getOutput(ensureInProcess(file))));
  deepEqual(results.sort(), ['built', 'used', 'used']);
  deepEqual(count(file), { countries: 250, cities: 135_233, withoutCountry: 0 });
});

function ensureInProcess(file: string) {
  const script = `
    const { ensureDatabase } = await import(${JSON.stringify(new URL('./build-database.ts', import.meta.url).href)});
    const silent = { wait() {}, begin() {}, advance() {}, end() {} };
    console.log((await ensureDatabase(${JSON.stringify(file)}, silent)) ? 'built' : 'used');`;
  return spawn(process.execPath, ['--conditions=oriel:source', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function getOutput(child: ReturnType<typeof ensureInProcess>): Promise<string> {
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  await once(child, 'close');
  return output.trim();
}

function change(file: string, statements: string): void {
  using database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(statements);
}

function count(file: string): { countries: number; cities: number; withoutCountry: number } {
  using database = new DatabaseSync(file);
  const rows = (from: string) => database.prepare(`select count(*) as n from ${from}`).get()!['n'] as number;
  return {
    countries: rows('countries'),
    cities: rows('cities'),
    withoutCountry: rows('cities where country not in (select code from countries)'),
  };
}
