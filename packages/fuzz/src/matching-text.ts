import type { Random } from './random.ts';

/**
 * Returns a text that matches a regular expression, for the syntax that patterns of schemas use: characters, classes, groups,
 * alternatives and quantifiers. Assertions and references are ignored.
 */
export function textMatching(pattern: string, random: Random): string {
  let position = 0;
  const alternatives = (): string => {
    const options = [sequence()];
    while (pattern[position] === '|') {
      position++;
      options.push(sequence());
    }
    return random.pick(options);
  };
  const sequence = (): string => {
    let text = '';
    while (position < pattern.length && pattern[position] !== '|' && pattern[position] !== ')') {
      const start = position;
      let once = atom();
      const end = position;
      const [least, most] = quantifier();
      const count = least + random.integer(Math.min(most - least, 4) + 1);
      const after = position;
      for (let current = 0; current < count; current++) {
        text += once;
        if (current + 1 === count || text.length > MAX_LENGTH) break;
        // Each repetition is another choice.
        position = start;
        once = atom();
        position = end;
      }
      position = after;
    }
    return text;
  };
  const atom = (): string => {
    const character = pattern[position++]!;
    if (character === '^' || character === '$') return '';
    if (character === '.') return random.pick([...'aZ0-é']);
    if (character === '[') return characterOfClass();
    if (character === '\\') return escaped();
    if (character !== '(') return character;
    const isAssertion = /^\?(?:[=!]|<[=!])/.test(pattern.slice(position));
    position += /^\?(?::|<?[=!]|<\w+>)/.exec(pattern.slice(position))?.[0].length ?? 0;
    const text = alternatives();
    position++;
    return isAssertion ? '' : text;
  };
  const escaped = (): string => {
    const character = pattern[position++] ?? '';
    if (/[dws]/.test(character)) return random.pick([...CLASSES[character]!]);
    if (character === 'p' || character === 'P') {
      position += /^\{[^}]*\}/.exec(pattern.slice(position))?.[0].length ?? 0;
      return character === 'p' ? 'A' : '-';
    }
    const code = /^(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/i.exec(pattern.slice(position - 1));
    if (code) {
      position += code[0].length - 1;
      return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3]!, 16));
    }
    return { n: '\n', r: '\r', t: '\t', b: '', B: '', D: 'x', W: '-', S: 'x' }[character] ?? character;
  };
  const characterOfClass = (): string => {
    const isNegated = pattern[position] === '^';
    if (isNegated) position++;
    const choices: string[] = [];
    while (position < pattern.length && pattern[position] !== ']') {
      const first = pattern[position] === '\\' ? (position++, escaped()) : pattern[position++]!;
      if (pattern[position] !== '-' || pattern[position + 1] === ']') {
        choices.push(first);
        continue;
      }
      position++;
      const last = pattern[position] === '\\' ? (position++, escaped()) : pattern[position++]!;
      const [low, high] = [first.codePointAt(0)!, last.codePointAt(0)!];
      choices.push(first, last, String.fromCodePoint(low + random.integer(Math.max(1, high - low))));
    }
    position++;
    if (!isNegated) return choices.length > 0 ? random.pick(choices) : '';
    return [...'aB1_- ~é'].find((value) => !choices.includes(value)) ?? '';
  };
  const quantifier = (): readonly [least: number, most: number] => {
    const [text, exact, comma, upper] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(pattern.slice(position)) ?? [''];
    position += text.length;
    if (text !== '' && pattern[position] === '?') position++;
    if (text === '*') return [0, 4];
    if (text === '+') return [1, 4];
    if (text === '?') return [0, 1];
    if (exact === undefined) return [1, 1];
    return [Number(exact), comma === '' ? Number(exact) : upper === '' ? Number(exact) + 4 : Number(upper)];
  };
  return alternatives();
}

const MAX_LENGTH = 10_000;
const CLASSES: Readonly<Record<string, string>> = { d: '0379', w: 'aZ_9', s: ' ' };
