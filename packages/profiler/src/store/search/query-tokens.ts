/** One token of a query, split into its parts. Columns count from 1. */
export interface QueryToken {
  readonly column: number;
  readonly text: string;
  readonly negated: boolean;
  /** The text before the colon; undefined for a term without a field. */
  readonly name: string | undefined;
  /** `>`, `>=`, `<`, `<=`, `=`, `~` or ''. */
  readonly sign: string;
  readonly value: string;
  /** Whether the value was quoted, so that no character in it is special. */
  readonly quoted: boolean;
  readonly valueColumn: number;
  /** Whether the closing quotation mark is missing. */
  readonly open: boolean;
}

/** Splits a query at spaces outside of quotation marks, in one pass. */
export function queryTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  for (let at = afterSpace(text, 0); at < text.length && tokens.length <= MAX_TOKENS; at = afterSpace(text, at)) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

// One token more than allowed is read, so that an excess is detected.
const MAX_TOKENS = 32;

function tokenAt(text: string, start: number): QueryToken {
  const negated = text[start] === '-' && !isSpace(text[start + 1]);
  let at = negated ? start + 1 : start;
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[1];
  if (name !== undefined) at += name.length + 1;
  SIGN.lastIndex = at;
  const sign = name === undefined ? '' : (SIGN.exec(text)?.[0] ?? '');
  at += sign.length;
  const value = text[at] === '"' ? quotedAt(text, at) : bareAt(text, at);
  return { column: start + 1, text: text.slice(start, value.end), negated, name, sign, valueColumn: at + 1, ...value };
}

// `http://…` is a term without a field.
const NAME = /([A-Za-z][\w.-]*):(?!\/\/)/y;
const SIGN = />=|<=|[><=~]/y;
const BARE = /\S*/y;
const QUOTED = /"(?:[^"\\]|\\[\s\S])*("?)/y;

interface Value {
  readonly value: string;
  readonly quoted: boolean;
  readonly open: boolean;
  readonly end: number;
}

function bareAt(text: string, at: number): Value {
  BARE.lastIndex = at;
  const value = BARE.exec(text)![0];
  return { value, quoted: false, open: false, end: at + value.length };
}

function quotedAt(text: string, at: number): Value {
  QUOTED.lastIndex = at;
  const [whole, close] = QUOTED.exec(text)!;
  const open = close === '';
  const value = whole.slice(1, open ? undefined : -1).replace(/\\(["\\])/g, '$1');
  return { value, quoted: true, open, end: at + whole.length };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text[at])) at++;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
