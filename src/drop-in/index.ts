import { messageOf } from '../core/http/problem.ts';
import { PAGES_PATH } from '../profiler/pages-path.ts';
import { parsePagesPath } from './pages/parse-pages-path.ts';
import { createProfilerHandler } from './pages/profiler-handler.ts';
import type { ProfilerHandler } from './pages/profiler-handler.ts';
import { isMainThread } from 'node:worker_threads';
import { findMissingFeature } from './check-runtime.ts';
import { withProfile } from './jobs/with-profile.ts';
import { print } from './print.ts';
import { isSwitchedOff, readSettings, whyDisabled } from './settings.ts';
import { otherRecorder, shareRecorder } from './shared-recorder.ts';
import { startRecording } from './start-recording.ts';
import type { ProcessRecorder } from './start-recording.ts';

// Another copy of the package may have been loaded before.
const recorder = otherRecorder() === undefined ? start() : undefined;

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
  const other = otherRecorder();
  if (other !== undefined) return other.profiler({ path });
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

// Neither an invalid setting nor an old version of Node.js must keep the application from starting.
function start(): ProcessRecorder | undefined {
  shareRecorder({ profiler, withProfile });
  const { env } = process;
  if (isSwitchedOff(env)) return undefined;
  try {
    const problem = whyDisabled(env) ?? findMissingFeature(env['ORIEL_PROFILER_FILE']);
    if (problem === undefined) return startRecording(readSettings(env), import.meta.url);
    refuse(problem);
  } catch (error) {
    refuse(messageOf(error));
  }
  return undefined;
}

function refuse(problem: string): void {
  if (isMainThread) print(`nothing is recorded: ${problem}`);
}
