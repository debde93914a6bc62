export { MemorySessionStorage } from './memory-session-storage.ts';
export { SESSION_DEFAULTS } from './session-config.ts';
export type { SessionConfig, SessionCookieConfig } from './session-config.ts';
export { readName } from './session-cookie.ts';
export type { SessionStorage, StoredSession } from './session-storage.ts';
export type { SessionUsage } from './session-usage.ts';
export { Sessions } from './sessions.ts';
export type { SessionContext, SessionSurroundings } from './sessions.ts';
export { VisitorSession } from './visitor-session.ts';
