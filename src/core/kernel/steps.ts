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
 * One step of a request. It begins, and may need time; when that is over it ends. Both write down what they learned on
 * the exchange, so that the next step finds it there.
 */
export interface Step {
  readonly begin: (exchange: Exchange) => void | PromiseLike<void>;
  readonly end?: (exchange: Exchange) => void;
}

/** The resolvers that steps ask. */
export interface Resolvers {
  readonly controllers: ControllerResolver;
  readonly arguments: ArgumentResolver;
}

/** The way from a request to its response, in order. A response ends the search for one: the rest is completing it. */
export function createSteps(resolvers: Resolvers): { finding: readonly Step[]; completing: readonly Step[] } {
  const request: Step = {
    begin(exchange) {
      const { context } = exchange;
      const listeners = context.plan[KernelEvents.request] ?? NOBODY;
      if (isHeard(exchange, listeners))
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
      const listeners = context.plan[KernelEvents.controller] ?? NOBODY;
      if (isHeard(exchange, listeners))
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
      const listeners = context.plan[KernelEvents.controllerArguments] ?? NOBODY;
      if (!isHeard(exchange, listeners)) return;
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
      // Not every thenable keeps the promise that one call of then is answered once.
      return isPromise(result) ? Promise.resolve(result).then((value) => exchange.give(value)) : exchange.give(result);
    },
  };

  const view: Step = {
    begin(exchange) {
      const { context } = exchange;
      const listeners = context.plan[KernelEvents.view] ?? NOBODY;
      if (exchange.response !== undefined || !isHeard(exchange, listeners)) return;
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
      const listeners = context.plan[KernelEvents.response] ?? NOBODY;
      if (isHeard(exchange, listeners))
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
      const listeners = context.plan[KernelEvents.finishRequest] ?? NOBODY;
      if (isHeard(exchange, listeners))
        return exchange.dispatch(KernelEvents.finishRequest, new FinishRequestEvent(context), listeners);
    },
  };

  return { finding: [request, controller, controllerArguments, call, view], completing: [response, finishRequest] };
}

const NOBODY: readonly Listener<never>[] = Object.freeze([]);

// Without a listener the event is not created, except for a profile, which shows each event that happens.
function isHeard({ context }: Exchange, listeners: readonly Listener<never>[]): boolean {
  return listeners.length > 0 || context.trace.recording;
}

// When somebody records, the controller is a span of its own, and what it does lies inside it.
function callController({ context, controller, args }: Exchange): unknown {
  if (!context.trace.recording)
    return args!.length === 1 ? controller!(args![0] as never) : controller!(...(args as never[]));
  return span(`controller ${context.route?.name ?? ''}`, () => controller!(...(args as never[])), 'controller');
}
