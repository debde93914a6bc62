import { isName } from './sql-tokens.ts';
import type { SqlToken } from './sql-tokens.ts';

/**
 * Returns the name that belongs to an argument of a function: the text before it, as in `jsonb_build_object('password', 'x')`, or, for
 * a text, a name beside it: `crypt('x', password)`, `with (secret_key 'x')`.
 */
export function columnBeside(tokens: readonly SqlToken[], at: number): string | undefined {
  const before = tokens[at - 1];
  const named = tokens[at - 2];
  if (before?.text === ',' && named?.kind === 'text' && isArgument(tokens, at)) return named.text.slice(1, -1);
  if (tokens[at]!.kind !== 'text' || before === undefined) return undefined;
  if (isName(before)) return before.text;
  if (before.text === ',' && named && isName(named) && SEPARATES.test(tokens[at - 3]?.text ?? '')) return named.text;
  const after = tokens[at + 2];
  const isBefore = tokens[at + 1]?.text === ',' && after && isName(after) && SEPARATES.test(tokens[at + 3]?.text ?? '');
  return isBefore ? after.text : undefined;
}

const SEPARATES = /^[(),]$/;

/** Returns whether a value is an argument of a function, and not in a list such as that of `x in ('a', 'b')`. */
function isArgument(tokens: readonly SqlToken[], at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= Math.max(0, at - MAX_DISTANCE); i--) {
    if (tokens[i]!.text === ')') depth++;
    else if (tokens[i]!.text === '(' && depth-- === 0) return !CHOICE.has(tokens[i - 1]?.text.toLowerCase() ?? '');
  }
  return false;
}

const CHOICE = new Set(['in', 'values', 'any', 'all']);

const MAX_DISTANCE = 200;
