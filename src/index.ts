/** The front door: everything an application needs. The rooms behind it have doors of their own (`oriel/http` …). */
export { filter, memoryStore, resource, rows } from './api/declare/index.ts';
export type { ApiConfig, Resource, ResourceStore } from './api/index.ts';
export { defineHost, HostConfigError, on, reply, route, subscriber } from './host/index.ts';
export type {
  ConfigIssue,
  FetchInfo,
  Host,
  HostConfig,
  HostEvents,
  ListenOptions,
  Listening,
  LogConfig,
  Mode,
  PathParams,
  Replies,
  RouteDeclaration,
  RouteInput,
  RouteOptions,
} from './host/index.ts';
export {
  BadRequestError,
  ConflictError,
  ContentTooLargeError,
  ForbiddenError,
  GoneError,
  HttpError,
  HttpResponse,
  InternalServerError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  PreconditionFailedError,
  ProblemError,
  ServiceUnavailableError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableContentError,
  UnsupportedMediaTypeError,
  deny,
  problem,
} from './http/index.ts';
export type {
  AccessInput,
  Denial,
  BaseUser,
  HttpErrorOptions,
  ProblemDocument,
  ProblemType,
  Register,
  Rule,
  StandardSchema,
  User,
  Violation,
} from './http/index.ts';
export type {
  ControllerArgumentsEvent,
  ControllerEvent,
  ExceptionEvent,
  FinishRequestEvent,
  RequestContext,
  RequestEvent,
  ResponseEvent,
  TerminateEvent,
  UrlFor,
  ViewEvent,
} from './kernel/index.ts';
export type { Listener } from './events/index.ts';
export { voter } from './security/declare/index.ts';
export type { PathRule, Voter } from './security/index.ts';
export type { LogLevel, LogRecord, LogSink } from './trace/index.ts';
export { span, trace } from './trace/index.ts';
export type { CorsConfig, CorsPathRule, CorsRule, OriginRule, OriginTest } from './visitor/cors/index.ts';
