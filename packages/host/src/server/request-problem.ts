import {
  BadRequestError,
  ExpectationFailedError,
  HeaderFieldsTooLargeError,
  UriTooLongError,
  withoutStack,
} from 'oriel-core/http';
import type { HttpError } from 'oriel-core/http';
import type { Limits } from './server-options.ts';
import { message } from 'oriel-core/messages';

export const HEADER_COUNT_LIMIT = 200;

/** Validates the framing and expectations of a request; returns the error, or undefined. */
export function requestProblem(
  limits: Limits,
  urlLength: number,
  headerCount: number,
  expectation: string | undefined,
  transferCoding: string | undefined,
): HttpError | undefined {
  if (urlLength > limits.url)
    return withoutStack(() => new UriTooLongError(message('request.url-too-long', { bytes: limits.url })));
  if (headerCount > HEADER_COUNT_LIMIT) {
    const detail = message('request.too-many-headers', { count: HEADER_COUNT_LIMIT });
    return withoutStack(() => new HeaderFieldsTooLargeError(detail));
  }
  // RFC 9112 §6.1: the end of a body with another final coding is ambiguous, which allows request smuggling.
  if (transferCoding !== undefined && transferCoding.toLowerCase() !== 'chunked') {
    const detail = message('request.unsupported-transfer-coding');
    return withoutStack(() => new BadRequestError(detail, { type: '/problems/malformed-request' }));
  }
  if (expectation === undefined || expectation.toLowerCase() === '100-continue') return undefined;
  const detail = message('request.unsupported-expectation');
  return withoutStack(() => new ExpectationFailedError(detail, { type: '/problems/expectation-failed' }));
}
