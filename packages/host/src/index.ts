/** The public API of `oriel`. @module */
export { filter } from './features/resources/declare/filters/filter.ts';
export { memoryStore } from './features/resources/source/memory-store.ts';
export { afterCommit } from './features/resources/source/after-commit.ts';
export { ALL_TENANTS } from './features/resources/declare/tenant-definition.ts';
export type { TenantFunction } from './features/resources/declare/tenant-definition.ts';
export { resource } from './features/resources/declare/resource.ts';
export { field } from './features/resources/declare/exact-fields.ts';
export { where } from './features/resources/declare/filters/where.ts';
export type { ApiConfig } from './features/resources/model/api-config.ts';
export type { Resource } from './features/resources/declare/resource.ts';
export { defineHost } from './host/define-host.ts';
export { HostConfigError } from 'oriel-core/configuration';
export { env } from './configuration/env.ts';
export { connect } from './host/connect/connect.ts';
export { on, subscriber } from './host/on.ts';
export { plugin } from './host/plugin.ts';
export type { Plugin, PluginParts, PluginServices } from './host/plugin.ts';
export { file } from './server/file.ts';
export { group } from './routes/group.ts';
export { redirect } from './http/redirect.ts';
export { mount } from './routes/mount.ts';
export { diskStorage } from './uploads/disk-storage.ts';
export { receiveUploads } from './uploads/receive-uploads.ts';
export { s3Storage } from './uploads/s3-storage.ts';
export { reply } from './routes/reply.ts';
export { route } from './routes/route.ts';
export type { ConfigIssue } from 'oriel-core/configuration';
export type { Migrations } from './configuration/migrations.ts';
export type { FetchInfo, Host } from './host/define-host.ts';
export type { HostConfig, LogConfig } from './host/config.ts';
export type {
  Duration,
  BaseUser,
  Register,
  User,
  HttpErrorOptions,
  Violation,
  ProblemDocument,
  ProblemType,
  StandardSchema,
  HttpContext,
  RequestInput,
  RouteInfo,
  Delivery,
  IncomingRequest,
  RequestBody,
  RequestHeaders,
  Language,
  MaybePromise,
  PushedBody,
  ByteSource,
  FileBody,
  ResponseBody,
  SessionKey,
  SessionValue,
  InferInput,
  InferOutput,
  Authentication,
  RoleName,
  UserAccess,
} from 'oriel-core/http';
export type { NoReplies, ParamValue, PathInput, PathOf, PathParams, Replies, RouteTypes } from './http/route-params.ts';
export type { Mode } from './configuration/host-environment.ts';
export type { ListenOptions, Listening } from './host/listening.ts';
export type { NodeHandler } from './host/node-handler.ts';
export type { Route, RouteDeclaration, RouteInput } from './routes/route.ts';
export type { IncomingFile, UploadStorage } from './uploads/upload-storage.ts';
export type { ReceivedUploads, UploadedFile, UploadOptions } from './uploads/receive-uploads.ts';
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
  HttpResponse,
  ProblemError,
  problem,
} from 'oriel-core/http';
export { deny } from './http/access-rule.ts';
export type { AccessInput } from './http/access-input.ts';
export type { Denial, Rule } from './http/access-rule.ts';
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
} from './kernel/events.ts';
export type { UrlFor } from './kernel/handler-input.ts';
export type { Listener } from './events/dispatcher.ts';
export { voter } from './features/security/voter.ts';
export type { PathRule } from './features/security/path-rules.ts';
export type { Voter } from './features/security/voter.ts';
export type {
  LogLevel,
  LogRecord,
  LogSink,
  CallSite,
  Logger,
  Decision,
  ListenerCall,
  Span,
  SpanKind,
  Trace,
} from 'oriel-core/trace';
export { pinoSink } from './trace/pino-sink.ts';
export { span, trace } from 'oriel-core/trace';
export type { CorsConfig, OriginRule } from './features/cors/cors-config.ts';
export type { Messages, ClientText, Message } from 'oriel-core/messages';
export type { FilesConfig } from './features/files/files-config.ts';
export type { HostMetricsConfig } from './features/metrics/metrics-config.ts';
export type { LocaleConfig } from './features/locale/locale-config.ts';
export type { Filter, SentFilterValues } from './features/resources/declare/filters/filter.ts';
export type { RowFilter } from './features/resources/declare/filters/where.ts';
export type { OperationName } from './features/resources/declare/operation-definition.ts';

