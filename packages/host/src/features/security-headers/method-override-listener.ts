import type { Subscriber } from '../../events/subscriber.ts';
import { BadRequestError, withoutStack } from 'oriel-core/http';
import type { RequestEvent } from '../../kernel/events.ts';
import { message } from 'oriel-core/messages';
import { OVERRIDE_HEADER } from './validate-security-headers.ts';

/**
 * Replaces the method of a POST request with the one in `X-HTTP-Method-Override`, for clients behind a proxy that blocks other methods. It
 * runs before routing and access control, which see the replaced method.
 */
export class MethodOverrideListener implements Subscriber {
  readonly name = 'MethodOverrideListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };

  onRequest(event: RequestEvent): void {
    const { context } = event;
    // Only POST is replaced: a GET request must not become one that changes data.
    if (context.method !== 'POST' || context.parent !== undefined) return;
    const method = context.headers.get(OVERRIDE_HEADER);
    if (method === undefined || method === 'POST') return;
    if (!METHODS.has(method)) return event.fail(this.#createError(method));
    context.method = method;
    if (context.trace.recording)
      context.trace.decide('method', method, `sent as POST with ${OVERRIDE_HEADER}: ${method}`);
  }

  #createError(method: string): BadRequestError {
    const shown = JSON.stringify(method.slice(0, 80));
    const options = { type: '/problems/method-override', code: 'ORIEL_METHOD_OVERRIDE' };
    return withoutStack(
      () =>
        new BadRequestError(
          message('request.invalid-method-override', { header: OVERRIDE_HEADER, method: shown }),
          options,
        ),
    );
  }
}

// Unsafe methods only, because a safe method would bypass CSRF protection.
const METHODS: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);
