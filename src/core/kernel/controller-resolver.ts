import { ControllerNotFoundError } from './errors.ts';
import type { Controller, RequestContext } from './events.ts';

/** Determines the controller of a request. */
export interface ControllerResolver {
  /** @throws {ControllerNotFoundError} if the request has no controller */
  resolve(context: RequestContext): Controller;
}

/** Returns the controller of the matched route. */
export const routeControllerResolver: ControllerResolver = {
  resolve(context) {
    const data = context.route?.data as { readonly controller?: unknown } | undefined;
    if (typeof data?.controller !== 'function') throw new ControllerNotFoundError(context);
    return data.controller as Controller;
  },
};
