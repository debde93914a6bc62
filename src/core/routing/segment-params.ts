import { isCharacterRun } from '../matching/pattern-analysis.ts';
import { isNullable, canContain } from '../matching/pattern.ts';
import type { Pattern } from '../matching/pattern.ts';
import type { Route } from './route.ts';
import { createScanner } from '../matching/scanner.ts';
import type { Scanner } from '../matching/scanner.ts';

/**
 * The quick way for a route whose every parameter reaches to the end of its segment: the trie has compared its texts and
 * knows what the parameters took, so there is nothing left but to look at that and to cut it out.
 */
export class SegmentParams {
  readonly #names: readonly string[];
  /** What looks at the characters of each parameter; `undefined` when a segment may hold any. */
  readonly #scans: readonly (Scanner | undefined)[] | undefined;
  readonly #first: string;
  readonly #second: string;
  /** All keys in their order, with the defaults; `undefined` where there are none. */
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

  /** Gives `undefined` for a route that needs to be walked. */
  static of(route: Route, template: Readonly<Record<string, unknown>>): SegmentParams | undefined {
    const { pieces, optionalFrom, pathVariables } = route.compiled;
    const scans = findScans(pieces);
    // Assigning "__proto__" would call a setter instead of making a key.
    if (!scans || scans.length === 0 || Object.hasOwn(template, '__proto__')) return undefined;
    const hasDefaults = Object.keys(template).length > pathVariables.length || optionalFrom < pieces.length;
    return new SegmentParams(pathVariables, scans, hasDefaults ? template : undefined);
  }

  /** The parameters of a path without a slash at its end, or `undefined` when it is not one of this route. */
  read(path: string, spans: readonly number[], given: number): Record<string, unknown> | undefined {
    const scans = this.#scans;
    for (let index = 0; index < given; index++) {
      const start = spans[index * 2] as number;
      const end = spans[index * 2 + 1] as number;
      if (start === end) return undefined;
      const scan = scans === undefined ? undefined : scans[index];
      if (scan !== undefined && scan(path, start, noSlots) !== end) return undefined;
    }
    const params: Record<string, unknown> = this.#template === undefined ? {} : { ...this.#template };
    // The first two are written where they stand: a line that always sees the same few names is quick.
    if (given > 0) params[this.#first] = path.slice(spans[0], spans[1]);
    if (given > 1) params[this.#second] = path.slice(spans[2], spans[3]);
    for (let index = 2; index < given; index++) {
      params[this.#names[index] as string] = path.slice(spans[index * 2], spans[index * 2 + 1]);
    }
    return params;
  }
}

const noSlots = new Int32Array(0);

function findScans(pieces: readonly Pattern[]): (Scanner | undefined)[] | undefined {
  const scans: (Scanner | undefined)[] = [];
  let isFilled = false;
  for (const item of pieces.flatMap((piece) => (piece.kind === 'sequence' ? piece.items : [piece]))) {
    if (item.kind === 'text') {
      // Text behind a parameter in the same segment.
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
