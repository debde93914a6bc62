import type { Difference } from '../../packages/profiler/src/view/compare/difference.ts';

/** Returns a difference as one line, such as `body changed /title: "a" → "b"`, without times. */
export function describeDifference({ aspect, kind, path, before, after, rows, caller }: Difference): string {
  const values = [before, after].filter((value) => value !== undefined).join(' → ');
  return [
    `${aspect} ${kind}`,
    ...(path === '' ? [] : [path]),
    ...(rows === undefined ? [] : [`in ${rows} rows`]),
    ...(caller === undefined || caller === '' ? [] : [`at ${caller}`]),
  ]
    .join(' ')
    .concat(values === '' ? '' : `: ${values}`);
}

/** Returns the lines that are missing from what was found and those that are too many. In an expected line, `<any>` is any text. */
export function findUnexpected(
  found: readonly string[],
  expected: readonly string[],
): { readonly missing: readonly string[]; readonly extra: readonly string[] } {
  const extra = [...found];
  const missing = expected.filter((line) => {
    const index = extra.findIndex((text) => matchesLine(text, line.split('<any>')));
    if (index >= 0) extra.splice(index, 1);
    return index < 0;
  });
  return { missing, extra };
}

/** Returns whether a text has the parts one after the other, with any text between them. */
function matchesLine(text: string, parts: readonly string[]): boolean {
  let position = 0;
  for (const part of parts) {
    const index = text.indexOf(part, position);
    if (index < 0 || (position === 0 && index > 0)) return false;
    position = index + part.length;
  }
  return position === text.length || parts.at(-1) === '';
}
