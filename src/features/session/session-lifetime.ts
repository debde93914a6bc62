import type { StoredSession } from './session-storage.ts';

/** How long sessions last: both in milliseconds. */
export class SessionLifetime {
  readonly idle: number;
  readonly absolute: number;
  /** Use is noted when so much time has passed since it was last: not every request writes. */
  readonly #pace: number;

  /** Both in seconds. */
  constructor(idle: number, absolute: number) {
    this.idle = idle * 1_000;
    this.absolute = absolute * 1_000;
    this.#pace = Math.min(60_000, this.idle / 10);
  }

  /** When a session ends unless it is used again. */
  until({ created, used }: Pick<StoredSession, 'created' | 'used'>): number {
    return Math.min(used + this.idle, created + this.absolute);
  }

  /** Why a session is over, or undefined when it is not. */
  overSince(session: StoredSession, now: number): string | undefined {
    if (now >= session.created + this.absolute) return `it was started ${this.absolute / 1_000} s ago or earlier`;
    return now >= session.used + this.idle ? `it was not used for ${this.idle / 1_000} s` : undefined;
  }

  /** Is it time to note that a session was used? */
  wantsTouch({ used }: StoredSession, now: number): boolean {
    return now - used >= this.#pace;
  }
}
