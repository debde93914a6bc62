import type { StoredSession } from './session-storage.ts';

/** The lifetime of sessions in milliseconds. */
export class SessionLifetime {
  readonly idle: number;
  readonly absolute: number;
  /** The minimum interval between two updates of the time of last use, so that not every request writes. */
  readonly #touchInterval: number;

  constructor(idle: number, absolute: number) {
    this.idle = idle;
    this.absolute = absolute;
    this.#touchInterval = Math.min(60_000, this.idle / 10);
  }

  /** Returns the time at which a session expires unless it is used again. */
  until({ created, used }: Pick<StoredSession, 'created' | 'used'>): number {
    return Math.min(used + this.idle, created + this.absolute);
  }

  /** Returns the reason why a session has expired; undefined if it has not. */
  overSince(session: StoredSession, now: number): string | undefined {
    if (now >= session.created + this.absolute) return `it was started ${this.absolute / 1_000} s ago or earlier`;
    return now >= session.used + this.idle ? `it was not used for ${this.idle / 1_000} s` : undefined;
  }

  /** Returns whether the time of last use should be updated. */
  needsTouch({ used }: StoredSession, now: number): boolean {
    return now - used >= this.#touchInterval;
  }
}
