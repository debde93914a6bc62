import type { LibraryWatch, WatchedFile } from '../loading/library-watch.ts';
import { H3_1_CALLS, observeH3 } from './h3-1-observers.ts';
import { rememberPlace } from './handler-places.ts';

const FILE: WatchedFile = {
  expression: '{}',
  calls: [
    ...H3_1_CALLS,
    {
      line: [
        'route.handlers[method] = toEventHandler(handler);',
        'route.handlers[method] = toEventHandler(handler, void 0, path);',
        'route.handlers[method] = toEventHandler(handler, undefined, path);',
      ],
      call: 'register(handler)',
    },
  ],
};

/** Records routes, middleware and errors of h3 1, which the development server of Nitro 2 loads as well. */
export const h3Version1Library: LibraryWatch<object> = {
  name: 'h3',
  majors: [1],
  tested: '1.12–1.15',
  files: { 'dist/index.mjs': FILE, 'dist/index.cjs': FILE },
  watch: (_, { version }) => ({ ...observeH3(`h3 ${version}`), register: rememberPlace }),
};
