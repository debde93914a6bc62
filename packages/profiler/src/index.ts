/** The public API of `oriel`. Importing it records nothing: `oriel/register` does. @module */
export { profiler } from './node/pages/profiler.ts';
export type { ProfilerHandlerOptions } from './node/pages/profiler.ts';
export type { ProfilerHandler } from './node/pages/profiler-handler.ts';
export { withProfile } from './node/jobs/with-profile.ts';
export { span } from 'oriel-core/trace';
export { MemoryProfileStorage } from './store/memory/memory-profile-storage.ts';
export { SqlProfileStorage } from './store/sqlite/sql-profile-storage.ts';
export { PostgresProfileStorage } from './store/postgres/postgres-profile-storage.ts';
export { Redactor } from './record/redaction/redactor.ts';
export { panel } from './view/panels/define-panel.ts';
export { RECORD_HEADER, signRecordHeader } from './record/demand/record-header.ts';
export type { PanelDefinition } from './view/panels/define-panel.ts';
export type { Block, Panel, PanelView } from './profile/view-model.ts';
export type { Collector, CollectorSubject } from './record/collector.ts';
export type { Finding, Profile, ProfileData, ProfileSummary } from './profile/profile.ts';
export type { FoundProfiles, ProfileQuery } from './store/search/profile-query.ts';
export type { ProfileStorage, StorageCaps, StorageHealth, StorageOverview } from './store/profile-storage.ts';
export type {
  HeaderLine,
  RecordedBody,
  RecordedLog,
  RecordedRequest,
  RecordedResponse,
  RecordedRouting,
} from './profile/profile.ts';
