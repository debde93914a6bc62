import type { ProfileData } from '../../profile/profile.ts';
import { toList } from '../../profile/recorded-values.ts';
import type { QueryTerm } from './profile-query.ts';
import { collectLeaves, getUserTexts } from './recorded-user.ts';

/** Returns the texts that a term on the data of a profile searches. The lists of a failed collector count as empty. */
export function dataTexts(data: ProfileData, { field, name, operator, value }: QueryTerm): readonly string[] {
  const { request, response, logs, spans } = data as Partial<ProfileData>;
  switch (field) {
    case 'header':
      return [...toList(request?.headers), ...toList(response?.headers)]
        .filter(([header]) => lowerAscii(header) === name)
        .map(([, content]) => content);
    case 'body':
      return [request?.body, response?.body].flatMap((body) => (body?.encoding === 'text' ? body.content : []));
    case 'log':
      if (operator === 'is' && isExactLevel(value)) return toList(logs).map(({ level }) => level);
      return toList(logs)
        .flatMap(({ message, context }) => [message, context])
        .filter((text) => typeof text === 'string');
    case 'user':
      return getUserTexts(data);
    case 'param':
      return findQueries(spans).flatMap(({ sql, parameters }) => [
        ...collectLeaves(parameters).map(String),
        ...findLiterals(sql),
      ]);
    case 'text':
      return findAllTexts(data);
    default:
      return findQueries(spans).map(({ sql }) => sql);
  }
}

// Numbers are left out: a storage that encodes them as bytes cannot search for a part of one.
function findAllTexts(data: ProfileData): readonly string[] {
  const { request, response, logs, spans, exception } = data as Partial<ProfileData>;
  const errors = (exception as { readonly exceptions?: readonly { readonly message?: unknown }[] } | undefined)
    ?.exceptions;
  return [
    request?.url,
    ...[...toList(request?.query), ...toList(request?.headers), ...toList(response?.headers)].map(([, value]) => value),
    ...[request?.body, response?.body].map((body) => (body?.encoding === 'text' ? body.content : undefined)),
    ...toList(logs).flatMap(({ message, context }) => [message, context]),
    ...findQueries(spans).flatMap(({ sql, parameters }) => [sql, ...collectLeaves(parameters)]),
    ...toList(errors).map((error) => error?.message),
    ...getUserTexts(data),
  ].filter((text) => typeof text === 'string');
}

interface RecordedQuery {
  readonly sql: string;
  readonly parameters: unknown;
}

function findQueries(spans: ProfileData['spans'] | undefined): readonly RecordedQuery[] {
  return toList(spans)
    .filter(({ kind }) => kind === 'db')
    .map(({ details, name }) => ({
      sql: typeof details?.['sql'] === 'string' ? details['sql'] : name,
      parameters: details?.['parameters'],
    }));
}

// Some libraries, such as Sequelize, write the values into the statement.
function findLiterals(sql: string): readonly string[] {
  return [...sql.matchAll(LITERAL)].map(([literal, text]) => text ?? literal);
}

const LITERAL = /'((?:[^']|'')*)'|(?<![\w$])\d+(?:\.\d+)?(?!\w)/g;

/** Whether a value of `log:` is a level that is matched exactly, not a text. */
export function isExactLevel(value: unknown): boolean {
  return EXACT_LEVELS.has(value);
}

const EXACT_LEVELS: ReadonlySet<unknown> = new Set(['debug', 'info', 'notice', 'critical', 'alert', 'emergency']);

/** Converts only A–Z to lower case, as SQLite does for comparisons. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
