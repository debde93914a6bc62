import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../lib/source-files.ts';
import type { Mutant } from './mutants.ts';

/** A change of a file of the project. */
export interface Change extends Mutant {
  readonly file: string;
}

/**
 * Loads the modules of the project again for each run, so that no state of a module remains, with one file changed.
 * Each run has a folder of links to the project and its own URLs. It needs `--preserve-symlinks`.
 */
export function loadModulesAgain(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'node:test' && partsOf(context.parentURL ?? '')
        ? { url: TEST_RUNNER, shortCircuit: true }
        : next(specifier, context),
    load(url, context, next) {
      const file = url.endsWith('.ts') ? partsOf(url)?.file : undefined;
      if (file === undefined) return next(url, context);
      return { format: 'module', source: sourceOf(file), shortCircuit: true };
    },
  });
}

/** Imports a file of the project, with its own copy of all modules. */
export async function importAgain(file: string, run: number, change: Change | undefined): Promise<unknown> {
  const folder = join(RUNS, String(run));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(ROOT)) if (!NOT_LINKED.has(name)) symlinkSync(join(ROOT, name), join(folder, name));
  changed = change;
  return import(pathToFileURL(join(folder, file)).href);
}

/** Removes the folder of a run. */
export function removeRun(run: number): void {
  rmSync(join(RUNS, String(run)), { recursive: true, force: true });
}

/** Returns the folder for the runs of a process. */
export function runsOf(pid: number): string {
  return join(ROOT, 'var/mutation/runs', String(pid));
}

/** Returns the run and the path in the project of a URL, and undefined for other modules. */
export function partsOf(url: string): { readonly file: string; readonly run: number } | undefined {
  if (!url.startsWith(RUNS_URL)) return undefined;
  const at = url.indexOf('/', RUNS_URL.length);
  return { file: url.slice(at + 1), run: Number(url.slice(RUNS_URL.length, at)) };
}

const RUNS = runsOf(process.pid);
const RUNS_URL = `${pathToFileURL(RUNS).href}/`;
const TEST_RUNNER = new URL('./test-runner.ts', import.meta.url).href;
const NOT_LINKED = new Set(['.git', 'node_modules', 'var', 'dist']);
const sources = new Map<string, string>();
let changed: Change | undefined;

function sourceOf(file: string): string {
  let source = sources.get(file);
  if (source === undefined) sources.set(file, (source = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'))));
  if (file !== changed?.file) return source;
  return source.slice(0, changed.start) + changed.text + source.slice(changed.end);
}
