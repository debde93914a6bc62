import {
  answerWithin,
  HttpError,
  isPromise,
  failureReason,
  ConflictError,
  ServiceUnavailableError,
} from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { SessionStorage, StoredSession } from './session-storage.ts';
import { message } from 'oriel-core/messages';

/** A session storage whose calls have a limited duration. A call that times out or fails rejects with a 503 error. */
export type BoundedStorage = ReturnType<typeof limitDuration>;

/** Limits the duration of each call to a session storage. */
export function limitDuration(storage: SessionStorage, milliseconds: number) {
  const createError = (): HttpError => storageDown(`did not answer within ${milliseconds} ms`);
  const bounded = async <Value>(call: () => MaybePromise<Value>): Promise<Value> => {
    try {
      const answer = call();
      return isPromise(answer) ? await answerWithin(answer, milliseconds, createError) : answer;
    } catch (error) {
      throw toHttpError(error);
    }
  };
  return {
    /** Returns synchronously if the storage does. Most requests only read their session. */
    read(key: string): StoredSession | undefined | Promise<StoredSession | undefined> {
      let answer: ReturnType<SessionStorage['read']>;
      try {
        answer = storage.read(key);
      } catch (error) {
        throw toHttpError(error);
      }
      return isPromise(answer) ? bounded(() => answer) : answer;
    },
    create: (key: string, session: StoredSession, until: number) => bounded(() => storage.create(key, session, until)),
    replace: (key: string, version: number, session: StoredSession, until: number) =>
      bounded(() => storage.replace(key, version, session, until)),
    touch: (key: string, used: number, until: number) => bounded(() => storage.touch(key, used, until)),
    remove: (key: string, version?: number) => bounded(() => storage.remove(key, version)),
  };
}

function toHttpError(error: unknown): HttpError {
  return error instanceof HttpError ? error : storageDown(`failed: ${failureReason(error)}`, error);
}

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
