import { BadRequestError, ExpectationFailedError, HeaderFieldsTooLargeError, UriTooLongError } from '../http/errors.ts';
import { withoutStack } from '../http/without-stack.ts';
import type { HttpError } from '../http/errors.ts';
import type { Limits } from './server-options.ts';

/** Validates the framing and expectations of a request; returns the error, or undefined. */
export function requestProblem(
  limits: Limits,
  urlLength: number,
  headerCount: number,
  expectation: string | undefined,
  transferCoding: string | undefined,
): HttpError | undefined {
  if (urlLength > limits.url) {
    return withoutStack(() => new UriTooLongError(`A URL may have at most ${limits.url} bytes`));
  }
  if (headerCount > limits.headerCount) {
    return withoutStack(
      () => new HeaderFieldsTooLargeError(`A request may have at most ${limits.headerCount} headers`),
    );
  }
  // RFC 9112 §6.1: the end of a body with another final coding is ambiguous, which allows request smuggling.
  if (transferCoding !== undefined && transferCoding.toLowerCase() !== 'chunked') {
    return withoutStack(
      () =>
        new BadRequestError('The only transfer coding that can be read is chunked', {
          type: '/problems/malformed-request',
        }),
    );
  }
  if (expectation === undefined || expectation.toLowerCase() === '100-continue') return undefined;
  return withoutStack(
    () =>
      new ExpectationFailedError('The only expectation that can be met is 100-continue', {
        type: '/problems/expectation-failed',
      }),
  );
}
