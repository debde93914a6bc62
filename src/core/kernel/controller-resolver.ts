import { ControllerNotFoundError } from './errors.ts';
import type { Controller, RequestContext } from './events.ts';

/** Says which controller answers a request. */
export interface ControllerResolver {
  /** @throws {ControllerNotFoundError} when there is none */
  resolve(context: RequestContext): Controller;
}

/** The controller is what the matched route carries. */
export const routeControllerResolver: ControllerResolver = {
  resolve(context) {
    const data = context.route?.data as { readonly controller?: unknown } | undefined;
    if (typeof data?.controller !== 'function') throw new ControllerNotFoundError(context);
    return data.controller as Controller;
  },
};
