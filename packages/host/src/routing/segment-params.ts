import { isCharacterRun } from '../matching/pattern-analysis.ts';
import { isNullable, canContain } from '../matching/pattern.ts';
import type { Pattern } from '../matching/pattern.ts';
import type { Route } from './route.ts';
import { createScanner } from '../matching/scanner.ts';
import type { Scanner } from '../matching/scanner.ts';

/**
 * Reads the parameters of a route in which each parameter extends to the end of its segment. The trie has compared the text
 * and found the parameters, so only their requirements are checked.
 */
export class SegmentParams {
  readonly #names: readonly string[];
  /** Checks the requirement of each parameter; undefined if it accepts any segment. */
  readonly #scans: readonly (Scanner | undefined)[] | undefined;
  readonly #first: string;
  readonly #second: string;
  /** All keys in order, with the defaults; undefined if there are no defaults. */
  readonly #template: Readonly<Record<string, unknown>> | undefined;

  private constructor(
    names: readonly string[],
    scans: readonly (Scanner | undefined)[],
    template: Readonly<Record<string, unknown>> | undefined,
  ) {
    this.#names = names;
    this.#first = names[0] as string;
    this.#second = names[1] ?? '';
    this.#scans = scans.every((scan) => scan === undefined) ? undefined : scans;
    this.#template = template;
  }

  /** Returns undefined for other routes. */
  static of(route: Route, template: Readonly<Record<string, unknown>>): SegmentParams | undefined {
    const { pieces, optionalFrom, pathVariables } = route.compiled;
    const scans = findScans(pieces);
    // Assigning `__proto__` would call a setter instead of creating a key.
    if (!scans || scans.length === 0 || Object.hasOwn(template, '__proto__')) return undefined;
    const hasDefaults = Object.keys(template).length > pathVariables.length || optionalFrom < pieces.length;
    return new SegmentParams(pathVariables, scans, hasDefaults ? template : undefined);
  }

  /** Returns the parameters of a path without a trailing slash, or undefined if a requirement does not match. */
  read(path: string, spans: readonly number[], count: number): Record<string, unknown> | undefined {
    const scans = this.#scans;
    for (let index = 0; index < count; index++) {
      const start = spans[index * 2] as number;
      const end = spans[index * 2 + 1] as number;
      if (start === end) return undefined;
      const scan = scans === undefined ? undefined : scans[index];
      if (scan !== undefined && scan(path, start, NO_SLOTS) !== end) return undefined;
    }
    const params: Record<string, unknown> = this.#template === undefined ? {} : { ...this.#template };
    // The first two have their own statements, because V8 optimizes stores that see few names.
    if (count > 0) params[this.#first] = path.slice(spans[0], spans[1]);
    if (count > 1) params[this.#second] = path.slice(spans[2], spans[3]);
    for (let index = 2; index < count; index++) {
      params[this.#names[index] as string] = path.slice(spans[index * 2], spans[index * 2 + 1]);
    }
    return params;
  }
}

const NO_SLOTS = new Int32Array(0);

function findScans(pieces: readonly Pattern[]): (Scanner | undefined)[] | undefined {
  const scans: (Scanner | undefined)[] = [];
  let isFilled = false;
  for (const item of pieces.flatMap((piece) => (piece.kind === 'sequence' ? piece.items : [piece]))) {
    if (item.kind === 'text') {
      // Text after a parameter in the same segment.
      if (isFilled && !item.text.startsWith('/')) return undefined;
      isFilled = false;
    } else {
      if (item.kind !== 'capture' || isFilled || isNullable(item) || canContain(item, 0x2f)) return undefined;
      scans.push(isAnySegment(item.item) ? undefined : createScanner(item.item));
      isFilled = true;
    }
  }
  return scans;
}

function isAnySegment(pattern: Pattern): boolean {
  const item = pattern.kind === 'atomic' ? pattern.item : pattern;
  if (!isCharacterRun(item) || item.max !== Infinity || item.min > 1 || item.item.kind !== 'class') return false;
  const { excluded } = item.item.set;
  return excluded.length === 1 && excluded[0] === 0x2f;
}
