import * as fs from 'node:fs';

/**
 * Functions of `node:fs` as they were when this module was loaded. Libraries such as old versions of graceful-fs replace them for the
 * whole process, with ones that do not know each option.
 */
export const { closeSync, existsSync, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, readSync } = fs;
export const { realpathSync, renameSync, statSync, writeSync } = fs;

const { unlinkSync } = fs;

/** Removes a file if it exists. `fs.rmSync` would call the replaced `fs.lstatSync`. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
