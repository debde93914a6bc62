import type { Listener } from '../core/events/dispatcher.ts';
import type {
  ControllerArgumentsEvent,
  ControllerEvent,
  ExceptionEvent,
  FinishRequestEvent,
  RequestEvent,
  ResponseEvent,
  TerminateEvent,
  ViewEvent,
} from '../core/kernel/events.ts';

/** The events of a request, in the order they happen, with what a listener gets. */
export interface HostEvents {
  'kernel.request': RequestEvent;
  'kernel.controller': ControllerEvent;
  'kernel.controller_arguments': ControllerArgumentsEvent;
  'kernel.view': ViewEvent;
  'kernel.response': ResponseEvent;
  'kernel.finish_request': FinishRequestEvent;
  'kernel.terminate': TerminateEvent;
  'kernel.exception': ExceptionEvent;
}

/**
 * Declares a listener for `defineHost({ listeners: [...] })`.
 *
 * @param event one of the kernel's events
 * @param priority higher runs earlier; `oriel events` shows the host's own
 * @param name what people see in the profiler and in errors
 * @param handle may return a promise; one that returns none is not awaited
 *
 * @example
 * ```ts
 * import { on } from 'oriel';
 * const stamp = on('kernel.response', -50, 'stamp', ({ response }) => response.headers.set('X-Served-By', 'harbour'));
 * ```
 */
export function on<Name extends keyof HostEvents>(
  event: Name,
  priority: number,
  name: string,
  handle: (event: HostEvents[Name]) => void | PromiseLike<void>,
): Listener<never> {
  return Object.freeze({ event, priority, name, handle });
}

/**
 * Declares an object that listens to several events: its name, and per event a priority and a method.
 *
 * @example
 * ```ts
 * import { subscriber } from 'oriel';
 * const timing = subscriber('timing', {
 *   'kernel.request': [300, ({ context }) => void context.attributes.set('started', performance.now())],
 *   'kernel.response': [-300, ({ response }) => response.headers.set('Server-Timing', 'app')],
 * });
 * ```
 */
export function subscriber(
  name: string,
  events: {
    readonly [Name in keyof HostEvents]?: readonly [
      priority: number,
      handle: (event: HostEvents[Name]) => void | PromiseLike<void>,
    ];
  },
): readonly Listener<never>[] {
  return Object.entries(events).map(([event, [priority, handle]]) =>
    Object.freeze({ event, priority, name, handle: handle }),
  );
}
