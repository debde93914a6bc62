import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseTarget } from 'oriel-core/http';
import { addressKey, NodeHeaders } from 'oriel-core/node';
import { ProfilerAccess } from '../../view/pages/access/profiler-access.ts';
import type { PagesServer } from '../../view/serve.ts';
import type { ProcessRecorder } from '../start-recording.ts';
import { isBelow } from './profile-urls.ts';

/** A handler for `node:http` and frameworks with its signature: Express, Connect, Polka, Koa's and Fastify's raw objects. */
export type ProfilerHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/**
 * Serves the pages below a path on the port of the application. Requests for other paths are passed to `next`. The
 * requests for pages are not recorded.
 */
export function createProfilerHandler(recorder: ProcessRecorder, path: string): ProfilerHandler {
  recorder.embedPagesAt(path);
  const isAdmitted = createAdmission(recorder);
  let pages: Promise<PagesServer> | undefined;
  return (request, response, next) => {
    const url = (request as { originalUrl?: string }).originalUrl ?? request.url ?? '';
    if (!isBelow(url, path) || !isAdmitted(request, url)) {
      if (next) return next();
      response.statusCode = 404;
      return void response.end();
    }
    pages ??= createPages(recorder, path);
    pages.then(
      (created) => {
        // Express removes the path that a handler is mounted at.
        request.url = url;
        created.serve(request, response);
      },
      (error: unknown) => response.destroy(error as Error),
    );
  };
}

// In production, other clients must not notice the pages, by any status or text: their requests are those of the application.
function createAdmission({
  settings: { key, keyOnly },
}: ProcessRecorder): (request: IncomingMessage, url: string) => boolean {
  if (!keyOnly) return () => true;
  const access = new ProfilerAccess({ key, keyOnly, addressKey });
  return (request, url) =>
    access.isAdmitted({ headers: new NodeHeaders(request, true), query: parseTarget(url).query });
}

// The pages are loaded with the first one, because most processes only record.
async function createPages(recorder: ProcessRecorder, path: string): Promise<PagesServer> {
  const { PagesServer } = await import('../../view/serve.ts');
  const { settings } = recorder;
  const {
    storage,
    recorder: { queue, profiler, exporter },
  } = recorder.recording();
  return new PagesServer({
    path,
    storage,
    queue,
    title: settings.application,
    key: settings.key,
    locateToken: (token) => profiler.locateToken(token),
    exports: () => exporter?.status,
    keyOnly: settings.keyOnly,
    editor: settings.editor,
  });
}
