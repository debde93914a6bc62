import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'src', 'cli', 'main.ts');

const TIMEOUT_MS = 30_000;

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the `oriel` command in a folder and waits until it exits. */
export async function oriel(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const started = startOriel(folder, args, env);
  const code = await started.ended;
  return { code, out: started.out(), err: started.err() };
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly out: () => string;
  readonly err: () => string;
  /** Waits until the output matches the pattern and resolves with the match. */
  readonly prints: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** Starts the `oriel` command without waiting until it exits. */
export function startOriel(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  return start(process.execPath, ['--conditions=oriel:source', MAIN, ...args], folder, env);
}

/** Starts a program and collects its output. */
export function start(program: string, args: readonly string[], folder: string, env: NodeJS.ProcessEnv = {}): Started {
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
  });
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  const checkWaiting = (): void => waiting.forEach((look) => look());
  child.stdout.setEncoding('utf8').on('data', (text: string) => ((out += text), checkWaiting()));
  child.stderr.setEncoding('utf8').on('data', (text: string) => ((err += text), checkWaiting()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const prints = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(out + err);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      // Without a timeout, a test that waits forever would not report the output.
      setTimeout(() => reject(new Error(`It never printed ${pattern}:\n${out}${err}`)), TIMEOUT_MS).unref();
      void ended.then((code) =>
        reject(new Error(`It ended with code ${code} before it printed ${pattern}:\n${out}${err}`)),
      );
      look();
    });
  return { child, ended, out: () => out, err: () => err, prints };
}

/** Stops a program when the test ends. */
export function endWith(test: TestContext, started: Started): Started {
  test.after(async () => {
    if (started.child.exitCode === null && started.child.signalCode === null) started.child.kill('SIGTERM');
    await started.ended;
  });
  return started;
}

/** Creates a temporary project folder with these files, in which `oriel` and `zod` are installed. */
export function project(test: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-cli-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'oriel'), 'dir');
  symlinkSync(join(ROOT, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'), 'dir');
  write(folder, { 'package.json': '{ "type": "module" }', ...files });
  return folder;
}

/** Writes files into a folder and creates missing subfolders. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Returns a host file with these routes. */
export function hostFile(routes: string, more = ''): string {
  return `import { defineHost, on, route } from 'oriel';\nexport default defineHost({\n  routes: [\n${routes}\n  ],\n${more}});\n`;
}

/** A host file with three routes. */
export const CITIES = hostFile(`    route('home', 'GET /', { handle: () => ({ hello: 'world' }) }),
    route('city', 'GET /cities/{id<\\\\d+>}', { handle: ({ params }) => ({ city: params.id }) }),
    route('add-city', 'POST /cities/', { handle: () => null }),`);
