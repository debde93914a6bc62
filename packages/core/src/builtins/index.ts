/** Internal values of the packages of Oriel: `oriel-core/builtins`. They may change in any version. @module */
export {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  removeFile,
  renameSync,
  statSync,
  writeSync,
} from './file-system.ts';
export {
  Date,
  JSON,
  URL,
  URLSearchParams,
  clearImmediate,
  clearInterval,
  clearTimeout,
  performance,
  random,
  setImmediate,
  setInterval,
  setTimeout,
} from './globals.ts';
export { registerHooks, sqlite, zstdDecompressSync } from './optional-modules.ts';
export { addUncountedListener, raiseListenerLimit } from './uncounted-listeners.ts';
