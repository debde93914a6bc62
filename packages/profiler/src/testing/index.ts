/** The public API of `oriel/testing`. @module */
export { createProfile } from './create-profile.ts';
export type { ProfileFacts } from './create-profile.ts';
