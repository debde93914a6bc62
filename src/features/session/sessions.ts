import type { HttpContext } from '../../core/http/context.ts';
import type { Trace } from '../../core/trace/trace.ts';
import { BoundedStorage } from './bounded-storage.ts';
import { CsrfGuard } from './csrf-guard.ts';
import { MemorySessionStorage } from './memory-session-storage.ts';
import { SessionChanges } from './session-changes.ts';
import { SESSION_DEFAULTS } from './session-config.ts';
import type { SessionConfig } from './session-config.ts';
import { SessionCookie } from './session-cookie.ts';
import { SessionLifetime } from './session-lifetime.ts';
import type { ReadonlySessionValues } from './session-values.ts';
import { VisitorSession } from './visitor-session.ts';

/** A request, as sessions see it. */
export type SessionContext = HttpContext<unknown, Trace>;

/** What a host tells sessions beside their configuration. */
export interface SessionSurroundings {
  /**
   * Called once for each request that uses its session, before anything happens; what it throws, or rejects with, the use
   * ends with. It sees to it that routes without a session have none.
   */
  readonly onUse?: (context: SessionContext, what: string) => void;
  /**
   * Called before a session is stored for the first time, with its values. What it throws, or rejects with, the use ends
   * with, and nothing is stored.
   */
  readonly onStart?: (context: SessionContext, values: ReadonlySessionValues) => void | Promise<void>;
  /** Milliseconds since 1970, for tests. */
  readonly now?: () => number;
}

/** The sessions of one host: everything that is the same for all of them. */
export class Sessions {
  readonly storage: BoundedStorage;
  readonly cookie: SessionCookie;
  readonly lifetime: SessionLifetime;
  readonly changes: SessionChanges;
  readonly guard: CsrfGuard | undefined;
  readonly onUse: SessionSurroundings['onUse'];
  readonly onStart: SessionSurroundings['onStart'];
  readonly now: () => number;

  constructor(config: SessionConfig, { onUse, onStart, now = Date.now }: SessionSurroundings = {}) {
    const { idle, absolute, maxBytes, timeoutMs } = { ...SESSION_DEFAULTS, ...config };
    this.storage = new BoundedStorage(config.storage ?? new MemorySessionStorage(), timeoutMs);
    this.cookie = new SessionCookie(config.cookie, absolute);
    this.lifetime = new SessionLifetime(idle, absolute);
    this.changes = new SessionChanges(this.storage, this.lifetime, { maxBytes, patience: timeoutMs * 2, now });
    this.guard = config.csrf === false ? undefined : new CsrfGuard(config.csrf);
    this.onUse = onUse;
    this.onStart = onStart;
    this.now = now;
  }

  /** The session of a request; nothing is looked at before something is asked of it. */
  of(context: SessionContext): VisitorSession {
    return new VisitorSession(this, context);
  }
}
