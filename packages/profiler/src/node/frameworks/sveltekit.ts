import type { LibraryWatch } from '../loading/library-watch.ts';
import { currentExchange } from '../server/current-exchange.ts';
import { convertFileRoute } from '../routes/convert-file-route.ts';

const HANDLE_ERROR = [
  'event, state, options, error',
  'event, event_state, options, error',
  'event, options, error',
].map((parameters) => `async function handle_error_and_jsonify(${parameters}) {`);

/** Records routes and errors of servers that SvelteKit builds with adapter-node. */
export const svelteKitLibrary: LibraryWatch<object> = {
  name: 'SvelteKit',
  majors: [],
  tested: '2.70',
  files: {},
  bundled: [
    {
      marker: /\bevent\.route = \{ id: route\.id \};/,
      isBundle: true,
      calls: [
        { line: ['event.params = result.params;', 'event.params = decode_params(matched);'], call: 'match(event)' },
        { line: HANDLE_ERROR, optional: true, call: 'fail(event, error)' },
      ],
    },
    {
      marker: /^async function handle_error_and_jsonify\(/m,
      isBundle: true,
      calls: [{ line: HANDLE_ERROR, call: 'fail(event, error)' }],
    },
  ],
  watch: () => ({ match, fail }),
};

interface SvelteEvent {
  readonly route: { readonly id: string | null };
  readonly params: Readonly<Record<string, unknown>>;
  readonly url: URL;
}

function match(event: SvelteEvent): void {
  const exchange = currentExchange()?.setFramework('SvelteKit', event);
  if (exchange === undefined || event.route.id === null) return;
  // The path of a request for data is longer.
  exchange.setRoute(convertFileRoute(event.route.id), undefined, event.url.pathname);
  exchange.params = { ...event.params };
  exchange.enterCall('handler', `src/routes${event.route.id}`);
}

// SvelteKit creates errors for paths without a route, and `error()` one that is not an Error.
function fail(event: SvelteEvent, error: unknown): void {
  if (event.route.id !== null && error instanceof Error)
    currentExchange()?.setFramework('SvelteKit', event).fail(error);
}
