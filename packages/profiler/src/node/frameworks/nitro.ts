import type { LibraryWatch } from '../loading/library-watch.ts';
import { getExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { readName } from './handler-places.ts';

/** Records routes, middleware and errors of servers that Nitro builds. A build contains one copy of h3 or several. */
export const nitroLibrary: LibraryWatch<object> = {
  name: 'nitro',
  majors: [3],
  tested: '3.0',
  files: {},
  bundled: [
    {
      marker: /\.matchedRoute ?= ?[\w$]+\.data\b/,
      expression: '{}',
      isBundle: true,
      calls: [
        { line: 'event.context.matchedRoute = route.data;', call: 'match(event)' },
        {
          line: ['function callLayer(fn, event, handler, inner) {', 'const fn = middleware[index];'],
          call: 'enter(event, fn)',
        },
        { line: 'nextCalled = true;', call: 'handle(event)' },
        {
          line: 'function prepareResponse(val, event, config, nested) {',
          condition: 'val instanceof Error',
          call: 'fail(event, val)',
        },
      ],
    },
  ],
  watch(_, { version }) {
    framework = `Nitro ${version}`;
    return { match, enter, handle, fail };
  },
};

interface NitroEvent {
  readonly req: { readonly runtime?: { readonly node?: { readonly req?: object } } };
  readonly context: {
    readonly matchedRoute?: { readonly route: string; readonly handler: Called };
    readonly params?: Readonly<Record<string, unknown>>;
    readonly user?: unknown;
  };
}

type Called = (...args: never[]) => unknown;

let framework = 'Nitro';

function match(event: NitroEvent): void {
  const { matchedRoute, params } = event.context;
  const exchange = identify(event);
  if (exchange === undefined || matchedRoute === undefined) return;
  exchange.setRoute(matchedRoute.route);
  exchange.params = { ...params };
  handle(event);
}

// The handler follows, unless h3 enters another middleware now.
function handle(event: NitroEvent): void {
  const { matchedRoute } = event.context;
  if (matchedRoute === undefined) return;
  const name = readName(matchedRoute.handler);
  // Nitro imports handlers at their first request, by functions without a name of the application.
  identify(event)?.enterCall('handler', GENERATED.has(name) ? matchedRoute.route : name);
}

function enter(event: NitroEvent, middleware: Called): void {
  const exchange = identify(event);
  exchange?.withdrawCall('handler');
  exchange?.enterCall('middleware', readName(middleware));
}

function fail(event: NitroEvent, error: unknown): void {
  identify(event)?.fail(error);
}

// Requests that the application sends to itself have none of Node.js. They are a part of the request that sends them.
function identify({ req, context }: NitroEvent): Exchange | undefined {
  const message = req.runtime?.node?.req;
  return message && getExchange(message)?.setFramework(framework, context);
}

const GENERATED: ReadonlySet<string> = new Set(['', 'lazyHandler']);
