import { CharacterClass } from './character-class.ts';
import type { Pattern } from './pattern.ts';

/**
 * Returns the degree of the polynomial that bounds the time of a backtracking matcher, by the length of the text: 1 for most
 * patterns, 2 if two repetitions can divide a text among themselves in several ways, as in `.+/.+/end`, and `Infinity` if the iterations
 * of a group can, as in `(?:a+)+` or `(?:a|ab|b)*`. `[a-z]+(?:-[a-z]+)*` has the degree 1, because the hyphen begins each iteration.
 *
 * The result may be too large, but not too small.
 */
export function getAmbiguity(pattern: Pattern): number {
  const search = new AmbiguitySearch();
  search.visit(pattern, []);
  return search.degree;
}

/** A repetition that can give characters back, and the characters that every match contains between it and the next one. */
interface OpenRepetition {
  /** The characters that it can match; undefined for a group, which can match any. */
  readonly set: CharacterClass | undefined;
  readonly required: readonly CharacterClass[];
  readonly degree: number;
}

type Repeat = Extract<Pattern, { kind: 'repeat' }>;

/** Repetitions with a higher maximum are analyzed like unlimited ones. */
const MAX_CHARACTERS = 16;
const MAX_ITERATIONS = 4;

class AmbiguitySearch {
  degree = 1;

