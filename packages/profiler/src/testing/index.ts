/** The public API of `oriel/testing`. @module */
export { createProfile } from './create-profile.ts';
export type { ProfileFacts } from './create-profile.ts';
export { recordRequests } from './record-requests.ts';
export type { RecordedRequests } from './record-requests.ts';
export type { RecordedCall, RecordedQuery } from './recorded-work.ts';
