/** What `oriel-host` needs of the recorder and its pages. Internal: it may change in any version. @module */
export { createRecordDemand } from './record/demand/record-header.ts';
export type { Collector, CollectorSubject } from './record/collector.ts';
export { resolveOtlp } from './otlp/export/otlp-config.ts';
export type { OtlpConfig } from './otlp/export/otlp-config.ts';
export type { OtlpStatus } from './otlp/export/otlp-exporter.ts';
export type { Profile, RecordedRouting } from './profile/profile.ts';
export type { ErrorViews } from './record/error-views.ts';
export type { FindingRule } from './record/findings/findings.ts';
export { KeepRule } from './record/keep-rule.ts';
export { DEFAULT_BODY_CAP } from './record/record-body.ts';
export type { Redactor } from './record/redaction/redactor.ts';
export { createRecorder } from './node/create-recorder.ts';
export type { Profiler } from './record/profiler.ts';
export { createPropagation } from './record/propagate-trace.ts';
export type { RecordedExchange } from './record/recorded-exchange.ts';
export { watchConsole } from './record/watch-console.ts';
export { watchEventLoop } from './record/watch-event-loop.ts';
export { watchHttpClients } from './record/watch-http.ts';
export type {
  RecordedClient,
  RecordedCors,
  RecordedLimit,
  RecordedLocale,
  RecordedSession,
} from './profile/recorded-features.ts';
export type {
  OperationLimit,
  RecordedOperation,
  RecordedIndex,
  RecordedRun,
  RecordedViolation,
  RecordedWindow,
} from './profile/recorded-operation.ts';
/** The host requires it at run time. @public */
export { describeKeepIssue } from './store/search/keep-searches.ts';
export { MemoryProfileStorage } from './store/memory/memory-profile-storage.ts';
export { PostgresProfileStorage } from './store/postgres/postgres-profile-storage.ts';
export type { ProfileStorage, StorageCaps } from './store/profile-storage.ts';
export { SqlProfileStorage } from './store/sqlite/sql-profile-storage.ts';
export { ONE_TIME_CODE_MINUTES, ProfilerAccess } from './view/pages/access/profiler-access.ts';
export { LiveTail } from './view/pages/live-tail/live-tail.ts';
export type { ExplainStatement } from './view/pages/page-request.ts';
export { createProfilerRoutes } from './view/pages/profiler-routes.ts';
export { PANELS } from './view/panels/panels.ts';
export type { Panel } from './profile/view-model.ts';
export { createEditorLink } from './view/render/editor-links.ts';
export { opensPage, planToolbar } from './view/toolbar/plan-toolbar.ts';
export { createToolbarData } from './view/toolbar/toolbar-data.ts';
