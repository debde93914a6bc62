export { watchRequestBody, watchResponseBody } from './captured-bodies.ts';
export type { CapturedBodies } from './captured-bodies.ts';
export type { Collector, CollectorSubject } from './collector.ts';
export { decisionsCollector } from './collectors/decisions-collector.ts';
export { exceptionCollector, withoutSecrets } from './collectors/exception-collector.ts';
export { logsCollector } from './collectors/logs-collector.ts';
export { pipelineCollector } from './collectors/pipeline-collector.ts';
export { requestCollector } from './collectors/request-collector.ts';
export { responseCollector } from './collectors/response-collector.ts';
export { routingCollector } from './collectors/routing-collector.ts';
export { spansWithBlocks } from './collectors/blocked-spans.ts';
export { spansCollector } from './collectors/spans-collector.ts';
export type {
  Finding,
  HeaderLine,
  Profile,
  ProfileData,
  ProfileSummary,
  RecordedBody,
  RecordedCors,
  RecordedClient,
  RecordedLimit,
  RecordedLocale,
  RecordedLog,
  RecordedOperation,
  RecordedRequest,
  RecordedResponse,
  RecordedRouting,
  RecordedRun,
  RecordedSession,
  RecordedViolation,
  RecordedWindow,
} from './profile.ts';
export type { FoundProfiles, ProfileQuery, QueryField, QueryTerm, SortKey } from './profile-query.ts';
export { MemoryProfileStorage } from './memory-profile-storage.ts';
export { DEFAULT_CAPS, PINNED_PART } from './profile-storage.ts';
export type { ProfileBatch, ProfileStorage, StorageCaps, StorageHealth, StoredProfile } from './profile-storage.ts';
export { PackedProfile, dataOf, roomOf } from './packing/packed-profile.ts';
export type { PackedTexts } from './packing/packed-texts.ts';
export { textsIdOf, unpack } from './packing/unpack.ts';
export {
  PROFILE_TOKENS,
  ProfileTokenAllocator,
  fromProfileToken,
  gather,
  givenSince,
  scatter,
  toProfileToken,
} from './profile-token.ts';
export type { ProfileTokenSource, TokenUse } from './profile-token.ts';
export { Profiler } from './profiler.ts';
export type { ProfilerParts, RecordRule } from './profiler.ts';
export { KeyAttempts } from './key-attempts.ts';
export { RECORD_HEADER, checkRecordHeader, isRecordHeader, signRecordHeader } from './record-header.ts';
export { LEAST_KEY_BYTES, digestOf, isLongEnoughKey, isSameText } from './profiler-key.ts';
export { EventLoopWatch, watchEventLoop } from './watch-event-loop.ts';
export type { LoopBlock } from './watch-event-loop.ts';
export { watchConsole } from './watch-console.ts';
export { watchHttpClients } from './watch-http.ts';
export { parseQueryText, quoteQueryValue } from './query-language.ts';
export type { ParsedQuery, QueryIssue } from './query-language.ts';
export { FEATURES, FIELDS } from './query-fields.ts';
export type { FieldDefinition } from './query-fields.ts';
export { dataTexts } from './query-match-data.ts';
export { compareProfiles, compareValues, lowerAscii, matchesProfile, needsData } from './query-match.ts';
export { Redactor } from './redaction.ts';
export { WriteBehind } from './write-behind.ts';
export type { WriteBehindOptions } from './write-behind.ts';
export { bodyView, sizeText } from './body-view.ts';
export type { BodyView, BodyViewContent } from './body-view.ts';
export { findingsOf } from './findings.ts';
export { DEFAULT_QUERY, QUERY_FIELDS, SORT_KEYS } from './profile-query.ts';
export type { QueryOperator } from './profile-query.ts';
export { SLOW_QUERY_MS } from './findings/slow-query.ts';
export { REFERENCE_FILTERS, readQueryParameters, writeQueryParameters, writeTerm } from './query-parameters.ts';
export type { ParameterIssue, ReadQuery } from './query-parameters.ts';
