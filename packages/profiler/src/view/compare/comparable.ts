import type { Span } from 'oriel-core/trace';
import { MASK } from 'oriel-core/redaction';
import { nameOfQuery } from '../../record/findings/facts.ts';
import { getQueries } from '../../record/findings/queries.ts';
import { addShapes } from '../../record/findings/same-statements.ts';
import type { StatementShape } from '../../record/findings/statement-shape.ts';
import type { HeaderLine, Profile, ProfileData, ProfileSummary } from '../../profile/profile.ts';
import { findFailure, findHeader, toEntries, toList } from '../../profile/recorded-values.ts';
import { getNamedCalls } from '../panels/named-calls.ts';
import { readComparableBody } from './comparable-body.ts';
import type { ComparableBody } from './comparable-body.ts';
import type { ListAspect, WorkAspect } from './difference.ts';

/** The facts of a profile that a comparison uses, as plain data: no times of day, addresses or identifiers of the request. */
export interface Comparable {
  /** Facts that are one text each, by their name: an empty name, or that of a header in lower case. */
  readonly texts: Readonly<Record<'request' | 'status' | 'exception' | 'headers', ReadonlyMap<string, string>>>;
  readonly bodies: Readonly<Record<'request' | 'body', ComparableBody>>;
  /** Queries, outgoing calls, commands and messages. Equal ones are counted. */
  readonly work: Readonly<Record<WorkAspect, readonly Work[]>>;
  /** Middleware, listeners and handlers in the order in which they were called; decisions; log records; findings. */
  readonly lists: Readonly<Record<ListAspect, readonly string[]>>;
  /** What was not recorded, as phrases. */
  readonly missing: readonly string[];
}

/** Equal queries, calls, commands or messages. */
export interface Work {
  /** A few words, such as `customers by id`. */
  readonly name: string;
  /** The text without its values. */
  readonly shape: string;
  /** The line that caused it; empty if it is unknown. */
  readonly caller: string;
  /** The status of a call, or that it failed; empty for a result that is not compared. */
  readonly outcome: string;
  readonly count: number;
  readonly milliseconds: number;
}

/**
 * Returns the facts of a profile that can be compared.
 * @param shapes those of the statements of another profile with which this one is compared, so that none is parsed twice
 * @param origin replaces the origin of the request in headers and bodies, because each build may run on a port of its own
 */
export function toComparable(
  { summary, data }: Profile,
  origin = findOrigin(summary),
  shapes = new Map<string, StatementShape>(),
): Comparable {
  const { request, response } = data;
  const spans = toList(data.spans);
  const ownOrigin = findOrigin(summary);
  const replaceOrigin = (text: string): string =>
    ownOrigin === origin ? text : text.replaceAll(ownOrigin, () => origin);
  const selecting = toList(request?.headers).filter(([name]) => SELECTING_HEADERS.has(name.toLowerCase()));
  const status = summary.status === 0 ? 'none' : `${summary.status}${summary.aborted ? ', aborted' : ''}`;
  const exception = describeException(summary.exception, data.exception);
  const toOtherWork = (kind: Span['kind']): Work[] =>
    countEqual(spans.filter((span) => span.kind === kind).map(toWork));
  return {
    texts: {
      request: new Map([
        ['method', summary.method],
        ['URL', findTarget(summary)],
        ...joinHeaders(selecting, replaceOrigin),
      ]),
      status: new Map([['', status]]),
      exception: new Map(exception === undefined ? [] : [['', exception]]),
      headers: new Map(joinHeaders(toList(response?.headers), replaceOrigin)),
    },
    bodies: {
      request: readComparableBody(request?.body, summary.requestBytes, replaceOrigin),
      body: readComparableBody(response?.body, summary.bytes, replaceOrigin),
    },
    work: {
      database: toQueryWork(spans, shapes),
      'http-client': toOtherWork('http'),
      redis: toOtherWork('cache'),
      mail: toOtherWork('mail'),
    },
    lists: {
      pipeline: getNamedCalls(data)
        .filter(({ outcome }) => outcome === 'called' || outcome === 'threw')
        // A function without a name is named by its line, which moves whenever its file is changed.
        .map(
          ({ event, listener, outcome }) =>
            `${event}: ${listener.replace(LINE, '')}${outcome === 'threw' ? ', threw' : ''}`,
        ),
      decisions: toList(data.decisions).map(({ subject, outcome }) => `${subject}: ${outcome}`),
      logs: toList(data.logs).map(({ level, message }) => `${level}: ${replaceValues(String(message))}`),
      findings: toList(data.findings)
        .filter(({ panel }) => !DERIVED_PANELS.has(panel))
        .map(({ code, text }) => [code, PLACE.exec(text)?.[0]].filter((part) => part !== undefined).join(' from ')),
    },
    missing: listMissing(data),
  };
}

