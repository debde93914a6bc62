/** The public API of `oriel-host/testing`. @module */
export { createContext } from './create-context.ts';
export { createTestHost, toRequest } from './create-test-host.ts';
export type { TestHost, TestHostOptions } from './create-test-host.ts';
export { createProfile } from 'oriel/testing';
export type { ContextFacts } from './create-context.ts';
export type { HttpContext } from 'oriel-core/http';
export type { ProfileFacts } from 'oriel/testing';
