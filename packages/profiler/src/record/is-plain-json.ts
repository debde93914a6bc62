/** Decides what in a JSON text needs no closer look. */
export interface PlainRules {
  /** Whether a name, or a text in a list, gives no meaning to other values. */
  readonly isPlainName: (name: string) => boolean;
  readonly isPlainText: (text: string) => boolean;
}

/**
 * Returns whether all names and texts of a JSON text are plain. Reads it once and creates no value, so it is much faster than a parser.
 * Returns false for what only a parser can decide: texts with escapes, numbers of 15 digits or more, and invalid JSON.
 */
export function isPlainJson(text: string, { isPlainName, isPlainText }: PlainRules): boolean {
  if (text.includes('\\')) return false;
  let done = 0;
  let isValueNext = false;
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', done)) {
    const end = text.indexOf('"', start + 1);
    if (end < 0 || !isPunctuation(text, done, start)) return false;
    const content = text.slice(start + 1, end);
    const isValue = isValueNext && (start === done || text.slice(done, start).trim() === '');
    done = end + 1;
    while (text.charCodeAt(done) <= SPACE) done++;
    isValueNext = text.charCodeAt(done) === COLON;
    if (isValueNext) done++;
    if (!isValue && !isPlainName(content)) return false;
    if (!isValueNext && !isPlainText(content)) return false;
  }
  return isPunctuation(text, done, text.length);
}

const SPACE = 0x20;
const COLON = 0x3a;

// What is between texts: brackets, commas, numbers, true, false and null.
function isPunctuation(text: string, start: number, end: number): boolean {
  let digits = 0;
  for (let index = start; index < end; index++) {
    const kind = KINDS[text.charCodeAt(index)];
    digits = kind === DIGIT ? digits + 1 : 0;
    if (digits > MAX_DIGITS || !kind) return false;
    if (kind !== LETTER) continue;
    const word = WORDS.find((candidate) => text.startsWith(candidate, index));
    if (word === undefined) return false;
    index += word.length - 1;
  }
  return true;
}

const WORDS = ['true', 'false', 'null'];
const MAX_DIGITS = 14;
const OTHER = 1;
const DIGIT = 2;
const LETTER = 3;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return LETTER;
  if (/\d/.test(character)) return DIGIT;
  return /[\s,:[\]{}.+-]/.test(character) ? OTHER : 0;
});
