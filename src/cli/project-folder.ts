import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the nearest package.json above a file: what belongs together. */
export function projectFolder(file: string): string {
  const own = dirname(file);
  for (let folder = own; ; folder = dirname(folder)) {
    if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile()) return folder;
    if (folder === dirname(folder)) return own;
  }
}
