/** The public API of `oriel/profiler`. @module */
export { MemoryProfileStorage } from './store/memory/memory-profile-storage.ts';
export { SqlProfileStorage } from './store/sqlite/sql-profile-storage.ts';
export { PostgresProfileStorage } from './store/postgres/postgres-profile-storage.ts';
export { Redactor } from './redaction/redactor.ts';
export { panel } from './panels/define-panel.ts';
export { RECORD_HEADER, signRecordHeader } from './access/record-header.ts';
export type { SqlProfileStorageOptions } from './store/sqlite/sql-profile-storage.ts';
export type { PostgresProfileStorageOptions } from './store/postgres/postgres-profile-storage.ts';
export type { PanelDefinition } from './panels/define-panel.ts';
export type { Block, Panel, PanelLinks, PanelView, Text, Tone, WaterfallRow } from './panels/view-model.ts';
export type { Collector, CollectorSubject } from './collector.ts';
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
} from './profile.ts';
export type {
  RecordedClient,
  RecordedCors,
  RecordedLimit,
  RecordedLocale,
  RecordedSession,
} from './recorded-features.ts';
export type { RecordedViolation, RecordedWindow, RecordedRun, RecordedOperation } from './recorded-operation.ts';
export type { FoundProfiles, ProfileQuery, QueryField, QueryTerm, SortKey } from './search/profile-query.ts';
export type {
  LostProfiles,
  ProfileStorage,
  StorageCaps,
  StorageHealth,
  StorageOverview,
} from './store/profile-storage.ts';
