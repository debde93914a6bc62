import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Megabytes of what is alive in this process, once what is not has been collected: a heap that has not been is not a measure. */
export function memoryNow(): { readonly heap: number; readonly external: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, external: external / 2 ** 20 };
}
