import { ConflictError, ServiceUnavailableError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/**
 * The session existed when the request began, but another request logged in or out since. Changes are rejected, because
 * the session must not be restored under an id that is no longer valid.
 */
export function sessionEnded(): ConflictError {
  return new ConflictError(message('session.ended'), {
    type: '/problems/session-ended',
    title: message('title.session-ended'),
    code: 'ORIEL_SESSION_ENDED',
  });
}

/** The session storage timed out or failed. */
export function storageDown(reason: string, cause?: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError(`The session storage ${reason}`, {
    type: '/problems/session-storage',
    title: message('title.sessions-unavailable'),
    code: 'ORIEL_SESSION_STORAGE',
    headers: { 'Retry-After': '5' },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A change would exceed the maximum size of a session. */
export function sessionTooLarge(bytes: number, most: number): TypeError {
  return new TypeError(
    `The session would have ${bytes} bytes; at most ${most} are allowed. Store large values elsewhere and only their id in the session, or raise sessions.maxBytes`,
  );
}
