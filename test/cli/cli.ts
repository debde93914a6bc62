import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'src', 'cli', 'main.ts');

const LONGEST_WAIT = 30_000;

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the real command in a folder and waits for its end. */
export async function oriel(folder: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const started = startOriel(folder, words, env);
  const code = await started.ended;
  return { code, out: started.out(), err: started.err() };
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly out: () => string;
  readonly err: () => string;
  /** Waits until what was printed fits, and gives what fitted. */
  readonly prints: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** Starts the real command and leaves it running. */
export function startOriel(folder: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  return start(process.execPath, ['--conditions=oriel:source', MAIN, ...words], folder, env);
}

/** Starts any program, its output at hand. */
export function start(program: string, words: readonly string[], folder: string, env: NodeJS.ProcessEnv = {}): Started {
  // A test's own settings, and the variables of the test runner, are no business of the program.
  const {
    NODE_TEST_CONTEXT: _,
    NODE_OPTIONS: __,
    PORT: ___,
    HOST: ____,
    ORIEL_MODE: _____,
    ...inherited
  } = process.env;
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...inherited, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  const heard = (): void => waiting.forEach((look) => look());
  child.stdout.setEncoding('utf8').on('data', (text: string) => ((out += text), heard()));
  child.stderr.setEncoding('utf8').on('data', (text: string) => ((err += text), heard()));
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
      // A test that waits for ever tells nobody what was printed instead.
      setTimeout(() => reject(new Error(`It never printed ${pattern}:\n${out}${err}`)), LONGEST_WAIT).unref();
      void ended.then((code) =>
        reject(new Error(`It ended with code ${code} before it printed ${pattern}:\n${out}${err}`)),
      );
      look();
    });
  return { child, ended, out: () => out, err: () => err, prints };
}

/** Lets a program end with the test, whatever happened in it. */
export function endWith(test: TestContext, started: Started): Started {
  test.after(async () => {
    if (started.child.exitCode === null && started.child.signalCode === null) started.child.kill('SIGTERM');
    await started.ended;
  });
  return started;
}

/** A folder of its own for a test, with these files; `oriel` is installed there as in any project. */
export function project(test: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-cli-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'oriel'), 'dir');
  symlinkSync(join(ROOT, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'), 'dir');
  write(folder, { 'package.json': '{ "type": "module" }', ...files });
  return folder;
}

/** Writes files into a folder, making the folders between. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** A host with these routes. */
export function hostFile(routes: string, more = ''): string {
  return `import { defineHost, on, route } from 'oriel';\nexport default defineHost({\n  routes: [\n${routes}\n  ],\n${more}});\n`;
}

/** Three routes that the tests ask about. */
export const CITIES = hostFile(`    route('home', 'GET /', { handle: () => ({ hello: 'world' }) }),
    route('city', 'GET /cities/{id<\\\\d+>}', { handle: ({ params }) => ({ city: params.id }) }),
    route('add-city', 'POST /cities/', { handle: () => null }),`);
