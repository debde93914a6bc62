/** The public API of `oriel/profiler`. @module */
export { MemoryProfileStorage } from './store/memory/memory-profile-storage.ts';
export { SqlProfileStorage } from './store/sqlite/sql-profile-storage.ts';
export { PostgresProfileStorage } from './store/postgres/postgres-profile-storage.ts';
export { Redactor } from './redaction/redactor.ts';
export { panel } from './panels/define-panel.ts';
export { RECORD_HEADER, signRecordHeader } from './access/record-header.ts';
export type { PanelDefinition } from './panels/define-panel.ts';
export type { Block, Panel, PanelView } from './panels/view-model.ts';
export type { Collector, CollectorSubject } from './collector.ts';
export type { Finding, Profile, ProfileData, ProfileSummary } from './profile.ts';
export type { FoundProfiles, ProfileQuery } from './search/profile-query.ts';
export type { ProfileStorage, StorageCaps, StorageHealth, StorageOverview } from './store/profile-storage.ts';
export type {
  HeaderLine,
  RecordedBody,
  RecordedLog,
  RecordedRequest,
  RecordedResponse,
  RecordedRouting,
} from './profile.ts';
