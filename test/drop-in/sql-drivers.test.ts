import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';
import { getLine, getQueries } from './lib/sql-drivers.ts';
import { skipWithout } from './lib/skip-without.ts';
import { mariaBoats, postgresBoats, sqliteBoats } from './lib/sql-databases.ts';
import type { Cleanup } from './lib/sql-databases.ts';

interface Driver {
  readonly file: string;
  readonly database: (t: Cleanup, name: string) => Promise<Readonly<Record<string, string>> | string>;
  /** The database, as OpenTelemetry names it. */
  readonly system: string;
  /** The parameters of the statement of `/select`, as numbers; default `[1]`. */
  readonly parameters?: readonly number[];
  /** Its package, if only `npm run test:all` installs it. */
  readonly library?: string;
}

const PRISMA = '@prisma/client';

/** An application per driver. All have the same routes and run the same statements. */
const DRIVERS: readonly Driver[] = [
  { file: 'sql/pg.mjs', database: postgresBoats, system: 'postgresql' },
  { file: 'sql/mysql2.mjs', database: mariaBoats, system: 'mariadb' },
  { file: 'sql/mysql.mjs', database: mariaBoats, system: 'mariadb' },
  { file: 'sql/mariadb.mjs', database: mariaBoats, system: 'mariadb' },
  { file: 'sql/libsql.mjs', database: sqliteBoats, system: 'sqlite', library: '@libsql/client' },
  { file: 'sql/postgres.mjs', database: postgresBoats, system: 'postgresql' },
  { file: 'sql/knex.mjs', database: postgresBoats, system: 'postgresql' },
  { file: 'sql/kysely.mjs', database: postgresBoats, system: 'postgresql' },
  { file: 'sql/drizzle.mjs', database: postgresBoats, system: 'postgresql' },
  { file: 'sql/drizzle-sqlite.mjs', database: sqliteBoats, system: 'sqlite' },
  { file: 'sql/better-sqlite3.mjs', database: sqliteBoats, system: 'sqlite' },
  { file: 'sql/node-sqlite.mjs', database: sqliteBoats, system: 'sqlite' },
  { file: 'sql/prisma.mjs', database: postgresBoats, system: 'postgresql', parameters: [1, 0], library: PRISMA },
  { file: 'sql/prisma-sqlite.mjs', database: sqliteBoats, system: 'sqlite', parameters: [1, -1, 0], library: PRISMA },
];

for (const { file, database, system, parameters = [1], library } of DRIVERS)
  test(file, { skip: library !== undefined && skipWithout(library) }, async (t) => {
    const cleanUps: (() => unknown)[] = [];
    const context = { after: (cleanUp: () => unknown) => void cleanUps.push(cleanUp) };
    t.after(async () => {
      for (const cleanUp of cleanUps.toReversed()) await cleanUp();
    });
    const env = await database(context, file.replaceAll(/\W/g, '_'));
    if (typeof env === 'string') return t.skip(env);
    const apps = await Promise.all([
      startApplication(context, file, { env }),
      startApplication(context, file, { env, withoutRecorder: true }),
    ]);
    const check = (name: string, run: (recorded: Application, plain: Application) => Promise<void>) =>
      t.test(name, () => run(...apps));

    await check('statements are recorded with their rows, their error and the line of the application', async (app) => {
      const query = async (path: string) => getQueries(await app.profileOf(await fetch(`${app.url}/${path}`)));
      const [select, ...others] = await query('select');
      assert.equal(others.length, 0, 'recorded once');
      assert.match(select!.sql, /select .*name.* from \S*boats/is);
      assert.deepEqual([select!.rows, select!.error, select!.ended], [2, undefined, true]);
      assert.deepEqual(
        (select!.parameters as unknown[]).map((parameter) => Number.parseInt(String(parameter), 10)),
        parameters,
      );
      assert.equal(select!.caller, getLine(file, 'select'));
      assert.equal(select!.system, system);
      // Prisma may run them in a transaction.
      const update = (await query('update')).find(({ sql }) => /^update/i.test(sql));
      assert.deepEqual([update!.rows, update!.caller], [2, getLine(file, 'update')]);
      const [error] = await query('error');
      assert.match(error!.error!, /missing/);
      assert.equal(error!.caller, getLine(file, 'error'));
      assert.equal(error!.system, system);
      const secret = (await query('secret')).find(({ sql }) => /^update/i.test(sql));
      assert.ok((secret!.parameters as unknown[]).includes('•••'), JSON.stringify(secret));
      assert.ok(!JSON.stringify(secret).includes('hunter2'));
    });

    await check('repeated and slow queries are findings', async (app) => {
      const findings = async (path: string) =>
        (await app.profileOf(await fetch(`${app.url}/${path}`))).summary.findings;
      assert.ok((await findings('n1')).includes('n1'));
      assert.ok((await findings('slow')).includes('slow-query'));
    });

    await check('200 concurrent requests record their own statements only', async (app) => {
      const responses = await Promise.all(
        Array.from({ length: 200 }, async (_, n) => {
          const response = await fetch(`${app.url}/own?n=n${n}`);
          assert.deepEqual(await response.json(), [`n${n}`, `n${n}`]);
          return response;
        }),
      );
      for (const [n, response] of responses.entries()) {
        const profile = await app.profileOf(response);
        const queries = getQueries(profile);
        assert.deepEqual(
          queries.map(({ parameters, rows }) => [parameters, rows]),
          [
            [[`n${n}`], 1],
            [[`n${n}`], 1],
          ],
        );
        assert.deepEqual(
          profile.data.logs.map(({ message }) => message),
          [`own n${n}`],
        );
      }
    });

    await check('responses, errors and their stacks are the same without the recorder', async (app, plainApp) => {
      const routes = (await (await fetch(`${app.url}/routes`)).json()) as string[];
      assert.ok(routes.length > 5);
      for (const route of routes) {
        if (route === 'own' || route === 'unhandled') continue;
        const responses: unknown[] = [];
        for (const { url } of [app, plainApp]) responses.push(await (await fetch(`${url}/${route}`)).json());
        const [recorded, plain] = responses as [Answer, Answer];
        // The number of frames is limited, so the outermost ones may be missing.
        const frames = recorded?.stack?.split('\n').length;
        if (frames !== undefined && plain.stack !== undefined)
          plain.stack = plain.stack.split('\n').slice(0, frames).join('\n');
        assert.deepEqual(recorded, plain, route);
        assert.ok(frames === undefined || frames > 4, route);
      }
    });

    await check('a rejection that the application does not handle ends the process as before', async (...apps) => {
      const codes = await Promise.all(
        apps.map(async (app) => {
          await fetch(`${app.url}/unhandled`).catch(() => {});
          return [await app.ended(), /missing/.test(app.errors())];
        }),
      );
      for (const code of codes) assert.deepEqual(code, [1, true]);
    });
  });

interface Answer {
  stack?: string;
}
