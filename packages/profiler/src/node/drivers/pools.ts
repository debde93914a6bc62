import type { LibraryWatch } from '../loading/library-watch.ts';
import { measuringWait } from './connection-wait.ts';
import { replaceMethod } from './replace-method.ts';

/** Pools that other libraries use, such as Sequelize: they record the wait for a connection. */
export const POOL_LIBRARIES: readonly LibraryWatch[] = [
  poolLibrary('generic-pool', [3], '3.9', 'module.exports'),
  poolLibrary('sequelize-pool', [7, 8], '7.1, 8.0', 'Pool'),
];

function poolLibrary(
  name: string,
  majors: readonly number[],
  tested: string,
  expression: string,
): LibraryWatch<{ prototype: object }> {
  return {
    name,
    majors,
    tested,
    files: { 'lib/Pool.js': expression },
    watch: ({ prototype }) => replaceMethod(prototype, 'acquire', (acquire) => measuringWait(name, acquire)),
  };
}
