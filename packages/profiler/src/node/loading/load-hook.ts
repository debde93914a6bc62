import { readFileSync, JSON } from 'oriel-core/builtins';
import { registerHooks } from '../../optional-modules.ts';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getMessage } from 'oriel-core/http';
import { readPackageName } from 'oriel-core/trace';
import { UNWATCHED_DATABASES } from '../work/bundled-databases.ts';
import { findLibrary } from './find-library.ts';
import type { FoundLibrary } from './find-library.ts';
import { insertCalls } from './insert-calls.ts';
import { guarded } from './guarded.ts';
import type { LoadedLibrary, Observers } from './library-watch.ts';
import { LIBRARIES } from './libraries.ts';
import Module from 'node:module';

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
  const change = (found: FoundLibrary, source: string, url: string): string => {
    try {
      return source.includes(MARK) ? source : watchedSource(source, found);
    } catch (error) {
      const cause = isChanged(source, url) ? CHANGED_BEFORE : getMessage(error);
      report(`${`${found.library.name} ${found.version}`.trim()} is not watched: ${cause}`);
      return source;
    }
  };
  const stopCommonJs = watchCommonJs((file) => {
    const url = file.includes('node_modules') ? pathToFileURL(file).href : undefined;
    const found = url === undefined ? undefined : watched(url);
    return found && ((source) => change(found, source, url!));
  });
  if (registerHooks === undefined || !canHookLoad(process.versions.node)) return stopCommonJs;
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const result = nextLoad(url, context);
      const found = watched(url);
      if (found === undefined) return result;
      const source = getSource(url, result.source);
      const changed = change(found, source, url);
      return changed === source ? result : { ...result, source: changed };
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
  if (version === '' || library.majors.includes(Number.parseInt(version, 10))) return true;
  report(`${library.name} ${version} is not watched (tested: ${library.tested})`);
  return false;
}

// A tracer or another tool that transforms sources, whose hook was registered before.
function isChanged(source: string, url: string): boolean {
  try {
    return readFileSync(fileURLToPath(url), 'utf8') !== source;
  } catch {
    return false;
  }
}

const CHANGED_BEFORE =
  'another tool, such as a tracer, has changed its source; load oriel/register before it, as the first --import';

function getSource(url: string, source: unknown): string {
  if (typeof source === 'string') return source;
  if (source instanceof Uint8Array || source instanceof ArrayBuffer)
    return Buffer.from(source as Uint8Array).toString();
  // CommonJS files that `require` loads have no source here.
  return readFileSync(fileURLToPath(url), 'utf8');
}

function watchedSource(source: string, { index, root, version, fileOf }: FoundLibrary): string {
  const file = fileOf(source);
  if (file === undefined) return source;
  const expression = typeof file === 'string' ? file : '{}';
  const value = `${MARK}?.(${index}, ${JSON.stringify({ version, root })}, ${expression})`;
  if (typeof file === 'string') return `${source}\n;${value};\n`;
  // A declaration with `var` exists from the first line on.
  return `${insertCalls(source, file.calls, file.isBundle === true)}\n;var oriel$ = ${value};\n`;
}

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

/**
 * Changes the source of CommonJS files before they are compiled. Hooks of `module.registerHooks` do not see files that
 * tools such as tsx read themselves.
 *
 * @param find returns a function that changes the source of a file, or undefined if the file is to stay as it is
 * @returns a function that stops it
 */
function watchCommonJs(find: (file: string) => ((source: string) => string) | undefined): () => void {
  const prototype = Module.prototype as unknown as Compiled;
  let compile = prototype._compile;
  const define = (of: Compiled, value: Compile): void =>
    void Object.defineProperty(of, '_compile', { configurable: true, enumerable: true, writable: true, value });
  // Only the files of watched libraries get another function, so no frame is added to stacks of the application.
  Object.defineProperty(prototype, '_compile', {
    configurable: true,
    enumerable: true,
    get(this: Compiled) {
      const change = typeof this.filename === 'string' ? find(this.filename) : undefined;
      if (change === undefined) return compile;
      return function (this: Compiled, source: string, ...rest: unknown[]): unknown {
        return compile.call(this, change(source), ...rest);
      };
    },
    // Tools replace it for all modules, or for one.
    set(this: Compiled, value: Compile) {
      if (this === prototype) compile = value;
      else define(this, value);
    },
  });
  return () => define(prototype, compile);
}

type Compile = (this: Compiled, source: string, ...rest: unknown[]) => unknown;

interface Compiled {
  readonly filename?: unknown;
  _compile: Compile;
}
