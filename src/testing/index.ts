/** The public API of `oriel/testing`. */
export { createContext } from './create-context.ts';
export type { ContextFacts } from './create-context.ts';
export { createIncoming } from './create-incoming.ts';
export type { IncomingFacts } from './create-incoming.ts';
export { TEST_PEER, createTestHost, toRequest } from './create-test-host.ts';
export type { TestHost } from './create-test-host.ts';
export { createBody, createProfile } from './create-profile.ts';
export type { ProfileFacts } from './create-profile.ts';
