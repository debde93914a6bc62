import { tryRead } from 'oriel-core/errors';
import type { InsertedCall, LibraryWatch, Observers } from '../loading/library-watch.ts';
import { getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { readName, findHandler, rememberPlace } from './handler-places.ts';

/** The calls that are inserted into h3 1, in its package and in what Nitro 2 builds. */
export const H3_VERSION_1_CALLS: readonly InsertedCall[] = [
  { line: 'event.context.matchedRoute = match.matched;', call: 'match(event, match)' },
  { line: 'event._path = _layerPath;', call: 'enter(event, layer)' },
  { line: 'setResponseStatus(event, error.statusCode, error.statusMessage);', call: 'fail(event, _error)' },
];

const FILE: readonly InsertedCall[] = [
  ...H3_VERSION_1_CALLS,
  {
    line: [
      'route.handlers[method] = toEventHandler(handler);',
      'route.handlers[method] = toEventHandler(handler, void 0, path);',
      'route.handlers[method] = toEventHandler(handler, undefined, path);',
    ],
    call: 'register(handler)',
  },
];

/** Records routes, middleware and errors of h3 1, which the development server of Nitro 2 loads as well. */
export const h3Version1Library: LibraryWatch<object> = {
  name: 'h3',
  majors: [1],
  tested: '1.12–1.15',
  files: { 'dist/index.mjs': FILE, 'dist/index.cjs': FILE },
  watch: (_, { version }) => ({ ...observeH3Version1(`h3 ${version}`), register: rememberPlace }),
};

/**
 * Returns the functions that the calls name.
 *
 * @param framework the framework and its version, as the pages name it
 */
export function observeH3Version1(framework: string): Observers {
  // Requests that the application sends to itself have none of Node.js. They are a part of the request that sends them.
  const identify = ({ node, context }: H3Event): Exchange | undefined =>
    getExchange(node.req)?.setFramework(framework, context);
  return {
    match(event: H3Event, { matched: { path, params }, handler }: Match) {
      const exchange = identify(event);
      if (exchange === undefined) return;
      const [outer, outerParams] = outerRoute(exchange);
      exchange.setRoute(outer + path, findHandler(handler));
      exchange.params = { ...outerParams, ...params };
      const name = readName(handler);
      // Nitro imports handlers at their first request, by functions without a name of the application.
      exchange.enterCall('handler', name === '' && framework.startsWith('Nitro') ? path : name, findHandler(handler));
    },
    enter(event: H3Event, { handler }: Layer) {
      const exchange = identify(event);
      if (exchange === undefined) return;
      exchange.leaveCall();
      if (!isInternal(handler)) exchange.enterCall('middleware', readName(handler), findHandler(handler));
    },
    fail(event: H3Event, error: unknown) {
      if (!isWithoutRoute(error)) identify(event)?.fail(error);
    },
  };
}

// A router below another one, whose template ends with a wildcard: `/shops/:shop/**`.
function outerRoute({ route, params }: Exchange): readonly [template: string, params: Exchange['params']] {
  const [, template] = /^(.*)\/\*\*$/.exec(route?.name ?? '') ?? [];
  if (template === undefined) return ['', {}];
  const { _, ...others } = params;
  return [template, others];
}

interface H3Event {
  readonly node: { readonly req: object };
  readonly context: { readonly user?: unknown };
}

type Handler = (...args: never[]) => unknown;

interface Match {
  readonly matched: { readonly path: string; readonly params?: Readonly<Record<string, unknown>> | null };
  readonly handler: Handler;
}

interface Layer {
  readonly handler: Handler;
}

const internal = new WeakMap<Handler, boolean>();

// Routers and applications are layers as well, and so are the route rules and the public files of Nitro.
function isInternal(handler: Handler): boolean {
  let result = internal.get(handler);
  if (result === undefined) {
    result = /\bmatchHandler\(|\bof stack\b|\bgetRouteRules\(|\bisPublicAssetURL\(/.test(String(handler));
    internal.set(handler, result);
  }
  return result;
}

// The error that h3 creates itself for a path or a method without a route.
function isWithoutRoute(error: unknown): boolean {
  const text = tryRead(() => String((error as { statusMessage?: unknown }).statusMessage), '');
  return /^Cannot find any (?:path|route) matching |^Method \w+ is not allowed on this route\.$/.test(text);
}
