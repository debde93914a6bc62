import type { IncomingMessage } from 'node:http';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { findHandler, readName, rememberPlace } from './handler-places.ts';
import { getExchange } from '../server/current-exchange.ts';

/** Records the middleware of `connect` and the errors that they pass on. It has no routes. */
export const connectLibrary: LibraryWatch<object> = {
  name: 'connect',
  majors: [3],
  tested: '3.6–3.7',
  files: {
    'index.js': [
      {
        line: 'var hasError = Boolean(err);',
        condition: 'hasError ? arity === 4 : arity < 4',
        call: 'enter(handle, err, req)',
      },
      { line: 'this.stack.push({ route: path, handle: handle });', call: 'register(handle)' },
    ],
  },
  watch: (_, { version }) => ({
    register: rememberPlace,
    enter(handle: object, error: unknown, request: IncomingMessage) {
      const exchange = getExchange(request)?.setFramework(`connect ${version}`, request);
      if (exchange === undefined) return;
      if (error) exchange.fail(error);
      exchange.enterCall(error ? 'error handler' : 'middleware', readName(handle), findHandler(handle));
    },
  }),
};
