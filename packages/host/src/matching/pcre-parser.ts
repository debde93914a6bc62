import { CharacterClass } from './character-class.ts';
import { PcreError, range, shorthand, unicodeProperty } from './pcre-classes.ts';
import type { ClassItem } from './pcre-classes.ts';
import { parseBracket, readEscapedCode, readPropertyName } from './pcre-escapes.ts';
import { PatternParser } from './pattern-parser.ts';
import { fixedLength, text } from './pattern.ts';
import type { Pattern } from './pattern.ts';

export interface PcreOptions {
  /** Matches code points, with Unicode properties; otherwise bytes. */
  readonly utf8: boolean;
  readonly ignoreCase: boolean;
  /** `.` also matches a line feed. */
  readonly dotAll: boolean;
}

/**
 * Parses a Perl-compatible regular expression, the syntax of route requirements.
 *
 * Groups do not capture. Backreferences, recursion, conditionals and verbs are rejected, because they cannot be matched
 * in linear time.
 *
 * @throws {PatternError | PcreError} for invalid or unsupported syntax
 */
export function parsePcre(source: string, options: PcreOptions): Pattern {
  return new PcreParser(source, options).parse();
}

class PcreParser extends PatternParser {
  // A flag such as (?i) applies to the end of its group, across alternatives.
  #options: PcreOptions;

  constructor(source: string, options: PcreOptions) {
    super(source, { hasPossessive: true });
    this.#options = options;
  }

  protected parseAtom(): Pattern | undefined {
    const { cursor } = this;
    const character = cursor.next();
    switch (character) {
      case '(':
        return this.#parseGroup();
      case '[':
        return { kind: 'class', set: parseBracket(cursor, this.#options) };
      case '.':
        return this.#options.dotAll ? { kind: 'class', set: CharacterClass.any } : this.#anyExceptLineFeed();
      case '^':
        return { kind: 'assert', at: 'start' };
      case '$':
        return { kind: 'assert', at: 'end' };
      case '\\':
        return this.#parseEscape();
      case '*':
      case '+':
      case '?':
        throw new PcreError(`nothing to repeat before "${character}" at offset ${cursor.offset - 1}`);
      default:
        return this.#literal(character);
    }
  }

  #parseGroup(): Pattern | undefined {
    const { cursor } = this;
    if (cursor.peek() === '*') throw new PcreError(`verbs such as (${cursor.match(WORD)![0]}) are not supported`);
    if (!cursor.skip('?')) return this.#parseScoped();
    if (cursor.skip('#')) {
      cursor.readThrough(')');
      return undefined;
    }
    if (cursor.skip(':') || cursor.skip('|')) return this.#parseScoped();
    if (cursor.skip('>')) return { kind: 'atomic', item: this.#parseScoped() };
    if (cursor.skip('=')) return this.#parseLook(true, false);
    if (cursor.skip('!')) return this.#parseLook(true, true);
    if (cursor.skip('<=')) return this.#parseLook(false, false);
    if (cursor.skip('<!')) return this.#parseLook(false, true);
    if (cursor.skip('P<') || cursor.skip('<') || cursor.skip("'")) {
      cursor.match(WORD);
      if (!cursor.skip('>') && !cursor.skip("'")) throw new PcreError('the name of a group is not closed');
      return this.#parseScoped();
    }
    return this.#parseFlags();
  }

  #parseScoped(options = this.#options): Pattern {
    const outer = this.#options;
    this.#options = options;
    const pattern = this.parseGroupBody();
    this.#options = outer;
    return pattern;
  }

  #parseLook(ahead: boolean, negate: boolean): Pattern {
    const item = this.#parseScoped();
    const branches = item.kind === 'choice' ? item.options : [item];
    if (!ahead && branches.some((branch) => fixedLength(branch) === undefined))
      throw new PcreError('a look-behind must have a fixed length');
    return { kind: 'look', item, ahead, negate };
  }

  #parseFlags(): Pattern | undefined {
    const { cursor } = this;
    const changed = { ...this.#options };
    let value = true;
    for (;;) {
      const flag = cursor.next();
      if (flag === '-') value = false;
      else if (flag === 'i') changed.ignoreCase = value;
      else if (flag === 's') changed.dotAll = value;
      else if (flag === ':') return this.#parseScoped(changed);
      else if (flag === ')') {
        this.#options = changed;
        return undefined;
      } else throw new PcreError(`"(?${flag}" is not supported: use plain groups, look-arounds, (?i) and (?s)`);
    }
  }

  #parseEscape(): Pattern | undefined {
    const { cursor } = this;
    const letter = cursor.next();
    switch (letter) {
      case 'A':
        return { kind: 'assert', at: 'start' };
      case 'z':
        return { kind: 'assert', at: 'end' };
      case 'Z':
        return { kind: 'assert', at: 'end-or-newline' };
      case 'b':
        return { kind: 'assert', at: 'word-boundary' };
      case 'B':
        return { kind: 'assert', at: 'not-word-boundary' };
      case 'Q':
        return text(cursor.readThrough('\\E', true));
      case 'E':
        return undefined;
      case 'N':
        return this.#anyExceptLineFeed();
      case 'R': {
        const lineBreak = shorthand('v', this.#options.utf8)!;
        return { kind: 'choice', options: [text('\r\n'), this.#classOf(lineBreak)] };
      }
      case 'p':
      case 'P':
        return this.#classOf(unicodeProperty(readPropertyName(cursor), letter === 'P'));
    }
    const item = shorthand(letter, this.#options.utf8);
    return item ? this.#classOf(item) : this.#literal(String.fromCodePoint(readEscapedCode(cursor, letter)));
  }

  #literal(character: string): Pattern {
    if (!this.#options.ignoreCase || character.toLowerCase() === character.toUpperCase()) return text(character);
    return this.#classOf(range(character.codePointAt(0)!));
  }

  #anyExceptLineFeed(): Pattern {
    return this.#classOf({ items: '\\u{a}', asciiOnly: true }, true);
  }

  #classOf({ items, asciiOnly }: ClassItem, negate = false): Pattern {
    const { ignoreCase } = this.#options;
    return { kind: 'class', set: CharacterClass.of(items, { negate, ignoreCase, asciiOnly }) };
  }
}

const WORD = /[\w*]*/y;
