/**
 * Replaces the placeholders of a statement (`?`, `?3`, `$1`) by SQL literals, for a database console. Strings, quoted names
 * and comments are skipped. The host never executes the result.
 *
 * @returns undefined if placeholders and parameters do not match, or a value has no literal
 */
export function inlineSqlParameters(sql: string, parameters: readonly unknown[]): string | undefined {
  let next = 0;
  let isComplete = true;
  const fill = (index: number): string => {
    const literal = index < parameters.length ? toLiteral(parameters[index]) : undefined;
    if (literal === undefined) isComplete = false;
    return literal ?? '?';
  };
  const filled = sql.replace(TOKENS, (piece: string, _tag: string | undefined, number: string | undefined) => {
    if (piece === '?') return fill(next++);
    return number === undefined ? piece : fill(Number(number) - 1);
  });
  return isComplete ? filled : undefined;
}

// Strings (with '' as two strings), quoted names, comments and dollar quotes precede placeholders.
const TOKENS =
  /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$([A-Za-z_]*)\$[\s\S]*?(?:\$\1\$|$)|[?$](\d{1,5})(?!\w)|\?(?![?|&])/g;

function toLiteral(value: unknown): string | undefined {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // Some consoles end the statement at a NUL character, others treat a backslash as an escape.
  if (typeof value !== 'string' || value.includes('\0')) return undefined;
  return value.includes('\\') ? undefined : `'${value.replaceAll("'", "''")}'`;
}
