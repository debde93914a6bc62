/** An import or a re-export, and the line with its module specifier. */
export interface Import {
  readonly from: string;
  readonly line: number;
  /** True for `import type` and `export type`. */
  readonly types: boolean;
}

/**
 * Returns the imports of a source file. Statements start at the beginning of a line because of the formatter, so that
 * comments and strings are not mistaken for imports.
 */
export function importsOf(text: string): Import[] {
  const found: Import[] = [];
  let types = false;
  for (const [index, content] of text.split('\n').entries()) {
    if (/^\s*(?:\*|\/\/|\/\*)/.test(content)) continue;
    const opening = /^(?:import|export)( type)?\b/.exec(content);
    if (opening) types = opening[1] !== undefined;
    const statement =
      /^(?:import|export|\})(?:.*\s|\s*)from ['"]([^'"]+)['"]/.exec(content) ??
      /^import ['"]([^'"]+)['"]/.exec(content);
    for (const match of statement ? [statement] : content.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)) {
      found.push({ from: match[1]!, line: index + 1, types: statement !== null && types });
    }
  }
  return found;
}
