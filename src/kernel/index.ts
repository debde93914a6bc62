export { changeObserver } from './change-observer.ts';
export { HandlerArgumentResolver } from './argument-resolver.ts';
export type { ArgumentResolver } from './argument-resolver.ts';
export { routeControllerResolver } from './controller-resolver.ts';
export type { ControllerResolver } from './controller-resolver.ts';
export { ControllerNotFoundError, NoResponseError } from './errors.ts';
export {
  ControllerArgumentsEvent,
  ControllerEvent,
  ExceptionEvent,
  FinishRequestEvent,
  RequestEvent,
  ResponseEvent,
  TerminateEvent,
  ViewEvent,
} from './events.ts';
export type { Controller, Delivered, RequestContext } from './events.ts';
export { HandlerInput } from './handler-input.ts';
export type { HandlerServices, UrlFor } from './handler-input.ts';
export { Kernel } from './kernel.ts';
export type { KernelParts } from './kernel.ts';
export { KernelEvents } from './kernel-events.ts';
export type { KernelEventName } from './kernel-events.ts';
export { MOST_FORWARDS, createSubRequest } from './sub-request.ts';
export { isWebResponse } from './web-response.ts';
