import { MAX_TIMER_MS } from 'oriel-core/http';
import type { RequestContext } from './events.ts';

/** The time limit of requests. Reading the body has its own limits, so time spent waiting for the client does not count. */
export class TimeLimit {
  readonly #milliseconds: number;

  constructor(milliseconds: number) {
    this.#milliseconds = Math.min(milliseconds, MAX_TIMER_MS);
  }

  /** Returns the result of `work`, or that of `answerLate` if the limit is exceeded first. */
  race<T>(work: Promise<T>, context: RequestContext, answerLate: () => T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve) => {
      let excluded = getBodyWait(context);
      const expire = (): void => {
        const more = getBodyWait(context) - excluded;
        if (more <= 0) return resolve(answerLate());
        excluded += more;
        timer = setTimeout(expire, Math.ceil(more));
      };
      let timer = setTimeout(expire, this.#milliseconds);
      work.then((result) => {
        clearTimeout(timer);
        resolve(result);
      }, ignore);
    });
  }
}

function ignore(): void {}

/** Returns how long the request has waited for its body, in milliseconds. */
function getBodyWait(context: RequestContext): number {
  return context.incoming.body.waited ?? 0;
}
