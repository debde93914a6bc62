import { MASK } from '../../../core/redaction/sensitivity.ts';
import { NAMING, VALUES, isMaskedBeside } from './named-values.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';

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
 * @returns undefined if the value begins on the line of the key, or there is none
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
  // The message of an error may end with a name and a colon before its stack.
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
  const front = text.slice(Math.max(0, keyStart - MAX_FRONT_LENGTH), keyStart);
  const isKeyFirst = ONLY_INDENTED.test(front.slice(front.lastIndexOf('\n') + 1));
  return (isKeyFirst ? yamlBlockAt(text, keyStart, end)?.to : undefined) ?? end;
}

const MAX_FRONT_LENGTH = 200;
const PROPERTIES = /(?:[!&][\w!/.:-]{1,60}[ \t]{1,4}){1,2}/y;

// After the colon: a tag, an anchor, the indicators of a block scalar, a comment.
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

/**
 * Masks values of YAML mappings that are named on another line, as in the environment of a container:
 * `- name: DB_PASSWORD` above `value: …`, in any order.
 */
export function maskYamlPairs(text: string, names: SecretNames): string {
  if (!text.includes('\n') || !/val/i.test(text)) return text;
  const ranges: TextRange[] = [];
  for (const match of text.matchAll(NAME_LINE)) {
    const [whole, front = '', , , name = ''] = match;
    for (const { from, to } of valuesBeside(text, match.index, match.index + whole.length, front))
      if (isMaskedBeside(name, text.slice(from, to), names)) ranges.push({ from, to });
  }
  let result = '';
  let done = 0;
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (from < done) continue;
    result += text.slice(done, from) + MASK;
    done = to;
  }
  return result + text.slice(done);
}

// The lines of the same mapping: those at the column of its keys, up to one that is indented less.
function* valuesBeside(text: string, lineStart: number, lineEnd: number, front: string): Generator<TextRange> {
  const column = front.length;
  for (let at = lineEnd + 1, count = 0; at > 0 && at < text.length && count < MAX_LINES; count++) {
    if (!isInside(text, at, column)) break;
    yield* valueOn(text, at, column);
    at = text.indexOf('\n', at) + 1;
  }
  if (front.includes('-')) return;
  for (let end = lineStart - 1, count = 0; end > 0 && count < MAX_LINES; count++) {
    const at = text.lastIndexOf('\n', end - 1) + 1;
    const beginsItem = ITEM.exec(text.slice(at, at + column))?.[0].length === column && column > 0;
    if (!beginsItem && !isInside(text, at, column)) break;
    yield* valueOn(text, at, column);
    if (beginsItem) break;
    end = at - 1;
  }
}

function isInside(text: string, at: number, column: number): boolean {
  const line = text.slice(at, at + column);
  return /^[ \t]*$/.test(line) || /^[ \t]*\r?\n/.test(line);
}

function* valueOn(text: string, at: number, column: number): Generator<TextRange> {
  VALUE_LINE.lastIndex = at + column;
  const match = VALUE_LINE.exec(text);
  if (match === null) return;
  const [whole, key = '', value = ''] = match;
  const afterColon = at + column + key.length;
  const block = yamlBlockAt(text, at + column, afterColon);
  const to = at + column + whole.length;
  if (block !== undefined) yield block;
  else if (value !== '') yield { from: to - value.length, to: yamlBlockAt(text, at + column, to)?.to ?? to };
}

const MAX_LINES = 20;
const ITEM = /^[ \t]*(?:-[ \t]+)+$/;
const NAME_LINE = new RegExp(
  String.raw`^([ \t]*(?:-[ \t]+)*)(["']?)${NAMING}\2[ \t]{0,8}:[ \t]{1,8}(["']?)([\w.$/~-]{1,400})\3[ \t]{0,8}\r?$`,
  'gim',
);
const VALUE_LINE = new RegExp(String.raw`(["']?${VALUES}["']?[ \t]{0,8}:)(?:[ \t]{1,8}([^\r\n]{1,4000}))?`, 'iy');
