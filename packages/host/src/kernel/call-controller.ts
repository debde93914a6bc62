import { getTag, HttpResponse } from 'oriel-core/http';
import { span } from 'oriel-core/trace';
import type { Controller, RequestContext } from './events.ts';

/** Calls a controller. In a recorded request it has its own span, and the spans that it creates are nested in it. */
export function callController(context: RequestContext, controller: Controller, args: unknown[]): unknown {
  if (!context.trace.recording)
    return args.length === 1 ? controller(args[0] as never) : controller(...(args as never[]));
  return span(`controller ${context.route?.name ?? ''}`, () => controller(...(args as never[])), 'controller');
}

/** Returns the response that a controller returned, or undefined if it returned data. */
export function toResponse(result: unknown): HttpResponse | undefined {
  // A copy, because a handler may return the same response again, and listeners add headers of this request.
  if (result instanceof HttpResponse) return new HttpResponse(result.status, result.headers.list.slice(), result.body);
  return isWebResponse(result) ? HttpResponse.fromWeb(result) : undefined;
}

/**
 * Returns whether a value is a web `Response` of any realm or library. Checks its tag, because access to the global
 * `Response` would load Node's fetch implementation, which a host that returns plain data never needs.
 */
function isWebResponse(value: unknown): value is Response {
  return getTag(value) === 'Response';
}
