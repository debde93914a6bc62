import type { Listener } from '../events/dispatcher.ts';
import type { PipelineName } from './pipeline.ts';
import type {
  ControllerArgumentsEvent,
  ControllerEvent,
  ExceptionEvent,
  FinishRequestEvent,
  RequestEvent,
  ResponseEvent,
  TerminateEvent,
  ViewEvent,
} from '../kernel/events.ts';

/** The events of a request in the order of dispatch, with the argument of their listeners. */
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
 * @param position a priority, where higher runs earlier; or the listener to run before or after: `{ before: 'firewall' }`.
 *   The host's own listeners have the names of the table in docs/host/lifecycle.md; `oriel-host events` shows their priorities
 * @param name the name in the profiler and in error messages
 * @param handle the function to call; it is awaited only if it returns a promise
 *
 * @example
 * ```ts
 * import { on } from 'oriel-host';
 * const stamp = on('kernel.response', -50, 'stamp', ({ response }) => response.headers.set('X-Served-By', 'harbour'));
 * ```
 */
export function on<Name extends keyof HostEvents>(
  event: Name,
  position: ListenerPosition,
  name: string,
  handle: (event: HostEvents[Name]) => void | PromiseLike<void>,
): Listener<never> {
  return Object.freeze({ event, ...findPath(position), name, handle });
}

/** Where a listener runs: a priority, or before or after another listener to the same event. */
export type ListenerPosition =
  number | { readonly before: PipelineName | (string & {}) } | { readonly after: PipelineName | (string & {}) };

function findPath(position: ListenerPosition): Pick<Listener, 'priority' | 'before' | 'after'> {
  if (typeof position !== 'object' || position === null) return { priority: position };
  // The pipeline gives it the priority of the other listener.
  return { priority: 0, ...position };
}

/**
 * Declares an object that listens to several events: its name, and per event a position and a method.
 *
 * @example
 * ```ts
 * import { subscriber } from 'oriel-host';
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
      position: ListenerPosition,
      handle: (event: HostEvents[Name]) => void | PromiseLike<void>,
    ];
  },
): readonly Listener<never>[] {
  return Object.entries(events).map(([event, [position, handle]]) =>
    Object.freeze({ event, ...findPath(position), name, handle: handle }),
  );
}
