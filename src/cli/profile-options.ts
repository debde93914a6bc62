import { didYouMean } from '../core/http/did-you-mean.ts';
import { UsageError } from './command.ts';

/** The options of `oriel profile`. */
export interface ProfileOptions {
  readonly store?: string | undefined;
  readonly format?: string | undefined;
  readonly limit?: string | undefined;
  readonly sort?: string | undefined;
  readonly 'fail-if'?: string | undefined;
  readonly panel?: string | undefined;
  readonly as?: string | undefined;
  readonly all?: boolean | undefined;
  readonly for?: string | undefined;
}

/** An action of `oriel profile`. Returns the exit code. */
export type ProfileAction = (
  options: ProfileOptions,
  args: readonly string[],
) => number | undefined | Promise<number | undefined>;

export type Format = 'human' | 'json' | 'md';

/** Returns the output format. @throws {UsageError} if the format is unknown */
export function formatOf({ format = 'human' }: ProfileOptions): Format {
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

/** Throws if one of the named options is given, because this action does not support it. */
export function rejectOptions(options: ProfileOptions, action: string, names: readonly (keyof ProfileOptions)[]): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`"oriel profile ${action}" does not support --${given}`);
}

/**
 * Returns the profile token in the arguments, or `latest` for the newest profile.
 *
 * @throws {UsageError} if the token is missing or invalid, or there are other arguments
 */
export function tokenOf(args: readonly string[], action: string): string {
  const [token, extra] = args;
  if (token === undefined)
    throw new UsageError(`The profile token is missing; example: oriel profile ${action} a1b2c3`);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}" for "oriel profile ${action}"`);
  if (token === LATEST) return LATEST;
  // The URL of a profile page is accepted as well.
  const name = /^(?:https?:\/\/[^?#]*\/)?([0-9a-f]{6})(?:[?#].*)?$/i.exec(token)?.[1];
  if (name === undefined)
    throw new UsageError(
      `"${token}" is not a profile token; expected 6 hexadecimal digits, such as a1b2c3, or "latest"`,
    );
  return name.toLowerCase();
}

/** Accepted instead of a token: the newest profile. */
export const LATEST = 'latest';
