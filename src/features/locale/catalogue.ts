import type { ProblemDocument } from '../../core/http/problem.ts';
import { ENGLISH_TEXTS, parametersOf } from './messages.ts';
import type { ErrorStatus, Messages } from './messages.ts';
import { translateProblem } from './translate-problem.ts';

/**
 * The texts of one language, looked up by the English text.
 *
 * @example
 * ```ts
 * import { loadCatalogues } from './load-messages.ts';
 * const { catalogues } = loadCatalogues({ supported: ['de'] });
 * catalogues.get('de')!.text('The body may have at most 10 bytes'); // => 'Der Rumpf darf höchstens 10 Bytes haben'
 * ```
 */
export class Catalogue {
  readonly tag: string;
  readonly #messages: Messages;
  // Texts without parameters are looked up; the others are matched with expressions.
  readonly #plain = new Map<string, string>();
  readonly #patterns: readonly Pattern[];

  constructor(tag: string, messages: Messages) {
    this.tag = tag;
    this.#messages = messages;
    const patterns: Pattern[] = [];
    for (const english of ENGLISH_TEXTS) {
      const translation = messages.texts[english];
      if (parametersOf(english).length === 0) this.#plain.set(english, translation);
      else patterns.push(patternOf(english, translation));
    }
    // "There is no document at /x" also matches "There is no {type} {id}": the text with more literal characters wins.
    this.#patterns = patterns.sort((one, other) => other.literalCharacters - one.literalCharacters);
  }

  /** The word "Error", as in "Error 404". */
  get error(): string {
    return this.#messages.error;
  }

  /** Returns the reason phrase of a status; undefined if it has none. */
  status(status: number): string | undefined {
    return this.#messages.statuses[status as ErrorStatus];
  }

  /** Translates a problem document. */
  problem(problem: ProblemDocument): ProblemDocument {
    return translateProblem(problem, this);
  }

  /** Translates a text; returns an unknown text unchanged. */
  text(english: string, depth = 0): string {
    const plain = this.#plain.get(english);
    if (plain !== undefined) return plain;
    if (english.length > MAX_TEXT) return english;
    for (const { start, expression, names, translation } of this.#patterns) {
      const match = english.startsWith(start) ? expression.exec(english) : null;
      if (match === null) continue;
      return translation.replace(PLACE, (whole, name: string) => {
        const found = match[names.indexOf(name) + 1] ?? whole;
        return name === REASON && depth < MAX_DEPTH ? this.text(found, depth + 1) : found;
      });
    }
    return english;
  }
}

interface Pattern {
  readonly start: string;
  /** Number of literal characters. */
  readonly literalCharacters: number;
  readonly expression: RegExp;
  readonly names: readonly string[];
  readonly translation: string;
}

const PLACE = /\{(\w+)\}/g;
/** The parameter whose value is another text, which is translated as well. */
const REASON = 'why';
const MAX_DEPTH = 3;
// Parameters come from requests, and expressions with several parameters take quadratic time.
const MAX_TEXT = 2_000;

function patternOf(english: string, translation: string): Pattern {
  const names: string[] = [];
  const literal = english.split(PLACE);
  const parts = literal.map((part, i) => {
    if (i % 2 === 0) return part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    names.push(part);
    return '(.*?)';
  });
  const literalCharacters = literal.reduce((sum, part, i) => (i % 2 === 0 ? sum + part.length : sum), 0);
  return {
    start: literal[0]!,
    literalCharacters,
    expression: new RegExp(`^${parts.join('')}$`, 's'),
    names,
    translation,
  };
}
