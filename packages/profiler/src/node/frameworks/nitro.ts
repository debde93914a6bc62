import type { LibraryWatch } from '../loading/library-watch.ts';
import { getExchange } from '../server/current-exchange.ts';
import { H3_VERSION_1_CALLS, observeH3Version1 } from './h3-1.ts';
import { H3_CALLS, observeH3 } from './h3.ts';

/** Records routes, middleware and errors of servers that Nitro builds. A build contains one copy of h3 or several. */
export const nitroLibrary: LibraryWatch<object> = {
  name: 'nitro',
  majors: [3],
  tested: '3.0',
  files: {},
  bundled: [
    {
      marker: /\.matchedRoute ?= ?[\w$]+\.data\b/,
      isBundle: true,
      calls: [
        H3_CALLS.match,
        {
          line: ['function callLayer(fn, event, handler, inner) {', 'const fn = middleware[index];'],
          call: 'enter(event, fn)',
        },
        H3_CALLS.next,
        H3_CALLS.respond,
      ],
    },
  ],
  watch: (_, { version }) => observeH3(`Nitro ${version}`, true),
};

/** Records routes, middleware and errors of servers that Nitro 2 builds, such as those of Nuxt. A build contains h3 1. */
export const nitroVersion2Library: LibraryWatch<object> = {
  name: 'nitro',
  majors: [2],
  tested: '2.10–2.13',
  files: {},
  bundled: [
    { marker: /\.matchedRoute ?= ?[\w$]+\.matched\b/, isBundle: true, calls: H3_VERSION_1_CALLS },
    // The router of the pages of Nuxt. For Nitro, all pages have the route `/**`.
    {
      marker: /\bresolvedInitialRoute = router\.currentRoute\.value;/,
      isBundle: true,
      calls: [
        {
          line: 'const resolvedInitialRoute = router.currentRoute.value;',
          call: 'page(nuxtApp.ssrContext?.event, router.currentRoute.value)',
        },
      ],
    },
  ],
  watch: (_, { version }) => ({ ...observeH3Version1(`Nitro ${version}`), page: observePage }),
};

function observePage(event: PageEvent | undefined, { matched, params }: PageRoute): void {
  const template = matched.at(-1)?.path;
  // Nuxt renders its error page with a request of its own.
  const exchange = event && getExchange(event.node.req);
  if (template === undefined || exchange === undefined) return;
  // `[id].vue` has the path `:id()`.
  exchange.setRoute(template.replaceAll('()', ''));
  exchange.params = { ...params };
}

interface PageEvent {
  readonly node: { readonly req: object };
}

/** The route of a page in Vue Router. */
interface PageRoute {
  readonly matched: readonly { readonly path: string }[];
  readonly params: Readonly<Record<string, unknown>>;
}
