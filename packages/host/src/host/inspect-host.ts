import { assemble } from './assembly.ts';
import type { Assembly } from './assembly.ts';
import { profilerConfig, resolveMode } from './mode.ts';
import type { Mode } from '../configuration/host-environment.ts';
import type { HostConfig } from './config.ts';

/** Creates the object graph of a host as for `listen`, but with profiles in memory, so that no file is written. */
export async function inspectHost(config: HostConfig, wanted?: Mode): Promise<Assembly> {
  const mode = resolveMode(wanted);
  if (!profilerConfig(config, mode)) return assemble(config, mode, true);
  const [{ createProfiling }, { MemoryProfileStorage }] = await Promise.all([
    import('../features/profiler/profiling.ts'),
    import('oriel/recorder'),
  ]);
  return assemble(config, mode, true, {
    createProfiling: (settings, ...rest) =>
      createProfiling({ ...settings, storage: new MemoryProfileStorage() }, ...rest),
  });
}
