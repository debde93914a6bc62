import { globSync, readFileSync } from 'node:fs';

/** A regular expression literal of a source file. */
export interface RegexLiteral {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** Finds every regular expression literal in the TypeScript files of a folder, except tests. */
export function regexLiterals(folder: string): RegexLiteral[] {
  const files = globSync(`${folder}/**/*.ts`).filter((file) => !/\.(?:test|contract|test-d)\.ts$/.test(file));
  return files.toSorted().flatMap((file) => literalsIn(readFileSync(file, 'utf8').replace(/^#!/, '//'), file));
}

/** Finds the regular expression literals in a source text. */
export function literalsIn(text: string, file: string): RegexLiteral[] {
  const found: RegexLiteral[] = [];
  // The depth of braces within each open template.
  const templates: number[] = [];
  let before = '';
  TOKEN.lastIndex = 0;
  for (let position = 0; position < text.length; position = TOKEN.lastIndex) {
    TOKEN.lastIndex = position;
    const [token = ''] = TOKEN.exec(text) ?? [];
    if (token === '') throw new Error(`${file}: cannot read the source at ${position}`);
    if (token === '}' && templates.at(-1) === 0) {
      templates.pop();
      TOKEN.lastIndex = readTemplate(text, TOKEN.lastIndex, templates);
      before = '`';
    } else if (token === '`') {
      TOKEN.lastIndex = readTemplate(text, TOKEN.lastIndex, templates);
      before = templates.length > 0 ? '(' : '`';
    } else if (token === '/' && !ENDS_VALUE.test(before)) {
      REGEX.lastIndex = position;
      const [literal, source = '', flags = ''] = REGEX.exec(text)!;
      found.push({ file, line: text.slice(0, position).split('\n').length, source, flags });
      TOKEN.lastIndex = position + literal.length;
      before = ')';
    } else if (!/^(?:\s|\/[/*])/.test(token)) {
      if (templates.length > 0 && token === '{') templates[templates.length - 1]!++;
      if (templates.length > 0 && token === '}') templates[templates.length - 1]!--;
      before = token;
    }
  }
  return found;
}

function readTemplate(text: string, from: number, templates: number[]): number {
  for (let position = from; position < text.length; position++) {
    if (text[position] === '\\') position++;
    else if (text[position] === '`') return position + 1;
    else if (text[position] === '$' && text[position + 1] === '{') {
      templates.push(0);
      return position + 2;
    }
  }
  return text.length;
}

const TOKEN = /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|[\w$]+|[^]/y;
const REGEX = /\/((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;
// After a value, a slash is a division.
const ENDS_VALUE = /^(?!(?:return|typeof|case|in|of|void|delete|do|else|yield|await)$)[\w$]+$|^[)\]}`]$|^["'].*["']$/s;
