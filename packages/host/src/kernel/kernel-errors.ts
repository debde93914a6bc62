import type { RequestContext } from './events.ts';

/** Thrown when no route was matched, or the matched route has no controller. */
export class ControllerNotFoundError extends Error {
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
