import type { Span } from 'oriel-core/trace';
import type { Finding, HeaderLine, Profile, ProfileData, ProfileSummary, RecordedLog } from '../../profile/profile.ts';
import type { FindingCode } from '../../profile/finding-codes.ts';
import { JSON } from 'oriel-core/builtins';
import { getQueries } from './queries.ts';
import { addShapes, groupSameStatements } from './same-statements.ts';
import type { SameStatements, ShapedQuery } from './same-statements.ts';

/** The input of the rules. Its lists are always lists, even if a collector failed. */
export interface Facts {
  readonly summary: ProfileSummary;
  readonly data: Partial<ProfileData>;
  readonly spans: readonly Span[];
  readonly logs: readonly RecordedLog[];
  readonly queries: readonly ShapedQuery[];
  /** The queries that ran several times, grouped by their statement. */
  readonly statements: readonly SameStatements[];
  readonly requestHeader: (name: string) => string | undefined;
  readonly responseHeader: (name: string) => string | undefined;
}

/** Returns a finding, several of the same kind, or undefined. */
export type Rule = (facts: Facts) => Finding | readonly Finding[] | undefined;

/** Returns the facts of a profile. */
export function getFacts({ summary, data }: Profile): Facts {
  const spans = list(data.spans);
  const queries = addShapes(getQueries(spans));
  return {
    summary,
    data,
    spans,
    logs: list(data.logs),
    queries,
    statements: groupSameStatements(queries),
    requestHeader: (name) => getHeader(data.request?.headers, name),
    responseHeader: (name) => getHeader(data.response?.headers, name),
  };
}

/** Creates a finding. The text is one sentence on one line. */
export function finding(code: FindingCode, severity: Finding['severity'], panel: Panel, text: string): Finding {
  return { code, severity, text, panel };
}

/**
 * Creates a rule whose findings differ only in their text.
 *
 * @param describe returns the text; undefined if there is nothing to report
 */
export function rule(
  code: FindingCode,
  severity: Finding['severity'],
  panel: Panel,
  describe: (facts: Facts) => string | undefined,
): Rule {
  return (facts) => {
    const text = describe(facts);
    return text === undefined ? undefined : finding(code, severity, panel, text);
  };
}

/** The panels that findings lead to. */
type Panel =
  | ('request' | 'response' | 'exception' | 'logs' | 'routing' | 'security' | 'operation' | 'validation' | 'session')
  | ('timeline' | 'database' | 'http-client' | 'hub' | 'cors' | 'limits' | 'cache' | 'redis' | 'mail');

/** Formats a value for a finding: quoted, on one line and truncated. */
export function quoted(text: string, most = 120): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('`', "'").trim();
  return `\`${line.length > most ? `${line.slice(0, most - 1)}…` : line}\``;
}

/** Formats a duration. */
export function milliseconds(duration: number): string {
  return duration >= 1000 ? `${(duration / 1000).toFixed(1)} s` : `${Math.round(duration)} ms`;
}

/** Returns the list, or an empty one if a collector failed. */
export function list<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

function getHeader(headers: readonly HeaderLine[] | undefined, name: string): string | undefined {
  return list(headers).find(([other]) => other.toLowerCase() === name)?.[1];
}

/** Returns the value of a JSON response; undefined for other types, and for more than a number of characters. */
export function readJson({ data, summary }: Facts, maxLength: number): unknown {
  const body = data.response?.body;
  const isJson = body?.encoding === 'text' && /json/i.test(summary.contentType ?? body.type);
  return isJson && body.content.length <= maxLength ? JSON.parse(body.content) : undefined;
}

/** Describes a statement in a few words, such as `country by code` or `insert city`. */
export function nameOfQuery(sql: string): string {
  const text = sql.slice(0, 4_000).replace(/["`[\]]/g, '');
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  const table = /\b(?:from|into|update)\s+(?:\w+\.)?(\w+)/i.exec(text)?.[1];
  if (table === undefined) return text.trim().slice(0, 80);
  const condition = /\bwhere\s+([\s\S]{1,500})/i.exec(text)?.[1] ?? '';
  const columns = [...condition.matchAll(/(?:\w+\.)?(\w+)\s*(?:=|\bin\b|\blike\b|[<>])/gi)].map(
    ([, column]) => column!,
  );
  const by = columns.length === 0 ? '' : ` by ${[...new Set(columns)].slice(0, 3).join(', ')}`;
  return `${verb === 'select' || verb === 'with' ? '' : `${verb} `}${table}${by}`;
}
