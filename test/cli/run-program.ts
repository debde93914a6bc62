import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const HOST = join(ROOT, 'packages/host/src/cli/main.ts');
const PROFILER = join(ROOT, 'packages/profiler/src/cli/main.ts');
const FUZZ = join(ROOT, 'packages/fuzz/src/main.ts');

// Several workers that start on a machine with other load take more than half a minute.
const TIMEOUT_MS = 120_000;

/** The exit code and the output of a program. */
export interface ExitResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `oriel-host` in a folder and waits until it exits. */
export async function runOrielHost(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ExitResult> {
  return await getResult(startSource(HOST, folder, args, env));
}

/** Runs `oriel` in a folder and waits until it exits. */
export async function runOriel(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ExitResult> {
  return await getResult(startSource(PROFILER, folder, args, env));
}

/** Runs `oriel-fuzz` in a folder and waits until it exits. */
export async function runOrielFuzz(folder: string, args: readonly string[]): Promise<ExitResult> {
  return await getResult(startSource(FUZZ, folder, args));
}

async function getResult({ exitCode, out, err }: RunningProcess): Promise<ExitResult> {
  const code = await exitCode;
  return { code, out: out(), err: err() };
}

/** A running program and its output. */
export interface RunningProcess {
  readonly child: ChildProcess;
  readonly exitCode: Promise<number | null>;
  readonly out: () => string;
  readonly err: () => string;
  /** Waits until the output matches the pattern and resolves with the match. */
  readonly waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** Starts `oriel-host` without waiting until it exits. */
export function startOrielHost(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  hasOwnGroup = false,
): RunningProcess {
  return startSource(HOST, folder, args, env, hasOwnGroup);
}

/** Starts `oriel` without waiting until it exits. */
export function startOriel(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningProcess {
  return startSource(PROFILER, folder, args, env);
}

function startSource(
  main: string,
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  hasOwnGroup = false,
): RunningProcess {
  return start(process.execPath, ['--conditions=oriel:source', main, ...args], folder, env, hasOwnGroup);
}

/** Starts a program and collects its output. */
export function start(
  program: string,
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = {},
  hasOwnGroup = false,
): RunningProcess {
  // The program must not inherit variables of the test or the test runner.
  const {
    NODE_TEST_CONTEXT: _,
    NODE_OPTIONS: __,
    PORT: ___,
    HOST: ____,
    ORIEL_MODE: _____,
    ...inherited
  } = process.env;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...inherited, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasOwnGroup,
  });
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  const checkWaiting = (): void => waiting.forEach((check) => check());
  child.stdout.setEncoding('utf8').on('data', (text: string) => ((out += text), checkWaiting()));
  child.stderr.setEncoding('utf8').on('data', (text: string) => ((err += text), checkWaiting()));
  const exitCode = new Promise<number | null>((resolve) => child.on('close', resolve));
  const waitForOutput = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = pattern.exec(out + err);
        if (!found) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      // Without a timeout, a test that waits forever would not report the output.
      setTimeout(
        () => reject(new Error(`The program did not print ${pattern} in time:\n${out}${err}`)),
        TIMEOUT_MS,
      ).unref();
      void exitCode.then((code) =>
        reject(new Error(`The program exited with code ${code} before it printed ${pattern}:\n${out}${err}`)),
      );
      check();
    });
  return { child, exitCode, out: () => out, err: () => err, waitForOutput };
}

const programs = new WeakMap<TestContext, RunningProcess[]>();

/** Stops a program when the test ends. */
export function stopAfter(test: TestContext, running: RunningProcess): RunningProcess {
  const started = programs.get(test) ?? [];
  programs.set(test, [...started, running]);
  test.after(() => stopPrograms(test));
  return running;
}

async function stopPrograms(test: TestContext): Promise<void> {
  for (const { child, exitCode } of programs.get(test) ?? []) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exitCode;
  }
}

/** Creates a temporary project folder with these files, in which the host and `zod` are installed. */
export function createProject(test: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-cli-'));
  test.after(async () => {
    // A program that writes into the folder while it is removed makes this fail, and the program would not be stopped.
    await stopPrograms(test);
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['oriel', 'oriel-core', 'oriel-host'])
    symlinkSync(realpathSync(join(ROOT, 'node_modules', name)), join(folder, 'node_modules', name), 'dir');
  symlinkSync(join(ROOT, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'), 'dir');
  writeFiles(folder, { 'package.json': '{ "type": "module" }', ...files });
  return folder;
}

/** Writes files into a folder and creates missing subfolders. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Returns a host file with these routes. */
export function hostFile(routes: string, more = ''): string {
  return `import { defineHost, on, route } from 'oriel-host';\nexport default defineHost({\n  routes: [\n${routes}\n  ],\n${more}});\n`;
}

/** A host file with three routes. */
export const CITIES = hostFile(`    route('home', 'GET /', { handle: () => ({ hello: 'world' }) }),
    route('city', 'GET /cities/{id<\\\\d+>}', { handle: ({ params }) => ({ city: params.id }) }),
    route('add-city', 'POST /cities/', { handle: () => null }),`);
