import { GoneError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { addVary } from '../../../http/headers/vary.ts';
import type { RequestEvent, ResponseEvent } from '../../../kernel/events.ts';
import { includedOperations } from '../model/inclusion.ts';
import { getOperation } from '../model/operation.ts';
import { OperationCall } from '../model/operation-call.ts';
import { operationListener, operationOfResponse } from './operation-listener.ts';

/** Adds the constant headers of a resource, such as X-Frame-Options and Accept-Patch. */
export const resourceHeadersListener = operationListener('ResourceHeadersListener', {
  'kernel.response'(event: ResponseEvent): void {
    const { response } = event;
    const operation = operationOfResponse(event);
    if (operation === undefined || response.status === 304) return;
    const { list } = response.headers;
    const { headers } = operation.responseOptions;
    for (let i = 0; i < headers.length; i += 2) {
      if ((response.status >= 400 || SELDOM_SET.has(headers[i]!)) && response.headers.has(headers[i]!)) continue;
      list.push(headers[i]!, headers[i + 1]!);
    }
  },
});

// A 415 response has them already.
const SELDOM_SET: ReadonlySet<string> = new Set(['Accept-Patch', 'Accept-Post', 'Accept-Query']);

/** Adds Accept, which is negotiated, and the configured request headers to the Vary header, also those of included items. */
export const varyListener = operationListener('VaryListener', {
  'kernel.response'(event: ResponseEvent): void {
    const operation = operationOfResponse(event);
    if (operation === undefined) return;
    const { headers } = event.response;
    addVary(headers, operation.responseOptions.vary);
    const call = event.context.operation;
    if (call instanceof OperationCall && call.inclusion)
      for (const { responseOptions } of includedOperations(call.inclusion)) addVary(headers, responseOptions.vary);
  },
});

/** Adds the Deprecation (RFC 9745) and Sunset (RFC 8594) headers and links. Responds with 410 from the sunset on. */
export const deprecationListener = operationListener('DeprecationListener', {
  appliesTo: ({ responseOptions }) => responseOptions.deprecation !== undefined,
  'kernel.request'(event: RequestEvent): void {
    const { route, method, path, trace } = event.context;
    const { goneFrom, sunset } = getOperation(route!.data)!.responseOptions.deprecation!;
    if (goneFrom === undefined || Date.now() < goneFrom) return;
    if (trace.recording) trace.decide('deprecation', 'gone', `the sunset was ${sunset}`);
    const detail = message('deprecation.gone', { method, path: path.slice(0, 200), date: sunset! });
    event.fail(new GoneError(detail, { type: '/problems/gone' }));
  },
  'kernel.response'({ context, response: { headers } }: ResponseEvent): void {
    const deprecation = context.route && getOperation(context.route.data)?.responseOptions.deprecation;
    if (deprecation === undefined) return;
    headers.list.push(...deprecation.headers);
    if (deprecation.links === '') return;
    const present = headers.get('Link');
    if (present === undefined) headers.list.push('Link', deprecation.links);
    else headers.set('Link', `${present}, ${deprecation.links}`);
  },
});
