import { MASK } from '../../core/http/sensitive.ts';
import { hasOauthParameter, isAuthorizationCode } from '../../core/http/redact-query.ts';
import type { HeaderLine, RecordedBody } from '../profile.ts';
import { BodyRedactor } from './redaction-body.ts';
import { HeaderRedactor } from './redaction-headers.ts';
import { SecretNames } from '../../core/redaction/secret-names.ts';
import type { SecretNamesOptions } from '../../core/redaction/secret-names.ts';
import { maskPair, redactForm, redactUrl } from './redaction-pairs.ts';
import { isPlain } from './redaction-plain.ts';
import { SqlRedactor } from './redaction-sql.ts';
import { TextRedactor } from './redaction-text.ts';
import { redactValue } from './redaction-value.ts';

/**
 * Takes secrets out of everything a profile records, before anything is stored: first redacted, then pruned, then cut.
 * What holds no secret comes back as the very same text. Booleans and empty texts stay even under the name of a secret
 * (one bit is none), and so do numbers and dates that are counted or told: `max_tokens`, `password_changed_at`.
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

  /** The ways of texts, each always the same function. */
  readonly ways: Readonly<Record<'text' | 'url' | 'headerText', (text: string) => string>> = {
    text: (text) => this.text(text),
    url: (url) => this.url(url),
    headerText: (text) => this.headerText(text),
  };

  /** The way of the values of a header. */
  readonly headerWay = (name: string): ((value: string) => string) => this.#headers.wayOf(name);

  header(name: string, value: string): string {
    return this.#headers.wayOf(name)(value);
  }

  headers(lines: readonly HeaderLine[]): HeaderLine[] {
    return lines.map((line) => {
      const value = this.header(line[0], line[1]);
      return value === line[1] ? line : [line[0], value];
    });
  }

  /** Words about a header, such as `response header Set-Cookie: a=b`. */
  headerText(text: string): string {
    const colon = text.indexOf(': ');
    if (colon < 0) return this.text(text);
    const name = text.slice(text.lastIndexOf(' ', colon) + 1, colon);
    const value = text.slice(colon + 2);
    const redacted = this.header(name, value);
    return redacted === value ? text : text.slice(0, colon + 2) + redacted;
  }

  /** The pairs of a `Cookie` header; of each cookie only the name is kept. */
  cookies(header: string | null | undefined): HeaderLine[] {
    if (!header) return [];
    return header
      .split(';')
      .slice(0, MOST_COOKIES)
      .flatMap((pair): HeaderLine[] => {
        const equals = pair.indexOf('=');
        return equals < 0 ? [] : [[pair.slice(0, equals).trim(), MASK]];
      });
  }

  url(url: string): string {
    // Each request is asked twice for its own, and the same ones are asked for again and again.
    if (url === this.#cleanUrl) return url;
    const redacted = redactUrl(url, this.#names, this.#texts);
    if (redacted === url) this.#cleanUrl = url;
    return redacted;
  }

  /** Decoded pairs of a query or a form. */
  query(pairs: readonly HeaderLine[]): HeaderLine[] {
    let isOauth: boolean | undefined;
    return pairs.map((pair) => {
      const isCode =
        pair[0] === 'code' &&
        isAuthorizationCode(pair[1], (isOauth ??= hasOauthParameter(pairs.map(([name]) => name))));
      const value = isCode ? MASK : maskPair(pair[0], pair[1], this.#names, this.#texts);
      return value === pair[1] ? pair : [pair[0], value];
    });
  }

  /** Pairs as they were sent: `a=1&token=x`. */
  form(encoded: string): string {
    return redactForm(encoded, this.#names, this.#texts);
  }

  /** Running text: secrets by their looks, and whatever is given to a sensitive name in it. */
  text(text: string): string {
    return this.#texts.redact(text);
  }

  /** Any value, as plain data. */
  value(value: unknown): unknown {
    return redactValue(value, this.#names, this.#texts);
  }

  /** Would {@link value} change nothing of it but single texts, and these as {@link text} does? */
  isPlain(value: unknown): boolean {
    return isPlain(value, this.#names);
  }

  /** Would {@link value} give just the same, and JSON tell it as it is? */
  isClean(value: unknown): boolean {
    return isPlain(value, this.#names, this.#isCleanText);
  }

  readonly #isCleanText = (text: string): boolean => this.#texts.redact(text) === text;

  /** A statement without the secrets written into it. */
  sql(sql: string): string {
    return this.#sql.text(sql);
  }

  /** The parameters of a statement; those that meet a column with a sensitive name are masked. */
  sqlParameters(sql: string, parameters: readonly unknown[]): unknown[] {
    return parameters.map((value, i) => {
      if (typeof value !== 'boolean' && value !== null && value !== undefined && this.#sql.isSecret(sql, i, value))
        return MASK;
      if (typeof value === 'number' || value === null) return value;
      return this.isPlain(value) && typeof value === 'string' ? this.text(value) : this.value(value);
    });
  }

  /**
   * A body as it may be kept.
   *
   * @param cap bytes kept of it
   * @param whole its size, and its digest if known, when only its first bytes are at hand
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

const MOST_COOKIES = 200;
