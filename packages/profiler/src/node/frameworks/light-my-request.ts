import type { IncomingMessage, ServerResponse } from 'node:http';
import { currentScope, runInTrace } from 'oriel-core/trace';
import type { Method } from '../drivers/replace-method.ts';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { getOrigin } from '../jobs/recorded-work.ts';
import { observeInjected } from '../server/watch-http-server.ts';

/** Records the requests that `inject` of Fastify and `light-my-request` pass to an application without a connection. */
export const lightMyRequestLibrary: LibraryWatch<MakeRequest> = {
  name: 'light-my-request',
  majors: [6],
  tested: '6.8',
  files: { 'index.js': '{ get: () => makeRequest, set: (replaced) => { makeRequest = replaced } }' },
  watch({ get, set }) {
    const make = get();
    set(function makeRequest(this: unknown, ...args) {
      const { trace, span } = currentScope();
      // The caller goes on outside of the request.
      return runInTrace(
        trace,
        () => {
          const [, , request, response] = args as [unknown, unknown, InjectedRequest, ServerResponse];
          const payload = request._lightMyRequest?.payload;
          guarded('light-my-request', () => observeInjected(request, response, payload, getOrigin(trace)));
          return make.apply(this, args);
        },
        span,
      );
    });
  },
};

interface MakeRequest {
  readonly get: () => Method;
  readonly set: (replaced: Method) => void;
}

type InjectedRequest = IncomingMessage & { readonly _lightMyRequest?: { readonly payload?: unknown } };
