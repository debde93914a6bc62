import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');

/** Paths of files below the project's folder, with forward slashes, in alphabetical order. */
export function filesMatching(...patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: ROOT, exclude: isMade })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

/** The text of a file, by its path below the project's folder. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Tests may look anywhere, and nobody imports them. */
export function isTest(path: string): boolean {
  return /\.(?:test|test-d|contract)\.ts$/.test(path);
}

/** The room a source file stands in; empty for the front door, undefined outside of the house. */
export function roomOf(path: string): string | undefined {
  const match = /^src\/(?:([^/]+)\/)?[^/].*$/.exec(path);
  return match ? (match[1] ?? '') : undefined;
}

/**
 * The index.ts of a room; of an adapter, of a feature's listeners or of a part of `visitor`, for each of those has a door of
 * its own; and of what declares a feature, which loads nothing of what runs it.
 */
export function isDoor(path: string): boolean {
  return /^src\/(?:(?:adapters|listeners|visitor)\/[^/]+\/|security\/limits\/|[^/]+\/(?:declare\/)?)?index\.ts$/.test(
    path,
  );
}

function isMade(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name === 'var';
}
