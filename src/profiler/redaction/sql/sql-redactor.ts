import { memoizeText } from '../../../core/http/memoize-text.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import { findValues, isArrow } from './sql-statement.ts';
import type { TextRedactor } from '../text/text-redactor.ts';
import { dependsOnDialect, maskTokens, sqlTokens } from './sql-tokens.ts';
import type { SqlToken } from './sql-tokens.ts';
import { findNamedRows, secretRows } from './named-rows.ts';
import type { NamedRows } from './named-rows.ts';

/** The secrets of a statement, independent of its parameters. */
interface SqlVerdict {
  /** The statement with masked secrets. */
  readonly text: string;
  /** Positions (from 0) of parameters that are secrets. */
  readonly positions: ReadonlySet<number>;
  /** Names of parameters that are secrets. */
  readonly names: ReadonlySet<string>;
  /** Whether values without names are secrets at any position: SQLite also assigns them to named parameters. */
  readonly anyPosition: boolean;
  /** Whether the statement has a secret name and a parameter with an unknown column, so that all texts are masked. */
  readonly unclear: boolean;
  readonly rows: NamedRows | undefined;
  /** Whether a list may be the values of several columns: mysql2 replaces `VALUES (?)` by the elements of the parameter. */
  readonly expands: boolean;
}

/** Determines which parameters of a statement are secrets: those of columns with a sensitive name. */
export class SqlRedactor {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  // Programs repeat their statements.
  readonly #verdict = memoizeText((sql) => this.#judge(sql), { entries: 1_000, length: 4_096 });

  constructor(names: SecretNames, texts: TextRedactor) {
    this.#names = names;
    this.#texts = texts;
  }

  text(sql: string): string {
    return this.#verdict(sql).text;
  }

  isSecret(sql: string, position: number, value: unknown): boolean {
    const { positions, anyPosition, unclear, expands } = this.#verdict(sql);
    const isObject = typeof value === 'object' && value !== null;
    if (expands && Array.isArray(value)) return true;
    if (positions.has(position) || (anyPosition && !isObject)) return true;
    return unclear && (typeof value === 'string' || isObject);
  }

  /** Returns the names of parameters that are secrets, without their first sign. */
  secretNames(sql: string): ReadonlySet<string> {
    return this.#verdict(sql).names;
  }

  /** Returns positions and names of parameters that are secrets because of a name in another one, as in a table of settings. */
  secretRows(sql: string, parameters: readonly unknown[]): ReadonlySet<number | string> {
    return secretRows(this.#verdict(sql).rows, parameters, this.#names);
  }

  #isSecretName(tokens: readonly SqlToken[], at: number): boolean {
    const { kind, text } = tokens[at]!;
    // The text before a comma may name an argument of a function.
    if (kind === 'text' && tokens[at + 1]?.text === ',' && this.#names.of(text.slice(1, -1)) !== 'harmless')
      return true;
    const isName = kind === 'name' || kind === 'word' || (kind === 'text' && isArrow(tokens[at - 1]?.text));
    return isName && this.#names.of(text) !== 'harmless';
  }

  #judge(sql: string): SqlVerdict {
    const read = sql.slice(0, MAX_READ_LENGTH);
    // The dialect is unknown: secrets of both readings are masked.
    const readings = dependsOnDialect(read) ? [sqlTokens(read), sqlTokens(read, 'mysql')] : [sqlTokens(read)];
    const secretive = readings.filter((tokens) => tokens.some((_, at) => this.#isSecretName(tokens, at)));
    const rows = findNamedRows(findValues(readings[0]!));
    if (secretive.length === 0) return { ...HARMLESS, text: this.#texts.redact(sql), rows };
    const positions = new Set<number>();
    const names = new Set<string>();
    const texts: SqlToken[] = [];
    let unclear = sql.length > MAX_READ_LENGTH;
    let hasNames = false;
    for (const tokens of secretive)
      for (const { token, column, position } of findValues(tokens)) {
        hasNames ||= typeof position === 'string';
        const verdict = column === undefined ? 'harmless' : this.#names.of(column);
        const isSecret = verdict === 'secret' || (verdict === 'counted' && token.kind !== 'number');
        if (isSecret && position === undefined) texts.push(token);
        else if (isSecret && typeof position === 'number') positions.add(position);
        else if (isSecret && typeof position === 'string') names.add(position);
        // In MySQL's reading, quoted names of other dialects are texts, and their values have no columns.
        else if (position !== undefined && column === undefined && tokens === secretive[0]) unclear = true;
      }
    const expands = readings[0]!.some(({ text }) => text === '?') && /\binto\b/i.test(read);
    // The object with the named values moves the positions of the others.
    const anyPosition = names.size > 0 || (positions.size > 0 && hasNames);
    return { text: this.#texts.redact(maskTokens(sql, texts)), positions, names, anyPosition, unclear, rows, expands };
  }
}

const MAX_READ_LENGTH = 16_384;
const HARMLESS = {
  positions: new Set<number>(),
  names: new Set<string>(),
  anyPosition: false,
  unclear: false,
  expands: false,
};
