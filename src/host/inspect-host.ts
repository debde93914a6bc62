import { assemble } from './assembly.ts';
import type { Assembly } from './assembly.ts';
import { profilerConfig, resolveMode } from './config.ts';
import type { Mode } from '../core/configuration/mode.ts';
import type { HostConfig } from './config.ts';

/** Puts a host together as it would be to listen, profiler and all, but with profiles in memory: looking leaves no file. */
export async function inspectHost(config: HostConfig, wanted?: Mode): Promise<Assembly> {
  const mode = resolveMode(wanted);
  if (!profilerConfig(config, mode)) return assemble(config, mode, true);
  const [{ createProfiling }, { MemoryProfileStorage }] = await Promise.all([
    import('../features/profiler/profiling.ts'),
    import('../profiler/store/memory/memory-profile-storage.ts'),
  ]);
  return assemble(config, mode, true, {
    createProfiling: (settings, ...rest) =>
      createProfiling({ ...settings, storage: new MemoryProfileStorage() }, ...rest),
  });
}
