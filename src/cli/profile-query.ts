import { readQueryParameters } from '../profiler/search/query-parameters.ts';
import type { ParameterIssue } from '../profiler/search/query-parameters.ts';
import type { ProfileQuery } from '../profiler/search/profile-query.ts';
import { MisuseError } from './misuse.ts';
import type { ProfileOptions } from './profile-options.ts';

/**
 * Parses the query in the arguments and options; the syntax is that of the search page.
 *
 * @throws {MisuseError} with the column of the error in the query
 */
export function profileQuery(
  { limit, sort, 'fail-if': failIf }: ProfileOptions,
  args: readonly string[],
): ProfileQuery {
  if (limit !== undefined && !/^[1-9]\d{0,3}$/.test(limit))
    throw new MisuseError(`--limit is "${limit}"; expected a number from 1 to 1000`);
  const query = parseQuery('the query', args.join(' '), { sort, limit });
  if (failIf === undefined) return query;
  if (failIf.trim() === '')
    throw new MisuseError('--fail-if is empty and would match every profile; example: --fail-if status:5xx');
  return { ...query, terms: [...query.terms, ...parseQuery('--fail-if', failIf, {}).terms] };
}

function parseQuery(place: string, q: string, options: Readonly<Record<string, string | undefined>>): ProfileQuery {
  const parameters = new URLSearchParams({ q });
  for (const [name, value] of Object.entries(options)) if (value !== undefined) parameters.set(name, value);
  const result = readQueryParameters(parameters);
  if ('query' in result) return result.query;
  throw new MisuseError(result.issues.map((issue) => formatIssue(issue, place, q)).join('\n'));
}

function formatIssue(
  { parameter, column, length, message, suggestion }: ParameterIssue,
  place: string,
  text: string,
): string {
  const meant = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  if (parameter !== 'q') return `--${parameter}: ${message}${meant}`;
  const marks = '^'.repeat(Math.max(1, Math.min(length, text.length - column + 2)));
  return `Column ${column} of ${place}: ${message}${meant}\n\n  ${text.replace(/\s/g, ' ')}\n  ${' '.repeat(column - 1)}${marks}\n`;
}
