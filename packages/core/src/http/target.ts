import { BadRequestError } from './http-errors.ts';
import type { HttpError } from './http-errors.ts';
import { message } from '../messages/message.ts';

/** A request target (RFC 9112 §3.2), split into its parts and not decoded. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
  /** Only in absolute form; it has precedence over `Host`. */
  readonly authority: string | undefined;
  readonly problem: HttpError | undefined;
}

/**
 * Parses a request target. Origin form is the common case and costs one search. A fragment, which clients must not
 * send, is removed. Dot segments, empty segments and encoded slashes are kept: they are part of the path.
 *
 * @example
 * ```ts
 * import { parseTarget } from './target.ts';
 * parseTarget('/a//b?x=1').path; // => '/a//b'
 * parseTarget('http://example.com/a').authority; // => 'example.com'
 * ```
 */
export function parseTarget(target: string): RequestTarget {
  if (target.charCodeAt(0) === SLASH) return split(target, undefined);
  if (target === '*') return { path: '*', query: '', authority: undefined, problem: undefined };
  const absolute = ABSOLUTE.exec(target);
  if (absolute)
    return split(absolute[2] === '' || absolute[2]!.startsWith('?') ? `/${absolute[2]}` : absolute[2]!, absolute[1]);
  if (target === '' || target.startsWith('?')) return split(`/${target}`, undefined);
  return { path: '/', query: '', authority: undefined, problem: refusal(target) };
}

const SLASH = 47;
// User information in an http URI can mislead the reader (RFC 9110 §4.2.4), so it is rejected as an invalid host.
const ABSOLUTE = /^https?:\/\/([^/?#]+)([^#]*)/i;

function split(target: string, authority: string | undefined): RequestTarget {
  const hash = target.indexOf('#');
  const pathAndQuery = hash < 0 ? target : target.slice(0, hash);
  const mark = pathAndQuery.indexOf('?');
  if (mark < 0) return { path: pathAndQuery, query: '', authority, problem: undefined };
  return { path: pathAndQuery.slice(0, mark), query: pathAndQuery.slice(mark + 1), authority, problem: undefined };
}

function refusal(target: string): HttpError {
  return new BadRequestError(message('request.invalid-target', { target: JSON.stringify(target.slice(0, 200)) }), {
    type: '/problems/invalid-target',
    code: 'ORIEL_INVALID_TARGET',
  });
}
