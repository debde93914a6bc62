/** An import or a re-export, and the line that names where it comes from. */
export interface Import {
  readonly from: string;
  readonly line: number;
  /** It is gone when the code runs. */
  readonly types: boolean;
}

/**
 * The imports of a source file, found line by line: the formatter puts every statement at the start of a line, so that
 * text in comments and strings cannot be taken for one.
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
