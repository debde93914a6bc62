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
  for (
    let position = afterSpace(text, 0);
    position < text.length && tokens.length <= MAX_TOKENS;
    position = afterSpace(text, position)
  ) {
    const token = tokenAt(text, position);
    tokens.push(token);
    position += token.text.length;
  }
  return tokens;
}

// One token more than allowed is read, so that an excess is detected.
const MAX_TOKENS = 32;

function tokenAt(text: string, start: number): QueryToken {
  const negated = text[start] === '-' && !isSpace(text[start + 1]);
  let position = negated ? start + 1 : start;
  NAME.lastIndex = position;
  const name = NAME.exec(text)?.[1];
  if (name !== undefined) position += name.length + 1;
  SIGN.lastIndex = position;
  const sign = name === undefined ? '' : (SIGN.exec(text)?.[0] ?? '');
  position += sign.length;
  const value = text[position] === '"' ? quotedAt(text, position) : bareAt(text, position);
  return {
    column: start + 1,
    text: text.slice(start, value.end),
    negated,
    name,
    sign,
    valueColumn: position + 1,
    ...value,
  };
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

function bareAt(text: string, position: number): Value {
  BARE.lastIndex = position;
  const value = BARE.exec(text)![0];
  return { value, quoted: false, open: false, end: position + value.length };
}

function quotedAt(text: string, position: number): Value {
  QUOTED.lastIndex = position;
  const [match, close] = QUOTED.exec(text)!;
  const open = close === '';
  const value = match.slice(1, open ? undefined : -1).replace(/\\(["\\])/g, '$1');
  return { value, quoted: true, open, end: position + match.length };
}

function afterSpace(text: string, from: number): number {
  let position = from;
  while (position < text.length && isSpace(text[position])) position++;
  return position;
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
