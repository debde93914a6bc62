/**
 * Returns the offset of the first JSON syntax error (RFC 8259) in a text, or its length if it ends too early.
 * Only used after `JSON.parse` has failed, because the messages of `JSON.parse` do not always contain a
 * position.
 */
export function findJsonSyntaxError(text: string): number {
  const open: ('{' | '[')[] = [];
  let position = 0;
  let expected: Expected = 'value';

  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0] ?? '';
    position += found.length;
    return found;
  };

  for (;;) {
    skip(SPACE);
    const next = text[position];
    if (next === undefined || expected === 'nothing') return position;
    if (expected === 'colon') {
      if (next !== ':') return position;
      position++;
      expected = 'value';
    } else if (expected === 'comma') {
      if (next === ',') expected = open.at(-1) === '{' ? 'key' : 'value';
      else if (next === CLOSING[open.pop()!]) expected = open.length > 0 ? 'comma' : 'nothing';
      else return position;
      position++;
    } else if ((expected === 'value or end' || expected === 'key or end') && next === CLOSING[open.at(-1)!]) {
      open.pop();
      position++;
      expected = open.length > 0 ? 'comma' : 'nothing';
    } else if (expected === 'key' || expected === 'key or end') {
      if (next !== '"' || !skipString()) return position;
      expected = 'colon';
    } else if (next === '{' || next === '[') {
      open.push(next);
      position++;
      expected = next === '{' ? 'key or end' : 'value or end';
    } else {
      const isComplete = next === '"' ? skipString() : skipScalar(next);
      if (!isComplete) return position;
      expected = open.length > 0 ? 'comma' : 'nothing';
    }
  }

  function skipString(): boolean {
    position++;
    while (skip(CHARACTERS) !== '' || skip(ESCAPE) !== '');
    if (text[position] === '"') return ++position > 0;
    skip(ESCAPE_BEGUN);
    return false;
  }

  function skipScalar(first: string): boolean {
    const word = WORDS[first];
    if (word === undefined) return /\d$/.test(skip(NUMBER_BEGUN));
    for (const letter of word) {
      if (text[position] !== letter) return false;
      position++;
    }
    return true;
  }
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma' | 'nothing';

const CLOSING = { '{': '}', '[': ']' } as const;
const WORDS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };

const SPACE = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- control characters are invalid in JSON strings
const CHARACTERS = /[^"\\\x00-\x1f]+/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const ESCAPE_BEGUN = /\\(?:u[0-9a-fA-F]{0,3})?/y;
// Matches every prefix of a number; the number is complete if it ends with a digit.
const NUMBER_BEGUN = /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y;
