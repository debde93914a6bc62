import { ownValue } from 'oriel-core/errors';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { currentExchange } from '../server/current-exchange.ts';
import type { Exchange } from '../server/exchange.ts';

/** Records routes and errors of servers that `react-router build` writes. Its requests are those of the Fetch API. */
export const reactRouterLibrary: LibraryWatch<object> = {
  name: 'react-router',
  majors: [7, 8],
  tested: '7.18, 8.5',
  files: {},
  bundled: [
    {
      marker: /\blet matches = matchServerRoutes\(/,
      calls: [
        {
          line: [
            'Object.assign(params, matches[0].params);',
            'if (matches && matches.length > 0) Object.assign(params, matches[0].params);',
          ],
          condition: 'matches',
          call: 'match(matches)',
        },
        { line: 'let handleError = (error) => {', call: 'fail(error)' },
      ],
    },
  ],
  watch(_, { version }) {
    framework = `React Router ${version}`;
    return { match, fail };
  },
};

interface Match {
  readonly pathname: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly route: { readonly id: string; readonly path?: string };
}

let framework = 'React Router';

function match(matches: readonly Match[]): void {
  const exchange = identify();
  const last = matches.at(-1);
  if (exchange === undefined || last === undefined) return;
  const paths = matches.map(({ route }) => route.path ?? '').filter((path) => path !== '');
  exchange.setRoute(`/${paths.join('/')}`.replaceAll('//', '/'), undefined, last.pathname);
  exchange.params = { ...last.params };
  exchange.withdrawCall('handler');
  exchange.enterCall('handler', last.route.id);
}

// A request without a route is an error as well.
function fail(error: unknown): void {
  const status = typeof error === 'object' && error !== null ? ownValue(error, 'status') : undefined;
  if (status !== 404) identify()?.fail(error);
}

// The server that React Router runs in, such as Express, is watched as well. Its route is that of all pages.
function identify(): Exchange | undefined {
  return currentExchange()?.setOuterFramework(framework);
}
