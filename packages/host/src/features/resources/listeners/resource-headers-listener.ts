import { operationOf } from '../model/operation.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import type { ResponseEvent } from '../../../kernel/events.ts';
import { operationOfResponse } from './operation-of-response.ts';

/**
 * Adds the headers of every response of a resource: X-Frame-Options, and the media types that the URL accepts (Accept-Patch,
 * Accept-Post, Accept-Query).
 */
export class ResourceHeadersListener implements Subscriber {
  readonly name = 'ResourceHeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onResponse(event: ResponseEvent): void {
    const { response } = event;
    const operation = operationOfResponse(event);
    if (operation === undefined || response.status === 304) return;
    const { list } = response.headers;
    const { headers } = operation.responseOptions;
    for (let i = 0; i < headers.length; i += 2) {
      if ((response.status >= 400 || SELDOM_SET.has(headers[i]!)) && response.headers.has(headers[i]!)) continue;
      list.push(headers[i]!, headers[i + 1]!);
    }
  }
}

// A 415 response has them already.
const SELDOM_SET: ReadonlySet<string> = new Set(['Accept-Patch', 'Accept-Post', 'Accept-Query']);
