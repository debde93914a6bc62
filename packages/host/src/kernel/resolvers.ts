import { spreadable } from '../http/spreadable.ts';
import { ControllerNotFoundError } from './kernel-errors.ts';
import type { Controller, RequestContext } from './events.ts';
import { HandlerInput } from './handler-input.ts';
import type { HandlerServices } from './handler-input.ts';

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

/** Determines the arguments of a controller. */
export interface ArgumentResolver {
  resolve(context: RequestContext, controller: Controller): unknown[];
}

/** Passes one argument to every controller: its {@link HandlerInput}. */
export class HandlerArgumentResolver implements ArgumentResolver {
  readonly #services: HandlerServices;

  constructor(services: HandlerServices) {
    this.#services = services;
  }

  resolve(context: RequestContext): unknown[] {
    return [spreadable(new HandlerInput(context, this.#services))];
  }
}
