import type { HelpLine } from 'oriel-core/cli';
import { didYouMean } from 'oriel-core/http';
import { UsageError } from 'oriel-core/cli';

/** Options that select what is read and how it is printed. */
export interface ReadOptions {
  readonly store?: string | undefined;
  readonly format?: string | undefined;
}

/** The options of a search. */
export interface SearchOptions extends ReadOptions {
  readonly limit?: string | undefined;
  readonly sort?: string | undefined;
  readonly 'fail-if'?: string | undefined;
}

/** The help of options that several commands have. */
export const STORE_HELP: HelpLine = ['--store place', 'the profile store: an SQLite file or the URL of PostgreSQL'];
export const FORMAT_HELP: HelpLine = ['--format human', 'human, json or md'];

/** The settings of a command whose arguments are a query. A query without quotes is several arguments. */
export const QUERY_ARGUMENTS = {
  maxPositionals: 40,
  isTerm: (argument: string): boolean => /^-[a-z][\w.-]*:/i.test(argument),
} as const;

export type Format = 'human' | 'json' | 'md';

/** Returns the output format. @throws {UsageError} if the format is unknown */
export function getFormat({ format = 'human' }: ReadOptions): Format {
  return oneOf('--format', format, ['human', 'json', 'md']);
}

/** Returns the given name if it is known. @throws {UsageError} with a similar name or all known names */
export function oneOf<Name extends string>(option: string, given: string, known: readonly Name[]): Name {
  const found = known.find((name) => name === given);
  if (found !== undefined) return found;
  const meant = didYouMean(given, known);
  throw new UsageError(
    `${option} is "${given}"${meant ? `; did you mean ${meant}?` : `; expected ${known.join(', ')}`}`,
  );
}

/**
 * Returns the profile token in the arguments, or `latest` for the newest profile.
 *
 * @throws {UsageError} if the token is missing or invalid, or there are other arguments
 */
export function getToken(args: readonly string[], command: string): string {
  const [token, extra] = args;
  if (token === undefined) throw new UsageError(`The profile token is missing; example: oriel ${command} a1b2c3`);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}" `);
  if (token === LATEST) return LATEST;
  // The URL of a profile page is accepted as well.
  const name = /^(?:https?:\/\/[^?#]*\/)?([0-9a-f]{6})(?:[?#].*)?$/i.exec(token)?.[1];
  if (name === undefined)
    throw new UsageError(
      `"${token}" is not a profile token; expected 6 hexadecimal digits, such as a1b2c3, or "latest"`,
    );
  return name.toLowerCase();
}

/** Returns whether the arguments name one profile, not a query: a token, the URL of a page, `latest`, or nothing. */
export function namesProfile(args: readonly string[]): boolean {
  const [first] = args;
  return first === undefined || (args.length === 1 && NAME.test(first));
}

const NAME = /^(?:latest|(?:https?:\/\/\S+\/)?[\da-f]{6}(?:[?#]\S*)?)$/i;

/** Accepted instead of a token: the newest profile. */
export const LATEST = 'latest';
