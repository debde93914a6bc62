import { getMessage } from 'oriel-core/http';
import { print } from '../print.ts';

/**
 * Runs a part of a watcher. What it throws never reaches the application: it is reported once for each library.
 *
 * @returns what `work` returns; undefined if it throws
 */
export function guarded<T>(library: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!reported.has(library)) {
      reported.add(library);
      print(`a watcher of ${library} failed: ${getMessage(error)}`);
    }
    return undefined;
  }
}

const reported = new Set<string>();
