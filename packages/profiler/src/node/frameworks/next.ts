import type { LibraryWatch } from '../loading/library-watch.ts';
import { currentExchange, getExchange } from '../server/current-exchange.ts';
import { convertFileRoute } from '../routes/convert-file-route.ts';
import type { Exchange } from '../server/exchange.ts';

/** Records the routes of Next.js, and errors of its route handlers and pages. */
export const nextLibrary: LibraryWatch<object> = {
  name: 'next',
  majors: [15, 16],
  tested: '15.0–16.4',
  files: {
    'dist/server/base-server.js': [
      { line: 'async handleRequest(req, res, parsedUrl) {', call: 'identify(req)' },
      {
        line: "(0, _tracer.getTracer)().setRootSpanAttribute('next.route', pathname);",
        call: 'enterRoute(ctx, pathname, page)',
      },
      { line: 'async instrumentationOnRequestError(...args) {', call: 'fail(args[0])' },
    ],
    'dist/server/lib/router-utils/instrumentation-globals.external.js': [
      {
        line: 'async function instrumentationOnRequestError(projectDir, distDir, ...args) {',
        call: 'fail(args[0])',
      },
    ],
  },
  watch(_, { version }) {
    framework = `Next.js ${version}`;
    return { identify, enterRoute, fail };
  },
};

/** A request of Next.js; its servers wrap that of Node.js. */
interface NextRequest {
  readonly originalRequest?: object;
}

interface RenderContext {
  readonly req: NextRequest;
  readonly renderOpts: { readonly params?: Readonly<Record<string, unknown>> | null };
}

let framework = 'Next.js';

function identify(request: NextRequest): Exchange | undefined {
  const exchange = getExchange(request.originalRequest ?? request) ?? currentExchange();
  if (exchange) exchange.framework ??= framework;
  return exchange;
}

/**
 * @param pathname the template, such as `/users/[id]`
 * @param page the file without its extension, below `app` or `pages`: `/users/[id]/route`, or the template for a page of `pages`
 */
function enterRoute({ req, renderOpts }: RenderContext, pathname: string, page: string): void {
  const exchange = identify(req);
  // The pages of errors are routes of Next.js itself.
  if (exchange === undefined || ERROR_PAGES.has(pathname)) return;
  exchange.setRoute(convertFileRoute(pathname, '+'));
  exchange.params = { ...renderOpts.params };
  exchange.enterCall('handler', page === pathname ? `pages${page}` : `app${page}`);
}

function fail(error: unknown): void {
  currentExchange()?.fail(error);
}

const ERROR_PAGES: ReadonlySet<string> = new Set(['/_not-found', '/_global-error', '/_error', '/404', '/500']);
