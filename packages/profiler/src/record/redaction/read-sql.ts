import { isMasked, MASK, isSecretTable, splitName } from 'oriel-core/redaction';
import type { SecretNames, Sensitivity } from 'oriel-core/redaction';
import { readTokens } from '../sql-tokens.ts';
import type { SqlDialect, SqlToken } from '../sql-tokens.ts';

/** The longest statement that is stored. */
export const MAX_STATEMENT_LENGTH = 20_000;

/** What one pass over a statement finds. */
export interface SqlSecrets {
  /** The statement with its secret literals masked, at most {@link MAX_STATEMENT_LENGTH} characters of it. */
  readonly text: string;
  /** The sensitivities of the parameters, by position or by name. */
  readonly columns: ReadonlyMap<number | string, Sensitivity>;
  /** Whether the statement is too long to be read to its end, and has secrets. */
  readonly isPartial: boolean;
}

interface Column {
  readonly sensitivity: Sensitivity;
  /** The number of open parentheses around it. */
  readonly depth: number;
}

/**
 * Reads a statement once and associates each literal and parameter with its column: the column in front of the operator, or the
 * one at the same position in the list of an INSERT.
 */
export function readSql(
  sql: string,
  dialect: SqlDialect,
  names: SecretNames,
  redactText: (text: string) => string,
): SqlSecrets {
  const read = sql.slice(0, MAX_READ_LENGTH);
  const columns = new Map<number | string, Sensitivity>();
  const edits: { start: number; end: number; text: string }[] = [];
  /** Whether the rows of tables are secrets, by name and alias. */
  const tables = new Map<string, boolean>();
  const parameterNames: string[] = [];
  let questionMarks = 0;
  let mainTable = '';
  let tableNext: 'insert' | 'other' | undefined;
  let depth = 0;
  /** The column that the next values belong to, and the last identifier, which an operator makes this column. */
  let target: Column | undefined;
  let last: Column | undefined;
  let valueBefore: SqlToken | undefined;
  let before: SqlToken | undefined;
  let list: { columns: Column[]; state: 'columns' | 'values' | 'done'; cell: number; depth: number } | undefined;

  const edit = ({ start, end }: SqlToken, text: string): void => {
    if (text !== read.slice(start, end)) edits.push({ start, end, text });
  };

  const classify = (name: string, qualifier: string): Column => {
    const sensitivity = names.classify(name);
    if (sensitivity === 'secret' || sensitivity === 'text') return { sensitivity, depth };
    const table = (qualifier || mainTable).toLowerCase();
    const words = splitName(name);
    const word = words.length > 2 || (words.length === 2 && words[1] === 'id') ? '' : words.at(-1)!;
    const isSecret = tables.get(table) === true && SECRET_COLUMNS.has(word);
    const isPassword = /^(?:hash|salt|digest)$/.test(word) && splitName(table).some((text) => OWNERS.has(text));
    return { sensitivity: isSecret || isPassword ? 'bare' : sensitivity, depth };
  };

  const associate = (token: SqlToken, column: Column | undefined): void => {
    const { kind, text, start } = token;
    const sensitivity = column?.sensitivity ?? 'harmless';
    if (kind === 'parameter') {
      for (const key of findKeys(text))
        if ((columns.get(key) ?? 'harmless') === 'harmless') columns.set(key, sensitivity);
    } else if (isMasked(sensitivity, kind === 'number' ? Number(text) || text : text)) {
      const quote = /^["']/.exec(read[start]!)?.[0] ?? '';
      edit(token, quote + MASK + quote);
    } else if (kind === 'string') {
      const redacted = redactText(text);
      if (redacted !== text) edit(token, `'${redacted}'`);
    }
  };

  const findKeys = (text: string): (number | string)[] => {
    if (text === '?') return [questionMarks++];
    if (/^[?$]\d/.test(text)) return [Number(text.slice(1)) - 1];
    const name = text.slice(1);
    if (!parameterNames.includes(name) && parameterNames.length < MAX_NAMED) parameterNames.push(name);
    return [name, parameterNames.indexOf(name)];
  };

  const readKeyword = (keyword: string, next: SqlToken | undefined): boolean => {
    if (/^(?:INTO|FROM|JOIN|UPDATE)$/.test(keyword)) {
      if (keyword === 'FROM' && list !== undefined) list.state = 'done';
      const hasTable = next?.kind === 'identifier' || (next?.kind === 'word' && !/^(?:SET|UNNEST)$/i.test(next.text));
      if (hasTable) tableNext = keyword === 'INTO' ? 'insert' : 'other';
    } else if (/^(?:VALUES?|SELECT|UNNEST)$/.test(keyword) && list !== undefined) {
      // `INSERT … VALUES ($1, $2), …`, `INSERT … SELECT $1, $2`, `INSERT … SELECT * FROM unnest($1, $2)`
      list = { columns: list.columns, state: 'values', cell: 0, depth: keyword === 'SELECT' ? depth : depth + 1 };
    } else if (OPERATORS.has(keyword)) setTarget();
    else if (keyword === 'IDENTIFIED') target = { sensitivity: 'text', depth };
    else if (ENDS.has(keyword)) target = undefined;
    else return IGNORED.has(keyword);
    if ((keyword === 'ON' || keyword === 'RETURNING') && list !== undefined) list.state = 'done';
    return true;
  };

  const readIdentifier = (token: SqlToken, qualifier: string, next: SqlToken | undefined): void => {
    const keyword = token.kind === 'word' && qualifier === '' ? token.text.toUpperCase() : '';
    if (keyword !== '' && readKeyword(keyword, next)) {
      // An alias may follow.
      if (keyword !== 'AS') before = token;
      return;
    }
    const name = token.text.toLowerCase();
    if (tableNext !== undefined) {
      tables.set(name, isSecretTable(name));
      mainTable ||= name;
      if (tableNext === 'insert') list = { columns: [], state: 'columns', cell: 0, depth };
      tableNext = undefined;
    } else if (
      before !== undefined &&
      tables.has(before.text.toLowerCase()) &&
      (before.kind === 'word' || before.kind === 'identifier')
    ) {
      tables.set(name, tables.get(before.text.toLowerCase())!); // An alias.
    } else if (list?.state === 'columns' && depth > 0) list.columns.push(classify(name, qualifier));
    else {
      // SQLite and MySQL accept texts in double quotes.
      const isValue = read[token.start] === '"' && qualifier === '' && dialect !== 'postgresql' && isComparison(before);
      last = classify(token.text, qualifier);
      if (isValue && target !== undefined && isMasked(target.sensitivity, token.text)) edit(token, `"${MASK}"`);
      else if (valueBefore !== undefined && isComparison(before)) associate(valueBefore, last);
      // `PASSWORD 'x'`, `PASSWORD('x')`
      if (next?.kind === 'string' || (next?.text === '(' && last.sensitivity === 'secret')) target = last;
    }
    valueBefore = undefined;
    before = token;
  };

  const setTarget = (): void => {
    // `INSERT INTO t SET a = 1`
    if (list?.state === 'columns') list.state = 'done';
    if (last !== undefined && list?.state !== 'values') target = { ...last, depth };
  };

  const readValue = (token: SqlToken): void => {
    const inList = list?.state === 'values' && (target === undefined || target.sensitivity === 'harmless');
    // `data ->> 'password' = $1`, `JSON_EXTRACT(data, '$.password') = ?`, `jsonb_set(data, '{password}', $1)`
    if (token.kind === 'string' && (/^[-#]>/.test(before?.text ?? '') || JSON_PATH.test(token.text))) {
      last = { ...classify(token.text, ''), depth: depth - 1 };
      if (token.text.startsWith('{') && last.sensitivity !== 'harmless') target = { ...last, depth: depth + 1 };
      return;
    }
    const isOfTable = inList && list!.columns.length === 0 && tables.get(mainTable) === true;
    const column = inList ? (isOfTable ? { sensitivity: 'bare' as const, depth } : list!.columns[list!.cell]) : target;
    // A value in front of its column: `$1 = token`.
    valueBefore = column === undefined ? token : undefined;
    associate(token, column);
  };

  const readOperator = (text: string): void => {
    if (text === '(') {
      depth++;
      if (list?.state === 'values' && depth === list.depth) list.cell = 0;
    } else if (text === ')') {
      depth--;
      if (list?.state === 'columns') list.state = 'done';
      if (target !== undefined && depth < target.depth) target = undefined;
    } else if (text === ',') {
      if (list?.state === 'values' && depth === list.depth) list.cell++;
      if (target !== undefined && depth <= target.depth) target = undefined;
      valueBefore = undefined;
    } else if (COMPARISONS.has(text)) setTarget();
  };

  let pending: SqlToken | undefined;
  let qualifier = '';
  for (const token of readTokens(read, dialect)) {
    // An identifier is known when the token behind it is: `"a"."b"`.
    if (pending !== undefined && token.text === '.') qualifier = pending.text;
    else {
      if (pending !== undefined) readIdentifier(pending, qualifier, token);
      if (before?.text !== '.') qualifier = pending === undefined ? qualifier : '';
      if (token.kind === 'comment') edit(token, redactText(read.slice(token.start, token.end)));
      else if (token.kind === 'operator') readOperator(token.text);
      else if (token.kind !== 'word' && token.kind !== 'identifier') readValue(token);
    }
    pending = token.kind === 'word' || token.kind === 'identifier' ? token : undefined;
    if (pending === undefined && token.kind !== 'comment') before = token;
  }
  if (pending !== undefined) readIdentifier(pending, qualifier, undefined);
  const isSecret = edits.length > 0 || [...columns.values()].some((sensitivity) => sensitivity !== 'harmless');
  return { text: applyEdits(read, edits), columns, isPartial: isSecret && sql.length > MAX_READ_LENGTH };
}

function isComparison(token: SqlToken | undefined): boolean {
  return token !== undefined && COMPARISONS.has(token.text);
}

function applyEdits(sql: string, edits: { start: number; end: number; text: string }[]): string {
  let text = '';
  let done = 0;
  for (const { start, end, text: replacement } of edits.sort((one, other) => one.start - other.start)) {
    if (start < done || start >= MAX_STATEMENT_LENGTH) continue;
    text += sql.slice(done, start) + replacement;
    done = end;
  }
  return done >= MAX_STATEMENT_LENGTH ? text : text + sql.slice(done, MAX_STATEMENT_LENGTH);
}

const MAX_READ_LENGTH = 65_536;
const MAX_NAMED = 500;
const COMPARISONS: ReadonlySet<string> = new Set('= <> != < > <= >= <=> :='.split(' '));
const OPERATORS: ReadonlySet<string> = new Set('LIKE ILIKE IN IS BETWEEN SIMILAR ANY REGEXP GLOB'.split(' '));
const ENDS: ReadonlySet<string> = new Set(
  `AND OR WHERE SET ON USING HAVING ORDER GROUP LIMIT OFFSET RETURNING UNION SELECT WHEN THEN ELSE END CROSS LEFT RIGHT INNER OUTER
  FULL DEFAULT FOR WITH DO`.split(/\s+/),
);
const IGNORED: ReadonlySet<string> = new Set(
  'NOT AS BY DISTINCT ALL INSERT DELETE REPLACE IGNORE ONLY LATERAL NULL TRUE FALSE E N X'.split(' '),
);
const SECRET_COLUMNS: ReadonlySet<string> = new Set(
  'id key value hash code data payload selector sess sid salt uuid'.split(' '),
);
const OWNERS: ReadonlySet<string> = new Set(
  'user users account accounts member members customer customers admin'.split(' '),
);
const JSON_PATH = /^(?:\$\.|\{)[\w.,"]+\}?$/;
