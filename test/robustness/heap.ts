import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' | 'major' }) => void;

/** Returns the used heap in bytes after minor collections. Objects that old garbage refers to survive them. */
export function youngHeap(): number {
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  return process.memoryUsage().heapUsed;
}

/** Returns the used heap in bytes after a full collection. */
export function liveHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Returns the number of reachable objects of a class. */
export function countInstances(type: abstract new (...args: never) => object): number {
  return queryObjects(type, { format: 'count' });
}

/** Runs a minor collection. */
export function collectYoungObjects(): void {
  collect({ type: 'minor' });
}
