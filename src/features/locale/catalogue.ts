import type { ProblemDocument } from '../../core/http/problem.ts';
import { ENGLISH_TEXTS, placesIn } from './messages.ts';
import type { ErrorStatus, Messages } from './messages.ts';
import { translateProblem } from './translate-problem.ts';

/**
 * The texts of one language, found by what was said in English.
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
  // Those without places are found at once; the others are tried by how they begin.
  readonly #plain = new Map<string, string>();
  readonly #patterns: readonly Pattern[];

  constructor(tag: string, messages: Messages) {
    this.tag = tag;
    this.#messages = messages;
    const patterns: Pattern[] = [];
    for (const english of ENGLISH_TEXTS) {
      const translation = messages.texts[english];
      if (placesIn(english).length === 0) this.#plain.set(english, translation);
      else patterns.push(patternOf(english, translation));
    }
    // "There is no document at /x" fits "There is no {type} {id}" as well: whoever says more of it knows better.
    this.#patterns = patterns.sort((one, other) => other.said - one.said);
  }

  /** The word before a status, as in "Error 404". */
  get error(): string {
    return this.#messages.error;
  }

  /** What a status means. */
  status(status: number): string | undefined {
    return this.#messages.statuses[status as ErrorStatus];
  }

  /** A problem document as this language has it. */
  problem(problem: ProblemDocument): ProblemDocument {
    return translateProblem(problem, this);
  }

  /** The translation of a text that is known; any other is what it was. */
  text(english: string, depth = 0): string {
    const plain = this.#plain.get(english);
    if (plain !== undefined) return plain;
    if (english.length > LONGEST_TEXT) return english;
    for (const { start, expression, names, translation } of this.#patterns) {
      const match = english.startsWith(start) ? expression.exec(english) : null;
      if (match === null) continue;
      return translation.replace(PLACE, (whole, name: string) => {
        const found = match[names.indexOf(name) + 1] ?? whole;
        return name === REASON && depth < DEEPEST ? this.text(found, depth + 1) : found;
      });
    }
    return english;
  }
}

interface Pattern {
  readonly start: string;
  /** How much of it is said and does not vary. */
  readonly said: number;
  readonly expression: RegExp;
  readonly names: readonly string[];
  readonly translation: string;
}

const PLACE = /\{(\w+)\}/g;
/** The place that holds a text of its own, with a translation of its own. */
const REASON = 'why';
const DEEPEST = 3;
// What varies comes from requests, and expressions with several places take a square of its length.
const LONGEST_TEXT = 2_000;

function patternOf(english: string, translation: string): Pattern {
  const names: string[] = [];
  const literal = english.split(PLACE);
  const parts = literal.map((part, i) => {
    if (i % 2 === 0) return part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    names.push(part);
    return '(.*?)';
  });
  const said = literal.reduce((sum, part, i) => (i % 2 === 0 ? sum + part.length : sum), 0);
  return { start: literal[0]!, said, expression: new RegExp(`^${parts.join('')}$`, 's'), names, translation };
}
