import type { TracedContext } from 'oriel-core/trace';
import { limitDuration } from './bounded-storage.ts';
import type { BoundedStorage } from './bounded-storage.ts';
import { CsrfGuard } from './csrf-guard.ts';
import { MemorySessionStorage } from './memory-session-storage.ts';
import { SessionChanges, createSessionLifetime } from './session-changes.ts';
import type { SessionLifetime } from './session-changes.ts';
import { withDefaults } from 'oriel-core/configuration';
import { SESSION_SETTINGS } from './session-config.ts';
import type { SessionConfig } from './session-config.ts';
import { SessionCookie } from './session-cookie.ts';
import type { ReadonlySessionValues } from './session-values.ts';
import { VisitorSession } from './visitor-session.ts';

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
  /** Origins of other hosts whose pages may send unsafe requests. */
  readonly origins?: readonly string[];
  /** Milliseconds until an operation of the storage counts as failed. */
  readonly timeout?: number;
  /** The maximum size of a session as JSON. */
  readonly maxBytes?: number;
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

  constructor(
    config: SessionConfig,
    { onUse, onStart, origins, timeout = 2_000, maxBytes = 65_536, now = Date.now }: SessionHooks = {},
  ) {
    const { storage, cookie, idle, absolute, csrf } = withDefaults(SESSION_SETTINGS, config);
    this.storage = limitDuration(storage ?? new MemorySessionStorage(), timeout);
    this.cookie = new SessionCookie(cookie, absolute);
    this.lifetime = createSessionLifetime(idle, absolute);
    this.changes = new SessionChanges(this.storage, this.lifetime, { maxBytes, patience: timeout * 2, now });
    this.guard = csrf === false ? undefined : new CsrfGuard(csrf, origins);
    this.onUse = onUse;
    this.onStart = onStart;
    this.now = now;
  }

  /** Returns the session of a request. It is loaded when it is used. */
  of(context: TracedContext): VisitorSession {
    return new VisitorSession(this, context);
  }
}
