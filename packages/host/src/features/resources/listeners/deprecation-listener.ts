import { operationOf } from '../model/operation.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { GoneError } from 'oriel-core/http';
import type { RequestEvent, ResponseEvent } from '../../../kernel/events.ts';
import { message } from 'oriel-core/messages';

/**
 * Adds the Deprecation (RFC 9745) and Sunset (RFC 8594) headers and links to responses of deprecated operations. Responds with
 * 410 from the sunset on.
 */
export class DeprecationListener implements Subscriber {
  readonly name = 'DeprecationListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
  };

  readonly appliesTo = (route: unknown): boolean => operationOf(route)?.responseOptions.deprecation !== undefined;

  onRequest(event: RequestEvent): void {
    const { route, method, path, trace } = event.context;
    const { goneFrom, sunset } = operationOf(route!.data)!.responseOptions.deprecation!;
    if (goneFrom === undefined || Date.now() < goneFrom) return;
    if (trace.recording) trace.decide('deprecation', 'gone', `the sunset was ${sunset}`);
    event.fail(
      new GoneError(message('deprecation.gone', { method, path: path.slice(0, 200), date: sunset! }), {
        type: '/problems/gone',
      }),
    );
  }

  onResponse({ context, response }: ResponseEvent): void {
    const deprecation = context.route && operationOf(context.route.data)?.responseOptions.deprecation;
    if (deprecation === undefined) return;
    const { headers } = response;
    headers.list.push(...deprecation.headers);
    if (deprecation.links === '') return;
    const present = headers.get('Link');
    if (present === undefined) headers.list.push('Link', deprecation.links);
    else headers.set('Link', `${present}, ${deprecation.links}`);
  }
}
