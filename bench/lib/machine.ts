import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';

/** Returns the class of this machine: processor, cores, sizes of caches as `lscpu` reads them, and its load. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const caches = readCaches('/sys/devices/system/cpu/cpu0/cache');
  const [load = 0] = loadavg();
  const processor = `${availableParallelism()} × ${model}`;
  return [processor, ...caches, `Node.js ${process.versions.node}`, `load ${load.toFixed(1)}`].join(', ');
}

// Virtual machines may hide their caches.
function readCaches(folder: string): string[] {
  if (!existsSync(folder)) return ['unknown caches'];
  return readdirSync(folder)
    .filter((name) => name.startsWith('index'))
    .map((name) => {
      const read = (file: string): string => readFileSync(`${folder}/${name}/${file}`, 'utf8').trim();
      const kind = { Data: 'd', Instruction: 'i' }[read('type')] ?? '';
      return `L${read('level')}${kind} ${read('size')}`;
    });
}
