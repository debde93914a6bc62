/** Paths made to keep a matcher busy, cut from the routes they are meant for. */
import type { Route } from '../../src/core/routing/route.ts';
import type { Pattern } from '../../src/core/matching/pattern.ts';

/** As long as a server lets a URL become. */
export const HOSTILE_LENGTH = 8192;

/**
 * Fills each route's path to the full length in many ways: with slashes, with its own texts over and over, with
 * percent-encodings whole and broken, and with what its requirements ask for, spoiled only at the end.
 */
export function hostilePaths(routes: Iterable<Route>, length = HOSTILE_LENGTH): string[] {
  const paths = new Set<string>();
  for (const route of routes) {
    for (const path of [...filled(route, length), ...nearMisses(route, length)]) paths.add(flat(path));
  }
  return [...paths];
}

const FILLERS = [
  '/',
  'a',
  '1',
  '.',
  '-',
  '_',
  '~',
  'a/',
  'a-',
  'a.',
  'ab1',
  '/.',
  '%2F',
  '%C3%A9',
  '%',
  '%C3',
  'é',
  '😀',
];
const ENDS = ['', '!', '/', '!/', '%0A', '%FF'];

/** The route's beginning, then one filler to the end, alone or between all of its texts. */
function* filled({ path }: Route, length: number): Generator<string> {
  const [before = '', ...texts] = path.split(/\{[^}]*\}/);
  const fillers = new Set([...FILLERS, before, ...texts].filter((text) => text !== ''));
  for (const filler of fillers) {
    const part = repeat(filler, Math.floor(length / Math.max(1, texts.length)));
    const between = before + texts.map((text) => part + text).join('');
    for (const end of ENDS) {
      yield ended(before + repeat(filler, length), end, length);
      yield ended(between, end, length);
      yield before + repeat(filler, length - before.length) + (texts.at(-1) ?? '');
    }
  }
}

/** Paths that the route takes, as far as can be told from its patterns, with the length in one parameter or in all. */
function* nearMisses({ compiled }: Route, length: number): Generator<string> {
  const { pieces } = compiled;
  const long = pieces.flatMap((piece, index) => (piece.kind === 'text' ? [] : [index]));
  for (const choice of [0, 1, 2]) {
    for (const each of [...long.map((index) => [index]), long]) {
      const budget = Math.floor(length / Math.max(1, each.length));
      const whole = pieces.map((piece, index) => sample(piece, each.includes(index) ? budget : 1, choice)).join('');
      for (const end of ENDS) yield ended(whole, end, length);
    }
  }
}

/** A text that a pattern takes, about as long as the budget; `choice` says which character or branch is preferred. */
function sample(pattern: Pattern, budget: number, choice: number): string {
  switch (pattern.kind) {
    case 'text':
      return pattern.text;
    case 'class': {
      const codes = [...pattern.set.ascii.keys()].filter((code) => code > 32 && pattern.set.ascii[code] === 1);
      return String.fromCharCode(codes[Math.floor((choice * (codes.length - 1)) / 2)] ?? 0x3b1);
    }
    case 'sequence':
      return pattern.items.map((item) => sample(item, budget, choice)).join('');
    case 'choice':
      return sample(pattern.options[choice % pattern.options.length] as Pattern, budget, choice);
    case 'repeat': {
      const one = sample(pattern.item, 1, choice);
      const times = Math.min(pattern.max, Math.max(pattern.min, Math.floor(budget / Math.max(1, one.length))));
      return one.repeat(times);
    }
    case 'atomic':
    case 'capture':
      return sample(pattern.item, budget, choice);
    case 'look':
    case 'assert':
      return '';
  }
}

function repeat(filler: string, length: number): string {
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
}

function ended(path: string, end: string, length: number): string {
  return path.slice(0, length - end.length) + end;
}

/** A socket gives flat strings; one that was put together from pieces would be flattened at the first look. */
function flat(path: string): string {
  return Buffer.from(path, 'utf16le').toString('utf16le');
}
