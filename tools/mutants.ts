/**
 * Changes single behaviors of servers that other people publish on npm, records the same requests before and after each change,
 * and checks that the comparison of the profiles lists exactly what was changed: `npm run mutants [-- --seed 1] [--only json-server]
 * [--mutant text]`. Also compares requests of an unchanged server. Needs the npm registry and PostgreSQL.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../bench/lib/random.ts';
import { SqlProfileStorage } from '../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { compareProfiles } from '../packages/profiler/src/view/compare/comparison.ts';
import { readHeader } from '../test/applications/public-application.ts';
import { runApplication } from '../test/applications/run-application.ts';
import { freePort } from '../test/lib/free-port.ts';
import { describeDifference, findUnexpected } from '../test/mutants/describe-difference.ts';
import { editFiles } from '../test/mutants/edit-files.ts';
import { jsonServerMutants } from '../test/mutants/json-server-mutants.ts';
import { isRead } from '../test/mutants/mutated-application.ts';
import type { Edit, MutatedApplication, SessionRequest } from '../test/mutants/mutated-application.ts';
import { parseMutants } from '../test/mutants/parse-mutants.ts';
import { startUpstream } from '../test/mutants/upstream.ts';
import { RECORDER_OPTIONS, installApplication } from './lib/install-application.ts';

const APPLICATIONS: Readonly<Record<string, MutatedApplication>> = {
  'json-server': jsonServerMutants,
  parse: parseMutants,
};
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: Object.keys(APPLICATIONS).join(',') },
    mutant: { type: 'string', default: '' },
  },
});
// What differs in every request is known from so many sessions.
const SESSIONS = 4;

const upstream = await startUpstream();
let checked = 0;
let exact = 0;
try {
  for (const name of values.only.split(',')) await checkApplication(name, APPLICATIONS[name]!);
} finally {
  upstream.stop();
}
console.log(`${exact} of ${checked} are exact`);
process.exitCode = exact === checked ? 0 : 1;

async function checkApplication(name: string, application: MutatedApplication): Promise<void> {
  const random = new Random(Number(values.seed));
  const folder = installApplication(name, application.packages);
  const baseline = join(folder, 'mutants-baseline/profiler.sqlite');
  rmSync(join(folder, 'mutants-baseline'), { recursive: true, force: true });
  const session = application.createSession(random);
  const record = (store: string, requests: readonly SessionRequest[], edits: readonly Edit[] = []) =>
    recordSession(application, folder, store, requests, edits);
  const sessions: (readonly string[])[] = [];
  for (let count = 0; count < SESSIONS; count++) sessions.push(await record(baseline, session));
  const before = sessions.at(-1)!;
  console.log(`${application.name}, seed ${values.seed}`);
  await report('unchanged', 'the same requests after a restart', {
    ...{ folder, store: baseline, before: sessions.at(-2)!, after: before, session, expected: {} },
  });
  const reads = session.filter(isRead);
  const repeated = await record(
    baseline,
    reads.flatMap((read) => [read, read]),
  );
  await report('unchanged', 'the same requests in one process', {
    ...{ folder, store: baseline, session: reads, expected: {} },
    before: repeated.filter((_, index) => index % 2 === 0),
    after: repeated.filter((_, index) => index % 2 === 1),
  });
  for (const mutant of application.createMutants(random)) {
    if (!mutant.name.includes(values.mutant)) continue;
    const store = join(folder, 'mutants-changed/profiler.sqlite');
    rmSync(join(folder, 'mutants-changed'), { recursive: true, force: true });
    mkdirSync(join(folder, 'mutants-changed'));
    copyFileSync(baseline, store);
    const after = await record(store, session, mutant.edits);
    await report(mutant.kind, mutant.name, { folder, store, before, after, session, expected: mutant.expected });
  }
}

/** Runs the application with the recorder. @returns the tokens of the profiles */
async function recordSession(
  application: MutatedApplication,
  folder: string,
  store: string,
  session: readonly SessionRequest[],
  edits: readonly Edit[],
): Promise<readonly string[]> {
  let restore = (): void => {};
  const edited = {
    ...application,
    prepare: async () => {
      await application.prepare(folder);
      restore = editFiles(folder, edits);
    },
    start: (port: number) => application.start(port, upstream.url),
    ...{ session, variable: [], secrets: [] },
  };
  try {
    const responses = await runApplication(edited, folder, await freePort(), {
      args: RECORDER_OPTIONS,
      env: { ORIEL_PROFILER_FILE: store, ORIEL_PROFILER_PAUSE: '0' },
    });
    return responses.map((response) => readHeader(response, 'x-debug-token'));
  } finally {
    restore();
  }
}

interface Pairs {
  readonly folder: string;
  readonly store: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly session: readonly SessionRequest[];
  readonly expected: Readonly<Record<string, readonly string[]>>;
}

/** Compares the profiles of two sessions, and prints the lines that are missing or too many. */
async function report(kind: string, name: string, pairs: Pairs): Promise<void> {
  const { folder, store, before, after, session, expected } = pairs;
  const unknown = Object.keys(expected).find((key) => key !== '*' && session.every((request) => request.name !== key));
  if (unknown !== undefined) throw new Error(`No request is named ${unknown}`);
  const storage = new SqlProfileStorage({ file: store });
  const issues: string[] = [];
  let lines = 0;
  for (const [index, element] of session.entries()) {
    const [one, other] = [storage.read(before[index]!), storage.read(after[index]!)];
    if (one === undefined || other === undefined) {
      issues.push(`${element.name}: no profile`);
      continue;
    }
    const { differences } = await compareProfiles(storage, one, other, folder);
    const found = differences.map(describeDifference);
    const { missing, extra } = findUnexpected(found, expected[element.name] ?? expected['*'] ?? []);
    lines += found.length;
    issues.push(
      ...missing.map((line) => `${element.name}: missing ${line}`),
      ...extra.map((line) => `${element.name}: extra ${line}`),
    );
  }
  storage.close();
  checked++;
  if (issues.length === 0) exact++;
  console.log(`${issues.length === 0 ? '✓' : '✗'} ${kind}: ${name} (${session.length} requests, ${lines} differences)`);
  for (const issue of issues) console.log(`    ${issue}`);
}
