import { redactUrl } from '../errors/redaction.ts';
import { redactQuery } from '../http/redact-query.ts';
import { SecretNames } from './secret-names.ts';

/** The part of the configuration that names secrets. */
export interface SecretNamesConfig {
  readonly profiler?:
    { readonly redact?: { readonly names?: readonly (string | RegExp)[]; readonly keep?: readonly string[] } } | false;
}

/** Masks the values of sensitive parameters before they are logged. */
export interface LogRedactor {
  /** Masks secrets in one URL. */
  readonly url: (url: string) => string;
  /** Masks secrets in the URLs that a text contains. */
  readonly text: (text: string) => string;
}

/** Returns a redactor for logged URLs, which masks the built-in secret names and those of `profiler.redact`. */
export function createLogRedactor({ profiler }: SecretNamesConfig): LogRedactor {
  const names = new SecretNames(profiler === false ? undefined : profiler?.redact);
  const isSecret = (name: string): boolean => names.of(name) !== 'harmless';
  return {
    url: (url) => redactUrl(url, isSecret),
    text: (text) =>
      text.includes('?') ? text.replace(QUERY, (_, query: string) => `?${redactQuery(query, isSecret)}`) : text,
  };
}

// A URL in a text ends at a blank, a quotation mark, a bracket or a terminal escape sequence.
const QUERY = /\?([^\s"'`<>\\?\p{Cc}]*=[^\s"'`<>\\\p{Cc}]*)/gu;