// Types that the compiler writes in declarations, for hosts whose types other packages of a workspace use.
export type { AnyRule, AnyRulePart, RuleFunction, RulePart, RuleWord } from './http/access-rule.ts';
export type { AccessFacts, AccessPhase } from './http/access-input.ts';
export type { RedirectStatus } from './http/redirect.ts';
export type { RequestLimit, RequestLimits } from './http/request-limit.ts';
export type { RequestView } from './http/request-view.ts';
export type { WebLink } from './http/headers/link.ts';
export type { Controller } from './kernel/events.ts';
export type { GroupedRoutes, GroupOptions } from './routes/group.ts';
export type { FetchApplication, FetchHandler, MountInput, MountOptions } from './routes/mount.ts';
export type { CheckedHandler, HandlerResult, ReplyOf } from './routes/reply.ts';
export type { Sendable } from './routes/sendable.ts';
export type { CheckedUrlFor, RegisteredUrlFor, RouteLines } from './routes/route-names.ts';
export type { RouteOperation, RouteOptions, RouteSchemas, RouteTag } from './routes/route.ts';
export type { CloseResult } from './server/connections.ts';
export type { FileOptions, FileSource } from './server/file.ts';
export type { NodeServer } from './server/node-server.ts';
export type { PinoLogger } from './trace/pino-sink.ts';
export type { UploadProgress } from './uploads/receive-uploads.ts';
export type { S3Options, S3Request } from './uploads/s3-storage.ts';
export type { AccessDefinition, FieldRule } from './features/resources/declare/access-definition.ts';
export type { ComputedField, ComputeValues, SqlExpression } from './features/resources/declare/computed-fields.ts';
export type { DefaultInput, DefaultValue } from './features/resources/declare/default-values.ts';
export type {
  AfterInput,
  AnyHook,
  BeforeInput,
  ChangeInput,
  CustomHooks,
  Hook,
  HookInput,
  Hooks,
  SharedHooks,
} from './features/resources/declare/hooks.ts';
export type { FieldInput } from './features/resources/declare/field-input.ts';
export type { BulkDefinition, PageDefinition, SearchDefinition } from './features/resources/declare/list-definition.ts';
export type { CustomInput, CustomOperation, CustomOperations } from './features/resources/declare/custom-operation.ts';
export type {
  CacheDefinition,
  DeprecationDefinition,
  OperationOptions,
  OperationsDefinition,
  StandardOperationOptions,
} from './features/resources/declare/operation-definition.ts';
export type { OperationInput } from './features/resources/declare/field-input.ts';
export type {
  FieldAccess,
  LinkDefinition,
  ResourceDefinition,
} from './features/resources/declare/resource-definition.ts';
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
  TransactionIn,
} from './features/resources/declare/resource-functions.ts';
export type { AnyDefinition, AnyResource, ResourceTypes } from './features/resources/declare/resource.ts';
export type { TenantDefinition } from './features/resources/declare/tenant-definition.ts';
export type { ToolSelection } from './features/resources/declare/tool-selection.ts';
export type { FilterTree, SearchLeaf, SqlLeaf } from './features/resources/declare/filters/filter-tree.ts';
export type {
  DateBounds,
  Direction,
  FieldValues,
  FilterKind,
  FilterValues,
  Range,
  SentRange,
} from './features/resources/declare/filters/filter.ts';
export type { SqlFilterDefinition } from './features/resources/declare/filters/filter.ts';
export type { IsolationLevel, RowLock, TransactionOptions } from './features/resources/declare/transaction-options.ts';
export type { LiveDefinition, PublishedChange, PublishItem } from './features/resources/declare/live-definition.ts';
export type { ListRequest, Page } from './features/resources/declare/list-request.ts';
export type { AfterCommit } from './features/resources/source/after-commit.ts';
export type {
  ResourceStore,
  StoreContext,
  StoreField,
  StoreShape,
} from './features/resources/declare/resource-store.ts';
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
export type { ProxyConfig, ProxySettings } from './server/proxy-config.ts';
