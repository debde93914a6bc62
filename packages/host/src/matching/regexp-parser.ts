import { CharacterClass } from './character-class.ts';
import { PatternParser } from './pattern-parser.ts';
import { PatternError, text } from './pattern.ts';
import type { Pattern } from './pattern.ts';
import { message } from 'oriel-core/messages';

/**
 * Parses a regular expression in the ECMAScript syntax with the `v` flag, as groups of URL patterns contain it.
 *
 * Look-around assertions, backreferences, word boundaries and anchors are rejected.
 *
 * @throws {PatternError} for invalid or unsupported syntax
 */
export function parseRegExp(source: string): Pattern {
  return new RegExpParser(source).parse();
}

class RegExpParser extends PatternParser {
  // Equal classes share one object.
  readonly #classes = new Map<string, CharacterClass>();

  constructor(source: string) {
    super(source, { maxDepth: MAX_DEPTH });
  }

  protected parseAtom(): Pattern {
    const character = this.cursor.next();
    switch (character) {
      case '(':
        return this.#parseGroup();
      case '[':
        return this.#classOf(this.#readClass());
      case '.':
        return this.#classOf('[^\\n\\r\\u2028\\u2029]');
      case '\\':
        return this.#parseEscape();
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new PatternError(message('pattern.unexpected', { sign: character }));
      case '^':
      case '$':
        throw new PatternError(message('pattern.group-matches-as-whole', { sign: character }));
      default:
        return text(character);
    }
  }

  #parseGroup(): Pattern {
    const { cursor } = this;
    if (cursor.skip('?') && !cursor.skip(':') && !cursor.match(GROUP_NAME))
      throw new PatternError(message('pattern.look-around'));
    return this.parseGroupBody();
  }

  // Only finds the end of the class; RegExp parses the rest.
  #readClass(): string {
    const { cursor } = this;
    const start = cursor.offset - 1;
    for (let open = 1; open > 0;) {
      const character = cursor.next();
      if (character === '\\') cursor.next();
      else if (character === '[') open++;
      else if (character === ']') open--;
    }
    return cursor.source.slice(start, cursor.offset);
  }

  #parseEscape(): Pattern {
    const escape = this.cursor.match(ESCAPE);
    if (escape === null) throw new PatternError(message('pattern.backreference'));
    return this.#classOf(`\\${escape[0]}`);
  }

  #classOf(source: string): Pattern {
    let set = this.#classes.get(source);
    if (set === undefined) {
      try {
        set = CharacterClass.fromRegExp(source);
      } catch {
        throw new PatternError(message('pattern.invalid-class'));
      }
      this.#classes.set(source, set);
    }
    return { kind: 'class', set };
  }
}

const MAX_DEPTH = 20;
const GROUP_NAME = /<[A-Za-z_$][\w$]*>/y;
const ESCAPE =
  /[dDwWsSfnrtv]|c[A-Za-z]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|[pP]\{[\w=]{1,50}\}|0(?!\d)|[\^$\\.*+?()[\]{}|/-]/y;
