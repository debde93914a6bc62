/** The public API of `oriel/testing`. @module */
export { createContext, createIncoming } from './create-context.ts';
export type { ContextFacts, IncomingFacts } from './create-context.ts';
export { TEST_PEER, createTestHost, toRequest } from './create-test-host.ts';
export type { TestHost, TestHostOptions } from './create-test-host.ts';
export { createBody, createProfile } from './create-profile.ts';
export type { ProfileFacts } from './create-profile.ts';
