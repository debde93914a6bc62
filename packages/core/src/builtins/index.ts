/** Internal values of the packages of Oriel: `oriel-core/builtins`. They may change in any version. @module */
export * from './file-system.ts';
export * from './globals.ts';
