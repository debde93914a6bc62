/** The public API of `oriel`. Importing it records nothing: `oriel/register` does. @module */
export { profiler } from './node/pages/profiler.ts';
export type { ProfilerHandlerOptions } from './node/pages/profiler.ts';
export type { ProfilerHandler } from './node/pages/profiler-handler.ts';
export { withProfile } from './node/jobs/with-profile.ts';
export { span } from 'oriel-core/trace';
export { MemoryProfileStorage } from './store/memory/memory-profile-storage.ts';
export { SqlProfileStorage } from './store/sqlite/sql-profile-storage.ts';
export { PostgresProfileStorage } from './store/postgres/postgres-profile-storage.ts';
export type { Redactor } from './record/redaction/redactor.ts';
export { panel } from './view/panels/define-panel.ts';
export { signRecordHeader } from './record/demand/record-header.ts';
export type { PanelDefinition } from './view/panels/define-panel.ts';
export type {
  Block,
  Choice,
  Column,
  Panel,
  PanelLinks,
  PanelView,
  Row,
  RowRange,
  Table,
  Text,
  Tone,
  Truncation,
  WaterfallRow,
} from './profile/view-model.ts';
export type { Collector, CollectorSubject } from './record/collector.ts';
export type {
  Finding,
  HeaderLine,
  Profile,
  ProfileData,
  ProfileSummary,
  RecordedBody,
  RecordedLog,
  RecordedRequest,
  RecordedResponse,
  RecordedRouting,
  RecordedView,
} from './profile/profile.ts';
export type {
  FoundProfiles,
  MatchCount,
  ProfileQuery,
  QueryField,
  QueryOperator,
  QueryTerm,
  SortKey,
} from './store/search/profile-query.ts';
export type {
  EncodedProfile,
  LostProfiles,
  ProfileEncoding,
  ProfileStorage,
  StorageCaps,
  StorageHealth,
  StorageOverview,
} from './store/profile-storage.ts';
export type { Decision, DroppedKind, ListenerCall, LogLevel, LogRecord, Span, SpanKind, Trace } from 'oriel-core/trace';
export type { SqlProfileStorageOptions } from './store/sqlite/sql-profile-storage.ts';
export type { PostgresProfileStorageOptions } from './store/postgres/postgres-profile-storage.ts';
export type { RouteParameters, SecretNamesOptions } from 'oriel-core/redaction';
export type { SqlDialect } from './record/sql-tokens.ts';
export type {
  BodySink,
  BodySource,
  ByteSource,
  Delivery,
  Duration,
  FileBody,
  HttpResponse,
  MaybePromise,
  OmittedBody,
  PushedBody,
  RequestHeaders,
  ResponseBody,
  ResponseHeaders,
} from 'oriel-core/http';
export type { RecordedExchange, RecordedResponseHead } from './record/recorded-exchange.ts';
export type { BodyBudget, BodyCapture } from './record/body-capture.ts';
export type { CapturedBodies } from './record/captured-bodies.ts';
export type {
  OperationLimit,
  RecordedOperation,
  RecordedIndex,
  RecordedRun,
  RecordedViolation,
  RecordedWindow,
} from './profile/recorded-operation.ts';
export type {
  RecordedClient,
  RecordedCors,
  RecordedFramework,
  RecordedLimit,
  RecordedLocale,
  RecordedOrigin,
  RecordedPause,
  RecordedSession,
} from './profile/recorded-features.ts';
export type { StoreTrouble, TroubleKind } from './store/sqlite/store-trouble.ts';
