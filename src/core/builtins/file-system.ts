import * as fs from 'node:fs';

/**
 * Functions of `node:fs` as they were when this module was loaded. Libraries such as old versions of graceful-fs replace them for the
 * whole process, with ones that do not know each option.
 */
export const { closeSync, existsSync, lstatSync, mkdirSync, openSync, readFileSync, readSync } = fs;
export const { realpathSync, renameSync, rmSync, statSync, writeSync } = fs;
