import type { TracedContext } from 'oriel-core/trace';
import { BoundedStorage } from './bounded-storage.ts';
import { CsrfGuard } from './csrf-guard.ts';
import { MemorySessionStorage } from './memory-session-storage.ts';
import { SessionChanges } from './session-changes.ts';
import { SESSION_DEFAULTS } from './session-config.ts';
import type { SessionConfig } from './session-config.ts';
import { SessionCookie } from './session-cookie.ts';
import { toMilliseconds } from 'oriel-core/http';
import { SessionLifetime } from './session-lifetime.ts';
import type { ReadonlySessionValues } from './session-values.ts';
import { VisitorSession } from './visitor-session.ts';

/** What sessions need from the host besides their configuration. */
export interface SessionHooks {
  /**
   * Called at the first use of the session in a request. If it throws or rejects, the use fails. It enforces that
   * stateless routes do not use the session.
   */
  readonly onUse?: (context: TracedContext, what: string) => void;
  /**
   * Called with the values before a session is stored for the first time. If it throws or rejects, nothing is stored
   * and the use fails.
   */
  readonly onStart?: (context: TracedContext, values: ReadonlySessionValues) => void | Promise<void>;
  /** Milliseconds since 1970, for tests. */
  readonly now?: () => number;
}

/** The sessions of one host and the objects that they share. */
export class Sessions {
  readonly storage: BoundedStorage;
  readonly cookie: SessionCookie;
  readonly lifetime: SessionLifetime;
  readonly changes: SessionChanges;
  readonly guard: CsrfGuard | undefined;
  readonly onUse: SessionHooks['onUse'];
  readonly onStart: SessionHooks['onStart'];
  readonly now: () => number;

  constructor(config: SessionConfig, { onUse, onStart, now = Date.now }: SessionHooks = {}) {
    const { maxBytes, ...durations } = { ...SESSION_DEFAULTS, ...config };
    const absolute = toMilliseconds(durations.absolute);
    const timeoutMs = toMilliseconds(durations.timeout);
    this.storage = new BoundedStorage(config.storage ?? new MemorySessionStorage(), timeoutMs);
    this.cookie = new SessionCookie(config.cookie, absolute);
    this.lifetime = new SessionLifetime(toMilliseconds(durations.idle), absolute);
    this.changes = new SessionChanges(this.storage, this.lifetime, { maxBytes, patience: timeoutMs * 2, now });
    this.guard = config.csrf === false ? undefined : new CsrfGuard(config.csrf);
    this.onUse = onUse;
    this.onStart = onStart;
    this.now = now;
  }

  /** Returns the session of a request. It is loaded when it is used. */
  of(context: TracedContext): VisitorSession {
    return new VisitorSession(this, context);
  }
}
