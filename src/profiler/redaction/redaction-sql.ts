import { MASK } from '../../core/http/sensitive.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import { attribute, isArrow } from './redaction-sql-columns.ts';
import type { TextRedactor } from './redaction-text.ts';
import { sqlTokens } from './redaction-sql-tokens.ts';
import type { SqlToken } from './redaction-sql-tokens.ts';

/** What is secret in one statement, whatever parameters it is run with. */
interface SqlVerdict {
  /** The statement without the secrets written into it. */
  readonly text: string;
  /** Positions (from 0) and names of parameters that are secrets. */
  readonly secret: ReadonlySet<number | string>;
  /** A secret is spoken of and not every parameter could be given a column: no text is safe. */
  readonly unclear: boolean;
}

/** Knows which parameters of a statement are secrets: those that meet a column with a sensitive name. */
export class SqlRedactor {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  // Programs run the same statements again and again.
  readonly #verdicts = new Map<string, SqlVerdict>();

  constructor(names: SecretNames, texts: TextRedactor) {
    this.#names = names;
    this.#texts = texts;
  }

  text(sql: string): string {
    return this.#verdict(sql).text;
  }

  isSecret(sql: string, position: number, value: unknown): boolean {
    const { secret, unclear } = this.#verdict(sql);
    if (secret.has(position)) return true;
    return unclear && (typeof value === 'string' || (typeof value === 'object' && value !== null));
  }

  #verdict(sql: string): SqlVerdict {
    const known = this.#verdicts.get(sql);
    if (known) return known;
    const verdict = this.#judge(sql);
    if (sql.length > LONGEST_REMEMBERED) return verdict;
    if (this.#verdicts.size >= MOST_REMEMBERED) this.#verdicts.clear();
    this.#verdicts.set(sql, verdict);
    return verdict;
  }

  #speaksOf({ kind, text }: SqlToken, before: SqlToken | undefined): boolean {
    const isName = kind === 'name' || kind === 'word' || (kind === 'text' && isArrow(before?.text));
    return isName && this.#names.of(text) !== 'harmless';
  }

  #judge(sql: string): SqlVerdict {
    const tokens = sqlTokens(sql.length > LONGEST_READ ? sql.slice(0, LONGEST_READ) : sql);
    const mentions = tokens.some((token, i) => this.#speaksOf(token, tokens[i - 1]));
    if (!mentions) return { text: this.#texts.redact(sql), secret: new Set(), unclear: false };
    const secret = new Set<number | string>();
    let unclear = sql.length > LONGEST_READ;
    let text = '';
    let done = 0;
    for (const { token, column, position } of attribute(tokens)) {
      const isSecret = column !== undefined && this.#names.of(column) !== 'harmless';
      if (position === undefined) {
        if (!isSecret) continue;
        text += `${sql.slice(done, token.start)}'${MASK}'`;
        done = token.end;
      } else if (isSecret) secret.add(position);
      else if (column === undefined) unclear = true;
    }
    return { text: this.#texts.redact(text + sql.slice(done)), secret, unclear };
  }
}

const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 4_096;
const LONGEST_READ = 16_384;
