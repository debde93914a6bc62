import { equal } from 'node:assert/strict';

/** Returns the Markdown outside of fences and code spans: CommonMark §4.5 and §6.1. */
export function outsideOfCode(text: string): string {
  let fence = '';
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const [, marks] = /^ {0,3}(`{3,})/.exec(line) ?? [];
    if (fence === '' && marks !== undefined && !line.trim().slice(marks.length).includes('`')) fence = marks;
    else if (fence !== '')
      fence = marks !== undefined && marks.length >= fence.length && line.trim() === marks ? '' : fence;
    else lines.push(line);
  }
  equal(fence, '', 'a fence was not closed');
  return lines.join('\n').replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}

/** Finds characters that move a cursor, change the direction of text, or are invisible. Line breaks and tabs are allowed. */
export const HIDDEN_CHARACTERS =
  // oxlint-disable-next-line no-control-regex -- control characters must not occur
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;