/** Returns the scheme, host and port of a request. */
export function findOrigin({ url }: Pick<ProfileSummary, 'url'>): string {
  return URL.parse(url)?.origin ?? '';
}

/** Returns the path and the query of a request. */
export function findTarget({ url }: Pick<ProfileSummary, 'url'>): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.pathname + parsed.search;
}

/** Replaces the numbers and identifiers in a text. */
function replaceValues(text: string, placeholder = '?'): string {
  return text.slice(0, MAX_TEXT_LENGTH).replace(VALUE, placeholder);
}

const MAX_TEXT_LENGTH = 2_000;
const VALUE = /\b(?=[\da-f-]{0,40}\d)[\da-f]{8,}(?:-[\da-f]+)*\b|\d+(?:\.\d+)*/gi;
const LINE = /(?<=\.\w{1,5}):\d+(?::\d+)?/;
const PLACE = /(?<![\w./@-])[\w./@-]{1,200}\.\w{1,5}:\d+/;
// Findings with evidence on these panels are about times, or about facts that are compared themselves.
const DERIVED_PANELS: ReadonlySet<string> = new Set([
  'timeline',
  'database',
  'http-client',
  'redis',
  'mail',
  'logs',
  'exception',
  'response',
]);
// Headers of a request that select its response.
const SELECTING_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'origin',
  'range',
  'if-match',
  'if-modified-since',
  'if-none-match',
]);

function joinHeaders(lines: readonly HeaderLine[], replaceOrigin: (text: string) => string): [string, string][] {
  const names = new Set(lines.map(([name]) => String(name).toLowerCase()));
  return [...names].sort().map((name) => [name, replaceOrigin(findHeader(lines, name)!)]);
}

function describeException(name: string | null | undefined, view: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const message = toEntries(view).find(([key]) => key === 'message')?.[1];
  return typeof message === 'string' && message !== '' ? `${name}: ${replaceValues(message)}` : name;
}

function toQueryWork(spans: readonly Span[], shapes: Map<string, StatementShape>): Work[] {
  const queries = addShapes(getQueries(spans), shapes).map(({ sql, shape, caller = '', duration, error }) => {
    const outcome = error === undefined ? '' : 'failed';
    return { name: sql, shape: shape.text, caller, outcome, count: 1, milliseconds: duration };
  });
  return countEqual(queries).map((work) => ({ ...work, name: nameOfQuery(work.name) + describeList(work.shape) }));
}

// A query for a list of values is often what replaces a query per value.
function describeList(shape: string): string {
  if (/\bin\(\?\)/.test(shape)) return ' in (?)';
  return /\bin\(select\b/.test(shape) ? ' in (select …)' : /=any\(/.test(shape) ? ' = any(…)' : '';
}

function toWork({ name, details, duration, error }: Span): Work {
  const { method, url, status, caller } = details ?? {};
  const target = typeof url === 'string' ? URL.parse(url) : null;
  const parameters = [...new Set(target?.searchParams.keys())].sort().join('&');
  const shape =
    target === null
      ? replaceValues(name)
      : `${String(method)} ${target.hostname}${replaceValues(target.pathname, ':n')}${parameters === '' ? '' : `?${parameters}`}`;
  return {
    name: shape,
    shape,
    caller: typeof caller === 'string' ? caller : '',
    count: 1,
    outcome: error === undefined ? String(status ?? '') : 'failed',
    milliseconds: Math.max(0, duration),
  };
}

function countEqual(list: readonly Work[]): Work[] {
  const groups = Map.groupBy(list, ({ shape, caller, outcome }) => `${caller}\n${outcome}\n${shape}`);
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    count: group.length,
    milliseconds: group.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  }));
}

function listMissing(data: ProfileData): string[] {
  const unwatched: unknown = data.config?.['unwatched'];
  const lists = ['spans', 'logs', 'pipeline', 'decisions', 'findings'] as const;
  const dropped = toEntries(data.dropped);
  return [
    ...dropped.map(([kind, count]) => `${String(count)} more entries of ${kind}, which were not recorded`),
    ...lists
      .filter((name) => findFailure(data[name]) !== undefined)
      .map((name) => `${name}, which could not be recorded`),
    ...(typeof unwatched === 'string' ? unwatched.split('\n').filter((line) => /not recorded/.test(line)) : []),
    ...(hasMaskedSecrets(data) ? ['masked secrets'] : []),
  ];
}

// Two masked secrets are equal, whatever they were.
function hasMaskedSecrets({ request, response }: ProfileData): boolean {
  const isMasked = ([, value]: HeaderLine): boolean => String(value).includes(MASK);
  const isRedacted = response?.body?.redacted === true || request?.body?.redacted === true;
  return isRedacted || toList(response?.headers).some(isMasked);
}
