/** A name that a file declares and exports. */
export interface ExportedName {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'other';
  readonly line: number;
  /** The doc comment with its asterisks. */
  readonly doc: string | undefined;
}

/** Returns the names that a file declares and exports. Overloads are one name, with the doc comment of the first. */
export function exportedNames(text: string): ExportedName[] {
  const lines = text.split('\n');
  const found = new Map<string, ExportedName>();
  for (const [index, content] of lines.entries()) {
    const match =
      /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(function\*?|class|const|let|interface|type) (\w+)/.exec(
        content,
      );
    if (!match || found.has(match[2]!)) continue;
    const [, keyword, name] = match;
    const kind = keyword!.startsWith('function') ? 'function' : keyword === 'class' ? 'class' : 'other';
    found.set(name!, { name: name!, kind, line: index + 1, doc: commentAbove(lines, index) });
  }
  return [...found.values()];
}

/** Returns the text of a doc comment without its asterisks. */
export function getDoc(comment: string): string {
  return comment
    .replace(/^\s*\/\*\*/, '')
    .replace(/\*\/\s*$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n');
}

function commentAbove(lines: readonly string[], index: number): string | undefined {
  if (!lines[index - 1]?.trimEnd().endsWith('*/')) return undefined;
  let start = index - 1;
  while (start > 0 && !lines[start]!.trimStart().startsWith('/**')) start--;
  return lines.slice(start, index).join('\n');
}
