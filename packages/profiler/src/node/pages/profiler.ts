import { PAGES_PATH } from '../../view/pages-path.ts';
import { sharedRecorder } from '../shared-recorder.ts';
import { parsePagesPath } from './parse-pages-path.ts';
import { passOn } from './pass-on.ts';
import type { ProfilerHandler } from './profiler-handler.ts';

/**
 * Returns a handler that serves the pages of the profiler below a path, on the port of the application. This is for applications
 * that cannot use `npx oriel`. Where nothing is recorded, such as without `--import oriel/register`, or in production without
 * `ORIEL_PROFILER_KEY`, the handler passes every request on.
 *
 * @param options the path of the pages
 * @returns a handler for `node:http`, Express and other frameworks with its signature
 * @throws {TypeError} if `path` is not a path of the pages
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { profiler } from 'oriel';
 * const pages = profiler({ path: '/debug/profiler' });
 * const server = createServer((request, response) => {
 *   pages(request, response, () => response.end('hello'));
 * });
 * ```
 */
export function profiler({ path = PAGES_PATH }: ProfilerHandlerOptions = {}): ProfilerHandler {
  const checked = parsePagesPath(path);
  return sharedRecorder()?.profiler(checked) ?? passOn;
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
