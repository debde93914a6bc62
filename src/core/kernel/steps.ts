import type { Listener } from '../events/dispatcher.ts';
import { isPromise } from '../http/promises.ts';
import { span } from '../trace/current.ts';
import type { ArgumentResolver } from './argument-resolver.ts';
import type { ControllerResolver } from './controller-resolver.ts';
import { NoResponseError } from './errors.ts';
import {
  ControllerArgumentsEvent,
  ControllerEvent,
  FinishRequestEvent,
  RequestEvent,
  ResponseEvent,
  ViewEvent,
} from './events.ts';
import type { Exchange } from './exchange.ts';
import { KernelEvents } from './kernel-events.ts';

/**
 * One step of a request: `begin` may return a promise; `end` runs when it settles. Both store their results on the
 * exchange, where the next step reads them.
 */
export interface Step {
  readonly begin: (exchange: Exchange) => void | PromiseLike<void>;
  readonly end?: (exchange: Exchange) => void;
}

/** The resolvers that the steps use. */
export interface Resolvers {
  readonly controllers: ControllerResolver;
  readonly arguments: ArgumentResolver;
}

/** The steps from a request to its response, in order. The `finding` steps end when there is a response. */
export function createSteps(resolvers: Resolvers): { finding: readonly Step[]; completing: readonly Step[] } {
  const request: Step = {
    begin(exchange) {
      const { context } = exchange;
      const listeners = context.plan[KernelEvents.request] ?? NO_LISTENERS;
      if (hasListeners(exchange, listeners))
        return exchange.dispatch(KernelEvents.request, new RequestEvent(context), listeners);
    },
    end(exchange) {
      const event = exchange.event as RequestEvent | undefined;
      if (event === undefined) return;
      exchange.response = event.response;
      exchange.failure = event.failure;
    },
  };

  const controller: Step = {
    begin(exchange) {
      const { context } = exchange;
      const chosen = (exchange.controller = resolvers.controllers.resolve(context));
      const listeners = context.plan[KernelEvents.controller] ?? NO_LISTENERS;
      if (hasListeners(exchange, listeners))
        return exchange.dispatch(KernelEvents.controller, new ControllerEvent(context, chosen), listeners);
    },
    end(exchange) {
      const event = exchange.event as ControllerEvent | undefined;
      if (event !== undefined) exchange.controller = event.controller;
    },
  };

  const controllerArguments: Step = {
    begin(exchange) {
      const { context, controller } = exchange;
      const args = (exchange.args = resolvers.arguments.resolve(context, controller!));
      const listeners = context.plan[KernelEvents.controllerArguments] ?? NO_LISTENERS;
      if (!hasListeners(exchange, listeners)) return;
      return exchange.dispatch(
        KernelEvents.controllerArguments,
        new ControllerArgumentsEvent(context, controller!, args),
        listeners,
      );
    },
    end(exchange) {
      const event = exchange.event as ControllerArgumentsEvent | undefined;
      if (event === undefined) return;
      exchange.args = event.args;
      exchange.response = event.response;
    },
  };

  const call: Step = {
    begin(exchange) {
      const result = callController(exchange);
      // Some thenables call their callbacks more than once.
      return isPromise(result) ? Promise.resolve(result).then((value) => exchange.give(value)) : exchange.give(result);
    },
  };

  const view: Step = {
    begin(exchange) {
      const { context } = exchange;
      const listeners = context.plan[KernelEvents.view] ?? NO_LISTENERS;
      if (exchange.response !== undefined || !hasListeners(exchange, listeners)) return;
      return exchange.dispatch(KernelEvents.view, new ViewEvent(context, exchange.result), listeners);
    },
    end(exchange) {
      const event = exchange.event as ViewEvent | undefined;
      if (event !== undefined) exchange.response ??= event.response;
      if (exchange.response === undefined) throw new NoResponseError(exchange.context, exchange.result);
    },
  };

  const response: Step = {
    begin(exchange) {
      const { context } = exchange;
      const listeners = context.plan[KernelEvents.response] ?? NO_LISTENERS;
      if (hasListeners(exchange, listeners))
        return exchange.dispatch(KernelEvents.response, new ResponseEvent(context, exchange.response!), listeners);
    },
    end(exchange) {
      const event = exchange.event as ResponseEvent | undefined;
      if (event !== undefined) exchange.response = event.response;
    },
  };

  const finishRequest: Step = {
    begin(exchange) {
      const { context } = exchange;
      const listeners = context.plan[KernelEvents.finishRequest] ?? NO_LISTENERS;
      if (hasListeners(exchange, listeners))
        return exchange.dispatch(KernelEvents.finishRequest, new FinishRequestEvent(context), listeners);
    },
  };

  return { finding: [request, controller, controllerArguments, call, view], completing: [response, finishRequest] };
}

const NO_LISTENERS: readonly Listener<never>[] = Object.freeze([]);

// Without a listener the event is not created, except for a profile, which shows every event.
function hasListeners({ context }: Exchange, listeners: readonly Listener<never>[]): boolean {
  return listeners.length > 0 || context.trace.recording;
}

// In a recorded request, the controller has its own span, and the spans that it creates are nested in it.
function callController({ context, controller, args }: Exchange): unknown {
  if (!context.trace.recording)
    return args!.length === 1 ? controller!(args![0] as never) : controller!(...(args as never[]));
  return span(`controller ${context.route?.name ?? ''}`, () => controller!(...(args as never[])), 'controller');
}
