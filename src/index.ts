/** The public API of `oriel`. */
export { filter } from './features/resources/filters/filter.ts';
export { memoryStore } from './features/resources/stores/memory-store.ts';
export { resource } from './features/resources/definition/resource.ts';
export { where } from './features/resources/filters/where.ts';
export type { ApiConfig } from './features/resources/definition/api-config.ts';
export type { Resource } from './features/resources/definition/resource.ts';
export type {
  ResourceStore,
  StoreContext,
  StoreField,
  StoreShape,
} from './features/resources/stores/resource-store.ts';
export { defineHost } from './host/define-host.ts';
export { HostConfigError } from './core/configuration/config-issue.ts';
export { on, subscriber } from './host/on.ts';
export { plugin } from './host/plugin.ts';
export type { Plugin, PluginDefinition, PluginParts, PluginServices } from './host/plugin.ts';
export { reply, route } from './core/routes/route.ts';
export type { ConfigIssue } from './core/configuration/config-issue.ts';
export type { FetchInfo, Host } from './host/define-host.ts';
export type { HostConfig, LogConfig } from './host/config.ts';
export type { Mode } from './core/configuration/mode.ts';
export type { HostEvents, ListenerPosition } from './host/on.ts';
export type { ListenOptions, Listening } from './host/listening.ts';
export type { PathParams } from './core/routes/route-params.ts';
export type { Replies, RouteDeclaration, RouteInput, RouteOptions } from './core/routes/route.ts';
export {
  BadRequestError,
  ConflictError,
  ContentTooLargeError,
  ForbiddenError,
  GoneError,
  HttpError,
  InternalServerError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  PreconditionFailedError,
  ServiceUnavailableError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableContentError,
  UnsupportedMediaTypeError,
} from './core/http/errors.ts';
export { HttpResponse } from './core/http/response.ts';
export { ProblemError, problem } from './core/http/problem.ts';
export { deny } from './core/http/access-rule.ts';
export type { AccessInput } from './core/http/access-input.ts';
export type { Denial, Rule } from './core/http/access-rule.ts';
export type { BaseUser, Register, User } from './core/http/user.ts';
export type { HttpErrorOptions, Violation } from './core/http/errors.ts';
export type { ProblemDocument, ProblemType } from './core/http/problem.ts';
export type { StandardSchema } from './core/http/standard-schema.ts';
export type {
  ControllerArgumentsEvent,
  ControllerEvent,
  ExceptionEvent,
  FinishRequestEvent,
  RequestContext,
  RequestEvent,
  ResponseEvent,
  TerminateEvent,
  ViewEvent,
} from './core/kernel/events.ts';
export type { UrlFor } from './core/kernel/handler-input.ts';
export type { Listener } from './core/events/dispatcher.ts';
export { voter } from './features/security/voter.ts';
export type { PathRule } from './features/security/path-rules.ts';
export type { Voter } from './features/security/voter.ts';
export type { LogLevel, LogRecord } from './core/trace/trace.ts';
export type { LogSink } from './core/trace/logger.ts';
export { span, trace } from './core/trace/current.ts';
export type { CorsConfig, CorsPathRule, CorsRule, OriginRule, OriginTest } from './features/cors/cors-config.ts';
export type { Messages } from './features/locale/messages.ts';
export type { LocaleConfig } from './features/locale/locale-config.ts';
