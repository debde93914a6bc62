import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' | 'major' }) => void;

/** Bytes of the heap in use, once what young objects left behind was collected: what old garbage still names survives that. */
export function youngHeap(): number {
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  return process.memoryUsage().heapUsed;
}

/** Bytes of the heap in use, once everything that nobody holds was collected. */
export function liveHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** How many objects of a class somebody still holds: a map, a listener, a timer or whatever else. */
export function held(type: abstract new (...args: never) => object): number {
  return queryObjects(type, { format: 'count' });
}

/** Collects what young objects leave behind while a test makes many of them. */
export function collectYoung(): void {
  collect({ type: 'minor' });
}
