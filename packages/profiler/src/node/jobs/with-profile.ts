import { getMessage, isPromise } from 'oriel-core/http';
import { readableError, applicationCallSite, currentScope } from 'oriel-core/trace';
import { caught } from '../own-frames.ts';
import { runInExchange } from '../server/current-exchange.ts';
import { otherRecorder } from '../shared-recorder.ts';
import { beginWork, getOrigin, recordedName } from './recorded-work.ts';

/**
 * Runs work that is not a request, such as a job or a scheduled task, and records it as a profile of its own. Queries,
 * logs and calls of the work belong to that profile. In the list, its method is the kind and its URL is `job:send-mail`.
 * Inside a request, the profile of the request has a span that names the profile of the work. Where recording is disabled,
 * the work only runs.
 *
 * @param kind the kind of work, in lower-case letters: `job`, `cron`, `message`
 * @param name the name of the work, the same for each run
 * @param work a function; if it returns a promise, the profile ends when the promise is settled
 * @returns the return value of `work`
 * @throws what `work` throws; it is the exception of the profile
 * @throws {TypeError} if the kind is invalid
 *
 * @example
 * ```ts
 * import { withProfile } from 'oriel';
 * const sent = await withProfile('job', 'send-mail', async () => 3);
 * sent; // => 3
 * ```
 */
export function withProfile<T>(kind: string, name: string, work: () => T): T {
  const other = otherRecorder();
  if (other !== undefined) return other.withProfile(kind, name, work);
  if (!/^[a-z][a-z-]{0,30}$/.test(kind))
    throw new TypeError(`Invalid kind "${kind}"; use lower-case letters, as in "job"`);
  const { trace, span: enclosing } = currentScope();
  const parent = getOrigin(trace);
  const running = beginWork({ kind, name, by: 'withProfile', place: applicationCallSite(), parent });
  if (running === undefined) return work();
  const span = trace.begin('user', `${kind}:${recordedName(name)}`, enclosing, { profile: running.token });
  const end = (failure?: { readonly error: unknown }): void => {
    trace.end(span, undefined, failure && getMessage(readableError(failure.error)));
    running.end(failure);
  };
  let result: T;
  try {
    result = runInExchange(running.exchange, work);
  } catch (error) {
    end({ error });
    throw caught(error); // node-do-not-add-exception-line
  }
  if (!isPromise(result)) {
    end();
    return result;
  }
  return result.then(
    (value: unknown) => (end(), value),
    (error: unknown) => {
      end({ error });
      throw error;
    },
  ) as T;
}
