import type { MaybePromise } from 'oriel-core/http';
import { escapeUnprintable } from 'oriel-core/trace';
import { readQueryParameters } from '../store/search/query-parameters.ts';
import type { ParameterIssue } from '../store/search/query-parameters.ts';
import { DEFAULT_QUERY } from '../store/search/profile-query.ts';
import type { ProfileQuery } from '../store/search/profile-query.ts';
import { UsageError, LoadError, shorten } from 'oriel-core/cli';
import type { ReadOptions, SearchOptions } from './options.ts';
import type { Profile } from '../profile/profile.ts';
import { isPostgresUrl } from '../store/postgres/postgres-profile-storage.ts';
import { describeServer } from '../store/postgres/postgres-trouble.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';
import { findMissingReasons } from '../view/pages/profile/missing-reasons.ts';
import { LATEST, namesProfile, getToken } from './options.ts';
import { DEFAULT_STORE, withStore } from './store.ts';

/**
 * Parses the query in the arguments and options; the syntax is that of the search page.
 *
 * @throws {UsageError} with the column of the error in the query
 */
export function profileQuery({ limit, sort, 'fail-if': failIf }: SearchOptions, args: readonly string[]): ProfileQuery {
  if (limit !== undefined && !/^[1-9]\d{0,3}$/.test(limit))
    throw new UsageError(`--limit is "${limit}"; expected a number from 1 to 1000`);
  const query = parseQuery('the query', args.join(' '), { sort, limit });
  if (failIf === undefined) return query;
  if (failIf.trim() === '')
    throw new UsageError('--fail-if is empty and would match every profile; example: --fail-if status:5xx');
  return { ...query, terms: [...query.terms, ...parseQuery('--fail-if', failIf, {}).terms] };
}

function parseQuery(source: string, q: string, options: Readonly<Record<string, string | undefined>>): ProfileQuery {
  const parameters = new URLSearchParams({ q });
  for (const [name, value] of Object.entries(options)) if (value !== undefined) parameters.set(name, value);
  const result = readQueryParameters(parameters);
  if ('query' in result) return result.query;
  throw new UsageError(result.issues.map((issue) => formatIssue(issue, source, q)).join('\n'));
}

function formatIssue(
  { parameter, column, length, message, suggestion }: ParameterIssue,
  source: string,
  text: string,
): string {
  const meant = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  if (parameter !== 'q') return `--${parameter}: ${message}${meant}`;
  const marks = '^'.repeat(Math.max(1, Math.min(length, text.length - column + 2)));
  return `Column ${column} of ${source}: ${message}${meant}\n\n  ${text.replace(/\s/g, ' ')}\n  ${' '.repeat(column - 1)}${marks}\n`;
}

/** Reads a profile from the store. @throws {LoadError} with the reasons why the profile may be missing */
export async function readProfile(options: ReadOptions, token: string): Promise<Profile> {
  const found = await withStore(options, async (storage) => {
    const named = token === LATEST ? ((await newest(storage)) ?? token) : token;
    return (await storage.read(named)) ?? missing(storage, named);
  });
  if (!('reasons' in found)) return found;
  const { reasons, newest: latest } = found;
  const reason =
    token === LATEST ? 'No request was recorded' : `No profile has the token ${token}: ${reasons.join('; or ')}`;
  const fix =
    latest === undefined
      ? 'The store is empty: send a request to the application first'
      : `"oriel list" lists the stored profiles; the newest is ${latest}`;
  throw new LoadError(
    'The profile was not found',
    [{ code: 'ORIEL_CLI_NO_PROFILE', place: findPath(options.store ?? DEFAULT_STORE), reason, fix }],
    2,
  );
}

/** Reads the profile that the arguments name, or the newest one that matches their query. */
export async function readNewest(options: ReadOptions, args: readonly string[], command: string): Promise<Profile> {
  if (namesProfile(args)) return await readProfile(options, getToken(args, command));
  let found: Profile | undefined;
  await forEachMatching(options, { ...profileQuery({}, args), limit: 1 }, (profile) => void (found = profile));
  return found!;
}

/** Calls a function with each profile that a query finds, the oldest first. @throws {LoadError} if there are none */
export async function forEachMatching(
  options: ReadOptions,
  query: ProfileQuery,
  use: (profile: Profile) => MaybePromise<void>,
): Promise<void> {
  const count = await withStore(options, async (storage) => {
    const { rows } = await storage.find(query);
    let read = 0;
    for (const { token } of rows.toSorted((a, b) => a.time - b.time)) {
      const profile = await storage.read(token);
      // It may have been removed since.
      if (profile === undefined) continue;
      await use(profile);
      read++;
    }
    return read;
  });
  if (count > 0) return;
  const issue = {
    code: 'ORIEL_CLI_NO_PROFILE',
    place: findPath(options.store ?? DEFAULT_STORE),
    reason: 'No profile matches the query',
    fix: 'Widen it, or list profiles with "oriel list"',
  };
  throw new LoadError('The profile was not found', [issue], 2);
}

/** Returns a store as messages name it. The URL of a server has its password. */
export function findPath(store: string): string {
  return isPostgresUrl(store) ? describeServer(store) : shorten(store);
}

interface Missing {
  readonly reasons: readonly string[];
  readonly newest: string | undefined;
}

async function missing(storage: ProfileStorage, token: string): Promise<Missing> {
  const reasons = token === LATEST ? [] : await findMissingReasons({ storage }, token);
  return { reasons, newest: await newest(storage) };
}

async function newest(storage: ProfileStorage): Promise<string | undefined> {
  return (await storage.find({ ...DEFAULT_QUERY, limit: 1 })).rows[0]?.token;
}

/** Returns recorded data as JSON that is safe to print on a terminal: control and direction characters are escaped. */
export function profileJsonText(value: unknown, indent: number | undefined = 2): string {
  return escapeUnprintable(JSON.stringify(value, undefined, indent), (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
