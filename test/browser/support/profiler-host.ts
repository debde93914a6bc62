import { defineHost } from '../../../packages/host/src/host/define-host.ts';
import { route } from '../../../packages/host/src/routes/route.ts';
import type { Host } from '../../../packages/host/src/host/define-host.ts';
import { MemoryProfileStorage } from '../../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { WriteBehind } from '../../../packages/profiler/src/store/write-behind.ts';
import { PANELS } from '../../../packages/profiler/src/view/panels/panels.ts';
import { createProfilerRoutes } from '../../../packages/profiler/src/view/pages/profiler-routes.ts';
import type { ProfilerRoutesOptions } from '../../../packages/profiler/src/view/pages/profiler-routes.ts';
import { withLocalClient } from '../../lib/local-client.ts';

/** A host with only the pages of the profiler, over a storage that a test fills. */
export interface ProfilerHost {
  readonly host: Host;
  readonly storage: MemoryProfileStorage;
}

export function createProfilerHost(options: Partial<ProfilerRoutesOptions> = {}): ProfilerHost {
  const storage = new MemoryProfileStorage();
  const queue = new WriteBehind({ storage });
  const pages = createProfilerRoutes({
    storage,
    queue,
    panels: PANELS,
    title: 'Atlas',
    root: process.cwd(),
    ...options,
  });
  const routes = pages.map(({ name, line, requirements, handle }) =>
    route(name, line, { handle, ...(requirements ? { requirements } : {}) }),
  );
  return {
    host: withLocalClient(
      defineHost({ routes, log: false, profiler: false, onClose: async () => await queue.close() }),
    ),
    storage,
  };
}
