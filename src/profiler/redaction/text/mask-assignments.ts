import { MASK } from '../../../core/redaction/sensitivity.ts';
import { isBit, isCount } from '../../../core/redaction/secret-names.ts';
import { maskAttributes } from './mask-attributes.ts';
import { maskElements } from './mask-elements.ts';
import { maskNamedValues } from './named-values.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import { yamlBlockAt, yamlValueEnd } from './yaml.ts';
import { maskYamlPairs } from './yaml.ts';
import type { TextRange } from './yaml.ts';

/**
 * Masks values that are assigned to sensitive names in text: `password=…`, `"apiKey": "…"`, `Cookie: …`, `--token …`,
 * `<secret>…</secret>`, `PASSWORD '…'`.
 */
export function maskAssignments(text: string, names: SecretNames): string {
  const assigned = maskValues(text, names);
  const withoutOptions = maskYamlPairs(maskNamedValues(assigned, names), names).replace(OPTION, maskOption(names));
  return maskElements(maskAttributes(withoutOptions, names), names).replace(SQL_PASSWORD, `$1$2${MASK}$2`);
}

// Anchored at the beginning of a name, so that each character is read once. In a URL, brackets may be encoded:
// `or%5B0%5D%5Bpassword%5D=…`, `apiKey[]=…`.
const ASSIGNMENT =
  /(?:(?<![\w.$-])(?!(?<=%)[\dA-Fa-f]{2})|(?<=%[\dA-Fa-f]{2}))([\w.$-]+)((?:%5[Dd]|\\{0,3}["'`]?\]?)(?:\[[\w.]{0,20}\]|%5[Bb][\w.]{0,20}%5[Dd]){0,2}\s{0,8}(?::\s{0,4}\w{1,20}\s{1,4}=\s|=>|:=|={1,3}|:|\?\?=?)\s{0,8})/g;
const OPTION = /(?<![\w-])(--[\w-]+)([ \t]+)([^\s"'-][^\s"']*|"[^"\n]*"|'[^'\n]*')/g;
const SQL_PASSWORD =
  /((?:\bpassword|\bidentified\s{1,4}(?:with\s{1,4}[\w'"]{1,60}\s{1,4})?(?:by|as))\s{1,4}|\bpassword\s{1,4}for\s{1,4}[^\s=]{1,200}\s{0,4}=\s{0,4}(?:password\s{0,4}\(\s{0,4})?)(['"])[^'"\n]*\2/gi;

function maskValues(text: string, names: SecretNames): string {
  let result = '';
  let done = 0;
  ASSIGNMENT.lastIndex = 0;
  for (let match = ASSIGNMENT.exec(text); match; match = ASSIGNMENT.exec(text)) {
    const [whole, name, separator] = match as unknown as [string, string, string];
    const verdict = names.of(name);
    if (verdict === 'harmless') {
      // `a: password=x`, `user[password]=x`: the value may itself be an assignment.
      ASSIGNMENT.lastIndex = match.index + name.length;
      continue;
    }
    const start = match.index + whole.length;
    const block = separator.includes(':')
      ? yamlBlockAt(text, match.index, match.index + whole.trimEnd().length)
      : undefined;
    const line =
      block ?? valueAt(text, start, /^(?:.*[^a-z])?(?:authorization|cookie)$/i.test(name) && separator.includes(':'));
    const value =
      block === undefined && separator.includes(':') ? wholeYamlValue(text, match.index, start, line) : line;
    const given = text.slice(value.from, value.to);
    ASSIGNMENT.lastIndex = Math.max(start, value.to);
    if (isBit(given) || given === MASK || (verdict === 'counted' && isCount(given))) continue;
    result += text.slice(done, value.from) + MASK;
    done = value.to;
  }
  return result + text.slice(done);
}

// Extends a value by its YAML tag and anchor, and by the lines that continue it.
function wholeYamlValue(text: string, keyStart: number, start: number, value: TextRange): TextRange {
  let isFirst = true;
  const end = yamlValueEnd(text, keyStart, start, (from) => {
    isFirst = from === start;
    const { from: begin, to } = isFirst ? value : valueAt(text, from, false);
    return to + begin - from;
  });
  return isFirst && end === value.to + value.from - start ? value : { from: start, to: Math.min(end, text.length) };
}

function valueAt(text: string, at: number, wholeLine: boolean): TextRange {
  TRIPLE_QUOTE.lastIndex = at;
  const triple = TRIPLE_QUOTE.exec(text)?.[0];
  if (triple !== undefined) {
    const end = text.indexOf(triple, at + 3);
    return { from: at + 3, to: end < 0 ? text.length : end };
  }
  QUOTE.lastIndex = at;
  const quote = QUOTE.exec(text)?.[0];
  if (quote !== undefined) return { from: at + quote.length, to: endOfQuoted(text, at + quote.length, quote) };
  const first = text[at];
  if (first === '{' || first === '[') return { from: at, to: endOfBrackets(text, at) };
  const unquoted = wholeLine ? LINE : WORD;
  unquoted.lastIndex = at;
  return { from: at, to: at + (unquoted.exec(text)?.[0].length ?? 0) };
}

// TOML and Python.
const TRIPLE_QUOTE = /"{3}|'{3}/y;
const QUOTE = /\\{0,3}["'`]/y;
const WORD = /(?:(?:bearer|basic|digest|token)[ \t]+)?(?:[^\s,;&"'`<>)}\]|\\]|,(?![\s"'`{[]))+/iy;
const LINE = /[^\r\n"'`<>]+/y;

/** Returns the end of a quoted text: the same quote with the same number of escapes, or the end of the text. */
function endOfQuoted(text: string, from: number, quote: string): number {
  const mark = quote.at(-1)!;
  const depth = quote.length - 1;
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && text[at - escapes - 1] === '\\') escapes++;
    if (depth === 0 ? escapes % 2 === 0 : escapes <= depth) return at - Math.min(escapes, depth);
  }
  return text.length;
}

function endOfBrackets(text: string, from: number): number {
  let depth = 0;
  const end = Math.min(text.length, from + MAX_BRACKETS_LENGTH);
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) depth++;
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return at + 1;
  }
  return end;
}

const MAX_BRACKETS_LENGTH = 8_192;

function maskOption(names: SecretNames): (...parts: string[]) => string {
  return (whole, name, space) => (names.of(name) === 'secret' ? `${name}${space}${MASK}` : whole);
}
