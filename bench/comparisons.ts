/**
 * Measures the first comparison of two profiles in a process, and the tenth: milliseconds of CPU time, the least of several
 * processes, without loading of modules. The profiles have 500 queries each, or bodies of up to 64 KB that are hard to compare.
 * `node --conditions=oriel:source bench/comparisons.ts [--only queries,rows] [--processes 5]`
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { NO_LINKS } from '../packages/profiler/src/profile/view-model.ts';
import type { Profile } from '../packages/profiler/src/profile/profile.ts';
import { MemoryProfileStorage } from '../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { createBody, createProfile } from '../packages/profiler/src/testing/create-profile.ts';
import { buildComparisonBlocks } from '../packages/profiler/src/view/compare/comparison-blocks.ts';
import { compareProfiles } from '../packages/profiler/src/view/compare/comparison.ts';
import { table } from './lib/figures.ts';

const list = (length: number, create: (index: number) => unknown): string =>
  JSON.stringify(Array.from({ length }, (_, index) => create(index)));
const nest = (leaf: number): string => `${'['.repeat(10_000)}${leaf}${']'.repeat(10_000)}`;
const members = (letter: string): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [letter + n, n])));
const BODIES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  numbers: [list(6_000, (n) => n), list(6_000, (n) => n + 10_000)],
  rows: [list(4_000, (id) => ({ id })), list(4_000, (id) => ({ id: id + 5_000 }))],
  'rows without a key': [list(4_000, (n) => ({ n })), list(4_000, (n) => ({ n: n + 5_000 }))],
  'nested lists': [nest(1), nest(2)],
  'repeated numbers': [list(32_000, (n) => n % 2), list(32_000, (n) => n % 3)],
  members: [members('a'), members('b')],
  lists: [list(8_000, (n) => [n]), list(8_000, (n) => [n + 8_000])],
  lines: [list(6_000, (n) => n).replaceAll(',', '\n'), list(6_000, (n) => n + 10_000).replaceAll(',', '\n')],
};
const NAMES = ['queries', 'same statements', ...Object.keys(BODIES)];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: NAMES.join(',') },
    processes: { type: 'string', default: '5' },
    measure: { type: 'string' },
  },
});
if (values.measure !== undefined) console.log(JSON.stringify(await measure(values.measure)));
else {
  const rows = NAMES.filter((name) => values.only.split(',').includes(name)).map((name) => {
    const runs = Array.from({ length: Number(values.processes) }, () => measureInProcess(name));
    return [name, ...[0, 1].map((column) => Math.min(...runs.map((run) => run[column]!)).toFixed(1))];
  });
  console.log(`Node ${process.versions.node}, ms of CPU time\n`);
  console.log(table(['2 ×', 'first', 'tenth'], rows));
}

function measureInProcess(name: string): readonly number[] {
  const args = [...process.execArgv, import.meta.filename, '--measure', name];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as readonly number[];
}

async function measure(name: string): Promise<readonly [first: number, tenth: number]> {
  const profiles = [0, 1].map((side) => create(name, side));
  const storage = new MemoryProfileStorage();
  storage.write(profiles);
  const times: number[] = [];
  for (let count = 0; count < 10; count++) {
    const { user, system } = process.cpuUsage();
    const comparison = await compareProfiles(storage, profiles[0]!, profiles[1]!, process.cwd());
    buildComparisonBlocks(comparison, NO_LINKS, 10_000);
    const used = process.cpuUsage({ user, system });
    times.push((used.user + used.system) / 1_000);
  }
  return [times[0]!, times.at(-1)!];
}

function create(name: string, side: number): Profile {
  const bodies = BODIES[name];
  if (bodies === undefined)
    return createProfile('GET /orders', {
      data: { spans: Array.from({ length: 500 }, (_, index) => createQuery(name, side, index)) },
    });
  const profile = createProfile('GET /orders');
  const body = createBody(bodies[side]!, name === 'lines' ? 'text/plain' : 'application/json');
  return { ...profile, data: { ...profile.data, response: { ...profile.data.response, body } } };
}

function createQuery(name: string, side: number, index: number): Profile['data']['spans'][number] {
  const sql =
    name === 'same statements'
      ? `select * from customers where id = ${index + side}`
      : `select a.id, a.name, b.total from customers_${index} a left join orders b on b.customer_id = a.id where a.id = ${index} and b.state in ('open', 'paid') order by b.created_at desc limit 20`;
  const caller = `${side === 0 ? 'src/app.ts' : 'src/orders.ts'}:${index}`;
  return {
    ...{ id: index + 1, parent: 0, kind: 'db', name: 'query', start: index, duration: 1 },
    details: { sql, caller, system: 'pg' },
  };
}
