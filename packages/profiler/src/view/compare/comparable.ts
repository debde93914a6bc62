import type { Span } from 'oriel-core/trace';
import { MASK } from 'oriel-core/redaction';
import { nameOfQuery } from '../../record/findings/facts.ts';
import { getQueries } from '../../record/findings/queries.ts';
import { addShapes } from '../../record/findings/same-statements.ts';
import type { HeaderLine, Profile, ProfileData } from '../../profile/profile.ts';
import { findFailure, findHeader, toEntries, toList } from '../../profile/recorded-values.ts';
import { getNamedCalls } from '../panels/named-calls.ts';
import { readComparableBody } from './comparable-body.ts';
import type { ComparableBody } from './comparable-body.ts';

/** The facts of a profile that a comparison uses, as plain data: no times of day, addresses or identifiers of the request. */
export interface Comparable {
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: ReadonlyMap<string, string>;
    readonly body: ComparableBody;
  };
  readonly status: string;
  readonly exception: string;
  /** By the lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: ComparableBody;
  /** Queries, outgoing calls, commands and messages. Equal ones are counted. */
  readonly work: Readonly<Record<WorkKind, readonly Work[]>>;
  /** Middleware, listeners and handlers in the order in which they were called. */
  readonly steps: readonly string[];
  readonly decisions: readonly string[];
  readonly logs: readonly string[];
  /** Codes and places of findings that do not follow from times or other facts. */
  readonly findings: readonly string[];
  /** What was not recorded, as phrases. */
  readonly missing: readonly string[];
}

export type WorkKind = 'db' | 'http' | 'cache' | 'mail';

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

/** Returns the facts of a profile that can be compared. */
export function toComparable({ summary, data }: Profile): Comparable {
  const { request, response } = data;
  const spans = toList(data.spans);
  return {
    request: {
      method: summary.method,
      target: URL.canParse(summary.url) ? getTarget(new URL(summary.url)) : summary.url,
      headers: joinHeaders(toList(request?.headers).filter(([name]) => SELECTING_HEADERS.has(name.toLowerCase()))),
      body: readComparableBody(request?.body, summary.requestBytes),
    },
    status: summary.status === 0 ? 'none' : `${summary.status}${summary.aborted ? ', aborted' : ''}`,
    exception: describeException(summary.exception, data.exception),
    headers: joinHeaders(toList(response?.headers)),
    body: readComparableBody(response?.body, summary.bytes),
    work: {
      db: countEqual(toQueryWork(spans)),
      http: countEqual(spans.filter(({ kind }) => kind === 'http').map(toCallWork)),
      cache: countEqual(spans.filter(({ kind }) => kind === 'cache').map(toOtherWork)),
      mail: countEqual(spans.filter(({ kind }) => kind === 'mail').map(toOtherWork)),
    },
    steps: getNamedCalls(data)
      .filter(({ outcome }) => outcome === 'called' || outcome === 'threw')
      .map(({ event, listener, outcome }) => `${event}: ${listener}${outcome === 'threw' ? ', threw' : ''}`),
    decisions: toList(data.decisions).map(({ subject, outcome }) => `${subject}: ${outcome}`),
    logs: toList(data.logs).map(({ level, message }) => `${level}: ${replaceValues(String(message))}`),
    findings: toList(data.findings)
      .filter(({ panel }) => !DERIVED_PANELS.has(panel))
      .map(({ code, text }) => [code, PLACE.exec(text)?.[0]].filter((part) => part !== undefined).join(' from ')),
    missing: listMissing(data),
  };
}

/** Replaces the numbers and identifiers in a text. */
function replaceValues(text: string, placeholder = '?'): string {
  return text.slice(0, MAX_TEXT_LENGTH).replace(VALUE, placeholder);
}

const MAX_TEXT_LENGTH = 2_000;
const VALUE = /\b(?=[\da-f-]{0,40}\d)[\da-f]{8,}(?:-[\da-f]+)*\b|\d+(?:\.\d+)*/gi;
const PLACE = /[\w./@-]{1,200}\.\w{1,5}:\d+/;
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
const SELECTING_HEADERS: ReadonlySet<string> = new Set(
  ['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'origin', 'range'].concat([
    'if-match',
    'if-modified-since',
    'if-none-match',
  ]),
);

function getTarget({ pathname, search }: URL): string {
  return pathname + search;
}

function joinHeaders(lines: readonly HeaderLine[]): ReadonlyMap<string, string> {
  const names = new Set(lines.map(([name]) => String(name).toLowerCase()));
  return new Map([...names].sort().map((name) => [name, findHeader(lines, name)!]));
}

function describeException(name: string | null | undefined, view: unknown): string {
  if (typeof name !== 'string') return '';
  const message = toEntries(view).find(([key]) => key === 'message')?.[1];
  return typeof message === 'string' && message !== '' ? `${name}: ${replaceValues(message)}` : name;
}

function toQueryWork(spans: readonly Span[]): Work[] {
  return addShapes(getQueries(spans)).map(({ sql, shape, caller = '', duration, error }) => ({
    name: `${nameOfQuery(sql)}${/\bin\(\?\)/.test(shape.text) ? ' in (?)' : ''}`,
    shape: shape.text,
    caller,
    outcome: error === undefined ? '' : 'failed',
    count: 1,
    milliseconds: duration,
  }));
}

function toCallWork({ name, details, duration, error }: Span): Work {
  const { method, url, status, caller } = details ?? {};
  const target = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  const parameters = [...new Set(target?.searchParams.keys())].sort().join('&');
  const place =
    target && `${target.hostname}${replaceValues(target.pathname, ':n')}${parameters === '' ? '' : `?${parameters}`}`;
  const shape = place === undefined ? replaceValues(name) : `${String(method)} ${place}`;
  const outcome = error === undefined ? String(status ?? '') : 'failed';
  return { ...describeCaller(caller), name: shape, shape, outcome, count: 1, milliseconds: Math.max(0, duration) };
}

function toOtherWork({ name, details, duration, error }: Span): Work {
  const shape = replaceValues(name);
  const outcome = error === undefined ? '' : 'failed';
  const milliseconds = Math.max(0, duration);
  return { ...describeCaller(details?.['caller']), name: shape, shape, outcome, count: 1, milliseconds };
}

function describeCaller(caller: unknown): { readonly caller: string } {
  return { caller: typeof caller === 'string' ? caller : '' };
}

function countEqual(list: readonly Work[]): Work[] {
  const groups = Map.groupBy(list, ({ shape, caller, outcome }) => JSON.stringify([shape, caller, outcome]));
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    count: group.length,
    milliseconds: group.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  }));
}

function listMissing(data: ProfileData): string[] {
  const unwatched: unknown = data.config?.['unwatched'];
  const lists = ['spans', 'logs', 'pipeline', 'decisions', 'findings'] as const;
  return [
    ...toEntries(data.dropped).map(
      ([kind, count]) => `${String(count)} more entries of ${kind}, which were not recorded`,
    ),
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
  return (
    toList(response?.headers).some(isMasked) || response?.body?.redacted === true || request?.body?.redacted === true
  );
}
