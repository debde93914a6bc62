import { didYouMean } from '../core/http/did-you-mean.ts';
import { MisuseError } from './misuse.ts';

/** What may be said after `oriel profile …`. */
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

/** One of the things to do with profiles; gives the exit code. */
export type ProfileAction = (
  options: ProfileOptions,
  words: readonly string[],
) => number | undefined | Promise<number | undefined>;

export type Format = 'human' | 'json' | 'md';

/** How to print. @throws {MisuseError} when there is no such format */
export function formatOf({ format = 'human' }: ProfileOptions): Format {
  return oneOf('--format', format, ['human', 'json', 'md']);
}

/** One of some names. @throws {MisuseError} naming the nearest */
export function oneOf<Name extends string>(option: string, given: string, known: readonly Name[]): Name {
  const found = known.find((name) => name === given);
  if (found !== undefined) return found;
  const meant = didYouMean(given, known);
  throw new MisuseError(
    `${option} is "${given}"${meant ? `; did you mean ${meant}?` : `; there are ${known.join(', ')}`}`,
  );
}

/** Refuses options that mean nothing here, rather than not doing what they say. */
export function refuse(options: ProfileOptions, action: string, names: readonly (keyof ProfileOptions)[]): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new MisuseError(`"oriel profile ${action}" knows no --${given}`);
}

/**
 * The token among the words, or `latest` for the newest profile.
 * @throws {MisuseError} when there is none, more, or it cannot be one
 */
export function tokenOf(words: readonly string[], action: string): string {
  const [token, extra] = words;
  if (token === undefined) throw new MisuseError(`Which profile? Say its token, as in: oriel profile ${action} a1b2c3`);
  if (extra !== undefined) throw new MisuseError(`"${extra}" is one word too many for "oriel profile ${action}"`);
  if (token === LATEST) return LATEST;
  // What is in the address bar is at hand.
  const name = /^(?:https?:\/\/[^?#]*\/)?([0-9a-f]{6})(?:[?#].*)?$/i.exec(token)?.[1];
  if (name === undefined)
    throw new MisuseError(`"${token}" is no profile token; it has 6 hexadecimal digits, as in a1b2c3, or is "latest"`);
  return name.toLowerCase();
}

/** Names the newest profile where a token is expected. */
export const LATEST = 'latest';
