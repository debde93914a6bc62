import assert from 'node:assert/strict';
import { Session } from 'node:inspector';
import { test } from 'node:test';
import { Redactor } from '../../../packages/profiler/src/record/redaction/redactor.ts';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Counts how often blocks of the redactor are executed, loops included. */
function countWork(work: () => unknown): number {
  let blocks = 0;
  const take = (): void =>
    session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      blocks = 0;
      for (const { url, functions } of result)
        if (/\/(?:core\/src\/redaction|profiler\/src\/record)\//.test(url))
          for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    });
  take();
  work();
  take();
  return blocks;
}

function createInsert(rows: number): { readonly sql: string; readonly parameters: readonly string[] } {
  const row = '(?, ?, ?, ?, ?, ?, ?, ?)';
  const sql = `INSERT INTO users (id, email, password, name, token, city, age, note) VALUES ${Array(rows).fill(row).join(', ')}`;
  return { sql, parameters: Array.from({ length: rows * 8 }, (_, index) => `value ${index}`) };
}

const INPUTS: Readonly<Record<string, (size: number, redactor: Redactor) => unknown>> = {
  'an INSERT': (size, redactor) => {
    const { sql, parameters } = createInsert(size / 400);
    return [redactor.sql(sql), redactor.sqlParameters(sql, parameters)];
  },
  'a statement with literals': (size, redactor) =>
    redactor.sql(`UPDATE a SET ${"token = 'x', name = 'y', ".repeat(size / 24)} b = 1`),
  'a JSON body': (size, redactor) =>
    redactBody(redactor, 'application/json', `[${'{"password":"x","b":[1]},'.repeat(size / 25)}0]`),
  'nested JSON': (size, redactor) =>
    redactBody(redactor, 'application/json', '['.repeat(size / 2) + ']'.repeat(size / 2)),
  'a form': (size, redactor) =>
    redactBody(redactor, 'application/x-www-form-urlencoded', 'a=1&token=b&'.repeat(size / 12)),
  'a multipart body': (size, redactor) =>
    redactBody(
      redactor,
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n12\r\n'.repeat(size / 57),
    ),
  'an HTML body': (size, redactor) =>
    redactBody(redactor, 'text/html', '<input name="token" value="x"><p>a: b</p>/a/b '.repeat(size / 46)),
  'equals signs': (size, redactor) => redactBody(redactor, 'text/plain', '='.repeat(size)),
  'unclosed quotes': (size, redactor) => redactBody(redactor, 'text/plain', 'token="a '.repeat(size / 9)),
  'one long word': (size, redactor) => redactBody(redactor, 'text/plain', 'a'.repeat(size)),
  slashes: (size, redactor) => redactBody(redactor, 'text/plain', '/'.repeat(size)),
  'lines of YAML': (size, redactor) => redactBody(redactor, 'application/yaml', 'password: hunter\n'.repeat(size / 17)),
};

function redactBody(redactor: Redactor, type: string, body: string): unknown {
  return redactor.body(body, type, 65_536);
}

for (const [name, redact] of Object.entries(INPUTS))
  test(`the work for ${name} grows no faster than its length`, () => {
    redact(2_000, new Redactor());
    const few = countWork(() => redact(8_000, new Redactor()));
    const many = countWork(() => redact(64_000, new Redactor()));
    assert.ok(few > 10, `${few} blocks`);
    assert.ok(many <= 9 * few, `${few} blocks for 8 KB, ${many} for 64 KB`);
    assert.ok(many <= 64_000 * 40, `${many} blocks for 64 KB`);
  });

test('a statement is read once for all of its parameters, and not to its end if it is long', () => {
  const { sql, parameters } = createInsert(1_250);
  const one = countWork(() => new Redactor().sql(sql));
  const all = countWork(() => {
    const redactor = new Redactor();
    redactor.sql(sql);
    redactor.sql(sql);
    redactor.sqlParameters(sql, parameters.slice(0, 500));
  });
  assert.ok(
    all <= one + 500 * 100,
    `${one} blocks for the statement, ${all} with 500 of ${parameters.length} parameters`,
  );
  const long = `${sql}${' '.repeat(1_000_000)}`;
  const cut = countWork(() => new Redactor().sql(long));
  assert.ok(cut <= one * 1.7, `${one} blocks for ${sql.length} characters, ${cut} for 1 MB`);
});
