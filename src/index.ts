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

// Types that the compiler writes in declarations, for hosts whose types other packages of a workspace use.
export type { AnyRule, AnyRulePart, RuleFunction, RulePart, RuleWord } from './core/http/access-rule.ts';
export type { AccessFacts, AccessPhase } from './core/http/access-input.ts';
export type { HttpContext, RequestInput, RouteInfo } from './core/http/context.ts';
export type { Delivery } from './core/http/delivery.ts';
export type { IncomingRequest, RequestBody, RequestHeaders } from './core/http/incoming-request.ts';
export type { Language } from './core/http/language.ts';
export type { MaybePromise } from './core/http/promises.ts';
export type { PushedBody } from './core/http/pushed-body.ts';
export type { RedirectStatus } from './core/http/redirect.ts';
export type { LimitAlgorithm, RequestLimit, RequestLimits } from './core/http/request-limit.ts';
export type { RequestView } from './core/http/request-view.ts';
export type { ByteSource, FileBody, ResponseBody } from './core/http/response.ts';
export type { ParamValue, PathInput, PathOf, PathParams, Replies, RouteTypes } from './core/http/route-params.ts';
export type { SessionKey, SessionValue } from './core/http/session.ts';
export type { InferInput, InferOutput } from './core/http/standard-schema.ts';
export type { Authentication, RoleName, UserAccess } from './core/http/user.ts';
export type { WebLink } from './core/http/headers/link.ts';
export type { Controller } from './core/kernel/events.ts';
export type { ClientText, Message } from './core/messages/message.ts';
export type { GroupedRoutes, GroupOptions } from './core/routes/group.ts';
export type { FetchApplication, FetchHandler, MountInput, MountOptions } from './core/routes/mount.ts';
export type { CheckedHandler, HandlerResult, ReplyOf } from './core/routes/reply.ts';
export type { Sendable } from './core/routes/sendable.ts';
export type { CheckedUrlFor, RegisteredUrlFor, RouteLines } from './core/routes/route-names.ts';
export type { RouteOperation, RouteOptions, RouteSchemas, RouteTag } from './core/routes/route.ts';
export type { CloseResult } from './core/server/connections.ts';
export type { FileOptions, FileSource } from './core/server/file.ts';
export type { NodeServer } from './core/server/node-server.ts';
export type { CallSite } from './core/trace/call-site.ts';
export type { Logger } from './core/trace/logger.ts';
export type { PinoLogger } from './core/trace/pino-sink.ts';
export type { Decision, ListenerCall, Span, SpanKind, Trace } from './core/trace/trace.ts';
export type { UploadProgress } from './core/uploads/receive-uploads.ts';
export type { S3Options, S3Request } from './core/uploads/s3-storage.ts';
export type { AccessDefinition, FieldRule } from './features/resources/definition/access-definition.ts';
export type { DefaultInput, DefaultValue } from './features/resources/definition/default-values.ts';
export type { FieldInput } from './features/resources/definition/field-input.ts';
export type {
  BulkDefinition,
  PageDefinition,
  SearchDefinition,
} from './features/resources/definition/list-definition.ts';
export type {
  AnswerLink,
  CacheDefinition,
  CustomOperation,
  DeprecationDefinition,
  OperationOptions,
  OperationsDefinition,
  UploadLimits,
} from './features/resources/definition/operation-definition.ts';
export type { OperationInput } from './features/resources/definition/operation-input.ts';
export type {
  FieldAccess,
  LinkDefinition,
  ResourceDefinition,
} from './features/resources/definition/resource-definition.ts';
export type {
  CreateInput,
  DeclaredQuery,
  DeleteInput,
  ItemInput,
  ListInput,
  PatchInput,
  PathVariables,
  Process,
  Provide,
  ReplaceInput,
  ScopedInput,
} from './features/resources/definition/resource-functions.ts';
export type { AnyDefinition, AnyResource, ResourceTypes } from './features/resources/definition/resource.ts';
export type { TenantDefinition } from './features/resources/definition/tenant-definition.ts';
export type { ToolSelection } from './features/resources/definition/tool-selection.ts';
export type { FilterTree, SearchLeaf, SqlLeaf } from './features/resources/filters/filter-tree.ts';
export type {
  DateBounds,
  Direction,
  FieldValues,
  FilterKind,
  FilterValues,
  Range,
  SentRange,
} from './features/resources/filters/filter.ts';
export type { SqlFilterDefinition } from './features/resources/filters/sql-filter.ts';
export type { LiveDefinition } from './features/resources/live/live-definition.ts';
export type { ListRequest, Page } from './features/resources/paging/list-request.ts';
export type { AfterCommit } from './features/resources/stores/after-commit.ts';
export type {
  ResourceStore,
  StoreContext,
  StoreField,
  StoreShape,
} from './features/resources/stores/resource-store.ts';
export type { Assembly } from './host/assembly.ts';
export type { ConnectOptions, Middleware } from './host/connect/connect.ts';
export type { HostLimits, HostsConfig } from './host/config.ts';
export type { WriteLog } from './host/host-log.ts';
export type { HostEvents, ListenerPosition } from './host/on.ts';
export type { PluginDefinition } from './host/plugin.ts';
export type { StateConfig } from './host/state/state-config.ts';
export type { HubPublisher } from './features/hub/publisher.ts';
export type {
  Authenticator,
  AuthenticatorIssue,
  EntryDescription,
  EntryRoute,
} from './features/security/authenticator.ts';
export type { Feature } from './features/feature.ts';
export type { AccessConfig } from './features/security/security-config.ts';
export type { HealthConfig } from './features/health/health-config.ts';
export type { McpConfig } from './features/mcp/mcp-config.ts';
export type { ProfilerConfig } from './features/profiler/profiler-config.ts';
export type { SecurityHeadersConfig } from './features/security-headers/security-headers-config.ts';
export type { ProxyConfig, ProxySettings } from './core/server/proxy-config.ts';
export type { CompressionOptions } from './core/server/server-options.ts';
export type { MethodOverrideConfig } from './features/security-headers/security-headers-config.ts';
