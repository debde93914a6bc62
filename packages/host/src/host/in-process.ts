import type { IncomingRequest } from 'oriel-core/http';
import type { Application } from '../server/application.ts';
import { toWebResponse } from '../server/to-web-response.ts';
import type { InProcessResponse } from '../features/service-keys.ts';

export interface InProcessOptions {
  /** Compression of the response; none by default. */
  readonly compression?: boolean | undefined;
  /** Aborted when no one waits for the response. Default: the signal of the request. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Handles a request that did not come from a server, like one that did: through the whole pipeline, with its own log
 * record and profile.
 */
export async function respondInProcess(
  application: Application,
  incoming: IncomingRequest,
  { compression = false, signal = incoming.signal }: InProcessOptions = {},
): Promise<InProcessResponse> {
  const started = performance.now();
  const context = await application.handle(incoming);
  const response = await toWebResponse(context, {
    compression,
    unsendable: (error) => application.onUnsendable?.(context, error),
    broken: (error) => {
      // A source that ends because its request was aborted has not failed.
      if (!signal.aborted) application.onBodyFailed?.(context, error);
    },
    sent:
      application.onSent &&
      ((bytes, aborted) => application.onSent!(context, { bytes, aborted, milliseconds: performance.now() - started })),
  });
  return { context, response };
}
