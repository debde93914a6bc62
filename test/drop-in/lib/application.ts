import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { SqlProfileStorage } from '../../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import type { Profile } from '../../../packages/profiler/src/profile/profile.ts';

/** An application of a test, in a process of its own. */
export interface Application {
  readonly url: string;
  /** The file of its profiles. */
  readonly store: string;
  /** What it printed on its standard error. */
  readonly errors: () => string;
  /** What it printed on its standard output. */
  readonly output: () => string;
  /** Returns the profile of a response, once it is stored. */
  profileOf(response: Response): Promise<Profile>;
  /** Returns the profile with this token, once it is stored. */
  profile(token: string): Promise<Profile>;
  /** Returns all profiles, the oldest first, once there are at least `count`. */
  profiles(count: number): Promise<readonly Profile[]>;
  /** Waits for the end of the process. Returns its exit code. */
  ended(): Promise<number | null>;
}

export interface ApplicationOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Starts the application without the recorder. */
  readonly withoutRecorder?: boolean;
  /** The Node.js that runs it; default that of the test. */
  readonly node?: string;
  /** Its options. */
  readonly flags?: readonly string[];
  /** The working directory; default `test/drop-in/apps`. */
  readonly cwd?: string;
  /** Files of `test/drop-in/apps` that are imported after the recorder. */
  readonly imports?: readonly string[];
}

/** Starts `test/drop-in/apps/<file>` as a user does, with `node --import oriel/register`. It prints its port when it listens. */
export async function startApplication(
  t: Pick<TestContext, 'after'>,
  file: string,
  {
    env = {},
    withoutRecorder = false,
    imports = [],
    cwd = APPS,
    node = process.execPath,
    flags = [],
  }: ApplicationOptions = {},
): Promise<Application> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-drop-in-'));
  const store = join(folder, 'profiler.sqlite');
  const recorder = withoutRecorder ? [] : ['--import', 'oriel/register'];
  const faults = imports.flatMap((imported) => ['--import', join(APPS, imported)]);
  const source = process.env['ORIEL_TEST_PACKED'] === undefined ? ['--conditions=oriel:source'] : [];
  const child = spawn(node, [...flags, ...source, ...recorder, ...faults, join(APPS, file)], {
    cwd,
    // The machine of the tests may be busy, which would pause the recorder.
    env: {
      ...process.env,
      NODE_ENV: '',
      NODE_OPTIONS: '',
      ORIEL_PROFILER_FILE: store,
      ORIEL_PROFILER_PAUSE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  let storage: SqlProfileStorage | undefined;
  t.after(async () => {
    child.kill('SIGKILL');
    await exit;
    storage?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = (): SqlProfileStorage =>
    (storage ??= new SqlProfileStorage({ file: env['ORIEL_PROFILER_FILE'] ?? store }));
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const [, text] = LISTENING.exec((output += String(chunk))) ?? [];
      if (text !== undefined) resolve(Number(text));
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${errors}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    store: env['ORIEL_PROFILER_FILE'] ?? store,
    errors: () => errors,
    output: () => output,
    ended: () => exit,
    profile: (token) => eventually(() => open().read(token)),
    profileOf: (response) => eventually(() => open().read(response.headers.get('x-debug-token') ?? '')),
    profiles: (count) =>
      eventually(() => {
        const tokens = allTokens(open());
        return tokens.length < count ? undefined : tokens.map((token) => open().read(token)!);
      }),
  };
}

// `next start` prints a URL.
const LISTENING = /^(?:listening on | *- Local: +http:\/\/[\w.]+:)(\d+)$/m;
const OLDEST_FIRST = { terms: [], sort: { by: 'time', descending: false }, limit: 1000 } as const;

// A search that takes long stops, with the cursor of the rest.
function allTokens(storage: SqlProfileStorage, cursor?: string): readonly string[] {
  const { rows, next } = storage.find({ ...OLDEST_FIRST, cursor });
  const tokens = rows.map(({ token }) => token);
  return next === undefined ? tokens : [...tokens, ...allTokens(storage, next)];
}

/** Another folder runs the applications with other versions of their frameworks; see tools/compatibility.ts. */
export const APPS = process.env['ORIEL_TEST_APPLICATIONS'] ?? join(import.meta.dirname, '../apps');

/** Repeats `read` until it returns a value. Profiles are written a moment after the response. */
export async function eventually<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(20)) {
    const value = await read();
    if (value !== undefined) return value;
  }
  throw new Error('The value did not appear within 10 s');
}
