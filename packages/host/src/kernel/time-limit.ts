import { Deadlines } from '../http/deadlines.ts';
import type { RequestContext } from './events.ts';

/** The time limit of requests. Reading the body has its own limits, so time spent waiting for the client does not count. */
export class TimeLimit {
  readonly #deadlines: Deadlines<Limited>;

  constructor(milliseconds: number) {
    this.#deadlines = new Deadlines(milliseconds, expire);
  }

  /**
   * Returns the result of `work`, or that of `answerLate` if the limit is exceeded first. `answerLate` runs in the async
   * context of the caller, and not in the timer's.
   */
  race<T>(work: Promise<T>, context: RequestContext, answerLate: () => T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve) => {
      let expired!: () => void;
      void new Promise<void>((expire) => (expired = expire)).then(() => resolve(answerLate()));
      const limited: Limited = { context, expired, extended: waitedForBody(context), extension: undefined };
      const deadline = this.#deadlines.begin(limited);
      const end = (result: T): void => {
        this.#deadlines.end(deadline);
        if (limited.extension !== undefined) clearTimeout(limited.extension);
        resolve(result);
      };
      work.then(end, ignore);
    });
  }
}

function ignore(): void {}

interface Limited {
  readonly context: RequestContext;
  readonly expired: () => void;
  /** Milliseconds by which the limit was extended. */
  extended: number;
  extension: NodeJS.Timeout | undefined;
}

function expire(limited: Limited): void {
  const waited = waitedForBody(limited.context);
  const more = waited - limited.extended;
  if (more <= 0) return limited.expired();
  limited.extended = waited;
  limited.extension = setTimeout(expire, Math.ceil(more), limited);
}

function waitedForBody(context: RequestContext): number {
  return context.incoming.body.waited ?? 0;
}
