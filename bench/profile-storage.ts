/**
 * Measures the cost of storing and finding profiles: CPU time per profile that is written through the queue into a full SQLite
 * storage, and searches over 10,000 and 1,000,000 profiles. `node --conditions=oriel:source bench/profile-storage.ts [many]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqlProfileStorage } from '../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import type { ProfileQuery, QueryTerm } from '../packages/profiler/src/store/search/profile-query.ts';
import type { ProfileStorage } from '../packages/profiler/src/store/profile-storage.ts';
import { profile } from '../test/contracts/profile-storage.ts';
import { scatter, toProfileToken } from '../packages/profiler/src/store/profile-token.ts';
import { WriteBehind } from '../packages/profiler/src/store/write-behind.ts';

const MANY = Number(process.argv[2] ?? 1_000_000);
const START = Date.now() - 100_000_000;
const DATA = {
  ...profile(0).data,
  spans: Array.from({ length: 88 }, (_, id) => ({
    id,
    parent: 0,
    kind: 'db' as const,
    name: `select ${id}`,
    start: id * 1.375,
    duration: 0.25,
  })),
};

// SQL expressions for the columns in which the copies of the profile differ.
const CHANGED: Readonly<Record<string, string>> = {
  seq: 'i',
  lease: 'i',
  token: 'scatter(i)',
  time: `${START} + i`,
  duration: 'i * 7919 % 1000 / 100.0',
  status: 'case when i % 10000 = 0 then 500 + i % 3 when i % 100 = 0 then 404 else 200 end',
  method: "case when i % 1000 = 1 then 'DELETE' else 'GET' end",
  route: "'route_' || (i % 50)",
};

const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
try {
  await measureWrites();
  measureSearches(10_000);
  measureSearches(MANY);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureWrites(): Promise<void> {
  const storage = new SqlProfileStorage({ file: join(folder, 'writing.sqlite') });
  const queue = new WriteBehind({ storage });
  let count = 0;
  const push = async (many: number): Promise<void> => {
    for (const end = count + many; count < end;) {
      for (let n = 0; n < 64 && count < end; n++) queue.push(next(count++));
      await queue.flushed();
    }
  };
  // The storage is filled to its limit first, so that each write also removes a profile.
  await push(11_000);
  const making = cpu(() => Array.from({ length: 10_000 }, (_, index) => next(index)));
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    await push(10_000);
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 10_000 - making / 10_000);
  }
  rounds.sort((a, b) => a - b);
  console.log(`write an 8 KB profile, storage full    ${rounds.map((round) => round.toFixed(1)).join('  ')} µs CPU`);
  queue.close();
  const lease = cpu(() => storage.lease(256));
  console.log(`lease 256 tokens                        ${lease.toFixed(0)} µs CPU`);
  storage.close();
}

function measureSearches(many: number): void {
  const file = join(folder, `${many}.sqlite`);
  const storage = new SqlProfileStorage({ file, caps: { profiles: many * 2, bytes: 1e12, age: '365 d' } });
  fillRows(storage, file, many);
  console.log(`\nsearch among ${many.toLocaleString('en')} profiles`);
  const token = toProfileToken(scatter(Math.floor(many / 2)));
  const is = (field: QueryTerm['field'], value: string | number): QueryTerm => ({
    field,
    operator: 'is',
    value,
    negated: false,
  });
  const status: QueryTerm = { field: 'status', operator: 'between', value: 500, to: 599, negated: false };
  show('first page, everything', storage, []);
  show('first page of 100', storage, [], { limit: 100 });
  show('token', storage, [is('token', token)]);
  show('status:404 (1 %)', storage, [is('status', 404)]);
  show('status:5xx (0.01 %)', storage, [status]);
  show('status:200 (99 %)', storage, [is('status', 200)]);
  show('route, 1 of 50', storage, [is('route', 'route_7')]);
  show('method:delete (0.1 %)', storage, [is('method', 'DELETE')]);
  show('method:get', storage, [is('method', 'GET')]);
  show('last minute', storage, [{ field: 'time', operator: 'at-least', value: START + many - 60_000, negated: false }]);
  show('first minute', storage, [{ field: 'time', operator: 'less-than', value: START + 60_000, negated: false }]);
  show('status:5xx and dur:>9', storage, [
    status,
    { field: 'duration', operator: 'more-than', value: 9, negated: false },
  ]);
  show('path contains, none', storage, [{ field: 'path', operator: 'contains', value: 'nowhere', negated: false }]);
  show('dur:>9 (10 %)', storage, [{ field: 'duration', operator: 'more-than', value: 9, negated: false }]);
  show('body contains, none', storage, [{ field: 'body', operator: 'contains', value: 'nowhere', negated: false }]);
  show('sorted by duration', storage, [], { sort: { by: 'duration', descending: true } });
  timed('open a profile', () => storage.read(token)?.summary.token);
  storage.close();
  rmSync(file, { force: true });
}

function next(index: number): ReturnType<typeof profile> {
  return {
    summary: profile(index, { token: toProfileToken(scatter(index)), time: START + index }).summary,
    data: DATA,
  };
}

// Copied by SQLite, because a million inserts from JavaScript would take a minute. Large storages have short data.
function fillRows(storage: ProfileStorage, file: string, many: number): void {
  storage.write([next(0)]);
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = off');
  database.function('scatter', { deterministic: true }, (index) => scatter(Number(index)));
  const data = many > 100_000 ? `'{"spans":[]}'` : '(select data from profile_data where seq = 1)';
  const columns = database
    .prepare('select name from pragma_table_info(?)')
    .all('profiles')
    .map(({ name }) => CHANGED[String(name)] ?? `p.${String(name)}`);
  const numbers = `with recursive n(i) as (select 2 union all select i + 1 from n where i < ${many})`;
  database.exec(`begin;
    insert into profiles ${numbers} select ${columns.join(', ')} from n, profiles p where p.seq = 1;
    insert into profile_data ${numbers} select i, ${data} from n;
    update profile_counters set profiles = ${many}, next_seq = ${many + 1};
    commit; pragma wal_checkpoint(truncate)`);
  database.close();
}

function show(
  name: string,
  storage: SqlProfileStorage,
  terms: readonly QueryTerm[],
  part: Partial<ProfileQuery> = {},
): void {
  const query: ProfileQuery = { terms, sort: { by: 'time', descending: true }, limit: 10, cursor: undefined, ...part };
  timed(name, () => {
    const { rows, matched, lookedBackTo } = storage.find(query);
    const looked = lookedBackTo === undefined ? '' : `, looked at ${Math.round((Date.now() - lookedBackTo) / 1000)} s`;
    return `${rows.length} of ${matched.exact ? '' : '≥ '}${matched.count}${looked}`;
  });
}

function timed(name: string, run: () => string | undefined): void {
  const times: number[] = [];
  let result: string | undefined;
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    result = run();
    times.push(performance.now() - started);
  }
  const first = times[0]!;
  times.sort((a, b) => a - b);
  console.log(
    `  ${name.padEnd(26)} ${times[2]!.toFixed(2).padStart(7)} ms  first ${first.toFixed(2).padStart(7)} ms  ${result ?? ''}`,
  );
}

function cpu(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
