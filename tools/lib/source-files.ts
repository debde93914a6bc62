import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');

/** Returns the paths of matching files, relative to the project, with forward slashes, in alphabetical order. */
export function filesMatching(...patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: ROOT, exclude: isGenerated })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

/** Returns the text of a file, by its path relative to the project. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Returns whether a file is a test. Tests may import anything, and no other file imports them. */
export function isTest(path: string): boolean {
  return /\.(?:test|test-d)\.ts$/.test(path);
}

function isGenerated(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name === 'var';
}
