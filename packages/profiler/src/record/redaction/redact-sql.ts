import { types } from 'node:util';
import { Memo } from 'oriel-core/http';
import { isMasked, MASK } from 'oriel-core/redaction';
import type { Sensitivity } from 'oriel-core/redaction';
import { MAX_STATEMENT_LENGTH, readSql } from './read-sql.ts';
import type { SqlSecrets } from './read-sql.ts';
import { MIN_CARD_NUMBER, redactValue } from './redact-value.ts';
import type { ValueRules } from './redact-value.ts';
import type { SqlDialect } from '../sql-tokens.ts';

/** Masks secrets in SQL and its parameters by their columns. A statement is read once, whatever the number of its parameters. */
export class SqlRedactor {
  readonly #rules: ValueRules;
  readonly #memo = new Memo<SqlSecrets>(500);
  #lastKey = '';
  #last: SqlSecrets | undefined;

  /** @param rules their `text` redacts literals, comments and parameters, which contain no statements */
  constructor(rules: ValueRules) {
    this.#rules = rules;
  }

  /** Redacts a statement. The text behind {@link MAX_STATEMENT_LENGTH} characters is replaced by a note. */
  redact(sql: string, dialect?: SqlDialect): string {
    const { text } = this.#read(sql, dialect);
    return sql.length <= MAX_STATEMENT_LENGTH ? text : `${text}… (${sql.length} characters)`;
  }

  /** Redacts the parameters of a statement. */
  redactParameters(sql: string, parameters: readonly unknown[], dialect?: SqlDialect): unknown[] {
    const { columns, isPartial } = this.#read(sql, dialect);
    return parameters.map((value, index) => {
      // What was not read may belong to a secret column.
      const sensitivity = columns.get(index) ?? (isPartial ? 'secret' : 'harmless');
      if (typeof value === 'string') return isMasked(sensitivity, value) ? MASK : this.#rules.text(value);
      if (typeof value === 'number' && Math.abs(value) < MIN_CARD_NUMBER)
        return isMasked(sensitivity, value) ? MASK : value;
      const copy = redactValue(value, this.#rules);
      if (sensitivity !== 'harmless') return maskDeep(copy, sensitivity);
      if (typeof copy !== 'object' || copy === null || Array.isArray(copy) || types.isProxy(value)) return copy;
      // The values of named parameters are members of an object: `p` or `:p` for `:p`.
      return mapMembers(copy, (name, member) => {
        const memberSensitivity = columns.get(name.replace(/^[:@$]/, ''));
        return memberSensitivity === undefined ? member : maskDeep(member, memberSensitivity);
      });
    });
  }

  #read(sql: string, dialect: SqlDialect): SqlSecrets {
    const key = `${dialect ?? ''}\n${sql}`;
    const known = key === this.#lastKey ? this.#last : this.#memo.get(key);
    if (known !== undefined) return known;
    const secrets = readSql(sql, dialect, this.#rules.names, this.#rules.text);
    // The statement, its parameters and its name are redacted one after the other.
    this.#lastKey = key;
    this.#last = secrets;
    if (key.length <= MAX_REMEMBERED_LENGTH) this.#memo.set(key, secrets);
    return secrets;
  }
}

const MAX_REMEMBERED_LENGTH = 4_096;

function maskDeep(value: unknown, sensitivity: Sensitivity): unknown {
  if (typeof value === 'string' || typeof value === 'number') return isMasked(sensitivity, value) ? MASK : value;
  if (Array.isArray(value)) return value.map((element) => maskDeep(element, sensitivity));
  if (typeof value !== 'object' || value === null) return value;
  return mapMembers(value, (_, member) => maskDeep(member, sensitivity));
}

function mapMembers(value: object, change: (name: string, member: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(name, member)]));
}
