import * as nodeModule from 'node:module';
import * as zlib from 'node:zlib';

/**
 * What some versions of Node.js and other runtimes do not have, or have disabled by an option. A named import of a missing
 * function ends the process, so each of these is `undefined` there.
 */
export const registerHooks = nodeModule.registerHooks as typeof nodeModule.registerHooks | undefined;

export const zstdDecompressSync = zlib.zstdDecompressSync as typeof zlib.zstdDecompressSync | undefined;

type GetBuiltinModule = ((id: string) => unknown) | undefined;

/** `node:sqlite`. Node.js 22 prints a warning when it is loaded. */
export const sqlite = (process.getBuiltinModule as GetBuiltinModule)?.('node:sqlite') as
  typeof import('node:sqlite') | undefined;
