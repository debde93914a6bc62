import type { LibraryWatch } from '../loading/library-watch.ts';
import { H3_1_CALLS, observeH3 } from './h3-1-observers.ts';

/** Records routes, middleware and errors of servers that Nitro 2 builds, such as those of Nuxt. A build contains h3 1. */
export const nitroVersion2Library: LibraryWatch<object> = {
  name: 'nitro',
  majors: [2],
  tested: '2.10–2.13',
  files: {},
  bundled: [{ marker: /\.matchedRoute ?= ?[\w$]+\.matched\b/, expression: '{}', isBundle: true, calls: H3_1_CALLS }],
  watch: (_, { version }) => observeH3(`Nitro ${version}`),
};
