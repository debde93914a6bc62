import { HandlerInput } from './handler-input.ts';
import type { HandlerServices } from './handler-input.ts';
import type { Controller, RequestContext } from './events.ts';

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
    return [new HandlerInput(context, this.#services)];
  }
}
