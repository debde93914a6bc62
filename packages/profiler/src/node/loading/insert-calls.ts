import type { InsertedCall } from './library-watch.ts';

/**
 * Adds calls of a watcher at the end of lines of a source, where no other line or column changes. Lines are compared without white
 * space, semicolons and the kind of quotes, because other tools, such as tracers, may have printed the source again before.
 *
 * @param inCopies whether a bundler wrote the source. It may contain several copies of a line, and each of them calls the watcher.
 * @throws {Error} if a line is missing, or is not the only one
 */
export function insertCalls(source: string, calls: readonly InsertedCall[], inCopies: boolean): string {
  const lines = source.split('\n');
  const simple = lines.map((line) => simplify(inCopies ? line.replaceAll(/\$\d+\b/g, '') : line));
  for (const { line, call, condition, repeated = inCopies, optional } of calls) {
    const ends = line instanceof RegExp ? findMatches(lines, line) : findTexts(simple, [line].flat());
    const [text] = line instanceof RegExp ? [String(line)] : [line].flat();
    if (ends.length === 0 && optional === true) continue;
    if (ends.length === 0) throw new Error(describeMissing(text!, lines, inCopies));
    if (ends.length > 1 && !repeated && !(line instanceof RegExp))
      throw new Error(`it has ${ends.length} lines "${text}"`);
    for (const end of ends) lines[end] += callText(call, condition);
  }
  return lines.join('\n');
}

function findMatches(lines: readonly string[], pattern: RegExp): number[] {
  return [...lines.keys()].filter((index) => pattern.test(lines[index]!.trim()));
}

function findTexts(lines: readonly string[], texts: readonly string[]): number[] {
  return [...new Set(texts.flatMap((text) => findEnds(lines, simplify(text))))];
}

// A statement may be on several lines of the source.
function findEnds(lines: readonly string[], text: string): number[] {
  const ends: number[] = [];
  for (const [start, first] of lines.entries()) {
    if (first === '' || !text.startsWith(first)) continue;
    let [end, found] = [start, first];
    while (found.length < text.length && end + 1 < lines.length && text.startsWith(found)) found += lines[++end];
    if (found === text) ends.push(end);
  }
  return ends;
}

function simplify(line: string): string {
  return line
    .replaceAll(/\s+|;$/g, '')
    .replaceAll(/["`]/g, "'")
    .replace(/;$/, '');
}

function describeMissing(text: string, lines: readonly string[], inCopies: boolean): string {
  if (inCopies && lines.some(({ length }) => length > MAX_LINE)) return 'its build is minified';
  return `it has no line "${text}"`;
}

const MAX_LINE = 5_000;

// A version without one of the names would otherwise throw into the application.
function callText(call: string, condition: string | undefined): string {
  return `;try { ${condition === undefined ? '' : `if (${condition}) `}oriel$?.${call}; } catch {}`;
}
