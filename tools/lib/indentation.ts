interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces each four spaces of indentation, which the compiler writes, with two, which the source has.
 *
 * @param program the parsed code; lines that begin inside a template literal are unchanged
 */
export function indentWithTwoSpaces(code: string, program: unknown): string {
  const templates = templateElements(program);
  let next = 0;
  return code.replace(/^(?: {4})+/gm, (spaces, offset: number) => {
    while (next < templates.length && templates[next]!.end < offset) next++;
    const isInTemplate = next < templates.length && templates[next]!.start < offset;
    return isInTemplate ? spaces : ' '.repeat(spaces.length / 2);
  });
}

/** Returns the constant parts of all template literals, in the order of the code. */
function templateElements(program: unknown): Node[] {
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === 'TemplateElement') found.push(value as Node);
    else for (const each of Object.values(value)) visit(each);
  };
  visit(program);
  return found.toSorted((a, b) => a.start - b.start);
}
