import { createHash } from 'node:crypto';
import { filesMatching, isTest, read } from '../lib/source-files.ts';
import type { Change } from './loader.ts';
import { EQUIVALENT } from './modules.ts';
import { mutantsOf } from './mutants.ts';

/** Returns all changes of these files, without those that no test can detect. */
export function changesOf(sources: readonly string[]): Change[] {
  const files = filesMatching(...sources).filter((file) => !isTest(file));
  return files.flatMap((file) =>
    mutantsOf(read(file))
      .map((mutant) => ({ ...mutant, file }))
      .filter((change) => !isEquivalent(change)),
  );
}

/** Returns a random sample, the same for the same seed. */
export function sampleOf(changes: readonly Change[], size: number, seed: string): Change[] {
  const order = new Map(changes.map((change) => [change, hash(`${seed} ${placeOf(change)}`)]));
  const chosen = new Set(changes.toSorted((a, b) => (order.get(a)! < order.get(b)! ? -1 : 1)).slice(0, size));
  return changes.filter((change) => chosen.has(change));
}

/** Describes a change for people: `file:line before → after`, and the line. */
export function title(change: Change): string {
  return `${change.file}:${change.line} ${replacement(change)}    | ${codeOf(change)}`;
}

/** Identifies a change and the content of its file. */
export function keyOf(change: Change): string {
  return `${hash(read(change.file)).slice(0, 12)} ${placeOf(change)}`;
}

/** Returns the SHA-256 digest of a text. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function placeOf({ file, start, end, text }: Change): string {
  return `${file} ${start} ${end} ${text}`;
}

function replacement({ file, start, end, text }: Change): string {
  return `${read(file).slice(start, end).replaceAll(/\s+/g, ' ')} → ${text}`;
}

function codeOf({ file, line }: Change): string {
  return read(file).split('\n')[line - 1]!.trim();
}

function isEquivalent(change: Change): boolean {
  return EQUIVALENT.some(
    ({ file, code, changes }) =>
      file === change.file && codeOf(change) === code && changes.includes(replacement(change)),
  );
}
