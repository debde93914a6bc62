/** The public API of `oriel`. @module */
export { filter } from './features/resources/filters/filter.ts';
export { memoryStore } from './features/resources/stores/memory-store.ts';
export { afterCommit } from './features/resources/stores/after-commit.ts';
export { ALL_TENANTS } from './features/resources/definition/tenant-definition.ts';
export type { TenantFunction } from './features/resources/definition/tenant-definition.ts';
export { resource } from './features/resources/definition/resource.ts';
export { where } from './features/resources/filters/where.ts';
export type { ApiConfig } from './features/resources/definition/api-config.ts';
export type { Resource } from './features/resources/definition/resource.ts';
export { defineHost } from './host/define-host.ts';
export { HostConfigError } from './core/configuration/config-issue.ts';
export { env } from './core/configuration/env.ts';
export { connect } from './host/connect/connect.ts';
export { on, subscriber } from './host/on.ts';
export { plugin } from './host/plugin.ts';
export type { Plugin, PluginParts, PluginServices } from './host/plugin.ts';
export { file } from './core/server/file.ts';
export { group } from './core/routes/group.ts';
export { redirect } from './core/http/redirect.ts';
export { mount } from './core/routes/mount.ts';
export { diskStorage } from './core/uploads/disk-storage.ts';
export { receiveUploads } from './core/uploads/receive-uploads.ts';
export { s3Storage } from './core/uploads/s3-storage.ts';
export { reply } from './core/routes/reply.ts';
export { route } from './core/routes/route.ts';
export type { ConfigIssue } from './core/configuration/config-issue.ts';
export type { Migrations } from './core/configuration/migrations.ts';
export type { FetchInfo, Host } from './host/define-host.ts';
export type { HostConfig, LogConfig } from './host/config.ts';
export type { Duration } from './core/http/duration.ts';
export type { Mode } from './core/configuration/host-environment.ts';
export type { ListenOptions, Listening } from './host/listening.ts';
export type { NodeHandler } from './host/node-handler.ts';
export type { Route, RouteDeclaration, RouteInput } from './core/routes/route.ts';
export type { IncomingFile, UploadStorage } from './core/uploads/upload-storage.ts';
export type { ReceivedUploads, UploadedFile, UploadOptions } from './core/uploads/receive-uploads.ts';
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
export { pinoSink } from './core/trace/pino-sink.ts';
export { span, trace } from './core/trace/current.ts';
export type { CorsConfig, OriginRule } from './features/cors/cors-config.ts';
export type { Messages } from './core/messages/catalogue.ts';
export type { FilesConfig } from './features/files/files-config.ts';
export type { HostMetricsConfig } from './features/metrics/metrics-config.ts';
export type { LocaleConfig } from './features/locale/locale-config.ts';
export type { NoReplies } from './core/http/route-params.ts';
export type { Filter, SentFilterValues } from './features/resources/filters/filter.ts';
export type { RowFilter } from './features/resources/filters/where.ts';
export type { OperationName } from './features/resources/definition/operation-definition.ts';
