import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the megabytes of live objects after a garbage collection. */
export function memoryNow(): { readonly heap: number; readonly external: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, external: external / 2 ** 20 };
}
