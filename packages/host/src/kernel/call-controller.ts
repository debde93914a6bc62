import { getTag, HttpResponse } from 'oriel-core/http';
import { span } from 'oriel-core/trace';
import type { Controller, RequestContext } from './events.ts';

/**
 * Returns the controller of the matched route.
 * @throws {ControllerNotFoundError} if the request has no controller
 */
export function findController(context: RequestContext): Controller {
  const data = context.route?.data as { readonly controller?: unknown } | undefined;
  if (typeof data?.controller !== 'function') throw new ControllerNotFoundError(context);
  return data.controller as Controller;
}

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

/** Thrown when no route was matched, or the matched route has no controller. */
class ControllerNotFoundError extends Error {
  readonly code = 'ORIEL_CONTROLLER_NOT_FOUND';

  constructor(context: RequestContext) {
    super(
      context.route
        ? `Route "${context.route.name}" has no controller: give it a handle function`
        : `No listener set a route for "${context.method} ${context.path}"; add the router listener to the pipeline`,
    );
    this.name = 'ControllerNotFoundError';
  }
}

/** Thrown when a controller returned a value that no listener converted to a response. */
export class NoResponseError extends Error {
  readonly code = 'ORIEL_NO_RESPONSE';

  constructor(context: RequestContext, result: unknown) {
    super(
      `The controller of route "${context.route?.name ?? ''}" returned ${describe(result)}, and no kernel.view listener converted it to a response; return data, a Response or reply(...)`,
    );
    this.name = 'NoResponseError';
  }
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? `an object of type ${value.constructor?.name ?? 'null'}` : `a ${typeof value}`;
}
