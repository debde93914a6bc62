import { readFileSync } from '../../core/builtins/file-system.ts';
import { registerHooks } from '../../core/builtins/optional-modules.ts';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf } from '../../core/http/problem.ts';
import { readPackageName } from '../../core/trace/query-caller.ts';
import { UNWATCHED_DATABASES } from '../work/bundled-databases.ts';
import { findLibrary } from './find-library.ts';
import type { FoundLibrary } from './find-library.ts';
import { guarded } from './guarded.ts';
import type { LoadedLibrary, Observers, WatchedFile } from './library-watch.ts';
import { LIBRARIES } from './libraries.ts';
import { watchCommonJs } from './watch-commonjs.ts';
import { JSON } from '../../core/builtins/globals.ts';

/**
 * Watches libraries that publish no diagnostics channel: when one of their files is loaded, by `import` or `require`, one
 * line is appended to it, which passes the library to its watcher, and calls of the watcher are added at the end of some
 * lines. The file on disk stays as it is.
 *
 * @param print called once with a line for the developer when a library cannot be watched
 * @returns a function that stops watching libraries that are not loaded yet
 */
export function installLoadHook(print: (problem: string) => void): () => void {
  const printed = new Set<string>();
  const report = (problem: string): void => {
    if (printed.has(problem)) return;
    printed.add(problem);
    print(problem);
  };
  const states: { [KEY]?: Receiver } = globalThis as never;
  states[KEY] = (index, library, value) => connect(index, library, value, report);
  const watched = (url: string): FoundLibrary | undefined => {
    const name = readPackageName(url);
    if (name !== undefined && UNWATCHED_DATABASES.has(name))
      report(`${name} is not watched, so its queries are not recorded: wrap them in span() of oriel`);
    const found = findLibrary(url);
    return found !== undefined && isTested(found, report) ? found : undefined;
  };
  const change = (found: FoundLibrary, source: string): string => {
    try {
      return source.includes(MARK) ? source : watchedSource(source, found);
    } catch (error) {
      report(`${found.library.name} ${found.version} is not watched: ${messageOf(error)}`);
      return source;
    }
  };
  const stopCommonJs = watchCommonJs((file) => {
    const found = file.includes('node_modules') ? watched(pathToFileURL(file).href) : undefined;
    return found && ((source) => change(found, source));
  });
  if (registerHooks === undefined || !canHookLoad(process.versions.node)) return stopCommonJs;
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const result = nextLoad(url, context);
      const found = watched(url);
      return found === undefined ? result : { ...result, source: change(found, sourceOf(url, result.source)) };
    },
  });
  return () => {
    hooks.deregister();
    stopCommonJs();
  };
}

/**
 * Returns whether this version of Node.js loads CommonJS files correctly while a load hook is registered. Before, `import`
 * of packages such as express fails: "request for './index.js' is not in cache".
 */
function canHookLoad(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 12) || (major === 22 && minor >= 23);
}

const MARK = "globalThis[Symbol.for('oriel.library')]";
const KEY = Symbol.for('oriel.library');

type Receiver = (index: number, library: LoadedLibrary, value: unknown) => Observers | undefined;

function isTested({ library, version }: FoundLibrary, report: (problem: string) => void): boolean {
  if (library.majors.includes(Number.parseInt(version, 10))) return true;
  report(`${library.name} ${version} is not watched (tested: ${library.tested})`);
  return false;
}

function sourceOf(url: string, source: unknown): string {
  if (typeof source === 'string') return source;
  if (source instanceof Uint8Array || source instanceof ArrayBuffer)
    return Buffer.from(source as Uint8Array).toString();
  // CommonJS files that `require` loads have no source here.
  return readFileSync(fileURLToPath(url), 'utf8');
}

function watchedSource(source: string, { index, root, version, fileOf }: FoundLibrary): string {
  const file = fileOf(source);
  if (file === undefined) return source;
  const { expression, calls, isBundle } = typeof file === 'string' ? { expression: file, calls: NO_CALLS } : file;
  const value = `${MARK}?.(${index}, ${JSON.stringify({ version, root })}, ${expression})`;
  if (calls.length === 0) return `${source}\n;${value};\n`;
  // A declaration with `var` exists from the first line on.
  return `${isBundle ? withCallsInCopies(source, calls) : withCalls(source, calls)}\n;var oriel$ = ${value};\n`;
}

function withCalls(source: string, calls: WatchedFile['calls']): string {
  const lines = source.split('\n');
  const trimmed = lines.map((line) => line.trim());
  for (const { line, call, condition } of calls) {
    if (line instanceof RegExp) {
      addToMatches(lines, trimmed, line, callText(call, condition));
      continue;
    }
    const texts = [line].flat();
    const at = trimmed.findIndex((each) => texts.includes(each));
    if (at < 0 || trimmed.includes(trimmed[at]!, at + 1)) throw new Error(`it has not one line "${texts[0]}"`);
    lines[at] += callText(call, condition);
  }
  return lines.join('\n');
}

function addToMatches(lines: string[], trimmed: readonly string[], pattern: RegExp, added: string): void {
  let count = 0;
  for (const [at, line] of trimmed.entries()) if (pattern.test(line) && ++count > 0) lines[at] += added;
  if (count === 0) throw new Error(`it has no line like ${String(pattern)}`);
}

// A bundler adds `$1` to names that it has used before.
function withCallsInCopies(source: string, calls: WatchedFile['calls']): string {
  const lines = source.split('\n');
  const trimmed = lines.map((line) => line.trim().replaceAll(/\$\d+\b/g, ''));
  for (const { line, call, condition } of calls) {
    const texts: readonly (string | RegExp)[] = [line].flat();
    if (!trimmed.some((each) => texts.includes(each)))
      throw new Error(lines.some(isMinified) ? 'its build is minified' : `it has no line "${texts[0]}"`);
    for (const [at, each] of trimmed.entries()) if (texts.includes(each)) lines[at] += callText(call, condition);
  }
  return lines.join('\n');
}

const isMinified = ({ length }: string): boolean => length > 5_000;

// A version without one of the names would otherwise throw into the application.
function callText(call: string, condition: string | undefined): string {
  return `;try { ${condition === undefined ? '' : `if (${condition}) `}oriel$?.${call}; } catch {}`;
}

const NO_CALLS: WatchedFile['calls'] = [];

// A watcher that throws must not keep the application from loading its library.
function connect(
  index: number,
  loaded: LoadedLibrary,
  value: unknown,
  report: (problem: string) => void,
): Observers | undefined {
  const library = LIBRARIES[index];
  if (library === undefined) return undefined;
  try {
    const observers = library.watch(value as never, loaded) as Observers | undefined;
    return observers && guardedObservers(observers, library.name);
  } catch (error) {
    report(`${library.name} is not watched: ${String(error)}`);
    return undefined;
  }
}

function guardedObservers(observers: Observers, library: string): Observers {
  const entries = Object.entries(observers).map(([name, observer]) => [
    name,
    (...args: never[]) => guarded(library, () => observer(...args)),
  ]);
  return Object.fromEntries(entries) as Observers;
}
