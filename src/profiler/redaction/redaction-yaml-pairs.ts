import { MASK } from '../../core/http/sensitive.ts';
import { NAMING, VALUES, isMaskedBeside } from './redaction-name-value.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import { yamlBlockAt } from './redaction-yaml.ts';
import type { TextRange } from './redaction-yaml.ts';

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
  return done === 0 ? text : result + text.slice(done);
}

// The lines of the same mapping: those at the column of its keys, up to one that is indented less.
function* valuesBeside(text: string, lineStart: number, lineEnd: number, front: string): Generator<TextRange> {
  const column = front.length;
  for (let at = lineEnd + 1, count = 0; at > 0 && at < text.length && count < MOST_LINES; count++) {
    if (!isInside(text, at, column)) break;
    yield* valueOn(text, at, column);
    at = text.indexOf('\n', at) + 1;
  }
  if (front.includes('-')) return;
  for (let end = lineStart - 1, count = 0; end > 0 && count < MOST_LINES; count++) {
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

const MOST_LINES = 20;
const ITEM = /^[ \t]*(?:-[ \t]+)+$/;
const NAME_LINE = new RegExp(
  String.raw`^([ \t]*(?:-[ \t]+)*)(["']?)${NAMING}\2[ \t]{0,8}:[ \t]{1,8}(["']?)([\w.$/~-]{1,400})\3[ \t]{0,8}\r?$`,
  'gim',
);
const VALUE_LINE = new RegExp(String.raw`(["']?${VALUES}["']?[ \t]{0,8}:)(?:[ \t]{1,8}([^\r\n]{1,4000}))?`, 'iy');
