import { MASK, SecretNames, findSecretParameters, redactPairs, redactQuery, redactUrl } from 'oriel-core/redaction';
import type { SecretNamesOptions, RouteParameters } from 'oriel-core/redaction';
import type { HeaderLine, RecordedBody } from '../../profile/profile.ts';
import { recordBody } from '../record-body.ts';
import type { SqlDialect } from '../sql-tokens.ts';
import { isPlainName } from './name-context.ts';
import { redactBody } from './redact-body.ts';
import { createHeaderRedactor } from './redact-headers.ts';
import { redactJson } from './redact-json.ts';
import { SqlRedactor } from './redact-sql.ts';
import { redactText, redactWords } from './redact-text.ts';
import { redactValue } from './redact-value.ts';
import type { ValueRules } from './redact-value.ts';

/**
 * Masks secrets in everything that a profile records, before it is stored: by the names of values, and by the form of a few
 * kinds of secrets. Values are redacted first and truncated afterwards. A text without secrets is returned unchanged.
 *
 * @example
 * ```ts
 * import { Redactor } from './redactor.ts';
 * const redactor = new Redactor({ names: ['boarding code'], keep: ['csrf-mode'] });
 * redactor.header('Authorization', 'Bearer abc'); // => 'Bearer •••'
 * redactor.url('/trips?boardingCode=X7&page=2'); // => '/trips?boardingCode=•••&page=2'
 * redactor.value({ user: 'ada', login: { password: 'x' } }); // => { user: 'ada', login: { password: '•••' } }
 * ```
 */
export class Redactor {
  readonly #rules: ValueRules;
  readonly #sql: SqlRedactor;
  readonly #header: ReturnType<typeof createHeaderRedactor>;
  #cleanUrl = '';

  constructor(options: SecretNamesOptions = {}) {
    const names = new SecretNames(options);
    this.#rules = {
      names,
      text: (text) => (JSON_START.test(text) && redactJson(text, this.#rules)) || this.#text(text),
      isPlainName: (name) => isPlainName(name, names),
      isPlainText: (text) => this.text(text) === text,
      sqlParameters: (sql, parameters) => this.#sql.redactParameters(sql, parameters),
    };
    const redactLiteral = (text: string): string =>
      JSON_START.test(text) ? this.text(text) : redactWords(text, names);
    this.#sql = new SqlRedactor({ ...this.#rules, text: redactLiteral });
    this.#header = createHeaderRedactor(names, this.#text);
  }

  header(name: string, value: string): string {
    return this.#header(name)(value);
  }

  headers(headers: Iterable<HeaderLine>): HeaderLine[] {
    return Array.from(headers, (line) => {
      const value = this.header(line[0], line[1]);
      return value === line[1] ? line : [line[0], value];
    });
  }

  /** @param parameters those of the route that the URL matches: the values of secret names are masked in the path */
  url(url: string, parameters?: RouteParameters): string {
    // The URL of a request is redacted more than once.
    if (url === this.#cleanUrl) return url;
    const redacted = redactUrl(url, { ...this.#rules, parameters });
    if (redacted === url) this.#cleanUrl = url;
    return redacted;
  }

  /** Redacts the parameters of the route that a path matches. */
  parameters(path: string, parameters: RouteParameters): Record<string, unknown> {
    if (Object.keys(parameters).length === 0) return {};
    const secrets = new Set(findSecretParameters(path, parameters, this.#rules.names));
    const copy = this.value(parameters) as Record<string, unknown>;
    for (const name of secrets) if (Object.hasOwn(copy, name)) copy[name] = MASK;
    return copy;
  }

  /** Redacts decoded pairs of a query or a form. */
  query(pairs: readonly HeaderLine[]): HeaderLine[] {
    return redactPairs(pairs, this.#rules);
  }

  /** Redacts encoded pairs: `a=1&token=x`. */
  form(encoded: string): string {
    return redactQuery(encoded, this.#rules);
  }

  /** Redacts a text: JSON, values of secret names, URLs, SQL statements, and secrets that are recognisable by their form. */
  text(text: string): string {
    return this.#rules.text(text);
  }

  /** Returns any value as plain data without secrets. */
  value(value: unknown): unknown {
    return redactValue(value, this.#rules);
  }

  /**
   * Masks the secrets in an SQL statement. A long statement is cut.
   *
   * @param dialect the database: in MySQL, a text in double quotes is a string
   */
  sql(sql: string, dialect?: SqlDialect): string {
    return this.#sql.redact(sql, dialect);
  }

  /** Redacts the parameters of a statement. Those of columns with a secret name are masked. */
  sqlParameters(sql: string, parameters: readonly unknown[], dialect?: SqlDialect): unknown[] {
    return this.#sql.redactParameters(sql, parameters, dialect);
  }

  /**
   * Redacts and truncates a body.
   *
   * @param cap the maximum number of bytes of the result
   * @param original the size, and the digest if known, when only the first bytes are available
   */
  body(
    body: Uint8Array | string,
    type: string | undefined,
    cap: number,
    original?: number | { readonly size: number; readonly digest?: string },
  ): RecordedBody {
    const json = (text: string): string | undefined => redactJson(text, this.#rules);
    const rules = { names: this.#rules.names, text: this.#text, json };
    const redact = (text: string, media: string): string => redactBody(text, media, rules);
    return recordBody(body, type ?? '', cap, redact, typeof original === 'number' ? { size: original } : original);
  }

  readonly #text = (text: string): string => redactText(text, this.#rules.names, (sql) => this.#sql.redact(sql));
}

const JSON_START = /^\s*[[{]\s*["{[\]}\d]/;
