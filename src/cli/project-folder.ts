import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the nearest folder with a package.json at or above the folder of a file, else the folder of the file. */
export function projectFolder(file: string): string {
  const own = dirname(file);
  for (let folder = own; ; folder = dirname(folder)) {
    if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile()) return folder;
    if (folder === dirname(folder)) return own;
  }
}
