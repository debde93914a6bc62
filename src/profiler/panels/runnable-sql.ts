/**
 * A statement with its parameters written into it, to be pasted into a console. Only placeholders outside of strings,
 * quoted names and comments are filled (`?`, `?3`, `$1`), each value is quoted as standard SQL has it, and what cannot be
 * written stays a placeholder. It is for reading and trying: nothing of the host ever runs it.
 *
 * @returns undefined when placeholders and parameters do not fit together
 */
export function inlineSqlParameters(sql: string, parameters: readonly unknown[]): string | undefined {
  let next = 0;
  let isComplete = true;
  const fill = (index: number): string => {
    const literal = index < parameters.length ? literalOf(parameters[index]) : undefined;
    if (literal === undefined) isComplete = false;
    return literal ?? '?';
  };
  const filled = sql.replace(PIECES, (piece: string, _tag: string | undefined, number: string | undefined) => {
    if (piece === '?') return fill(next++);
    return number === undefined ? piece : fill(Number(number) - 1);
  });
  return isComplete ? filled : undefined;
}

// Strings (with '' inside, two strings), names, comments, dollar quotes; only then placeholders.
const PIECES =
  /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$([A-Za-z_]*)\$[\s\S]*?(?:\$\1\$|$)|[?$](\d{1,5})(?!\w)|\?(?![?|&])/g;

function literalOf(value: unknown): string | undefined {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // A zero would end the statement in some consoles, and a backslash would escape the quotation mark in others.
  if (typeof value !== 'string' || value.includes('\0')) return undefined;
  return value.includes('\\') ? undefined : `'${value.replaceAll("'", "''")}'`;
}
