import { readQueryParameters } from '../profiler/search/query-parameters.ts';
import type { ParameterIssue } from '../profiler/search/query-parameters.ts';
import type { ProfileQuery } from '../profiler/search/profile-query.ts';
import { MisuseError } from './misuse.ts';
import type { ProfileOptions } from './profile-options.ts';

/**
 * The query that words and options ask for, in the very language of the search page.
 * @throws {MisuseError} pointing at the column where it makes no sense
 */
export function profileQuery(
  { limit, sort, 'fail-if': failIf }: ProfileOptions,
  words: readonly string[],
): ProfileQuery {
  if (limit !== undefined && !/^[1-9]\d{0,3}$/.test(limit))
    throw new MisuseError(`--limit is "${limit}"; it is a number from 1 to 1000`);
  const query = read('the query', words.join(' '), { sort, limit });
  if (failIf === undefined) return query;
  if (failIf.trim() === '')
    throw new MisuseError(
      '--fail-if is empty, so that everything would fit it; say what must not be, as in --fail-if status:5xx',
    );
  return { ...query, terms: [...query.terms, ...read('--fail-if', failIf, {}).terms] };
}

function read(place: string, q: string, options: Readonly<Record<string, string | undefined>>): ProfileQuery {
  const parameters = new URLSearchParams({ q });
  for (const [name, value] of Object.entries(options)) if (value !== undefined) parameters.set(name, value);
  const result = readQueryParameters(parameters);
  if ('query' in result) return result.query;
  throw new MisuseError(result.issues.map((issue) => told(issue, place, q)).join('\n'));
}

function told({ parameter, column, length, message, suggestion }: ParameterIssue, place: string, text: string): string {
  const meant = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  if (parameter !== 'q') return `--${parameter}: ${message}${meant}`;
  const marks = '^'.repeat(Math.max(1, Math.min(length, text.length - column + 2)));
  return `Column ${column} of ${place}: ${message}${meant}\n\n  ${text.replace(/\s/g, ' ')}\n  ${' '.repeat(column - 1)}${marks}\n`;
}
