import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { eventually, startApplication } from './lib/application.ts';
import type { Application, ApplicationOptions } from './lib/application.ts';
import { comparable, requestText, sendRaw } from './lib/raw-http.ts';
import { skipWithout } from './lib/skip-without.ts';
import { mariaBoats, postgresBoats, sqliteBoats } from './lib/sql-databases.ts';

const PATHS = ['/hello', '/chunks', '/gzip', '/none', '/empty'];
const NEEDS_MOUNT = { skip: (process.getuid?.() !== 0 || process.platform !== 'linux') && 'needs a mount' };

describe('every request is answered as without the recorder, and one line is printed, if the store', () => {
  test('is in a read-only folder', NEEDS_MOUNT, async (t) => {
    const file = join(mounted(t, 'size=1m,ro'), 'profiler.sqlite');
    const [plain, recorded] = await startBoth(t, { env: { ORIEL_PROFILER_FILE: file } });
    await sameAnswers(plain, recorded, 20);
    await assertLine(recorded, /Profiles are not being stored: the store is read-only/);
  });

  test('is full', NEEDS_MOUNT, async (t) => {
    const folder = mounted(t, 'size=2m');
    const [plain, recorded] = await startBoth(t, { env: { ORIEL_PROFILER_FILE: join(folder, 'profiler.sqlite') } });
    await sameAnswers(plain, recorded, 1);
    await recorded.profiles(1);
    assert.throws(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(4_000_000)), { code: 'ENOSPC' });
    for (let round = 0; round < 20 && getLines(recorded).length === 0; round++) await sameAnswers(plain, recorded, 20);
    await sameAnswers(plain, recorded, 20);
    await assertLine(recorded, /Profiles are not being stored: no space is left on the disk/);
  });

  test('is below a file instead of a folder', async (t) => {
    const file = join(temporaryFolder(t), 'file', 'profiler.sqlite');
    writeFileSync(dirname(file), 'a file');
    const [plain, recorded] = await startBoth(t, { env: { ORIEL_PROFILER_FILE: file } });
    await sameAnswers(plain, recorded, 20);
    await assertLine(recorded, /Profiles are not being stored: the store cannot be opened/);
  });

  test('is locked by another process, and what happened meanwhile is stored afterwards', async (t) => {
    const file = join(temporaryFolder(t), 'profiler.sqlite');
    const [plain, recorded] = await startBoth(t, { env: { ORIEL_PROFILER_FILE: file } });
    await sameAnswers(plain, recorded, 1);
    await recorded.profiles(PATHS.length);
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    await eventually(async () => {
      await sameAnswers(plain, recorded, 1);
      return getLines(recorded).length > 0 ? true : undefined;
    });
    other.exec('rollback');
    other.close();
    await sameAnswers(plain, recorded, 1);
    await recorded.profiles(PATHS.length * 3);
    await assertLine(recorded, /Profiles are not being stored: another process has locked the store/);
  });
});

test('a store that is deleted while the application runs is created again, and one line is printed', async (t) => {
  const file = join(temporaryFolder(t), 'profiler.sqlite');
  const [plain, recorded] = await startBoth(t, { env: { ORIEL_PROFILER_FILE: file } });
  await sameAnswers(plain, recorded, 1);
  await sleep(100);
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  await sleep(300);
  await sameAnswers(plain, recorded, 1);
  assert.ok((await recorded.profiles(1)).length > 0);
  await assertLine(recorded, /The store of profiles was deleted or replaced, and its profiles with it/);
});

for (const framework of ['express-5.mjs', 'express-4.mjs', 'fastify-5.mjs', 'connect.mjs'])
  test(`watchers that throw do not change what ${framework} answers, and print one line for each library`, async (t) => {
    const file = `frameworks/${framework}`;
    const [plain, recorded] = await startBoth(t, { imports: ['faults/throwing-watchers.ts'] }, file);
    const paths = ['/hello', '/users/7', '/throw', '/teapot', '/missing', '/account'];
    await sameAnswers(plain, recorded, 3, paths);
    const lines = getLines(recorded).filter((line) => line.startsWith('oriel: '));
    assert.ok(lines.length > 0 && new Set(lines).size === lines.length, lines.join('\n'));
    for (const line of lines) assert.match(line, /^oriel: a watcher of [\w-]+ failed: planned: watcher$/);
    assert.equal((await recorded.profiles(3 * paths.length)).length, 3 * paths.length);
  });

for (const { file, database, libraries } of [
  { file: 'sql/pg.mjs', database: postgresBoats, libraries: ['pg'] },
  { file: 'sql/postgres.mjs', database: postgresBoats, libraries: ['postgres'] },
  { file: 'sql/mysql2.mjs', database: mariaBoats, libraries: ['mysql2'] },
  { file: 'sql/better-sqlite3.mjs', database: sqliteBoats, libraries: ['SQLite'] },
  { file: 'sql/prisma-sqlite.mjs', database: sqliteBoats, libraries: ['@prisma/client', 'SQLite'] },
]) {
  const skip = libraries[0] === '@prisma/client' && skipWithout('@prisma/client');
  test(
    `watchers that throw do not change what ${file} answers, and print one line for each library`,
    { skip },
    async (t) => {
      const env = await database(t, `throwing_${file.replaceAll(/\W/g, '_')}`);
      if (typeof env === 'string') return t.skip(env);
      const options = { env, imports: ['faults/throwing-drivers.ts'] };
      const [plain, recorded] = await startBoth(t, options, file);
      const paths = ['/select', '/update', '/error'];
      await sameAnswers(plain, recorded, 3, paths);
      assert.deepEqual(
        getLines(recorded).toSorted(),
        libraries.map((name) => `oriel: a watcher of ${name} failed: planned: watcher`),
      );
      assert.equal((await recorded.profiles(3 * paths.length)).length, 3 * paths.length);
    },
  );
}

