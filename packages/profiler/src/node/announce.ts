import type { Cluster } from 'node:cluster';
import { print } from './print.ts';
import { DEFAULT_PAGES_URL } from './settings.ts';
import type { RecorderSettings } from './settings.ts';

/**
 * Prints that this process is recorded. In a cluster, only the first worker does.
 *
 * @param entry the URL of the module that is passed to `--import`
 */
export function announce({ application, pagesUrl = DEFAULT_PAGES_URL }: RecorderSettings, entry: string): void {
  const { worker } = process.getBuiltinModule('node:cluster') as unknown as Cluster;
  if (worker !== undefined && worker.id !== 1) return;
  print(`recording requests of "${application}"; "npx oriel" shows them on ${pagesUrl}`);
  if (RELATIVE_IMPORT.test(process.env['NODE_OPTIONS'] ?? ''))
    print(`NODE_OPTIONS works in this folder only; in any folder: ${nodeOptions(entry)}`);
}

/**
 * Returns the environment variable that records each Node.js process, in any folder. The URL has no spaces. Node.js would resolve the name
 * of a package, or a relative path, from the working directory of each process.
 *
 * @param entry the URL of the module that is passed to `--import`
 */
export function nodeOptions(entry: string): string {
  return `NODE_OPTIONS="--import ${entry}"`;
}

const RELATIVE_IMPORT = /--import[ =]"?(?:oriel\/|\.{1,2}[\\/]\S*oriel)/;
