/** A part of a text. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the value that YAML gives to a key on the lines below it: a block scalar (`key: |`), a mapping, a list or a text that
 * begins on the next line. It ends before the first line that is not indented more than the key.
 *
 * @param keyStart where the key begins
 * @param afterColon where the text after its colon begins
 * @returns undefined when the value begins on the line of the key, or there is none
 */
export function yamlBlockAt(text: string, keyStart: number, afterColon: number): TextRange | undefined {
  HEADER.lastIndex = afterColon;
  if (!HEADER.test(text)) return undefined;
  const first = HEADER.lastIndex;
  const lineStart = text.lastIndexOf('\n', keyStart) + 1;
  const front = text.slice(lineStart, keyStart);
  const column = ONLY_INDENTED.test(front) ? front.replace(/["']$/, '').length : indentation(front);
  const isInList = front.includes('-');
  let from = -1;
  let to = first;
  for (let at = first; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const indent = indentationAt(text, at);
    const isBlank = at + indent >= end || text[at + indent] === '\r';
    const isItem = !isInList && indent === column && text.startsWith('- ', at + indent);
    if (!isBlank && indent <= column && !isItem) break;
    if (!isBlank) {
      if (from < 0) from = at + indent;
      to = text[end - 1] === '\r' ? end - 1 : end;
    }
    at = end + 1;
  }
  // The message of an error may end with a name and a colon, and its stack follows.
  return from < 0 || text.startsWith('at ', from) ? undefined : { from, to };
}

/**
 * Returns where a value of YAML that begins on the line of its key ends: behind its tag and anchor, and behind the lines that
 * continue it.
 *
 * @param endOfValue returns where the value that begins at a position ends on its line
 */
export function yamlValueEnd(
  text: string,
  keyStart: number,
  from: number,
  endOfValue: (from: number) => number,
): number {
  PROPERTIES.lastIndex = from;
  const end = endOfValue(from + (PROPERTIES.exec(text)?.[0].length ?? 0));
  const front = text.slice(Math.max(0, keyStart - LONGEST_FRONT), keyStart);
  const isKeyFirst = ONLY_INDENTED.test(front.slice(front.lastIndexOf('\n') + 1));
  return (isKeyFirst ? yamlBlockAt(text, keyStart, end)?.to : undefined) ?? end;
}

const LONGEST_FRONT = 200;
const PROPERTIES = /(?:[!&][\w!/.:-]{1,60}[ \t]{1,4}){1,2}/y;

// Behind the colon: a tag, an anchor, how a block scalar is to be read, a comment.
const HEADER =
  /[ \t]{0,20}(?:[!&][\w!/.:-]{0,60}[ \t]{0,4}){0,2}(?:[|>][-+\d]{0,3}[ \t]{0,20})?(?:#[^\n]{0,200})?\r?\n/y;
const ONLY_INDENTED = /^[ \t]*(?:-[ \t]+)*["']?$/;

function indentation(front: string): number {
  return indentationAt(front, 0);
}

function indentationAt(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at - from;
}
