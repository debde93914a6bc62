/** The public API of `oriel/testing`. @module */
export { createContext } from './create-context.ts';
export { createTestHost, toRequest } from './create-test-host.ts';
export type { TestHost } from './create-test-host.ts';
export { createProfile } from './create-profile.ts';
export type { TestHostOptions } from './create-test-host.ts';
export type { ContextFacts } from './create-context.ts';
export type { HttpContext } from '../core/http/context.ts';
export type { ProfileFacts } from './create-profile.ts';
