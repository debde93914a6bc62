import { parseCookies } from '../../core/http/headers/cookie.ts';
import { MASK } from '../../core/redaction/sensitivity.ts';
import { hasOauthParameter, isAuthorizationCode } from '../../core/redaction/redact-url.ts';
import type { HeaderLine, RecordedBody } from '../profile.ts';
import { BodyRedactor } from './body/body-redactor.ts';
import { HeaderRedactor } from './header-redactor.ts';
import { SecretNames } from '../../core/redaction/secret-names.ts';
import type { SecretNamesOptions } from '../../core/redaction/secret-names.ts';
import { redactPair, redactForm, redactUrl } from './redact-pairs.ts';
import { isPlain } from './value/plain-value.ts';
import { SqlRedactor } from './sql/sql-redactor.ts';
import { TextRedactor } from './text/text-redactor.ts';
import { redactValue } from './value/redact-value.ts';

interface IterableHeaders {
  /** Names and values in turn. */
  readonly list?: readonly string[] | undefined;
  [Symbol.iterator](): Iterator<HeaderLine>;
}

/**
 * Masks secrets in everything that a profile records, before it is stored. Values are redacted first and truncated
 * afterwards. A text without secrets is returned unchanged. Under a secret name, booleans and empty texts are kept; under a
 * name such as `max_tokens` or `password_changed_at`, also numbers and dates.
 *
 * @example
 * ```ts
 * import { Redactor } from 'oriel/profiler';
 * const redactor = new Redactor({ names: ['boarding code'], keep: ['csrf-mode'] });
 * redactor.header('Authorization', 'Bearer abc'); // => 'Bearer •••'
 * redactor.url('/trips?boardingCode=X7&page=2'); // => '/trips?boardingCode=•••&page=2'
 * redactor.value({ user: 'ada', login: { password: 'x' } }); // => { user: 'ada', login: { password: '•••' } }
 * ```
 */
export class Redactor {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  readonly #sql: SqlRedactor;
  readonly #bodies: BodyRedactor;
  readonly #headers: HeaderRedactor;
  #cleanUrl = '';

  constructor(options: SecretNamesOptions = {}) {
    this.#names = new SecretNames(options);
    this.#texts = new TextRedactor(this.#names);
    this.#headers = new HeaderRedactor(this.#names, this.#texts);
    this.#sql = new SqlRedactor(this.#names, this.#texts);
    this.#bodies = new BodyRedactor(this.#names, this.#texts);
  }

  header(name: string, value: string): string {
    return this.#headers.of(name)(value);
  }

  /** Redacts header lines: pairs, or headers that have them as a flat list, which is faster to read. */
  headers(headers: IterableHeaders): HeaderLine[] {
    const { list } = headers;
    if (list === undefined) return Array.from(headers, (line) => this.#headerLine(line));
    const lines: HeaderLine[] = [];
    for (let at = 0; at + 1 < list.length; at += 2) lines.push([list[at]!, this.header(list[at]!, list[at + 1]!)]);
    return lines;
  }

  #headerLine(line: HeaderLine): HeaderLine {
    const value = this.header(line[0], line[1]);
    return value === line[1] ? line : [line[0], value];
  }

  /** Redacts a text that describes a header, such as `response header Set-Cookie: a=b`. */
  headerText(text: string): string {
    const colon = text.indexOf(': ');
    if (colon < 0) return this.text(text);
    const name = text.slice(text.lastIndexOf(' ', colon) + 1, colon);
    const value = text.slice(colon + 2);
    const redacted = this.header(name, value);
    return redacted === value ? text : text.slice(0, colon + 2) + redacted;
  }

  /** Returns the cookies of a `Cookie` header with masked values. */
  cookies(header: string | null | undefined): HeaderLine[] {
    return parseCookies(header ?? undefined)
      .slice(0, MAX_COOKIES)
      .map(([name]) => [name, MASK]);
  }

  url(url: string): string {
    // The URL of a request is redacted twice.
    if (url === this.#cleanUrl) return url;
    const redacted = redactUrl(url, this.#names, this.#texts);
    if (redacted === url) this.#cleanUrl = url;
    return redacted;
  }

  /** Redacts decoded pairs of a query or a form. */
  query(pairs: readonly HeaderLine[]): HeaderLine[] {
    let isOauth: boolean | undefined;
    return pairs.map((pair) => {
      const isCode =
        pair[0] === 'code' &&
        isAuthorizationCode(pair[1], (isOauth ??= hasOauthParameter(pairs.map(([name]) => name))));
      const value = isCode ? MASK : redactPair(pair[0], pair[1], this.#names, this.#texts);
      return value === pair[1] ? pair : [pair[0], value];
    });
  }

  /** Redacts encoded pairs: `a=1&token=x`. */
  form(encoded: string): string {
    return redactForm(encoded, this.#names, this.#texts);
  }

  /** Redacts a text: secrets that are recognisable by their form, and values of sensitive names. */
  text(text: string): string {
    return this.#texts.redact(text);
  }

  /** Returns any value as plain data without secrets. */
  value(value: unknown): unknown {
    return redactValue(value, this.#names, this.#texts);
  }

  /** Returns whether {@link Redactor.value} would only redact texts, like {@link Redactor.text}. */
  isPlain(value: unknown): boolean {
    return isPlain(value, this.#names);
  }

  /** Returns whether {@link Redactor.value} would return an equal value, which JSON can represent. */
  isClean(value: unknown): boolean {
    return isPlain(value, this.#names, this.#isCleanText);
  }

  readonly #isCleanText = (text: string): boolean => this.#texts.redact(text) === text;

  /** Masks the secrets in an SQL statement. */
  sql(sql: string): string {
    return this.#sql.text(sql);
  }

  /** Redacts the parameters of a statement. Those of columns with a sensitive name are masked. */
  sqlParameters(sql: string, parameters: readonly unknown[]): unknown[] {
    const rows = this.#sql.secretRows(sql, parameters);
    return parameters.map((value, i) => {
      if (rows.has(i) && typeof value !== 'boolean' && value !== null) return MASK;
      if (typeof value !== 'boolean' && value !== null && value !== undefined && this.#sql.isSecret(sql, i, value))
        return MASK;
      if (typeof value === 'number' || value === null) return value;
      if (this.isPlain(value) && typeof value === 'string') return this.text(value);
      const copy = maskMembers(this.value(value), this.#sql.secretNames(sql));
      return rows.size === 0 ? copy : maskMembers(copy, rows);
    });
  }

  /**
   * Redacts and truncates a body.
   *
   * @param cap the maximum number of bytes of the result
   * @param whole the size, and the digest if known, when only the first bytes are available
   */
  body(
    body: Uint8Array | string,
    type: string | undefined,
    cap: number,
    whole?: number | { readonly size: number; readonly digest?: string },
  ): RecordedBody {
    return this.#bodies.record(body, type ?? '', cap, typeof whole === 'number' ? { size: whole } : whole);
  }
}

const MAX_COOKIES = 200;

// The values of named parameters are members of an object: `p` or `:p` for `:p`.
function maskMembers(copy: unknown, secret: ReadonlySet<number | string>): unknown {
  if (secret.size === 0 || typeof copy !== 'object' || copy === null || Array.isArray(copy)) return copy;
  const members = Object.entries(copy).map(([name, value]): [string, unknown] => {
    const isShown = !secret.has(name.replace(/^[:@$]/, '')) || typeof value === 'boolean' || value === null;
    return [name, isShown ? value : MASK];
  });
  return Object.fromEntries(members);
}