  /** Returns the open repetitions after the pattern: first those before it in the same order, then those in it. */
  visit(pattern: Pattern, open: readonly OpenRepetition[]): readonly OpenRepetition[] {
    switch (pattern.kind) {
      case 'text':
        return addRequired(open, [...pattern.text].map(getLiteral));
      case 'class':
        return addRequired(open, [pattern.set]);
      case 'sequence':
        return pattern.items.reduce((found, item) => this.visit(item, found), open);
      case 'choice':
        return [...open, ...pattern.options.flatMap((option) => this.#visitNew(option, open))];
      case 'look':
        this.visit(pattern.item, open);
        return open;
      case 'repeat':
        return this.#visitRepeat(pattern, open);
    }
  }

  #visitNew(pattern: Pattern, open: readonly OpenRepetition[]): readonly OpenRepetition[] {
    return this.visit(pattern, open).slice(open.length);
  }

  #visitRepeat({ item, min, max }: Repeat, open: readonly OpenRepetition[]): readonly OpenRepetition[] {
    const set = getSet(item);
    if (set !== undefined) {
      if (max > MAX_CHARACTERS) return this.#addRepetition(set, open);
      return min > 0 ? addRequired(open, [set]) : open;
    }
    if (max <= MAX_ITERATIONS) {
      let found = open;
      for (let count = 1; count <= max; count++) found = this.#visitOptional(item, found, count <= min);
      return found;
    }
    if (!isDeterministic(item, getFirst(item))) this.degree = Infinity;
    const options = item.kind === 'choice' ? item.options : [item];
    const found = this.#visitOptional(item, open, min > 0);
    return [...found, ...options.map((option) => this.#createGroup(option, open))];
  }

  #visitOptional(item: Pattern, open: readonly OpenRepetition[], isRequired: boolean): readonly OpenRepetition[] {
    return isRequired ? this.visit(item, open) : [...open, ...this.#visitNew(item, open)];
  }

  #addRepetition(set: CharacterClass, open: readonly OpenRepetition[]): readonly OpenRepetition[] {
    return [...open, { set, required: [], degree: this.#countDegree(open, set) }];
  }

  /** Returns a repetition of a group, whose text contains the characters that are required in it. */
  #createGroup(item: Pattern, open: readonly OpenRepetition[]): OpenRepetition {
    const [{ required }] = this.visit(item, [ANY]) as [OpenRepetition];
    const degree = this.#countDegree(this.visit(item, open).slice(0, open.length), undefined);
    return { set: undefined, required, degree };
  }

  #countDegree(open: readonly OpenRepetition[], set: CharacterClass | undefined): number {
    const degrees = open.filter((other) => canShare(other, set)).map((other) => other.degree + 1);
    const degree = Math.max(1, ...degrees);
    this.degree = Math.max(this.degree, degree);
    return degree;
  }
}

const ANY: OpenRepetition = { set: undefined, required: [], degree: 0 };

/** Whether two repetitions can match one text, including the characters between them. */
function canShare({ set, required }: OpenRepetition, other: CharacterClass | undefined): boolean {
  const shared = [set, other].filter((known) => known !== undefined);
  return (
    CharacterClass.intersect(shared) && required.every((between) => CharacterClass.intersect([...shared, between]))
  );
}

function addRequired(open: readonly OpenRepetition[], sets: readonly CharacterClass[]): readonly OpenRepetition[] {
  return open.map((repetition) => ({ ...repetition, required: [...repetition.required, ...sets] }));
}

function getSet(pattern: Pattern): CharacterClass | undefined {
  if (pattern.kind === 'class') return pattern.set;
  return pattern.kind === 'text' && pattern.text.length === 1 ? getLiteral(pattern.text) : undefined;
}

/** Whether the next character decides every choice. @param follow the characters that can come after the pattern */
function isDeterministic(pattern: Pattern, follow: readonly CharacterClass[]): boolean {
  switch (pattern.kind) {
    case 'sequence':
      return pattern.items.every((item, index) =>
        isDeterministic(item, getFollow(pattern.items.slice(index + 1), follow)),
      );
    case 'choice':
      return (
        pattern.options.every((option) => isDeterministic(option, follow) && !isNullable(option)) &&
        pattern.options.every((option, index) =>
          pattern.options.slice(index + 1).every((other) => !intersects(getFirst(option), getFirst(other))),
        )
      );
    case 'repeat': {
      const first = getFirst(pattern.item);
      if (isNullable(pattern.item) || (pattern.min !== pattern.max && intersects(first, follow))) return false;
      return isDeterministic(pattern.item, pattern.max > 1 ? [...follow, ...first] : follow);
    }
    case 'look':
      return !isUnlimited(pattern.item);
    default:
      return true;
  }
}

/** Returns the characters with which a match can begin. */
function getFirst(pattern: Pattern): readonly CharacterClass[] {
  switch (pattern.kind) {
    case 'text':
      return pattern.text === '' ? [] : [getLiteral([...pattern.text][0]!)];
    case 'class':
      return [pattern.set];
    case 'sequence':
      return getFollow(pattern.items, []);
    case 'choice':
      return pattern.options.flatMap(getFirst);
    case 'repeat':
      return getFirst(pattern.item);
    case 'look':
      return [];
  }
}

function getFollow(items: readonly Pattern[], follow: readonly CharacterClass[]): readonly CharacterClass[] {
  const required = items.findIndex((item) => !isNullable(item));
  const reached = required < 0 ? items : items.slice(0, required + 1);
  return [...reached.flatMap(getFirst), ...(required < 0 ? follow : [])];
}

function isNullable(pattern: Pattern): boolean {
  if (pattern.kind === 'text') return pattern.text === '';
  if (pattern.kind === 'sequence') return pattern.items.every(isNullable);
  if (pattern.kind === 'choice') return pattern.options.some(isNullable);
  if (pattern.kind === 'repeat') return pattern.min === 0 || isNullable(pattern.item);
  return pattern.kind === 'look';
}

function isUnlimited(pattern: Pattern): boolean {
  if (pattern.kind === 'sequence') return pattern.items.some(isUnlimited);
  if (pattern.kind === 'choice') return pattern.options.some(isUnlimited);
  return (pattern.kind === 'repeat' && pattern.max === Infinity) || ('item' in pattern && isUnlimited(pattern.item));
}

function intersects(some: readonly CharacterClass[], others: readonly CharacterClass[]): boolean {
  return some.some((one) => others.some((other) => CharacterClass.intersect([one, other])));
}

function getLiteral(character: string): CharacterClass {
  const known = literals.get(character) ?? new CharacterClass(`\\u{${character.codePointAt(0)!.toString(16)}}`);
  literals.set(character, known);
  return known;
}

// Bounded by the program: only the configuration has patterns that are analyzed.
const literals = new Map<string, CharacterClass>();
