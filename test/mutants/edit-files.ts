import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './mutated-application.ts';

/**
 * Changes files of a folder. @returns a function that restores them
 * @throws {Error} if a text does not occur exactly once
 */
export function editFiles(folder: string, edits: readonly Edit[]): () => void {
  const originals = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`"${find}" is not exactly once in ${file}`);
    if (!originals.has(path)) originals.set(path, text);
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
  }
  return () => {
    for (const [path, text] of originals) writeFileSync(path, text);
  };
}
