import { ENGLISH } from './english.ts';
import type { MessageCode } from './english.ts';
import { ERROR_REASON_PHRASES } from './reason-phrases.ts';
import type { ErrorStatus } from './reason-phrases.ts';

/** The texts of one language. The compiler reports missing texts and missing parameters. */
export interface Messages {
  /** The word "Error", as in "Error 404 Not Found". */
  readonly error: string;
  /** The reason phrases of statuses, which are the titles of problems without one of their own. */
  readonly statuses: Readonly<Record<ErrorStatus, string>>;
  /** Titles, details and violations. Names in braces are parameters; a translation has the same ones as the English text. */
  readonly texts: { readonly [Code in MessageCode]: Translation<(typeof ENGLISH)[Code]> };
}

/** The texts of one language, with its BCP 47 tag. */
export interface Catalogue extends Messages {
  readonly tag: string;
}

/** The default catalogue. */
export const ENGLISH_CATALOGUE: Catalogue = {
  tag: 'en',
  error: 'Error',
  statuses: ERROR_REASON_PHRASES,
  texts: ENGLISH,
};

/** A text with the parameters of the English one. */
export type Translation<English extends string> = English extends `${string}{${infer Name}}${infer Rest}`
  ? `${string}{${Name}}${string}` & Translation<Rest>
  : string;
