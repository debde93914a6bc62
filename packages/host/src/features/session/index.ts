/** The public API of `oriel-host/session`. @module */
export { MemorySessionStorage } from './memory-session-storage.ts';
export type { SessionConfig } from './session-config.ts';
export type { SessionStorage, StoredSession } from './session-storage.ts';
export type { CsrfConfig } from './csrf-guard.ts';
export type { Session, SessionData, SessionKey, SessionValue } from 'oriel-core/http';
export type { SessionUsage } from './session-values.ts';
export type { SessionCookieConfig } from './session-config.ts';
