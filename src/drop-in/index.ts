import { messageOf } from '../core/http/problem.ts';
import { PAGES_PATH } from '../profiler/pages-path.ts';
import { parsePagesPath } from './pages/parse-pages-path.ts';
import { createProfilerHandler } from './pages/profiler-handler.ts';
import type { ProfilerHandler } from './pages/profiler-handler.ts';
import { DEFAULT_PAGES_URL, isSwitchedOff, readSettings, whyDisabled } from './settings.ts';
import type { RecorderSettings } from './settings.ts';
import { startRecording } from './start-recording.ts';
import type { ProcessRecorder } from './start-recording.ts';

const recorder = start();

/**
 * Returns a handler that serves the pages of the profiler below a path, on the port of the application. Importing
 * `oriel/profile` already records; this is for applications that cannot use `oriel profiler`. Where recording is disabled,
 * such as in production without `ORIEL_PROFILER_KEY`, the handler passes every request on.
 *
 * @param options the path of the pages
 * @returns a handler for `node:http`, Express and other frameworks with its signature
 * @throws {TypeError} if `path` is not a path of the pages
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { profiler } from 'oriel/profile';
 * const pages = profiler({ path: '/debug/profiler' });
 * const server = createServer((request, response) => {
 *   pages(request, response, () => response.end('hello'));
 * });
 * ```
 */
export function profiler({ path = PAGES_PATH }: ProfilerHandlerOptions = {}): ProfilerHandler {
  const checked = parsePagesPath(path);
  return recorder === undefined ? passOn : createProfilerHandler(recorder, checked);
}

/** Options of {@link profiler}. */
export interface ProfilerHandlerOptions {
  /**
   * The path of the pages, with the path at which the framework mounts the handler.
   *
   * @default '/_profiler'
   */
  readonly path?: string | undefined;
}

export { withProfile } from './jobs/with-profile.ts';
export type { ProfilerHandler } from './pages/profiler-handler.ts';

const passOn: ProfilerHandler = (_request, response, next) => {
  if (next) return next();
  response.statusCode = 404;
  response.end();
};

// An invalid setting must not keep the application from starting.
function start(): ProcessRecorder | undefined {
  const { env } = process;
  if (isSwitchedOff(env)) return undefined;
  try {
    const problem = whyDisabled(env);
    if (problem === undefined) return record(readSettings(env));
    print(`nothing is recorded: ${problem}`);
  } catch (error) {
    print(`nothing is recorded: ${messageOf(error)}`);
  }
  return undefined;
}

function record(settings: RecorderSettings): ProcessRecorder {
  const recorder = startRecording(settings, print);
  print(
    `recording requests of "${settings.application}"; "npx oriel profiler" shows them on ${settings.pagesUrl ?? DEFAULT_PAGES_URL}`,
  );
  return recorder;
}

function print(line: string): void {
  process.stderr.write(`oriel: ${line}\n`);
}
