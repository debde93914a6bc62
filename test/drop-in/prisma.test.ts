import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Span } from '../../packages/core/src/trace/trace.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';
import { skipWithout } from './lib/skip-without.ts';
import { postgresBoats, sqliteBoats } from './lib/sql-databases.ts';
import { getLine } from './lib/sql-drivers.ts';

describe('Prisma', { skip: skipWithout('@prisma/client') }, () => {
  for (const { file, database } of [
    { file: 'sql/prisma.mjs', database: postgresBoats },
    { file: 'sql/prisma-sqlite.mjs', database: sqliteBoats },
  ]) {
    test(`${file}: operations of Prisma are spans that contain their statements`, async (t) => {
      const env = await database(t, file.replaceAll(/\W/g, '_'));
      if (typeof env === 'string') return t.skip(env);
      const app = await startApplication(t, file, { env });
      const line = (mark: string): string => getLine(file, mark);
      assert.deepEqual(await getSpans(app, 'select'), [
        ['Boat.findMany', undefined, line('select'), undefined],
        ['SELECT', 'Boat.findMany', line('select'), undefined],
      ]);
      assert.deepEqual(await getSpans(app, 'later'), [
        ['Boat.findUnique', undefined, line('later'), undefined],
        ['SELECT', 'Boat.findUnique', line('later'), undefined],
      ]);
      assert.deepEqual(await getSpans(app, 'extended'), [
        ['Boat.findFirst', undefined, line('extended'), undefined],
        ['SELECT', 'Boat.findFirst', line('extended'), undefined],
      ]);
      const [operation, statement] = await getSpans(app, 'taken');
      assert.deepEqual(operation, ['Boat.create', undefined, line('taken'), 'PrismaClientKnownRequestError P2002']);
      assert.deepEqual(statement!.slice(0, 3), ['INSERT', 'Boat.create', line('taken')]);
      assert.match(statement![3]!, /unique constraint/i);
      assert.deepEqual(await getSpans(app, 'invalid'), [
        ['Boat.findMany', undefined, line('invalid'), 'PrismaClientValidationError'],
      ]);
    });

    test(`${file}: statements of transactions have the lines of their operations`, async (t) => {
      const env = await database(t, file.replaceAll(/\W/g, '_'));
      if (typeof env === 'string') return t.skip(env);
      const app = await startApplication(t, file, { env });
      const line = (mark: string): string => getLine(file, mark);
      const interactive = await getSpans(app, 'interactive');
      assert.equal(interactive.at(-1)![0], 'COMMIT');
      assert.deepEqual(interactive.slice(0, -1), [
        ['BEGIN', undefined, line('interactive'), undefined],
        ['Boat.create', undefined, line('create'), undefined],
        ['INSERT', 'Boat.create', line('create'), undefined],
        ['Boat.delete', undefined, line('delete'), undefined],
        ['DELETE', 'Boat.delete', line('delete'), undefined],
      ]);
      const batch = line('batch');
      assert.deepEqual(await getSpans(app, 'batch'), [
        ['Boat.create', undefined, batch, undefined],
        ['Boat.delete', undefined, batch, undefined],
        ['BEGIN', undefined, batch, undefined],
        ['INSERT', undefined, batch, undefined],
        ['DELETE', undefined, batch, undefined],
        ['COMMIT', undefined, batch, undefined],
      ]);
    });

    // Prisma starts such operations of one turn of the event loop in the scope of the first one.
    test(`${file}: operations that find one row belong to the request that called them`, async (t) => {
      const env = await database(t, file.replaceAll(/\W/g, '_'));
      if (typeof env === 'string') return t.skip(env);
      const app = await startApplication(t, file, { env });
      await fetch(`${app.url}/select`);
      const first = fetch(`${app.url}/together?n=1`);
      const second = await fetch(`${app.url}/together?n=2`);
      const profiles = [await app.profileOf(await first), await app.profileOf(second)];
      assert.deepEqual(profiles.map(getStatements), [[1], [2]]);
    });
  }
});

/** Returns the name, the parent, the line and the error of each span of a request. Statements are named by their first word. */
async function getSpans(app: Application, path: string): Promise<readonly (readonly (string | undefined)[])[]> {
  const { data } = await app.profileOf(await fetch(`${app.url}/${path}`));
  const name = ({ kind, name: full }: Span): string => (kind === 'db' ? full.split(' ')[0]! : full);
  return data.spans
    .filter(({ kind, name }) => (kind === 'db' || kind === 'user') && !/^(?:Open a connection$|Load )/.test(name))
    .map((span) => {
      assert.ok(span.duration >= 0);
      const parent = data.spans.find(({ id }) => id === span.parent);
      return [name(span), parent && name(parent), String(span.details?.['caller']), span.error];
    });
}

/** Returns the first parameter of each statement. */
function getStatements({ data }: Profile): readonly unknown[] {
  return data.spans
    .filter(({ kind }) => kind === 'db')
    .map(({ details = {} }) => Number.parseInt(String((details['parameters'] as unknown[])[0]), 10));
}