test('a recorder that throws stops, and the application goes on without it', async (t) => {
  const [plain, recorded] = await startBoth(t, { imports: ['faults/throwing-recorder.ts'] });
  await sameAnswers(plain, recorded, 3);
  await assertLine(recorded, /recording stopped, because the recorder failed: planned: recorder$/);
  assert.equal((await fetch(`${recorded.url}/hello`)).headers.get('x-debug-token'), null);
});

test('a library of an unknown version works, and one line names the versions that were tested', async (t) => {
  const env = { FAKE_PACKAGES: temporaryFolder(t) };
  const [plain, recorded] = await startBoth(t, { env }, 'faults/unknown-version.mjs');
  await sameAnswers(plain, recorded, 3, ['/hello', '/none']);
  await assertLine(recorded, /^oriel: connect 99\.0\.0 is not watched \(tested: 3\.6–3\.7\)$/);
  const [profile] = await recorded.profiles(1);
  assert.equal(profile!.data.framework?.name, 'node:http');
});

test('a driver of an unknown version works, and one line names the versions that were tested', async (t) => {
  const env = { ...(await sqliteBoats(t)), FAKE_PACKAGES: temporaryFolder(t) };
  const [plain, recorded] = await startBoth(t, { env }, 'faults/unknown-driver.mjs');
  const answers = await Promise.all(
    [plain, recorded].map(async ({ url }) => [
      await (await fetch(`${url}/select`)).text(),
      ((await (await fetch(`${url}/missing`)).json()) as Error).message,
    ]),
  );
  assert.match(answers[0]![0]!, /Vellamo/);
  assert.deepEqual(answers[1], answers[0]);
  await assertLine(recorded, /^oriel: better-sqlite3 99\.0\.0 is not watched \(tested: [^)]+\)$/);
  for (const profile of await recorded.profiles(2)) assert.equal(profile.summary.dbCount, 0);
});

test('an invalid setting is reported, and the application starts without the recorder', async (t) => {
  for (const [name, value] of [
    ['ORIEL_PROFILER_PAUSE', '3 fortnights'],
    ['ORIEL_PROFILER_BODY_CAP', 'much'],
    ['ORIEL_PROFILER_KEY', 'too short'],
    ['ORIEL_PROFILER_URL', 'javascript:alert(1)'],
    ['ORIEL_PROFILER_URL', 'localhost'],
  ] as const) {
    const app = await startApplication(t, 'node-http.ts', { env: { [name]: value } });
    assert.equal((await fetch(`${app.url}/hello`)).headers.get('x-debug-token'), null);
    assert.match(
      app.errors(),
      new RegExp(`^oriel: nothing is recorded: ${name} [^\\n]*(?:expected|use at least)[^\\n]*\\n$`),
    );
    assert.equal(app.errors().trim().split('\n').length, 1);
  }
});

test('recording pauses while the event loop is overloaded, resumes, and the next profile states the gap', async (t) => {
  const env = { ORIEL_PROFILER_PAUSE: '100 ms' };
  const app = await startApplication(t, 'faults/busy.mjs', { env });
  const block = async (ms: number): Promise<boolean> => {
    const response = await fetch(`${app.url}/block?ms=${ms}`);
    assert.equal(await response.text(), 'done');
    return response.headers.has('x-debug-token');
  };
  assert.equal(await block(0), true);
  // Each turn of the event loop takes as long as one of these requests.
  await eventually(async () => ((await block(250)) ? undefined : true));
  assert.equal(await block(0), false);
  await eventually(async () => ((await block(0)) ? true : undefined));
  const [marked] = await eventually(async () => {
    const found = (await app.profiles(2)).filter(({ summary }) => summary.findings.includes('recording-paused'));
    return found.length > 0 ? found : undefined;
  });
  assert.ok(marked!.data.pause!.requests >= 2);
  await assertLine(app, /^oriel: recording pauses until the event loop is less busy/);
});

/** Starts an application without and with the recorder. */
async function startBoth(
  t: TestContext,
  options: ApplicationOptions,
  file = 'node-http.ts',
): Promise<[plain: Application, recorded: Application]> {
  return await Promise.all([
    startApplication(t, file, { ...options, withoutRecorder: true, imports: [] }),
    startApplication(t, file, options),
  ]);
}

async function sameAnswers(plain: Application, recorded: Application, rounds: number, paths = PATHS): Promise<void> {
  const expected = new Map<string, string>();
  for (const path of paths) expected.set(path, comparable(await sendRaw(plain.url, bytesFor(path))));
  for (let round = 0; round < rounds; round++)
    for (const path of paths)
      assert.equal(comparable(await sendRaw(recorded.url, bytesFor(path))), expected.get(path), path);
}

function bytesFor(path: string): string {
  return requestText({ method: 'GET', path });
}

/** Returns the lines on the standard error, without the one that the first listening server prints. */
function getLines(app: Application): readonly string[] {
  const lines = app.errors().split('\n').slice(0, -1);
  return lines.filter((line) => !line.startsWith('oriel: recording requests of '));
}

async function assertLine(app: Application, line: RegExp): Promise<void> {
  await eventually(() => (getLines(app).length > 0 ? true : undefined));
  assert.equal(getLines(app).length, 1, app.errors());
  assert.match(getLines(app)[0]!, line);
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-failures-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a folder with a small file system of its own. */
function mounted(t: TestContext, options: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  t.after(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
