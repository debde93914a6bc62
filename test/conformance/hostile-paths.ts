/** Generates paths that are expensive to match from route definitions. */
import type { Route } from '../../packages/host/src/routing/route-definition.ts';
import { parseRegExp } from '../../packages/host/src/matching/parse-regexp.ts';
import type { Pattern } from '../../packages/host/src/matching/pattern.ts';

/** The maximum length of a URL that the server accepts. */
export const HOSTILE_LENGTH = 8192;

/**
 * Returns variants of each route's path with the full length: filled with slashes, with its own static texts, with valid and
 * invalid percent-encodings, and with matching parameters that fail only at the end.
 */
export function hostilePaths(routes: Iterable<Route>, length = HOSTILE_LENGTH): string[] {
  const paths = new Set<string>();
  for (const route of routes) {
    for (const path of [...filledPaths(route, length), ...nearMisses(route, length)]) paths.add(flattenString(path));
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

/** Paths with the static prefix of the route and one filler, alone or between its static texts. */
function* filledPaths({ path }: Route, length: number): Generator<string> {
  const [before = '', ...texts] = path.split(/\{[^}]*\}/);
  const fillers = new Set([...FILLERS, before, ...texts].filter((text) => text !== ''));
  for (const filler of fillers) {
    const part = repeat(filler, Math.floor(length / Math.max(1, texts.length)));
    const between = before + texts.map((text) => part + text).join('');
    for (const end of ENDS) {
      yield withEnd(before + repeat(filler, length), end, length);
      yield withEnd(between, end, length);
      yield before + repeat(filler, length - before.length) + (texts.at(-1) ?? '');
    }
  }
}

/** Paths that match the patterns of the route, with one long parameter or several. */
function* nearMisses({ compiled }: Route, length: number): Generator<string> {
  const { source, flags } = compiled.pathPattern.expression;
  const pattern = parseRegExp(source, flags);
  const parts = pattern.kind === 'sequence' ? pattern.items : [pattern];
  const long = parts.flatMap((part, index) => (part.kind === 'text' ? [] : [index]));
  for (const choice of [0, 1, 2]) {
    for (const value of [...long.map((index) => [index]), long]) {
      const budget = Math.floor(length / Math.max(1, value.length));
      const path = parts.map((part, index) => sample(part, value.includes(index) ? budget : 1, choice)).join('');
      for (const end of ENDS) yield withEnd(path, end, length);
    }
  }
}

/** Returns a text of about `budget` characters that a pattern matches. `choice` selects a character or branch. */
function sample(pattern: Pattern, budget: number, choice: number): string {
  switch (pattern.kind) {
    case 'text':
      return pattern.text;
    case 'class': {
      const codes = Array.from({ length: 95 }, (_, index) => 33 + index).filter((code) => pattern.set.has(code));
      return String.fromCharCode(codes[Math.floor((choice * (codes.length - 1)) / 2)] ?? 0x3b1);
    }
    case 'sequence':
      return pattern.items.map((item) => sample(item, budget, choice)).join('');
    case 'choice':
      return sample(pattern.options[choice % pattern.options.length]!, budget, choice);
    case 'repeat': {
      const one = sample(pattern.item, 1, choice);
      const times = Math.min(pattern.max, Math.max(pattern.min, Math.floor(budget / Math.max(1, one.length))));
      return one.repeat(times);
    }
    case 'look':
      return '';
  }
}

function repeat(filler: string, length: number): string {
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
}

function withEnd(path: string, end: string, length: number): string {
  return path.slice(0, length - end.length) + end;
}

/** Returns a flat string, as a socket delivers it. A concatenated string would be flattened by the first match. */
function flattenString(path: string): string {
  return Buffer.from(path, 'utf16le').toString('utf16le');
}
