import { ConflictError, ServiceUnavailableError } from '../../core/http/errors.ts';

/**
 * The session was there when the request began and is gone now: another request has logged out, or in. What would have been
 * stored must not come back to life under an id that was given up.
 */
export function sessionEnded(): ConflictError {
  return new ConflictError('The session ended, or got a new id, while this request was under way; send it again', {
    type: '/problems/session-ended',
    title: 'Session ended',
    code: 'ORIEL_SESSION_ENDED',
  });
}

/** The storage did not answer, or only with an error. */
export function storageDown(reason: string, cause?: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError(`The storage of sessions ${reason}`, {
    type: '/problems/session-storage',
    title: 'Sessions are not available',
    code: 'ORIEL_SESSION_STORAGE',
    headers: { 'Retry-After': '5' },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Somebody fills a session without end. */
export function sessionTooLarge(bytes: number, most: number): TypeError {
  return new TypeError(
    `The session would hold ${bytes} bytes, and ${most} are allowed: keep large things elsewhere and their id here, or raise sessions.maxBytes`,
  );
}
