import { MASK, sensitivityOf } from '../http/sensitive.ts';
import { redactQuery } from '../http/redact-query.ts';

/** Replaces a secret. */
export const REDACTED = MASK;

/**
 * Whether a header, field or parameter with this name contains a secret.
 *
 * @example
 * ```ts
 * import { isSecretName } from './redaction.ts';
 * isSecretName('X-Api-Key'); // => true
 * isSecretName('Accept'); // => false
 * ```
 */
export function isSecretName(name: string): boolean {
  return sensitivityOf(name) !== 'harmless';
}

/**
 * Redacts the values of secret parameters in the query and the fragment of a URL.
 *
 * @example
 * ```ts
 * import { redactUrl } from './redaction.ts';
 * redactUrl('/books?page=2&token=abc'); // => '/books?page=2&token=•••'
 * ```
 */
export function redactUrl(url: string, isSecret: (name: string) => boolean = isSecretName): string {
  const mark = url.search(/[?#]/);
  return mark < 0 ? url : url.slice(0, mark + 1) + redactQuery(url.slice(mark + 1), isSecret);
}

/**
 * Redacts literals of secret names, and passwords in URLs, in a line of source code. Each character becomes one dot, so that
 * columns do not change.
 */
export function redactSource(line: string): string {
  return line
    .replace(SECRET_LITERAL, (_whole, before: string, quote: string, secret: string) => {
      return `${before}${quote}${dots(secret)}${quote}`;
    })
    .replace(URL_PASSWORD, (_whole, before: string, secret: string) => `${before}${dots(secret)}@`);
}

const SECRET =
  'authorization|cookie|token|secret|passw|passphrase|api[-_]?key|private[-_]?key|credential|session[-_]?id';
const SECRET_LITERAL = new RegExp(
  `((?:${SECRET}|pwd)[\\w-]{0,40}["'\`\\]]{0,2}\\s{0,8}(?::\\s{0,8}\\w{1,20}\\s{0,8}=|[:=]{1,3}|\\?\\?=?)\\s{0,8})(["'\`])(.*?)\\2`,
  'gi',
);
const URL_PASSWORD = /(:\/\/[^\s:@/'"`]{0,200}:)([^\s@/'"`]{1,400})@/g;

function dots(text: string): string {
  return '•'.repeat(text.length);
}
