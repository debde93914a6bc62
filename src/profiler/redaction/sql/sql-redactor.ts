import { memoizeText } from '../../../core/http/memoize-text.ts';
import { MASK } from '../../../core/redaction/sensitivity.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import { findValues, isArrow } from './sql-statement.ts';
import type { TextRedactor } from '../text/text-redactor.ts';
import { sqlTokens } from './sql-statement.ts';
import type { SqlToken } from './sql-statement.ts';

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
    const { positions, anyPosition, unclear } = this.#verdict(sql);
    const isObject = typeof value === 'object' && value !== null;
    if (positions.has(position) || (anyPosition && !isObject)) return true;
    return unclear && (typeof value === 'string' || isObject);
  }

  /** Returns the names of parameters that are secrets, without their first sign. */
  secretNames(sql: string): ReadonlySet<string> {
    return this.#verdict(sql).names;
  }

  #isSecretName({ kind, text }: SqlToken, before: SqlToken | undefined): boolean {
    const isName = kind === 'name' || kind === 'word' || (kind === 'text' && isArrow(before?.text));
    return isName && this.#names.of(text) !== 'harmless';
  }

  #judge(sql: string): SqlVerdict {
    const tokens = sqlTokens(sql.slice(0, MAX_READ_LENGTH));
    const hasSecretName = tokens.some((token, i) => this.#isSecretName(token, tokens[i - 1]));
    if (!hasSecretName) return { ...HARMLESS, text: this.#texts.redact(sql) };
    const positions = new Set<number>();
    const names = new Set<string>();
    const values = findValues(tokens);
    let unclear = sql.length > MAX_READ_LENGTH;
    let text = '';
    let done = 0;
    for (const { token, column, position } of values) {
      const isSecret = column !== undefined && this.#names.of(column) !== 'harmless';
      if (position === undefined) {
        if (!isSecret) continue;
        text += `${sql.slice(done, token.start)}'${MASK}'`;
        done = token.end;
      } else if (isSecret) {
        if (typeof position === 'number') positions.add(position);
        else names.add(position);
      } else if (column === undefined) unclear = true;
    }
    // The object with the named values moves the positions of the others.
    const anyPosition =
      names.size > 0 || (positions.size > 0 && values.some(({ position }) => typeof position === 'string'));
    return { text: this.#texts.redact(text + sql.slice(done)), positions, names, anyPosition, unclear };
  }
}

const MAX_READ_LENGTH = 16_384;
const HARMLESS = { positions: new Set<number>(), names: new Set<string>(), anyPosition: false, unclear: false };
