import { CharacterSet } from './character-set.ts';
import { PatternError, sequence, text } from './shape.ts';
import type { Shape } from './shape.ts';

/**
 * Reads a regular expression as it stands in the group of a URL pattern. What no linear engine can do (looking around,
 * referring back, word boundaries) is refused.
 *
 * @throws {PatternError} with what is wrong
 */
export function parseExpression(source: string): Shape {
  const parser = new ExpressionParser(source);
  const shape = parser.choice(0);
  if (!parser.done) throw new PatternError('unmatched ")"');
  return shape;
}

class ExpressionParser {
  readonly #source: string;
  #at = 0;
  // Repetitions inside repetitions multiply; what all of them make together is bounded before it is made.
  #sets = new Map<string, CharacterSet>();

  constructor(source: string) {
    this.#source = source;
  }

  get done(): boolean {
    return this.#at >= this.#source.length;
  }

  choice(depth: number): Shape {
    if (depth > MOST_DEPTH) throw new PatternError('groups are nested too deeply');
    const options = [this.#sequence(depth)];
    while (this.#eat('|')) options.push(this.#sequence(depth));
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  }

  #sequence(depth: number): Shape {
    const items: Shape[] = [];
    while (!this.done && this.#peek() !== '|' && this.#peek() !== ')') items.push(this.#quantified(this.#atom(depth)));
    return sequence(...items);
  }

  #quantified(item: Shape): Shape {
    const bounds = this.#bounds();
    if (bounds === undefined) return item;
    this.#eat('?');
    const [min, max] = bounds;
    if (min > MOST_TIMES || (max !== Infinity && (max < min || max > MOST_TIMES)))
      throw new PatternError('a repetition has wrong or too large numbers');
    return { kind: 'repeat', item, min, max };
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#eat('*')) return [0, Infinity];
    if (this.#eat('+')) return [1, Infinity];
    if (this.#eat('?')) return [0, 1];
    if (this.#peek() !== '{') return undefined;
    BOUNDS.lastIndex = this.#at;
    const match = BOUNDS.exec(this.#source);
    if (match === null) throw new PatternError('a "{" is no repetition');
    this.#at += match[0].length;
    const min = Number(match[1]);
    return [min, match[2] === undefined ? min : match[3] === '' ? Infinity : Number(match[3])];
  }

  #atom(depth: number): Shape {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group(depth);
      case '[':
        return this.#set(this.#class());
      case '.':
        return this.#set('[^\\n\\r\\u2028\\u2029]');
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new PatternError(`there is nothing for "${character}" to stand for`);
      case '^':
      case '$':
        throw new PatternError(`a group is always matched whole, without "${character}"`);
      default:
        return text(character);
    }
  }

  #group(depth: number): Shape {
    if (this.#eat('?') && !this.#eat(':')) {
      NAME.lastIndex = this.#at;
      const name = NAME.exec(this.#source);
      if (name === null) throw new PatternError('looking around is not supported');
      this.#at += name[0].length;
    }
    const shape = this.choice(depth + 1);
    if (!this.#eat(')')) throw new PatternError('a group is not closed');
    return shape;
  }

  // Where the class ends is found here; what it holds is JavaScript's own affair.
  #class(): string {
    const start = this.#at - 1;
    for (let open = 1; open > 0;) {
      const character = this.#next();
      if (character === '\\') this.#next();
      else if (character === '[') open++;
      else if (character === ']') open--;
    }
    return this.#source.slice(start, this.#at);
  }

  #escape(): Shape {
    const start = this.#at - 1;
    ESCAPE.lastIndex = this.#at;
    const match = ESCAPE.exec(this.#source);
    if (match === null) throw new PatternError('referring back and word boundaries are not supported');
    this.#at += match[0].length;
    return this.#set(this.#source.slice(start, this.#at));
  }

  #set(source: string): Shape {
    let set = this.#sets.get(source);
    if (set === undefined) {
      try {
        set = new CharacterSet(source);
      } catch {
        throw new PatternError('a class of characters is wrong');
      }
      this.#sets.set(source, set);
    }
    return { kind: 'set', set };
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #eat(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #next(): string {
    const code = this.#source.codePointAt(this.#at);
    if (code === undefined) throw new PatternError('it ends too early');
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }
}

const MOST_DEPTH = 20;
const MOST_TIMES = 1000;
const BOUNDS = /\{(\d{1,6})(,(\d{0,6}))?\}/y;
const NAME = /<[A-Za-z_$][\w$]*>/y;
const ESCAPE =
  /[dDwWsSfnrtv]|c[A-Za-z]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|[pP]\{[\w=]{1,50}\}|0(?!\d)|[\^$\\.*+?()[\]{}|/-]/y;
