import { parseEntityTags } from './headers/entity-tag.ts';
import type { EntityTag } from './headers/entity-tag.ts';
import { parseHttpDate } from './headers/http-date.ts';
import type { RequestHeaders } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** The current representation, against which preconditions are evaluated. */
export interface Validators {
  /** Whether the resource exists. */
  readonly exists: boolean;
  /** Returns whether a tag that a client received permits changing the current state. Never called with weak tags. */
  isState(opaque: string): boolean;
  /** Returns whether a tag is that of the response that would be sent now. */
  isRepresentation(opaque: string): boolean;
  /** The time of the last change in milliseconds since 1970, if known. */
  readonly lastModified: number | undefined;
}

/** The result of the preconditions of a request, and the reason. */
export interface Verdict {
  readonly outcome: 'proceed' | 'not modified' | 'failed';
  readonly because: string;
  /** The reason for the client, if the preconditions failed. */
  readonly detail?: Message;
  /** The matching tag as the client sent it, which identifies its copy. */
  readonly matched?: string;
}

/** Returns whether a request has preconditions. Most have none, and then the current state need not be read. */
export function isConditional(headers: RequestHeaders): boolean {
  return (
    headers.has('if-match') ||
    headers.has('if-none-match') ||
    headers.has('if-modified-since') ||
    headers.has('if-unmodified-since')
  );
}

/**
 * Evaluates the preconditions of a request in the order of RFC 9110 §13.2.2: If-Match, else If-Unmodified-Since; then
 * If-None-Match, else If-Modified-Since. Dates are compared in whole seconds, and ignored if no date is known.
 */
export function evaluatePreconditions(method: string, headers: RequestHeaders, current: Validators): Verdict {
  const safe = method === 'GET' || method === 'HEAD' || method === 'QUERY';
  const ifMatch = headers.get('if-match');
  if (ifMatch !== undefined) {
    if (!doesMatch(ifMatch, current)) return failed(message('precondition.if-match'));
  } else {
    const since = getDate(headers, 'if-unmodified-since', current);
    if (since !== undefined && seconds(current.lastModified!) > since)
      return failed(message('precondition.if-unmodified-since'));
  }

  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== undefined) {
    const matched = whatMatches(ifNoneMatch, current);
    if (matched === undefined) return PROCEED;
    return safe ? new NotModified(matched) : named(matched);
  }
  if (!safe) return PROCEED;
  const since = getDate(headers, 'if-modified-since', current);
  if (since === undefined || seconds(current.lastModified!) > since) return PROCEED;
  return { outcome: 'not modified', because: 'the resource was not changed after the time in If-Modified-Since' };
}

// The reason is created on first read, because it is rarely needed.
class NotModified implements Verdict {
  readonly outcome = 'not modified';
  readonly matched: string;

  constructor(matched: string) {
    this.matched = matched;
  }

  get because(): string {
    return named(this.matched).because;
  }
}

function named(matched: string): Verdict {
  return failed(
    matched === '*'
      ? message('precondition.if-none-match-any')
      : message('precondition.if-none-match', { tag: matched }),
  );
}

const PROCEED: Verdict = { outcome: 'proceed', because: 'the preconditions hold' };

function failed(detail: Message): Verdict {
  return { outcome: 'failed', because: String(detail), detail };
}

// Strong comparison: a weak tag never matches (RFC 9110 §13.1.1).
function doesMatch(header: string, current: Validators): boolean {
  const tags = parseEntityTags(header);
  return current.exists && (tags === '*' || tags.some(({ opaque, weak }) => !weak && current.isState(opaque)));
}

// Weak comparison: the prefix W/ is ignored (RFC 9110 §13.1.2).
function whatMatches(header: string, current: Validators): string | undefined {
  if (!current.exists) return undefined;
  const tags: '*' | EntityTag[] = parseEntityTags(header);
  if (tags === '*') return tags;
  for (let i = 0; i < tags.length; i++) if (current.isRepresentation(tags[i]!.opaque)) return tags[i]!.opaque;
  return undefined;
}

function getDate(headers: RequestHeaders, name: string, { exists, lastModified }: Validators): number | undefined {
  const sent = exists && lastModified !== undefined ? headers.get(name) : undefined;
  const date = sent === undefined ? undefined : parseHttpDate(sent);
  return date === undefined ? undefined : seconds(date);
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
