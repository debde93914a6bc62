import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from '../../../../core/src/trace/trace.ts';
import type { Block } from '../../profile/view-model.ts';
import { databasePanel } from '../../view/panels/database-panel.ts';
import { NO_LINKS } from '../../profile/view-model.ts';
import { getFindings } from './findings.ts';
import { addShapes, groupSameStatements } from './same-statements.ts';
import { getQueries } from './queries.ts';
import { profile, query } from './seeded-profiles.test.ts';

const times = (count: number, create: (index: number) => Span | readonly Span[]): Span[] =>
  Array.from({ length: count }, (_, index) => create(index)).flat();
const loops = (spans: readonly Span[]): string[] =>
  getFindings(profile({ spans })).flatMap(({ code, text }) => (/n1|write-loop/.test(code) ? [text] : []));
const codes = (spans: readonly Span[]): string[] => getFindings(profile({ spans })).map(({ code }) => code);
const notes = (spans: readonly Span[]): string[] =>
  (databasePanel.view(profile({ spans }), NO_LINKS)?.blocks ?? []).flatMap((block: Block) =>
    block.kind === 'note' ? [JSON.stringify(block)] : [],
  );

const POSTS = (rows: number): Span => query('select * from posts', [], 0, 1, rows, 'src/posts.ts:1');
const AUTHOR = 'select * from authors where id = ?';

test('queries of the same statement are N+1 however few values they have, in findings and in the panel', () => {
  const cases: Record<string, Span[]> = {
    'two values': times(20, (i) => query(AUTHOR, [i % 2], i)),
    'one value for as many rows': [POSTS(20), ...times(20, (i) => query(AUTHOR, [7], i))],
    literals: times(20, (i) => query(`SELECT * FROM \`authors\` WHERE id = '${i % 3}'`, [], i)),
    'a leading comment': times(6, (i) => query(`/* trace ${i} */ select * from authors where id = ${i}`, [], i)),
    'a trailing comment': times(6, (i) => query(`${AUTHOR} /*traceparent='00-${i}'*/`, [i], i)),
    'lists of other lengths': times(6, (i) => query(`select 1 from a where b in (${'?, '.repeat(i)}?)`, [i], i)),
    'masked values': times(6, (i) => query('select * from users where email = ?', ['•••'], i)),
  };
  for (const [what, spans] of Object.entries(cases)) {
    assert.equal(loops(spans).length, 1, what);
    assert.match(loops(spans)[0]!, /^N\+1: (?:6|20) × /, what);
    assert.equal(codes(spans).includes('duplicate-queries'), false, what);
    assert.match(notes(spans).join(), /N\+1: (?:6|20) × /, what);
  }
});

test('two N+1 of one request are two findings and two notes of the panel', () => {
  const spans = times(8, (i) => [
    query(AUTHOR, [i], i, 1, 1, 'src/a.ts:1'),
    query('select * from tags where post = ?', [i], i, 2, 1, 'src/a.ts:2'),
  ]);
  const [first, second] = loops(spans);
  assert.match(first!, /8 × `tags by post` from src\/a\.ts:2/);
  assert.match(second!, /8 × `authors by id` from src\/a\.ts:1/);
  assert.equal(notes(spans).length, 2);
});

test('a loop of ten or more writes is a finding', () => {
  const cases: Record<string, (index: number) => Span | readonly Span[]> = {
    insert: (i) => query('insert into a (b) values (?)', [i], i),
    update: (i) => query(`update a set b = ${i} where c = 'x${i}'`, [], i),
    delete: (i) => query('delete from a where b = ?', [i], i),
    upsert: (i) => query('insert into a (b) values (?) on duplicate key update b = ?', [i, i], i, 1, 2),
    'a transaction each': (i) => [
      query('BEGIN', [], i),
      query('insert into a (b) values (?)', [i], i),
      query('COMMIT', [], i),
    ],
    documents: (i) => query('users.insert(1 document)', [], i),
  };
  for (const [what, create] of Object.entries(cases)) {
    assert.match(loops(times(12, create)).join(), /^Loop of writes: 12 × [^,]*$/, what);
    assert.match(notes(times(12, create)).join(), /Loop of writes: 12 × /, what);
    assert.deepEqual(loops(times(9, create)), [], what);
  }
});

test('repeated statements that are not a loop over rows are not a finding', () => {
  const values = '(?, ?), (?, ?), (?, ?)';
  const cases: Record<string, Span[]> = {
    'four reads': times(4, (i) => query(AUTHOR, [i], i)),
    'reads of other lines': times(8, (i) => query(AUTHOR, [i], i, 1, 1, `src/a.ts:${i}`)),
    'transaction statements': times(20, (i) => [query('begin', [], i), query(`savepoint s${i}`, [], i)]),
    'settings of the session': times(20, (i) => query("select set_config('app.tenant', ?, true)", [i], i)),
    catalogs: times(20, (i) => query('select * from information_schema.columns where table_name = ?', [i], i)),
    'batches of rows': times(20, (i) => query(`insert into a (b, c) values ${values}`, [i, i], i, 1, 3)),
    'batches without a list': times(20, (i) => query('insert into a select * from unnest(?)', [i], i, 1, 500)),
    'chunks of a list': times(20, (i) => query(`select 1 from a where b in (${'?, '.repeat(99)}?)`, [i], i)),
    'chunks of an array': times(20, (i) => query('select 1 from a where b = any($1)', [Array(99).fill(i)], i)),
    migrations: times(20, (i) => [
      query(`create table t${i} (id int)`, [], i),
      query('insert into migrations (name) values (?)', [i], i),
      query('select * from migrations where name = ?', [i], i),
    ]),
  };
  for (const [what, spans] of Object.entries(cases)) assert.deepEqual(loops(spans), [], what);
});

test('equal queries are duplicates, and queries whose values are masked are not', () => {
  assert.deepEqual(codes(times(8, (i) => query(AUTHOR, [7], i))), ['duplicate-queries']);
  assert.deepEqual(codes(times(4, (i) => query(AUTHOR, ['•••'], i))), []);
});

test('the work for many long statements grows with their number only', () => {
  let reads = 0;
  const long = 'x'.repeat(20_000);
  const spans = times(5_000, (i) => {
    const details = {
      get sql(): string {
        reads++;
        return `select * from a where b = '${long}' and c in (${'1, '.repeat(100)}${i})`;
      },
    };
    return { id: i, parent: 0, kind: 'db', name: 'select', start: i, duration: 1, details };
  });
  const queries = addShapes(getQueries(spans));
  const [group, ...others] = groupSameStatements(queries);
  assert.deepEqual([reads, group?.queries.length, others.length], [5_000, 5_000, 0]);
  assert.ok(group!.queries.every(({ shape }) => shape.text === 'select*from a where b=? and c in(?)'));
});
