import { parseWeightedList } from 'oriel-core/http';
import { exceptionRule } from './error-findings.ts';
import { list, quoted, milliseconds, rule } from './facts.ts';
import type { Facts } from './facts.ts';

const LARGE = 100_000;

/** Reports a large uncompressed response to a client that accepts compression. */
export const uncompressedRule = rule('uncompressed', 'info', 'response', (facts) => {
  const { summary, requestHeader, responseHeader } = facts;
  const { bytes, status } = summary;
  const type = summary.contentType ?? '';
  if (
    bytes < LARGE ||
    status !== 200 ||
    summary.method === 'HEAD' ||
    !TEXT.test(type) ||
    type.startsWith('text/event-stream')
  )
    return undefined;
  const accepted = acceptedCodings(requestHeader('accept-encoding') ?? '');
  const encoding = responseHeader('content-encoding') ?? 'identity';
  if (accepted.length === 0 || encoding !== 'identity' || /no-transform/.test(responseHeader('cache-control') ?? ''))
    return undefined;
  return `${Math.round(bytes / 1024)} KB of ${type.split(';', 1)[0]} were sent uncompressed, although the client accepts ${accepted.join(', ')}`;
});

const TEXT =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/(?:javascript|ld\+json|x-ndjson)|image\/svg)/i;

function acceptedCodings(header: string): string[] {
  const accepted = parseWeightedList(header, { maxMembers: 32 }).filter(({ q }) => q !== 0);
  return accepted.map(({ parts }) => parts[0]!).filter((name) => CODINGS.has(name));
}

const CODINGS: ReadonlySet<string> = new Set(['zstd', 'br', 'gzip']);

const MANY = 500;

/** Reports a long list without pagination, which grows with the data. */
export const unlimitedListRule = rule('unlimited-list', 'warning', 'operation', ({ data, summary }) => {
  const { operation, run } = data;
  const items = run?.given?.items ?? 0;
  if (run?.window?.by !== 'all' || items < MANY || summary.status !== 200) return undefined;
  const why =
    operation?.page?.by === 'none'
      ? `${operation.resource} have \`page: { by: 'none' }\``
      : 'the client disabled pagination';
  return `Unlimited list: ${items} items in one response, because ${why}`;
});

/** Reports a change that was rejected because the item has another ETag, with the current one. */
export const preconditionFailedRule = rule('precondition-failed', 'warning', 'cache', (facts) => {
  if (facts.summary.status !== 412) return undefined;
  const decisions = list(facts.data.decisions);
  const current = decisions.findLast(({ subject }) => subject === 'current tag')?.outcome;
  const failed = decisions.findLast(({ subject, outcome }) => subject === 'precondition' && outcome === 'failed');
  const why = sentBy(facts) ?? failed?.because ?? 'a precondition failed';
  const now = current === undefined ? '' : `; the current ETag is ${quoted(current)}`;
  return `412: ${why}${now}`;
});

function sentBy({ requestHeader }: Facts): string | undefined {
  const [ifMatch, ifNoneMatch] = [requestHeader('if-match'), requestHeader('if-none-match')];
  if (ifMatch !== undefined) return `If-Match was ${quoted(ifMatch)}`;
  return ifNoneMatch === undefined ? undefined : `If-None-Match was ${quoted(ifNoneMatch)}`;
}

/** The client disconnected before the response was complete. Event streams always end this way. */
export const abortedRule = rule('aborted', 'warning', 'response', (facts) => {
  const { summary, data } = facts;
  if (!summary.aborted || summary.contentType?.startsWith('text/event-stream')) return undefined;
  const length = Number(data.response?.headers?.find(([name]) => name.toLowerCase() === 'content-length')?.[1]);
  const sent =
    Number.isFinite(length) && length > summary.bytes ? `; ${summary.bytes} of ${length} bytes were sent` : '';
  // An exception is the cause: the connection was closed because the process ended, or the client waited in vain.
  if (summary.status === 0 && exceptionRule(facts) !== undefined) return undefined;
  const nothing = summary.status === 0 ? ' before a response was sent' : '';
  return `The client disconnected after ${milliseconds(summary.duration)}${nothing}${sent}`;
});

/** Reports an update that no client may receive. */
export const unreadableUpdateRule = rule('unreadable-update', 'warning', 'hub', ({ data }) => {
  const update = list(data.decisions).find(({ subject }) => subject === 'hub unreachable');
  return update && `${quoted(update.outcome)} was published, but no client may receive it: ${update.because}`;
});
